"""A statement that is prepared says what SQLAlchemy would have said, on both databases."""

from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import exc

from wherefrom.record.columns import JSON, TIME
from wherefrom.record.database import Database
from wherefrom.record.prepared import Prepared, told_to_driver

_things = sa.Table(
    "prepared_things",
    sa.MetaData(),
    sa.Column("id", sa.String(), primary_key=True),
    sa.Column("says", JSON),
    sa.Column("good", sa.Boolean()),
    sa.Column("at", TIME),
)
_c = _things.c
_ROWS: list[dict[str, Any]] = [
    {"id": "a", "says": {"to": ["ä", None]}, "good": True, "at": 1.5},
    {"id": "b", "says": None, "good": False, "at": None},
    {"id": "c", "says": [], "good": None, "at": 2.0},
]
_INSERT = Prepared(sa.insert(_things), columns=tuple(_ROWS[0]))
_AMONG = (
    sa.select(_things)
    .where(_c.id.in_(sa.bindparam("ids", expanding=True)), _c.id != sa.bindparam("not_this"))
    .order_by(_c.id)
    .limit(sa.bindparam("most"))
)


@pytest.fixture
def connection(store_url: str) -> Iterator[sa.Connection]:
    database = Database(store_url)
    with database.writing() as connection:
        _things.create(connection)
        _INSERT.run(connection, [dict(row) for row in _ROWS])
        yield connection
    database.close()


@pytest.mark.parametrize("ids", [["c", "a", "b"], ["a"], [], ["a", "b"], ["nobody", "c"]])
def test_what_is_read_is_what_sqlalchemy_reads(connection: sa.Connection, ids: list[str]) -> None:
    asked = {"ids": ids, "not_this": "b", "most": 5}
    assert Prepared(_AMONG).rows(connection, asked) == list(map(tuple, connection.execute(_AMONG, asked)))


def test_values_of_every_type_come_back_as_they_were(connection: sa.Connection) -> None:
    found = Prepared(_AMONG).rows(connection, {"ids": ["a", "b", "c"], "not_this": "", "most": 5})
    assert found == [tuple(row.values()) for row in _ROWS]


def test_one_row_of_several_and_one_value_of_each(connection: sa.Connection) -> None:
    marked = Prepared(
        sa.update(_things).where(_c.id >= sa.bindparam("least")).values(good=sa.bindparam("good")).returning(_c.id)
    )
    assert sorted(marked.column(connection, {"least": "b", "good": True})) == ["b", "c"]
    own = Prepared(sa.select(_c.good).where(_c.id == sa.bindparam("own")))
    assert own.first(connection, {"own": "c"}) == (True,)
    assert own.first(connection, {"own": "nobody"}) is None


def test_a_row_that_does_not_fit_is_told_as_sqlalchemy_tells_it(connection: sa.Connection) -> None:
    with pytest.raises(exc.IntegrityError) as told, connection.begin_nested():
        _INSERT.run(connection, [dict(_ROWS[0])])
    assert "prepared_things" in str(told.value.orig)


def test_a_statement_that_fails_is_told_as_sqlalchemy_tells_it(connection: sa.Connection) -> None:
    with pytest.raises(exc.DBAPIError) as told, connection.begin_nested():
        told_to_driver(connection, "SELECT 1 FROM nowhere")
    assert "nowhere" in str(told.value.orig)


def test_a_value_that_was_left_out_is_missed(connection: sa.Connection) -> None:
    with pytest.raises((KeyError, exc.DBAPIError)), connection.begin_nested():
        Prepared(_AMONG).rows(connection, {"ids": ["a"], "most": 5})
