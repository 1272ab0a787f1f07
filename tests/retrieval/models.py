"""Embedders that count what they are asked, stop where a test wants them to, or pretend to be another version."""

from collections.abc import Sequence
from typing import Any, Literal

from wherefrom.models.embedders import BUILT_IN, EmbedderOptions
from wherefrom.models.embedders.hashing import HashingEmbedder
from wherefrom.ports.models import EmbedderId


class Counting:
    """`counting:NAME`: remembers every passage that it embedded, under its name and version."""

    embedded: list[str]

    def __init__(self, name: str, version: str = "1") -> None:
        self._inner = HashingEmbedder(64)
        self._id = EmbedderId(f"counting-{name}", version, 64)
        self.embedded = []

    @property
    def id(self) -> EmbedderId:
        return self._id

    @property
    def max_tokens(self) -> int:
        return 8192

    def embed(self, texts: Sequence[str], *, role: Literal["query", "passage"]) -> Any:
        if role == "passage":
            self.embedded.extend(texts)
        return self._inner.embed(texts, role=role)


MADE: dict[str, Counting] = {}
VERSION = ["1"]


def open_counting(argument: str, options: EmbedderOptions) -> Counting:
    MADE[argument] = Counting(argument, VERSION[0])
    return MADE[argument]


def register() -> None:
    BUILT_IN["counting"] = "tests.retrieval.models:open_counting"
