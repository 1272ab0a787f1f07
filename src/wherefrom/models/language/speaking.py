"""What every language model has in common: the scrubber, the ledger, patience, and structured answers."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, TypeVar

from wherefrom.errors import AdapterError, InvalidValue, WherefromError
from wherefrom.models.language.asking import Form, opening, sent_back
from wherefrom.models.language.ledger import Ledger
from wherefrom.ports.models import Answer, Outcome, Prompt, Reply, ToolCall, ToolSpec, Utterance
from wherefrom.text.secrets import scrub
from wherefrom.text.tokens import count_tokens

__all__ = ["Request", "Speaker"]

T = TypeVar("T")

_FIRST_PAUSE = 0.5
_LONGEST_PAUSE = 20.0


class Request(NamedTuple):
    """All that a model is sent. With `answer` it must call that tool, and nothing else counts."""

    said: Sequence[Utterance]
    tools: Sequence[ToolSpec]
    answer: ToolSpec | None
    deadline: float


class Speaker(ABC):
    """A subclass makes one request; everything else is here, so that no request can go around it."""

    def __init__(self, name: str, *, ledger: Ledger | None = None, sleep: Callable[[float], None] = time.sleep) -> None:
        self.name = name
        self.ledger = ledger or Ledger()
        self._sleep = sleep

    @abstractmethod
    def _request(self, request: Request) -> Reply:
        """AdapterError says by `retryable` whether the same request may succeed later."""

    def ask(self, prompt: Prompt[T], *, deadline: float, retries: int = 2) -> Answer[T]:
        form = Form(prompt)
        said = opening(prompt)
        tokens_in = tokens_out = 0
        problem = ""
        for _ in range(_checked(retries) + 1):
            reply = self._answered(said, (), form.spec, deadline, retries)
            tokens_in, tokens_out = tokens_in + reply.tokens_in, tokens_out + reply.tokens_out
            value, problem = form.read(reply)
            if not problem:
                return Answer(value, self.name, tokens_in, tokens_out)
            said = [*said, *sent_back(reply, problem)]
        raise AdapterError(
            f"the model gave no answer that fits: {problem}",
            value=f"{prompt.name} v{prompt.version}",
            hint="allow more retries, or use another model",
        )

    def ask_many(
        self, prompts: Sequence[Prompt[T]], *, deadline: float, retries: int = 2, at_once: int = 4
    ) -> Sequence[Outcome[T]]:
        if at_once < 1:
            raise InvalidValue("at least one at once", value=at_once)

        def one(prompt: Prompt[T]) -> Outcome[T]:
            try:
                return self.ask(prompt, deadline=deadline, retries=retries)
            except WherefromError as error:
                return error

        with ThreadPoolExecutor(at_once, thread_name_prefix="wherefrom-ask") as pool:
            return list(pool.map(one, prompts))

    def reply(
        self, said: Sequence[Utterance], *, tools: Sequence[ToolSpec] = (), deadline: float, retries: int = 2
    ) -> Reply:
        return self._answered(said, tools, None, deadline, _checked(retries))

    def _answered(
        self,
        said: Sequence[Utterance],
        tools: Sequence[ToolSpec],
        answer: ToolSpec | None,
        deadline: float,
        retries: int,
    ) -> Reply:
        request = Request([_scrubbed(each) for each in said], tools, answer, deadline)
        expected = _size(request)
        for attempt in range(retries + 1):
            if time.monotonic() >= deadline:
                break
            try:
                with self.ledger.booking(expected):
                    reply = _costed(self._request(request), expected)
                    self.ledger.charge(reply)
                return reply
            except AdapterError as error:
                pause = min(_FIRST_PAUSE * 2**attempt, _LONGEST_PAUSE)
                if not error.retryable or attempt == retries or time.monotonic() + pause >= deadline:
                    raise
                self._sleep(pause)
        raise AdapterError("the model did not answer in time", value=self.name, hint="allow more time", retryable=True)


def _costed(reply: Reply, sent: int) -> Reply:
    """An endpoint that does not say what an answer cost is charged what it looks like."""
    said = (reply.text, *(f"{call.name} {call.arguments}" for call in reply.calls))
    return reply._replace(
        tokens_in=reply.tokens_in or sent, tokens_out=reply.tokens_out or sum(map(count_tokens, said))
    )


def _checked(retries: int) -> int:
    if retries < 0:
        raise InvalidValue("retries cannot be negative", value=retries, hint="0 asks once")
    return retries


def _scrubbed(said: Utterance) -> Utterance:
    """What a model said itself it already knows; everything else leaves without its secrets."""
    calls = tuple(ToolCall(call.id, call.name, scrub(call.arguments)) for call in said.calls)
    results = tuple(result._replace(text=scrub(result.text)) for result in said.results)
    return said._replace(text=scrub(said.text), calls=calls, results=results)


def _size(request: Request) -> int:
    said = (part for each in request.said for part in (each.text, *(result.text for result in each.results)))
    told = (f"{tool.name} {tool.description} {tool.parameters}" for tool in (*request.tools, request.answer) if tool)
    return sum(map(count_tokens, said)) + sum(map(count_tokens, told))
