"""What is embedded again when a source changes: `python -m bench.freshness [--files N] [--json] [--plot FILE.png]`.

A text and a PDF of 500 pages are read, changed and read again by ours, by LangChain's indexing API and by LlamaIndex's
upserts; an embedder that counts says how many passages each gave it again. Ours reads PDFs of other shapes too. Then a
folder of many files is read twice.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tempfile
import textwrap
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from pydoc_data.topics import topics
from typing import Any, NamedTuple, TypeAlias

from bench.bars import draw_bars
from bench.shapes import LINES_A_PAGE, SHAPES, Book, write_pages
from bench.systems.pipelines import Counted, Setup, open_pipeline
from wherefrom.models.embedders import open_embedder

__all__ = ["Again", "main", "measure_again", "measure_unchanged"]

PAGES = 500
_WIDTH = 85
_SHORTEST, _LONGEST = 20, 150
"""Words of a paragraph. All of one length would fill pages and passages evenly, and nothing would ever shift."""
_SYSTEMS = ("ours", "langchain-indexing", "llamaindex-upserts")
_INSERTED = (
    "This paragraph was not here before. It says little, but it says it in some words, so that everything after it "
    "moves down by a few lines, and what was cut by counting characters from the beginning is cut elsewhere now."
)


class Again(NamedTuple):
    """Passages embedded when the changed source was read again, of so many."""

    embedded: int
    passages: int


Results: TypeAlias = dict[str, dict[str, Again]]


def main(arguments: Sequence[str] | None = None) -> int:
    asked = _parser().parse_args(arguments)
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory(prefix="wherefrom-bench-") as home:
        again = {change: dict(_each(Path(home) / str(number), change)) for number, change in enumerate(_CHANGES)}
        shapes = {
            name: measure_again(Path(home) / f"shape{number}", "ours", shape.writes, _one_line, shape.sets(_book()))
            for number, (name, shape) in enumerate(SHAPES.items())
        }
        first, second = measure_unchanged(Path(home) / "unchanged", asked.files) if asked.files else (0.0, 0.0)
    told = _as_json(again, shapes, asked.files, first, second, load)
    print(json.dumps(told, indent=1) if asked.json else _table(again, shapes, asked.files, first, second))
    if asked.out:
        asked.out.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    if asked.plot:
        shares = {
            change: {name: 100 * one.embedded / one.passages for name, one in systems.items()}
            for change, systems in again.items()
        }
        draw_bars({f"{change}, % embedded again": bars for change, bars in shares.items()}, asked.plot)
    return 0


def _each(home: Path, change: str) -> Iterator[tuple[str, Again]]:
    for name in _SYSTEMS:
        try:
            yield name, measure_again(home / name, name, *_CHANGES[change], _book())
        except ImportError as error:
            print(f"{name} is left out: {error}", file=sys.stderr)


def measure_again(
    home: Path, name: str, write: Callable[[Path, Book], None], change: Callable[[Book], Book], book: Book
) -> Again:
    folder = home / "source"
    folder.mkdir(parents=True)
    embedder = Counted(open_embedder("wordllama"))
    system = open_pipeline(name, Setup(home / "store", embedder))
    write(folder, book)
    passages = system.ingest(folder)
    write(folder, change(book))
    embedder.texts = 0
    system.ingest(folder)
    # Ours opens its embedder for itself, and reports what it gave it.
    embedded = getattr(system, "embedded", embedder.texts)
    system.close()
    return Again(embedded, passages)


def measure_unchanged(home: Path, files: int) -> tuple[float, float]:
    """Seconds of a first run of ours, and of the same again."""
    folder = home / "source"
    paragraphs = list(map(" ".join, _book()))
    chance = random.Random(3)
    for number in range(files):
        file = folder / f"{number % 100:02}" / f"{number:05}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"# Note {number}\n\n" + "\n\n".join(chance.sample(paragraphs, 3)) + "\n", "utf-8")
    system = open_pipeline("ours", Setup(home / "store", open_embedder("wordllama")))
    spent: list[float] = []
    for _ in range(2):
        began = time.perf_counter()
        system.ingest(folder)
        spent.append(time.perf_counter() - began)
    system.close()
    return spent[0], spent[1]


def _book(pages: int = PAGES) -> Book:
    """English of Python's own documentation in paragraphs of some sentences' length, as a book has them."""
    words = " ".join(topics.values()).encode("ascii", "ignore").decode().split()
    chance = random.Random(1)
    book: Book = []
    left = pages * LINES_A_PAGE
    while left > 0:
        length = chance.randint(_SHORTEST, _LONGEST)
        at = chance.randrange(len(words) - length)
        said = " ".join(words[at : at + length]).rstrip(",;:.")
        book.append(textwrap.wrap(f"{said[0].upper()}{said[1:]}.", _WIDTH))
        left -= len(book[-1]) + 1
    return book


def _write_text(folder: Path, book: Book) -> None:
    (folder / "book.txt").write_text("\n\n".join(map("\n".join, book)) + "\n", "utf-8")


def _one_word(book: Book) -> Book:
    middle = len(book) // 2
    first, *others = book[middle]
    words = first.split()
    words[5] = "otherwise"
    return [*book[:middle], [" ".join(words), *others], *book[middle + 1 :]]


def _one_paragraph(book: Book) -> Book:
    return [book[0], textwrap.wrap(_INSERTED, _WIDTH), *book[1:]]


def _one_line(book: Book) -> Book:
    first, *others = book[0]
    return [[first, _INSERTED[:_WIDTH], *others], *book[1:]]


_CHANGES: dict[str, tuple[Callable[[Path, Book], None], Callable[[Book], Book]]] = {
    "a word of a text": (_write_text, _one_word),
    "a paragraph put into a text": (_write_text, _one_paragraph),
    "a line put into a PDF": (write_pages, _one_line),
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.freshness", description="what is embedded again")
    parser.add_argument("--files", type=int, default=10_000, metavar="N", help="to be read twice; 0 leaves it out")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--out", type=Path, metavar="FILE.json", help="write JSON as well")
    parser.add_argument("--plot", type=Path, metavar="FILE.png", help="draw the shares as bars")
    return parser


def _table(again: Results, shapes: dict[str, Again], files: int, first: float, second: float) -> str:
    lines = [f"embedded again, {PAGES} pages"]
    for change, systems in again.items():
        lines += ["", change, *(_row(name, one, 20) for name, one in systems.items())]
    lines += ["", "a line put into a PDF, by its shape", *(_row(name, one, 52) for name, one in shapes.items())]
    if files:
        lines += ["", f"{files:,} files: {first:.1f} s, again unchanged {second:.2f} s ({second / first:.1%})"]
    return "\n".join(lines)


def _row(name: str, one: Again, width: int) -> str:
    return f"  {name:<{width}} {one.embedded:6,} of {one.passages:,} ({one.embedded / one.passages:.1%})"


def _as_json(
    again: Results, shapes: dict[str, Again], files: int, first: float, second: float, load: float
) -> dict[str, Any]:
    return {
        "load": round(load, 1),
        "embedded_again": {
            change: {name: one._asdict() for name, one in systems.items()} for change, systems in again.items()
        },
        "by_shape_of_pdf": {name: one._asdict() for name, one in shapes.items()},
        "unchanged": {"files": files, "first_seconds": round(first, 2), "second_seconds": round(second, 2)},
    }


if __name__ == "__main__":
    raise SystemExit(main())
