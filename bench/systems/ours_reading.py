"""wherefrom as a user has it: `knowledge.ingest(folder)` into an embedded store, searchable when it returns."""

from __future__ import annotations

from pathlib import Path

import wherefrom
from bench.systems.pipelines import Setup

__all__ = ["OursReading"]


class OursReading:
    """It opens the embedder of the same name for itself; passages have the length that the product gives them."""

    def __init__(self, setup: Setup) -> None:
        self.knowledge = wherefrom.open(str(setup.home / "store.db"))
        self.embedded = 0

    def ingest(self, folder: Path) -> int:
        report = self.knowledge.ingest(str(folder))
        if report.failed:
            raise RuntimeError(f"{len(report.failed)} files failed, first {report.failed[0]}")
        self.embedded = report.embedded
        return report.chunks

    def close(self) -> None:
        self.knowledge.close()
