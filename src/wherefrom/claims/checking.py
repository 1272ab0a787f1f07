"""Looking again: what claims stand on is compared with what it was, and only where something may have changed."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from wherefrom.claims.grounding import LONGEST_SEEN, told_place
from wherefrom.claims.passages import document_of, place_of, saying_the_same, successor_of, whereabouts
from wherefrom.claims.raising import raise_about
from wherefrom.core.access import Visibility
from wherefrom.core.actors import Actor
from wherefrom.core.attention import AttentionEvent, cause_of
from wherefrom.core.claims import Scope
from wherefrom.core.documents import Chunk
from wherefrom.core.evidence import GroundState, Standing, expected_words
from wherefrom.core.ids import Ids, content_hash
from wherefrom.core.values import value
from wherefrom.ports.ground import Ground
from wherefrom.ports.record import Record, UnitOfWork

__all__ = ["CheckReport", "Finding", "checked", "seen_now"]

_MOST_SHOWN = 4_000
_STEP = 500
_EVENTS = {
    GroundState.CHANGED: AttentionEvent.EVIDENCE_CHANGED,
    GroundState.GONE: AttentionEvent.EVIDENCE_GONE,
}


@value
class Finding:
    """Evidence that is not as it was: where it was, where it is if that has another name now, what it said, says.

    `why` it could not be read, where it could not.
    """

    claim: str
    position: int
    place: str
    state: GroundState
    moved_to: str | None = None
    was: str | None = None
    now: str | None = None
    diff: str = ""
    why: str | None = None


@value
class CheckReport:
    """How many pieces of evidence are in each state, how many had to be looked at, and what of them is not as it was.

    All that changed or is gone is among the findings, however often it was found before.
    """

    counts: Mapping[GroundState, int]
    looked_at: int
    findings: tuple[Finding, ...] = ()
    raised: int = 0

    @property
    def is_sound(self) -> bool:
        return not any(self.counts.get(state) for state in _EVENTS)


class _Sighting(NamedTuple):
    """What a look makes of a standing; `now` is None where nothing was read."""

    before: Standing
    after: Standing
    now: str | None
    also_seen_by: Visibility | None = None
    moved_to: str | None = None
    why: str | None = None


def checked(
    record: Record, actor: Actor, ground: Ground | None, scope: Scope | None, ids: Ids, now: float
) -> CheckReport:
    """Read, look while no transaction is open, write what is new. Without a ground only passages are looked at."""
    with record.read(actor) as unit:
        passages = [_at_passage(unit, each, now) for each in unit.grounds.restless(scope)]
        outside = list(unit.grounds.outside(scope)) if ground is not None else []
    sightings = [*passages, *(_looked_again(ground, outside, now) if ground is not None else ())]
    news = [each for each in sightings if each.before != replace(each.after, checked_at=each.before.checked_at)]
    raised = 0
    for start in range(0, len(news), _STEP):
        with record.write(actor) as unit:
            raised += _keep(unit, news[start : start + _STEP], ids)
            unit.commit()
    with record.read(actor) as unit:
        counts = {GroundState(state): number for state, number in unit.grounds.counts(scope).items()}
    return CheckReport(counts=counts, looked_at=len(sightings), findings=tuple(_findings(sightings)), raised=raised)


def _looked_again(ground: Ground, standings: Iterable[Standing], now: float) -> Iterator[_Sighting]:
    """Only what is not as cheap to recognise as it was last time, and what was not as it should be.

    Many claims stand on one file: it is asked once.
    """
    revisions: dict[tuple[str | None, ...], str | None] = {}
    for each in standings:
        target = (each.ref.repo, each.ref.path, each.ref.url)
        if target not in revisions:
            revisions[target] = ground.revision(each.ref)
        troubled = each.state in _EVENTS
        unchanged = each.seen_revision is not None and revisions[target] == each.seen_revision
        if each.state is not None and unchanged and not troubled:
            continue
        # A page that is troubled is read whole, so that what it says now can be shown again.
        sight = ground.look(replace(each, seen_revision=None) if troubled and each.ref.url else each)
        seen = each.seen_hash is not None
        yield _Sighting(
            each,
            replace(
                each,
                state=sight.state,
                checked_at=now,
                seen_revision=sight.revision or each.seen_revision,
                seen_text=each.seen_text if seen or sight.now is None else sight.now[:LONGEST_SEEN],
                seen_hash=each.seen_hash if seen or sight.now is None else content_hash(sight.now),
            ),
            sight.now,
            moved_to=sight.place,
            why=sight.why,
        )


def _at_passage(unit: UnitOfWork, standing: Standing, now: float) -> _Sighting:
    """One whose words stand nowhere any more is gone; a document that was deleted may be back, also by another name."""
    chunk = unit.chunks.get_many([standing.ref.chunk_id or ""]).get(standing.ref.chunk_id or "")
    if chunk is None and standing.ref.content_hash:
        chunk = saying_the_same(unit, standing.ref.content_hash)
    if chunk is None:
        return _Sighting(standing, replace(standing, state=_gone(standing), checked_at=now), None)
    seen = replace(
        standing,
        checked_at=now,
        seen_text=standing.seen_text or chunk.text[:LONGEST_SEEN],
        seen_hash=standing.seen_hash or chunk.content_hash,
        place=standing.place or place_of(chunk),
    )
    found = whereabouts(unit, chunk, standing.ref.detail)
    state = _gone(standing) if found.state is GroundState.GONE else found.state
    moved_to = _new_place(unit, seen, chunk) if state is GroundState.FRESH else None
    if state is GroundState.FRESH and (moved_to is not None or seen.place != place_of(chunk)):
        state = GroundState.MOVED
    if state is GroundState.CHANGED and found.chunk and _was_seen(found.chunk, standing):
        state = GroundState.MOVED  # somebody has seen what became of it
    now_says = found.chunk.text if found.chunk else None
    return _Sighting(standing, replace(seen, state=state), now_says, chunk.visibility, moved_to)


def _was_seen(chunk: Chunk, standing: Standing) -> bool:
    """By its text as it stands, or by its words however its lines end."""
    return standing.seen_hash in (chunk.content_hash, content_hash(chunk.text))


def _new_place(unit: UnitOfWork, standing: Standing, chunk: Chunk) -> str | None:
    """How the place is printed now, where its document was called otherwise."""
    was, now = standing.seen_revision, document_of(unit, chunk)
    if was is None or now is None:
        return None
    place = chunk.locators[0]
    return place.named(now) if place.named(was) != place.named(now) else None


def _gone(standing: Standing) -> GroundState:
    """What somebody accepted as gone is out of reach, and no news."""
    return GroundState.UNREACHABLE if standing.state is GroundState.UNREACHABLE else GroundState.GONE


def seen_now(unit: UnitOfWork, standing: Standing) -> str | None:
    """What became of a passage; None for evidence outside of the record."""
    id = standing.ref.chunk_id
    chunk = unit.chunks.get_many([id]).get(id) if id else None
    successor = None if chunk is None else successor_of(unit, chunk)
    return None if successor is None else successor.text


def _keep(unit: UnitOfWork, news: Sequence[_Sighting], ids: Ids) -> int:
    unit.grounds.keep(each.after for each in news)
    claims = unit.claims.get_many({each.after.claim for each in news})
    raised = 0
    for each in news:
        claim, about = claims.get(each.after.claim), str(each.after.position)
        if claim is None:
            continue
        for state, event in _EVENTS.items():
            if each.after.state is not state:
                unit.attention.settle(cause_of(event, claim.id, about))
                continue
            finding = _finding(each)
            raised += raise_about(
                unit,
                claim,
                event,
                ids,
                about=about,
                detail={
                    "text": claim.text,
                    "place": finding.place,
                    "was": finding.was,
                    "now": finding.now,
                    "diff": finding.diff,
                    **({"why": finding.why} if finding.why else {}),
                },
                also_seen_by=[each.also_seen_by] if each.also_seen_by else (),
            )
    return raised


def _findings(sightings: Iterable[_Sighting]) -> Iterator[Finding]:
    return (_finding(each) for each in sightings if each.after.state is not GroundState.FRESH)


def _finding(sighting: _Sighting) -> Finding:
    after = sighting.after
    was = expected_words(after) or after.seen_text
    now = None if after.state is GroundState.GONE else sighting.now
    return Finding(
        claim=after.claim,
        position=after.position,
        place=told_place(after.ref),
        state=after.state or GroundState.UNCHECKABLE,
        moved_to=sighting.moved_to,
        was=None if was is None else was[:_MOST_SHOWN],
        now=None if now is None else now[:_MOST_SHOWN],
        diff=_diff(was, now) if after.state in _EVENTS else "",
        why=sighting.why,
    )


def _diff(was: str | None, now: str | None) -> str:
    old, new = (text.splitlines()[:_STEP] if text else [] for text in (was, now))
    lines = difflib.unified_diff(old, new, "was", "now", lineterm="", n=2)
    return "\n".join(lines)[:_MOST_SHOWN]
