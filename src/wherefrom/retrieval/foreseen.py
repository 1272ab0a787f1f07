"""Words that were analysed before they are indexed, by whoever had the time: the process that read the document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import Lock

from wherefrom.text.analysis import analyse

__all__ = ["Foreseen"]

_MOST = 50_000
"""Another process may index what was meant for us; what is never asked for must not pile up."""


class Foreseen:
    """Each is asked for once, when its passage is indexed; whatever is not here is analysed then."""

    def __init__(self) -> None:
        self._terms: dict[str, Sequence[str]] = {}
        self._turn = Lock()

    def add(self, terms: Mapping[str, Sequence[str]]) -> None:
        with self._turn:
            if len(self._terms) + len(terms) > _MOST:
                self._terms.clear()
            self._terms.update(terms)

    def analysed(self, text: str) -> Sequence[str]:
        with self._turn:
            terms = self._terms.pop(text, None)
        return terms if terms else analyse(text)
