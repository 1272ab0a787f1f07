"""What a run tells while it goes on."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from wherefrom.core.documents import Citation
from wherefrom.core.values import value

__all__ = ["CallFrame", "CitationFrame", "DoneFrame", "Frame", "ResultFrame", "TextFrame"]


@value
class TextFrame:
    """Something that the model said."""

    kind: ClassVar = "text"
    text: str


@value
class CallFrame:
    """The model calls a tool."""

    kind: ClassVar = "call"
    tool_call_id: str
    tool_name: str
    arguments: str


@value
class ResultFrame:
    kind: ClassVar = "result"
    tool_call_id: str
    tool_name: str
    text: str
    failed: bool = False


@value
class CitationFrame:
    """A passage or claim that entered the model's context; `number` is how the text refers to it."""

    kind: ClassVar = "citation"
    number: int
    place: str
    citation: Citation | None = None
    claim: str | None = None
    via: Literal["context", "tool"] = "context"


@value
class DoneFrame:
    """The last one: what the model said in the end, and what the whole run cost."""

    kind: ClassVar = "done"
    text: str
    tokens_in: int = 0
    tokens_out: int = 0


Frame: TypeAlias = TextFrame | CallFrame | ResultFrame | CitationFrame | DoneFrame
