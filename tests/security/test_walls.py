"""Postgres's own wall: a statement that forgot its condition still shows no other org's rows."""

from collections.abc import Iterator

import pytest
import sqlalchemy as sa
from sqlalchemy import exc

from tests.postgres_server import fresh_database
from wherefrom.record.record import SqlRecord
from wherefrom.record.tables import metadata
from wherefrom.record.walls import APP_ROLE, POSTGRES_SCHEMA
from wherefrom.testing import factories as make
from wherefrom.testing.record.place import Place

pytestmark = pytest.mark.postgres

TABLES = metadata.sorted_tables
OWNED = [table for table in TABLES if "org" in table.c]


@pytest.fixture(scope="module")
def record(postgres_server: str) -> Iterator[SqlRecord]:
    with fresh_database(postgres_server) as url:
        record = SqlRecord(url)
        yield record
        record.close()


@pytest.fixture(scope="module")
def mine(record: SqlRecord) -> Place:
    return _filled(record)


@pytest.fixture(scope="module")
def theirs(record: SqlRecord) -> Place:
    return _filled(record)


def _filled(record: SqlRecord) -> Place:
    org = make.org()
    record.registry.create_org(org)
    place = Place(record, org.id)
    place.one_of_each()
    return place


def test_the_role_of_a_unit_owns_nothing_and_bypasses_nothing(record: SqlRecord, mine: Place) -> None:
    with record.database.reading() as connection:
        record.database.enter(connection, mine.org)
        assert connection.scalar(sa.text("SELECT current_user")) == APP_ROLE
        rights = connection.execute(sa.text("SELECT * FROM pg_roles WHERE rolname = current_user")).one()
        owned = sa.text("SELECT count(*) FROM pg_class WHERE relowner = current_user::regrole")
        assert connection.scalar(owned) == 0
    assert not any((rights.rolsuper, rights.rolbypassrls, rights.rolcanlogin, rights.rolcreaterole))


@pytest.mark.parametrize("name", [table.name for table in TABLES])
def test_every_table_has_the_wall_and_it_is_forced(record: SqlRecord, name: str) -> None:
    told = sa.text(
        "SELECT relrowsecurity, relforcerowsecurity, (SELECT count(*) FROM pg_policy WHERE polrelid = pg_class.oid) "
        "FROM pg_class WHERE oid = CAST(:name AS regclass)"
    )
    with record.database.engine.connect() as connection:
        assert connection.execute(told, {"name": f"{POSTGRES_SCHEMA}.{name}"}).one() == (True, True, 1)


def test_no_table_shows_a_row_of_another_org(record: SqlRecord, mine: Place, theirs: Place) -> None:
    with record.database.reading() as connection:
        record.database.enter(connection, mine.org)
        for table in OWNED:
            assert set(connection.scalars(sa.select(table.c.org))) <= {mine.org}, table.name
        assert connection.scalars(sa.select(metadata.tables["orgs"].c.id)).all() == [mine.org]


def test_a_unit_that_named_no_org_sees_nothing(record: SqlRecord, mine: Place) -> None:
    with record.database.engine.begin() as connection:
        connection.execute(sa.text(f"SET LOCAL ROLE {APP_ROLE}"))
        for table in TABLES:
            assert connection.execute(sa.select(table)).all() == [], table.name


def test_the_registry_sees_orgs_and_keys_and_no_content(record: SqlRecord, mine: Place) -> None:
    with record.database.engine.begin() as connection:
        record.database.enter(connection, "*")
        for table in TABLES:
            if table.name not in ("orgs", "api_keys", "actors"):
                assert connection.execute(sa.select(table)).all() == [], table.name


@pytest.mark.parametrize("name", [table.name for table in OWNED])
def test_no_row_is_written_changed_or_deleted_in_another_org(
    record: SqlRecord, mine: Place, theirs: Place, name: str
) -> None:
    table = metadata.tables[name]
    with record.database.engine.connect() as past_the_wall:
        rows = past_the_wall.execute(sa.select(table).where(table.c.org == theirs.org)).mappings().all()
    with record.database.engine.begin() as connection:
        record.database.enter(connection, mine.org)
        if name != "audit":  # the role may neither update nor delete there at all
            touching = table.c.org == theirs.org
            assert connection.execute(sa.update(table).where(touching).values(org=mine.org)).rowcount == 0
            assert connection.execute(sa.delete(table).where(touching)).rowcount == 0
    row = dict(rows[0]) if rows else dict.fromkeys(table.c.keys(), None) | {"org": theirs.org}
    with record.database.engine.begin() as connection:
        record.database.enter(connection, mine.org)
        with pytest.raises(exc.ProgrammingError, match="row-level security"):
            connection.execute(sa.insert(table), row)


@pytest.mark.parametrize("statement", ["UPDATE audit SET target_id = 'x'", "DELETE FROM audit", "TRUNCATE audit"])
def test_the_role_may_not_touch_the_trail(record: SqlRecord, mine: Place, statement: str) -> None:
    with record.database.engine.begin() as connection:
        record.database.enter(connection, mine.org)
        with pytest.raises(exc.ProgrammingError, match="permission denied"):
            connection.execute(sa.text(statement))
