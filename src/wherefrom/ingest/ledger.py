"""What a run spends on embedding, and the cap that it does not pass."""

from __future__ import annotations

from collections.abc import Iterable

from wherefrom.core.ingestion import Price
from wherefrom.errors import CapReached, InvalidValue
from wherefrom.text.tokens import TOKEN_COUNTER, count_tokens

__all__ = ["Ledger"]

_DOLLARS_A_MILLION = {
    "text-embedding-3-small": 0.02,
    "text-embedding-3-large": 0.13,
    "text-embedding-ada-002": 0.10,
}
"""List prices as published; an endpoint that is not named here costs what its operator knows."""

_OFFLINE = ("wordllama", "hash", "onnx")


class Ledger:
    def __init__(self, embedder: str, *, max_tokens: int | None = None, max_dollars: float | None = None) -> None:
        self._embedder = embedder
        self._max_tokens = max_tokens
        self._max_dollars = max_dollars
        self._rate = _rate(embedder)
        for name, cap in (("max_tokens", max_tokens), ("max_dollars", max_dollars)):
            if cap is not None and cap < 0:
                raise InvalidValue(f"{name} is less than nothing", value=cap, hint="give 0 to embed nothing, or more")
        if max_dollars is not None and self._rate is None:
            raise InvalidValue(
                "nobody told what this embedder costs", value=embedder, hint="give a cap in tokens: max_tokens"
            )
        self.tokens = 0

    @property
    def price(self) -> Price:
        return Price(
            embedder=self._embedder, tokens=self.tokens, dollars=self._dollars(self.tokens), counted_by=TOKEN_COUNTER
        )

    def spend(self, texts: Iterable[str]) -> None:
        """CapReached before anything is embedded that would pass it."""
        after = self.tokens + sum(map(count_tokens, texts))
        if self._max_tokens is not None and after > self._max_tokens:
            raise CapReached(
                "this run may embed no more tokens", value=self._max_tokens, hint="raise the cap, run again"
            )
        dollars = self._dollars(after)
        if self._max_dollars is not None and dollars is not None and dollars > self._max_dollars:
            raise CapReached("this run may spend no more", value=self._max_dollars, hint="raise the cap, run again")
        self.tokens = after

    @property
    def must_count(self) -> bool:
        """Counting takes time; an offline embedder without a cap needs none of it."""
        return self._rate != 0.0 or self._max_tokens is not None

    def _dollars(self, tokens: int) -> float | None:
        return None if self._rate is None else tokens * self._rate / 1_000_000


def _rate(embedder: str) -> float | None:
    """Dollars for a million tokens; None where nobody told us."""
    if embedder.startswith(_OFFLINE):
        return 0.0
    return next((rate for name, rate in _DOLLARS_A_MILLION.items() if name in embedder), None)
