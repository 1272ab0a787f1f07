"""What DBOS is told: where it keeps its tables, that it writes JSON, and to stay quiet.

It speaks to nobody: without a conductor key it opens no connection but the database's, and no port.
"""

from __future__ import annotations

import json
import logging
import sqlite3
import time
from collections.abc import Generator
from contextlib import ExitStack, closing, contextmanager
from typing import Any

import sqlalchemy as sa
from dbos import DBOS, DBOSClient, DBOSConfig, Serializer

from wherefrom.errors import Conflict
from wherefrom.ports.record import Record

__all__ = ["QUEUE", "WORKFLOW", "configuration", "in_turn", "open_client", "place_of"]

QUEUE = "sources"
WORKFLOW = "run_source"

_NAME, _SCHEMA = "wherefrom", "wherefrom_jobs"
_VERSION = "1"
"""Of the workflow's shape: pinned, because by itself DBOS takes another whenever the source code differs."""
_PATIENCE = 120.0
_POLL_EVERY = 0.2

logging.getLogger("dbos").addHandler(logging.NullHandler())  # or it would write to the terminal


class _Json(Serializer):
    """Of an error only what it is called: its words may quote what was read."""

    def serialize(self, data: Any) -> str:
        told: object = {"error": type(data).__name__} if isinstance(data, BaseException) else data
        return json.dumps(told, ensure_ascii=False, allow_nan=False, separators=(",", ":"))

    def deserialize(self, serialized_data: str) -> Any:
        return json.loads(serialized_data)

    def name(self) -> str:
        return "wherefrom_json"


def place_of(store: str) -> str:
    """The URL of the engine's tables: a file beside an SQLite store, a schema of its own in a Postgres store."""
    if "://" in store:
        return sa.make_url(store).set(drivername="postgresql").render_as_string(hide_password=False)
    return sa.URL.create("sqlite", database=f"{store}.jobs").render_as_string()


def open_client(place: str, record: Record) -> DBOSClient:
    """The tables and the queue are there. One process at a time: four at once on one SQLite file collide."""
    with in_turn(record, "jobs:launch"):
        url = sa.make_url(place)
        if url.database and url.drivername == "sqlite":
            with closing(sqlite3.connect(url.database, timeout=_PATIENCE)) as file:
                file.execute("PRAGMA journal_mode = WAL")  # readers and the writer do not wait for each other
        DBOS.migrate(place, schema=_SCHEMA)
        client = DBOSClient(
            system_database_url=place,
            system_database_pool_size=3,
            dbos_system_schema=_SCHEMA,
            serializer=_Json(),
            application_name=_NAME,
        )
        client.register_queue(QUEUE, worker_concurrency=1, partition_concurrency=1, polling_interval_sec=_POLL_EVERY)
        return client


def configuration(place: str, executor: str) -> DBOSConfig:
    return {
        "name": _NAME,
        "application_version": _VERSION,
        "executor_id": executor,
        "system_database_url": place,
        "dbos_system_schema": _SCHEMA,
        "sys_db_pool_size": 5,
        "serializer": _Json(),
        "enable_otlp": False,
        "log_level": "WARNING",
        "run_migrations": False,
    }


@contextmanager
def in_turn(record: Record, task: str) -> Generator[None]:
    """As `record.sole`, but waits until it is our turn."""
    deadline = time.monotonic() + _PATIENCE
    with ExitStack() as held:
        while True:
            try:
                held.enter_context(record.sole(task))
                break
            except Conflict:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.02)
        yield
