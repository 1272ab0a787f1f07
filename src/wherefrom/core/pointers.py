"""Evidence by what it points at: one way to write each kind."""

from __future__ import annotations

from os import PathLike, fspath
from urllib.parse import urlsplit

from wherefrom.core.documents import Citation
from wherefrom.core.evidence import EvidenceKind, EvidenceRef
from wherefrom.core.wellformed import as_text
from wherefrom.errors import InvalidValue

__all__ = [
    "from_artifact",
    "from_chunk",
    "from_file",
    "from_human_assertion",
    "from_message",
    "from_model_inference",
    "from_tool_result",
    "from_url",
    "from_user_statement",
]

_WEB = frozenset({"http", "https"})


def from_chunk(citation: Citation | str, quote: str | None = None, content_hash: str | None = None) -> EvidenceRef:
    """A passage of a document in this store: a citation of it, or its id."""
    named = citation.chunk if isinstance(citation, Citation) else citation
    known = content_hash or (citation.content_hash if isinstance(citation, Citation) else None)
    return EvidenceRef(kind=EvidenceKind.CHUNK, chunk_id=named, detail=quote, content_hash=known)


def from_file(
    path: str | PathLike[str],
    repo: str | None = None,
    commit: str | None = None,
    *,
    lines: tuple[int, int] | None = None,
    quote: str | None = None,
) -> EvidenceRef:
    """A file on disk, or in a repository at a commit; of it these lines (from one, both included), or this quote."""
    try:
        start, end = lines or (None, None)
    except (TypeError, ValueError):
        raise InvalidValue("these are no lines of a file", value=lines, hint="lines=(3, 9)") from None
    return EvidenceRef(
        kind=EvidenceKind.FILE,
        path=fspath(path) if isinstance(path, PathLike) else path,
        repo=repo,
        commit_sha=commit,
        line_start=start,
        line_end=end,
        detail=quote,
    )


def from_artifact(artifact_id: str, path: str | None = None) -> EvidenceRef:
    """Something that a run produced: a file, a report, an output."""
    return EvidenceRef(kind=EvidenceKind.ARTIFACT, artifact_id=artifact_id, path=path)


def from_human_assertion(user_id: str, asserted_at: float, detail: str | None = None) -> EvidenceRef:
    """A person's word, given outside of any conversation."""
    return EvidenceRef(kind=EvidenceKind.HUMAN_ASSERTION, id=user_id, fetched_at=asserted_at, detail=detail)


def from_tool_result(tool_call_id: str, summary: str | None = None) -> EvidenceRef:
    """What a tool answered."""
    return EvidenceRef(kind=EvidenceKind.TOOL_RESULT, tool_call_id=tool_call_id, detail=summary)


def from_url(
    url: str, fetched_at: float | None = None, content_hash: str | None = None, *, quote: str | None = None
) -> EvidenceRef:
    """A page on the web; without its hash nobody can tell later whether it changed."""
    if not _is_page(url):
        raise InvalidValue("this is no page on the web", value=url, hint="write it as https://HOST/PATH")
    return EvidenceRef(kind=EvidenceKind.URL, url=url, fetched_at=fetched_at, content_hash=content_hash, detail=quote)


def _is_page(url: object) -> bool:
    try:
        address = urlsplit(as_text(url, "url"))
        return address.scheme.lower() in _WEB and bool(address.hostname)
    except ValueError:
        return False


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
