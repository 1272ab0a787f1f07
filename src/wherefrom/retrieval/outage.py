"""An embedder that fails: words are searched all the same, and somebody is told once."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Literal

from wherefrom.core.access import Visibility
from wherefrom.core.actors import Actor
from wherefrom.core.attention import AttentionEvent, AttentionStatus, cause_of, raised
from wherefrom.core.ids import Ids, new_id
from wherefrom.core.paging import AttentionFilter
from wherefrom.errors import AdapterError, EmbeddingFailed, StoreReadOnly
from wherefrom.ports.models import Embedder, EmbedderId
from wherefrom.ports.record import Record

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Outages", "Watched", "embedding"]


@contextmanager
def embedding() -> Generator[None]:
    """Whatever fails here is the embedder, and no index or database."""
    try:
        yield
    except AdapterError as error:
        raise EmbeddingFailed.because(error) from error


class Watched:
    """An embedder whose failures say that they are its own."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    @property
    def id(self) -> EmbedderId:
        with embedding():
            return self._embedder.id

    @property
    def max_tokens(self) -> int:
        return self._embedder.max_tokens

    def embed(self, texts: Sequence[str], *, role: Literal["query", "passage"]) -> NDArray[np.float32]:
        with embedding():
            return self._embedder.embed(texts, role=role)


class Outages:
    """One item of the inbox for an embedder that fails, however often; settled when it has made what was missing."""

    def __init__(self, record: Record, ids: Ids = new_id) -> None:
        self._record = record
        self._ids = ids

    @contextmanager
    def telling(self, org: str, embedder: str) -> Generator[None]:
        try:
            yield
        except EmbeddingFailed as error:
            with suppress(StoreReadOnly):
                self._tell(org, embedder, error)
            raise

    def over(self, org: str, embedder: str) -> None:
        cause = cause_of(AttentionEvent.EMBEDDING_FAILED, embedder)
        is_told = AttentionFilter(cause=cause, personal=True)
        with self._record.read(Actor.system(org)) as unit:
            if all(item.status is AttentionStatus.RESOLVED for item in unit.attention.find(is_told).items):
                return
        with self._record.write(Actor.system(org)) as unit:
            unit.attention.settle(cause)
            unit.commit()

    def _tell(self, org: str, embedder: str, error: EmbeddingFailed) -> None:
        item = raised(
            AttentionEvent.EMBEDDING_FAILED,
            "embedder",
            embedder,
            id=self._ids(),
            seen_by=Visibility(org=org),
            detail={"text": embedder, "code": error.code, "reason": error.message, "hint": error.hint or ""},
        )
        with self._record.write(Actor.system(org)) as unit:
            unit.attention.sight(item)
            unit.commit()
