"""The one quote check: does this text really occur in what it quotes?

White space and typographic quotation marks fold, and what is invisible is skipped; nothing else. A quote that was
shortened, corrected or paraphrased is not a quote.
"""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["Found", "find_quote"]

_BLANKS = re.compile(r"\s+")
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
    if at < 0:
        return None
    return Found(origins[at], origins[at + len(wanted) - 1] + 1)


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
