"""What a claim stands on: a pointer to something that can be looked at again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import TypeVar, cast

from wherefrom.core.clock import as_timestamp
from wherefrom.core.quotes import find_quote
from wherefrom.core.values import value
from wherefrom.core.wellformed import JSON, as_choice, as_fraction, as_text
from wherefrom.errors import InvalidValue

__all__ = [
    "EvidenceKind",
    "EvidenceRef",
    "EvidenceState",
    "GroundState",
    "QuoteState",
    "Stance",
    "Standing",
    "as_evidence",
    "distinct",
    "expected_words",
    "same_pointer",
    "stands_on",
    "strongest",
    "unmarked",
    "was_accepted",
]

T = TypeVar("T")

LONGEST_DETAIL = 20_000


class EvidenceKind(StrEnum):
    """Strongest first."""

    CHUNK = "chunk"
    FILE = "file"
    ARTIFACT = "artifact"
    HUMAN_ASSERTION = "human_assertion"
    TOOL_RESULT = "tool_result"
    URL = "url"
    MESSAGE = "message"
    USER_STATEMENT = "user_statement"
    MODEL_INFERENCE = "model_inference"


class GroundState(StrEnum):
    """What looking again found."""

    FRESH = "fresh"
    MOVED = "moved"
    CHANGED = "changed"
    GONE = "gone"
    UNREACHABLE = "unreachable"
    UNCHECKABLE = "uncheckable"


class QuoteState(StrEnum):
    FOUND = "found"
    ABSENT = "absent"
    UNCHECKED = "unchecked"


class Stance(StrEnum):
    """How evidence stands to a claim that it does not carry."""

    AGAINST = "against"
    """It came with a dispute, or with what took the claim's place."""
    WITHDRAWN = "withdrawn"
    """It came with a step that was undone."""


_NEEDED: dict[EvidenceKind, tuple[str, ...]] = {
    EvidenceKind.CHUNK: ("chunk_id",),
    EvidenceKind.FILE: ("path",),
    EvidenceKind.ARTIFACT: ("artifact_id",),
    EvidenceKind.HUMAN_ASSERTION: ("id", "fetched_at"),
    EvidenceKind.TOOL_RESULT: ("tool_call_id",),
    EvidenceKind.URL: ("url",),
    EvidenceKind.MESSAGE: ("session_id", "message_id"),
    EvidenceKind.USER_STATEMENT: ("session_id", "message_id"),
    EvidenceKind.MODEL_INFERENCE: ("session_id", "message_id", "detail"),
}


_TEXTS = (
    "id",
    "session_id",
    "message_id",
    "tool_call_id",
    "artifact_id",
    "path",
    "repo",
    "commit_sha",
    "url",
    "chunk_id",
    "content_hash",
)


@value
class EvidenceRef:
    """One pointer. `detail` is the quote, summary or rationale; `id` names the person of a human assertion.

    The last three are the product's own marks, whatever the caller says. `unproven`: a person's word that nobody could
    check; it counts as an inference does. `stance`: it does not carry the claim. `stated`: how sure whoever brought it
    was, where somebody else was surer.
    """

    kind: EvidenceKind
    id: str | None = None
    session_id: str | None = None
    message_id: str | None = None
    tool_call_id: str | None = None
    artifact_id: str | None = None
    path: str | None = None
    repo: str | None = None
    commit_sha: str | None = None
    line_start: int | None = None
    line_end: int | None = None
    url: str | None = None
    chunk_id: str | None = None
    fetched_at: float | None = None
    content_hash: str | None = None
    detail: str | None = None
    unproven: bool | None = None
    stance: Stance | None = None
    stated: float | None = None

    def __post_init__(self) -> None:
        kind = as_choice(EvidenceKind, self.kind, "evidence kind")
        object.__setattr__(self, "kind", kind)
        for name in _TEXTS:
            said = getattr(self, name)
            if said is not None and not isinstance(said, str):
                raise InvalidValue(f"{name} of evidence must be text", value=said, hint=f"use from_{kind}(…)")
        for name in _NEEDED[kind]:
            said = getattr(self, name)
            if said is None or (isinstance(said, str) and not said.strip()):
                raise InvalidValue(f"{kind} evidence needs {name}", value=said, hint=f"use from_{kind}(…)")
        if self.fetched_at is not None:
            object.__setattr__(self, "fetched_at", as_timestamp(self.fetched_at, "fetched_at"))
        if self.detail is not None:
            as_text(self.detail, "evidence detail", longest=LONGEST_DETAIL)
        if self.stance is not None:
            object.__setattr__(self, "stance", as_choice(Stance, self.stance, "stance"))
        if self.stated is not None:
            object.__setattr__(self, "stated", as_fraction(self.stated, "confidence"))
        self._check_lines()

    def _check_lines(self) -> None:
        start, end = self.line_start, self.line_end
        if start is None and end is None:
            return
        if type(start) is not int or type(end) is not int or not 1 <= start <= end:
            raise InvalidValue("these are no lines of a file", value=(start, end), hint="count from one: #L3-L9")

    @property
    def counts(self) -> bool:
        """Whether the claim stands on it."""
        return self.stance is None


@value
class EvidenceState:
    """The region as it is now, beside what was cited."""

    ground: GroundState
    quote: QuoteState = QuoteState.UNCHECKED
    was: str | None = None
    now: str | None = None
    checked_at: float = 0.0


@value
class Standing:
    """One piece of evidence of a claim, and what the last look at it found.

    `seen_text` are the words that stood there, `place` where a passage was, `seen_revision` what makes "unchanged"
    cheap (mtime and size, an ETag). All of them are None before the first look that reached it.
    """

    claim: str
    position: int
    ref: EvidenceRef
    state: GroundState | None = None
    quote: QuoteState = QuoteState.UNCHECKED
    checked_at: float | None = None
    place: JSON = None
    seen_text: str | None = None
    seen_hash: str | None = None
    seen_revision: str | None = None


def as_evidence(given: object) -> tuple[EvidenceRef, ...]:
    """What a caller gave as evidence: refs, as many as there are; one alone is one, and None is none."""
    if given is None:
        return ()
    if isinstance(given, EvidenceRef):
        return (given,)
    if type(given) is tuple and all(type(ref) is EvidenceRef for ref in cast("tuple[object, ...]", given)):
        return cast("tuple[EvidenceRef, ...]", given)  # as every claim has it
    is_list = isinstance(given, Iterable) and not isinstance(given, str | bytes | Mapping)
    each = cast("Iterable[object]", given) if is_list else (cast("object", given),)
    refs: list[EvidenceRef] = []
    for ref in each:
        if not isinstance(ref, EvidenceRef):
            raise InvalidValue(
                "this is no evidence: it points at nothing",
                value=ref,
                hint="from_file(…), from_url(…), from_message(…)",
            )
        refs.append(ref)
    return tuple(refs)


def expected_words(standing: Standing, *texts: str) -> str | None:
    """What a later look must find: the quote, or what somebody accepted in its place; None: all that was seen.

    A quote that stands in one of these texts again is what is looked for, whatever was accepted meanwhile.
    """
    quote = standing.ref.detail
    if quote is None or not was_accepted(standing) or any(find_quote(quote, text) for text in texts):
        return quote
    return standing.seen_text or ""


def was_accepted(standing: Standing) -> bool:
    """Whether somebody has seen that the quote is not there any more, and what is there instead."""
    return standing.ref.detail is not None and standing.quote is QuoteState.ABSENT


def _pointer_of(ref: EvidenceRef) -> EvidenceRef:
    """Without when it was looked at and how sure one was: equal for those that point at the same words.

    When a person said something is part of what they said.
    """
    if ref.kind is EvidenceKind.HUMAN_ASSERTION:
        return replace(ref, stated=None)
    return replace(ref, fetched_at=None, stated=None)


def distinct(items: Iterable[T], ref: Callable[[T], EvidenceRef]) -> list[T]:
    """The first of those whose evidence points at the same words."""
    first: dict[EvidenceRef, T] = {}
    for item in items:
        first.setdefault(_pointer_of(ref(item)), item)
    return list(first.values())


def same_pointer(one: EvidenceRef, other: EvidenceRef) -> bool:
    """Whether both point at the same words, for or against."""
    return _pointer_of(one) == _pointer_of(other)


def stands_on(evidence: tuple[EvidenceRef, ...], ref: EvidenceRef) -> bool:
    """Whether this place is among it, whatever was found there."""
    place = replace(ref, content_hash=None)
    return any(same_pointer(replace(each, content_hash=None), place) for each in evidence)


def unmarked(ref: EvidenceRef) -> EvidenceRef:
    """Without what later steps may change: whether it counts, and for how much."""
    return replace(ref, stance=None, stated=None) if ref.stance is not None or ref.stated is not None else ref


def strongest(evidence: tuple[EvidenceRef, ...]) -> EvidenceRef:
    """Of what counts."""
    order = list(EvidenceKind)
    return min(evidence, key=lambda ref: (not ref.counts, ref.unproven or False, order.index(ref.kind)))
