"""What is said and done in a branch, and who is told of it."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any, TypeAlias

from wherefrom.agents.bridge import is_being_stopped
from wherefrom.core.clock import system_clock
from wherefrom.core.ids import new_id
from wherefrom.core.messages import MessageRole
from wherefrom.core.values import value
from wherefrom.core.wellformed import as_choice, required
from wherefrom.ports.models import ToolAnswer, ToolCall, Utterance

if TYPE_CHECKING:
    from wherefrom.agents.branch import Branch

__all__ = ["ActionResponse", "ActionResult", "ActionResults", "BranchMessage", "Hook", "Messages", "Said", "storable"]

HOOK_SECONDS = 60.0
"""So long a run waits for a hook."""

_CUT_SHORT = "this was not carried out: the run was stopped"


@value
class Said:
    """What the system, the user or the model said. `recalled` marks what came out of the store: nobody said it now."""

    role: MessageRole
    text: str
    calls: tuple[ToolCall, ...] = ()
    recalled: bool = False
    id: str = field(default_factory=new_id)
    created_at: float = field(default_factory=system_clock)
    raw: object = field(default=None, repr=False, compare=False)


@value
class ActionResult:
    """What one call of a tool gave back: the thing itself, and the text that the model is shown."""

    tool_name: str
    tool_call_id: str
    output: Any
    text: str
    failed: bool = False
    recalled: bool = False


@value
class ActionResults:
    results: tuple[ActionResult, ...]


@value
class ActionResponse:
    """The results of the tools that the model called, all those of one reply together."""

    content: ActionResults
    id: str = field(default_factory=new_id)
    created_at: float = field(default_factory=system_clock)

    @property
    def role(self) -> MessageRole:
        return MessageRole.TOOL

    @property
    def text(self) -> str:
        return "\n\n".join(result.text for result in self.content.results)

    @property
    def recalled(self) -> bool:
        return all(result.recalled for result in self.content.results)


BranchMessage: TypeAlias = Said | ActionResponse
Hook: TypeAlias = "Callable[[Branch, BranchMessage], Awaitable[None] | None]"


class Messages:
    """The conversation of a branch. Every message is kept in the store, where it has room for them, then told to hooks.

    A hook is called with the branch and the message, and may be async. One that fails is told to the branch's logs,
    and the run goes on.
    """

    def __init__(self, branch: Branch) -> None:
        self._branch = branch
        self._messages: list[BranchMessage] = []
        self.on_message_added: list[Hook] = []

    @property
    def _on_message_added(self) -> list[Hook]:
        """The same list, by the name that programs written for the reference append to."""
        return self.on_message_added

    async def add(self, role: str, text: str) -> Said:
        """A message from outside of a run, such as what a person said to the agent."""
        said = Said(role=as_choice(MessageRole, role, "role"), text=required(text, "message"))
        await self.append(said)
        return said

    async def append(self, message: BranchMessage) -> None:
        await self._branch.keep(message)
        self._messages.append(message)
        for hook in tuple(self.on_message_added):
            await self._tell(hook, message)

    async def _tell(self, hook: Hook, message: BranchMessage) -> None:
        try:
            told = hook(self._branch, message)
            if inspect.isawaitable(told):
                async with asyncio.timeout(HOOK_SECONDS):
                    await told
        except asyncio.CancelledError:
            if is_being_stopped():
                raise
            self._failed(hook, RuntimeError("it was cancelled"))
        except Exception as error:  # noqa: BLE001  -- a hook is somebody else's code, and the run must not wait for it
            self._failed(hook, error)

    def _failed(self, hook: Hook, error: Exception) -> None:
        self._branch.logs.fail(f"the hook {getattr(hook, '__name__', repr(hook))} failed", error)

    def utterances(self) -> list[Utterance]:
        """The conversation as a model is shown it: results right after their calls, whatever was said meanwhile."""
        done = {
            result.tool_call_id: result.text
            for message in self._messages
            if isinstance(message, ActionResponse)
            for result in message.content.results
        }
        said = (message for message in self._messages if isinstance(message, Said))
        return [uttered for message in said for uttered in _uttered(message, done)]

    def __len__(self) -> int:
        return len(self._messages)

    def __getitem__(self, index: int) -> BranchMessage:
        return self._messages[index]

    def __iter__(self) -> Iterator[BranchMessage]:
        return iter(self._messages)


def storable(text: str) -> str:
    """What models and tools write, as every database can keep it."""
    return text.replace("\x00", "\ufffd").encode("utf-8", "replace").decode()


def _uttered(said: Said, done: Mapping[str, str]) -> Iterator[Utterance]:
    """A call that was cut short has an answer too: a model must not be shown a call without one."""
    yield Utterance(said.role, said.text, said.calls, raw=said.raw)
    if said.calls:
        answers = (ToolAnswer(call.id, call.name, done.get(call.id, _CUT_SHORT)) for call in said.calls)
        yield Utterance(MessageRole.TOOL, results=tuple(answers))
