"""The one loop: the model speaks, its calls are carried out, it is shown the results, until it calls no more."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping

from wherefrom.agents.bridge import cross
from wherefrom.agents.frames import CallFrame, DoneFrame, Frame, ResultFrame, TextFrame
from wherefrom.agents.logs import BranchLogs
from wherefrom.agents.messages import ActionResponse, ActionResults, Messages, Said, storable
from wherefrom.agents.tools import Tool, run_tool
from wherefrom.core.ids import new_id
from wherefrom.core.messages import MessageRole
from wherefrom.errors import AdapterError
from wherefrom.ports.models import LanguageModel, Reply, ToolCall

__all__ = ["turn"]


async def turn(
    model: LanguageModel,
    msgs: Messages,
    tools: Mapping[str, Tool],
    logs: BranchLogs,
    call_ids: set[str],
    *,
    deadline: float,
    steps: int,
) -> AsyncGenerator[Frame]:
    """From what was said so far to the model's last word. Every message goes through the conversation and its hooks."""
    specs = [tool.spec() for tool in tools.values()]
    tokens_in = tokens_out = 0
    for _ in range(steps):
        reply = await cross(model.reply, msgs.utterances(), tools=specs, deadline=deadline)
        tokens_in, tokens_out = tokens_in + reply.tokens_in, tokens_out + reply.tokens_out
        reply = _own(reply, call_ids)
        await msgs.append(Said(role=MessageRole.ASSISTANT, text=reply.text, calls=reply.calls, raw=reply.raw))
        if reply.text:
            yield TextFrame(text=reply.text)
        if not reply.calls:
            yield DoneFrame(text=reply.text, tokens_in=tokens_in, tokens_out=tokens_out)
            return
        for call in reply.calls:
            yield CallFrame(tool_call_id=call.id, tool_name=call.name, arguments=call.arguments)
        calls = (run_tool(tools, call, deadline=deadline, failed=logs.fail) for call in reply.calls)
        results = await asyncio.gather(*calls)
        await msgs.append(ActionResponse(content=ActionResults(results=tuple(results))))
        for each in results:
            told = {"tool_call_id": each.tool_call_id, "tool_name": each.tool_name, "text": each.text}
            yield ResultFrame(**told, failed=each.failed)
    raise AdapterError("the model did not come to an end", value=steps, hint="allow more steps, or ask for less")


def _own(reply: Reply, call_ids: set[str]) -> Reply:
    """Evidence names a call by its id, so no two of a session may share one; some models count from zero each time."""
    calls: list[ToolCall] = []
    for call in reply.calls:
        taken = not call.id.strip() or call.id in call_ids
        calls.append(call._replace(id=new_id()) if taken else call)
        call_ids.add(calls[-1].id)
    renamed = tuple(calls) != reply.calls
    return reply._replace(text=storable(reply.text), calls=tuple(calls), raw=None if renamed else reply.raw)
