"""Erasing sweeps originals that nothing refers to, and never one that somebody is about to refer to."""

from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

import pytest

import wherefrom
from tests.pdf_writer import write_pdf
from wherefrom.blobs.folder import FolderBlobs
from wherefrom.bootstrap import open_settings
from wherefrom.config import load_settings

HANG_GUARD = 60


def opened(store_url: str, tmp_path: Path) -> wherefrom.Knowledge:
    told = {"WHEREFROM_ORIGINALS": str(tmp_path / "originals")}
    return open_settings(load_settings(store=store_url, environment=told, folder=Path("/")))


def ingest(knowledge: wherefrom.Knowledge, tmp_path: Path) -> None:
    (tmp_path / "handbook.pdf").write_bytes(write_pdf([["All about refunds."]]))
    knowledge.ingest(str(tmp_path / "handbook.pdf"))


def upload(knowledge: wherefrom.Knowledge, tmp_path: Path) -> None:
    knowledge.sources.run(knowledge.sources.upload("handbook.pdf", write_pdf([["All about refunds."]])).id)


@pytest.mark.parametrize("keep", [ingest, upload])
def test_an_erasure_between_keeping_an_original_and_referring_to_it_does_not_take_it(
    store_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, keep: Callable[[wherefrom.Knowledge, Path], None]
) -> None:
    kept, go_on, put = Event(), Event(), FolderBlobs.put

    def slowly(blobs: FolderBlobs, org: str, data: bytes) -> str:
        hash = put(blobs, org, data)
        kept.set()
        assert go_on.wait(HANG_GUARD)
        return hash

    monkeypatch.setattr(FolderBlobs, "put", slowly)
    with opened(store_url, tmp_path) as one, opened(store_url, tmp_path) as other:
        erased = other.entries.add("gone", "to be erased").id
        keeping = Thread(target=keep, args=(one, tmp_path), daemon=True)
        erasing = Thread(target=other.erase.entry, args=(erased,), daemon=True)
        keeping.start()
        assert kept.wait(HANG_GUARD)
        erasing.start()
        erasing.join(2)  # either it waits for the other, or it has swept
        go_on.set()
        for thread in (keeping, erasing):
            thread.join(HANG_GUARD)
            assert not thread.is_alive()
        (hit,) = one.search("refunds").hits
        assert hit.citation is not None
        assert one.citations.original(one.citations.show(hit.citation)).startswith(b"%PDF")
