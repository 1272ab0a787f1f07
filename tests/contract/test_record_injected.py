"""Time comes through one clock and ids through one door, both handed in."""

from contextlib import closing
from itertools import count

from wherefrom.core.actions import Action
from wherefrom.core.paging import AuditFilter
from wherefrom.record.record import SqlRecord
from wherefrom.testing import factories as make
from wherefrom.testing.record.place import Place


def test_clock_and_ids_are_those_that_were_handed_in(store_url: str) -> None:
    numbers, ticks = count(1), count(100)
    with closing(SqlRecord(store_url, clock=lambda: float(next(ticks)), ids=lambda: f"id-{next(numbers)}")) as record:
        record.registry.create_org(org := make.org())
        place = Place(record, org.id)
        with record.write(place.owner) as unit:
            entry = unit.entries.save(make.entry())
            unit.note(Action.ADD_ENTRY, "entry", entry.id, after=entry)
            unit.commit()
        with record.read(place.owner) as unit:
            (noted,) = unit.audit.find(AuditFilter()).items
    assert noted.id == "id-1"
    assert 100 <= entry.created_at == entry.updated_at == noted.created_at < 110, "one write has one time"
