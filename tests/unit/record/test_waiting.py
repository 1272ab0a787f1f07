"""A commit waits for the disk, unless whoever made it said that it need not."""

import pytest
import sqlalchemy as sa

from wherefrom.record.database import Database

_WAITS = {"sqlite": ("PRAGMA synchronous", 2), "postgresql": ("SHOW synchronous_commit", "on")}
_AT_LEISURE = {"sqlite": ("PRAGMA synchronous", 1), "postgresql": ("SHOW synchronous_commit", "off")}


def _is(connection: sa.Connection, expected: dict[str, tuple[str, object]]) -> bool:
    question, answer = expected[connection.dialect.name]
    return connection.exec_driver_sql(question).scalar() == answer


@pytest.mark.parametrize("commits", [True, False])
def test_only_what_is_written_at_leisure_does_not_wait(store_url: str, commits: bool) -> None:
    database = Database(store_url)
    for at_leisure in (False, True, True, False, True, False):
        with database.writing(at_leisure=at_leisure) as connection:
            assert _is(connection, _AT_LEISURE if at_leisure else _WAITS)
            if commits:
                connection.commit()
    database.close()
