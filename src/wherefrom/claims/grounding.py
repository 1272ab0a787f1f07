"""Evidence is looked at before a claim may stand on it: is it there, and does it really say what is quoted?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from wherefrom.core.actors import Actor
from wherefrom.core.documents import Chunk
from wherefrom.core.evidence import EvidenceKind, EvidenceRef, GroundState, QuoteState, Standing
from wherefrom.core.ids import content_hash
from wherefrom.core.locators import locator_as_json
from wherefrom.core.messages import Message, MessageRole, ToolResult, key_in_session
from wherefrom.core.paging import ToolResultFilter
from wherefrom.core.quotes import find_quote
from wherefrom.errors import InvalidValue, NotFound
from wherefrom.ports.ground import Ground, Pin
from wherefrom.ports.record import Record, UnitOfWork

__all__ = ["Grounded", "grounded", "place_of", "told_place"]

_OUTSIDE = frozenset({EvidenceKind.FILE, EvidenceKind.ARTIFACT, EvidenceKind.URL})
_SAID = frozenset({EvidenceKind.MESSAGE, EvidenceKind.USER_STATEMENT})
_SPOKEN = frozenset({*_SAID, EvidenceKind.MODEL_INFERENCE})
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
    known = _Known.nothing()
    if any(ref.kind not in _OUTSIDE for ref in refs):
        with record.read(actor) as unit:
            known = _read(unit, refs, session)
    return [_looked(ref, known, ground, now) for ref in refs]


class _Known(NamedTuple):
    chunks: Mapping[str, Chunk]
    messages: Mapping[str, Message]
    results: Mapping[str, ToolResult]

    @classmethod
    def nothing(cls) -> _Known:
        return cls({}, {}, {})


def _read(unit: UnitOfWork, refs: Iterable[EvidenceRef], session: str | None) -> _Known:
    named: dict[EvidenceKind, list[EvidenceRef]] = {}
    for ref in refs:
        named.setdefault(ref.kind, []).append(ref)
    passages = [unit.chunks.resolve(ref.chunk_id or "") for ref in named.get(EvidenceKind.CHUNK, ())]
    said = [ref for kind in _SPOKEN for ref in named.get(kind, ())]
    calls = {ref.tool_call_id or "": ref.session_id or session for ref in named.get(EvidenceKind.TOOL_RESULT, ())}
    return _Known(
        unit.chunks.get_many(passages) if passages else {},
        unit.messages.get_many(map(_key, said)) if said else {},
        {call: found for call, within in calls.items() if (found := _result(unit, call, within)) is not None},
    )


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
        return _on_passage(ref, _named(known.chunks, ref.chunk_id or ""), now)
    if ref.kind in _SAID:
        message = known.messages.get(_key(ref))
        if message and ref.kind is EvidenceKind.USER_STATEMENT and message.role is not MessageRole.USER:
            raise InvalidValue(
                "this message was not said by the user", value=message.message_id, hint="use from_message(…)"
            )
        return _quoted(Pin(ref, message.text if message else None), now)
    if ref.kind is EvidenceKind.TOOL_RESULT:
        return _on_result(ref, known.results.get(ref.tool_call_id or ""), now)
    if ref.kind in _OUTSIDE:
        return _quoted(ground.pin(ref), now)
    return Grounded(ref, _standing(ref, GroundState.UNCHECKABLE, now))


def _named(chunks: Mapping[str, Chunk], prefix: str) -> Chunk:
    found = chunks.get(prefix) or next((chunk for id, chunk in chunks.items() if id.startswith(prefix)), None)
    if found is None:
        raise NotFound("chunk", prefix)
    return found


def _on_passage(ref: EvidenceRef, chunk: Chunk, now: float) -> Grounded:
    """A citation of an older version of the passage still names it; what counts is what it says now."""
    pinned = replace(ref, chunk_id=chunk.id, content_hash=chunk.content_hash)
    looked = _quoted(Pin(pinned, chunk.text), now)
    return looked._replace(chunk=chunk, standing=replace(looked.standing, place=place_of(chunk)))


def place_of(chunk: Chunk) -> list[dict[str, object]]:
    return [locator_as_json(each) for each in chunk.locators]


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
        return Grounded(ref, _standing(ref, GroundState.CHANGED, now), missing=f"there is no {told_place(ref)}")
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
    """What people call it: `src/pay.py@abc1234:L3-L9`."""
    if ref.path:
        commit = f"@{ref.commit_sha[:7]}" if ref.commit_sha else ""
        lines = f":L{ref.line_start}-L{ref.line_end}" if ref.line_start else ""
        return f"{ref.path}{commit}{lines}"
    if ref.session_id:
        return f"{ref.kind.value} {ref.session_id}/{ref.message_id}"
    named = ref.url or ref.chunk_id or ref.tool_call_id or ref.artifact_id or ref.id or ""
    return named if ref.url else f"{ref.kind.value} {named}"
