"""One row at a time: get, save, delete, and the names they go by."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from wherefrom.core.ids import new_id
from wherefrom.errors import AmbiguousId, Conflict, NotFound, WherefromError
from wherefrom.testing import factories as make
from wherefrom.testing.record.place import KINDS, Contract, Place, a_few, at_once, repository

__all__ = ["KeyedContract"]

CHANGES: dict[str, dict[str, Any]] = {
    "sources": {"title": "another"},
    "entries": {"title": "another", "tags": ("b", "a")},
    "chunks": {"position": 7, "embed_text": "title: another"},
    "claims": {"domain": "payments", "template": "refund", "fields": {"deep": [1, 2.5, None, {"ü": "Ж"}]}},
    "claim_events": {"reason": "because"},
    "entities": {"properties": {"city": "Bergen", "since": 2020}},
    "nodes": {"label": "another"},
    "edges": {"properties": {"piece_id": "p1"}},
    "attention": {"detail": {"was": "old", "now": "new"}, "links": ("a", "b")},
}
NAMES = tuple(KINDS.values())
EDITABLE = tuple(CHANGES)
VERSIONED = tuple(name for name in EDITABLE if name not in ("chunks", "claim_events"))


class KeyedContract(Contract):
    @pytest.mark.parametrize("name", NAMES)
    def test_what_was_saved_is_read_back_equal(self, place: Place, name: str) -> None:
        saved = place.one_of_each()[name]
        assert place.look(saved) == saved

    @pytest.mark.parametrize("name", EDITABLE)
    def test_saving_again_replaces_and_returns_what_is_stored(self, place: Place, name: str) -> None:
        saved = place.one_of_each()[name]
        changed = place.keep(replace(saved, **CHANGES[name]))
        assert place.look(saved) == changed
        for field, value in CHANGES[name].items():
            assert getattr(changed, field) == value

    @pytest.mark.parametrize("name", EDITABLE)
    def test_what_was_deleted_is_not_found(self, place: Place, name: str) -> None:
        item = place.one_of_each()[name]
        place.delete(item)
        with place.record.read(place.system) as unit:
            with pytest.raises(NotFound):
                repository(unit, name).get(item.id)
            assert repository(unit, name).get_many([item.id]) == {}
            assert item.id not in {each.id for each in a_few(unit, name)}

    @pytest.mark.parametrize("name", NAMES)
    def test_missing_and_forbidden_are_one_answer(self, place: Place, elsewhere: Place, name: str) -> None:
        forbidden = elsewhere.one_of_each()[name].id
        for reach in (_get, _resolve, _delete):
            assert _told(place, name, forbidden, reach) == _told(place, name, new_id(), reach)

    def test_a_forbidden_row_of_the_own_org_is_as_missing(self, place: Place) -> None:
        ben = place.person("ben")
        hidden = place.keep(make.entry(contributor="ann", is_personal=True))
        for reach in (_get, _resolve, _delete):
            assert _told(place, "entries", hidden.id, reach, by=ben) == _told(place, "entries", new_id(), reach, by=ben)

    def test_a_row_that_may_not_be_seen_cannot_be_overwritten(self, place: Place) -> None:
        ben = place.person("ben")
        hidden = place.keep(make.entry(contributor="ann", is_personal=True))
        with pytest.raises(NotFound):
            place.keep(make.entry(id=hidden.id, contributor="ben"), by=ben)
        assert place.look(hidden) == hidden

    @pytest.mark.parametrize("name", NAMES)
    def test_many_are_read_at_once_and_what_may_not_be_seen_is_missing(
        self, place: Place, elsewhere: Place, name: str
    ) -> None:
        item, foreign = place.one_of_each()[name], elsewhere.one_of_each()[name]
        with place.record.read(place.owner) as unit:
            found = repository(unit, name).get_many([foreign.id, new_id(), item.id, item.id])
        assert found == {item.id: item}

    def test_thousands_are_readat_once(self, place: Place) -> None:
        kept = place.keep(make.node())
        with place.record.read(place.owner) as unit:
            assert list(unit.nodes.get_many([*(new_id() for _ in range(12_000)), kept.id])) == [kept.id]

    def test_a_unique_prefix_names_a_row(self, place: Place) -> None:
        place.keep_all([make.entity(id="user:alice"), make.entity(id="user:bob"), make.entity(id="user:bobby")])
        with place.record.read(place.owner) as unit:
            assert unit.entities.resolve("user:a") == "user:alice"
            assert unit.entities.resolve("user:bob") == "user:bob"
            with pytest.raises(AmbiguousId):
                unit.entities.resolve("user:")
            for nothing in ("user:c", "", "user:a%", "user:alic_"):
                with pytest.raises(NotFound):
                    unit.entities.resolve(nothing)

    def test_a_prefix_tells_large_from_small_letters(self, place: Place) -> None:
        place.keep_all([make.entity(id="user:Ann"), make.entity(id="user:anton")])
        with place.record.read(place.owner) as unit:
            assert unit.entities.resolve("user:A") == "user:Ann"
            assert unit.entities.resolve("user:a") == "user:anton"

    def test_hidden_rows_make_no_prefix_ambiguous(self, place: Place, elsewhere: Place) -> None:
        ben = place.person("ben")
        place.keep(make.entry(id="abc-1", contributor="ann", is_personal=True))
        elsewhere.keep(make.entry(id="abc-2"))
        place.keep(make.entry(id="abc-3"))
        place.delete(place.keep(make.entry(id="abc-4")))
        with place.record.read(ben) as unit:
            assert unit.entries.resolve("abc") == "abc-3"

    @pytest.mark.parametrize("name", VERSIONED)
    def test_versions_count_up_and_an_outdated_one_conflicts(self, place: Place, name: str) -> None:
        first = place.one_of_each()[name]
        second = place.keep(first, expected=1)
        assert (first.version, second.version) == (1, 2)
        with pytest.raises(Conflict):
            place.keep(first, expected=1)
        assert place.look(first) == second

    def test_expecting_version_zero_means_that_there_is_none_yet(self, place: Place) -> None:
        entry = make.entry()
        assert place.keep(entry, expected=0).version == 1
        with pytest.raises(Conflict):
            place.keep(entry, expected=0)
        with pytest.raises(Conflict):
            place.keep(make.entry(), expected=3)

    def test_no_update_is_lost_between_two_writers(self, place: Place) -> None:
        node = place.keep(make.node(label="0"))

        def count() -> None:
            for _ in range(10):
                with place.record.write(place.owner) as unit:
                    found = unit.nodes.get(node.id)
                    unit.nodes.save(replace(found, label=str(int(found.label) + 1)))
                    unit.commit()

        at_once(count, count)
        assert place.look(node).label == "20"

    def test_many_new_rows_are_saved_together_or_not_at_all(self, place: Place) -> None:
        entries = [make.entry() for _ in range(3)]
        place.keep_new(entries)
        assert place.look(entries[0]).version == 1
        fresh = make.entry()
        with pytest.raises(Conflict):
            place.keep_new([fresh, entries[1]])
        with pytest.raises(NotFound):
            place.look(fresh)

    def test_leaving_without_commit_undoes(self, place: Place) -> None:
        left, failed = make.entry(), make.entry()
        with place.record.write(place.owner) as unit:
            unit.entries.save(left)
        with pytest.raises(NotFound), place.record.write(place.owner) as unit:
            unit.entries.get(unit.entries.save(failed).id[:-1])
        for undone in (left, failed):
            with pytest.raises(NotFound):
                place.look(undone)

    def test_what_is_written_at_leisure_is_there_for_all_and_undone_without_commit(self, place: Place) -> None:
        kept, left = make.entry(), make.entry()
        with place.record.write(place.owner, at_leisure=True) as unit:
            unit.entries.save(kept)
            unit.commit()
        with place.record.write(place.owner, at_leisure=True) as unit:
            unit.entries.save(left)
        assert place.look(kept).id == kept.id
        with pytest.raises(NotFound):
            place.look(left)

    def test_a_reader_keeps_its_snapshot_while_others_write(self, place: Place) -> None:
        node = place.keep(make.node(label="before"))
        with place.record.read(place.owner) as unit:
            unit.nodes.get(node.id)
            place.keep(replace(node, label="after"))
            assert unit.nodes.get(node.id).label == "before"
        assert place.look(node).label == "after"

    def test_the_same_id_in_two_orgs_is_two_rows(self, place: Place, elsewhere: Place) -> None:
        here = place.keep(make.entry(id="shared", title="here"))
        there = elsewhere.keep(make.entry(id="shared", title="there"))
        elsewhere.delete(there)
        assert place.look(here).title == "here"

    def test_no_row_is_written_into_another_org(self, place: Place, elsewhere: Place) -> None:
        with pytest.raises(WherefromError):
            place.keep(make.entry(org=elsewhere.org))
        assert elsewhere.record.changes.head(elsewhere.org).seq == 0


def _get(repository: Any, id: str) -> None:
    repository.get(id)


def _resolve(repository: Any, id: str) -> None:
    repository.resolve(id)


def _delete(repository: Any, id: str) -> None:
    repository.delete(id)


def _told(place: Place, name: str, id: str, reach: Callable[[Any, str], None], *, by: Any = None) -> str:
    """The answer, with the id that was asked for taken out of it."""
    with pytest.raises(NotFound) as told, place.record.write(by or place.owner) as unit:
        reach(repository(unit, name), id)
    return f"{told.value.as_dict()} {told.value}".replace(id, "ID")
