"""When two claims say the same: the statement without what no reader would call a difference; or nearly the same."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from wherefrom.core.ids import content_hash

__all__ = ["Band", "normalised", "statement_hash"]

_BLANKS = re.compile(r"\s+")


class Band(NamedTuple):
    """A number that statements which say nearly the same share, and the words that it was drawn from: a bit each."""

    number: int
    words: int


def normalised(text: str) -> str:
    """Case, white space and a full stop at the end fold; a word more or less does not."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return _BLANKS.sub(" ", folded).strip().rstrip(".").rstrip()


@lru_cache(maxsize=64)  # asked for when its twin is looked for, and when it is written
def statement_hash(text: str) -> str:
    return content_hash(normalised(text))
