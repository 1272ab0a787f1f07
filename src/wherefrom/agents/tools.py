"""Functions as tools: what a model is told of them, and what becomes of its calls."""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

from wherefrom.agents.arguments import arguments_of, read_arguments
from wherefrom.agents.bridge import cross, is_being_stopped
from wherefrom.agents.context import shown_claims
from wherefrom.agents.messages import ActionResult, storable
from wherefrom.core.claims import Claim
from wherefrom.core.recalls import recalls_noted
from wherefrom.core.values import value
from wherefrom.errors import InvalidValue
from wherefrom.ports.models import ToolCall, ToolSpec
from wherefrom.text.secrets import scrub

if TYPE_CHECKING:
    from pydantic import TypeAdapter

__all__ = ["LONGEST_RESULT", "Tool", "Tools", "as_tools", "recalling", "run_tool"]

F = TypeVar("F", bound=Callable[..., Any])

_RECALLS = "recalls"
LONGEST_RESULT = 200_000
"""So many characters of a result are kept and shown; the rest is cut, and the model is told so."""
_LONGEST_SECRET = 20_000


@value
class Tool:
    """A function, async or not, with what a model is told of it. Its parameters come from the signature."""

    function: Callable[..., Any]
    name: str
    description: str = ""
    recalls: bool = False
    """Whether what it gives back comes out of the store, and so is no evidence."""

    _read: list[Any] = field(default_factory=list[Any], init=False, repr=False, compare=False)

    def spec(self) -> ToolSpec:
        return ToolSpec(self.name, self.description, self._adapter().json_schema())

    def read(self, arguments: str) -> dict[str, Any]:
        """The arguments that a model wrote; InvalidValue if they do not fit the parameters."""
        return read_arguments(self._adapter(), arguments)

    async def call(self, named: Mapping[str, Any]) -> Any:
        if inspect.iscoroutinefunction(self.function):
            return await self.function(**named)
        return await cross(self.function, **named)

    def _adapter(self) -> TypeAdapter[dict[str, Any]]:
        if not self._read:
            self._read.append(arguments_of(self.function))
        return self._read[0]


def recalling(function: F) -> F:
    """Marks a function whose results come out of the store."""
    function.__dict__[_RECALLS] = True
    return function


Tools: TypeAlias = Iterable[Callable[..., Any] | Tool] | Callable[..., Any] | Tool | None
"""What may be given as tools: one alone is one, and None is none."""


def as_tools(given: Tools) -> dict[str, Tool]:
    """By their names."""
    one = given is not None and (isinstance(given, Tool) or not isinstance(given, Iterable))
    several = cast("Iterable[Callable[..., Any] | Tool]", (given,) if one else given or ())
    tools = [each if isinstance(each, Tool) else _tool(each) for each in several]
    named = {tool.name: tool for tool in tools}
    if len(named) < len(tools):
        names = [tool.name for tool in tools]
        twice = next(name for name in names if names.count(name) > 1)
        raise InvalidValue("two tools have the same name", value=twice, hint="Tool(function=…, name=…)")
    return named


def _tool(function: Callable[..., Any]) -> Tool:
    if not callable(function):  # not every caller has types
        raise InvalidValue("this is no tool", value=function, hint="give a function, or Tool(function=…, name=…)")
    name = getattr(function, "__name__", "")
    if not name.isidentifier():
        raise InvalidValue("a tool needs a name", value=function, hint="Tool(function=…, name=…)")
    recalls = getattr(function, _RECALLS, False)
    return Tool(function=function, name=name, description=inspect.getdoc(function) or "", recalls=recalls)


async def run_tool(
    tools: Mapping[str, Tool], call: ToolCall, *, deadline: float, failed: Callable[[str, Exception], None]
) -> ActionResult:
    """Whatever goes wrong is told to the model, which may do better; nothing that a tool does ends a run.

    What a tool says that found something in the store, in whatever way, counts as recalled.
    """
    tool = tools.get(call.name)
    if tool is None:
        return _failure(call, f"there is no tool {call.name!r}; there are: {', '.join(sorted(tools)) or 'none'}")
    try:
        named = tool.read(call.arguments)
    except InvalidValue as error:
        return _failure(call, error.message)
    try:
        with recalls_noted() as recalls:
            async with asyncio.timeout(deadline - time.monotonic()):
                output = await tool.call(named)
        text = _told(tool, output)
    except asyncio.CancelledError as error:
        if is_being_stopped():
            raise
        failed(f"the tool {tool.name} failed", RuntimeError("it was cancelled"))
        return _failure(call, f"{type(error).__name__}: the tool was cancelled")
    except Exception as error:  # noqa: BLE001  -- a tool is somebody else's code; the model is told, and the logs
        failed(f"the tool {tool.name} failed", error)
        return _failure(call, f"{type(error).__name__}: {error}")
    return ActionResult(
        tool_name=tool.name,
        tool_call_id=call.id,
        output=output,
        text=text,
        recalled=tool.recalls or recalls.any,
    )


def _told(tool: Tool, output: Any) -> str:
    """Claims that were recalled are wrapped; a tool that recalls may also give back something else."""
    items = cast("list[object]", output) if isinstance(output, list) else None
    if tool.recalls and items is not None and all(isinstance(each, Claim) for each in items):
        return _kept(shown_claims(cast("list[Claim]", items)))
    return _shown(output)


def _failure(call: ToolCall, told: str) -> ActionResult:
    return ActionResult(tool_name=call.name, tool_call_id=call.id, output=None, text=_kept(told), failed=True)


def _shown(output: Any) -> str:
    """Text as it is, everything else as JSON where that can say it."""
    if isinstance(output, str):
        return _kept(output)
    if output is None:
        return "done"
    from pydantic_core import to_json

    return _kept(
        to_json(output, serialize_unknown=True, inf_nan_mode="strings", bytes_mode="base64", indent=1).decode()
    )


def _kept(text: str) -> str:
    """What a database can keep and a model may see.

    Of what is cut away only so much is looked at as a secret may have that begins before the cut.
    """
    clean = scrub(storable(text[: LONGEST_RESULT + _LONGEST_SECRET]))
    return clean if len(text) <= LONGEST_RESULT else f"{clean[:LONGEST_RESULT]}\n… {len(text):,} characters, cut here"
