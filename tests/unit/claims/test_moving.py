"""How claims move: by the rules, one at a time, and never without a trace."""

from dataclasses import replace

import pytest

from tests.unit.claims.conftest import Watch
from wherefrom import Actor, ActorKind, Knowledge, Role
from wherefrom.core.claims import ClaimStatus
from wherefrom.core.paging import AttentionFilter
from wherefrom.core.pointers import from_human_assertion, from_model_inference, from_url, from_user_statement
from wherefrom.core.relations import Relation
from wherefrom.errors import AccessDenied, Conflict, IllegalTransition, InvalidValue, MissingEvidence, NotFound

WORD = from_human_assertion("ann", 1.0)
WEAK = from_model_inference("s", "m", "because")


def statuses(knowledge: Knowledge, id: str) -> list[tuple[str, str | None, str | None]]:
    return [(step.event, step.before, step.after) for step in knowledge.history(id)]


def attention(knowledge: Knowledge, status: str = "open") -> list[str]:
    with knowledge.record.read(knowledge.actor) as unit:
        found = unit.attention.find(AttentionFilter(status=status, personal=True)).items  # type: ignore[arg-type]
    return sorted(item.event for item in found)


def test_evidence_of_a_move_may_be_given_in_the_order_of_the_branch(knowledge: Knowledge) -> None:
    made = knowledge.learn("The ferry runs.", [WORD])
    knowledge.verify(made.id, [WEAK])
    knowledge.dispute(made.id, "it sank", [WEAK])
    assert [len(step.evidence) for step in knowledge.history(made.id)] == [1, 1, 1]


def test_every_step_is_in_the_history_with_who_and_why(knowledge: Knowledge, watch: Watch) -> None:
    made = knowledge.learn("The ferry runs.", [WORD])
    watch.turn()
    knowledge.dispute(made.id, "it sank", evidence=[WEAK])
    knowledge.verify(made.id[:10])
    assert statuses(knowledge, made.id) == [
        ("learned", None, "observed"),
        ("disputed", "observed", "disputed"),
        ("verified", "disputed", "verified"),
    ]
    step = knowledge.history(made.id)[1]
    brought = (replace(WEAK, stance="against"),)
    assert (step.actor_id, step.actor_type, step.reason, step.evidence) == ("local", "user", "it sank", brought)
    assert step.created_at == watch.now
    assert knowledge.claims.get(made.id).evidence == (WORD, replace(WEAK, stance="against"))


def test_a_move_that_is_not_in_the_list_is_refused_with_those_that_are(knowledge: Knowledge) -> None:
    made = knowledge.learn("The ferry runs.", [WORD], status="hypothesis")
    with pytest.raises(IllegalTransition) as told:
        knowledge.verify(made.id)
    assert told.value.hint == "it can become: disputed, observed, superseded"
    assert knowledge.transition(made.id, "observed").claim_status is ClaimStatus.OBSERVED
    with pytest.raises(InvalidValue):
        knowledge.transition(made.id, "certain")
    with pytest.raises(InvalidValue):
        knowledge.dispute(made.id, "  ")


def test_an_agent_verifies_on_a_persons_word_alone(knowledge: Knowledge) -> None:
    agent = knowledge.act_as(Actor(org="default", id="reviewer", kind=ActorKind.AGENT, role=Role.MEMBER))
    one, other = agent.learn("The ferry runs.", [WEAK]), agent.learn("The bakery opens.", [WEAK])
    with pytest.raises(AccessDenied):
        agent.verify(one.id, evidence=[WEAK])
    with pytest.raises(AccessDenied):
        agent.verify(one.id, evidence=[from_user_statement("s", "m")])
    guess = agent.learn("The mill turns.", [WEAK], status="hypothesis")
    with pytest.raises(MissingEvidence):
        agent.transition(guess.id, "observed")
    with pytest.raises(AccessDenied):
        agent.transition(guess.id, "observed", evidence=[WEAK, WORD])
    seen = agent.transition(guess.id, "observed", evidence=[from_url("https://a.invalid")])
    assert seen.claim_status is ClaimStatus.OBSERVED
    for attempt in (
        lambda: agent.supersede(one.id, other.id),
        lambda: agent.undo(one.id),
        lambda: agent.transition(other.id, "superseded"),
        lambda: agent.share(one.id, "org"),
    ):
        with pytest.raises(AccessDenied):
            attempt()


def test_superseding_is_written_on_the_new_claim(knowledge: Knowledge) -> None:
    old, new = knowledge.learn("Two approvals.", [WORD]), knowledge.learn("Three signatures.", [WORD])
    saved = knowledge.supersede(old.id, new.id)
    assert (saved.id, saved.supersedes) == (new.id, old.id)
    assert knowledge.claims.get(old.id).claim_status is ClaimStatus.SUPERSEDED
    assert knowledge.claims.get(old.id).supersedes is None
    assert [(link.claim, link.relation, link.other) for link in knowledge.claims.relations(old.id)] == [
        (new.id, Relation.SUPERSEDES, old.id)
    ]
    assert statuses(knowledge, new.id)[-1] == ("supersedes", "observed", "observed")


def test_neither_circles_nor_oneself_nor_another_orgs_claim_is_superseded(knowledge: Knowledge) -> None:
    one, two, three = (knowledge.learn(text, [WORD]) for text in ("The sea.", "A mountain.", "Some bread."))
    knowledge.supersede(one.id, two.id)
    knowledge.supersede(two.id, three.id)
    with pytest.raises((InvalidValue, Conflict)):
        knowledge.supersede(three.id, one.id)
    with pytest.raises(InvalidValue):
        knowledge.supersede(three.id, three.id)
    org = knowledge.orgs.create("rival")
    rival = knowledge.act_as(Actor.local_owner(org.id))
    foreign = rival.learn("Another sea.", [WORD])
    for attempt in (
        lambda: knowledge.supersede(three.id, foreign.id),
        lambda: knowledge.supersede(foreign.id, three.id),
        lambda: knowledge.relate(three.id, "supports", foreign.id),
        lambda: knowledge.history(foreign.id),
    ):
        with pytest.raises(NotFound):
            attempt()
    assert knowledge.claims.get(three.id).claim_status is ClaimStatus.OBSERVED


def test_a_circle_is_refused_also_when_the_first_was_brought_back(knowledge: Knowledge) -> None:
    one, two = knowledge.learn("The sea.", [WORD]), knowledge.learn("A mountain.", [WORD])
    knowledge.supersede(one.id, two.id)
    with pytest.raises(Conflict):
        knowledge.supersede(two.id, one.id)
    knowledge.undo(one.id)
    assert knowledge.claims.get(two.id).supersedes is None
    assert knowledge.supersede(two.id, one.id).supersedes == two.id


def test_what_was_verified_and_is_disputed_asks_for_attention_until_it_is_settled(knowledge: Knowledge) -> None:
    made = knowledge.learn("The ferry runs.", [WORD])
    knowledge.dispute(made.id, "it sank")
    assert attention(knowledge) == []
    knowledge.verify(made.id)
    knowledge.dispute(made.id, "it sank again")
    assert attention(knowledge) == ["claim.disputed"]
    knowledge.verify(made.id)
    assert attention(knowledge) == []
    knowledge.dispute(made.id, "it sank for good")
    assert attention(knowledge) == ["claim.disputed"], "the same cause, opened again"


def test_a_weaker_claim_in_place_of_a_stronger_asks_for_attention(knowledge: Knowledge) -> None:
    strong, weak = knowledge.learn("The sea.", [WORD]), knowledge.learn("A mountain.", [WEAK])
    knowledge.supersede(strong.id, weak.id)
    assert attention(knowledge) == ["claim.weakened"]


def test_sharing_shows_a_claim_to_all_and_its_words_of_evidence_to_none_more(knowledge: Knowledge) -> None:
    knowledge.projects.create("pay")
    knowledge.projects.create("secret", restricted=True)
    knowledge.members.set("eve", kind="user")
    eve = knowledge.as_member("eve")
    made = knowledge.learn("The ferry runs.", [WORD], project="secret")
    other = knowledge.learn("A mountain.", [WORD], project="secret")
    knowledge.relate(made.id, "supports", other.id)
    with pytest.raises(NotFound):
        eve.share(made.id, "org")
    assert knowledge.share(made.id, "org").project is None
    assert eve.claims.get(made.id).text == "The ferry runs."
    assert eve.claims.relations(made.id) == []
    assert [step.event for step in eve.history(made.id)] == ["learned", "shared"]
    with pytest.raises(AccessDenied):
        eve.share(made.id, "pay")
    for again in ("org", "pay"):
        with pytest.raises(Conflict):
            knowledge.share(made.id, again)
    knowledge.share(other.id, "org")
    assert len(eve.claims.relations(made.id)) == 1


def test_a_project_that_is_not_there_sees_nothing_already(knowledge: Knowledge) -> None:
    made = knowledge.learn("The ferry runs.", [WORD])
    with pytest.raises(InvalidValue, match="no project of this name"):
        knowledge.share(made.id, "nope")
    knowledge.projects.create("pay")
    with pytest.raises(Conflict, match="they see it already"):
        knowledge.share(made.id, "pay")


def test_sharing_takes_a_claim_from_nobody(knowledge: Knowledge) -> None:
    knowledge.projects.create("pay")
    knowledge.projects.create("secret", restricted=True)
    made = knowledge.learn("The ferry runs.", [WORD], project="secret", agent_scope=["reviewer"])
    theirs = knowledge.share(made.id, "pay")
    assert (theirs.project, theirs.agent_scope) == ("pay", {"reviewer"})
    assert knowledge.claims.get(made.id).project == "secret"
    shared = knowledge.share(made.id, "org")
    assert (shared.id, shared.project, shared.agent_scope) == (made.id, None, frozenset())


def test_a_claim_that_fewer_people_see_takes_nobodys_place(knowledge: Knowledge) -> None:
    knowledge.projects.create("pay")
    knowledge.projects.create("secret", restricted=True)
    knowledge.groups.create("leads")
    knowledge.members.set("local", groups=["leads"], projects=["secret"])
    old = knowledge.learn("The ferry runs.", [WORD])
    mine = knowledge.learn("The ferry sank.", [WORD], is_personal=True)
    theirs = knowledge.learn("The ferry was sold.", [WORD], project="secret")
    leads = knowledge.learn("The ferry burnt.", [WORD], audience=["leads"])
    for narrow in (mine, theirs, leads):
        with pytest.raises(Conflict, match="fewer people"):
            knowledge.supersede(old.id, narrow.id)
    shown = knowledge.learn("The ferry rests.", [WORD], project="pay")
    assert knowledge.supersede(old.id, shown.id).supersedes == old.id


def test_what_held_then_is_found_behind_many_that_did_not(knowledge: Knowledge) -> None:
    for number in range(12):
        knowledge.learn(f"The ferry runs, says note {number}.", [WORD], valid_from=500.0)
    held = knowledge.learn("Long ago a certain old boat, called the ferry by some, did run.", [WORD], valid_until=200.0)
    assert [each.id for each in knowledge.recall("the ferry runs", valid_at=100.0, limit=1)] == [held.id]
