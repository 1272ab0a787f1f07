"""A writer that is killed at any moment leaves a store as if it had never begun what it did not finish."""

import time
from contextlib import closing
from multiprocessing.connection import Connection
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from tests.faults.writing import CHUNKS, child, write_for_ever
from tests.soak_report import report
from wherefrom.record.record import SqlRecord
from wherefrom.record.tables import audit, change_heads, changes, chunks, claims, entries, evidence
from wherefrom.testing import factories as make

MOST_UNITS, LONGEST_UNIT = 6, 0.02


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_kill_9_at_random_moments_loses_nothing_and_leaves_nothing_half_done(store_url: str, soaking: bool) -> None:
    kills, random, committed = 200 if soaking else 20, Random(1), list[str]()
    org = make.org().id
    with closing(SqlRecord(store_url)) as record:
        record.registry.create_org(make.org(id=org))
    for _ in range(kills):
        committed += _killed(store_url, org, units=random.randrange(MOST_UNITS), after=random.uniform(0, LONGEST_UNIT))
        with closing(SqlRecord(store_url)) as record:
            stored = _checked(record, org)
        assert set(committed) <= stored
    assert len(committed) == len(set(committed))
    if soaking:
        kind = "Postgres" if "://" in store_url else "SQLite"
        report(
            f"kill -9 of a writer, {kind}",
            size=f"{kills} kills, {len(committed):,} units committed",
            result="0 lost, 0 duplicates, 0 orphans, no repair",
        )


def _killed(store: str, org: str, *, units: int, after: float) -> list[str]:
    """What a writer had told to be committed when it was killed, that many units and a moment after it began."""
    with child(write_for_ever, store, org) as (process, told):
        ids = [told.recv() for _ in range(units + 1)]
        time.sleep(after)  # the moment of the kill, somewhere inside a unit
        process.kill()
        return ids + _rest(told)


def _rest(told: Connection) -> list[str]:
    ids = list[str]()
    while True:
        try:
            ids.append(told.recv())
        except (EOFError, OSError):
            return ids


def _checked(record: SqlRecord, org: str) -> set[str]:
    """Whole units, numbered changes that match the rows, and a database that finds nothing wrong with itself."""
    with record.database.engine.connect() as connection:

        def column(of: sa.Column[Any]) -> list[Any]:
            return list(connection.scalars(sa.select(of).where(of.table.c.org == org)))

        stored = column(entries.c.id)
        assert sorted(column(chunks.c.entry)) == sorted(stored * CHUNKS)
        assert sorted(column(claims.c.scope_id)) == sorted(stored)
        assert sorted(column(evidence.c.claim)) == sorted(column(claims.c.id))
        assert sorted(column(audit.c.target_id)) == sorted(stored)
        numbers = sorted(column(changes.c.seq))
        assert numbers == list(range(1, len(numbers) + 1))
        assert column(change_heads.c.seq) == [len(numbers)]
        assert sorted(column(changes.c.id)) == sorted(stored + column(chunks.c.id) + column(claims.c.id))
        if not record.database.is_postgres:
            assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
            assert connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []
    return set(stored)
