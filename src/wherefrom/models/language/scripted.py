"""`scripted`: a model that says what it was told to say. For tests, demos, and trying things out without a key."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from threading import Lock
from typing import Any, TypeAlias, cast

from wherefrom.core.ids import new_id
from wherefrom.errors import AdapterError, InvalidValue, WherefromError
from wherefrom.models.language.asking import ANSWER
from wherefrom.models.language.ledger import Ledger
from wherefrom.models.language.speaking import Request, Speaker
from wherefrom.ports.models import Reply, ToolCall
from wherefrom.text.tokens import count_tokens

__all__ = ["Line", "ScriptedModel", "open_scripted"]

Line: TypeAlias = str | Mapping[str, Any] | Reply | WherefromError
"""Text; `{"text": …, "calls": [{"name": …, "arguments": {…}, "id": …}]}`; `{"answer": {…}}`; or an error to raise."""


class ScriptedModel(Speaker):
    """Its lines come from a list, one a request, or from a function of the request. `requests` is all it was sent."""

    def __init__(
        self,
        lines: Iterable[Line] | Callable[[Request], Line] = (),
        *,
        name: str = "scripted",
        ledger: Ledger | None = None,
    ) -> None:
        super().__init__(name, ledger=ledger, sleep=lambda _: None)
        self._line = lines if callable(lines) else _Script(lines)
        self.requests: list[Request] = []

    def _request(self, request: Request) -> Reply:
        self.requests.append(request)
        line = self._line(request)
        if isinstance(line, WherefromError):
            raise line
        reply = line if isinstance(line, Reply) else _reply(line)
        sent = sum(count_tokens(each.text) for each in request.said)
        return reply._replace(
            tokens_in=reply.tokens_in or sent,
            tokens_out=reply.tokens_out
            or count_tokens(reply.text) + sum(count_tokens(c.arguments) for c in reply.calls),
        )


class _Script:
    """A list, read once, by whoever asks first."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._lines = iter(list(lines))
        self._turn = Lock()

    def __call__(self, request: Request) -> Line:
        with self._turn:
            line = next(self._lines, None)
        if line is None:
            raise AdapterError(
                "the script has no more lines", value="scripted", hint="give it as many as are asked for"
            )
        return line


def _reply(line: str | Mapping[str, Any]) -> Reply:
    if isinstance(line, str):
        return Reply(text=line)
    if "answer" in line:
        return Reply(calls=(ToolCall(new_id(), ANSWER, json.dumps(line["answer"])),))
    unknown = set(line) - {"text", "calls"}
    if unknown or not line:
        raise InvalidValue("this is no line of a script", value=dict(line), hint="text, calls or answer")
    return Reply(text=line.get("text", ""), calls=tuple(_call(each) for each in line.get("calls", ())))


def _call(written: Mapping[str, Any]) -> ToolCall:
    arguments = written.get("arguments", {})
    as_json = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return ToolCall(written.get("id") or new_id(), written["name"], as_json)


def open_scripted(argument: str, *, ledger: Ledger) -> ScriptedModel:
    """`scripted:PATH`: a JSON array of lines."""
    if not argument:
        raise InvalidValue("which script?", value="scripted", hint="write scripted:PATH, a JSON array of lines")
    try:
        lines = json.loads(Path(argument).expanduser().read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidValue(f"this script cannot be read: {error}", value=argument, hint="a JSON array") from None
    if not isinstance(lines, list):
        raise InvalidValue("a script is a JSON array of lines", value=argument, hint="put [ and ] around them")
    return ScriptedModel(cast("list[Line]", lines), ledger=ledger)
