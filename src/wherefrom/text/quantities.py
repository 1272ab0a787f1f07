"""Numbers with their units, bounds and rates, and dates, as a sentence tells them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from wherefrom.text.numerals import SPELLED
from wherefrom.text.senses import is_small, sense_of

__all__ = ["HOW_OFTEN", "MONTHS", "NUMBERED", "Quantity", "Word", "is_unit", "quantities", "rate_of"]

_NUMBERS: dict[str, float] = {**SPELLED, "single": 1.0, "dozen": 12.0, "half": 0.5}
_SCALES = {"hundred": 100.0, "thousand": 1_000.0, "million": 1e6, "billion": 1e9, "k": 1_000.0}
_TIMES = {"once": 1.0, "twice": 2.0, "thrice": 3.0}
_NTH = {"second": 2.0, "other": 2.0, "third": 3.0, "fourth": 4.0}
_EACH = frozenset(["a", "an", "per", "each", "every", "/"])
HOW_OFTEN = "how often"
_FROM_WHERE = frozenset(["from", "by"])
_PARTS = {"half": 0.5, "third": 1 / 3, "thirds": 1 / 3, "quarter": 0.25, "quarters": 0.25, "fifth": 0.2, "fifths": 0.2}
_HOURS: dict[str, float] = {
    "second": 1 / 3600,
    "minute": 1 / 60,
    "hour": 1.0,
    "day": 24.0,
    "week": 168.0,
    "month": 730.0,
    "year": 8760.0,
}
_DURATIONS = {form: name for name in _HOURS for form in (name, f"{name}s")}
_ADVERBS = {"hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month", "yearly": "year", "annual": "year"}
_ADVERBS["annually"] = "year"
_CURRENCIES = {"euro", "dollar", "pound", "franc", "yen", "cent"}
_SIGNS = {"€": "euro", "$": "dollar", "£": "pound"}
_NAMES_OF_MONTHS = """january jan;february feb;march mar;april apr;may;june jun;july jul;august aug;september sep;
    october oct;november nov;december dec"""
_MONTHS = {name: number for number, names in enumerate(_NAMES_OF_MONTHS.split(";"), start=1) for name in names.split()}
_BOUNDS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("no", "more", "than"), "<="),
    (("no", "less", "than"), ">="),
    (("no", "fewer", "than"), ">="),
    *(((word, "than"), ">") for word in ("more", "greater", "larger", "bigger", "longer", "higher")),
    *(((word, "than"), "<") for word in ("less", "fewer", "smaller", "shorter", "lower")),
    (("at", "least"), ">="),
    (("at", "most"), "<="),
    (("up", "to"), "<="),
    (("over",), ">"),
    (("above",), ">"),
    (("exceeding",), ">"),
    (("under",), "<"),
    (("below",), "<"),
    (("about",), "~"),
    (("around",), "~"),
    (("roughly",), "~"),
    (("some",), "~"),
)
MONTHS = frozenset(_MONTHS) - {"may", "mar"}
_FIRST_YEAR, _LAST_YEAR = 1900, 2100
_ISO = re.compile(r"(\d{4})-(\d{2})-(\d{2})\Z")
_DAY = re.compile(r"\d{1,2}(?:st|nd|rd|th)?\Z")
_PLAIN = re.compile(r"\d[\d,_]*(?:\.\d+)?\Z")
NUMBERED = frozenset(
    {"version", "level", "page", "chapter", "section", "step", "phase", "release", "item", "line", "port"}
)
"""Words whose number is a name: version 2 is another thing than version 3, not more or less of it."""
_NUMBERED_TOO = frozenset({"error", "status"})


class Word(NamedTuple):
    """One token: as written, in lower case, and whether it begins a sentence."""

    written: str
    lower: str
    is_first: bool = False


class Quantity(NamedTuple):
    """`kind` is what can be compared with one another: time, money, share, date, clock, a counted thing, or bare.

    Time is in hours. A date is year, month and day, zero where it tells none. It stands from `at` up to `upto`;
    `covers` are all the words that it takes, its bound and its rate included.
    """

    kind: str
    value: float
    unit: str
    at: int
    upto: int
    bound: str = ""
    per: str = ""
    date: tuple[int, int, int] = (0, 0, 0)
    covers: frozenset[int] = frozenset()
    told: str = ""
    """As it is written."""
    is_weak: bool = False
    """Told by an article alone: "a week"."""
    is_limit: bool = False
    """The time within which something is done."""


def is_unit(word: str) -> bool:
    return word in _DURATIONS or sense_of(word) in _CURRENCIES


def rate_of(word: str) -> str | None:
    """What `daily` is a rate of."""
    return _ADVERBS.get(word)


def quantities(words: Sequence[Word]) -> list[Quantity]:
    """In their order."""
    found: list[Quantity] = []
    at = 0
    while at < len(words):
        read = next(filter(None, (reader(words, at) for reader in _READERS)), None)
        if read is None:
            at += 1
            continue
        read = _with_sign(words, read)
        found.append(_as_told(words, _with_limit(words, _with_bound(words, _with_rate(words, read)))))
        at = max(read.upto, max(found[-1].covers) + 1)
    return found


def _lower(words: Sequence[Word], at: int) -> str:
    return words[at].lower if 0 <= at < len(words) else ""


def _date(words: Sequence[Word], at: int) -> Quantity | None:
    iso = _ISO.match(_lower(words, at))
    if iso is not None:
        year, month, day = map(int, iso.groups())
        return Quantity("date", 0.0, "", at, at + 1, date=(year, month, day))
    one, two, three = (_lower(words, at + step) for step in range(3))
    if _is_day(one) and two == "of" and three in _MONTHS:
        return Quantity("date", 0.0, "", at, at + 3, date=(0, _MONTHS[three], _day(one)))
    if _is_day(one) and two in _MONTHS:
        year = int(three) if _is_year(three) else 0
        return Quantity("date", 0.0, "", at, at + (3 if year else 2), date=(year, _MONTHS[two], _day(one)))
    if _is_day(one) and not one.isdecimal() and _lower(words, at - 2) == "on" and not _names(two):
        return Quantity("date", 0.0, "", at, at + 1, date=(0, 0, _day(one)))
    if one in _MONTHS and words[at].written[:1].isupper() and (_is_day(two) or _is_year(two)):
        if _is_year(two):
            return Quantity("date", 0.0, "", at, at + 2, date=(int(two), _MONTHS[one], 0))
        comma = three == ","
        last = _lower(words, at + 3) if comma else three
        year = int(last) if _is_year(last) else 0
        length = 2 + (1 + comma if year else 0)
        return Quantity("date", 0.0, "", at, at + length, date=(year, _MONTHS[one], _day(two)))
    follows = _lower(words, at + 1)
    if _is_year(one) and (not _names(follows) or follows in _MONTHS):
        return Quantity("date", 0.0, "", at, at + 1, date=(int(one), 0, 0))
    return None


def _is_year(word: str) -> bool:
    return len(word) == 4 and word.isdecimal() and _FIRST_YEAR <= int(word) <= _LAST_YEAR


def _is_day(word: str) -> bool:
    return _DAY.match(word) is not None and 1 <= _day(word) <= 31


def _day(word: str) -> int:
    return int(word[:-2] if word[-1:].isalpha() else word)


def _names(word: str) -> bool:
    return word[:1].isalpha() and not is_small(word)


def _often(words: Sequence[Word], at: int) -> Quantity | None:
    """Every day, every second week, every two years: how often, in times an hour."""
    if _lower(words, at) not in ("every", "each"):
        return None
    every = _NTH.get(_lower(words, at + 1))
    number = (every, at + 2) if every is not None else _number(words, at + 1) or (1.0, at + 1)
    unit = _DURATIONS.get(_lower(words, number[1]))
    if unit is None:
        return None
    return Quantity(HOW_OFTEN, 1 / (number[0] * _HOURS[unit]), unit, at, number[1] + 1)


def _times(words: Sequence[Word], at: int) -> Quantity | None:
    value = _TIMES.get(_lower(words, at))
    if value is not None:
        return _repeated(words, value, at, at + 1)
    number = _number(words, at)
    if number is not None and _lower(words, number[1]) == "times":
        return _repeated(words, number[0], at, number[1] + 1)
    return None


def _repeated(words: Sequence[Word], value: float, at: int, upto: int) -> Quantity:
    daily = _ADVERBS.get(_lower(words, upto))
    unit = daily or _DURATIONS.get(_lower(words, upto + 1))
    if unit is not None and (daily or _lower(words, upto) in _EACH):
        return Quantity(HOW_OFTEN, value / _HOURS[unit], unit, at, upto + (1 if daily else 2))
    return Quantity("time as much", value, "times", at, upto)


def _share(words: Sequence[Word], at: int) -> Quantity | None:
    number = _number(words, at)
    if number is not None and words[at].lower.endswith("%"):
        return Quantity("share", number[0] / 100, "share", at, number[1])
    if number is not None and _lower(words, number[1]) in ("percent", "%"):
        return Quantity("share", number[0] / 100, "share", at, number[1] + 1)
    part = _PARTS.get(_lower(words, number[1])) if number is not None else None
    if number is not None and part is not None and _lower(words, number[1] + 1) == "of":
        return Quantity("share", number[0] * part, "share", at, number[1] + 1)
    if _lower(words, at) in ("half", "a") and _lower(words, at + 1) in ("of", *_PARTS):
        part = _PARTS.get(_lower(words, at)) or _PARTS.get(_lower(words, at + 1))
        return None if part is None else Quantity("share", part, "share", at, at + 1)
    return None


def _amount(words: Sequence[Word], at: int) -> Quantity | None:
    number = _number(words, at)
    if number is None or _lower(words, at - 1) in NUMBERED | _NUMBERED_TOO:
        return None
    value, upto = number
    sign = _SIGNS.get(words[at].lower[:1])
    if sign is not None:
        return Quantity(f"money {sign}", value, sign, at, upto)
    for step in (0, 1):  # five days, five working days
        unit = _lower(words, upto + step)
        if unit in _DURATIONS and (step == 0 or not is_small(_lower(words, upto))):
            return Quantity("time", value * _HOURS[_DURATIONS[unit]], _DURATIONS[unit], at, upto + step + 1)
    unit = _lower(words, upto)
    if sense_of(unit) in _CURRENCIES:
        return Quantity(f"money {sense_of(unit)}", value, sense_of(unit), at, upto + 1)
    if unit == "o'clock":
        return Quantity("bare", value, "", at, upto + 1)
    if unit[:1].isalpha() and not is_small(unit):
        return Quantity(f"count {sense_of(unit)}", value, sense_of(unit), at, upto)
    if words[at].lower == "one" and unit not in _FROM_WHERE:
        return None  # a pronoun as often as a number
    return Quantity("bare", value, "", at, upto)


def _number(words: Sequence[Word], at: int) -> tuple[float, int] | None:
    """A number from here on, and where it ends."""
    word = _lower(words, at)
    digits = word.lstrip("".join(_SIGNS)).rstrip("%")
    if _PLAIN.match(digits):
        value: float | None = float(digits.replace(",", "").replace("_", ""))
    else:
        value = _spelled(word)
    if value is None:
        return None
    upto = at + 1
    while _lower(words, upto) in _SCALES:
        value *= _SCALES[_lower(words, upto)]
        upto += 1
    return value, upto


def _spelled(word: str) -> float | None:
    tens, hyphen, ones = word.partition("-")
    if hyphen and tens in _NUMBERS and ones in _NUMBERS:
        return _NUMBERS[tens] + _NUMBERS[ones]
    return _NUMBERS.get(word)


def _one(words: Sequence[Word], at: int) -> Quantity | None:
    """An article before a unit of time."""
    unit = _DURATIONS.get(_lower(words, at + 1))
    if _lower(words, at) not in ("a", "an") or unit is None:
        return None
    return Quantity("time", _HOURS[unit], unit, at, at + 2, is_weak=True)


def _with_sign(words: Sequence[Word], read: Quantity) -> Quantity:
    """Minus 80 degrees are not 80."""
    if _lower(words, read.at - 1) != "minus" or read.kind == "date":
        return read
    return read._replace(value=-read.value, at=read.at - 1)


def _with_rate(words: Sequence[Word], read: Quantity) -> Quantity:
    """600 requests a minute, 27 days of holiday a year: what is counted may stand between."""
    covers = frozenset(range(read.at, read.upto)) - _between(words, read)
    between = 2 if _lower(words, read.upto) == "of" else 1 if read.kind.startswith("count") else 0
    start = read.upto + between
    unit = _DURATIONS.get(_lower(words, start + 1))
    if _lower(words, start) in _EACH and unit is not None:
        return read._replace(per=unit, covers=covers | {start, start + 1})
    return read._replace(covers=covers)


def _between(words: Sequence[Word], read: Quantity) -> set[int]:
    """Five working days: which days stands between, and is a word like others."""
    middle = read.upto - 2
    is_told = read.kind == "time" and middle > read.at and _number(words, middle) is None
    return {middle} if is_told and _lower(words, middle) not in _SCALES else set()


def _with_bound(words: Sequence[Word], read: Quantity) -> Quantity:
    for phrase, bound in _BOUNDS:
        begins = read.at - len(phrase)
        if begins >= 0 and tuple(word.lower for word in words[begins : read.at]) == phrase:
            return read._replace(bound=bound, covers=read.covers | frozenset(range(begins, read.at)))
    return read


def _with_limit(words: Sequence[Word], read: Quantity) -> Quantity:
    return read._replace(is_limit=_lower(words, min(read.covers) - 1) == "within")


def _as_told(words: Sequence[Word], read: Quantity) -> Quantity:
    upto = max(read.upto + read.kind.startswith("count"), max(read.covers) + 1)
    return read._replace(told=" ".join(word.written for word in words[read.at : upto]))


_READERS = (_date, _often, _times, _share, _amount, _one)
