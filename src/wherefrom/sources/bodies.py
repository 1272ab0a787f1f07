"""Pages that a scan had to download, until they are fetched: each crosses the network once a run."""

from __future__ import annotations

from hashlib import sha256
from tempfile import SpooledTemporaryFile
from threading import Lock
from typing import NamedTuple

from wherefrom.egress import Egress, Fetched
from wherefrom.ports.documents import Blob, Found
from wherefrom.sources.places import place_path

__all__ = ["Bodies", "fetched_blob", "revision_of"]

_IN_MEMORY = 16 * 1024 * 1024


class _Place(NamedTuple):
    start: int
    length: int
    media_type: str
    revision: str


class Bodies:
    """In memory while they are few, else in a nameless temporary file. The crawl's own cap bounds it."""

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile[bytes](_IN_MEMORY)
        self._places: dict[str, _Place] = {}
        self._lock = Lock()

    def keep(self, uri: str, page: Fetched, revision: str) -> None:
        with self._lock:
            start = self._file.seek(0, 2)
            self._file.write(page.data)
            self._places[uri] = _Place(start, len(page.data), _stated(page), revision)

    def blob(self, found: Found) -> Blob | None:
        """The page as it was when it was scanned, if it is here."""
        with self._lock:
            place = self._places.get(found.uri)
            if place is None or place.revision != found.revision:
                return None
            self._file.seek(place.start)
            data = self._file.read(place.length)
        return Blob(found.uri, data, place_path(found.uri), place.media_type, place.revision)

    def close(self) -> None:
        with self._lock:
            self._places.clear()
            self._file.close()


def revision_of(data: bytes) -> str:
    """Of the bytes, not of the headers: an ETag that changes with every answer changes nothing."""
    return f"sha256:{sha256(data).hexdigest()[:40]}"


def fetched_blob(egress: Egress, uri: str) -> Blob:
    """The page as it is now."""
    page = egress.fetch(uri)
    return Blob(uri, page.data, place_path(uri), _stated(page), revision_of(page.data))


def _stated(page: Fetched) -> str:
    return page.headers.get("content-type", "")
