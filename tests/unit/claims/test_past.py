"""Claims as they were known: what was learned, stated and superseded since is not in the answer."""

import itertools
from pathlib import Path
from typing import cast

import sqlalchemy as sa

from tests.unit.claims.conftest import Watch
from wherefrom import Knowledge
from wherefrom.bootstrap import open_settings
from wherefrom.config import Settings
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


def test_one_write_has_one_time_and_as_of_that_time_it_is_known(tmp_path: Path) -> None:
    ticks = itertools.count(1_000_000)
    settings = Settings(store=str(tmp_path / "store.db"), embedder="hash")
    with open_settings(settings, clock=lambda: float(next(ticks))) as ticking:
        made = ticking.learn("The ferry runs.", [WORD])
        old = ticking.learn("The sea.", [WORD])
        verified = ticking.verify(made.id)
        superseding = ticking.supersede(old.id, made.id)
        disputed = ticking.dispute(made.id, "it sank")
        times = [step.created_at for step in ticking.history(made.id)]
        assert times == [made.created_at, verified.verified_at, superseding.updated_at, disputed.updated_at]
        assert (made.updated_at, verified.updated_at) == (made.created_at, verified.verified_at)
        for at, status in zip(times, ("observed", "verified", "verified", "disputed"), strict=True):
            assert ticking.claims.get(made.id, as_of=at).claim_status == status
            recalled = [each.claim_status for each in ticking.recall("the ferry runs", as_of=at)]
            assert recalled == ([status] if status != "disputed" else [])


def test_what_an_older_store_wrote_a_moment_later_is_known_from_the_claims_own_time_on(
    knowledge: Knowledge, watch: Watch
) -> None:
    made = knowledge.learn("The ferry runs.", [WORD])
    with knowledge.record.write(knowledge.actor) as unit:
        later = sa.update(claim_events).values(created_at=watch.now + 0.02)
        cast("sa.Connection", unit.transaction).execute(later)
        unit.commit()
    watch.turn()
    knowledge.dispute(made.id, "it sank")
    assert knowledge.claims.get(made.id, as_of=made.created_at).claim_status == "observed"
    assert [each.id for each in knowledge.recall("ferry", as_of=made.created_at)] == [made.id]
