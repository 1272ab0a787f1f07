"""An original that somebody handed over: it is kept, and read from where it is kept."""

from __future__ import annotations

from wherefrom.core.documents import Source
from wherefrom.core.wellformed import required
from wherefrom.errors import ContentError, NotFound
from wherefrom.ports.blobs import Blobs
from wherefrom.ports.documents import Blob, Found, Scan

__all__ = ["UploadConnector"]


class UploadConnector:
    """`config` has the hash of the original (`blob`) and the `name` it came with."""

    def __init__(self, blobs: Blobs) -> None:
        self._blobs = blobs

    def check(self, source: Source) -> None:
        required(source.config.get("blob"), "blob")
        required(source.config.get("name"), "name")

    def scan(self, source: Source, state: str | None) -> Scan:
        return Scan([Found(source.uri, str(source.config["blob"]))])

    def fetch(self, source: Source, found: Found) -> Blob:
        hash, name = str(source.config["blob"]), str(source.config["name"])
        try:
            data = self._blobs.get(source.org, hash)
        except NotFound:
            raise ContentError("the original is no longer kept", value=name, hint="upload it again") from None
        return Blob(found.uri, data, name, revision=hash, title=name)

    def close(self) -> None:
        """Nothing is held."""
