"""`memory` keeps the contract."""

from __future__ import annotations

import pytest

from wherefrom.engines.retrieval.memory import open_memory
from wherefrom.testing.retrieval import OpenSpec, RetrievalContract


class TestMemoryRetrieval(RetrievalContract):
    @pytest.fixture
    def open_index(self) -> OpenSpec:
        open_any = open_memory()
        return lambda spec: open_any(spec, None)
