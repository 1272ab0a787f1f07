"""`openai:MODEL`: any endpoint that answers like OpenAI's `/embeddings`."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from email.utils import parsedate_to_datetime
from functools import partial
from threading import Lock
from typing import Any, Literal, NamedTuple

import numpy as np

from wherefrom.egress import operator_client
from wherefrom.errors import AdapterError, InvalidValue, MissingExtra
from wherefrom.models.embedders import EmbedderOptions
from wherefrom.models.embedders.rows import Rows, embed_written
from wherefrom.ports.models import EmbedderId

try:
    import httpx2
except ImportError as error:
    raise MissingExtra("llm", "an embedding endpoint") from error

__all__ = ["OpenAIEmbedder", "open_openai"]

_BASE_URL = "https://api.openai.com/v1"
_BATCH = 128
_FIRST_PAUSE = 0.5


class _Patience(NamedTuple):
    attempts: int
    longest_pause: float


_MUCH = _Patience(6, 60.0)
_LITTLE = _Patience(3, 1.0)
"""For a question: somebody waits for the answer, and its words can be searched for without it."""


class OpenAIEmbedder:
    """Batches, pauses when told to, tries again what may succeed. The length of a vector is learned from the first."""

    def __init__(
        self,
        model: str,
        *,
        base_url: str = _BASE_URL,
        api_key: str | None = None,
        dimensions: int | None = None,
        requests_per_minute: int | None = None,
        client: httpx2.Client | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._model = model
        self._url = f"{base_url.rstrip('/')}/embeddings"
        self._headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._asked_dimensions = dimensions
        self._dimensions = dimensions
        self._client = client or operator_client()
        self._sleep = sleep
        self._pace = _Pace(requests_per_minute, sleep)

    @property
    def id(self) -> EmbedderId:
        if self._dimensions is None:
            self._dimensions = self._request(["dimensions"], _LITTLE).shape[1]
        return EmbedderId(f"openai:{self._model}", "1", self._dimensions)

    @property
    def max_tokens(self) -> int:
        return 8191

    def embed(self, texts: Sequence[str], *, role: Literal["query", "passage"]) -> Rows:
        patience = _LITTLE if role == "query" else _MUCH
        return embed_written(texts, self.id.dimensions, partial(self._embed, patience))

    def _embed(self, patience: _Patience, texts: list[str]) -> Rows:
        rows = [self._request(texts[start : start + _BATCH], patience) for start in range(0, len(texts), _BATCH)]
        return np.concatenate(rows)

    def _request(self, texts: list[str], patience: _Patience) -> Rows:
        body: dict[str, object] = {"model": self._model, "input": texts, "encoding_format": "float"}
        if self._asked_dimensions:
            body["dimensions"] = self._asked_dimensions
        for attempt in range(1, patience.attempts + 1):
            self._pace.wait()
            answer = self._post(body)
            if isinstance(answer, httpx2.Response) and answer.is_success:
                return self._rows(answer, len(texts))
            failure = self._failure(answer)
            if not failure.retryable or attempt == patience.attempts:
                raise failure
            self._sleep(min(patience.longest_pause, _pause(answer, attempt)))
        raise AssertionError("the last attempt returns or raises")

    def _post(self, body: dict[str, object]) -> httpx2.Response | httpx2.TransportError:
        try:
            return self._client.post(self._url, json=body, headers=self._headers)
        except httpx2.TransportError as error:
            return error

    def _failure(self, answer: httpx2.Response | httpx2.TransportError) -> AdapterError:
        if isinstance(answer, httpx2.TransportError):
            told = f"the embedding endpoint cannot be reached: {type(answer).__name__}"
            return AdapterError(told, value=self._url, hint="check the base URL", retryable=True)
        passing = answer.status_code in (408, 409, 429) or answer.status_code >= 500
        hint = "try again later" if passing else "check the model's name and the API key"
        return AdapterError(
            f"the embedding endpoint answered {answer.status_code}", value=self._model, hint=hint, retryable=passing
        )

    def _rows(self, answer: httpx2.Response, expected: int) -> Rows:
        try:
            data: list[dict[str, Any]] = sorted(answer.json()["data"], key=lambda item: item["index"])
            rows = np.asarray([item["embedding"] for item in data], dtype=np.float32)
        except (ValueError, KeyError, TypeError) as error:
            raise AdapterError("the embedding endpoint sent no embeddings", value=self._url) from error
        wanted = (expected, self._dimensions or (rows.shape[1] if rows.ndim == 2 else 0))
        if rows.shape != wanted:
            raise AdapterError("the embedding endpoint sent another shape", value=rows.shape, hint=f"expected {wanted}")
        return rows


class _Pace:
    """At most so many requests a minute, from all threads together."""

    def __init__(self, per_minute: int | None, sleep: Callable[[float], None]) -> None:
        self._gap = 60.0 / per_minute if per_minute else 0.0
        self._sleep = sleep
        self._next = 0.0
        self._lock = Lock()

    def wait(self) -> None:
        if not self._gap:
            return
        with self._lock:
            now = time.monotonic()
            mine = max(now, self._next)
            self._next = mine + self._gap
        if mine > now:
            self._sleep(mine - now)


def _pause(answer: httpx2.Response | httpx2.TransportError, attempt: int) -> float:
    """What the endpoint asks for, else twice as long each time."""
    asked = answer.headers.get("retry-after") if isinstance(answer, httpx2.Response) else None
    return _seconds(asked) if asked else _FIRST_PAUSE * 2 ** (attempt - 1)


def _seconds(retry_after: str) -> float:
    try:
        return max(0.0, float(retry_after))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(retry_after).timestamp() - time.time())
    except ValueError:
        return _FIRST_PAUSE


def open_openai(argument: str, options: EmbedderOptions) -> OpenAIEmbedder:
    """`openai:MODEL`, at the operator's base URL with the operator's key."""
    if not argument:
        raise InvalidValue("which model?", value="openai:", hint="write openai:text-embedding-3-small")
    return OpenAIEmbedder(
        argument,
        base_url=options.base_url or _BASE_URL,
        api_key=options.api_key,
        dimensions=options.dimensions,
        requests_per_minute=options.requests_per_minute,
    )
