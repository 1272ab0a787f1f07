"""What cannot be kept is refused by name, and nothing is half-written."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from wherefrom.core.directory import Group, Member, Project
from wherefrom.core.documents import Source
from wherefrom.core.paging import EntryFilter, NodeFilter
from wherefrom.core.pointers import from_artifact
from wherefrom.errors import InvalidValue, NotFound
from wherefrom.testing import factories as make
from wherefrom.testing.record.place import Contract, Place

__all__ = ["RefusingContract"]

BAD_TEXT = ("a\0b", "a\ud800b", "\udfff")
NAIVE = datetime(2026, 5, 20)  # noqa: DTZ001  -- what is refused
DEEP = json.loads("[" * 100 + "]" * 100)


class RefusingContract(Contract):
    @pytest.mark.parametrize("text", BAD_TEXT)
    def test_text_that_no_database_can_keep_is_refused_everywhere(self, place: Place, text: str) -> None:
        kept = place.keep(make.entry())
        for item in (
            make.source(uri=text),
            make.source(config={"key": text}),
            make.source(config={text: "value"}),
            make.entry(id=text),
            make.entry(title=text),
            make.entry(content=text, content_hash=""),
            make.entry(tags=(text,)),
            make.entry(agent_scope=frozenset({text})),
            make.entry(audience=frozenset({text})),
            make.entry(project=text),
            make.entry(contributor=text, is_personal=True),
            make.chunk(kept, text=text, content_hash=""),
            make.claim(evidence=(from_artifact("report", text),)),
            make.entity(properties={"deep": [{"x": text}]}),
            make.node(label=text),
        ):
            with pytest.raises(InvalidValue):
                place.keep(item)
        with pytest.raises(InvalidValue):
            make.claim(domain=text)
        assert place.ids(EntryFilter()) == [kept.id]
        assert place.record.changes.head(place.org).seq == 1

    @pytest.mark.parametrize("text", BAD_TEXT)
    def test_an_id_that_cannot_exist_is_not_found(self, place: Place, text: str) -> None:
        with place.record.read(place.owner) as unit:
            assert unit.nodes.get_many([text]) == {}
            for reach in (unit.nodes.get, unit.nodes.resolve):
                with pytest.raises(NotFound):
                    reach(text)

    @pytest.mark.parametrize("text", BAD_TEXT)
    def test_a_filter_that_no_row_can_match_is_refused(self, place: Place, text: str) -> None:
        with place.record.read(place.owner) as unit:
            for where in (EntryFilter(type=text), EntryFilter(tag=text), EntryFilter(project=text)):
                with pytest.raises(InvalidValue):
                    unit.entries.find(where)

    @pytest.mark.parametrize("time", [float("nan"), float("inf"), NAIVE])
    def test_a_filter_by_something_that_is_no_time_is_refused(self, place: Place, time: Any) -> None:
        with place.record.read(place.owner) as unit:
            for where in (NodeFilter(since=time), NodeFilter(until=time)):
                with pytest.raises(InvalidValue):
                    unit.nodes.count(where)

    @pytest.mark.parametrize("text", BAD_TEXT)
    def test_the_directory_refuses_such_text_too(self, place: Place, text: str) -> None:
        with place.record.write(place.system) as unit:
            for save, item in (
                (unit.directory.save_project, Project(org=place.org, id="p", title=text)),
                (unit.directory.save_group, Group(org=place.org, id="g", title=text)),
                (unit.directory.save_member, Member(org=place.org, id="m", title=text)),
            ):
                with pytest.raises(InvalidValue):
                    save(item)  # pyright: ignore[reportArgumentType]
        with pytest.raises(InvalidValue):
            place.record.registry.create_org(make.org(title=text))

    @pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
    def test_numbers_that_json_does_not_have_are_refused(self, place: Place, number: float) -> None:
        for item in (
            make.entity(properties={"x": number}),
            make.source(config={"deep": [[number]]}),
            make.entry(created_at=number),
        ):
            with pytest.raises(InvalidValue):
                place.keep(item)
        with pytest.raises(InvalidValue):
            make.claim(stated_confidence=number)
        assert place.record.changes.head(place.org).seq == 0

    def test_a_naive_time_is_refused(self, place: Place) -> None:
        for item in (make.entry(created_at=NAIVE), make.source(last_run_at=NAIVE), make.node(created_at=NAIVE)):
            with pytest.raises(InvalidValue):
                place.keep(item)

    def test_what_json_cannot_say_is_refused(self, place: Place) -> None:
        for odd in (DEEP, {1: "number as a key"}, b"bytes", object(), {"set"}):
            with pytest.raises(InvalidValue):
                place.keep(make.entity(properties={"x": odd}))

    def test_an_unknown_project_or_group_is_refused(self, place: Place) -> None:
        for item in (make.entry(project="nowhere"), make.entry(audience=frozenset({"nobody"}))):
            with pytest.raises(InvalidValue):
                place.keep(item)

    def test_a_personal_item_of_nobody_is_refused(self) -> None:
        for make_one in (make.entry, make.source, make.claim):
            with pytest.raises(InvalidValue):
                make_one(is_personal=True)

    def test_one_bad_item_among_many_leaves_none(self, place: Place) -> None:
        with pytest.raises(InvalidValue):
            place.keep_new([make.node(), make.node(label="a\0b")])
        assert place.ids(NodeFilter()) == []

    def test_numbers_and_text_of_every_kind_are_read_back_equal(self, place: Place) -> None:
        properties: dict[str, Any] = {
            "float": [0.1, -0.0, 1e-300, 1e15, 123456789.123456789],
            "int": [0, -(2**53), 2**63, 10**30],
            "text": ["", " ", "\t\n\r", "’“”…", "知識 🦩", "\x01\x7f\x85\u2028", "\U0010ffff", '"\\/'],
            "mixed": {"": None, "a.b": True, "$": [[], {}]},
        }
        entity = place.keep(make.entity(properties=properties))
        assert place.look(entity).properties == properties
        source: Source = place.keep(make.source(title="x" * 100_000, uri="'; DROP TABLE orgs; --"))
        assert place.look(source) == source
        assert place.keep(replace(entity, properties={})).properties == {}
