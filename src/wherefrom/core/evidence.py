"""What a claim stands on: a pointer to something that can be looked at again."""

from __future__ import annotations

from enum import StrEnum

from wherefrom.core.clock import as_timestamp
from wherefrom.core.values import value
from wherefrom.core.wellformed import as_choice, as_text
from wherefrom.errors import InvalidValue

__all__ = [
    "EvidenceKind",
    "EvidenceRef",
    "EvidenceState",
    "GroundState",
    "QuoteState",
    "from_artifact",
    "from_chunk",
    "from_file",
    "from_human_assertion",
    "from_message",
    "from_model_inference",
    "from_tool_result",
    "from_url",
    "from_user_statement",
    "strongest",
]


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


@value
class EvidenceRef:
    """One pointer. `detail` is the quote, summary or rationale; `id` names the person of a human assertion."""

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

    def __post_init__(self) -> None:
        kind = as_choice(EvidenceKind, self.kind, "evidence kind")
        object.__setattr__(self, "kind", kind)
        for name in _NEEDED[kind]:
            if getattr(self, name) in (None, ""):
                raise InvalidValue(f"{kind} evidence needs {name}", hint=f"use from_{kind}(…)")
        if self.fetched_at is not None:
            object.__setattr__(self, "fetched_at", as_timestamp(self.fetched_at, "fetched_at"))
        if self.detail is not None:
            as_text(self.detail, "evidence detail")


@value
class EvidenceState:
    """The region as it is now, beside what was cited."""

    ground: GroundState
    quote: QuoteState = QuoteState.UNCHECKED
    was: str | None = None
    now: str | None = None
    checked_at: float = 0.0


def strongest(evidence: tuple[EvidenceRef, ...]) -> EvidenceRef:
    order = list(EvidenceKind)
    return min(evidence, key=lambda ref: order.index(ref.kind))


def from_chunk(chunk_id: str, quote: str | None = None, content_hash: str | None = None) -> EvidenceRef:
    """A passage of a document in this store."""
    return EvidenceRef(kind=EvidenceKind.CHUNK, chunk_id=chunk_id, detail=quote, content_hash=content_hash)


def from_file(path: str, repo: str | None = None, commit: str | None = None) -> EvidenceRef:
    """A file on disk, or in a repository at a commit."""
    return EvidenceRef(kind=EvidenceKind.FILE, path=path, repo=repo, commit_sha=commit)


def from_artifact(artifact_id: str, path: str | None = None) -> EvidenceRef:
    """Something that a run produced: a file, a report, an output."""
    return EvidenceRef(kind=EvidenceKind.ARTIFACT, artifact_id=artifact_id, path=path)


def from_human_assertion(user_id: str, asserted_at: float, detail: str | None = None) -> EvidenceRef:
    """A person's word, given outside of any conversation."""
    return EvidenceRef(kind=EvidenceKind.HUMAN_ASSERTION, id=user_id, fetched_at=asserted_at, detail=detail)


def from_tool_result(tool_call_id: str, summary: str | None = None) -> EvidenceRef:
    """What a tool answered."""
    return EvidenceRef(kind=EvidenceKind.TOOL_RESULT, tool_call_id=tool_call_id, detail=summary)


def from_url(url: str, fetched_at: float | None = None, content_hash: str | None = None) -> EvidenceRef:
    """A page on the web; without its hash nobody can tell later whether it changed."""
    return EvidenceRef(kind=EvidenceKind.URL, url=url, fetched_at=fetched_at, content_hash=content_hash)


def from_message(session_id: str, message_id: str, quote: str | None = None) -> EvidenceRef:
    """A message of a conversation."""
    return EvidenceRef(kind=EvidenceKind.MESSAGE, session_id=session_id, message_id=message_id, detail=quote)


def from_user_statement(session_id: str, message_id: str) -> EvidenceRef:
    """Something that the user said in so many words."""
    return EvidenceRef(kind=EvidenceKind.USER_STATEMENT, session_id=session_id, message_id=message_id)


def from_model_inference(session_id: str, message_id: str, rationale: str) -> EvidenceRef:
    """A model's reasoning: the weakest kind."""
    return EvidenceRef(
        kind=EvidenceKind.MODEL_INFERENCE, session_id=session_id, message_id=message_id, detail=rationale
    )
