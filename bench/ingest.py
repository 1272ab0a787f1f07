"""Reading beside peers: `python -m bench.ingest [--megabytes N] [--pages N] [--json] [--plot FILE.png]`.

Text: the same real files (sources and documentation of the packages installed here), the same embedder, one run. Each
system has a process of its own, so that none pays for another's threads and objects, and reads the corpus a part at a
time, taking turns, so that a busy moment of the machine hits all alike. Ours is
`knowledge.ingest(folder)`: read in limited processes, scrubbed of secrets, cut by syntax, written to the record,
indexed for words and meaning. The peers write vectors to a Chroma on disk.

PDF: ours, the loader alone and all of `ingest`, beside pdfplumber's text and words of every page.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bench.apart import Apart
from bench.systems.pipelines import Setup, open_pipeline
from wherefrom.models.embedders.wordllama import DIMENSIONS, load_wordllama

__all__ = ["main", "measure_pdf", "measure_text"]

PARTS = 4
AS_SMALL_AS_OURS = 700
"""Characters at most, which gives the peers about as many passages as ours."""
KINDS = (".py", ".md", ".rst", ".txt")
SYSTEMS = ("all",)
_SMALLEST, _LARGEST = 200, 200_000
_WARM_UP = 15
_REAL_PDFS = Path(__file__).resolve().parents[2] / "shared" / "data" / "security" / "pdf" / "pdfplumber"


class Reading(NamedTuple):
    """`processor` counts the seconds of all processes, the limited ones included."""

    seconds: float
    processor: float
    passages: int
    megabytes: float

    @property
    def megabytes_a_second(self) -> float:
        return self.megabytes / self.seconds

    @property
    def passages_a_second(self) -> float:
        return self.passages / self.seconds


class PdfReading(NamedTuple):
    pages: int
    seconds: float
    processor: float

    @property
    def pages_a_second(self) -> float:
        return self.pages / self.seconds


def main(arguments: Sequence[str] | None = None) -> int:
    asked = _parser().parse_args(arguments)
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory(prefix="wherefrom-bench-") as home:
        texts = _texts(Path(home) / "text", asked) if asked.megabytes else {}
        pdfs = measure_pdf(Path(home) / "pdf", asked.pages) if asked.pages else {}
    told = _as_json(texts, pdfs, load)
    print(json.dumps(told, indent=1) if asked.json else _table(texts, pdfs, load))
    if asked.plot:
        _draw(texts, pdfs, asked.plot)
    if asked.out:
        asked.out.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    return 0


def _texts(home: Path, asked: argparse.Namespace) -> dict[str, Reading]:
    return measure_text(home, asked.megabytes, asked.kinds.split(","), asked.systems.split(","))


def measure_text(
    home: Path, megabytes: float, kinds: Sequence[str] = KINDS, only: Sequence[str] = SYSTEMS
) -> dict[str, Reading]:
    parts = list(_corpus(home / "corpus", megabytes, kinds))
    warm_up = _written(home / "warm-up", _sample(megabytes, kinds)[-_WARM_UP:])
    sizes = {part: sum(file.stat().st_size for file in part.rglob("*") if file.is_file()) / 1e6 for part in parts}
    systems = dict(_started(home / "stores", only))
    for system in systems.values():
        system.ask(warm_up)
    done: dict[str, list[Reading]] = {name: [] for name in systems}
    for turn, part in enumerate(parts):
        names = list(systems)
        for name in names[turn % len(names) :] + names[: turn % len(names)]:
            done[name].append(Reading(*systems[name].ask(part), sizes[part]))
            print(f"part {turn + 1}: {name} {done[name][-1].megabytes_a_second:.2f} MB/s", file=sys.stderr)
    for system in systems.values():
        system.end()
    return {name: Reading(*(sum(column) for column in zip(*rows, strict=True))) for name, rows in done.items()}


@contextmanager
def _opened(name: str, home: Path, characters: int | None) -> Generator[Callable[[Path], tuple[float, float, int]]]:
    # For the peers: in their own process, where it takes them least time. Ours opens the same for itself.
    embedder = load_wordllama(DIMENSIONS)
    embedder.prepare()
    system = open_pipeline(name, Setup(home, embedder, characters))

    def read(folder: Path) -> tuple[float, float, int]:
        began, used = time.perf_counter(), _processor()
        passages = system.ingest(folder)
        return time.perf_counter() - began, _processor() - used, passages

    yield read
    system.close()


def _started(home: Path, only: Sequence[str]) -> Iterator[tuple[str, Apart]]:
    for name, characters in (
        ("ours", None),
        ("langchain", AS_SMALL_AS_OURS),
        ("llamaindex", AS_SMALL_AS_OURS),
        ("langchain, its defaults", None),
        ("llamaindex, its defaults", None),
    ):
        if name not in only and "all" not in only:
            continue
        try:
            yield name, Apart(_opened, name.partition(",")[0], home / name, characters)
        except ImportError as error:
            print(f"{name} is left out: {error}", file=sys.stderr)


def _spent(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds by the clock, and of all processors."""
    began, used = time.perf_counter(), _processor()
    work()
    return time.perf_counter() - began, _processor() - used


def _processor() -> float:
    """Of this process and its children: those that ended, and those that still run."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + ended.ru_utime + ended.ru_stime + sum(_running_children())


def _running_children() -> Iterator[float]:
    ticks = os.sysconf("SC_CLK_TCK")
    for place in Path("/proc/self/task").glob("*/children"):
        for child in place.read_text().split():
            fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
            yield (int(fields[11]) + int(fields[12])) / ticks


def _corpus(home: Path, megabytes: float, kinds: Sequence[str]) -> Iterator[Path]:
    files = _sample(megabytes, kinds)
    for part in range(PARTS):
        yield _written(home / str(part), files[part::PARTS])


def _sample(megabytes: float, kinds: Sequence[str]) -> list[Path]:
    """The same ones each time while the same packages are installed: drawn at random, so that the mix is a real one."""
    root = Path(np.__file__).parents[1]
    files = sorted(
        file
        for kind in kinds
        for file in root.rglob(f"*{kind}")
        if file.is_file() and _SMALLEST < file.stat().st_size < _LARGEST and not file.stem.endswith("_pb2")
    )
    random.Random(1).shuffle(files)
    taken, size = list[Path](), 0
    for file in files:
        if size >= megabytes * 1e6:
            break
        if _is_text(file):
            taken.append(file)
            size += file.stat().st_size
    return taken


def _is_text(file: Path) -> bool:
    try:
        return bool(file.read_text("utf-8").strip())
    except UnicodeDecodeError:
        return False


def _written(folder: Path, files: Sequence[Path]) -> Path:
    folder.mkdir(parents=True)
    for number, file in enumerate(files):
        (folder / f"{number:05}-{file.name}").write_bytes(file.read_bytes())
    return folder


def measure_pdf(home: Path, pages: int) -> dict[str, PdfReading]:
    """Each reader takes each file in turn; `ours, ingested` reads a folder of them all at the end."""
    import pdfplumber

    from wherefrom.loading.pdf import load_pdf
    from wherefrom.ports.documents import Blob

    def by_pdfplumber(file: Path) -> None:
        with pdfplumber.open(file) as pdf:
            for page in pdf.pages:
                page.extract_text()
                page.extract_words()

    def by_ours(file: Path) -> None:
        for unit in load_pdf(Blob(file.as_uri(), file.read_bytes(), file.name)).units:
            for _ in unit.boxes:  # they are made when they are asked for
                pass

    files = list(_pdfs(home / "files", pages))
    readers: dict[str, Callable[[Path], int]] = {"pdfplumber": by_pdfplumber, "ours, the loader": by_ours}
    spent = dict.fromkeys(readers, (0.0, 0.0))
    for file in files:
        for name, read in readers.items():
            took = _spent(lambda read=read, file=file: read(file))
            spent[name] = (spent[name][0] + took[0], spent[name][1] + took[1])
    system = open_pipeline("ours", Setup(home / "store", load_wordllama(DIMENSIONS)))
    system.ingest(_written(home / "warm-up", files[-1:]))
    spent["ours, ingested"] = _spent(lambda: system.ingest(home / "files"))
    system.close()
    counted = sum(map(_pages_of, files))
    return {name: PdfReading(counted, *took) for name, took in spent.items()}


def _pages_of(file: Path) -> int:
    import pdfplumber

    with pdfplumber.open(file) as pdf:
        return len(pdf.pages)


def _pdfs(folder: Path, pages: int) -> Iterator[Path]:
    """Real ones where they are at hand (those that both can read), and dense pages of English."""
    from bench.speed import passages_of
    from tests.pdf_writer import write_pdf

    folder.mkdir(parents=True)
    for file in _readable(sorted(_REAL_PDFS.glob("*.pdf"))):
        yield _copied(file, folder)
    words = " ".join(passage.text for passage in passages_of(pages * 9)).split()
    lines = [" ".join(words[start : start + 12]) for start in range(0, len(words), 12)]
    sheets = [lines[start : start + 50] for start in range(0, len(lines), 50)][:pages]
    for number, start in enumerate(range(0, len(sheets), 100)):
        file = folder / f"written-{number}.pdf"
        file.write_bytes(write_pdf(sheets[start : start + 100]))
        yield file


def _readable(files: Sequence[Path]) -> Iterator[Path]:
    import pdfplumber

    from wherefrom.errors import WherefromError
    from wherefrom.loading.pdf import load_pdf
    from wherefrom.ports.documents import Blob

    for file in files:
        try:
            load_pdf(Blob(file.as_uri(), file.read_bytes(), file.name))
            with pdfplumber.open(file) as pdf:
                for page in pdf.pages:
                    page.extract_text()
        except (WherefromError, Exception) as error:  # noqa: BLE001 -- some are broken on purpose
            print(f"{file.name} is left out: {type(error).__name__}", file=sys.stderr)
            continue
        yield file


def _copied(file: Path, folder: Path) -> Path:
    copy = folder / file.name
    copy.write_bytes(file.read_bytes())
    return copy


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.ingest", description="reading beside peers")
    parser.add_argument("--megabytes", type=float, default=20.0, metavar="N", help="of text; 0 leaves it out")
    parser.add_argument("--kinds", default=",".join(KINDS), metavar="ENDINGS", help="of the text files that are read")
    parser.add_argument("--systems", default="all", metavar="NAMES", help="for text: ours,langchain,llamaindex")
    parser.add_argument("--pages", type=int, default=300, metavar="N", help="of PDF; 0 leaves it out")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--out", type=Path, metavar="FILE.json", help="write JSON as well")
    parser.add_argument("--plot", type=Path, metavar="FILE.png", help="draw both as bars")
    return parser


def _table(texts: dict[str, Reading], pdfs: dict[str, PdfReading], load: float) -> str:
    lines = [f"load {load:.1f} when it began"]
    if texts:
        lines += ["", f"{'text':<26}     MB/s  passages/s  passages  processor s/MB  ours is"]
        for name, read in texts.items():
            lines.append(
                f"  {name:<24} {read.megabytes_a_second:8.2f} {read.passages_a_second:11,.0f} {read.passages:9,} "
                f"{read.processor / read.megabytes:15.2f} {_times(texts['ours'].seconds, read.seconds)}"
            )
    if pdfs:
        lines += ["", f"{'PDF':<26}  pages/s  faster than pdfplumber  by processor time"]
        slow = pdfs["pdfplumber"]
        for name, pdf in pdfs.items():
            faster, cheaper = _times(pdf.seconds, slow.seconds), _times(pdf.processor, slow.processor)
            lines.append(f"  {name:<24} {pdf.pages_a_second:8.1f} {faster:>23} {cheaper:>18}")
    return "\n".join(lines)


def _times(ours: float, theirs: float) -> str:
    return f"{theirs / ours:7.1f} x"


def _as_json(texts: dict[str, Reading], pdfs: dict[str, PdfReading], load: float) -> dict[str, Any]:
    return {
        "load": round(load, 1),
        "text": {
            name: {
                "megabytes_a_second": round(read.megabytes_a_second, 3),
                "passages_a_second": round(read.passages_a_second, 1),
                "passages": read.passages,
                "megabytes": round(read.megabytes, 1),
                "processor_seconds": round(read.processor, 1),
            }
            for name, read in texts.items()
        },
        "pdf": {
            name: {
                "pages": pdf.pages,
                "pages_a_second": round(pdf.pages_a_second, 1),
                "processor_seconds": round(pdf.processor, 2),
            }
            for name, pdf in pdfs.items()
        },
    }


def _draw(texts: dict[str, Reading], pdfs: dict[str, PdfReading], file: Path) -> None:
    from bench.bars import draw_bars

    draw_bars(
        {
            "text, MB/s": {name: read.megabytes_a_second for name, read in texts.items()},
            "PDF, pages/s": {name: pdf.pages_a_second for name, pdf in pdfs.items()},
        },
        file,
    )


if __name__ == "__main__":
    raise SystemExit(main())
