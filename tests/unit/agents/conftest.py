"""Branches are tested with a store in memory and a model that says what it is told to."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def without_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("MODEL", "MODEL_URL", "MODEL_KEY"):
        monkeypatch.delenv(f"WHEREFROM_{name}", raising=False)
