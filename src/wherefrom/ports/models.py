"""Models behind narrow seams: embedders, rerankers, language models."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from wherefrom.core.messages import MessageRole
from wherefrom.errors import WherefromError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "Answer",
    "Embedder",
    "EmbedderId",
    "LanguageModel",
    "OpenModel",
    "Outcome",
    "Prompt",
    "Reply",
    "Reranker",
    "ToolAnswer",
    "ToolCall",
    "ToolSpec",
    "Untrusted",
    "Utterance",
]

T = TypeVar("T")


class EmbedderId(NamedTuple):
    """Stored with every vector; vectors of different ids are never compared."""

    name: str
    version: str
    dimensions: int


class Embedder(Protocol):
    """Texts to unit vectors."""

    @property
    def id(self) -> EmbedderId: ...

    @property
    def max_tokens(self) -> int: ...

    def embed(self, texts: Sequence[str], *, role: Literal["query", "passage"]) -> NDArray[np.float32]:
        """One unit row a text, never NaN; a blank text gives a zero row, which is not indexed."""
        ...


class Reranker(Protocol):
    """Reads a question together with each passage."""

    @property
    def name(self) -> str: ...

    def score(self, query: str, texts: Sequence[str], *, deadline: float) -> Sequence[float]:
        """How well each text answers, from 0 to 1. `deadline` is on `time.monotonic`; past it TimeoutError."""
        ...


class Untrusted(NamedTuple):
    """Text that others wrote, and where it stands; it reaches a model wrapped, as data."""

    text: str
    place: str


class Prompt(NamedTuple, Generic[T]):
    """A versioned instruction and the answer model it must fill (a Pydantic model, or any type that Pydantic reads).

    What the instruction is about goes into `data`, never into the instruction.
    """

    name: str
    version: int
    instruction: str
    data: Sequence[Untrusted]
    answer: type[T]


class Answer(NamedTuple, Generic[T]):
    """`judged_by` is the model's name, or "rules" when no model was asked."""

    value: T
    judged_by: str
    tokens_in: int = 0
    tokens_out: int = 0


Outcome: TypeAlias = Answer[T] | WherefromError
"""One of several answers: each succeeds or fails alone."""


class ToolSpec(NamedTuple):
    """A tool as a model is told of it; `parameters` is a JSON schema of an object."""

    name: str
    description: str
    parameters: Mapping[str, Any]


class ToolCall(NamedTuple):
    """What a model asks to be done; `arguments` are JSON as the model wrote it, which may be no JSON at all."""

    id: str
    name: str
    arguments: str


class ToolAnswer(NamedTuple):
    """What a call gave back, as the model is shown it."""

    call_id: str
    tool_name: str
    text: str


class Utterance(NamedTuple):
    """One message of a conversation as a model is shown it. `raw` is what the same model made of its own reply."""

    role: MessageRole
    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    results: tuple[ToolAnswer, ...] = ()
    raw: object = None


class Reply(NamedTuple):
    """The next message of a conversation: text, calls of tools, or both."""

    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    tokens_in: int = 0
    tokens_out: int = 0
    raw: object = None


class LanguageModel(Protocol):
    """Every request of one model passes one scrubber and one ledger with its cap. Deadlines are on `time.monotonic`.

    AdapterError when the model cannot be reached, answers too late or out of shape, or the cap is reached.
    """

    @property
    def name(self) -> str: ...

    def ask(self, prompt: Prompt[T], *, deadline: float, retries: int = 2) -> Answer[T]:
        """One structured answer. One that does not fit is sent back with what is wrong, so many times."""
        ...

    def ask_many(
        self, prompts: Sequence[Prompt[T]], *, deadline: float, retries: int = 2, at_once: int = 4
    ) -> Sequence[Outcome[T]]:
        """Several, some at once; in the order of the prompts, and one that fails keeps no other from its answer."""
        ...

    def reply(
        self, said: Sequence[Utterance], *, tools: Sequence[ToolSpec] = (), deadline: float, retries: int = 2
    ) -> Reply:
        """The next message of a conversation: one step of the tool loop."""
        ...


OpenModel: TypeAlias = Callable[[str | None], LanguageModel | None]
"""By name; without one the model of the settings, None if they name none. The same one each time: its ledger counts."""
