"""Many rows: filters, both orders, and pages that neither repeat nor skip."""

from __future__ import annotations

import base64
import json
from dataclasses import replace
from typing import Any

import pytest

from wherefrom.core.actors import Actor
from wherefrom.core.claims import ClaimStatus, Curation, Scope, ScopeType
from wherefrom.core.documents import EmbeddingStatus, SourceKind, SourceStatus
from wherefrom.core.paging import (
    AttentionFilter,
    AuditFilter,
    ChunkFilter,
    ClaimEventFilter,
    ClaimFilter,
    EdgeFilter,
    EntityFilter,
    EntryFilter,
    NodeFilter,
    SourceFilter,
)
from wherefrom.errors import BadCursor, InvalidValue
from wherefrom.testing import factories as make
from wherefrom.testing.record.place import Contract, Place

__all__ = ["FindingContract"]

GARBAGE = (
    "",
    "x",
    "é",
    "\ud800",
    "AAAA",
    "=" * 8,
    *(
        base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")
        for text in ("[]", "{}", "null", "[1,2]", '["a","b","c"]', "[1e999,0,0]", f"[1{'0' * 400},0,0]", "[" * 100_000)
    ),
)


class FindingContract(Contract):
    def test_a_project_means_that_project_and_the_whole_org(self, place: Place) -> None:
        place.project("apollo")
        place.project("gemini")
        place.keep_all(
            [
                make.entry(id="of-apollo", project="apollo"),
                make.entry(id="of-gemini", project="gemini"),
                make.entry(id="of-all"),
            ]
        )
        assert set(place.ids(EntryFilter(project="apollo"))) == {"of-apollo", "of-all"}
        assert set(place.ids(EntryFilter())) == {"of-apollo", "of-gemini", "of-all"}
        assert set(place.ids(EntryFilter(project="nowhere"))) == {"of-all"}

    def test_personal_items_are_listed_only_when_asked_for(self, place: Place) -> None:
        ann, ben = place.person("ann"), place.person("ben")
        place.keep(make.entry(id="mine", contributor="ann", is_personal=True))
        assert place.ids(EntryFilter(), by=ann) == []
        assert place.ids(EntryFilter(personal=True), by=ann) == ["mine"]
        assert place.ids(EntryFilter(personal=True), by=ben) == []
        assert place.ids(EntryFilter(), by=place.system) == []
        assert place.ids(EntryFilter(personal=True), by=place.system) == ["mine"]

    def test_sources_are_found_by_kind_status_staleness_and_address(self, place: Place) -> None:
        stale = make.source(id="stale", kind=SourceKind.URL, status=SourceStatus.STALE, uri="https://a.example")
        place.keep_all([stale, make.source(id="indexed", status=SourceStatus.INDEXED)])
        assert place.ids(SourceFilter(kind=SourceKind.URL)) == ["stale"]
        assert place.ids(SourceFilter(status=SourceStatus.INDEXED)) == ["indexed"]
        assert place.ids(SourceFilter(stale=True)) == ["stale"]
        assert place.ids(SourceFilter(stale=False)) == ["indexed"]
        assert place.ids(SourceFilter(uri="https://a.example")) == ["stale"]

    def test_entries_are_found_by_each_of_their_filters(self, place: Place) -> None:
        source = place.keep(make.source())
        plain = make.entry(id="plain", created_at=10.0)
        special = make.entry(
            id="special",
            source=source.id,
            type="policy",
            tags=("money", "a%b", "é"),
            status=SourceStatus.STALE,
            embedding_status=EmbeddingStatus.READY,
            content="other words",
            contributor="ann",
            created_at=20.0,
        )
        place.keep_all([plain, special])
        for where in (
            EntryFilter(source=source.id),
            EntryFilter(type="policy"),
            EntryFilter(tag="money"),
            EntryFilter(tag="é"),
            EntryFilter(tag="a%b"),
            EntryFilter(status=SourceStatus.STALE),
            EntryFilter(stale=True),
            EntryFilter(embedding_status=EmbeddingStatus.READY),
            EntryFilter(content_hash=special.content_hash),
            EntryFilter(contributor="ann"),
            EntryFilter(since=20.0),
            EntryFilter(type="policy", tag="money", since=20.0, until=20.0),
        ):
            assert place.ids(where) == ["special"], where
            assert _count(place, where) == 1
        assert place.ids(EntryFilter(until=10.0)) == ["plain"]
        assert place.ids(EntryFilter(stale=False)) == ["plain"]
        assert place.ids(EntryFilter(tag="mon")) == []
        assert place.ids(EntryFilter(type="policy", tag="nothing")) == []

    def test_claims_are_found_by_each_of_their_filters(self, place: Place) -> None:
        place.keep(make.claim("plain", id="plain", claim_status=ClaimStatus.HYPOTHESIS))
        special = make.claim(
            "special",
            id="special",
            scope_type=ScopeType.REPO,
            scope_id="acme/pay",
            curation=Curation.APPROVED,
            domain="money",
            tags=("refund",),
            entity_id="user:ann",
            actor_id="ann",
        )
        place.keep(special)
        for where in (
            ClaimFilter(scope=Scope(ScopeType.REPO, "acme/pay")),
            ClaimFilter(status=(ClaimStatus.OBSERVED, ClaimStatus.VERIFIED)),
            ClaimFilter(curation=(Curation.APPROVED,)),
            ClaimFilter(text="special"),
            ClaimFilter(domain="money"),
            ClaimFilter(tag="refund"),
            ClaimFilter(entity_id="user:ann"),
            ClaimFilter(actor_id="ann"),
        ):
            assert place.ids(where) == ["special"], where
        assert place.ids(ClaimFilter(scope=Scope(ScopeType.RUN, "acme/pay"))) == []
        assert place.ids(ClaimFilter(status=())) == []

    def test_the_other_kinds_are_found_by_what_they_belong_to(self, place: Place) -> None:
        made = place.one_of_each()
        chunk, event, edge = made["chunks"], made["claim_events"], made["edges"]
        for where, id in (
            (ChunkFilter(entry=chunk.entry), chunk.id),
            (ChunkFilter(content_hash=chunk.content_hash), chunk.id),
            (ClaimEventFilter(claim=event.claim), event.id),
            (EntityFilter(entity_type="user"), made["entities"].id),
            (EdgeFilter(source_id=edge.source_id), edge.id),
            (EdgeFilter(target_id=edge.target_id), edge.id),
            (EdgeFilter(edge_type="asks"), edge.id),
            (AttentionFilter(target_id=made["attention"].target_id), made["attention"].id),
            (AttentionFilter(cause=made["attention"].cause), made["attention"].id),
            (AuditFilter(target_id=made["audit"].target_id), made["audit"].id),
            (AuditFilter(target_begins=made["audit"].target_id[:-1]), made["audit"].id),
            (AuditFilter(actor_id=place.owner.id, action="knowledge.entry.add"), made["audit"].id),
        ):
            assert place.ids(where) == [id], where
        assert len(place.ids(NodeFilter(node_type="team"))) == 2
        assert place.ids(NodeFilter(node_type="other")) == []

    def test_retired_passages_are_found_only_when_asked_for(self, place: Place) -> None:
        chunk = place.one_of_each()["chunks"]
        with place.record.write(place.owner) as unit:
            unit.chunks.retire(chunk.id, successor="next")
            unit.commit()
        assert place.ids(ChunkFilter()) == []
        assert place.ids(ChunkFilter(retired=True)) == [chunk.id]
        retired = place.look(chunk)
        assert retired.successor == "next"
        assert retired.retired_at is not None

    @pytest.mark.parametrize("newest_first", [False, True])
    def test_pages_hold_every_row_once_and_in_order(self, place: Place, newest_first: bool) -> None:
        ids = [f"n{number:02}" for number in range(23)]
        place.keep_all([make.node(id=id, created_at=100.0 + int(id[1:]) // 4) for id in ids])
        where = NodeFilter(newest_first=newest_first)
        walked = _walk(place, where, size=5)
        assert walked == (ids[::-1] if newest_first else ids)
        assert _count(place, where) == 23

    @pytest.mark.parametrize("newest_first", [False, True])
    def test_pages_neither_repeat_nor_skip_while_others_write(self, place: Place, newest_first: bool) -> None:
        there = [f"n{number:02}" for number in range(20)]
        place.keep_all([make.node(id=id, created_at=100.0) for id in there])
        where, after, walked = NodeFilter(newest_first=newest_first), None, list[str]()
        for turn in range(100):
            with place.record.read(place.owner) as unit:
                page = unit.nodes.find(where, after=after, limit=3)
            walked += [node.id for node in page.items]
            place.keep_all(make.node(id=f"{id}+{turn}", created_at=100.0) for id in there[::7])
            if (after := page.next) is None or len(walked) > 100:
                break
        assert [id for id in walked if id in there] == (there[::-1] if newest_first else there)
        assert len(walked) == len(set(walked))

    def test_a_full_last_page_leads_nowhere(self, place: Place) -> None:
        place.keep_all([make.node(), make.node()])
        with place.record.read(place.owner) as unit:
            assert unit.nodes.find(NodeFilter(), limit=2).next is None
            assert unit.nodes.find(NodeFilter(), limit=1).next is not None

    def test_a_cursor_of_another_query_is_refused(self, place: Place) -> None:
        place.keep_all([make.node(), make.node()])
        with place.record.read(place.owner) as unit:
            cursor = unit.nodes.find(NodeFilter(), limit=1).next
            for where in (NodeFilter(newest_first=True), NodeFilter(node_type="team"), NodeFilter(since=1.0)):
                with pytest.raises(BadCursor):
                    unit.nodes.find(where, after=cursor)
            with pytest.raises(BadCursor):
                unit.entities.find(EntityFilter(), after=cursor)

    @pytest.mark.parametrize("text", GARBAGE)
    def test_garbage_is_no_cursor(self, place: Place, text: str) -> None:
        with place.record.read(place.owner) as unit, pytest.raises(BadCursor):
            unit.nodes.find(NodeFilter(), after=text)

    @pytest.mark.parametrize("said", [[float("nan"), "id"], [1.0, "\ud800"], [1.0, "\0"], [True, "id"], [1.0, None]])
    def test_a_forged_cursor_is_refused_too(self, place: Place, said: list[Any]) -> None:
        place.keep_all([make.node(), make.node()])
        with place.record.read(place.owner) as unit:
            cursor = unit.nodes.find(NodeFilter(), limit=1).next
            assert cursor is not None
            fingerprint = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))[-1]
            forged = base64.urlsafe_b64encode(json.dumps([*said, fingerprint]).encode()).decode().rstrip("=")
            with pytest.raises(BadCursor):
                unit.nodes.find(NodeFilter(), after=forged)

    @pytest.mark.parametrize("limit", [0, -1, 1001])
    def test_a_page_has_a_size(self, place: Place, limit: int) -> None:
        with place.record.read(place.owner) as unit, pytest.raises(InvalidValue):
            unit.nodes.find(NodeFilter(), limit=limit)

    def test_counts_are_of_what_may_be_seen(self, place: Place) -> None:
        ben = place.person("ben")
        place.keep_all([make.entry(contributor="ann", is_personal=True), make.entry()])
        assert _count(place, EntryFilter(personal=True), by=ben) == 1
        assert _count(place, EntryFilter(personal=True), by=place.system) == 2


def _walk(place: Place, where: NodeFilter, *, size: int) -> list[str]:
    walked, after = list[str](), None
    while True:
        with place.record.read(place.owner) as unit:
            page = unit.nodes.find(where, after=after, limit=size)
        assert len(page.items) <= size
        walked += [node.id for node in page.items]
        if page.next is None:
            return walked
        after = page.next


def _count(place: Place, where: Any, *, by: Actor | None = None) -> int:
    name = {EntryFilter: "entries", NodeFilter: "nodes"}[type(where)]
    with place.record.read(by or place.system) as unit:
        return getattr(unit, name).count(replace(where))
