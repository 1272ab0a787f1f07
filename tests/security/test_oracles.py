"""What answers betray: whoever may not see something learns from no error, cursor, lens or echo that it is there."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from wherefrom import Knowledge
from wherefrom.bootstrap import open_settings
from wherefrom.config import Settings
from wherefrom.core.access import Visibility
from wherefrom.core.attention import AttentionEvent
from wherefrom.core.ids import sha256
from wherefrom.core.paging import AttentionFilter, ClaimFilter, EntryFilter
from wherefrom.core.pointers import from_chunk, from_human_assertion, from_message
from wherefrom.errors import InvalidValue, NotFound, WherefromError

CLOSED, ABSENT = "closed", "absent"


class People(NamedTuple):
    """Ann is in the restricted project and in the board; Bob is in neither."""

    owner: Knowledge
    ann: Knowledge
    bob: Knowledge


@pytest.fixture
def people(store_url: str) -> Iterator[People]:
    with open_settings(Settings(store=store_url, embedder="hash")) as owner:
        owner.projects.create(CLOSED, restricted=True)
        owner.groups.create("board")
        owner.members.set("ann", projects=[CLOSED], groups=["board"])
        owner.members.set("bob")
        yield People(owner, owner.as_member("ann"), owner.as_member("bob"))


def told(ask: Callable[[], object], name: str) -> tuple[str, str, str | None]:
    """What an error says, but for the name that was asked with."""
    with pytest.raises(WherefromError) as error:
        ask()
    found = error.value
    return found.code, found.message.replace(name, "NAME"), (found.hint or "").replace(name, "NAME")


def test_a_write_without_evidence_says_the_same_of_a_hidden_project_as_of_none(people: People) -> None:
    hidden, missing = (
        told(lambda name=name: people.bob.learn("x", [], project=name), name) for name in (CLOSED, ABSENT)
    )
    assert hidden == missing
    assert people.ann.attention.count() == 0


def test_nobody_writes_into_the_inbox_of_a_group_that_they_are_not_in(people: People) -> None:
    with pytest.raises(InvalidValue, match="would not see this yourself"):
        people.bob.learn("Read this at once.", [], audience=["board"])
    assert people.ann.attention.count() == 0


def test_a_report_says_the_same_of_a_hidden_project_as_of_none(people: People) -> None:
    def report(name: str) -> object:
        seen_by = Visibility(org=people.bob.actor.org, project=name)
        return people.bob.attention.report(AttentionEvent.RUN_FAILED, "source", f"of {name}", seen_by=seen_by)

    assert told(lambda: report(CLOSED), CLOSED) == told(lambda: report(ABSENT), ABSENT)
    assert people.ann.attention.count() == 0


def test_the_cursor_of_now_stands_still_while_others_do_what_is_hidden(people: People) -> None:
    people.bob.entries.add("Seen", "By all.")
    before = people.bob.events.now()
    people.ann.entries.add("Diary", "Hers alone.", is_personal=True)
    people.ann.entries.add("Plan", "Of the project.", project=CLOSED)
    assert people.bob.events.now() == before
    people.ann.entries.add("Seen too", "By all.")
    assert [each.event for each in people.bob.events.after(before).items] == ["knowledge.entry.added"]


def test_whether_a_message_of_somebody_else_is_there_is_not_to_be_found_out(people: People) -> None:
    people.ann.sessions.say("s", "said", "user", "The merger is off.")
    found = [
        people.bob.claims.get(people.bob.learn(f"About {id}.", [from_message("s", id, "merger")]).id).evidence[0]
        for id in ("said", "unsaid")
    ]
    assert [each.detail for each in found] == ["merger", "merger"]
    states = [people.bob.claims.evidence(each.id)[0].state for each in people.bob.claims.find().items]
    assert len(set(states)) == 1


def test_no_lens_tells_on_what_hidden_things_a_claim_stands(people: People, tmp_path: Path) -> None:
    (tmp_path / "plan.md").write_text("The merger is planned for May.")
    people.owner.ingest(str(tmp_path), project=CLOSED)
    ann, source = people.ann, people.owner.elevated().sources.find().items[0]
    (passage,) = ann.search("merger").hits
    assert passage.citation is not None
    one = ann.learn("The merger is in May.", [from_chunk(passage.citation)])
    other = ann.learn("The merger is in June.", [from_human_assertion("ann", 1.0)], project=CLOSED)
    people.owner.elevated().share(one.id, "org")
    ann.relate(one.id, "contradicts", other.id)
    (hidden,) = ann.attention.find().items
    target = ann.claims.get(hidden.target_id)
    assert ann.claims.count(ClaimFilter(from_source=source.id)) == 1
    assert people.bob.claims.get(one.id).text == "The merger is in May."
    assert people.bob.claims.count(ClaimFilter(from_source=source.id)) == 0
    assert people.bob.entries.count(EntryFilter(source=source.id)) == 0
    assert ann.claims.find(ClaimFilter(of_attention=hidden.id)).items == [target]
    assert people.bob.attention.count(AttentionFilter()) == 0
    assert people.bob.claims.count(ClaimFilter(of_attention=hidden.id)) == 0


def test_nobody_gets_an_original_by_its_hash_alone(people: People) -> None:
    data = b"<html><body><p>The merger is planned for May.</p></body></html>"
    source = people.owner.sources.upload("plan.html", data, project=CLOSED)
    people.owner.sources.run(source.id)
    people.ann.entries.add("Lunch", "Lunch is at noon.")
    (lunch,) = people.bob.search("lunch").hits
    (plan,) = people.ann.search("merger").hits
    mine, hers = (who.citations.show(hit.id) for who, hit in ((people.bob, lunch), (people.ann, plan)))
    assert people.ann.citations.original(hers) == data
    for forged in (replace(mine, blob=sha256(data)), hers):
        with pytest.raises(NotFound):
            people.bob.citations.original(forged)
