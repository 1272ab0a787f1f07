"""An ingest in a process of its own, to be killed."""

from multiprocessing.connection import Connection
from pathlib import Path

from wherefrom.bootstrap import open_settings
from wherefrom.config import load_settings
from wherefrom.core.ingestion import IngestReport
from wherefrom.ingest import batch
from wherefrom.testing import factories as make

DOCUMENTS_A_BATCH = 5


def ingest(store: str, org: str, folder: str, embedder_url: str) -> IngestReport:
    """In small batches, so that there is always one that is half done."""
    batch._DOCUMENTS_A_BATCH = DOCUMENTS_A_BATCH  # type: ignore[attr-defined]
    said = {"WHEREFROM_EMBEDDER": "openai:test", "WHEREFROM_EMBEDDER_URL": embedder_url}
    settings = load_settings(store=store, environment=said, folder=Path("/"))
    with open_settings(settings, actor=make.owner(org)) as knowledge:
        return knowledge.ingest(folder)


def ingest_and_tell(store: str, org: str, folder: str, embedder_url: str, told: Connection) -> None:
    told.send("began")
    ingest(store, org, folder, embedder_url)
    told.send("ended")
