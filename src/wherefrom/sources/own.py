"""What the store itself is made of, which is not among what is read into it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

__all__ = ["THE_STORE", "own_below"]

THE_STORE = "the store itself"


def own_below(root: str, own: Iterable[Path]) -> frozenset[str]:
    """The files and folders of the store that lie below a folder, as paths from there."""
    real = os.path.realpath(root)
    below = (os.path.relpath(os.path.realpath(each), real) for each in own)
    return frozenset(path for path in below if path.split(os.sep)[0] != os.pardir)
