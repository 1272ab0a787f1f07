"""`local` keeps the contract."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from wherefrom.engines.retrieval.local import open_local
from wherefrom.testing.retrieval import OpenSpec, RetrievalContract


class TestLocalRetrieval(RetrievalContract):
    many = 1_000_000 if os.environ.get("WHEREFROM_SOAK") == "1" else 100_000

    @pytest.fixture
    def open_index(self, tmp_path: Path) -> OpenSpec:
        open_any = open_local(tmp_path)
        return lambda spec: open_any(spec, None)
