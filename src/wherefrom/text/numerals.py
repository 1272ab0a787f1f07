"""Numbers that are written as words, and the same in digits."""

from __future__ import annotations

import re

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


def in_digits(text: str) -> str:
    """`two approvals` is `2 approvals`. Not so "one", which is a pronoun as often as a number."""
    return _NUMERAL.sub(_digits, text)


def _digits(found: re.Match[str]) -> str:
    return str(sum(SPELLED[word.lower()] for word in found.groups() if word))
