"""Originals by the hash of their bytes."""

import os
import time
from pathlib import Path

import pytest

from wherefrom.blobs.folder import FolderBlobs
from wherefrom.errors import NotFound, StoreCorrupt


@pytest.fixture
def blobs(tmp_path: Path) -> FolderBlobs:
    return FolderBlobs(tmp_path)


def test_what_was_put_is_got_by_its_hash_and_kept_once(blobs: FolderBlobs) -> None:
    hash = blobs.put("acme", b"words")
    assert blobs.put("acme", b"words") == hash
    assert blobs.get("acme", hash) == b"words"


def test_orgs_do_not_see_each_others(blobs: FolderBlobs) -> None:
    hash = blobs.put("acme", b"words")
    with pytest.raises(NotFound):
        blobs.get("other", hash)


def test_what_nobody_refers_to_leaves_no_byte_and_the_rest_stays(blobs: FolderBlobs, tmp_path: Path) -> None:
    kept, elsewhere = blobs.put("acme", b"kept"), blobs.put("other", b"words")
    blobs.put("acme", b"words")
    blobs.sweep("acme", {kept})
    assert {file.name for file in tmp_path.rglob("*") if file.is_file()} == {kept, elsewhere}


def test_a_draft_is_swept_when_nobody_can_be_writing_it_any_more(blobs: FolderBlobs, tmp_path: Path) -> None:
    beside = next(tmp_path.rglob(blobs.put("acme", b"words"))).parent
    for name, age in (("old.new", 7_200), ("young.new", 60)):
        (beside / name).write_bytes(b"wor")
        os.utime(beside / name, (time.time() - age,) * 2)
    blobs.sweep("acme", ())
    assert [file.name for file in tmp_path.rglob("*") if file.is_file()] == ["young.new"]


def test_a_damaged_one_is_told(blobs: FolderBlobs, tmp_path: Path) -> None:
    hash = blobs.put("acme", b"words")
    next(tmp_path.rglob(hash)).write_bytes(b"other")
    with pytest.raises(StoreCorrupt):
        blobs.get("acme", hash)
