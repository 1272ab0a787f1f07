"""The rows of `local`: append-only files that all generations of one lifetime share, read through the manifest.

A row is a document at one version. Replaced and deleted rows stay until a rewrite, named in the list of the dead.
"""

from __future__ import annotations

import hashlib
import math
import mmap
import struct
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from wherefrom.engines.retrieval.local.groups import Groups
from wherefrom.engines.retrieval.local.manifest import Manifest
from wherefrom.engines.retrieval.local.words import terms_in
from wherefrom.errors import StoreCorrupt
from wherefrom.ports.engines import Doc

__all__ = ["FILES", "ROW", "Files", "Record", "Rows", "hash_of"]

ROW = np.dtype([("hash", "<u8"), ("text", "<u8"), ("at", "<i8"), ("group", "<i4"), ("scale", "<f4")])
_LENGTHS = struct.Struct("<4I")
_FIRST = struct.Struct("<I")
_Scalar = TypeVar("_Scalar", bound=np.generic)


class Files(NamedTuple):
    """Names inside the directory of the rows."""

    table: str = "rows.bin"
    texts: str = "texts.bin"
    codes: str = "codes.i8"
    vectors: str = "vectors.f32"
    dead: str = "dead.u32"
    groups: str = "groups.jsonl"


FILES = Files()
# Read a row here and a row there: reading ahead would only fill the memory.
_SCATTERED = (FILES.texts, FILES.vectors)


class Record(NamedTuple):
    """The texts of one document, terms joined as the word leg splits them."""

    id: str
    title: str
    body: str
    payload: bytes

    def encoded(self) -> bytes:
        parts = (self.id.encode(), self.title.encode(), self.body.encode(), self.payload)
        return _LENGTHS.pack(*map(len, parts)) + b"".join(parts)

    @classmethod
    def decoded(cls, content: memoryview, start: int) -> Record:
        id_size, title_size, body_size, payload_size = _LENGTHS.unpack_from(content, start)
        title = start + _LENGTHS.size + id_size
        body = title + title_size
        payload = body + body_size
        return cls(
            str(content[start + _LENGTHS.size : title], "utf-8"),
            str(content[title:body], "utf-8"),
            str(content[body:payload], "utf-8"),
            bytes(content[payload : payload + payload_size]),
        )


def hash_of(id: str) -> int:
    return int.from_bytes(hashlib.blake2b(id.encode(), digest_size=8).digest(), "little")


class Rows:
    """One generation of the rows, mapped to read."""

    def __init__(self, directory: Path, manifest: Manifest, dimensions: int, before: Rows | None = None) -> None:
        """`before`: an earlier generation of the same files, if there is one at hand."""
        self._directory = directory
        self._manifest = manifest
        self.size = manifest.rows
        self.dimensions = dimensions
        self.table = self._mapped(FILES.table, ROW, (self.size,))
        self.codes = self._mapped(FILES.codes, np.dtype(np.int8), (self.size, dimensions))
        self.vectors = self._mapped(FILES.vectors, np.dtype(np.float32), (self.size, dimensions))
        self._starts = self.table["text"]
        self.dead = np.array(self._mapped(FILES.dead, np.dtype(np.uint32), (manifest.dead,)))
        self._texts = self._mapped(FILES.texts, np.dtype(np.uint8), (manifest.text_bytes,)).data
        stored = self._mapped(FILES.groups, np.dtype(np.uint8), (manifest.group_bytes,)).tobytes()
        self.groups = Groups(stored, before.groups if before else None)

    @cached_property
    def scales(self) -> NDArray[np.float32]:
        return np.ascontiguousarray(self.table["scale"])

    @cached_property
    def group_numbers(self) -> NDArray[np.int32]:
        return np.ascontiguousarray(self.table["group"])

    @cached_property
    def alive(self) -> NDArray[np.bool_]:
        alive = np.ones(self.size, dtype=np.bool_)
        alive[self.dead] = False
        return alive

    @cached_property
    def unseen(self) -> NDArray[np.intp]:
        """Rows that the meaning leg must pass over: dead, or without a vector."""
        return np.flatnonzero(~self.alive | (self.scales == 0))

    def ids_at(self, rows: Sequence[int]) -> list[str]:
        texts, skipped = self._texts, _LENGTHS.size
        starts = cast("list[int]", self._starts[rows].tolist())
        sizes = (_FIRST.unpack_from(texts, start)[0] for start in starts)
        return [
            str(texts[start + skipped : start + skipped + size], "utf-8")
            for start, size in zip(starts, sizes, strict=True)
        ]

    def record(self, row: int) -> Record:
        return Record.decoded(self._texts, int(self.table["text"][row]))

    def doc(self, row: int) -> Doc:
        record, entry = self.record(row), self.table[row]
        number = int(entry["group"])
        return Doc(
            id=record.id,
            body=terms_in(record.body),
            title=terms_in(record.title),
            vector=np.array(self.vectors[row]) if entry["scale"] else None,
            acl=self.groups.keys[number][0],
            at=int(entry["at"]),
            facets=self.groups.facets(number),
            payload=record.payload,
        )

    def find(self, ids: Iterable[str]) -> Mapping[str, int]:
        """The living row of each id that has one."""
        if not self.size:
            return {}
        wanted = {id: hash_of(id) for id in ids}
        if not wanted:
            return {}
        sought = np.sort(np.fromiter(wanted.values(), dtype=np.uint64, count=len(wanted)))
        hashes = self.table["hash"]
        places = np.searchsorted(sought, hashes)
        places[places == len(sought)] = 0
        return self._confirmed(np.flatnonzero((sought[places] == hashes) & self.alive).tolist(), wanted)

    def _confirmed(self, rows: Sequence[int], wanted: Mapping[str, int]) -> Mapping[str, int]:
        """Hashes may collide, ids do not."""
        return {id: row for id, row in zip(self.ids_at(rows), rows, strict=True) if id in wanted}

    def _mapped(self, name: str, dtype: np.dtype[_Scalar], shape: tuple[int, ...]) -> NDArray[_Scalar]:
        if 0 in shape:
            return np.zeros(shape, dtype=dtype)
        try:
            with open(self._directory / name, "rb") as file:
                mapping = mmap.mmap(file.fileno(), dtype.itemsize * math.prod(shape), access=mmap.ACCESS_READ)
        except ValueError as error:
            raise StoreCorrupt(
                "a file of an index is shorter than its manifest says",
                value=str(self._directory / name),
                hint="rebuild it with `wherefrom reindex`",
            ) from error
        if name in _SCATTERED and hasattr(mmap, "MADV_RANDOM"):
            mapping.madvise(mmap.MADV_RANDOM)
        return np.frombuffer(mapping, dtype=dtype).reshape(shape)
