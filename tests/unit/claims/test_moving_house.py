"""Claims move to another store with all that belongs to them, and leave nothing behind when they are erased."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.security.remains import remains, secret, sqlite_files
from wherefrom import Knowledge
from wherefrom.bootstrap import open_settings
from wherefrom.config import Settings
from wherefrom.core.paging import AttentionFilter, ClaimFilter
from wherefrom.core.pointers import (
    from_file,
    from_human_assertion,
    from_message,
    from_model_inference,
    from_tool_result,
)
from wherefrom.errors import InvalidValue

WORD = from_human_assertion("ann", 1.0)


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Knowledge]:
    with open_settings(Settings(store=str(tmp_path / "other.db"), embedder="hash")) as opened:
        yield opened


def test_an_export_takes_claims_their_links_and_what_they_stand_on(knowledge: Knowledge, other: Knowledge) -> None:
    knowledge.sessions.say("s", "m", "user", "It is two.")
    knowledge.sessions.answered("s", "c", "read", "two")
    knowledge.sessions.register("reviewer")
    run = knowledge.sessions.begin(agent_id="reviewer", show_id="show")
    knowledge.claims.register_template("price", {"amount": "number"})
    one = knowledge.learn("Two.", [from_message("s", "m", "is two"), from_tool_result("c")], run_id=run.id)
    two = knowledge.learn("It costs five.", [WORD], template="price", fields={"amount": 5})
    knowledge.verify(one.id)
    knowledge.relate(one.id, "supports", two.id)
    lines = list(knowledge.elevated().exporting.lines())
    told = other.importing.lines(lines)
    assert told.conflicting == 0
    assert [other.claims.get(id).text for id in (one.id, two.id)] == ["Two.", "It costs five."]
    assert [step.event for step in other.history(one.id)] == ["learned", "verified"]
    assert [link.relation for link in other.claims.relations(one.id)] == ["supports"]
    assert other.sessions.messages("s").items[0].text == "It is two."
    assert other.sessions.runs().items[0].id == run.id
    assert [claim.id for claim in other.recall("two")] == [one.id]
    again = other.importing.lines(lines)
    assert (again.added, again.conflicting) == (0, 0)
    assert other.learn("two", [WORD]).id == one.id, "what moved in is known when it is said again"


def test_what_moved_in_is_found_by_what_says_nearly_the_same(knowledge: Knowledge, other: Knowledge) -> None:
    made = knowledge.learn("Refunds need two approvals from finance", [WORD])
    gone = knowledge.learn("The ferry runs on Sundays", [WORD])
    knowledge.erase.claim(gone.id)
    other.importing.lines(list(knowledge.elevated().exporting.lines()))
    twin = other.learn("Refunds need two approvals by finance", [WORD])
    assert [(link.relation, link.other) for link in other.claims.relations(twin.id)] == [("duplicates", made.id)]


def test_what_counts_and_for_how_much_moves_along(knowledge: Knowledge, other: Knowledge) -> None:
    made = knowledge.learn("Two.", [from_tool_result("c")], confidence=0.3)
    knowledge.learn("Two.", [from_model_inference("s", "m", "because")])
    knowledge.verify(made.id, evidence=[WORD])
    knowledge.undo(made.id)
    knowledge.dispute(made.id, "three", evidence=[from_human_assertion("bob", 2.0)])
    other.importing.lines(list(knowledge.elevated().exporting.lines()))
    for store in (knowledge, other):
        moved = store.claims.get(made.id)
        assert [ref.stance for ref in moved.evidence] == [None, None, "withdrawn", "against"]
        assert [ref.stated for ref in moved.evidence] == [0.3, None, None, None]
        assert store.verify(made.id).confidence == 0.6
        assert [ref.stance for ref in store.undo(made.id).evidence] == [None, None, "withdrawn", "against"]
        assert [ref.stance for ref in store.undo(made.id).evidence] == [None, None, "withdrawn", "against"]


def test_an_erased_claim_leaves_no_word_of_it_or_of_what_was_seen(knowledge: Knowledge, tmp_path: Path) -> None:
    text = secret(3_000)
    file = tmp_path / "words.txt"
    file.write_text(f"{text[:500]} {text[500:]}")
    claim = knowledge.learn(text[:2_000], [from_file(str(file), quote=text[:500])])
    file.write_text("other words")
    knowledge.check()
    knowledge.verify(claim.id, reason=text[:300])
    file.unlink()
    knowledge.erase.claim(claim.id)
    assert remains(sqlite_files(str(tmp_path / "store.db"))) == []
    assert knowledge.check().counts == {}
    assert knowledge.claims.find(ClaimFilter(personal=True)).items == []


def test_an_erased_person_leaves_no_word_of_what_they_said_in_sessions(knowledge: Knowledge, tmp_path: Path) -> None:
    text = secret(2_000)
    knowledge.members.set("eve", kind="user")
    eve = knowledge.as_member("eve")
    eve.sessions.say("s", "m", "user", f"{text[:100]} {text[100:]}")
    eve.sessions.answered("s", "c", "read", text)
    eve.learn("Quoted.", [from_message("s", "m", text[:100]), from_tool_result("c", text[:100])])
    with pytest.raises(ValueError, match="evidence"):
        eve.learn(text[:500], [])
    knowledge.erase.person("eve")
    assert remains(sqlite_files(str(tmp_path / "store.db"))) == []
    with knowledge.record.read(knowledge.actor) as unit:
        assert all("text" not in item.detail for item in unit.attention.find(AttentionFilter(personal=True)).items)


def test_a_claim_without_a_real_id_does_not_move_in(knowledge: Knowledge, other: Knowledge) -> None:
    made = knowledge.learn("The ferry runs.", [WORD])
    lines = [line.replace(f'"{made.id}"', '""') for line in knowledge.elevated().exporting.lines()]
    with pytest.raises(InvalidValue, match=r"line \d+: not a valid claim id"):
        other.importing.lines(lines)
    assert other.recall("the ferry") == []
