"""One open index of `local`."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from threading import RLock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wherefrom.core.changes import Mark
from wherefrom.engines.retrieval.bm25 import TITLE_WEIGHT
from wherefrom.engines.retrieval.checks import accepted, key_of, query_vector, terms_of
from wherefrom.engines.retrieval.local.manifest import NOTHING, Manifest, parsed, publish, published, sole_writer
from wherefrom.engines.retrieval.local.rows import Rows
from wherefrom.engines.retrieval.local.vectors import nearest
from wherefrom.engines.retrieval.local.words import Limits, Words
from wherefrom.engines.retrieval.local.writing import appended, rewritten, swept
from wherefrom.errors import StoreCorrupt
from wherefrom.ports.engines import Can, Doc, IndexSpec, Legs, OpenIndex, RetrievalEngine, Seek, Where

__all__ = ["LocalRetrieval", "open_local"]

_OPENING_ATTEMPTS = 50
_DEAD_SHARE = 10


class _View(NamedTuple):
    """One generation, held open; a search uses one view from its beginning to its end."""

    content: bytes
    manifest: Manifest
    rows: Rows
    words: Words | None


class _Scope(NamedTuple):
    """A filter worked out for both legs: `kept` by row (None: all), `limits` for the words."""

    kept: NDArray[np.bool_] | None
    limits: Limits


class LocalRetrieval:
    """Safe from many threads; many processes may read while one writes, and writers wait for each other."""

    can = Can.WORDS | Can.MEANING

    def __init__(
        self, directory: Path, spec: IndexSpec, *, title_weight: float = TITLE_WEIGHT, patience: float = 60.0
    ) -> None:
        self.spec = spec
        self._home = directory
        self._dimensions = spec.embedder.dimensions if spec.embedder else 0
        self._title_weight = title_weight
        self._patience = patience
        self._staged: dict[str, Doc | None] = {}
        self._mutex = RLock()
        self._view = _View(b"", NOTHING, Rows(directory, NOTHING, self._dimensions), None)

    def put(self, docs: Iterable[Doc]) -> None:
        taken = accepted(docs, self.spec)
        with self._mutex:
            self._staged.update((doc.id, doc) for doc in taken)

    def delete(self, ids: Iterable[str]) -> None:
        with self._mutex:
            self._staged.update(dict.fromkeys(ids))

    def commit(self, mark: Mark | None = None) -> None:
        with self._mutex, sole_writer(self._home, self._patience):
            view = self._newest()
            manifest = self._written(view) if self._staged else view.manifest
            self._publish(replace(manifest, mark=mark or view.manifest.mark), view.manifest)
            self._staged = {}

    def compact(self) -> None:
        with self._mutex, sole_writer(self._home, self._patience):
            view = self._newest()
            self._publish(rewritten(self._home, view.rows, view.manifest, [], []), view.manifest)

    def mark(self) -> Mark | None:
        return parsed(published(self._home), self._home).mark

    def count(self) -> int:
        return parsed(published(self._home), self._home).documents

    def search(self, seek: Seek) -> Legs:
        query = query_vector(seek, self.spec)
        rows, words = self._newest()[2:]
        scope = _scope(rows, seek.where)
        if words is None or scope is None:
            return Legs()
        terms = terms_of(seek)
        hits = words.best(terms, scope.limits, seek.depth, self._title_weight) if terms else []
        near = nearest(rows, query, scope.kept, seek.depth) if query is not None else []
        return Legs(_ranked(rows, hits, seek.depth), _ranked(rows, near, seek.depth))

    def get(self, ids: Iterable[str]) -> Mapping[str, Doc]:
        rows = self._newest().rows
        return {id: rows.doc(row) for id, row in rows.find(ids).items()}

    def close(self, *, drop: bool = False) -> None:
        with self._mutex:
            self._staged = {}
            self._view = _View(b"", NOTHING, Rows(self._home, NOTHING, self._dimensions), None)
            if drop and self._home.is_dir():
                with sole_writer(self._home, self._patience):
                    (self._home / "manifest.json").unlink(missing_ok=True)
                    shutil.rmtree(self._home, ignore_errors=True)

    def _written(self, view: _View) -> Manifest:
        rows, before = view.rows, view.manifest
        replaced = sorted(rows.find(self._staged).values())
        docs = [doc for _, doc in sorted(self._staged.items()) if doc is not None]
        if not docs and not replaced:
            return before
        crowded = (before.dead + len(replaced)) * _DEAD_SHARE > before.rows + len(docs)
        write = rewritten if crowded or not before.rows_directory else appended
        return write(self._home, rows, before, docs, replaced)

    def _publish(self, manifest: Manifest, before: Manifest) -> None:
        if manifest != before:
            publish(self._home, manifest)
            swept(self._home, manifest)

    def _newest(self) -> _View:
        """The newest commit by any process. One that is swept while we open it looks damaged, and is not the newest."""
        for _ in range(_OPENING_ATTEMPTS):
            view, content = self._view, published(self._home)
            if content == view.content:
                return view
            try:
                self._view = view = self._opened(content)
                return view
            except FileNotFoundError:
                continue
            except StoreCorrupt:
                if published(self._home) == content:
                    raise
        raise StoreCorrupt(
            "files of an index are missing", value=str(self._home), hint="rebuild it with `wherefrom reindex`"
        )

    def _opened(self, content: bytes) -> _View:
        manifest = parsed(content, self._home)
        last = self._view
        before = last.rows if last.manifest.rows_directory == manifest.rows_directory else None
        rows = Rows(self._home / manifest.rows_directory, manifest, self._dimensions, before)
        words = Words(self._home / manifest.words_directory) if manifest.words_directory else None
        return _View(content, manifest, rows, words)


def open_local(directory: Path, *, title_weight: float = TITLE_WEIGHT, patience: float = 60.0) -> OpenIndex:
    """A backend that keeps each index in a directory of its own below this one."""

    def open_index(spec: IndexSpec, transaction: object | None = None) -> RetrievalEngine:
        readable = re.sub(r"[^a-z0-9]+", "-", spec.name.lower())[:40]
        home = directory / f"{readable}-{key_of(spec)}"
        return LocalRetrieval(home, spec, title_weight=title_weight, patience=patience)

    return open_index


def _scope(rows: Rows, where: Where) -> _Scope | None:
    """None where nothing can be found."""
    admitted = rows.groups.admitted(where)
    if not admitted.any():
        return None
    kept = None if admitted.all() else np.take(admitted, rows.group_numbers)
    if where.since is not None:
        kept = _both(kept, rows.table["at"] >= where.since)
    if where.until is not None:
        kept = _both(kept, rows.table["at"] <= where.until)
    if where.ids is not None:
        named = np.zeros(rows.size, dtype=np.bool_)
        named[list(rows.find(where.ids).values())] = True
        kept = _both(kept, named)
        return _Scope(kept, Limits(rows=np.flatnonzero(kept).tolist()))
    return _Scope(kept, _limits(admitted, where))


def _both(kept: NDArray[np.bool_] | None, more: NDArray[np.bool_]) -> NDArray[np.bool_]:
    return more if kept is None else kept & more


def _limits(admitted: NDArray[np.bool_], where: Where) -> Limits:
    """Names the groups that are let in or those that are kept out, whichever are fewer."""
    inside, outside = np.flatnonzero(admitted).tolist(), np.flatnonzero(~admitted).tolist()
    if not outside:
        return Limits(since=where.since, until=where.until)
    if len(outside) < len(inside):
        return Limits(excluded_groups=outside, since=where.since, until=where.until)
    return Limits(groups=inside, since=where.since, until=where.until)


def _ranked(rows: Rows, hits: Sequence[tuple[int, float]], depth: int) -> list[tuple[str, float]]:
    """The first `depth` by score, then by id; ids are read only for those that can be among them."""
    if len(hits) > depth > 0:
        least = sorted((score for _, score in hits), reverse=True)[depth - 1]
        hits = [hit for hit in hits if hit[1] >= least]
    ids = rows.ids_at([row for row, _ in hits])
    scored = zip(ids, (score for _, score in hits), strict=True)
    return sorted(scored, key=lambda hit: (-hit[1], hit[0]))[:depth]
