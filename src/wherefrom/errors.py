"""Everything that can go wrong on purpose.

WherefromError
├── UsageError               the caller can mend it                          HTTP 4xx · exit 2
│   ├── InvalidValue         a value that cannot be taken (also a ValueError)  422 · exit 2
│   │   └── MissingEvidence  a claim that stands on nothing
│   ├── BadCursor            a cursor of another query, or no cursor at all    400 · exit 2
│   ├── NotFound             absent, or not visible to you                     404 · exit 3
│   ├── AmbiguousId          an id prefix that several things share            409 · exit 2
│   ├── Conflict             somebody changed it first, or it exists           409 · exit 5
│   ├── CapReached           the run would spend more than it may              402 · exit 1
│   └── IllegalTransition    this status cannot become that one                409 · exit 5
├── Unauthenticated          no valid credential                               401 · exit 4
├── AccessDenied             your role lacks this verb on what you can see      403 · exit 4
├── ContentError             this document cannot be read; the batch goes on    422 · exit 1
│   └── BinaryContent        it holds no text
├── StoreError               the store cannot be opened or used as it is        503 · exit 1
│   ├── NotAStore            there is something else at this place
│   ├── StoreCorrupt         damaged, truncated
│   ├── StoreReadOnly        it may be read, not written
│   ├── StoreFull            no room left on the disk
│   └── StoreTooNew          written by a later version; refused, never touched
├── MissingExtra             pip install 'wherefrom[pdf]'                       501 · exit 1
└── AdapterError             a model, a database or the network failed; .retryable  503 · exit 1
    └── EmbeddingFailed      the embedder did; words are searched without it

Each class has a stable `code`; an instance tells the offending value and the next step. The faces (CLI, HTTP, MCP) read
`code`, `exit_code` and `status` from here and hold no table of their own. A bug stays an ordinary exception.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from enum import Enum
from os import PathLike, fspath
from typing import ClassVar, cast

__all__ = [
    "AccessDenied",
    "AdapterError",
    "AmbiguousId",
    "BadCursor",
    "BinaryContent",
    "CapReached",
    "Conflict",
    "ContentError",
    "EmbeddingFailed",
    "IllegalTransition",
    "InvalidValue",
    "MissingEvidence",
    "MissingExtra",
    "NotAStore",
    "NotFound",
    "StoreCorrupt",
    "StoreError",
    "StoreFull",
    "StoreReadOnly",
    "StoreTooNew",
    "Unauthenticated",
    "UsageError",
    "WherefromError",
]

_LONGEST_VALUE_SHOWN = 120


class WherefromError(Exception):
    """The root. `message` says what happened, `value` what caused it, `hint` what to do next."""

    code: ClassVar[str] = "error"
    exit_code: ClassVar[int] = 1
    status: ClassVar[int] = 500
    retryable: bool = False

    def __init__(self, message: str, *, value: object = None, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.value = None if value is None else _shown(value)
        self.hint = hint

    def __str__(self) -> str:
        parts = [self.message]
        if self.value is not None:
            parts.append(f"(got {self.value})")
        if self.hint:
            parts.append(f"→ {self.hint}")
        return " ".join(parts)

    def as_dict(self) -> dict[str, str | bool]:
        """The one shape in which every face reports an error."""
        told: dict[str, str | bool] = {"code": self.code, "message": self.message}
        if self.value is not None:
            told["value"] = self.value
        if self.hint:
            told["hint"] = self.hint
        if self.retryable:
            told["retryable"] = True
        return told


class UsageError(WherefromError):
    """The caller can mend it."""

    code = "usage"
    exit_code = 2
    status = 400


class InvalidValue(UsageError, ValueError):
    """A value that cannot be taken as it is."""

    code = "invalid_value"
    status = 422


class MissingEvidence(InvalidValue):
    """A claim that stands on nothing."""

    code = "missing_evidence"

    def __init__(self, value: object = None) -> None:
        super().__init__(
            "a claim needs at least one piece of evidence",
            value=value,
            hint="if there is none, this is a hypothesis: an EvidenceRef of kind='model_inference' (see "
            "from_model_inference) with low confidence",
        )


class BadCursor(UsageError):
    """A cursor that belongs to another query, or that is none."""

    code = "bad_cursor"


class NotFound(UsageError):
    """Absent, or not visible to you: the same class and the same text, so that neither can be told from the other."""

    code = "not_found"
    exit_code = 3
    status = 404

    def __init__(self, kind: str, id: str) -> None:
        super().__init__(f"no such {kind}", value=id, hint=_look_it_up(kind))
        self.kind = kind


class AmbiguousId(UsageError):
    """An id prefix that several visible things share."""

    code = "ambiguous_id"
    status = 409


class Conflict(UsageError):
    """Somebody changed it first, or it exists already."""

    code = "conflict"
    exit_code = 5
    status = 409


class IllegalTransition(UsageError):
    """This status cannot become that one; the message names those that can."""

    code = "illegal_transition"
    exit_code = 5
    status = 409

    def __init__(self, before: str, after: str, allowed: Iterable[str]) -> None:
        names = ", ".join(sorted(allowed)) or "nothing"
        super().__init__(f"a claim that is {before} cannot become {after}", value=after, hint=f"it can become: {names}")


class CapReached(UsageError):
    """The run would spend more than it may; what was read so far is kept, and the next run goes on."""

    code = "cap_reached"
    exit_code = 1
    status = 402


class Unauthenticated(WherefromError):
    """No valid credential."""

    code = "unauthenticated"
    exit_code = 4
    status = 401


class AccessDenied(WherefromError):
    """Your role lacks this verb on something that you can see."""

    code = "access_denied"
    exit_code = 4
    status = 403


class ContentError(WherefromError):
    """This document cannot be read; the rest of the batch goes on."""

    code = "content"
    status = 422


class BinaryContent(ContentError):
    """It holds no text: a failure where it was asked for by its name, else passed over."""

    code = "binary_content"

    def __init__(self, value: object = None) -> None:
        super().__init__("this is a binary file", value=value, hint="leave it out, or convert it to text")


class StoreError(WherefromError):
    """The store cannot be opened or used as it is."""

    code = "store"
    status = 503


class NotAStore(StoreError):
    """There is something else at this place."""

    code = "not_a_store"


class StoreCorrupt(StoreError):
    """The database is damaged or truncated."""

    code = "store_corrupt"


class StoreReadOnly(StoreError):
    """The store may be read, not written."""

    code = "store_read_only"


class StoreFull(StoreError):
    """No room left on the disk; what was being written is undone."""

    code = "store_full"
    status = 507


class StoreTooNew(StoreError):
    """Written by a later version of wherefrom: refused, never touched."""

    code = "store_too_new"


class MissingExtra(WherefromError):
    """A feature whose optional packages are not installed."""

    code = "missing_extra"
    status = 501

    def __init__(self, extra: str, feature: str) -> None:
        super().__init__(f"{feature} needs an optional part", value=extra, hint=f"pip install 'wherefrom[{extra}]'")
        self.extra = extra


class AdapterError(WherefromError):
    """A model, a database or the network failed; `retryable` says whether the same call may succeed later."""

    code = "adapter"
    status = 503

    def __init__(self, message: str, *, value: object = None, hint: str | None = None, retryable: bool = False) -> None:
        super().__init__(message, value=value, hint=hint)
        self.retryable = retryable


class EmbeddingFailed(AdapterError):
    """The embedder failed: what is asked or written now is not known by its meaning."""

    code = "embedding_failed"

    @classmethod
    def because(cls, error: AdapterError) -> EmbeddingFailed:
        return cls(error.message, value=error.value, hint=error.hint, retryable=error.retryable)


def _shown(value: object) -> str:
    """On one line, as a person would type it: what cannot be seen is escaped, blanks at an end stand in quotes."""
    typed = _typed(value)
    escaped = "".join(each if each.isprintable() else repr(each)[1:-1] for each in typed[:_LONGEST_VALUE_SHOWN])
    text = escaped if escaped.strip(" ") == escaped and escaped else f"'{escaped}'"
    is_whole = len(typed) <= _LONGEST_VALUE_SHOWN and len(text) <= _LONGEST_VALUE_SHOWN
    return text if is_whole else text[: _LONGEST_VALUE_SHOWN - 1] + "…"


def _typed(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(_one, cast("Sequence[object]", value)[:_LONGEST_VALUE_SHOWN]))
    return _one(value)


def _one(value: object) -> str:
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, PathLike):
        return fspath(cast("PathLike[str]", value))
    return value if isinstance(value, str) else repr(value)


_COMMANDS = {
    "claim": "claims list",
    "entry": "entries list",
    "source": "sources list",
    "project": "projects list",
    "group": "groups list",
    "member": "members list",
    "API key": "keys list",
    "org": "orgs list",
    "attention item": "inbox",
}


def _look_it_up(kind: str) -> str:
    command = _COMMANDS.get(kind)
    return f"list what there is with `wherefrom {command}`" if command else "check the id"
