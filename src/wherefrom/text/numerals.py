"""Numbers that are written as words, and the same in digits."""

from __future__ import annotations

import re
from functools import lru_cache

__all__ = ["SPELLED", "in_digits"]

_ONES = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen"""
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
SPELLED: dict[str, int] = {
    **{word: value for value, word in enumerate(_ONES.split())},
    **{word: 10 * value for value, word in enumerate(_TENS.split(), start=2)},
}

_ALONE = "|".join(word for word in SPELLED if word not in ("zero", "one"))
_AFTER_TENS = "|".join(_ONES.split()[1:10])
_NUMERAL = re.compile(rf"\b(?:({'|'.join(_TENS.split())})-({_AFTER_TENS})|({_ALONE}))\b", re.IGNORECASE)

_PARTS = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirt", "fift", "twent", "fort"),
)
"""One of them is in each: most texts have none, and that is seen much faster."""


@lru_cache(256)
def in_digits(text: str) -> str:
    """`two approvals` is `2 approvals`. Not so "one", which is a pronoun as often as a number."""
    said = text.lower()
    return _NUMERAL.sub(_digits, text) if any(word in said for word in _PARTS) else text


def _digits(found: re.Match[str]) -> str:
    return str(sum(SPELLED[word.lower()] for word in found.groups() if word))
