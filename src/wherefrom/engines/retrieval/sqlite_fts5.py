"""`sqlite_fts5`: an index inside the record's own SQLite transaction, for installations that want one file only.

What is committed here becomes durable, or is undone, with the transaction that the index was opened in. Terms are
written in letters that FTS5 neither splits nor folds. Bytes of deleted rows are wiped by SQLite if the record has set
`PRAGMA secure_delete`; `compact` rebuilds the vocabulary.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from threading import RLock
from typing import Any, cast

import numpy as np
from sqlalchemy import Connection

from wherefrom.core.changes import Mark
from wherefrom.engines.retrieval.bm25 import TITLE_WEIGHT, idf
from wherefrom.engines.retrieval.checks import accepted, key_of, query_vector, terms_of
from wherefrom.engines.retrieval.quantised import best_places, cosines, estimated, quantised
from wherefrom.errors import InvalidValue
from wherefrom.ports.engines import Can, Doc, Facet, IndexSpec, Legs, OpenIndex, RetrievalEngine, Seek, Vector, Where

__all__ = ["SqliteRetrieval", "open_sqlite_fts5", "read_term", "written_term"]

_HEX = "x"
_BATCH = 2_000
_LEAST_IDF = 1e-6  # what FTS5 itself puts in place of a negative one

_CREATE = """
CREATE TABLE {key}_docs (row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, acl INTEGER NOT NULL, at INTEGER NOT NULL,
    facets TEXT NOT NULL, title TEXT NOT NULL, body TEXT NOT NULL, payload BLOB NOT NULL);
CREATE TABLE {key}_codes (row INTEGER PRIMARY KEY, scale REAL NOT NULL, code BLOB NOT NULL);
CREATE TABLE {key}_vectors (row INTEGER PRIMARY KEY, vector BLOB NOT NULL);
CREATE TABLE {key}_facets (row INTEGER, facet TEXT, value TEXT, PRIMARY KEY (row, facet, value)) WITHOUT ROWID;
CREATE TABLE {key}_mark (one INTEGER PRIMARY KEY CHECK (one = 1), seq INTEGER NOT NULL, stamp TEXT NOT NULL);
CREATE VIRTUAL TABLE {key}_words USING fts5(title, body, content='{key}_docs', content_rowid='row', tokenize='ascii')
"""
_TABLES = ("words", "docs", "codes", "vectors", "facets", "mark")

_HITS = """
WITH hits AS MATERIALIZED (
    SELECT {key}_words.rowid AS row, json_extract(q.value, '$[1]') * -bm25({key}_words, :title_weight, 1.0) AS score
    FROM json_each(:queries) AS q CROSS JOIN {key}_words WHERE {key}_words MATCH json_extract(q.value, '$[0]'))
SELECT d.id, sum(hits.score) AS total FROM hits JOIN {key}_docs AS d ON d.row = hits.row
WHERE {condition} GROUP BY d.row ORDER BY total DESC, d.id LIMIT :depth
"""
_CONTAINING = """
SELECT q.value, (SELECT count(*) FROM {key}_words WHERE {key}_words MATCH q.value) FROM json_each(:terms) AS q
"""
_CODES = "SELECT d.row, c.scale, c.code FROM {key}_codes AS c JOIN {key}_docs AS d ON d.row = c.row WHERE {condition}"
_NEAR = """
SELECT d.id, v.vector FROM {key}_vectors AS v JOIN {key}_docs AS d ON d.row = v.row
WHERE v.row IN (SELECT value FROM json_each(:rows))
"""
_DOCS = """
SELECT d.id, d.title, d.body, v.vector, d.acl, d.at, d.facets, d.payload
FROM {key}_docs AS d LEFT JOIN {key}_vectors AS v ON v.row = d.row WHERE d.id IN (SELECT value FROM json_each(:ids))
"""
_NAMED = " WHERE row IN (SELECT row FROM {key}_docs WHERE id IN (SELECT value FROM json_each(:ids)))"
_UNWRITE = "INSERT INTO {key}_words({key}_words, rowid, title, body) SELECT 'delete', row, title, body FROM {key}_docs"
_DELETE = "DELETE FROM {key}_{table}"


class SqliteRetrieval:
    """One index in one transaction. Threads take turns: a transaction belongs to one statement at a time."""

    can = Can.WORDS | Can.MEANING | Can.IN_RECORD

    def __init__(self, connection: Connection, spec: IndexSpec, *, title_weight: float = TITLE_WEIGHT) -> None:
        self.spec = spec
        self._connection = connection
        self._key = f"index_{key_of(spec)}"
        self._title_weight = title_weight
        self._staged: dict[str, Doc | None] = {}
        self._turn = RLock()

    def put(self, docs: Iterable[Doc]) -> None:
        taken = accepted(docs, self.spec)
        with self._turn:
            self._staged.update((doc.id, doc) for doc in taken)

    def delete(self, ids: Iterable[str]) -> None:
        with self._turn:
            self._staged.update(dict.fromkeys(ids))

    def commit(self, mark: Mark | None = None) -> None:
        with self._turn:
            self._create()
            self._remove(list(self._staged))
            docs = (doc for _, doc in sorted(self._staged.items()) if doc is not None)
            while batch := list(islice(docs, _BATCH)):
                self._insert(batch)
            if mark:
                self._run("INSERT OR REPLACE INTO {key}_mark VALUES (1, :seq, :stamp)", mark._asdict())
            self._staged = {}

    def mark(self) -> Mark | None:
        found = self._rows("SELECT seq, stamp FROM {key}_mark", {})
        return Mark(*found[0]) if found else None

    def count(self) -> int:
        found = self._rows("SELECT count(*) FROM {key}_docs", {})
        return found[0][0] if found else 0

    def search(self, seek: Seek) -> Legs:
        query = query_vector(seek, self.spec)
        with self._turn:
            return Legs(self._words(seek), self._meaning(seek, query) if query is not None else [])

    def get(self, ids: Iterable[str]) -> Mapping[str, Doc]:
        return {row[0]: _doc(row) for row in self._rows(_DOCS, {"ids": json.dumps(list(ids))})}

    def compact(self) -> None:
        if self._exists():
            self._run("INSERT INTO {key}_words({key}_words) VALUES ('rebuild')")

    def close(self, *, drop: bool = False) -> None:
        self._staged = {}
        if drop:
            for table in _TABLES:
                self._run("DROP TABLE IF EXISTS {key}_{table}", table=table)

    def _words(self, seek: Seek) -> list[tuple[str, float]]:
        weights = {written_term(term): weight for term, weight in terms_of(seek)}
        quoted = {f'"{term}"': weight for term, weight in weights.items()}
        documents = self.count()
        if not quoted or not documents:
            return []
        containing = self._rows(_CONTAINING, {"terms": json.dumps(list(quoted))})
        factors = [(term, quoted[term] * _factor(documents, count)) for term, count in containing if count]
        condition, values = _filter(self._key, seek.where)
        values |= {"queries": json.dumps(factors), "title_weight": self._title_weight, "depth": seek.depth}
        return [(id, score) for id, score in self._rows(_HITS, values, condition=condition)]

    def _meaning(self, seek: Seek, query: Vector) -> list[tuple[str, float]]:
        condition, values = _filter(self._key, seek.where)
        found = self._rows(_CODES, values, condition=condition)
        if not found:
            return []
        rows, scales, codes = zip(*found, strict=True)
        matrix = np.frombuffer(b"".join(codes), dtype=np.int8).reshape(len(rows), -1)
        best = best_places(estimated(matrix, np.asarray(scales, dtype=np.float32), query), seek.depth)
        near = self._rows(_NEAR, {"rows": json.dumps([rows[place] for place in best.tolist()])})
        vectors = np.frombuffer(b"".join(vector for _, vector in near), dtype="<f4").reshape(len(near), -1)
        scored = zip((id for id, _ in near), cosines(vectors, query), strict=True)
        return sorted(scored, key=lambda hit: (-hit[1], hit[0]))[: seek.depth]

    def _insert(self, docs: Sequence[Doc]) -> None:
        first = self._rows("SELECT coalesce(max(row), 0) + 1 FROM {key}_docs", {})[0][0]
        numbered = list(enumerate(docs, cast("int", first)))
        self._many(
            "INSERT INTO {key}_docs VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (row, doc.id, doc.acl, doc.at, _facets_json(doc), _joined(doc.title), _joined(doc.body), doc.payload)
                for row, doc in numbered
            ),
        )
        last = first + len(numbered) - 1
        self._run(
            "INSERT INTO {key}_words(rowid, title, body) SELECT row, title, body FROM {key}_docs"
            " WHERE row BETWEEN :first AND :last",
            {"first": first, "last": last},
        )
        facets = ((row, *pair) for row, doc in numbered for pair in _facet_pairs(doc))
        self._many("INSERT INTO {key}_facets VALUES (?, ?, ?)", facets)
        self._insert_vectors([(row, doc.vector) for row, doc in numbered if doc.vector is not None])

    def _insert_vectors(self, numbered: Sequence[tuple[int, Vector]]) -> None:
        if not numbered:
            return
        matrix = np.stack([vector for _, vector in numbered]).astype("<f4")
        codes, scales = quantised(matrix)
        rows = [row for row, _ in numbered]
        scaled = zip(rows, scales.tolist(), (code.tobytes() for code in codes), strict=True)
        self._many("INSERT INTO {key}_codes VALUES (?, ?, ?)", scaled)
        whole = zip(rows, (row.tobytes() for row in matrix), strict=True)
        self._many("INSERT INTO {key}_vectors VALUES (?, ?)", whole)

    def _remove(self, ids: Sequence[str]) -> None:
        """The words first: FTS5 must be told what stood in the row."""
        values = {"ids": json.dumps(ids)}
        self._run(_UNWRITE + _NAMED, values)
        for table in ("facets", "codes", "vectors", "docs"):
            self._run(_DELETE + _NAMED, values, table=table)

    def _create(self) -> None:
        if not self._exists():
            for statement in _CREATE.split(";\n"):
                self._run(statement)

    def _exists(self) -> bool:
        found = self._connection.exec_driver_sql("SELECT 1 FROM sqlite_master WHERE name = ?", (f"{self._key}_docs",))
        return found.first() is not None

    def _rows(self, sql: str, values: Mapping[str, Any], **parts: str) -> Sequence[Sequence[Any]]:
        with self._turn:
            if not self._exists():
                return []
            return self._connection.exec_driver_sql(sql.format(key=self._key, **parts), dict(values)).fetchall()

    def _run(self, sql: str, values: Mapping[str, Any] | None = None, **parts: str) -> None:
        with self._turn:
            self._connection.exec_driver_sql(sql.format(key=self._key, **parts), dict(values or {}))

    def _many(self, sql: str, rows: Iterable[tuple[Any, ...]]) -> None:
        if values := list(rows):
            self._connection.exec_driver_sql(sql.format(key=self._key), values)


def open_sqlite_fts5(*, title_weight: float = TITLE_WEIGHT) -> OpenIndex:
    """A backend whose indexes live in the transaction they are opened with."""

    def open_index(spec: IndexSpec, transaction: object | None = None) -> RetrievalEngine:
        if not isinstance(transaction, Connection):
            raise InvalidValue("sqlite_fts5 lives inside a transaction of the record", value=transaction)
        return SqliteRetrieval(transaction, spec, title_weight=title_weight)

    return open_index


def written_term(term: str) -> str:
    """The term in letters that FTS5 takes as one token, no two terms alike."""
    if term.isascii() and term.isalnum() and term == term.lower() and not term.startswith(_HEX):
        return term
    return _HEX + term.encode().hex()


def read_term(token: str) -> str:
    return bytes.fromhex(token[1:]).decode() if token.startswith(_HEX) else token


def _joined(terms: Sequence[str]) -> str:
    return " ".join(map(written_term, terms))


def _factor(documents: int, containing: int) -> float:
    """From the rarity that FTS5 has in its score to ours, which also tells common terms apart."""
    theirs = math.log((documents - containing + 0.5) / (containing + 0.5))
    return idf(documents, containing) / max(theirs, _LEAST_IDF)


def _filter(key: str, where: Where) -> tuple[str, dict[str, Any]]:
    conditions = ["d.acl IN (SELECT value FROM json_each(:acls))"]
    values: dict[str, Any] = {"acls": json.dumps(list(where.acls))}
    if where.since is not None:
        conditions.append("d.at >= :since")
        values["since"] = where.since
    if where.until is not None:
        conditions.append("d.at <= :until")
        values["until"] = where.until
    if where.ids is not None:
        conditions.append("d.id IN (SELECT value FROM json_each(:ids))")
        values["ids"] = json.dumps(list(where.ids))
    for number, (facet, wanted) in enumerate(where.any_of.items()):
        conditions.append(
            f"EXISTS (SELECT 1 FROM {key}_facets AS f WHERE f.row = d.row AND f.facet = :facet{number}"  # noqa: S608
            f" AND f.value IN (SELECT value FROM json_each(:values{number})))"
        )
        values |= {f"facet{number}": facet, f"values{number}": json.dumps(list(wanted))}
    return " AND ".join(conditions), values


def _facet_pairs(doc: Doc) -> Iterator[tuple[Facet, str]]:
    return ((facet, value) for facet, values in doc.facets.items() for value in values)


def _facets_json(doc: Doc) -> str:
    return json.dumps({facet: sorted(values) for facet, values in doc.facets.items()})


def _doc(row: Sequence[Any]) -> Doc:
    id, title, body, vector, acl, at, facets, payload = row
    return Doc(
        id=id,
        body=tuple(map(read_term, body.split())),
        title=tuple(map(read_term, title.split())),
        vector=np.frombuffer(vector, dtype="<f4") if vector is not None else None,
        acl=acl,
        at=at,
        facets={facet: frozenset(values) for facet, values in json.loads(facets).items()},
        payload=payload,
    )
