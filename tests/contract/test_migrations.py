"""Opening brings a store to today's shape: once, whole, and only if it is ours."""

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from tests.faults.writing import child
from wherefrom.core.actors import Actor
from wherefrom.errors import NotAStore, StoreTooNew
from wherefrom.record import migrating
from wherefrom.record.database import Database
from wherefrom.record.migrating import bring_up_to_date, revision
from wherefrom.record.migrations import HEAD, REVISIONS
from wherefrom.record.record import SqlRecord
from wherefrom.record.tables import metadata
from wherefrom.testing import factories as make
from wherefrom.testing.record.place import Place

OPENERS = 10


@pytest.fixture
def database(store_url: str) -> Iterator[Database]:
    with closing(Database(store_url)) as database:
        yield database


def differences(database: Database) -> list[object]:
    with database.engine.connect() as connection:
        options = {"compare_type": True, "target_metadata": metadata}
        return list(compare_metadata(MigrationContext.configure(connection, opts=options), metadata))


def rows(database: Database) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table that there is, whatever its shape, read past all walls."""
    with database.engine.connect() as connection:
        here = sa.MetaData()
        here.reflect(connection)
        return {
            table.name: sorted(map(tuple, connection.execute(sa.select(table))), key=repr)
            for table in here.sorted_tables
            if table.name != "alembic_version"
        }


def fill(database: Database, org: str) -> None:
    """A row in every table of the store's shape, made up from its columns, so that it works for any revision."""
    with database.engine.begin() as connection:
        here = sa.MetaData()
        here.reflect(connection)
        for table in here.sorted_tables:
            if table.name != "alembic_version":
                given = [
                    column for column in table.columns if str(column) != "visibilities.id"
                ]  # given by the database
                connection.execute(sa.insert(table), {column.name: _made_up(column, org) for column in given})


def _made_up(column: sa.Column[object], org: str) -> object:
    """The same id everywhere, so that each reference finds its row."""
    if column.name == "org" or (column.table.name == "orgs" and column.name == "id"):
        return org
    known = {"kind": "user", "role": "member", "entry": "1", "supersedes": None}
    if column.name in known:
        return known[column.name]
    if isinstance(column.type, sa.JSON | sa.dialects.postgresql.JSONB):
        return []
    if isinstance(column.type, sa.LargeBinary):
        return b"1"
    return "1" if isinstance(column.type, sa.String) else 1


def test_a_fresh_store_is_what_the_tables_say(database: Database) -> None:
    assert bring_up_to_date(database) is None
    assert revision(database) == HEAD
    assert differences(database) == []


def test_opening_again_changes_nothing(database: Database) -> None:
    bring_up_to_date(database)
    assert bring_up_to_date(database) == HEAD


@pytest.mark.parametrize("start", REVISIONS)
def test_a_store_with_rows_comes_up_from_every_earlier_revision(database: Database, start: str) -> None:
    bring_up_to_date(database, to=start)
    fill(database, "acme")
    before = rows(database)
    assert bring_up_to_date(database) == start
    assert differences(database) == []
    after = rows(database)
    for name, kept in before.items():
        assert len(after[name]) == len(kept), name
    with closing(SqlRecord(database.store)) as record:
        place = Place(record, "acme")
        place.one_of_each()
        with record.read(Actor.system("acme")) as unit:
            assert unit.org.id == "acme"


_STEP = sa.text(
    "INSERT INTO claim_events (org, id, acl, created_at, claim, event, actor_type, evidence, position)"
    " SELECT org, :id, acl, :at, claim, :event, :kind, evidence, :position FROM claim_events WHERE id = '1'"
)


def test_who_verified_a_claim_is_read_from_its_history(database: Database) -> None:
    bring_up_to_date(database, to="0004")
    fill(database, "acme")
    with database.engine.begin() as connection:
        connection.execute(sa.text("UPDATE claims SET claim_status = 'verified'"))
        steps = (("verified", "agent", 5.0), ("verified", "user", 7.0), ("shared", "tool", 9.0))
        for number, (event, kind, at) in enumerate(steps, start=2):
            step = {"id": str(number), "event": event, "kind": kind, "at": at, "position": number}
            connection.execute(_STEP, step)
    bring_up_to_date(database)
    with database.engine.connect() as connection:
        (known,) = connection.execute(sa.text("SELECT verified_by, verified_at FROM claims")).all()
    assert tuple(known) == ("user", 7.0)


_EVIDENCE = sa.text(
    "INSERT INTO evidence (org, claim, position, acl, kind)"
    " SELECT org, claim, :position, acl, 'url' FROM evidence WHERE position = 1"
)


def test_what_came_with_a_dispute_is_against_its_claim(database: Database) -> None:
    bring_up_to_date(database, to="0004")
    fill(database, "acme")
    with database.engine.begin() as connection:
        for position in (0, 2, 3, 4):
            connection.execute(_EVIDENCE, {"position": position})
        steps = (("disputed", 2), ("verified", 1), ("disputed", 0), ("shared", 0))
        for number, (event, brought) in enumerate(steps, start=2):
            step = {"id": str(number), "event": event, "kind": "user", "at": 5.0, "position": number}
            connection.execute(_STEP, step)
            evidence = {"id": str(number), "evidence": json.dumps([{"kind": "url", "url": "u"}] * brought)}
            as_json = "CAST(:evidence AS jsonb)" if database.is_postgres else ":evidence"
            connection.execute(sa.text(f"UPDATE claim_events SET evidence = {as_json} WHERE id = :id"), evidence)
    bring_up_to_date(database)
    with database.engine.connect() as connection:
        stances = connection.scalars(sa.text("SELECT stance FROM evidence ORDER BY position")).all()
    assert stances == [None, None, "against", "against", None]


def test_what_claims_seldom_have_is_found_by_indexes_of_those_that_have_it(database: Database) -> None:
    bring_up_to_date(database, to="0005")
    fill(database, "acme")
    bring_up_to_date(database)
    plan = "EXPLAIN" if database.is_postgres else "EXPLAIN QUERY PLAN"
    with database.engine.begin() as connection:
        if database.is_postgres:
            connection.execute(sa.text("SET LOCAL enable_seqscan = off"))
        for table, column in (("claims", "run_id"), ("claims", "show_id"), ("evidence", "tool_call_id")):
            asked = sa.text(f"{plan} SELECT acl FROM {table} WHERE org = 'acme' AND {column} = 'x'")
            assert f"ix_{table}_org_{column}" in str(connection.execute(asked).all())


def _open_and_tell(store: str, told: Connection) -> None:
    runs = list[str | None]()
    migrate = migrating._upgrade
    migrating._upgrade = lambda database, to: runs.append(migrate(database, to)) or runs[-1]  # type: ignore[func-returns-value]
    with closing(SqlRecord(store)):
        told.send(runs)


def test_ten_processes_that_open_a_new_store_at_once_all_succeed_and_one_migrates(store_url: str) -> None:
    with ExitStack() as running:
        pipes = [running.enter_context(child(_open_and_tell, store_url))[1] for _ in range(OPENERS)]
        runs = [run for pipe in pipes for run in pipe.recv()]
    assert runs.count(None) == 1
    with closing(Database(store_url)) as database:
        assert differences(database) == []


def _die_while_migrating(store: str, step: int, told: Connection) -> None:
    """Dies as if by kill -9 after so many statements of the migration."""
    database, done = Database(store), 0

    def count(*_: object) -> None:
        nonlocal done
        done += 1
        if done == step:
            told.send("dying")
            os._exit(9)

    sa.event.listen(database.engine, "after_cursor_execute", count)
    bring_up_to_date(database)
    told.send("done")


@pytest.mark.parametrize("step", [3, 10, 30, 50])
def test_a_migration_that_was_killed_leaves_a_store_that_opens(store_url: str, step: int) -> None:
    with child(_die_while_migrating, store_url, step) as (_, told):
        assert told.recv() == "dying"
    with closing(SqlRecord(store_url)) as record:
        assert differences(record.database) == []


@pytest.mark.parametrize("found", ["9999", "0000"])
def test_a_store_of_a_later_version_is_refused_and_not_touched(tmp_path: Path, found: str) -> None:
    store = tmp_path / "store.db"
    with closing(SqlRecord(str(store))) as record:
        record.registry.create_org(make.org())
    _execute(store, f"UPDATE alembic_version SET version_num = '{found}'")
    before = store.read_bytes()
    with pytest.raises(StoreTooNew):
        SqlRecord(str(store))
    assert store.read_bytes() == before


@pytest.mark.postgres
def test_a_postgres_store_of_a_later_version_is_refused(postgres_url: str) -> None:
    with closing(SqlRecord(postgres_url)) as record, record.database.engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreTooNew):
        SqlRecord(postgres_url)


@pytest.mark.postgres
def test_another_program_with_alembic_in_the_same_postgres_is_left_alone(postgres_url: str) -> None:
    theirs = sa.create_engine(sa.make_url(postgres_url).set(drivername="postgresql+psycopg"))
    with theirs.begin() as connection:
        connection.execute(sa.text("CREATE TABLE alembic_version (version_num text)"))
        connection.execute(sa.text("CREATE TABLE orgs (theirs text)"))
        connection.execute(sa.text("INSERT INTO alembic_version VALUES ('theirs')"))
    with closing(SqlRecord(postgres_url)) as record:
        record.registry.create_org(make.org())
    with theirs.connect() as connection:
        assert connection.scalar(sa.text("SELECT version_num FROM public.alembic_version")) == "theirs"
        assert connection.scalar(sa.text("SELECT count(*) FROM public.orgs")) == 0
    theirs.dispose()


def test_another_program_s_database_is_refused_and_not_touched(tmp_path: Path) -> None:
    store = tmp_path / "other.db"
    _execute(store, "CREATE TABLE theirs (x)")
    before = store.read_bytes()
    with pytest.raises(NotAStore):
        SqlRecord(str(store))
    assert store.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other.db"]


@pytest.mark.parametrize("content", [b"not a database", b"\x00" * 100, b"SQLite format 2\x00" + b"\x00" * 100])
def test_a_file_that_is_no_database_is_refused_and_not_touched(tmp_path: Path, content: bytes) -> None:
    store = tmp_path / "notes.txt"
    store.write_bytes(content)
    with pytest.raises(NotAStore):
        SqlRecord(str(store))
    assert store.read_bytes() == content


def _execute(store: Path, statement: str) -> None:
    with closing(sqlite3.connect(store)) as connection:
        connection.execute(statement)
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
