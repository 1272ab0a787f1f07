"""Reading the best hits again with a model that sees question and passage together; if it cannot, the order stands."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import replace
from functools import cached_property
from threading import BoundedSemaphore, Thread
from typing import TypeAlias

from wherefrom.core.search import Hit, Query, Recipe, SearchResult
from wherefrom.ports.models import Reranker

__all__ = ["DEADLINE", "READ_AGAIN", "OpenReranker", "Reranking"]

OpenReranker: TypeAlias = Callable[[], Reranker]

READ_AGAIN = 50
DEADLINE = 2.0
_MOST_AT_ONCE = 4
_STANDS = "the fused order stands"


class Reranking:
    """For the recipe `precise`. One that hangs holds its thread and nothing else."""

    def __init__(self, open_reranker: OpenReranker | None = None, *, deadline: float = DEADLINE) -> None:
        self._open = open_reranker
        self._deadline = deadline
        self._turn = BoundedSemaphore(_MOST_AT_ONCE)

    def depth(self, query: Query) -> int:
        """How many hits it wants to see."""
        return READ_AGAIN if query.recipe is Recipe.PRECISE and self._open is not None else 0

    def reranked(self, result: SearchResult) -> SearchResult:
        if result.query.recipe is not Recipe.PRECISE or not result.hits:
            return result
        if self._open is None:
            return _noticed(result, f"no reranker is configured (set WHEREFROM_RERANKER), {_STANDS}")
        read, rest = result.hits[:READ_AGAIN], result.hits[READ_AGAIN:]
        try:
            scores = self._scores(result.query.text, [hit.text for hit in read])
        except TimeoutError:
            return _noticed(result, f"the reranker was not done after {self._deadline:g} s, {_STANDS}")
        except Exception as error:  # noqa: BLE001  -- whatever somebody's model throws, the search has its hits
            return _noticed(result, f"the reranker failed ({error}), {_STANDS}")
        return replace(result, hits=_in_order(read, scores, rest))

    @cached_property
    def _reranker(self) -> Reranker:
        assert self._open is not None  # noqa: S101  -- asked only where there is one
        return self._open()

    def _scores(self, query: str, texts: Sequence[str]) -> list[float]:
        ends = time.monotonic() + self._deadline
        if not self._turn.acquire(timeout=self._deadline):
            raise TimeoutError
        done: Future[list[float]] = Future()
        Thread(target=self._work, args=(done, query, texts, ends), name="wherefrom-rerank", daemon=True).start()
        return done.result(timeout=max(0.0, ends - time.monotonic()))

    def _work(self, done: Future[list[float]], query: str, texts: Sequence[str], ends: float) -> None:
        try:
            scores = [float(score) for score in self._reranker.score(query, texts, deadline=ends)]
            if len(scores) != len(texts) or not all(0.0 <= score <= 1.0 for score in scores):
                raise ValueError("it must give one score between 0 and 1 for each text")
            done.set_result(scores)
        except BaseException as error:  # noqa: BLE001  -- handed to whoever waits
            done.set_exception(error)
        finally:
            self._turn.release()


def _in_order(read: Sequence[Hit], scores: Sequence[float], rest: Sequence[Hit]) -> tuple[Hit, ...]:
    """What was not read again comes after, and scores no more than the last that was."""
    scored = [replace(hit, score=score) for hit, score in zip(read, scores, strict=True)]
    best = sorted(scored, key=lambda hit: (-hit.score, hit.id))
    return (*best, *(replace(hit, score=min(hit.score, best[-1].score)) for hit in rest))


def _noticed(result: SearchResult, notice: str) -> SearchResult:
    return replace(result, notices=(*result.notices, notice))
