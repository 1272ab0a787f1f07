"""Files made to harm, through the limited process with the product's own reader: the parent goes on."""

import io
import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from wherefrom.core.passing_over import Passed
from wherefrom.errors import ContentError
from wherefrom.ingest.limited.pool import MEMORY, SECONDS, LimitedReaders
from wherefrom.plugins import READER
from wherefrom.ports.documents import Blob
from wherefrom.ports.reading import Reading, Refused, Unpacked

HOSTILE = Path(__file__).parents[3] / "shared" / "data" / "security"
FOLDERS = ("archives", "json", "parse_errors", "pdf", "strings", "xss")
ENDINGS = (
    "pdf",
    "html",
    "md",
    "docx",
    "xlsx",
    "pptx",
    "ipynb",
    "eml",
    "csv",
    "json",
    "py",
    "zip",
    "tar.gz",
    "gz",
    "rst",
)
ONE_IN = 6

needs_files = pytest.mark.skipif(not HOSTILE.is_dir(), reason="the hostile files are not beside this clone")


@pytest.fixture(scope="module")
def readers() -> Iterator[LimitedReaders]:
    with LimitedReaders(READER, workers=2) as readers:
        yield readers


def files() -> list[Path]:
    return [path for folder in FOLDERS for path in sorted((HOSTILE / folder).rglob("*")) if path.is_file()]


def blob(path: Path, name: str = "") -> Blob:
    return Blob(path.as_uri(), path.read_bytes(), name or path.relative_to(HOSTILE).as_posix())


def survive(readers: LimitedReaders, blobs: Sequence[Blob]) -> None:
    """Every one is told, as read or with a reason, and none takes longer than a document may."""
    told: set[str] = set()
    began = time.monotonic()
    for read, outcome in readers.map(blobs):
        assert time.monotonic() - began < SECONDS + 5, read.path
        assert isinstance(outcome, Reading | Unpacked | Refused | Passed | ContentError), f"{read.path}: {outcome!r}"
        if isinstance(outcome, ContentError):
            assert "crashed" not in outcome.message, f"{read.path}: {outcome}"
            assert "its reader failed" not in outcome.message, f"{read.path}: {outcome}"
        told.add(read.path)
        began = time.monotonic()
    assert {asked.path for asked in blobs} <= told
    assert all(peak < MEMORY for peak in peaks(readers))


def peaks(readers: LimitedReaders) -> list[int]:
    """The most memory that each of its processes ever held; one that took too much was ended by the kernel's limit."""
    waiting = [each._popen.pid for each in readers._idle]  # pyright: ignore[reportPrivateUsage]
    told = [Path(f"/proc/{pid}/status").read_text() for pid in waiting]
    return [int(re.findall(r"VmHWM:\s+(\d+) kB", status)[0]) * 1024 for status in told]


@needs_files
@pytest.mark.soak
def test_every_hostile_file_is_read_or_refused(
    readers: LimitedReaders, soaking: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    chosen = [path for n, path in enumerate(files()) if soaking or n % ONE_IN == 0 or path.parent.name == "archives"]
    survive(readers, [blob(path) for path in chosen])
    assert list(tmp_path.iterdir()) == []


@needs_files
@pytest.mark.soak
def test_so_is_each_under_the_name_of_another_format(readers: LimitedReaders, soaking: bool) -> None:
    pairs = [(path, ending) for path in files() for ending in ENDINGS]
    survive(readers, [blob(path, f"{n}.{end}") for n, (path, end) in enumerate(pairs) if soaking or n % 41 == 0])


@needs_files
@pytest.mark.soak
def test_so_is_each_cut_short(readers: LimitedReaders, soaking: bool) -> None:
    cuts = [(path, part) for path in files() for part in range(1, 8)]
    whole = {path: path.read_bytes() for path in files()}
    blobs = [
        Blob(f"cut:{n}", whole[path][: len(whole[path]) * part // 8], f"{n}{path.suffix}")
        for n, (path, part) in enumerate(cuts)
        if soaking or n % 29 == 0
    ]
    survive(readers, blobs)


def test_what_is_sound_is_read_in_spite_of_all_limits(readers: LimitedReaders) -> None:
    """Every library still finds what it needs: in a confined process they may read only their own files."""
    sound = {**_office(), "a.html": b"<html><body><main><h1>Rates</h1><p>They fell by nine percent.</p></main></body>"}
    sound |= {"a.py": b"def fell():\n    return 'nine percent'\n", "a.md": b"# Rates\n\nThey fell by nine percent.\n"}
    outcomes = {read.path: outcome for read, outcome in readers.map([Blob(n, data, n) for n, data in sound.items()])}
    assert outcomes.keys() == sound.keys()
    for name, outcome in outcomes.items():
        assert isinstance(outcome, Reading), f"{name}: {outcome}"
        assert "nine percent" in outcome.text
        assert outcome.pieces


def _office() -> dict[str, bytes]:
    import docx
    import openpyxl
    import pptx

    letter, book, talk = docx.Document(), openpyxl.Workbook(), pptx.Presentation()
    letter.add_paragraph("They fell by nine percent.")
    assert book.active is not None
    book.active["A1"] = "nine percent"
    talk.slides.add_slide(talk.slide_layouts[0]).shapes.title.text = "nine percent"
    made = {"a.docx": io.BytesIO(), "a.xlsx": io.BytesIO(), "a.pptx": io.BytesIO()}
    for document, data in zip((letter, book, talk), made.values(), strict=True):
        document.save(data)
    return {name: data.getvalue() for name, data in made.items()}
