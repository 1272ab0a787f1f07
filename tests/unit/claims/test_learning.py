"""Learning: what a claim may stand on, and what becomes of one that was said before."""

from dataclasses import replace
from typing import Any

import pytest

from tests.unit.claims.conftest import Watch
from wherefrom import Actor, ActorKind, Knowledge, Role
from wherefrom.claims.likeness import bands_as_written
from wherefrom.core.claims import Claim, ClaimStatus, Scope
from wherefrom.core.clock import DAY
from wherefrom.core.evidence import GroundState, QuoteState
from wherefrom.core.messages import Message, ToolResult
from wherefrom.core.paging import AttentionFilter, ChunkFilter, ClaimFilter
from wherefrom.core.pointers import (
    from_chunk,
    from_human_assertion,
    from_message,
    from_model_inference,
    from_tool_result,
    from_url,
    from_user_statement,
)
from wherefrom.core.relations import Relation
from wherefrom.errors import Conflict, InvalidValue, MissingEvidence, NotFound, UsageError

WORD = from_human_assertion("ann", 1.0)
TEXT = "Refunds over 100 need two approvals."


def passage(knowledge: Knowledge, text: str = TEXT, **place: Any) -> str:
    """The id of the one passage of a new entry."""
    entry = knowledge.entries.add("Handbook", text, **place)
    with knowledge.record.read(knowledge.actor) as unit:
        (chunk,) = unit.chunks.find(ChunkFilter(entry=entry.id, personal=True)).items
    return chunk.id


def attention(knowledge: Knowledge) -> list[str]:
    with knowledge.record.read(knowledge.actor) as unit:
        return [item.event for item in unit.attention.find(AttentionFilter(personal=True)).items]


def test_a_claim_is_kept_with_what_was_said_of_it(knowledge: Knowledge) -> None:
    made = knowledge.learn(
        TEXT, [WORD], domain="money", tags=["refund"], scope=Scope("repo", "acme/pay"), session_id="s", run_id="r"
    )
    assert knowledge.claims.get(made.id[:8]) == made
    assert (made.claim_status, made.confidence, made.stated_confidence) == ("observed", 0.95, 1.0)
    assert (made.domain, made.tags, made.scope, made.session_id) == (
        "money",
        ("refund",),
        Scope("repo", "acme/pay"),
        "s",
    )
    assert (made.actor_type, made.actor_id) == ("user", "local")


@pytest.mark.parametrize("status", ["verified", "disputed", "superseded", "true"])
def test_nothing_is_born_verified(knowledge: Knowledge, status: str) -> None:
    with pytest.raises(InvalidValue):
        knowledge.learn(TEXT, [WORD], status=status)
    assert knowledge.claims.count() == 0


def test_a_write_without_evidence_is_refused_and_told_once(knowledge: Knowledge) -> None:
    for _ in range(2):
        with pytest.raises(MissingEvidence) as told:
            knowledge.learn(TEXT, [])
        assert isinstance(told.value, UsageError)
        assert isinstance(told.value, ValueError)
    assert attention(knowledge) == ["claim.write_rejected"]
    assert knowledge.claims.count() == 0


@pytest.mark.parametrize(
    "wrong",
    [
        {"confidence": float("nan")},
        {"confidence": 1.5},
        {"confidence": -0.1},
        {"text": "x" * 10_001},
        {"text": "  "},
        {"text": "a\0b"},
        {"status": "sure"},
        {"valid_from": "2026-05-20T08:00:00"},
        {"valid_from": 10.0, "valid_until": 9.0},
        {"project": "nowhere"},
        {"audience": ["nobody"]},
        {"template": "unknown"},
        {"fields": {"a": 1}},
    ],
)
def test_bad_input_leaves_nothing_behind(knowledge: Knowledge, wrong: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        knowledge.learn(**({"text": TEXT, "evidence": [WORD]} | wrong))
    assert knowledge.claims.count(ClaimFilter(personal=True)) == 0
    assert attention(knowledge) == []


def test_what_is_no_evidence_is_refused_and_no_evidence_is_told(knowledge: Knowledge) -> None:
    facade: Any = knowledge
    made = facade.learn(TEXT, WORD)
    for wrong in (["I saw it"], "I saw it", [{"kind": "file"}], 5):
        for act in (
            lambda wrong=wrong: facade.learn("Something else.", wrong),
            lambda wrong=wrong: facade.verify(made.id, evidence=wrong),
            lambda wrong=wrong: facade.dispute(made.id, "no", evidence=wrong),
        ):
            with pytest.raises(InvalidValue, match="points at nothing"):
                act()
    with pytest.raises(MissingEvidence):
        facade.learn(TEXT, None)
    assert attention(knowledge) == ["claim.write_rejected"]
    assert facade.verify(made.id, evidence=None).claim_status is ClaimStatus.VERIFIED


def test_a_quote_that_is_there_is_kept(knowledge: Knowledge) -> None:
    chunk = passage(knowledge, "Refunds  over 100\nneed “two” approvals.")
    made = knowledge.learn(TEXT, [from_chunk(chunk, 'over 100 need "two" approvals')])
    (standing,) = knowledge.claims.evidence(made.id)
    assert (made.claim_status, standing.state, standing.quote) == ("observed", GroundState.FRESH, QuoteState.FOUND)
    assert made.evidence[0].content_hash is not None
    assert made.evidence[0].detail == 'over 100 need "two" approvals'


def test_a_quote_that_is_not_there_makes_a_hypothesis_that_says_why(knowledge: Knowledge) -> None:
    chunk = passage(knowledge)
    made = knowledge.learn(TEXT, [from_chunk(chunk, "three approvals"), WORD])
    assert made.claim_status is ClaimStatus.HYPOTHESIS
    assert made.evidence[0].detail is None
    (step,) = knowledge.history(made.id)
    assert step.reason == f"the quote was not found in chunk {chunk}"
    assert attention(knowledge) == ["evidence.quote_not_found"]


def test_a_passage_that_is_not_here_is_nobodys_evidence(knowledge: Knowledge) -> None:
    with pytest.raises(NotFound):
        knowledge.learn(TEXT, [from_chunk("0" * 32)])
    assert knowledge.claims.count() == 0


def _entry_of(knowledge: Knowledge, chunk: str) -> str:
    with knowledge.record.read(knowledge.actor) as unit:
        return unit.chunks.get(chunk).entry


def test_a_passage_that_says_something_else_now_makes_a_hypothesis_that_says_why(knowledge: Knowledge) -> None:
    chunk = passage(knowledge)
    knowledge.entries.edit(_entry_of(knowledge, chunk), content="Refunds over 100 need three approvals.")
    for ref in (from_chunk(chunk), from_chunk(chunk, "need two approvals")):
        made = knowledge.learn(f"{TEXT} {ref.detail}", [ref])
        (standing,) = knowledge.claims.evidence(made.id)
        assert made.claim_status is ClaimStatus.HYPOTHESIS
        assert standing.state in (GroundState.CHANGED, GroundState.GONE)
        assert made.evidence[0].detail is None
        (step,) = knowledge.history(made.id)
        assert step.reason in (f"chunk {chunk} says something else now", f"chunk {chunk} is gone")
    held = knowledge.learn("Approvals are needed.", [WORD])
    with pytest.raises(Conflict):
        knowledge.verify(held.id, evidence=[from_chunk(chunk)])


def test_a_citation_of_an_older_version_names_what_says_the_same_now(knowledge: Knowledge) -> None:
    chunk = passage(knowledge)
    knowledge.entries.edit(_entry_of(knowledge, chunk), content=f"{TEXT} So says the board.")
    made = knowledge.learn(TEXT, [from_chunk(chunk, "need two approvals")])
    (standing,) = knowledge.claims.evidence(made.id)
    assert (made.claim_status, standing.state, standing.quote) == ("observed", GroundState.FRESH, QuoteState.FOUND)
    assert made.evidence[0].chunk_id != chunk
    assert knowledge.check().is_sound


def test_a_passage_of_a_deleted_document_is_gone(knowledge: Knowledge) -> None:
    chunk = passage(knowledge)
    knowledge.entries.delete(_entry_of(knowledge, chunk))
    made = knowledge.learn(TEXT, [from_chunk(chunk, "two approvals")])
    (standing,) = knowledge.claims.evidence(made.id)
    assert (made.claim_status, standing.state, standing.seen_text) == ("hypothesis", GroundState.GONE, None)
    assert made.evidence[0].detail is None
    assert knowledge.history(made.id)[0].reason == f"the document of chunk {chunk} was deleted"
    assert not knowledge.check().is_sound
    held = knowledge.learn("Approvals are needed.", [WORD])
    with pytest.raises(Conflict, match="deleted"):
        knowledge.verify(held.id, evidence=[from_chunk(chunk)])


def test_what_was_said_in_a_session_is_looked_up(knowledge: Knowledge) -> None:
    with knowledge.record.write(knowledge.actor) as unit:
        unit.messages.save(Message(session_id="s", message_id="m", role="user", text="It is two.", owner="local"))
        unit.tool_results.save(
            ToolResult(session_id="s", tool_call_id="c", tool_name="read", text="two approvals", owner="local")
        )
        unit.commit()
    wrong = knowledge.learn("It is three.", [from_message("s", "m", "It is three.")])
    right = knowledge.learn("It is two.", [from_message("s", "m", "is two"), from_user_statement("s", "m")])
    summed_up = knowledge.learn("The tool says two.", [from_tool_result("c", "it tells how many")])
    assert wrong.claim_status is ClaimStatus.HYPOTHESIS
    assert right.claim_status is ClaimStatus.OBSERVED
    assert summed_up.claim_status is ClaimStatus.OBSERVED
    assert summed_up.evidence[0].detail == "it tells how many"
    states = [each.state for each in knowledge.claims.evidence(right.id)]
    assert states == [GroundState.FRESH, GroundState.FRESH]


def test_what_cannot_be_reached_keeps_the_status_that_was_asked_for(knowledge: Knowledge) -> None:
    refs = [from_message("elsewhere", "m", "whatever"), from_tool_result("c"), from_url("https://a.invalid")]
    made = knowledge.learn(TEXT, [*refs, from_model_inference("s", "m", "because")])
    assert made.claim_status is ClaimStatus.OBSERVED
    states = [each.state for each in knowledge.claims.evidence(made.id)]
    assert states == [GroundState.UNREACHABLE] * 3 + [GroundState.UNCHECKABLE]
    assert made.evidence[0].detail == "whatever"


def test_nobody_is_surer_than_their_evidence(knowledge: Knowledge) -> None:
    weak = knowledge.learn(TEXT, [from_model_inference("s", "m", "because")], confidence=0.9)
    assert (weak.confidence, weak.stated_confidence) == (0.6, 0.9)


def test_a_high_number_on_weak_evidence_lifts_no_low_number_on_strong_evidence(knowledge: Knowledge) -> None:
    strong, weak = from_tool_result("c"), from_model_inference("s", "m", "because")
    made = knowledge.learn(TEXT, [strong], confidence=0.3)
    grown = knowledge.learn(TEXT, [weak], confidence=1.0)
    assert (grown.id, grown.confidence, grown.stated_confidence) == (made.id, 0.6, 1.0)
    assert knowledge.claims.get(made.id) == grown
    assert [ref.stated for ref in grown.evidence] == [0.3, None]
    assert knowledge.learn(TEXT, [strong], confidence=0.9) == grown, "the same evidence again changes nothing"
    unsure = knowledge.learn(TEXT, [from_url("https://a.invalid")], confidence=0.1)
    assert (unsure.confidence, [ref.stated for ref in unsure.evidence]) == (0.6, [0.3, None, 0.1])
    assert knowledge.verify(made.id, evidence=[WORD]).confidence == 0.95
    assert knowledge.undo(made.id).confidence == 0.6


def test_the_same_statement_again_adds_evidence_instead_of_a_twin(knowledge: Knowledge) -> None:
    first = knowledge.learn(TEXT, [WORD])
    again = knowledge.learn("  refunds over 100\nneed TWO approvals", [from_url("https://a.invalid"), WORD])
    assert again.id == first.id
    assert [ref.kind for ref in again.evidence] == ["human_assertion", "url"]
    assert [step.event for step in knowledge.history(first.id)] == ["learned", "evidence_added"]
    assert knowledge.learn(TEXT, [WORD]) == again, "nothing new was said"
    assert knowledge.claims.count() == 1


def test_the_same_guess_on_the_same_evidence_is_one_guess_and_one_item(knowledge: Knowledge) -> None:
    chunk = passage(knowledge)
    wrong = [from_chunk(chunk, "three approvals"), from_human_assertion("ann", 1.0)]
    first = knowledge.learn("It is three.", wrong)
    for _ in range(2):
        again = knowledge.learn("it is THREE", wrong, confidence=0.5)
        assert again == first
    assert knowledge.claims.count() == 1
    assert attention(knowledge) == ["evidence.quote_not_found"]
    assert len(knowledge.history(first.id)) == 1
    other = knowledge.learn("It is three.", [*wrong, from_url("https://a.invalid")])
    assert other.id != first.id, "that is something new"
    seen = knowledge.learn("It is three.", [WORD])
    assert seen.id not in (first.id, other.id), "and this is no guess"


@pytest.mark.parametrize(
    "other", [{"scope": Scope("repo", "x")}, {"is_personal": True}, {"project": "pay"}, {"audience": ["leads"]}]
)
def test_a_claim_about_something_else_or_for_others_is_no_twin(knowledge: Knowledge, other: dict[str, Any]) -> None:
    knowledge.projects.create("pay")
    knowledge.groups.create("leads")
    knowledge.members.set("local", groups=["leads"])
    first = knowledge.learn(TEXT, [WORD])
    assert knowledge.learn(TEXT, [WORD], **other).id != first.id


def test_the_same_words_about_another_time_are_another_claim_and_linked(knowledge: Knowledge) -> None:
    first = knowledge.learn(TEXT, [WORD], valid_from=100.0, valid_until=200.0)
    for time in ({"valid_from": 300.0}, {"valid_from": 100.0}, {"valid_until": 200.0}, {}):
        other = knowledge.learn(TEXT, [WORD], **time)
        assert other.id != first.id
        links = {(link.claim, link.relation, link.other) for link in knowledge.claims.relations(other.id)}
        assert (other.id, Relation.DUPLICATES, first.id) in links
    again = knowledge.learn(TEXT, [from_url("https://a.invalid")], valid_from=100.0, valid_until=200.0)
    assert (again.id, len(again.evidence)) == (first.id, 2)
    assert {each.valid_from for each in knowledge.recall(TEXT, valid_at=350.0, limit=9)} == {300.0, 100.0, None}


def test_what_is_disputed_is_no_twin(knowledge: Knowledge) -> None:
    first = knowledge.learn(TEXT, [WORD])
    knowledge.dispute(first.id, "it is three")
    assert knowledge.learn(TEXT, [WORD]).id != first.id


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [
        ("The ferry runs on Sundays.", "Ferries run on a Sunday", True),
        ("The ferry runs on Sundays.", "The ferry does not run on Sundays.", False),
        ("Refunds over 100 need two approvals.", "Refunds over 200 need two approvals.", False),
        ("The ferry runs on Sundays.", "The bakery closes at noon.", False),
        ("Refunds need two approvals from finance", "Refunds need two approvals by finance", True),
        ("Refunds need two approvals.", "Refunds always need two approvals", True),
        ("Refunds usually need two approvals.", "Refunds need two approvals.", True),
        ("Builds are green.", "Builds are normally green.", True),
        ("Refunds need two approvals.", "Refunds never need two approvals.", False),
        ("Die Fähre fährt am Sonntag.", "Die Fähre fährt auch am Sonntag.", True),
        ("Refunds need approvals.", "Visitors need badges.", False),
        ("Refunds need two approvals.", "Refunds need 2 approvals", True),
        ("Refunds need two approvals.", "Refunds need 3 approvals", False),
    ],
)
def test_near_duplicates_are_linked_and_never_merged(knowledge: Knowledge, one: str, other: str, near: bool) -> None:
    first, second = knowledge.learn(one, [WORD]), knowledge.learn(other, [WORD])
    links = knowledge.claims.relations(first.id)
    assert first.id != second.id
    assert [(link.claim, link.relation, link.other) for link in links] == (
        [(second.id, Relation.DUPLICATES, first.id)] if near else []
    )


def test_a_claim_of_the_time_when_words_were_no_numbers_is_found_by_who_writes_it_so(
    knowledge: Knowledge, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as then:
        then.setattr("wherefrom.claims.learning.bands", bands_as_written)
        first = knowledge.learn("Refunds need two approvals.", [WORD])
    second = knowledge.learn("Refunds always need two approvals.", [WORD])
    assert [link.claim for link in knowledge.claims.relations(first.id)] == [second.id]


def test_a_claim_is_seen_by_nobody_who_may_not_see_its_passage(knowledge: Knowledge) -> None:
    knowledge.groups.create("leads")
    knowledge.members.set("local", groups=["leads"])
    knowledge.members.set("eve", kind="user")
    made = knowledge.learn(TEXT, [from_chunk(passage(knowledge, audience=["leads"]))])
    assert made.audience == {"leads"}
    with pytest.raises(NotFound):
        knowledge.as_member("eve").claims.get(made.id)


def test_words_of_a_message_are_not_shown_to_who_may_not_read_it(knowledge: Knowledge) -> None:
    with knowledge.record.write(knowledge.actor) as unit:
        unit.messages.save(Message(session_id="s", message_id="m", role="user", text="It is two.", owner="local"))
        unit.commit()
    made = knowledge.learn("It is two.", [from_message("s", "m", "It is two.")])
    knowledge.members.set("eve", kind="user")
    eve = knowledge.as_member("eve")
    assert eve.claims.get(made.id).evidence == (from_message("s", "m"),)
    assert eve.claims.evidence(made.id)[0].seen_text is None
    assert eve.history(made.id)[0].evidence == (from_message("s", "m"),)


def test_a_template_says_which_fields_a_claim_has(knowledge: Knowledge) -> None:
    knowledge.claims.register_template("price", {"amount": "number", "unit": "text?"})
    made = knowledge.learn("It costs five.", [WORD], template="price", fields={"amount": 5})
    assert knowledge.claims.get(made.id).fields == {"amount": 5}
    for wrong in ({}, {"amount": "five"}, {"amount": True}, {"amount": 5, "colour": "red"}):
        with pytest.raises(InvalidValue):
            knowledge.learn("It costs six.", [WORD], template="price", fields=wrong)


def test_what_holds_for_one_run_is_recalled_there_alone_and_not_for_long(knowledge: Knowledge, watch: Watch) -> None:
    run = Scope("run", "r1")
    made = knowledge.learn("The ferry is late today.", [WORD], scope=run)
    assert [claim.id for claim in knowledge.recall("ferry", scope=run)] == [made.id]
    assert knowledge.recall("ferry") == []
    assert knowledge.recall("ferry", scope=Scope("run", "r2")) == []
    assert knowledge.search("ferry").hits == ()
    watch.turn(31 * DAY)
    assert knowledge.recall("ferry", scope=run) == []


def test_recall_gives_what_holds_and_more_only_when_asked(knowledge: Knowledge) -> None:
    held = knowledge.learn("The ferry runs.", [WORD], scope=Scope("repo", "x"))
    doubted = knowledge.learn("The ferry sinks.", [WORD])
    guessed = knowledge.learn("The ferry flies.", [WORD], status="hypothesis")
    knowledge.dispute(doubted.id, "it floats")
    assert [claim.id for claim in knowledge.recall("ferry")] == [held.id]
    assert [claim.id for claim in knowledge.recall("ferry", status=["disputed"])] == [doubted.id]
    assert {claim.id for claim in knowledge.recall("ferry", status=["hypothesis", "disputed"])} == {
        doubted.id,
        guessed.id,
    }
    assert [claim.id for claim in knowledge.recall("ferry", scope=Scope("repo", "x"))] == [held.id]
    assert knowledge.recall("ferry", scope=Scope("repo", "y")) == []
    with pytest.raises(InvalidValue):
        knowledge.recall("ferry", status=["maybe"])
    with pytest.raises(InvalidValue):
        knowledge.recall("ferry", limit=0)


def test_a_claim_comes_back_as_it_was_known_then(knowledge: Knowledge, watch: Watch) -> None:
    born = watch.now
    made = knowledge.learn("The ferry runs.", [WORD])
    verified = watch.turn()
    knowledge.verify(made.id, evidence=[from_user_statement("s", "m")])
    disputed = watch.turn()
    knowledge.dispute(made.id, "it sank")
    assert replace(knowledge.claims.get(made.id, as_of=born), version=1) == made
    then = knowledge.claims.get(made.id, as_of=verified)
    assert (then.claim_status, len(then.evidence)) == ("verified", 2)
    assert [claim.claim_status for claim in knowledge.recall("ferry", as_of=verified)] == ["verified"]
    assert knowledge.recall("ferry", as_of=disputed) == []
    with pytest.raises(NotFound):
        knowledge.claims.get(made.id, as_of=born - 1)
    with pytest.raises(InvalidValue):
        knowledge.recall("ferry", as_of="2026-05-20T08:00:00")


def test_a_claim_made_elsewhere_is_written_under_its_id_once(knowledge: Knowledge) -> None:
    claim = Claim(TEXT, (WORD,), id="mine", actor_type="user", actor_id="somebody else")
    saved = knowledge.claims.write(claim)
    assert (saved.id, saved.actor_id) == ("mine", "local")
    with pytest.raises(UsageError):
        knowledge.claims.write(replace(claim, text="Another."))


def test_an_agent_learns_as_itself(knowledge: Knowledge) -> None:
    agent = knowledge.act_as(Actor(org="default", id="reviewer", kind=ActorKind.AGENT, role=Role.MEMBER))
    assert (agent.learn(TEXT, [WORD]).actor_type, agent.learn(TEXT, [WORD]).actor_id) == ("agent", "reviewer")
