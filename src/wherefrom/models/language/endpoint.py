"""`anthropic:MODEL`, `openai:MODEL`, and whatever else pydantic-ai knows by `PROVIDER:MODEL`."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from wherefrom.core.messages import MessageRole
from wherefrom.errors import AdapterError, InvalidValue, MissingExtra
from wherefrom.models.language.ledger import Ledger
from wherefrom.models.language.loop import run_on_loop
from wherefrom.models.language.speaking import Request, Speaker
from wherefrom.ports.models import Reply, ToolCall, ToolSpec, Utterance

try:
    import httpx2
    from pydantic_ai import direct, exceptions, messages
    from pydantic_ai.models import Model, ModelRequestParameters, infer_model
    from pydantic_ai.tools import ToolDefinition
except ImportError as error:
    raise MissingExtra("llm", "a language model") from error

if TYPE_CHECKING:
    from pydantic_ai.providers import Provider

__all__ = ["Endpoint", "open_endpoint"]

_PASSING = frozenset({408, 409, 425, 429})
_CONNECT_SECONDS = 10.0
_OUT_OF_SHAPE = (AttributeError, LookupError, TypeError, ValueError)
"""What the libraries stumble over when an endpoint answers with other JSON than they expect."""
_NO_KEY = "none"
"""What local endpoints that ask for no key are sent all the same, because the library insists on one."""


class Endpoint(Speaker):
    """One model behind one address; its connections live on the loop thread, and are shared by all who ask."""

    def __init__(self, name: str, model: Model[Any], *, ledger: Ledger | None = None) -> None:
        super().__init__(name, ledger=ledger)
        self._model = model

    def _request(self, request: Request) -> Reply:
        seconds = request.deadline - time.monotonic()
        asking = direct.model_request(
            self._model, list(_history(request.said)), model_request_parameters=_parameters(request), instrument=False
        )
        try:
            return _reply(run_on_loop(asking, max(seconds, 0.0)))
        except TimeoutError:
            raise AdapterError(
                "the model did not answer in time", value=self.name, hint="allow more time", retryable=True
            ) from None
        except exceptions.ModelHTTPError as error:
            passing = error.status_code in _PASSING or error.status_code >= 500
            hint = "try again later" if passing else "check the model's name and the API key"
            told = f"the model's endpoint answered {error.status_code}"
            raise AdapterError(told, value=self.name, hint=hint, retryable=passing) from None
        except exceptions.ModelAPIError as error:
            told = f"the model cannot be reached: {type(error).__name__}"
            raise AdapterError(told, value=self.name, hint="check the address", retryable=True) from None
        except (exceptions.AgentRunError, exceptions.UserError, *_OUT_OF_SHAPE) as error:
            told = f"the model's answer cannot be used: {type(error).__name__}"
            raise AdapterError(told, value=self.name, hint="try again, or use another model") from None


def _history(said: Sequence[Utterance]) -> Iterator[messages.ModelMessage]:
    """What was said to the model between two of its replies is one request."""
    parts: list[messages.ModelRequestPart] = []
    for each in said:
        if each.role is not MessageRole.ASSISTANT:
            parts += _parts(each)
            continue
        if parts:
            yield messages.ModelRequest(parts)
        parts = []
        yield each.raw if isinstance(each.raw, messages.ModelResponse) else _own_words(each)
    if parts:
        yield messages.ModelRequest(parts)


def _parts(said: Utterance) -> list[messages.ModelRequestPart]:
    if said.role is MessageRole.SYSTEM:
        return [messages.SystemPromptPart(said.text)]
    if said.role is MessageRole.USER:
        return [messages.UserPromptPart(said.text)]
    return [messages.ToolReturnPart(each.tool_name, each.text, each.call_id) for each in said.results]


def _own_words(said: Utterance) -> messages.ModelResponse:
    calls = [messages.ToolCallPart(call.name, call.arguments, call.id) for call in said.calls]
    text = [messages.TextPart(said.text)] if said.text else []
    return messages.ModelResponse([*text, *calls])


def _parameters(request: Request) -> ModelRequestParameters:
    if request.answer is None:
        return ModelRequestParameters(function_tools=[_definition(tool) for tool in request.tools])
    answer = _definition(request.answer, kind="output")
    return ModelRequestParameters(output_mode="tool", output_tools=[answer], allow_text_output=False)


def _definition(tool: ToolSpec, **more: Any) -> ToolDefinition:
    return ToolDefinition(
        name=tool.name, parameters_json_schema=dict(tool.parameters), description=tool.description, **more
    )


def _reply(response: messages.ModelResponse) -> Reply:
    calls = (part for part in response.parts if isinstance(part, messages.ToolCallPart))
    return Reply(
        text="".join(part.content for part in response.parts if isinstance(part, messages.TextPart)),
        calls=tuple(ToolCall(part.tool_call_id, part.tool_name, part.args_as_json_str()) for part in calls),
        tokens_in=response.usage.input_tokens,
        tokens_out=response.usage.output_tokens,
        raw=response,
    )


def open_endpoint(
    kind: str, model: str, *, base_url: str | None, api_key: str | None, ledger: Ledger | None = None
) -> Endpoint:
    name = f"{kind}:{model}"
    try:
        if kind == "openai":
            return Endpoint(name, _openai(model, base_url, api_key), ledger=ledger)
        if kind == "anthropic":
            return Endpoint(name, _anthropic(model, base_url, api_key), ledger=ledger)
        if base_url or api_key:
            raise InvalidValue(
                "an address or a key belongs to anthropic:MODEL or openai:MODEL", value=name, hint="leave them out"
            )
        return Endpoint(name, infer_model(name), ledger=ledger)
    except ImportError:
        raise MissingExtra("llm", f"the model {name}") from None
    except exceptions.UserError as error:
        told = str(error).splitlines()[0]
        raise InvalidValue(told, value=name, hint="set WHEREFROM_MODEL and WHEREFROM_MODEL_KEY") from None


def _openai(model: str, base_url: str | None, api_key: str | None) -> Model[Any]:
    from openai import AsyncOpenAI, OpenAIError
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    key = api_key or (_NO_KEY if base_url else None)
    try:
        client = AsyncOpenAI(api_key=key, base_url=base_url, http_client=_client(), max_retries=0)
    except OpenAIError:
        raise _no_key(f"openai:{model}") from None
    if base_url:
        return OpenAIChatModel(model, provider=OpenAICompatibleProvider("compatible", openai_client=client))
    provider: Provider[Any] = OpenAIProvider(openai_client=client)
    return infer_model(f"openai:{model}", lambda _: provider)


def _anthropic(model: str, base_url: str | None, api_key: str | None) -> Model[Any]:
    from anthropic import AsyncAnthropic
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    client = AsyncAnthropic(api_key=api_key, base_url=base_url, http_client=_client(), max_retries=0)
    if client.api_key is None and client.auth_token is None:
        raise _no_key(f"anthropic:{model}")
    return AnthropicModel(model, provider=AnthropicProvider(anthropic_client=client))


def _client() -> httpx2.AsyncClient:
    """For an address that the operator chose: nothing but the key comes from the environment, no proxy either."""
    return httpx2.AsyncClient(timeout=httpx2.Timeout(None, connect=_CONNECT_SECONDS), trust_env=False)


def _no_key(name: str) -> InvalidValue:
    return InvalidValue("this model needs an API key", value=name, hint="set WHEREFROM_MODEL_KEY")
