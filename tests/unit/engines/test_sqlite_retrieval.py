"""What is special to `sqlite_fts5`: it stands and falls with the transaction of the record."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import create_engine, event

from wherefrom.core.changes import Mark
from wherefrom.engines.retrieval.sqlite_fts5 import open_sqlite_fts5
from wherefrom.errors import InvalidValue
from wherefrom.ports.engines import Doc, IndexSpec
from wherefrom.testing.retrieval import seek

SPEC = IndexSpec("chunks", None, 1)


def test_rolling_the_transaction_back_undoes_the_commit_of_the_index(tmp_path: Path) -> None:
    record = create_engine(f"sqlite:///{tmp_path / 'record.db'}")
    event.listen(record, "connect", lambda connection, _: setattr(connection, "isolation_level", None))
    event.listen(record, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    with record.connect() as connection:
        index = open_sqlite_fts5()(SPEC, connection)
        index.put([Doc("a", ("fox",))])
        index.commit(Mark(1, "one"))
        connection.commit()
        index.put([Doc("b", ("fox",))])
        index.delete(["a"])
        index.commit(Mark(2, "two"))
        assert [id for id, _ in index.search(seek("fox")).words] == ["b"]
        connection.rollback()
        assert [id for id, _ in index.search(seek("fox")).words] == ["a"]
        assert index.mark() == Mark(1, "one")
    record.dispose()


def test_without_a_transaction_it_cannot_be_opened() -> None:
    with pytest.raises(InvalidValue):
        open_sqlite_fts5()(SPEC, None)
