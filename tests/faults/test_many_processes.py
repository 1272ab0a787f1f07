"""Many processes write and read one SQLite store at the same time."""

import time
from collections import Counter
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tests.faults.writing import child, count_until
from tests.soak_report import report
from wherefrom.record.record import SqlRecord
from wherefrom.testing import factories as make
from wherefrom.testing.record.place import Place

PROCESSES = 8


@pytest.mark.soak
@pytest.mark.timeout(600)
def test_eight_processes_lose_no_update_and_meet_no_error(tmp_path: Path, soaking: bool) -> None:
    seconds, store = 60.0 if soaking else 6.0, str(tmp_path / "store.db")
    with closing(SqlRecord(store)) as record:
        record.registry.create_org(org := make.org())
        place = Place(record, org.id)
        counters = [place.keep(make.node(label="0")).id for _ in range(4)]
        deadline = time.monotonic() + seconds
        with ExitStack() as running:
            told = [
                running.enter_context(child(count_until, store, org.id, counters, deadline))[1]
                for _ in range(PROCESSES)
            ]
            counted = sum((Counter(each.recv()) for each in told), Counter[str]())
        with record.read(place.owner) as unit:
            stored = {id: int(node.label) for id, node in unit.nodes.get_many(counters).items()}
        assert stored == counted
        assert record.changes.head(org.id).seq == counted.total() + len(counters)
    if soaking:
        size = f"{PROCESSES} processes, {seconds:.0f} s, {counted.total():,} updates"
        report("many processes on one SQLite store", size=size, result="0 errors, 0 lost updates")
