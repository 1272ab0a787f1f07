"""Claims that say nearly the same: found by a few numbers made from their words, then compared word by word.

MinHash: of every permutation of all words the smallest of a claim's is kept; the more words two claims share, the more
of these are equal. Threes of them are what the record looks up: pairs would bring up whoever shares two common words.
With each goes which words it was drawn from, a bit each, which tells most strangers from twins before they are read.

In a short sentence one word decides in which language it is read ("need" is an Estonian one), and with that what all of
its words are. So where it may have been taken for another language it is also read in English, and without the words
that change little; each reading has numbers of its own.

What is told apart by its numbers is so however they are written: they are read in digits.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from hashlib import blake2b, shake_128
from struct import Struct

from wherefrom.core.statements import Band
from wherefrom.text.analysis import analyse
from wherefrom.text.numerals import in_digits
from wherefrom.text.stopwords import LISTED, stopwords

__all__ = ["bands", "bands_as_written", "near", "promising", "readings"]

_NEAR = 0.75
_SHORT = 12
_ENGLISH = "en"
_BANDS, _THREE = 6, 3
_PLACES = Struct(f"<{_BANDS * _THREE}I")
_BAND = Struct(f"<{_THREE}I")
_BITS = 63  # what a signed column holds without its sign
_MOST_CACHED_WORDS = 8_192
_MOST_CACHED_TEXTS = 256  # those that many claims are near to come up again and again
_DIGIT = re.compile(r"\d")
_WORDS = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
# fmt: off
_DENIALS = frozenset([
    "not", "no", "never", "none", "nobody", "nothing", "neither", "nor", "without", "cannot",
    "can't", "don't", "doesn't", "didn't", "isn't", "aren't", "won't", "wasn't", "nicht", "kein",
    "keine", "keinen", "keiner", "nie", "niemals", "ohne", "pas", "jamais", "aucun", "sans",
    "non", "nunca", "sin", "ningún",
])
# Said or not, the sentence says much the same; those that are small words of English are left out in any case.
_LITTLE = (
    "usually generally typically normally currently mostly actually basically commonly regularly frequently simply "
    "today indeed certainly definitely mainly chiefly largely principally primarily automatically alongside throughout "
    "amongst till versus"
)
# fmt: on


def bands(text: str) -> Sequence[Band]:
    """Six a reading; claims that share three of four words share one of them almost surely.

    What tells two sentences apart whatever their words is part of each number, as they are no twins in any case.
    """
    return _drawn(in_digits(text))


def bands_as_written(text: str) -> Sequence[Band]:
    """As they were drawn when "two" was not yet 2, to look for claims of that time; none for most texts."""
    return _drawn(text) if in_digits(text) != text else ()


def _drawn(text: str) -> Sequence[Band]:
    told = repr(_telling(text)).encode("utf-8", "surrogatepass")
    return list(dict.fromkeys(band for words in readings(text) for band in _bands(words, told)))


def _bands(words: frozenset[str], told: bytes) -> list[Band]:
    least = _PLACES.pack(*map(min, zip(*map(_places, words), strict=True)))
    marked = _marked(words)
    return [
        Band(_number(b"%d" % at, least[at : at + _BAND.size], told), marked)
        for at in range(0, _PLACES.size, _BAND.size)
    ]


def _number(*parts: bytes) -> int:
    return int.from_bytes(blake2b(b" ".join(parts), digest_size=8).digest(), "little", signed=True)


def _marked(words: frozenset[str]) -> int:
    return sum({1 << _places(word)[0] % _BITS for word in words})


def promising(text: str) -> Callable[[int], bool]:
    """Whether a claim that was drawn from the words so marked may be near to this one; if it is, it always may."""
    read = {*readings(in_digits(text)), *readings(text)}
    own = [(len(words), _marked(words)) for words in read]
    return lambda theirs: any(_most_shared(size, ours, theirs) >= _NEAR for size, ours in own)


def _most_shared(size: int, ours: int, theirs: int) -> float:
    """No two words that both have can have different marks."""
    return (size - (ours & ~theirs).bit_count()) / (size + (theirs & ~ours).bit_count())


def near(text: str, others: Mapping[str, str]) -> list[str]:
    """The ids of those that say it in nearly the same words; what one denies and the other does not is no duplicate."""
    ours, told = in_digits(text), _telling(in_digits(text))
    read = {id: in_digits(said) for id, said in others.items()}
    return [id for id, theirs in read.items() if _telling(theirs) == told and _share(ours, theirs) >= _NEAR]


def _share(one: str, other: str) -> float:
    """Of their words, read alike."""
    return max((_common(ours, theirs) for ours in readings(one) for theirs in readings(other)), default=0.0)


def _common(ours: frozenset[str], theirs: frozenset[str]) -> float:
    shared = len(ours & theirs)
    return shared / (len(ours) + len(theirs) - shared)


@lru_cache(_MOST_CACHED_TEXTS)
def readings(text: str) -> tuple[frozenset[str], ...]:
    """The words of a text as it is taken, first; most texts have this one reading."""
    words = frozenset(analyse(text))
    if not words or len(words) > _SHORT:
        return (words,) if words else ()
    english = words if _is_surely_english(text) else frozenset(analyse(text, language=_ENGLISH)) or words
    return tuple(dict.fromkeys((words, english, english - _little() or english)))


def _is_surely_english(text: str) -> bool:
    """Small words decide, and none is here that English does not have."""
    return text.isascii() and _foreign().isdisjoint(_WORDS.findall(text.lower()))


@cache
def _foreign() -> frozenset[str]:
    return frozenset[str]().union(*map(stopwords, LISTED)) - stopwords(_ENGLISH)


@cache
def _little() -> frozenset[str]:
    return frozenset(analyse(_LITTLE, language=_ENGLISH))


@lru_cache(_MOST_CACHED_WORDS)
def _places(word: str) -> tuple[int, ...]:
    """Where it stands in each permutation."""
    return _PLACES.unpack(shake_128(word.encode("utf-8", "surrogatepass")).digest(_PLACES.size))


@lru_cache(_MOST_CACHED_TEXTS)
def _telling(text: str) -> tuple[tuple[str, ...], int]:
    """What turns a sentence into another one: its numbers, and how often it says no."""
    words = _WORDS.findall(text.replace("’", "'").casefold())
    numbers = tuple(sorted(filter(_DIGIT.search, words))) if _DIGIT.search(text) else ()
    return numbers, 0 if _DENIALS.isdisjoint(words) else sum(word in _DENIALS for word in words) % 2
