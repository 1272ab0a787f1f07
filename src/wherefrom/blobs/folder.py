"""Originals in a folder beside the store: one file each, named by the hash of its bytes."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Collection
from pathlib import Path

from wherefrom.core.ids import new_id, sha256
from wherefrom.errors import NotFound, StoreCorrupt

__all__ = ["FolderBlobs"]

_HASH = re.compile(r"[0-9a-f]{64}\Z")
_DRAFT = ".new"
_LONGEST_WRITE = 3_600.0


class FolderBlobs:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put(self, org: str, data: bytes) -> str:
        hash = sha256(data)
        place = self._place(org, hash)
        if not place.exists():
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            place.parent.mkdir(parents=True, exist_ok=True)
            # Written beside and renamed: whoever dies half way leaves no file that is not what its name says.
            draft = place.with_name(f"{new_id()}{_DRAFT}")
            with draft.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(place)
        return hash

    def get(self, org: str, hash: str) -> bytes:
        if not _HASH.match(hash):  # an import may bring any word: it must not lead to another file
            raise NotFound("original", hash)
        try:
            data = self._place(org, hash).read_bytes()
        except FileNotFoundError:
            raise NotFound("original", hash) from None
        if sha256(data) != hash:
            raise StoreCorrupt("an original is not what it was", value=hash, hint="read its source again with --force")
        return data

    def sweep(self, org: str, kept: Collection[str]) -> None:
        for place in self._home(org).glob("??/*"):
            if _is_left_behind(place) if place.suffix == _DRAFT else place.name not in kept:
                place.unlink(missing_ok=True)

    def _place(self, org: str, hash: str) -> Path:
        return self._home(org) / hash[:2] / hash

    def _home(self, org: str) -> Path:
        return self._folder / org


def _is_left_behind(draft: Path) -> bool:
    """A younger one may still be written."""
    try:
        return time.time() - draft.stat().st_mtime > _LONGEST_WRITE
    except FileNotFoundError:
        return False
