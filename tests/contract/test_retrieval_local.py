"""`local` keeps the contract."""

from __future__ import annotations

from pathlib import Path

import pytest

from wherefrom.engines.retrieval.local import open_local
from wherefrom.testing.retrieval import OpenSpec, RetrievalContract


class TestLocalRetrieval(RetrievalContract):
    @pytest.fixture
    def open_index(self, tmp_path: Path) -> OpenSpec:
        open_any = open_local(tmp_path)
        return lambda spec: open_any(spec, None)
