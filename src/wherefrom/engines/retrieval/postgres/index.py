"""One open index of `postgres`."""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from threading import RLock
from typing import Any, LiteralString, cast

import numpy as np
import psycopg
from psycopg.errors import UndefinedTable
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, ProgrammingError

from wherefrom.core.changes import Mark
from wherefrom.engines.retrieval.bm25 import TITLE_WEIGHT
from wherefrom.engines.retrieval.checks import accepted, key_of, query_vector, terms_of
from wherefrom.engines.retrieval.postgres import statements
from wherefrom.engines.retrieval.postgres.lexemes import FREQUENCY_STEPS, Field, as_query, as_vector
from wherefrom.errors import AdapterError
from wherefrom.ports.engines import Can, Doc, Facet, IndexSpec, Legs, OpenIndex, RetrievalEngine, Seek, Vector, Where

__all__ = ["PostgresRetrieval", "open_postgres"]

_EXACT_BELOW = 50_000
_LARGEST_PLAIN = 1_000  # dimensions; more would not fit into a page beside the words
# The scan goes on until enough rows have passed the filter: without that a filtered search that asks for 10 gets 2.
# Plans are made for the values at hand: the best way for one filter is the worst for another.
_SESSION = """
SET hnsw.iterative_scan = strict_order; SET hnsw.ef_search = 200; SET hnsw.max_scan_tuples = 1000000;
SET plan_cache_mode = force_custom_plan; SET jit = off
"""


class PostgresRetrieval:
    """Any number of writers and readers; writers of one index take turns inside their commits."""

    can = Can.WORDS | Can.MEANING | Can.MANY_WRITERS

    def __init__(
        self,
        engine: Engine,
        spec: IndexSpec,
        *,
        title_weight: float = TITLE_WEIGHT,
        exact_below: int = _EXACT_BELOW,
    ) -> None:
        self.spec = spec
        self._engine = engine
        self._key = f"index_{key_of(spec)}"
        self._title_weight = title_weight
        self._exact_below = exact_below
        self._staged: dict[str, Doc | None] = {}
        self._mutex = RLock()

    def put(self, docs: Iterable[Doc]) -> None:
        taken = accepted(docs, self.spec)
        with self._mutex:
            self._staged.update((doc.id, doc) for doc in taken)

    def delete(self, ids: Iterable[str]) -> None:
        with self._mutex:
            self._staged.update(dict.fromkeys(ids))

    def commit(self, mark: Mark | None = None) -> None:
        with self._mutex:
            with _translated(), self._engine.begin() as connection:
                self._create(connection)
                documents = self._write(connection, mark)
            self._staged = {}
        if documents >= self._exact_below:
            self._build_graph()

    def mark(self) -> Mark | None:
        found = self._rows("SELECT seq, stamp FROM {key}_state WHERE stamp IS NOT NULL")
        return Mark(*found[0]) if found else None

    def count(self) -> int:
        found = self._rows("SELECT documents FROM {key}_state")
        return found[0][0] if found else 0

    def search(self, seek: Seek) -> Legs:
        query = query_vector(seek, self.spec)
        where = seek.where
        asked = statements.condition(
            since=where.since is not None,
            until=where.until is not None,
            ids=where.ids is not None,
            facets=len(where.any_of),
        )
        values = _filter_values(where) | self._question(seek, query)
        found = self._rows(statements.SEARCH, values, condition=asked)
        return Legs(
            [(id, score) for is_word, id, score in found if is_word],
            [(id, float(np.float32(score))) for is_word, id, score in found if not is_word],
        )

    def get(self, ids: Iterable[str]) -> Mapping[str, Doc]:
        found = self._rows(statements.GET, {"ids": list(ids)})
        return {row[0]: _doc(row) for row in found}

    def compact(self) -> None:
        """Statistics are exact at all times; this takes away the bytes of what was deleted."""
        self._rows(statements.COMPACT)

    def close(self, *, drop: bool = False) -> None:
        with self._mutex:
            self._staged = {}
        if drop:
            self._rows(statements.DROP)

    def _question(self, seek: Seek, query: Vector | None) -> dict[str, Any]:
        boosts: dict[Field, float] = {"t": self._title_weight, "b": 1.0}
        asked = [
            (as_query(field, term), weight * boost, field == "t")
            for term, weight in terms_of(seek)
            for field, boost in boosts.items()
            if boost
        ]
        return {
            "queries": [text for text, _, _ in asked],
            "weights": [weight for _, weight, _ in asked],
            "in_title": [in_title for _, _, in_title in asked],
            "steps": FREQUENCY_STEPS,
            "vector": None if query is None else _vector_text(query),
            "depth": seek.depth,
        }

    def _write(self, connection: Connection, mark: Mark | None) -> int:
        ids = {"ids": list(self._staged)}
        removed = connection.exec_driver_sql(statements.DELETE.format(key=self._key), ids).fetchall()
        docs = [doc for doc in self._staged.values() if doc is not None]
        self._copy(connection, docs)
        change = {
            "documents": len(docs) - len(removed),
            "title": sum(len(doc.title) for doc in docs) - sum(title for title, _ in removed),
            "body": sum(len(doc.body) for doc in docs) - sum(body for _, body in removed),
            "seq": mark.seq if mark else None,
            "stamp": mark.stamp if mark else None,
        }
        return connection.exec_driver_sql(statements.ADVANCE.format(key=self._key), change).scalar_one()

    def _copy(self, connection: Connection, docs: Sequence[Doc]) -> None:
        driver = cast("psycopg.Connection[Any]", connection.connection.driver_connection)
        tables = {"docs": map(_words_row, docs), "vectors": map(_vector_row, docs), "sources": map(_source_row, docs)}
        with driver.cursor() as cursor:
            for table, rows in tables.items():
                with cursor.copy(cast("LiteralString", f"COPY {self._key}_{table} FROM STDIN")) as copy:
                    for row in filter(None, rows):
                        copy.write_row(row)

    def _create(self, connection: Connection) -> None:
        """Also the place where writers of one index queue up."""
        connection.exec_driver_sql("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", (self._key,))
        known = connection.exec_driver_sql("SELECT to_regclass(%s)", (f"{self._key}_docs",)).scalar_one()
        if known is None:
            dimensions = self.spec.embedder.dimensions if self.spec.embedder else 1
            storage = "PLAIN" if dimensions <= _LARGEST_PLAIN else "EXTERNAL"
            connection.exec_driver_sql(statements.CREATE.format(key=self._key, dimensions=dimensions, storage=storage))

    def _build_graph(self) -> None:
        if self.spec.embedder is None or self._rows("SELECT 1 WHERE to_regclass('{key}_graph') IS NOT NULL"):
            return
        # Not CONCURRENTLY: that waits for every older snapshot, also for one that our own caller holds.
        with _translated(), self._engine.begin() as connection:
            connection.exec_driver_sql("SET LOCAL maintenance_work_mem = '512MB'")
            connection.exec_driver_sql(statements.GRAPH.format(key=self._key))

    def _rows(self, sql: str, values: Mapping[str, Any] | None = None, **parts: str) -> Sequence[Sequence[Any]]:
        """One statement in one round trip; an index that was never committed is empty."""
        with _translated(), self._engine.connect() as connection:
            quick = connection.execution_options(isolation_level="AUTOCOMMIT")
            if not connection.info.get(_SESSION):
                quick.exec_driver_sql(_SESSION)
                connection.info[_SESSION] = True
            try:
                found = quick.exec_driver_sql(sql.format(key=self._key, **parts), dict(values or {}))
                return found.fetchall() if found.returns_rows else []
            except ProgrammingError as error:
                if isinstance(error.orig, UndefinedTable):
                    return []
                raise


def open_postgres(engine: Engine, *, title_weight: float = TITLE_WEIGHT, exact_below: int = _EXACT_BELOW) -> OpenIndex:
    """A backend that keeps its indexes in the tables of this database, in transactions of its own."""

    def open_index(spec: IndexSpec, transaction: object | None = None) -> RetrievalEngine:
        return PostgresRetrieval(engine, spec, title_weight=title_weight, exact_below=exact_below)

    return open_index


@contextmanager
def _translated() -> Generator[None]:
    try:
        yield
    except DBAPIError as error:
        raise AdapterError(
            "Postgres did not do what the index asked",
            value=str(error.orig),
            hint="see that the server runs and has the extension `vector`",
            retryable=error.connection_invalidated or isinstance(error.orig, psycopg.OperationalError),
        ) from error


def _filter_values(where: Where) -> dict[str, Any]:
    values: dict[str, Any] = {"acls": list(where.acls), "since": where.since, "until": where.until}
    values["ids"] = None if where.ids is None else list(where.ids)
    for number, (facet, wanted) in enumerate(where.any_of.items()):
        values[f"facet{number}"] = [f"{facet}={value}" for value in wanted]
    return values


def _words_row(doc: Doc) -> tuple[Any, ...]:
    return doc.id, doc.acl, doc.at, _pairs(doc), len(doc.title), len(doc.body), as_vector(doc)


def _vector_row(doc: Doc) -> tuple[Any, ...] | None:
    return None if doc.vector is None else (doc.id, doc.acl, doc.at, _pairs(doc), _vector_text(doc.vector))


def _source_row(doc: Doc) -> tuple[Any, ...]:
    return doc.id, json.dumps([list(doc.title), list(doc.body)]).encode(), doc.payload


def _pairs(doc: Doc) -> list[str]:
    return sorted(f"{facet}={value}" for facet, values in doc.facets.items() for value in values)


def _vector_text(vector: Vector) -> str:
    return json.dumps(vector.tolist())


def _doc(row: Sequence[Any]) -> Doc:
    id, terms, embedding, acl, at, pairs, payload = row
    title, body = json.loads(terms)
    facets: dict[Facet, set[str]] = {}
    for facet, _, value in (pair.partition("=") for pair in pairs):
        facets.setdefault(facet, set()).add(value)
    return Doc(
        id=id,
        body=tuple(body),
        title=tuple(title),
        vector=None if embedding is None else np.asarray(json.loads(embedding), dtype=np.float32),
        acl=acl,
        at=at,
        facets={facet: frozenset(values) for facet, values in facets.items()},
        payload=payload,
    )
