"""Branches are tested with a store in memory and a model that says what it is told to."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest

T = TypeVar("T")
Play = Callable[[Coroutine[Any, Any, T]], T]


@pytest.fixture(autouse=True)
def without_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("MODEL", "MODEL_URL", "MODEL_KEY"):
        monkeypatch.delenv(f"WHEREFROM_{name}", raising=False)


@pytest.fixture
def play() -> Play[Any]:
    return asyncio.run
