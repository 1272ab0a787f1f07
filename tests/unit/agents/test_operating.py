"""The loop: what the model asks for is done, what comes of it is told to the model, to hooks and to the store."""

import asyncio
import json
from typing import Any

import pytest
from pydantic import BaseModel

from wherefrom import AdapterError, InvalidValue, ScriptedModel, Tool
from wherefrom.agents.frames import CallFrame, DoneFrame, ResultFrame, TextFrame
from wherefrom.agents.messages import BranchMessage, Said
from wherefrom.agents.model import SessionModel
from wherefrom.agents.tools import LONGEST_RESULT
from wherefrom.knowledge import ActionResponse, Branch, MemoryKnowledgeStore, Session, from_tool_result
from wherefrom.models.language.speaking import Request
from wherefrom.ports.models import Reply, ToolCall
from wherefrom.text.secrets import scrub


class Ticket(BaseModel):
    number: int
    labels: list[str] = []


def add(one: int, other: int = 1) -> int:
    """Add two numbers."""
    return one + other


async def read(path: str) -> str:
    """Read a file."""
    return f"the words of {path}"


def label(ticket: Ticket) -> Ticket:
    return Ticket(number=ticket.number, labels=["seen"])


def broken() -> None:
    raise RuntimeError("the disk is on fire")


def call(name: str, id: str = "c1", **arguments: Any) -> dict[str, Any]:
    return {"calls": [{"id": id, "name": name, "arguments": arguments}]}


def result_of(line: dict[str, Any], *tools: Any) -> Any:
    """The one result of the one call that a script makes."""
    branch = Branch(model=ScriptedModel([line, "Done."]))
    asyncio.run(branch.operate("Go", tools=tools))
    (response,) = (message for message in branch.msgs if isinstance(message, ActionResponse))
    return response.content.results[0]


def test_tools_are_called_and_the_model_is_told_what_they_gave() -> None:
    model = ScriptedModel(
        [
            {
                "text": "Let me see.",
                "calls": [{"name": "add", "arguments": {"one": 1}}, {"name": "read", "arguments": {"path": "x"}}],
            },
            "Two.",
        ]
    )
    branch = Branch("You count.", model=model)
    done = asyncio.run(branch.operate("Count", tools=[add, read]))
    assert (done.text, str(done)) == ("Two.", "Two.")
    first, second = model.requests
    assert [each.role for each in first.said] == ["system", "user"]
    assert [tool.name for tool in first.tools] == ["add", "read"]
    assert first.tools[0].description == "Add two numbers."
    assert first.tools[0].parameters["required"] == ["one"]
    assert [result.text for result in second.said[-1].results] == ["2", "the words of x"]
    assert done.tokens_in > 0 < done.tokens_out


def test_a_run_is_told_frame_by_frame() -> None:
    async def scenario() -> None:
        branch = Branch(model=ScriptedModel([call("add", one=1), "Two."]), tools=[add])
        frames = [frame async for frame in branch.stream("Count")]
        assert [frame.kind for frame in frames] == ["call", "result", "text", "done"]
        assert frames[0] == CallFrame(tool_call_id="c1", tool_name="add", arguments='{"one": 1}')
        assert frames[1] == ResultFrame(tool_call_id="c1", tool_name="add", text="2")
        assert frames[2] == TextFrame(text="Two.")
        assert isinstance(frames[3], DoneFrame)

    asyncio.run(scenario())


def test_a_conversation_goes_on_where_it_stopped() -> None:
    async def scenario() -> None:
        model = ScriptedModel(["One.", "Two."])
        branch = Branch("You count.", model=model)
        await branch.operate("Count")
        await branch.operate("Go on")
        assert [each.text for each in model.requests[-1].said] == ["You count.", "Count", "One.", "Go on"]

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (call("fly"), "there is no tool 'fly'; there are: add, broken"),
        (call("add", one="many"), "one"),
        (call("add"), "one"),
        (call("add", one=1, wings=2), "wings"),
        ({"calls": [{"name": "add", "arguments": "{one:"}]}, "Invalid JSON"),
        ({"calls": [{"name": "add", "arguments": "[1]"}]}, "should be an object"),
        (call("broken"), "the disk is on fire"),
    ],
)
def test_whatever_goes_wrong_with_a_call_is_told_to_the_model(line: dict[str, Any], told: str) -> None:
    result = result_of(line, add, broken)
    assert result.failed
    assert told in result.text


def test_arguments_become_what_the_function_asks_for() -> None:
    result = result_of(call("label", ticket={"number": "7"}), label)
    assert result.output == Ticket(number=7, labels=["seen"])
    assert json.loads(result.text) == {"number": 7, "labels": ["seen"]}


@pytest.mark.parametrize(
    ("output", "text"),
    [
        (None, "done"),
        ("words", "words"),
        ("a\x00b\ud800", "a\ufffdb?"),
        ({"a": [1, None]}, '{\n "a": [\n  1,\n  null\n ]\n}'),
    ],
)
def test_a_result_is_text_that_can_be_kept(output: object, text: str) -> None:
    assert result_of(call("give"), Tool(function=lambda: output, name="give")).text == text


def test_a_result_too_long_is_cut_and_says_so() -> None:
    text = result_of(call("give"), Tool(function=lambda: "x" * (LONGEST_RESULT + 1), name="give")).text
    assert text.endswith("200,001 characters, cut here")


def test_a_secret_that_the_cut_goes_through_is_masked_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    secret, looked_at = "ghp_" + "9f3kQ7xLr2Zt8VwB5nYc1Jd6Hs4Pm0GaEuTi", list[int]()

    def watched(text: str) -> str:
        looked_at.append(len(text))
        return scrub(text)

    monkeypatch.setattr("wherefrom.agents.tools.scrub", watched)
    output = "x " * (LONGEST_RESULT // 2 - 10) + secret + " x" * 10 * LONGEST_RESULT
    text = result_of(call("give"), Tool(function=lambda: output, name="give")).text
    assert secret[:12] not in text
    assert looked_at[0] < 2 * LONGEST_RESULT, "what is cut away is not looked through, however much it is"


def test_secrets_leave_neither_to_the_model_nor_to_the_store() -> None:
    secret = "ghp_" + "9f3kQ7xLr2Zt8VwB5nYc1Jd6Hs4Pm0GaEuTi"
    store = MemoryKnowledgeStore()
    model = ScriptedModel([call("give"), "Done."])
    branch = Branch(model=model, knowledge_store=store)
    asyncio.run(branch.operate(f"Use {secret}", tools=[Tool(function=lambda: f"token: {secret}", name="give")]))
    sent = str(model.requests)
    assert secret not in sent
    assert "•" in sent
    assert secret not in str([store._shelf.messages, store._shelf.results])


def test_a_tool_needs_a_name_of_its_own() -> None:
    with pytest.raises(InvalidValue):
        Branch(tools=[lambda: 1])
    with pytest.raises(InvalidValue):
        Branch(tools=[add, Tool(function=read, name="add")])


def test_one_tool_alone_is_one_and_none_is_none() -> None:
    def look() -> str:
        """Looks."""
        return "seen"

    calls = {"calls": [{"name": "look", "arguments": {}}]}
    for tools in (look, Tool(function=look, name="look")):
        branch = Branch(model=ScriptedModel([calls, "Done."]))
        asyncio.run(branch.operate("Look.", tools=tools))
        assert "seen" in [message.text for message in branch.msgs]
    assert asyncio.run(Branch(tools=None, model=ScriptedModel(["Done."])).operate("Go.", tools=None)).text == "Done."


@pytest.mark.parametrize("tools", [5, "look", [5], [None]])
def test_what_is_no_function_is_no_tool(tools: Any) -> None:
    with pytest.raises(InvalidValue, match="no tool"):
        asyncio.run(Branch(model=ScriptedModel(["Done."])).operate("Go.", tools=tools))


def test_a_model_that_never_ends_is_stopped() -> None:
    branch = Branch(model=ScriptedModel(lambda request: call("add", one=1)), tools=[add])
    with pytest.raises(AdapterError, match="did not come to an end"):
        asyncio.run(branch.operate("Count", steps=3))


def test_no_time_is_no_answer() -> None:
    with pytest.raises(AdapterError, match="in time"):
        asyncio.run(Branch(model=ScriptedModel(["Late."])).operate("Hurry", seconds=0))


@pytest.mark.parametrize("instruction", ["", "  \n"])
def test_an_instruction_says_something(instruction: str) -> None:
    with pytest.raises(InvalidValue):
        asyncio.run(Branch(model=ScriptedModel(["?"])).operate(instruction))


def test_hooks_hear_every_message_sync_and_async_alike() -> None:
    heard: list[tuple[str, str]] = []

    def listens(branch: Branch, message: BranchMessage) -> None:
        heard.append(("sync", type(message).__name__))

    async def waits(branch: Branch, message: BranchMessage) -> None:
        await asyncio.sleep(0)
        heard.append(("async", type(message).__name__))

    branch = Branch("System.", model=ScriptedModel([call("add", one=1), "Two."]), tools=[add])
    branch.msgs.on_message_added += [listens]
    branch.msgs._on_message_added.append(waits)
    asyncio.run(branch.operate("Count"))
    names = [name for how, name in heard if how == "sync"]
    assert names == ["Said", "Said", "Said", "ActionResponse", "Said"]
    assert names == [name for how, name in heard if how == "async"]


def test_a_hook_that_fails_never_breaks_the_run() -> None:
    heard: list[str] = []

    async def fails(branch: Branch, message: BranchMessage) -> None:
        raise KeyError("oh")

    def hears(branch: Branch, message: BranchMessage) -> None:
        heard.append(message.text)

    branch = Branch(model=ScriptedModel(["Fine."]))
    branch.msgs.on_message_added += [fails, hears]
    assert asyncio.run(branch.operate("Go")).text == "Fine."
    assert heard == ["Go", "Fine."]
    assert len(branch.logs.errors) == 2
    assert "fails failed: KeyError" in branch.logs.errors[0]


def test_a_hook_learns_from_what_a_tool_gave() -> None:
    async def extract(branch: Branch, message: BranchMessage) -> None:
        if isinstance(message, ActionResponse):
            for result in message.content.results:
                await branch.learn(f"It says: {result.output}", [from_tool_result(result.tool_call_id, result.text)])

    async def scenario() -> None:
        branch = Branch(model=ScriptedModel([call("read", path="x"), "Done."]), knowledge_store=MemoryKnowledgeStore())
        branch.msgs.on_message_added.append(extract)
        done = await branch.operate("Read", tools=[read])
        (claim,) = await branch.recall("words")
        assert claim.text == "It says: the words of x"
        assert claim.run_id == done.run_id is not None

    asyncio.run(scenario())


def test_a_failed_run_is_told_to_the_store() -> None:
    ends: list[str | None] = []

    class Noting(MemoryKnowledgeStore):
        async def end_run(self, run_id: str, error: str | None = None) -> None:
            ends.append(error)

    async def scenario() -> None:
        model = ScriptedModel([AdapterError("no connection"), "Fine."])
        branch = Branch(model=model, knowledge_store=Noting())
        with pytest.raises(AdapterError):
            await branch.operate("Go")
        await branch.operate("Go again")
        stopped = branch.stream("And again")
        with pytest.raises(AdapterError):
            await anext(stopped)
        assert [end and end.split(":")[0] for end in ends] == ["AdapterError", None, "AdapterError"]

    asyncio.run(scenario())


def test_what_a_person_says_is_kept_and_has_an_id() -> None:
    async def scenario() -> None:
        store = MemoryKnowledgeStore()
        branch = Branch(knowledge_store=store)
        said = await branch.msgs.add("user", "That is right.")
        assert isinstance(branch.msgs[0], Said)
        (kept,) = store._shelf.messages.values()
        assert (kept.role, kept.text, kept.said_by) == ("user", "That is right.", "user")
        assert said.id == branch.msgs[0].id
        with pytest.raises(InvalidValue):
            await branch.msgs.add("ghost", "Boo")

    asyncio.run(scenario())


def test_what_the_model_made_of_its_own_reply_is_given_back_to_it() -> None:
    async def scenario() -> None:
        seen: list[Request] = []

        def speak(request: Request) -> Reply:
            seen.append(request)
            return Reply(text="One.", raw={"thinking": "…"})

        branch = Branch(model=ScriptedModel(speak))
        await branch.operate("Count")
        await branch.operate("Again")
        assert seen[-1].said[1].raw == {"thinking": "…"}

    asyncio.run(scenario())


def test_no_two_calls_of_a_session_share_an_id() -> None:
    async def scenario() -> None:
        model = ScriptedModel(
            [
                Reply(calls=(ToolCall("0", "add", '{"one": 1}'), ToolCall("", "add", '{"one": 2}')), raw="as it was"),
                call("add", "0", one=3),
                "Done.",
                call("add", "0", one=4),
                "Done.",
            ]
        )
        store = MemoryKnowledgeStore()
        session = Session(model=model, knowledge_store=store)
        await session.new_branch(tools=[add]).operate("Count")
        await session.new_branch(tools=[add]).operate("Count on")
        assert sorted(store._shelf.results.values()) == ["2", "3", "4", "5"]
        assert store._shelf.results["0"] == "2"
        assert model.requests[1].said[1].raw is None

    asyncio.run(scenario())


def test_what_a_model_writes_can_be_kept_whatever_it_is() -> None:
    branch = Branch(model=ScriptedModel(["a\x00b\ud800"]), knowledge_store=MemoryKnowledgeStore())
    assert asyncio.run(branch.operate("Go")).text == "a\ufffdb?"


def test_a_tool_that_takes_too_long_is_left() -> None:
    async def sleeps() -> None:
        await asyncio.sleep(30)

    branch = Branch(model=ScriptedModel([call("sleeps"), "Too late."]), tools=[sleeps])
    with pytest.raises(AdapterError, match="in time"):
        asyncio.run(branch.operate("Wait", seconds=0.2))
    assert "TimeoutError" in branch.logs.errors[0]


def test_a_run_that_is_cancelled_ends_as_stopped() -> None:
    ends: list[str | None] = []
    began = asyncio.Event()

    class Noting(MemoryKnowledgeStore):
        async def end_run(self, run_id: str, error: str | None = None) -> None:
            ends.append(error)

    async def waits() -> None:
        began.set()
        await asyncio.sleep(30)

    async def scenario() -> None:
        branch = Branch(model=ScriptedModel([call("waits")]), tools=[waits], knowledge_store=Noting())
        running = asyncio.create_task(branch.operate("Wait"))
        await began.wait()
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert ends == ["it was stopped"]
        going_on = ScriptedModel(["Fine."])
        branch.model = SessionModel(going_on)
        await branch.operate("Go on")
        question, asked, answer, again = going_on.requests[0].said
        assert (question.text, again.text) == ("Wait", "Go on")
        assert [each.call_id for each in answer.results] == [asked.calls[0].id]
        assert "not carried out" in answer.results[0].text

    asyncio.run(scenario())


def no_types(thing, other=1):  # type: ignore[no-untyped-def]
    return f"{thing}{other}"


def by_position(thing: str, /) -> str:
    return thing


def unknown(thing: "Nowhere") -> str:  # type: ignore[name-defined]  # noqa: F821
    return str(thing)


def test_a_function_without_types_takes_anything_and_strange_ones_are_refused() -> None:
    assert result_of(call("no_types", thing="x"), no_types).text == "x1"
    for function in (by_position, unknown):
        with pytest.raises(InvalidValue, match="cannot be a tool"):
            result_of(call(function.__name__), function)


def test_results_follow_their_calls_whatever_was_said_meanwhile() -> None:
    async def interrupts(branch: Branch, message: BranchMessage) -> None:
        if isinstance(message, Said) and message.calls:
            await branch.msgs.add("user", "Hurry up!")

    model = ScriptedModel([call("add", one=1), "Two."])
    branch = Branch(model=model, tools=[add])
    branch.msgs.on_message_added.append(interrupts)
    asyncio.run(branch.operate("Count"))
    assert [each.role for each in model.requests[1].said] == ["user", "assistant", "tool", "user"]


async def waits_for_what_is_cancelled() -> None:
    waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    waiting.cancel()
    await waiting


def test_no_result_of_a_tool_ends_a_run() -> None:
    def data() -> bytes:
        return b"\xff\xfe"

    def said() -> str:
        return "nothing at all"

    assert result_of(call("data"), data).text == '"__4="'
    told = result_of(call("said"), Tool(function=said, name="said", recalls=True))
    assert (told.text, told.recalled) == ("nothing at all", True)
    assert result_of(call("waits_for_what_is_cancelled"), waits_for_what_is_cancelled).failed


def test_a_hook_that_is_cancelled_or_never_ends_does_not_end_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wherefrom.agents.messages.HOOK_SECONDS", 0.01)

    async def cancelled(branch: Branch, message: BranchMessage) -> None:
        await waits_for_what_is_cancelled()

    async def endless(branch: Branch, message: BranchMessage) -> None:
        await asyncio.sleep(3600)

    async def scenario() -> None:
        branch = Branch(model=ScriptedModel(["Done."]))
        branch.msgs.on_message_added += [cancelled, endless]
        assert str(await branch.operate("Go")) == "Done."
        assert len(branch.logs.errors) == 4
        endless_one = asyncio.create_task(branch.msgs.add("user", "More"))
        monkeypatch.setattr("wherefrom.agents.messages.HOOK_SECONDS", 60.0)
        await asyncio.sleep(0.05)
        endless_one.cancel()
        with pytest.raises(asyncio.CancelledError):
            await endless_one

    asyncio.run(scenario())
