"""Sixteen threads learn and move the same claims."""

from collections.abc import Iterator, Sequence
from threading import Thread

import pytest

from wherefrom import Knowledge
from wherefrom.bootstrap import open_settings
from wherefrom.config import Settings
from wherefrom.core.claims import ClaimEvent, ClaimStatus
from wherefrom.core.evidence import from_human_assertion
from wherefrom.core.lifecycle import BIRTH, MOVES
from wherefrom.core.paging import ClaimFilter
from wherefrom.errors import IllegalTransition, WherefromError

THREADS, CLAIMS = 16, 100


@pytest.fixture
def knowledge(store_url: str) -> Iterator[Knowledge]:
    with open_settings(Settings(store=store_url, embedder="hash")) as opened:
        yield opened


def test_many_who_learn_and_move_the_same_claims_lose_no_step(knowledge: Knowledge, soaking: bool) -> None:
    """Whatever the order, each history is a legal walk, and every success is in it."""
    number = CLAIMS if soaking else CLAIMS // 5
    texts = [f"Fact {index} about place {index * 7}." for index in range(number)]
    done: list[list[tuple[str, str]]] = [[] for _ in range(THREADS)]
    failures: list[BaseException] = []

    def work(turn: int) -> None:
        try:
            for step, text in enumerate(texts[turn:] + texts[:turn]):
                claim = knowledge.learn(text, [from_human_assertion(f"p{turn}", 1.0)])
                done[turn].append((claim.id, "learned"))
                status = ("verified", "disputed", "verified")[(step + turn) % 3]
                try:
                    knowledge.transition(claim.id, status, reason=f"{turn}")
                    done[turn].append((claim.id, status))
                except IllegalTransition:
                    pass
        except WherefromError as error:
            failures.append(error)

    threads = [Thread(target=work, args=(turn,)) for turn in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with knowledge.record.read(knowledge.actor) as unit:
        claims = list(unit.claims.every(ClaimFilter(personal=True)))
    for claim in claims:
        steps = knowledge.history(claim.id)
        assert [step.position for step in steps] == list(range(1, len(steps) + 1))
        _check_walk(steps, claim.claim_status)
        told = [what for made in done for id, what in made if id == claim.id and what != "learned"]
        assert sorted(told) == sorted(step.event for step in steps if step.event in ("verified", "disputed"))
        brought = sum(len(step.evidence) for step in steps)
        assert brought == len(claim.evidence)
    calm = [claim for claim in claims if all(step.event != "disputed" for step in knowledge.history(claim.id))]
    assert len({claim.text for claim in calm}) == len(calm), "no twins"


def _check_walk(steps: Sequence[ClaimEvent], last: ClaimStatus) -> None:
    status: ClaimStatus | None = None
    for step in steps:
        assert step.before == status
        if status is None:
            assert step.after in BIRTH
        elif step.event != "evidence_added":
            assert step.after in MOVES[status]
        status = step.after
    assert status is last
