"""How many tokens a model may still use, counted for all who share it."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from threading import Lock

from wherefrom.errors import AdapterError, InvalidValue
from wherefrom.ports.models import Reply

__all__ = ["Ledger"]


class Ledger:
    """What was used, and a cap that no request may be begun beyond.

    A request books what it will send before it is made, so that several at once cannot each find the same room; what
    it really cost takes the place of that when it is answered. The last answer before the cap may run over it.
    """

    def __init__(self, cap: int | None = None) -> None:
        if cap is not None and cap < 1:
            raise InvalidValue("a cap must leave room for something", value=cap, hint="give a number of tokens")
        self.cap = cap
        self.tokens_in = 0
        self.tokens_out = 0
        self._booked = 0
        self._turn = Lock()

    @property
    def spent(self) -> int:
        return self.tokens_in + self.tokens_out

    @contextmanager
    def booking(self, expected: int) -> Generator[None]:
        """For as long as a request is on its way. AdapterError if it would go beyond the cap."""
        with self._turn:
            if self.cap is not None and self.spent + self._booked + expected > self.cap:
                raise AdapterError(
                    f"the cap of {self.cap:,} tokens is reached", value=self.spent, hint="raise the cap, or ask less"
                )
            self._booked += expected
        try:
            yield
        finally:
            with self._turn:
                self._booked -= expected

    def charge(self, reply: Reply) -> None:
        with self._turn:
            self.tokens_in += reply.tokens_in
            self.tokens_out += reply.tokens_out
