"""A line put into a PDF moves a line over the end of every page; the passages stay what they were."""

import random
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice

import pytest

from tests.pdf_writer import write_pdf
from wherefrom.chunking.passages import Passages
from wherefrom.core.locators import PdfLocator
from wherefrom.loading.pdf import load_pdf
from wherefrom.ports.documents import Blob, ChunkPiece, RawDocument

PAGES, A_PAGE, WIDTH = 40, 45, 88
ALLOWED = 0.05
INSERTED = "A line that was not there before, and moves the rest."
WORDS = tuple(
    f"{a}{b}{c}" for a in ("ka", "lo", "mi", "ne", "pu") for b in ("ra", "so", "tu", "wi") for c in ("n", "ven", "lis")
)
LOREM = (
    "Lorem ipsum dolor sit amet, consectetur adipiscing elit. Sed do eiusmod tempor incididunt ut labore et dolore "
    "magna aliqua. Ut enim ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea commodo. "
    "Duis aute irure dolor in reprehenderit in voluptate velit esse cillum dolore eu fugiat nulla pariatur."
)


def load(data: bytes) -> RawDocument:
    return load_pdf(Blob("file:///book.pdf", data, "book.pdf"))


def said(chance: random.Random, least: int, most: int) -> str:
    return " ".join(chance.choices(WORDS, k=chance.randint(least, most)))


def endless_lines(chance: random.Random) -> Iterator[Sequence[str]]:
    """Each as long as the others, nothing ends."""
    while True:
        yield [f"{said(chance, 20, 20)[: WIDTH - 8]:x<80}" for _ in range(chance.randint(3, 9))]


def uneven_lines(chance: random.Random) -> Iterator[Sequence[str]]:
    while True:
        yield [said(chance, 6, 13) for _ in range(chance.randint(2, 8))]


def sentences_a_line(chance: random.Random) -> Iterator[Sequence[str]]:
    while True:
        yield [f"{said(chance, 5, 12).capitalize()}." for _ in range(5)]


def wrapped_words(chance: random.Random) -> Iterator[Sequence[str]]:
    while True:
        yield textwrap.wrap(said(chance, 20, 120), WIDTH)


def numbered_lines(chance: random.Random) -> Iterator[Sequence[str]]:
    return ([f"Line {number}: {said(chance, 6, 12)}"] for number in range(1, 10**6))


def lorem(chance: random.Random) -> Iterator[Sequence[str]]:
    return cycle([textwrap.wrap(LOREM, WIDTH - chance.randrange(2))])


def lines_of(paragraphs: Iterator[Sequence[str]], gap: bool) -> list[str]:
    every = (line for paragraph in paragraphs for line in (*paragraph, *([""] if gap else [])))
    return list(islice(every, PAGES * A_PAGE))


def paged(lines: Sequence[str], *, keeps_gaps: bool) -> list[Sequence[str]]:
    """A typesetter leaves out a gap at the top of a page; a program that counts lines keeps it."""
    pages: list[Sequence[str]] = []
    at = 0
    while at < len(lines):
        at += not keeps_gaps and not lines[at]
        pages.append(lines[at : at + A_PAGE])
        at += A_PAGE
    return [page for page in pages if any(page)]


def renewed(before: Sequence[ChunkPiece], after: Sequence[ChunkPiece]) -> float:
    known, now = (Counter(piece.text for piece in pieces) for pieces in (before, after))
    return sum((now - known).values()) / now.total()


def chunk(data: bytes) -> list[ChunkPiece]:
    document = load(data)
    pieces = list(Passages().chunk(document))
    for piece in pieces:
        assert document.text[piece.locators[0].char_start : piece.locators[-1].char_end] == piece.text
        assert all(isinstance(place, PdfLocator) and place.regions for place in piece.locators)
    return pieces


@pytest.mark.parametrize(
    ("keeps_gaps", "inserted"),
    [(True, [INSERTED]), (False, [INSERTED]), (False, textwrap.wrap(LOREM, WIDTH))],
    ids=["kept", "dropped", "paragraph"],
)
@pytest.mark.parametrize("writes", [endless_lines, uneven_lines, sentences_a_line, wrapped_words, lorem])
def test_paragraphs_that_only_their_distance_shows_keep_their_passages(
    writes: Callable[[random.Random], Iterator[Sequence[str]]], keeps_gaps: bool, inserted: Sequence[str]
) -> None:
    lines = lines_of(writes(random.Random(1)), gap=True)
    before, after = (
        chunk(write_pdf(paged(each, keeps_gaps=keeps_gaps))) for each in (lines, [*lines[:4], *inserted, *lines[4:]])
    )
    assert 0 < renewed(before, after) <= ALLOWED


@pytest.mark.parametrize("writes", [endless_lines, uneven_lines, numbered_lines, wrapped_words])
def test_lines_without_paragraphs_keep_their_passages(
    writes: Callable[[random.Random], Iterator[Sequence[str]]],
) -> None:
    lines = lines_of(writes(random.Random(2)), gap=False)
    before, after = (
        chunk(write_pdf(paged(each, keeps_gaps=True), header="Acme Handbook", footer="Page {page} of 40"))
        for each in (lines, [*lines[:4], INSERTED, *lines[4:]])
    )
    assert 0 < renewed(before, after) <= ALLOWED


def with_margin(pages: Sequence[Sequence[str]]) -> list[Sequence[str]]:
    return [[f"{number}\t{line}" for number, line in enumerate(page, start=1)] for page in pages]


@pytest.mark.parametrize("writes", [uneven_lines, wrapped_words])
@pytest.mark.parametrize("gap", [True, False], ids=["apart", "together"])
def test_numbers_in_the_margin_that_begin_anew_on_each_page_are_in_no_passage(
    writes: Callable[[random.Random], Iterator[Sequence[str]]], gap: bool
) -> None:
    lines = lines_of(writes(random.Random(3)), gap=gap)
    before, after = (
        chunk(write_pdf(with_margin(paged(each, keeps_gaps=True)), header="Acme", footer="{page}"))
        for each in (lines, [*lines[:4], INSERTED, *lines[4:]])
    )
    assert 0 < renewed(before, after) <= ALLOWED
    assert not any(piece.text.split("\n")[0].split()[0].isdigit() for piece in before)


@pytest.mark.parametrize(
    "rows",
    [
        [[f"{rank}\t{said(random.Random(rank), 2, 2)}" for rank in range(1, 31)]] * 4,
        [[f"{rank}\tThe long name of a team that came in {90 - rank} points" for rank in range(1, 31)]] * 4,
        [[f"{rank}\ta short name\tof a team with\t{90 - rank} points" for rank in range(1, 31)]] * 4,
        [[f"{40 * page + n}\t{said(random.Random(n), 8, 12)}" for n in range(1, 41)] for page in range(4)],
        [[f"{n}\t{said(random.Random(n), 8, 12)}" for n in range(1, 41)]] * 2,
    ],
    ids=["ranking", "names", "table", "counting on", "two pages"],
)
def test_other_numbers_at_the_beginning_of_lines_are_said(rows: Sequence[Sequence[str]]) -> None:
    assert "12\t" in load(write_pdf(rows)).text


def test_heads_and_numbers_as_close_as_lines_are_in_no_passage_but_for_the_first() -> None:
    lines = lines_of(uneven_lines(random.Random(3)), gap=False)
    before, after = (
        chunk(
            write_pdf(
                [
                    ["Acme Handbook", *page, f"Page {number}"]
                    for number, page in enumerate(paged(each, keeps_gaps=True), start=1)
                ]
            )
        )
        for each in (lines, [*lines[:4], INSERTED, *lines[4:]])
    )
    assert 0 < renewed(before, after) <= ALLOWED
    whole = "\n".join(piece.text for piece in before)
    assert whole.count("Acme Handbook") == 1
    assert "Page 7" not in whole


def test_text_that_repeats_itself_at_the_edges_of_pages_is_no_running_head() -> None:
    lines = lines_of(lorem(random.Random(4)), gap=True)
    pieces = chunk(write_pdf(paged(lines, keeps_gaps=True)))
    assert "".join("".join(piece.text.split()) for piece in pieces) == "".join("".join(lines).split())


def test_lines_far_apart_are_not_set_apart() -> None:
    pages = [[text for line in range(1, 16) for text in (f"Line {line} of page {page}", "")] for page in range(1, 9)]
    pieces = chunk(write_pdf(pages))
    assert "\n".join(piece.text for piece in pieces).count(" of page ") == 15 * 8


def test_bookmarks_that_name_the_pages_cut_nothing() -> None:
    lines = lines_of(uneven_lines(random.Random(5)), gap=False)
    before, after = (
        chunk(write_pdf(pages, outline=[(f"Leaf {number}", number, 0) for number in range(1, len(pages) + 1)]))
        for pages in (paged(each, keeps_gaps=True) for each in (lines, [*lines[:4], INSERTED, *lines[4:]]))
    )
    assert 0 < renewed(before, after) <= ALLOWED


def test_paragraphs_stay_apart_where_lines_show_their_ends() -> None:
    paragraphs = [textwrap.wrap(f"{said(random.Random(seed), 30, 90).capitalize()}.", WIDTH) for seed in range(200)]
    lines = lines_of(iter(paragraphs), gap=True)
    whole = load(write_pdf(paged(lines, keeps_gaps=False))).text.split("\n\n")
    kept = sum("\n".join(paragraph) in whole for paragraph in paragraphs)
    assert kept >= 0.95 * len(whole)
