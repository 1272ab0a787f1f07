"""`memory` keeps the contract."""

from __future__ import annotations

import os

import pytest

from wherefrom.engines.retrieval.memory import open_memory
from wherefrom.testing.retrieval import OpenSpec, RetrievalContract


class TestMemoryRetrieval(RetrievalContract):
    many = 1_000_000 if os.environ.get("WHEREFROM_SOAK") == "1" else 100_000

    @pytest.fixture
    def open_index(self) -> OpenSpec:
        open_any = open_memory()
        return lambda spec: open_any(spec, None)
