"""Every ending that an archive may have leads into it, wherever the file is met."""

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
from pathlib import Path

import pytest

import wherefrom
from wherefrom.loading import archive

TEXT = b"Refunds need two approvals.\n"
PACKED = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress, "": bytes}


def archived(holds: str, packed: str) -> bytes:
    file = io.BytesIO()
    if holds == "zip":
        with zipfile.ZipFile(file, "w") as zipped:
            zipped.writestr("a.md", TEXT)
    elif holds == "tar":
        member = tarfile.TarInfo("a.md")
        member.size = len(TEXT)
        with tarfile.open(fileobj=file, mode="w") as tar:
            tar.addfile(member, io.BytesIO(TEXT))
    else:
        file.write(TEXT)
    return PACKED[packed](file.getvalue())


@pytest.mark.parametrize("by_name", [True, False])
def test_an_archive_is_read_whatever_its_ending(knowledge: wherefrom.Knowledge, tmp_path: Path, by_name: bool) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    for ending, form in archive._ENDINGS.items():
        (folder / f"a{len(list(folder.iterdir()))}{ending}").write_bytes(archived(*form))
    targets = sorted(folder.iterdir()) if by_name else [folder]
    report = knowledge.ingest(*targets)
    assert (report.entries, report.failed, report.skipped) == (len(archive._ENDINGS), (), ())
