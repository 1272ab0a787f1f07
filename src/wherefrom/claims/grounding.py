"""Evidence is looked at before a claim may stand on it: is it there, and does it really say what is quoted?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from wherefrom.claims.passages import Whereabouts, document_of, place_of, whereabouts
from wherefrom.core.actors import Actor
from wherefrom.core.documents import Chunk
from wherefrom.core.evidence import EvidenceKind, EvidenceRef, GroundState, QuoteState, Standing
from wherefrom.core.ids import content_hash
from wherefrom.core.messages import Message, ToolResult, key_in_session
from wherefrom.core.paging import ToolResultFilter
from wherefrom.core.quotes import find_quote
from wherefrom.core.testimony import weighed
from wherefrom.errors import NotFound
from wherefrom.ports.ground import Ground, Pin
from wherefrom.ports.record import Record, UnitOfWork
from wherefrom.text.secrets import scrub

__all__ = ["Grounded", "grounded", "told_place"]

_OUTSIDE = frozenset({EvidenceKind.FILE, EvidenceKind.ARTIFACT, EvidenceKind.URL})
_SAID = frozenset({EvidenceKind.MESSAGE, EvidenceKind.USER_STATEMENT})
_RECORDED = frozenset({*_SAID, EvidenceKind.CHUNK, EvidenceKind.TOOL_RESULT})
LONGEST_SEEN = 20_000
"""So much of what stands there is kept, to show it beside what it became."""


class Grounded(NamedTuple):
    """Evidence after the look: the ref with what pins it, what was seen, and why its quote was left out, if it was."""

    ref: EvidenceRef
    standing: Standing
    chunk: Chunk | None = None
    missing: str | None = None


def grounded(
    record: Record,
    actor: Actor,
    ground: Ground,
    refs: Sequence[EvidenceRef],
    now: float,
    *,
    session: str | None = None,
) -> list[Grounded]:
    """Each ref, looked at. Files and pages are read while no transaction is open: they may take their time.

    Call ids repeat: of several results the one of the session counts, if it has one.
    """
    known = _Known({}, {}, {})
    if any(ref.kind in _RECORDED for ref in refs):
        with record.read(actor) as unit:
            known = _read(unit, refs, session)
    return [_looked(weighed(ref, actor, known.messages.get(_key(ref))), known, ground, now) for ref in refs]


class _Passage(NamedTuple):
    """The passage that a citation names, and what became of it; None where its document was deleted."""

    cited: Chunk
    now: Whereabouts | None
    document: str | None = None


class _Known(NamedTuple):
    passages: Mapping[tuple[str, str | None], _Passage]
    messages: Mapping[str, Message]
    results: Mapping[str, ToolResult]


def _read(unit: UnitOfWork, refs: Iterable[EvidenceRef], session: str | None) -> _Known:
    named: dict[EvidenceKind, list[EvidenceRef]] = {}
    for ref in refs:
        named.setdefault(ref.kind, []).append(ref)
    cited = {(ref.chunk_id or "", ref.detail) for ref in named.get(EvidenceKind.CHUNK, ())}
    said = [ref for kind in _SAID for ref in named.get(kind, ())]
    calls = {ref.tool_call_id or "": ref.session_id or session for ref in named.get(EvidenceKind.TOOL_RESULT, ())}
    return _Known(
        {asked: _passage(unit, *asked) for asked in cited},
        unit.messages.get_many(map(_key, said)) if said else {},
        {call: found for call, within in calls.items() if (found := _result(unit, call, within)) is not None},
    )


def _passage(unit: UnitOfWork, id: str, quote: str | None) -> _Passage:
    try:
        chunk = unit.chunks.get(unit.chunks.resolve(id))
    except NotFound:
        return _Passage(unit.remains.get(unit.remains.resolve(id)), None)
    now = whereabouts(unit, chunk, quote)
    return _Passage(chunk, now, document_of(unit, now.chunk or chunk))


def _key(ref: EvidenceRef) -> str:
    return key_in_session(ref.session_id or "", ref.message_id or "")


def _result(unit: UnitOfWork, call: str, session: str | None) -> ToolResult | None:
    newest = ToolResultFilter(tool_call_id=call, personal=True, newest_first=True)
    for asked in (replace(newest, session_id=session), newest) if session else (newest,):
        if found := unit.tool_results.find(asked, limit=1).items:
            return found[0]
    return None


def _looked(ref: EvidenceRef, known: _Known, ground: Ground, now: float) -> Grounded:
    if ref.kind is EvidenceKind.CHUNK:
        return _on_passage(ref, known.passages[ref.chunk_id or "", ref.detail], now)
    if ref.kind in _SAID:
        message = known.messages.get(_key(ref))
        return _quoted(Pin(ref, message.text if message else None), now)
    if ref.kind is EvidenceKind.TOOL_RESULT:
        return _on_result(ref, known.results.get(ref.tool_call_id or ""), now)
    if ref.kind in _OUTSIDE:
        return _quoted(ground.pin(ref), now)
    return Grounded(ref, _standing(ref, GroundState.UNCHECKABLE, now))


def _on_passage(ref: EvidenceRef, passage: _Passage, now: float) -> Grounded:
    """A citation of an older version names what says the same now. If nothing does, there is no ground to stand on."""
    if passage.now is not None and passage.now.state in (GroundState.FRESH, GroundState.MOVED) and passage.now.chunk:
        chunk = passage.now.chunk
        looked = _quoted(Pin(replace(ref, chunk_id=chunk.id, content_hash=chunk.content_hash), chunk.text), now)
        seen = replace(looked.standing, place=place_of(chunk), seen_revision=passage.document)
        return looked._replace(chunk=chunk, standing=seen)
    chunk = passage.cited
    pinned = replace(ref, chunk_id=chunk.id, content_hash=chunk.content_hash, detail=None)
    if passage.now is None:
        missing = f"the document of {told_place(pinned)} was deleted"
        return Grounded(pinned, _standing(pinned, GroundState.GONE, now), chunk, missing)
    changed = passage.now.state is GroundState.CHANGED
    missing = f"{told_place(pinned)} says something else now" if changed else f"{told_place(pinned)} is gone"
    seen = replace(_standing(pinned, passage.now.state, now, text=chunk.text), place=place_of(chunk))
    return Grounded(pinned, seen, chunk, missing)


def _on_result(ref: EvidenceRef, result: ToolResult | None, now: float) -> Grounded:
    """What is told of a result is a summary: it may be a quote, and need not be one."""
    if result is None:
        return Grounded(ref, _standing(ref, GroundState.UNREACHABLE, now))
    found = ref.detail is not None and find_quote(ref.detail, result.text) is not None
    quote = QuoteState.FOUND if found else QuoteState.UNCHECKED
    return Grounded(ref, _standing(ref, GroundState.FRESH, now, text=result.text, quote=quote))


def _quoted(pin: Pin, now: float) -> Grounded:
    """A quote that is not there is not kept."""
    if pin.text is None and pin.whole is not None:
        ref = replace(pin.ref, detail=None)
        return Grounded(ref, _standing(ref, GroundState.UNREACHABLE, now), missing=f"there is no {told_place(ref)}")
    if pin.text is None:
        return Grounded(pin.ref, _standing(pin.ref, GroundState.UNREACHABLE, now))
    quote, missing, ref = QuoteState.UNCHECKED, None, pin.ref
    if ref.detail is not None:
        is_there = any(find_quote(ref.detail, text) for text in (pin.text, pin.whole) if text is not None)
        quote = QuoteState.FOUND if is_there else QuoteState.ABSENT
        if not is_there:
            missing, ref = f"the quote was not found in {told_place(ref)}", replace(ref, detail=None)
    seen = _standing(ref, GroundState.FRESH, now, text=pin.text, quote=quote, revision=pin.revision)
    return Grounded(ref, seen, missing=missing)


def _standing(
    ref: EvidenceRef,
    state: GroundState,
    now: float,
    *,
    text: str | None = None,
    quote: QuoteState = QuoteState.UNCHECKED,
    revision: str | None = None,
) -> Standing:
    return Standing(
        claim="",
        position=0,
        ref=ref,
        state=state,
        quote=quote,
        checked_at=now,
        seen_text=None if text is None else text[:LONGEST_SEEN],
        seen_hash=None if text is None else content_hash(text),
        seen_revision=revision,
    )


def told_place(ref: EvidenceRef) -> str:
    """What people call it: `src/pay.py@abc1234:L3-L9`; an address without the secrets in it."""
    if ref.path:
        commit = f"@{ref.commit_sha[:7]}" if ref.commit_sha else ""
        more = f"-L{ref.line_end}" if ref.line_end != ref.line_start else ""
        return f"{ref.path}{commit}" + (f":L{ref.line_start}{more}" if ref.line_start else "")
    if ref.session_id:
        return f"{ref.kind.value} {ref.session_id}/{ref.message_id}"
    if ref.url:
        return scrub(ref.url)
    named = ref.chunk_id or ref.tool_call_id or ref.artifact_id or ref.id or ""
    return f"{ref.kind.value} {named}"
