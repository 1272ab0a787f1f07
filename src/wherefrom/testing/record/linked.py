"""What belongs together: sources, entries and passages; claims and their evidence; items and who may see them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from wherefrom.core.access import Visibility
from wherefrom.core.paging import ChunkFilter, EntryFilter
from wherefrom.core.pointers import from_chunk, from_url
from wherefrom.errors import Conflict, NotFound
from wherefrom.testing import factories as make
from wherefrom.testing.record.place import Contract, Place, at_once

__all__ = ["LinkedContract"]

LEADS = frozenset({"leads"})


class LinkedContract(Contract):
    def test_entries_outlive_their_source_unlinked(self, place: Place) -> None:
        source = place.keep(make.source())
        entry = place.keep(make.entry(source=source.id))
        place.delete(source)
        assert place.look(entry) == replace(entry, source=None)

    def test_all_entries_of_a_source_go_at_once(self, place: Place) -> None:
        source, other = place.keep(make.source()), place.keep(make.source())
        going = [place.keep(make.entry(source=source.id)) for _ in range(3)]
        staying = [place.keep(make.entry(source=other.id)), place.keep(make.entry())]
        chunk = place.keep(make.chunk(going[0]))
        with place.record.write(place.owner) as unit:
            assert unit.entries.delete_by_source(source.id) == 3
            unit.commit()
        assert set(place.ids(EntryFilter())) == {entry.id for entry in staying}
        with pytest.raises(NotFound):
            place.look(chunk)
        with place.record.write(place.owner) as unit:
            assert unit.entries.delete_by_source(source.id) == 0

    def test_deleting_by_source_is_undone_as_a_whole(self, place: Place) -> None:
        source = place.keep(make.source())
        entries = {place.keep(make.entry(source=source.id)).id for _ in range(3)}
        with place.record.write(place.owner) as unit:
            unit.entries.delete_by_source(source.id)
        assert set(place.ids(EntryFilter(source=source.id))) == entries

    def test_a_deleted_entry_hides_its_passages(self, place: Place) -> None:
        entry = place.keep(make.entry())
        chunk = place.keep(make.chunk(entry))
        place.delete(entry)
        with place.record.read(place.system) as unit:
            assert unit.chunks.get_many([chunk.id]) == {}
            assert unit.chunks.count(ChunkFilter(retired=True, personal=True)) == 0
            with pytest.raises(NotFound):
                unit.chunks.resolve(chunk.id[:8])

    def test_a_passage_needs_its_entry(self, place: Place) -> None:
        with pytest.raises((NotFound, Conflict)):
            place.keep(make.chunk(make.entry()))
        ben = place.person("ben")
        hidden = place.keep(make.entry(contributor="ann", is_personal=True))
        with pytest.raises(NotFound):
            place.keep(make.chunk(hidden, seen_by=Visibility(org=place.org)), by=ben)

    def test_a_passage_is_seen_by_who_sees_its_entry_whatever_it_says_itself(self, place: Place) -> None:
        ann, ben = place.person("ann"), place.person("ben")
        entry = place.keep(make.entry(contributor="ann", is_personal=True))
        chunk = place.keep(make.chunk(entry, seen_by=Visibility(org=place.org)))
        fresh = make.chunk(entry, seen_by=Visibility(org=place.org))
        with place.record.write(ann) as unit:
            unit.chunks.save_new([fresh])
            unit.commit()
        assert chunk.seen_by == entry.visibility
        assert place.look(chunk, by=ann) == chunk
        with place.record.read(ben) as unit:
            assert unit.chunks.get_many([chunk.id, fresh.id]) == {}

    def test_passages_follow_when_the_audience_of_their_entry_changes(self, place: Place) -> None:
        place.group("leads")
        ann, ben = place.person("ann", groups=["leads"]), place.person("ben")
        entry = place.keep(make.entry())
        chunk = place.keep(make.chunk(entry))
        place.keep(replace(entry, audience=LEADS))
        assert place.look(chunk, by=ann).seen_by.audience == LEADS
        with pytest.raises(NotFound):
            place.look(chunk, by=ben)
        place.keep(replace(entry, audience=frozenset[str]()))
        assert place.look(chunk, by=ben) == chunk

    def test_evidence_on_a_hidden_passage_is_shown_without_its_words(self, place: Place) -> None:
        place.group("leads")
        ann, ben = place.person("ann", groups=["leads"]), place.person("ben")
        secret = place.keep(make.entry(audience=LEADS))
        chunk = place.keep(make.chunk(secret))
        quoted = from_chunk(chunk.id, "two approvals", chunk.content_hash)
        claim = place.keep(make.claim(evidence=(quoted, from_url("https://a.example"))))
        assert place.look(claim, by=ann) == claim
        assert place.look(claim, by=ben).evidence == (from_chunk(chunk.id), from_url("https://a.example"))

    def test_saving_a_claim_whose_evidence_is_hidden_loses_nothing(self, place: Place) -> None:
        place.group("leads")
        ann, ben = place.person("ann", groups=["leads"]), place.person("ben")
        chunk = place.keep(make.chunk(place.keep(make.entry(audience=LEADS))))
        claim = place.keep(make.claim(evidence=(from_chunk(chunk.id, "two approvals"),)))
        seen = place.look(claim, by=ben)
        saved = place.keep(
            replace(seen, domain="money", evidence=(*seen.evidence, from_url("https://b.example"))), by=ben
        )
        assert place.look(claim, by=ben) == saved
        assert place.look(claim, by=ann).evidence == (*claim.evidence, from_url("https://b.example"))

    def test_evidence_is_only_ever_added(self, place: Place) -> None:
        one, two = from_url("https://a.example"), from_url("https://b.example")
        claim = place.keep(make.claim(evidence=(one, two)))
        for other in ((one,), (two, one), (one, from_url("https://c.example"))):
            with pytest.raises(Conflict):
                place.keep(replace(claim, evidence=other))
        assert place.look(claim) == claim

    def test_evidence_is_hidden_when_its_passage_becomes_hidden(self, place: Place) -> None:
        place.group("leads")
        ben = place.person("ben")
        entry = place.keep(make.entry())
        chunk = place.keep(make.chunk(entry))
        claim = place.keep(make.claim(evidence=(from_chunk(chunk.id, "two approvals"),)))
        assert place.look(claim, by=ben) == claim
        place.keep(replace(entry, audience=LEADS))
        assert place.look(claim, by=ben).evidence == (from_chunk(chunk.id),)

    def test_what_follows_a_claim_is_seen_by_who_sees_the_claim(self, place: Place) -> None:
        ann, ben = place.person("ann"), place.person("ben")
        claim = place.keep(make.claim(actor_id="ann", is_personal=True))
        event, item = place.keep(make.claim_event(claim)), place.keep(make.attention(claim))
        shared = place.keep(replace(claim, is_personal=False), by=ann)
        assert place.look(claim, by=ben) == shared
        assert place.look(event, by=ben).seen_by == place.look(item, by=ben).seen_by == shared.visibility
        place.keep(claim, by=ann)
        for follower in (event, item):
            with pytest.raises(NotFound):
                place.look(follower, by=ben)

    def test_attention_narrower_than_its_target_never_becomes_wider_than_it(self, place: Place) -> None:
        place.group("leads")
        place.group("staff")
        both, lead = place.person("ann", groups=["leads", "staff"]), place.person("ben", groups=["leads"])
        claim = place.keep(make.claim())
        item = place.keep(make.attention(claim, seen_by=Visibility(org=place.org, audience=LEADS)))
        place.keep(replace(claim, audience=frozenset({"staff", "leads"})), by=both)
        assert place.look(item, by=lead)
        place.keep(replace(claim, audience=frozenset({"staff"})), by=both)
        for actor in (both, lead):
            with pytest.raises(NotFound):
                place.look(item, by=actor)

    def test_an_event_needs_its_claim_and_an_edge_its_nodes(self, place: Place) -> None:
        for orphan in (make.claim_event(make.claim()), make.edge(make.node(), make.node())):
            with pytest.raises((NotFound, Conflict)):
                place.keep(orphan)

    def test_a_claim_may_supersede_one_that_comes_later_in_the_unit_but_not_nothing(self, place: Place) -> None:
        old = make.claim("old")
        with place.record.write(place.owner) as unit:
            new = unit.claims.save(make.claim("new", supersedes=old.id))
            unit.claims.save(old)
            unit.commit()
        assert place.look(new).supersedes == old.id
        with pytest.raises(Conflict):
            place.keep(make.claim(supersedes="nothing"))

    def test_one_cause_gives_one_item_of_attention(self, place: Place) -> None:
        claim = place.keep(make.claim())
        place.keep(make.attention(claim, cause="same"))
        with pytest.raises(Conflict):
            place.keep(make.attention(claim, cause="same"))

    def test_writers_who_first_use_the_same_audience_do_not_collide(self, place: Place) -> None:
        place.group("leads")

        def write() -> None:
            place.keep(make.entry(audience=LEADS))

        at_once(*[write] * 6)
        assert len(place.ids(EntryFilter())) == 6
