"""Claims as they were known: what was learned, stated and superseded since is not in the answer."""

from typing import cast

import sqlalchemy as sa

from tests.unit.claims.conftest import Watch
from wherefrom import Knowledge
from wherefrom.core.claims import Claim
from wherefrom.core.pointers import from_human_assertion, from_model_inference, from_url
from wherefrom.record.tables import claim_events

WORD = from_human_assertion("ann", 1.0)
WEAK = from_model_inference("s", "m", "because")


def known(claim: Claim) -> tuple[object, ...]:
    return (
        claim.claim_status,
        claim.confidence,
        claim.stated_confidence,
        claim.supersedes,
        claim.verified_by,
        claim.verified_at,
        len(claim.evidence),
    )


def test_every_state_a_claim_was_in_is_answered_for_its_time(knowledge: Knowledge, watch: Watch) -> None:
    olds = [knowledge.learn(text, [WORD]) for text in ("The sea.", "A mountain.")]
    made = knowledge.learn("The ferry runs.", [WEAK], confidence=0.5)
    seen = {watch.now: known(made)}

    def then(claim: Claim) -> None:
        seen[watch.now] = known(knowledge.claims.get(claim.id))

    for act in (
        lambda: knowledge.learn("The ferry runs.", [from_url("https://a.invalid")], confidence=0.9),
        lambda: knowledge.verify(made.id),
        lambda: knowledge.supersede(olds[0].id, made.id),
        lambda: knowledge.supersede(olds[1].id, made.id),
        lambda: knowledge.undo(olds[0].id),
        lambda: knowledge.dispute(made.id, "it sank"),
        lambda: knowledge.learn("The ferry runs.", [WORD]),
        lambda: knowledge.undo(made.id),
    ):
        watch.turn()
        act()
        then(made)
    assert [state[:4] for state in seen.values()][:4] == [
        ("observed", 0.5, 0.5, None),
        ("observed", 0.8, 0.9, None),
        ("verified", 0.8, 0.9, None),
        ("verified", 0.8, 0.9, olds[0].id),
    ]
    for at, expected in seen.items():
        assert known(knowledge.claims.get(made.id, as_of=at)) == expected
    for at in list(seen)[:6]:
        (found,) = (each for each in knowledge.recall("the ferry runs", as_of=at) if each.id == made.id)
        assert known(found) == seen[at]


def test_steps_of_an_older_store_are_answered_as_well_as_they_can_be(knowledge: Knowledge, watch: Watch) -> None:
    old, other = knowledge.learn("The sea.", [WORD]), knowledge.learn("A mountain.", [WORD])
    made = knowledge.learn("The ferry runs.", [WEAK], confidence=0.5)
    learned = watch.now
    first = watch.turn()
    knowledge.supersede(old.id, made.id)
    watch.turn()
    knowledge.supersede(other.id, made.id)
    back = watch.turn()
    knowledge.undo(old.id)
    with knowledge.record.write(knowledge.actor) as unit:
        forgotten = dict.fromkeys(("confidence", "stated_confidence", "supersedes", "other"))
        cast("sa.Connection", unit.transaction).execute(sa.update(claim_events).values(forgotten))
        unit.commit()
    watch.turn()
    knowledge.verify(made.id)
    assert known(knowledge.claims.get(made.id, as_of=learned))[:4] == ("observed", 0.5, 0.5, None)
    assert knowledge.claims.get(made.id, as_of=first).supersedes == old.id
    assert knowledge.claims.get(made.id, as_of=back).supersedes == other.id
    assert knowledge.undo(other.id).claim_status == "observed"
    assert knowledge.claims.get(made.id).supersedes is None
