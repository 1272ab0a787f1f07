"""The one loop: the model speaks, its calls are carried out, it is shown the results, until it calls no more."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping

from wherefrom.agents.bridge import cross
from wherefrom.agents.frames import CallFrame, DoneFrame, Frame, ResultFrame, TextFrame
from wherefrom.agents.logs import BranchLogs
from wherefrom.agents.messages import ActionResponse, ActionResults, Messages, Said
from wherefrom.agents.tools import Tool, run_tool
from wherefrom.core.messages import MessageRole
from wherefrom.errors import AdapterError
from wherefrom.ports.models import LanguageModel, Reply

__all__ = ["turn"]


async def turn(
    model: LanguageModel, msgs: Messages, tools: Mapping[str, Tool], logs: BranchLogs, *, deadline: float, steps: int
) -> AsyncGenerator[Frame]:
    """From what was said so far to the model's last word. Every message goes through the conversation and its hooks."""
    specs = [tool.spec() for tool in tools.values()]
    tokens_in = tokens_out = 0
    for _ in range(steps):
        reply = await cross(model.reply, msgs.utterances(), tools=specs, deadline=deadline)
        tokens_in, tokens_out = tokens_in + reply.tokens_in, tokens_out + reply.tokens_out
        await msgs.append(Said(role=MessageRole.ASSISTANT, text=reply.text, calls=reply.calls, raw=reply.raw))
        if reply.text:
            yield TextFrame(text=reply.text)
        if not reply.calls:
            yield DoneFrame(text=reply.text, tokens_in=tokens_in, tokens_out=tokens_out)
            return
        for call in reply.calls:
            yield CallFrame(tool_call_id=call.id, tool_name=call.name, arguments=call.arguments)
        for frame in await _carried_out(reply, msgs, tools, logs):
            yield frame
    raise AdapterError("the model did not come to an end", value=steps, hint="allow more steps, or ask for less")


async def _carried_out(reply: Reply, msgs: Messages, tools: Mapping[str, Tool], logs: BranchLogs) -> list[ResultFrame]:
    """All calls of one reply at once; their results in the order of the calls."""
    results = await asyncio.gather(*(run_tool(tools, call, logs.fail) for call in reply.calls))
    await msgs.append(ActionResponse(content=ActionResults(results=tuple(results))))
    return [
        ResultFrame(tool_call_id=each.tool_call_id, tool_name=each.tool_name, text=each.text, failed=each.failed)
        for each in results
    ]
