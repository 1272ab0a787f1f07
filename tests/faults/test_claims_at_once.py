"""Sixteen threads learn and move the same claims."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from threading import Thread

import pytest

from tests.soak_report import report
from wherefrom import Knowledge
from wherefrom.bootstrap import open_settings
from wherefrom.claims.moving import histories_of
from wherefrom.config import Settings
from wherefrom.core.claims import Claim, ClaimStatus
from wherefrom.core.histories import ClaimEvent
from wherefrom.core.lifecycle import BIRTH, MOVES
from wherefrom.core.paging import ClaimFilter
from wherefrom.core.pointers import from_human_assertion
from wherefrom.errors import Conflict, IllegalTransition, InvalidValue, WherefromError

THREADS, CLAIMS = 16, 100
MOVES_IN_TURN = ("verified", "disputed", "verified")
LATE = (Conflict, IllegalTransition, InvalidValue)
"""What whoever comes too late is told."""


@pytest.fixture
def knowledge(store_url: str) -> Iterator[Knowledge]:
    with open_settings(Settings(store=store_url, embedder="hash")) as opened:
        yield opened


def together(work: Callable[[int], None]) -> None:
    """All threads at once; what one of them was not prepared for is raised here."""
    failures: list[BaseException] = []

    def guarded(turn: int) -> None:
        try:
            work(turn)
        except WherefromError as error:
            failures.append(error)

    threads = [Thread(target=guarded, args=(turn,)) for turn in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def read(knowledge: Knowledge) -> list[tuple[Claim, Sequence[ClaimEvent]]]:
    with knowledge.record.read(knowledge.actor) as unit:
        claims = list(unit.claims.every(ClaimFilter(personal=True)))
        steps = histories_of(unit, [claim.id for claim in claims])
    return [(claim, steps[claim.id]) for claim in claims]


@pytest.mark.soak
def test_many_who_learn_and_move_the_same_claims_lose_no_step(
    knowledge: Knowledge, store_url: str, soaking: bool
) -> None:
    """Whatever the order, each history is a legal walk, and every success is in it."""
    texts = [f"Fact {index} about place {index * 7}." for index in range(CLAIMS if soaking else CLAIMS // 10)]
    done: list[list[tuple[str, str]]] = [[] for _ in range(THREADS)]
    late = [0] * THREADS
    began = time.monotonic()

    def work(turn: int) -> None:
        for step, text in enumerate(texts[turn:] + texts[:turn]):
            claim = knowledge.learn(text, [from_human_assertion(f"p{turn}", 1.0)])
            done[turn].append((claim.id, "learned"))
            status = MOVES_IN_TURN[(step + turn) % len(MOVES_IN_TURN)]
            try:
                knowledge.transition(claim.id, status, reason=f"{turn}")
                done[turn].append((claim.id, status))
            except IllegalTransition:
                late[turn] += 1

    together(work)
    seconds = time.monotonic() - began
    told = Counter(each for made in done for each in made if each[1] != "learned")
    claims = read(knowledge)
    for claim, steps in claims:
        _check_walk(steps, claim.claim_status)
        for event in ("verified", "disputed"):
            assert sum(step.event == event for step in steps) == told[claim.id, event]
        assert sum(len(step.evidence) for step in steps) == len(claim.evidence)
    learned = Counter(id for made in done for id, what in made if what == "learned")
    assert sum(learned.values()) == len(texts) * THREADS
    assert sum(len(claim.evidence) for claim, _ in claims) == len(texts) * THREADS, "everybody's word is there"
    calm = [claim for claim, steps in claims if all(step.event != "disputed" for step in steps)]
    assert len({claim.text for claim in calm}) == len(calm), "no twins"
    if soaking:
        kind = "Postgres" if "://" in store_url else "SQLite"
        report(
            f"many who learn and move the same claims, {kind}",
            size=f"{THREADS} threads, {len(texts)} statements, {sum(learned.values()):,} learned, "
            f"{sum(told.values()):,} moves, {sum(late)} refused",
            result=f"0 illegal histories, 0 lost events; {seconds:.0f} s",
        )


def test_many_who_supersede_and_undo_the_same_claims_leave_no_half_of_it(knowledge: Knowledge) -> None:
    """Whoever comes too late is told so; a place is always said on both sides."""
    words = [from_human_assertion("p", 1.0)]
    ids = [knowledge.learn(f"Fact {index} about place {index * 7}.", words).id for index in range(4)]

    def work(turn: int) -> None:
        for step in range(6):
            one, other = ids[(turn + step) % len(ids)], ids[(turn * 3 + step + 1) % len(ids)]
            try:
                if (turn + step) % 3:
                    knowledge.undo(one)
                else:
                    knowledge.supersede(one, other)
            except LATE:
                pass

    together(work)
    for claim, steps in read(knowledge):
        _check_walk(steps, claim.claim_status)
        links = [link for link in knowledge.claims.relations(claim.id) if link.claim == claim.id]
        assert (claim.supersedes in {link.other for link in links}) if links else claim.supersedes is None


def _check_walk(steps: Sequence[ClaimEvent], last: ClaimStatus) -> None:
    assert [step.position for step in steps] == list(range(1, len(steps) + 1))
    status: ClaimStatus | None = None
    for step in steps:
        assert step.before == status
        if status is None:
            assert step.after in BIRTH
        elif step.event in list(ClaimStatus):
            assert step.after in MOVES[status]
        status = step.after
    assert status is last
