"""The one quote check: does this text really occur in what it quotes?

White space and typographic quotation marks fold, and what is invisible is skipped; nothing else. A quote that was
shortened, corrected or paraphrased is not a quote, and neither is one that begins or ends inside a word or a number:
"the limit is 5" does not stand in "the limit is 50".
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from wherefrom.core.scripts import HAN, HANGUL, KANA, MARKS, SOUTHEAST_ASIAN

__all__ = ["Found", "find_quote", "stands_whole"]

_BLANKS = re.compile(r"\s+")
_LETTER = f"(?:[^\\W_{HAN}{KANA}{HANGUL}{SOUTHEAST_ASIAN}]|[{MARKS}])"
_FOLDED = str.maketrans(
    {
        "\u2018": "'",
        "\u2019": "'",
        "\u201a": "'",
        "\u201b": "'",
        "\u201c": '"',
        "\u201d": '"',
        "\u201e": '"',
        "\u201f": '"',
        "\u00ab": '"',
        "\u00bb": '"',
        "\u2039": "'",
        "\u203a": "'",
        "\u00a0": " ",
        "\u202f": " ",
        "\u00ad": None,
        "\u200b": None,
        "\ufeff": None,
        "\0": None,
    }
)


class Found(NamedTuple):
    """Where the quote stands in the original text."""

    start: int
    end: int


def find_quote(quote: str, text: str) -> Found | None:
    """The first place in `text` that says `quote`, in positions of `text` itself; None when it says no such thing."""
    wanted = _BLANKS.sub(" ", quote.translate(_FOLDED)).strip()
    if not wanted:
        return None
    folded, origins = _fold(text)
    at = folded.find(wanted)
    if at >= 0 and (_is_inside(folded, at) or _is_inside(folded, at + len(wanted))):
        at = _whole(wanted, folded)
    if at < 0:
        return None
    return Found(origins[at], origins[at + len(wanted) - 1] + 1)


def stands_whole(lines: str, text: str) -> bool:
    """Whether these lines stand in the text as lines, and not as parts of others."""
    return f"\n{lines}\n" in f"\n{text}\n"


def _whole(wanted: str, folded: str) -> int:
    """The first place where it stands word by word; -1 without one. One search, however many words begin like it."""
    units = _units()
    text = "\0".join(["", *units.findall(folded), ""])
    at = text.find("\0".join(["", *units.findall(wanted), ""]))
    return at if at < 0 else at - text.count("\0", 0, at)


def _is_inside(folded: str, at: int) -> bool:
    """Whether the place before this character is inside a word, a number or a name."""
    if not 0 < at < len(folded):
        return False
    one, before, after, two = folded[at - 2 : at - 1], folded[at - 1], folded[at], folded[at + 1 : at + 2]
    if _is_letter(before):
        return _is_letter(after) or _joins(before, after, two)
    return _is_letter(after) and _joins(one, before, after)


def _joins(one: str, sign: str, two: str) -> bool:
    """`snake_case`, 1.5 and 10,000."""
    return (sign == "_" and _is_letter(one) and _is_letter(two)) or (sign in ".," and one.isdigit() and two.isdigit())


def _is_letter(character: str) -> bool:
    """A letter or a digit of a script that writes blanks."""
    if character.isascii():
        return character.isalnum()
    return _letter().match(character) is not None


# Such ranges take milliseconds to compile, which most quotes can save.


@cache
def _letter() -> re.Pattern[str]:
    return re.compile(_LETTER)


@cache
def _units() -> re.Pattern[str]:
    """A word, a number or a name, or a character that belongs to none; of a script without blanks, each character."""
    return re.compile(f"{_LETTER}+(?:_{_LETTER}+|(?<=\\d)[.,](?=\\d){_LETTER}+)*|.", re.DOTALL)


def _fold(text: str) -> tuple[str, list[int]]:
    """The folded text, and for each of its characters the position it came from."""
    characters: list[str] = []
    origins: list[int] = []
    for position, character in enumerate(text):
        folded = character.translate(_FOLDED)
        if folded.isspace():
            if characters and characters[-1] == " ":
                continue
            folded = " "
        if folded:
            characters.append(folded)
            origins.append(position)
    return "".join(characters), origins
