"""Vectors of a collection, made once and kept: the same for every system."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from wherefrom.ports.models import Embedder

__all__ = ["cached_vectors"]

_HOME = Path(tempfile.gettempdir()) / "wherefrom-bench-vectors"


def cached_vectors(embedder: Embedder, texts: Sequence[str], role: Literal["query", "passage"]) -> NDArray[np.float32]:
    digest = hashlib.blake2b(repr((tuple(embedder.id), role)).encode(), digest_size=16)
    for text in texts:
        digest.update(text.encode("utf-8", "replace") + b"\0")
    place = _HOME / f"{digest.hexdigest()}.npy"
    if place.is_file():
        return np.load(place)
    _HOME.mkdir(exist_ok=True)
    vectors = embedder.embed(texts, role=role)
    np.save(place, vectors)
    return vectors
