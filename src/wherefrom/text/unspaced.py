"""Scripts that write without spaces: overlapping pairs stand in for words."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise

from wherefrom.core.scripts import HAN, HANGUL, KANA, SOUTHEAST_ASIAN

__all__ = ["has_unspaced", "pairs", "singles", "without_runs"]

_EAST_ASIAN_RUN = f"[{HAN}{KANA}{HANGUL}]+"
_SOUTHEAST_ASIAN_RUN = f"[{SOUTHEAST_ASIAN}]+"
_ANY_RUN = f"[{HAN}{KANA}{HANGUL}{SOUTHEAST_ASIAN}]+"
_HAN_CHARACTER = f"[{HAN}]"
# A consonant with the vowel written before it and the signs written around it: one cannot be read without the other.
_CLUSTER = (
    "[\u0e40-\u0e44\u0ec0-\u0ec4]?"
    "[^\u0e30-\u0e3a\u0e40-\u0e4e\u0eb0-\u0ebc\u0ec0-\u0ece\u102b-\u103e\u1056-\u1059\u17b4-\u17d3]"
    "(?:\u17d2.|\u1039.|[\u0e30-\u0e3a\u0e45-\u0e4e\u0eb0-\u0ebc\u0ec6-\u0ece\u102b-\u103e\u1056-\u1059\u17b4-\u17d3])*"
    "|."
)


def has_unspaced(text: str) -> bool:
    return not text.isascii() and _compiled(_ANY_RUN).search(text) is not None


def without_runs(text: str) -> str:
    """What is left for the ordinary words: `Python入門` is a word and a run."""
    return text if text.isascii() else _compiled(_ANY_RUN).sub(" ", text)


def pairs(text: str) -> list[str]:
    """Every two neighbouring characters (in South-East Asia: clusters) of every run; a lone one stays alone."""
    found: list[str] = []
    for run in _compiled(_EAST_ASIAN_RUN).findall(text):
        found += _neighbours(run)
    for run in _compiled(_SOUTHEAST_ASIAN_RUN).findall(text):
        found += _neighbours(_compiled(_CLUSTER).findall(run))
    return found


def singles(text: str) -> list[str]:
    """Han characters one by one: each is a word of its own to somebody who searches for it alone."""
    return _compiled(_HAN_CHARACTER).findall(text)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """When the first text comes that needs it: such ranges take milliseconds, which English can save."""
    return re.compile(pattern)


def _neighbours(units: str | list[str]) -> list[str]:
    if len(units) == 1:
        return [units[0]]
    return [first + second for first, second in pairwise(units)]
