"""Sharing: more people see a claim, and nobody who saw it does not."""

from pathlib import Path

import pytest

from wherefrom import Knowledge
from wherefrom.bootstrap import open_settings
from wherefrom.config import Settings
from wherefrom.core.pointers import from_chunk, from_file, from_human_assertion
from wherefrom.errors import AccessDenied, Conflict, InvalidValue, NotFound

WORD = from_human_assertion("ann", 1.0)


@pytest.fixture
def people(knowledge: Knowledge) -> dict[str, Knowledge]:
    """Ann works in project a, ben in b; the holder of the store, who is an admin, in both."""
    for project in ("a", "b"):
        knowledge.projects.create(project, restricted=True)
    for name, project in (("ann", "a"), ("ben", "b")):
        knowledge.members.set(name, kind="user", projects=[project])
    knowledge.members.set(knowledge.actor.id, role="owner", kind="user", projects=["a", "b"])
    return {name: knowledge.as_member(name) for name in ("ann", "ben")}


def texts(knowledge: Knowledge) -> list[str]:
    return [claim.text for claim in knowledge.recall("the ferry runs on sundays")]


def test_a_claim_of_one_project_is_shared_with_another_and_nobody_loses_it(
    knowledge: Knowledge, people: dict[str, Knowledge]
) -> None:
    ann, ben = people["ann"], people["ben"]
    made = ann.learn("The ferry runs on Sundays.", [WORD], project="a", confidence=0.9)
    ann.verify(made.id, reason="I took it")
    assert texts(ben) == []
    copy = knowledge.share(made.id, "b")
    assert (copy.project, copy.text, copy.evidence, copy.confidence) == ("b", made.text, made.evidence, 0.9)
    assert (copy.claim_status, copy.actor_id) == ("verified", "ann")
    assert copy.id != made.id
    assert (texts(ann), texts(ben)) == ([made.text], [made.text])
    with pytest.raises(NotFound):
        ben.claims.get(made.id)
    with pytest.raises(NotFound):
        ann.claims.get(copy.id)
    assert [(step.event, step.reason) for step in ben.history(copy.id)] == [
        ("learned", "shared from another project"),
        ("verified", "verified where it was shared from"),
    ]
    (shared,) = (step for step in ann.history(made.id) if step.event == "shared")
    assert (shared.reason, shared.other) == ("shared with another project", None)
    assert knowledge.history(made.id)[-1].other == copy.id
    (link,) = knowledge.elevated().claims.relations(copy.id)
    assert (link.relation, link.other) == ("duplicates", made.id)


def test_shared_again_it_is_there_already_and_only_admins_share(
    knowledge: Knowledge, people: dict[str, Knowledge]
) -> None:
    made = people["ann"].learn("The ferry runs on Sundays.", [WORD], project="a")
    with pytest.raises(AccessDenied):
        people["ann"].share(made.id, "a")
    copy = knowledge.share(made.id, "b")
    with pytest.raises(Conflict, match="they see it already") as refused:
        knowledge.share(made.id, "b")
    assert refused.value.value == copy.id
    with pytest.raises(InvalidValue, match="no project"):
        knowledge.share(made.id, "nowhere")
    knowledge.dispute(made.id, "it sank")
    with pytest.raises(Conflict, match="disputed"):
        knowledge.share(made.id, "b")
    assert people["ben"].claims.get(copy.id).claim_status == "observed"


def test_the_words_of_evidence_stay_where_they_were(
    knowledge: Knowledge, people: dict[str, Knowledge], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ferry.md").write_text("It runs on Sundays, too.")
    ann, ben = people["ann"], people["ben"]
    ann.entries.add("Ferry", "The secret timetable says Sundays.", project="a")
    passage = ann.search("secret timetable", kinds=["chunk"]).hits[0].id
    made = ann.learn(
        "The ferry runs on Sundays.",
        [from_chunk(passage, "timetable says Sundays"), from_file("ferry.md", quote="runs on Sundays")],
        project="a",
    )
    copy = knowledge.share(made.id, "b")
    assert [ref.detail for ref in ben.claims.get(copy.id).evidence] == [None, "runs on Sundays"]
    assert [ref.detail for ref in ben.history(copy.id)[0].evidence] == [None, "runs on Sundays"]
    assert [each.seen_text for each in ben.claims.evidence(copy.id)] == [None, "It runs on Sundays, too."]
    assert copy.evidence == made.evidence
    (tmp_path / "ferry.md").write_text("It stays.")
    knowledge.check()
    assert [item.event for item in ben.attention.find().items] == ["evidence.changed"]


def test_what_somebody_else_has_to_themselves_or_a_group_sees_stays_theirs(
    knowledge: Knowledge, people: dict[str, Knowledge]
) -> None:
    own = people["ann"].learn("The ferry runs on Sundays.", [WORD], is_personal=True)
    copy = knowledge.elevated().share(own.id, "b")
    assert (people["ann"].claims.get(own.id).is_personal, people["ben"].claims.get(copy.id).is_personal) == (
        True,
        False,
    )
    mine = knowledge.learn("The bridge is open.", [WORD], is_personal=True)
    assert knowledge.share(mine.id, "b").id == mine.id


def test_erasing_a_claim_erases_what_was_shared_of_it(knowledge: Knowledge, people: dict[str, Knowledge]) -> None:
    made = people["ann"].learn("The ferry runs on Sundays.", [WORD], project="a")
    copy = knowledge.share(made.id, "b")
    knowledge.erase.claim(made.id)
    assert texts(people["ben"]) == []
    assert "ferry" not in repr(knowledge.claims.get(copy.id))


def test_what_was_shared_moves_house_with_both_claims_and_their_link(
    knowledge: Knowledge, people: dict[str, Knowledge], tmp_path: Path
) -> None:
    made = people["ann"].learn("The ferry runs on Sundays.", [WORD], project="a")
    copy = knowledge.share(made.id, "b")
    lines = list(knowledge.elevated().exporting.lines())
    with open_settings(Settings(store=str(tmp_path / "other.db"), embedder="hash")) as other:
        assert other.importing.lines(lines).conflicting == 0
        everything = other.elevated()
        assert everything.history(made.id)[-1].other == copy.id
        assert [link.other for link in everything.claims.relations(copy.id)] == [made.id]
        everything.erase.claim(made.id)
        assert "ferry" not in repr(everything.claims.get(copy.id))
