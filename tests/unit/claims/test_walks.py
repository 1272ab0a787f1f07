"""Whatever is done to claims in whatever order: histories are legal, undo and redo meet, the past stays as it was."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from tests.unit.claims.conftest import Watch
from wherefrom import Actor, Knowledge
from wherefrom.claims.moving import histories_of
from wherefrom.claims.past import as_known
from wherefrom.core.claims import Claim, ClaimStatus
from wherefrom.core.evidence import EvidenceRef
from wherefrom.core.histories import ClaimEvent, Step
from wherefrom.core.ids import new_id
from wherefrom.core.lifecycle import BIRTH, MOVES
from wherefrom.core.paging import AttentionFilter, ClaimRelationFilter
from wherefrom.core.pointers import from_human_assertion, from_model_inference
from wherefrom.core.relations import ClaimRelation, Relation
from wherefrom.errors import Conflict, IllegalTransition, InvalidValue

TEXTS = ("The sea is cold.", "A mountain stands here.", "Some bread is left.", "The mill turns.")
FALLEN = (ClaimStatus.DISPUTED, ClaimStatus.SUPERSEDED)
REFUSED = (Conflict, IllegalTransition, InvalidValue)
which = st.integers(0, 7)


class Walks(RuleBasedStateMachine):
    """In an org of its own: a new store for each example would cost more than all its steps."""

    def __init__(self, knowledge: Knowledge, watch: Watch) -> None:
        super().__init__()
        self._watch = watch
        org = knowledge.orgs.create(f"org-{new_id()}")
        self.knowledge = knowledge.act_as(Actor.local_owner(org.id))
        self.claims: list[str] = []
        self.seen: dict[tuple[str, float], tuple[object, ...]] = {}
        self.opposed: set[tuple[str, str]] = set()
        self.brought = 0
        for text in TEXTS[:2]:
            self.claims.append(self.knowledge.learn(text, [from_human_assertion("ann", 0.0)]).id)

    def teardown(self) -> None:
        for (id, at), expected in self.seen.items():
            assert _known(as_known(self._now[id], self._steps[id], at)) == expected

    def _one(self, number: int) -> str:
        return self.claims[number % len(self.claims)]

    def _try(self, act: Callable[[], object]) -> None:
        """What is refused leaves everything as it was."""
        self._watch.turn()
        with suppress(*REFUSED):
            act()
        for id, claim in self._claims().items():
            self.seen[id, self._watch.now] = _known(claim)

    def _claims(self) -> Mapping[str, Claim]:
        with self.knowledge.record.read(self.knowledge.actor) as unit:
            return unit.claims.get_many(self.claims)

    @rule(text=st.sampled_from(TEXTS), status=st.sampled_from(sorted(BIRTH)), sure=st.sampled_from([0.3, 0.7, 1.0]))
    def learn(self, text: str, status: ClaimStatus, sure: float) -> None:
        self.brought += 1
        word = from_human_assertion("ann", float(self.brought))
        weak = from_model_inference("s", str(self.brought), "because")
        evidence = [word if self.brought % 2 else weak]

        def act() -> None:
            made = self.knowledge.learn(text, evidence, status=status, confidence=sure)
            if made.id not in self.claims:
                self.claims.append(made.id)

        self._try(act)

    def _some_evidence(self, amount: int) -> list[EvidenceRef]:
        """None, a weak piece, or that and a strong one; never the same twice."""
        self.brought += 1
        weak = from_model_inference("s", str(self.brought), "because")
        return [weak, from_human_assertion("ann", float(self.brought))][:amount]

    @rule(number=which, status=st.sampled_from(ClaimStatus), amount=st.integers(0, 2))
    def move(self, number: int, status: ClaimStatus, amount: int) -> None:
        evidence = self._some_evidence(amount)
        self._try(lambda: self.knowledge.transition(self._one(number), status, reason="so it is", evidence=evidence))

    @rule(number=which, status=st.sampled_from(ClaimStatus), amount=st.integers(0, 2))
    def move_and_undo(self, number: int, status: ClaimStatus, amount: int) -> None:
        """All is as it was before the step; what came with it is kept, and does not count."""
        before, evidence = self._claims()[self._one(number)], self._some_evidence(amount)

        def act() -> None:
            self.knowledge.transition(before.id, status, reason="so it is", evidence=evidence)
            self._watch.turn()
            after = self.knowledge.undo(before.id)
            assert _standing(replace(after, evidence=before.evidence)) == _standing(before)
            assert after.evidence[: len(before.evidence)] == before.evidence
            assert [ref.stance for ref in after.evidence[len(before.evidence) :]] == ["withdrawn"] * amount

        self._try(act)

    @rule(old=which, new=which)
    def supersede(self, old: int, new: int) -> None:
        self._try(lambda: self.knowledge.supersede(self._one(old), self._one(new)))

    @rule(number=which)
    def undo(self, number: int) -> None:
        self._try(lambda: self.knowledge.undo(self._one(number)))

    @rule(number=which)
    def undo_twice(self, number: int) -> None:
        """An undo that was possible can be undone, and then everything is as it was."""
        before = {id: _standing(claim) for id, claim in self._claims().items()}

        def act() -> None:
            self.knowledge.undo(self._one(number))
            self._watch.turn()
            self.knowledge.undo(self._one(number))
            assert {id: _standing(claim) for id, claim in self._claims().items()} == before

        if self._can_undo(number):
            self._try(act)

    def _can_undo(self, number: int) -> bool:
        """Not where a claim would take a place again that it may not take: the refusal has tests of its own."""
        last = next(
            (step for step in reversed(self.knowledge.history(self._one(number))) if step.event != "evidence_added"),
            None,
        )
        return last is not None and last.event in ("verified", "disputed", "superseded", "supersedes")

    @rule(one=which, other=which)
    def oppose(self, one: int, other: int) -> None:
        def act() -> None:
            link = self.knowledge.relate(self._one(one), "contradicts", self._one(other))
            self.opposed.add((min(link.claim, link.other), max(link.claim, link.other)))

        self._try(act)

    @invariant()
    def all_is_as_it_should_be(self) -> None:
        with self.knowledge.record.read(self.knowledge.actor) as unit:
            self._now = unit.claims.get_many(self.claims)
            self._steps = histories_of(unit, self.claims)
            links = list(unit.claim_relations.every(ClaimRelationFilter(personal=True)))
            items = {item.cause: item.status for item in unit.attention.every(AttentionFilter(personal=True))}
        for id, claim in self._now.items():
            _check_walk(self._steps[id], claim)
            _check_place(claim, [link for link in links if link.relation is Relation.SUPERSEDES])
        for one, other in self.opposed:
            hold = all(self._now[id].claim_status not in FALLEN for id in (one, other))
            assert items[f"claim.contradiction:{one}:{other}"] == ("open" if hold else "resolved")


def _standing(claim: Claim) -> tuple[object, ...]:
    return claim.claim_status, claim.verified_by, claim.supersedes is None, claim.confidence, claim.evidence


def _known(claim: Claim) -> tuple[object, ...]:
    return (
        claim.claim_status,
        claim.confidence,
        claim.stated_confidence,
        claim.supersedes,
        claim.verified_by,
        claim.verified_at,
        claim.evidence,
    )


def _check_walk(steps: list[ClaimEvent], claim: Claim) -> None:
    assert [step.position for step in steps] == list(range(1, len(steps) + 1))
    assert (steps[0].event, steps[0].before) == (Step.LEARNED, None)
    assert steps[0].after in BIRTH
    for before, after in pairwise(steps):
        assert after.before is before.after
        if after.event in list(ClaimStatus):
            assert after.after == after.event
            assert before.after is not None
            assert after.after in MOVES[before.after]
        elif after.event != Step.REVERTED:
            assert after.after is after.before
    assert steps[-1].after is claim.claim_status
    assert (claim.verified_by is not None) == (claim.claim_status is ClaimStatus.VERIFIED)
    assert sum(len(step.evidence) for step in steps) == len(claim.evidence)


def _check_place(claim: Claim, links: Sequence[ClaimRelation]) -> None:
    """A place is held by one, and said on both sides."""
    held = {link.other for link in links if link.claim == claim.id}
    assert (claim.supersedes in held) if held else claim.supersedes is None
    taken = [link.claim for link in links if link.other == claim.id]
    assert len(taken) <= 1
    assert not taken or claim.claim_status is ClaimStatus.SUPERSEDED


@pytest.mark.soak
def test_whatever_is_done_in_whatever_order(knowledge: Knowledge, watch: Watch, soaking: bool) -> None:
    size = settings(settings.default, max_examples=500 if soaking else 10, stateful_step_count=15)
    run_state_machine_as_test(lambda: Walks(knowledge, watch), settings=size)
