"""The numbered changes that every index follows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from wherefrom.core.changes import Change, Mark
from wherefrom.errors import Conflict
from wherefrom.testing import factories as make
from wherefrom.testing.record.place import Contract, Place, at_once

__all__ = ["FollowingContract"]

WRITERS, UNITS = 4, 6


class FollowingContract(Contract):
    def test_every_write_of_something_searchable_is_numbered_without_gaps(self, place: Place) -> None:
        made = place.one_of_each()
        searchable = [made[name] for name in ("sources", "entries", "chunks", "claims", "entities", "nodes", "edges")]
        changes = _all(place)
        assert [change.mark.seq for change in changes] == list(range(1, len(changes) + 1))
        assert {item.id for item in searchable} <= {change.id for change in changes}
        assert made["audit"].id not in {change.id for change in changes}
        assert place.record.changes.head(place.org) == changes[-1].mark

    def test_only_the_newest_change_of_an_item_is_told_and_last(self, place: Place) -> None:
        first, second = place.keep(make.node()), place.keep(make.node())
        place.keep(replace(first, label="again"))
        place.delete(second)
        assert [(change.mark.seq, change.id, change.gone) for change in _all(place)] == [
            (3, first.id, False),
            (4, second.id, True),
        ]

    def test_an_item_written_twice_in_a_unit_changes_once(self, place: Place) -> None:
        with place.record.write(place.owner) as unit:
            node = unit.nodes.save(make.node())
            unit.nodes.save(replace(node, label="again"))
            mark = unit.commit()
        assert mark.seq == 1

    def test_a_follower_goes_on_where_it_stopped(self, place: Place) -> None:
        ids = [place.keep(make.node()).id for _ in range(5)]
        seen, mark = list[str](), None
        while changes := place.record.changes.since(place.org, mark, 2):
            assert len(changes) <= 2
            seen += [change.id for change in changes]
            mark = changes[-1].mark
        assert seen == ids
        assert mark == place.record.changes.head(place.org)

    def test_an_unknown_mark_means_rebuild(self, place: Place, elsewhere: Place) -> None:
        place.keep(make.node())
        elsewhere.keep(make.node())
        head = place.record.changes.head(place.org)
        for unknown in (Mark(head.seq + 1, head.stamp), Mark(head.seq, "other"), Mark(0, head.stamp)):
            assert place.record.changes.since(place.org, unknown, 10) is None
        assert place.record.changes.since(place.org, elsewhere.record.changes.head(elsewhere.org), 10) is None
        assert place.record.changes.since(place.org, head, 10) == []

    def test_orgs_are_numbered_each_for_itself(self, place: Place, elsewhere: Place) -> None:
        place.keep(make.node())
        elsewhere.keep(make.node())
        assert place.record.changes.head(place.org).seq == elsewhere.record.changes.head(elsewhere.org).seq == 1
        assert place.record.changes.head("no-such-org") == Mark(0, "")

    def test_what_is_undone_has_no_number(self, place: Place) -> None:
        with place.record.write(place.owner) as unit:
            unit.nodes.save(make.node())
        with pytest.raises(Conflict):
            place.keep(make.edge(make.node(), make.node()))
        assert place.record.changes.head(place.org).seq == 0
        place.keep(make.node())
        assert place.record.changes.head(place.org).seq == 1

    def test_a_unit_that_changes_nothing_searchable_keeps_the_head(self, place: Place) -> None:
        place.keep(make.node())
        head = place.record.changes.head(place.org)
        place.keep(make.audit_entry(place.owner))
        assert place.record.changes.head(place.org) == head

    def test_numbers_are_given_at_commit_in_the_order_of_commits(self, place: Place) -> None:
        marks: list[tuple[Mark, set[str]]] = []

        def write() -> None:
            for _ in range(UNITS):
                nodes = [make.node(), make.node()]
                with place.record.write(place.owner) as unit:
                    unit.nodes.save_new(nodes)
                    mark = unit.commit()
                marks.append((mark, {node.id for node in nodes}))

        at_once(*[write] * WRITERS)
        changes = _all(place)
        assert [change.mark.seq for change in changes] == list(range(1, WRITERS * UNITS * 2 + 1))
        by_stamp = {mark.stamp: (mark.seq, ids) for mark, ids in marks}
        assert len(by_stamp) == WRITERS * UNITS
        for change in changes:
            last, ids = by_stamp[change.mark.stamp]
            assert change.id in ids
            assert change.mark.seq in (last - 1, last)

    def test_a_deleted_entry_is_gone_with_its_passages(self, place: Place) -> None:
        entry = place.keep(make.entry())
        chunk = place.keep(make.chunk(entry))
        place.delete(entry)
        assert {change.id for change in _all(place) if change.gone} == {entry.id, chunk.id}

    def test_a_retired_passage_is_gone_and_stays_gone(self, place: Place) -> None:
        place.group("leads")
        entry = place.keep(make.entry())
        chunk = place.keep(make.chunk(entry))
        with place.record.write(place.owner) as unit:
            unit.chunks.retire(chunk.id)
            unit.commit()
        place.keep(replace(entry, audience=frozenset({"leads"})))
        assert _gone(place) == {entry.id: False, chunk.id: True}

    def test_losing_its_source_brings_no_deleted_entry_back(self, place: Place) -> None:
        source = place.keep(make.source())
        kept, deleted = place.keep(make.entry(source=source.id)), place.keep(make.entry(source=source.id))
        place.delete(deleted)
        place.delete(source)
        assert _gone(place) == {source.id: True, kept.id: False, deleted.id: True}

    def test_moved_passages_are_told(self, place: Place) -> None:
        place.group("leads")
        entry = place.keep(make.entry())
        chunk = place.keep(make.chunk(entry))
        before = place.record.changes.head(place.org)
        place.keep(replace(entry, audience=frozenset({"leads"})))
        told = place.record.changes.since(place.org, before, 10)
        assert told is not None
        assert {change.id for change in told} == {entry.id, chunk.id}


def _all(place: Place) -> list[Change]:
    told = place.record.changes.since(place.org, None, 1000)
    assert told is not None
    return list(told)


def _gone(place: Place) -> dict[str, bool]:
    return {change.id: change.gone for change in _all(place)}
