"""Originals, kept by the hash of their bytes, for views of evidence."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

__all__ = ["Blobs"]


class Blobs(Protocol):
    """Each org for itself: nobody learns from a hash what others keep."""

    def put(self, org: str, data: bytes) -> str:
        """The hash of the bytes; putting them again changes nothing."""
        ...

    def get(self, org: str, hash: str) -> bytes:
        """NotFound if they are not kept, StoreCorrupt if they are not what they were."""
        ...

    def sweep(self, org: str, kept: Collection[str]) -> None:
        """No byte stays of anything but these, nor of what somebody began to put and never finished."""
        ...
