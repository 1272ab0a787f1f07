"""Writing of `local`: append to the rows, or rewrite them, and leave the next generation ready to be published."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from wherefrom.engines.retrieval.local.groups import Groups, encoded, group_of
from wherefrom.engines.retrieval.local.manifest import Manifest, new_stamp, sync
from wherefrom.engines.retrieval.local.rows import FILES, ROW, Record, Rows, hash_of
from wherefrom.engines.retrieval.local.words import WordsWriter, text_of
from wherefrom.engines.retrieval.quantised import quantised
from wherefrom.ports.engines import Doc

__all__ = ["appended", "rewritten", "swept"]

_BATCH = 5_000


def appended(home: Path, rows: Rows, before: Manifest, docs: Sequence[Doc], dead: Sequence[int]) -> Manifest:
    """The old rows, the new ones behind them, and a longer list of the dead."""
    target = f"words-{new_stamp()}"
    words = WordsWriter(home / target, home / before.words_directory, len(docs))
    words.remove(dead)
    directory = home / before.rows_directory
    _cut_back(directory, before, rows.dimensions)
    after = _Appender(directory, before, rows.groups, rows.dimensions, words).append(docs)
    with open(directory / FILES.dead, "ab") as file:
        file.write(np.asarray(dead, dtype="<u4").tobytes())
    words.finish()
    _sync_rows(directory)
    return replace(after, words_directory=target, dead=before.dead + len(dead))


def rewritten(home: Path, rows: Rows, before: Manifest, docs: Sequence[Doc], dead: Sequence[int]) -> Manifest:
    """Only what lives, in the order of ids, so that equal data give equal bytes and equal scores."""
    stamp = new_stamp()
    empty = Manifest(rows_directory=f"rows-{stamp}", words_directory=f"words-{stamp}", mark=before.mark)
    directory = home / empty.rows_directory
    directory.mkdir()
    for name in FILES:
        (directory / name).touch()
    words = WordsWriter(home / empty.words_directory, None, rows.size + len(docs))
    appender = _Appender(directory, empty, Groups(), rows.dimensions, words)
    after = appender.append(_in_order(rows, docs, dead))
    words.finish()
    _sync_rows(directory)
    sync(directory)
    return after


def swept(home: Path, manifest: Manifest) -> None:
    """Remove the directories of other generations; a reader keeps what it has mapped until it looks again."""
    kept = {manifest.rows_directory, manifest.words_directory}
    for name in os.listdir(home):
        if name.startswith(("rows-", "words-")) and name not in kept:
            shutil.rmtree(home / name, ignore_errors=True)


def _sync_rows(directory: Path) -> None:
    """When all are written: what a file system does for the first of them mostly serves the others as well."""
    for name in FILES:
        sync(directory / name)


def _cut_back(directory: Path, manifest: Manifest, dimensions: int) -> None:
    """Whatever stands behind the published end was left by a process that died."""
    sizes: Mapping[str, int] = {
        FILES.table: manifest.rows * ROW.itemsize,
        FILES.texts: manifest.text_bytes,
        FILES.codes: manifest.rows * dimensions,
        FILES.vectors: manifest.rows * dimensions * 4,
        FILES.dead: manifest.dead * 4,
        FILES.groups: manifest.group_bytes,
    }
    for name, size in sizes.items():
        if os.stat(directory / name).st_size > size:
            os.truncate(directory / name, size)


def _in_order(rows: Rows, docs: Sequence[Doc], dead: Sequence[int]) -> Iterator[Doc]:
    alive = rows.alive.copy()
    alive[list(dead)] = False
    living = np.flatnonzero(alive).tolist()
    kept: dict[str, int | Doc] = dict(zip(rows.ids_at(living), living, strict=True))
    kept.update((doc.id, doc) for doc in docs)
    for id in sorted(kept):
        doc = kept[id]
        yield rows.doc(doc) if isinstance(doc, int) else doc


class _Appender:
    """Adds documents to all row files and to the words at once."""

    def __init__(
        self, directory: Path, manifest: Manifest, groups: Groups, dimensions: int, words: WordsWriter
    ) -> None:
        self._directory = directory
        self._manifest = manifest
        self._numbers = dict(groups.numbers)
        self._dimensions = dimensions
        self._words = words

    def append(self, docs: Iterable[Doc]) -> Manifest:
        known = len(self._numbers)
        with (
            open(self._directory / FILES.table, "ab") as table,
            open(self._directory / FILES.texts, "ab") as texts,
            open(self._directory / FILES.codes, "ab") as codes,
            open(self._directory / FILES.vectors, "ab") as vectors,
            open(self._directory / FILES.groups, "ab") as groups,
        ):
            for batch in _batches(docs):
                entries = self._written(batch, texts)
                if self._dimensions:
                    matrix = self._matrix(batch)
                    code, entries["scale"] = quantised(matrix)
                    codes.write(code.tobytes())
                    vectors.write(matrix.tobytes())
                table.write(entries.tobytes())
            new_groups = b"".join(encoded(key) for key in list(self._numbers)[known:])
            groups.write(new_groups)
        return replace(self._manifest, group_bytes=self._manifest.group_bytes + len(new_groups))

    def _written(self, batch: Sequence[Doc], texts: BinaryIO) -> NDArray[np.void]:
        entries = np.zeros(len(batch), dtype=ROW)
        row, end = self._manifest.rows, self._manifest.text_bytes
        known: dict[tuple[int, int], int] = {}  # documents of one batch share the objects that hold their facets
        for place, doc in enumerate(batch):
            number = known.get((doc.acl, id(doc.facets)))
            if number is None:
                number = self._numbers.setdefault(group_of(doc), len(self._numbers))
                known[doc.acl, id(doc.facets)] = number
            record = Record(doc.id, text_of(doc.title), text_of(doc.body), doc.payload)
            entries[place] = (hash_of(doc.id), end, doc.at, number, 0.0)
            content = record.encoded()
            texts.write(content)
            end += len(content)
            self._words.add(row + place, number, doc.at, record.title, record.body)
        self._manifest = replace(self._manifest, rows=row + len(batch), text_bytes=end)
        return entries

    def _matrix(self, batch: Sequence[Doc]) -> NDArray[np.float32]:
        matrix = np.zeros((len(batch), self._dimensions), dtype="<f4")
        for place, doc in enumerate(batch):
            if doc.vector is not None:
                matrix[place] = doc.vector
        return matrix


def _batches(docs: Iterable[Doc]) -> Iterator[list[Doc]]:
    remaining = iter(docs)
    while batch := list(islice(remaining, _BATCH)):
        yield batch
