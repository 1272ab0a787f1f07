"""Evidence as people write it on one line: `file:src/pay.py@abc123#L3-L9`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from wherefrom.core.evidence import EvidenceRef
from wherefrom.core.pointers import (
    from_artifact,
    from_chunk,
    from_file,
    from_human_assertion,
    from_message,
    from_model_inference,
    from_tool_result,
    from_url,
    from_user_statement,
)
from wherefrom.core.wellformed import as_text, required
from wherefrom.errors import InvalidValue

__all__ = ["evidence_from"]

_FORMS = (
    "file:PATH[@COMMIT][#L3-L9], url:URL, chunk:ID, message:SESSION/ID, tool:ID, artifact:ID, statement:SESSION/ID, "
    "human:USER, model:SESSION/ID"
)
_LINES = re.compile(r"#L(\d{1,9})(?:-L?(\d{1,9}))?$")
_COMMIT = re.compile(r"@([0-9a-fA-F]{4,64}|HEAD)$")


def evidence_from(spec: str, quote: str | None, now: float) -> EvidenceRef:
    """What a spec points at; the quote is what it is said to say, for a model why it thinks so."""
    kind, colon, target = as_text(spec, "evidence").partition(":")
    if not colon or kind not in _READERS or not target.strip():
        raise InvalidValue("this is no evidence", value=spec, hint=f"write it as one of: {_FORMS}")
    if quote is not None:
        required(quote, "quote")
    ref = _READERS[kind](target, quote, now)
    return ref if quote is None else replace(ref, detail=quote)


def _url(target: str, _: str | None, __: float) -> EvidenceRef:
    return from_url(target)


def _file(target: str, _: str | None, __: float) -> EvidenceRef:
    """A name may have an `@` in it; whether what follows is a branch or a tag, only its repository knows."""
    lines = _LINES.search(target)
    path = target[: lines.start()] if lines else target
    commit = _COMMIT.search(path)
    start = int(lines[1]) if lines else None
    return from_file(
        path[: commit.start()] if commit else path,
        commit=commit[1] if commit else None,
        lines=None if start is None or lines is None else (start, int(lines[2] or start)),
    )


def _model(target: str, quote: str | None, _: float) -> EvidenceRef:
    session, message = _in_session(target)
    if quote is None:
        raise InvalidValue("a model's inference needs its reason", value=target, hint="say why with --quote TEXT")
    return from_model_inference(session, message, quote)


def _in_session(target: str) -> Sequence[str]:
    session, slash, id = target.rpartition("/")
    if not slash or not session or not id:
        raise InvalidValue("this names no message", value=target, hint="write it as SESSION/ID")
    return session, id


_READERS: dict[str, Callable[[str, str | None, float], EvidenceRef]] = {
    "file": _file,
    "url": _url,
    "chunk": lambda target, _, __: from_chunk(target),
    "message": lambda target, _, __: from_message(*_in_session(target)),
    "tool": lambda target, _, __: from_tool_result(target),
    "artifact": lambda target, _, __: from_artifact(target),
    "statement": lambda target, _, __: from_user_statement(*_in_session(target)),
    "human": lambda target, _, now: from_human_assertion(target, now),
    "model": _model,
}
