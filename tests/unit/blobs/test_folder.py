"""Originals by the hash of their bytes."""

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
    assert list(blobs.hashes("acme")) == [hash]


def test_orgs_do_not_see_each_others(blobs: FolderBlobs) -> None:
    hash = blobs.put("acme", b"words")
    with pytest.raises(NotFound):
        blobs.get("other", hash)
    assert list(blobs.hashes("other")) == []


def test_a_deleted_one_leaves_no_byte(blobs: FolderBlobs, tmp_path: Path) -> None:
    hash = blobs.put("acme", b"words")
    blobs.delete("acme", hash)
    blobs.delete("acme", hash)
    assert not [file for file in tmp_path.rglob("*") if file.is_file()]


def test_a_damaged_one_is_told(blobs: FolderBlobs, tmp_path: Path) -> None:
    hash = blobs.put("acme", b"words")
    next(tmp_path.rglob(hash)).write_bytes(b"other")
    with pytest.raises(StoreCorrupt):
        blobs.get("acme", hash)
