"""PDF: what stands on the pages, in the order in which people read it, and where."""

import random
import subprocess
import sys
import textwrap
from collections import Counter
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from tests.pdf_writer import HEIGHT, LEADING, MARGIN, WIDTH, write_pdf
from wherefrom.chunking.passages import Passages
from wherefrom.core.documents import ContentKind
from wherefrom.core.locators import Box, PdfLocator
from wherefrom.errors import ContentError, InvalidValue
from wherefrom.loading import pdf_pages
from wherefrom.loading.pdf import load_pdf
from wherefrom.loading.pdf_image import page_image
from wherefrom.ports.documents import Blob, RawDocument

HOSTILE = Path(__file__).parents[4] / "shared" / "data" / "security" / "pdf"
GREEK = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "theta", "kappa", "lambda", "sigma", "upsilon", "omega")
LOAD_ALL = """
import sys
from pathlib import Path
from wherefrom.chunking.passages import Passages
from wherefrom.errors import ContentError
from wherefrom.loading.pdf import load_pdf
from wherefrom.ports.documents import Blob
for path in sys.argv[1:]:
    print(path, flush=True)
    try:
        document = load_pdf(Blob(path, Path(path).read_bytes(), path))
    except ContentError as error:
        assert error.hint
        continue
    assert document.units
    document.text.encode()
    for piece in Passages().chunk(document):
        first, last = piece.locators[0], piece.locators[-1]
        assert document.text[first.char_start : last.char_end] == piece.text
        assert all(locator.regions for locator in piece.locators)
"""


def load(data: bytes, path: str = "papers/handbook.pdf") -> RawDocument:
    return load_pdf(Blob(f"file:///{path}", data, path))


def prose(seed: int, lines: int, words: int = 7) -> list[str]:
    chance = random.Random(seed)
    return [f"L{line} {' '.join(chance.choices(GREEK, k=words))}" for line in range(lines)]


def paragraphs(seed: int, count: int, width: int = 88) -> list[str]:
    """Lines of paragraphs with a gap behind each."""
    chance = random.Random(seed)
    lines: list[str] = []
    for _ in range(count):
        sentences = (" ".join(chance.choices(GREEK, k=chance.randint(5, 20))) for _ in range(chance.randint(1, 7)))
        lines += [*textwrap.wrap(" ".join(f"{chance.random():.6f} {said}." for said in sentences), width), ""]
    return lines


def paged(lines: Sequence[str], a_page: int = 50) -> list[Sequence[str]]:
    """As a typesetter does it: a gap at the top of a page vanishes."""
    pages: list[Sequence[str]] = []
    at = 0
    while at < len(lines):
        at += lines[at] == ""
        pages.append(lines[at : at + a_page])
        at += a_page
    return [page for page in pages if page]


def page_of(document: RawDocument, number: int) -> str:
    units = [unit for unit in document.units if isinstance(unit.locator, PdfLocator) and unit.locator.page == number]
    return document.text[units[0].locator.char_start : units[-1].locator.char_end]


def test_a_page_is_a_unit_with_its_text() -> None:
    document = load(write_pdf([["First page.", "", "Second paragraph", "over two lines."], ["Another page."]]))
    assert page_of(document, 1) == "First page.\n\nSecond paragraph\nover two lines."
    assert page_of(document, 2) == "Another page."
    assert [unit.content_kind for unit in document.units] == [ContentKind.PDF_PAGE] * 2
    assert document.title == "handbook.pdf"
    assert not document.notices


def test_every_word_has_its_box_in_tenths_of_points() -> None:
    document = load(write_pdf([["Hello wide", "world"]]))
    (unit,) = document.units
    assert [document.text[start:end] for start, end, _ in unit.boxes] == ["Hello", "wide", "world"]
    hello, wide, world = (box for _, _, box in unit.boxes)
    assert hello.left == world.left == MARGIN
    assert hello.right < wide.left
    assert hello.top < MARGIN < hello.bottom
    assert world.top == pytest.approx(hello.top + LEADING, abs=0.11)
    assert hello == Box(*(round(side, 1) for side in hello))
    assert unit.boxes[-1:] == [unit.boxes[2]]


@pytest.mark.parametrize("row_wise", [False, True])
@pytest.mark.parametrize("columns", [2, 3])
def test_columns_are_read_one_after_the_other(columns: int, row_wise: bool) -> None:
    lines = prose(1, 30, words=3 if columns == 3 else 6)
    document = load(write_pdf([lines], columns=columns, row_wise=row_wise))
    assert document.text.split("\n") == lines


def test_a_table_is_read_row_by_row() -> None:
    rows = ["City\tPeople\tArea", *(f"Town {number}\t{number * 731}\t{number * 17}" for number in range(12))]
    assert load(write_pdf([rows])).text.split("\n") == rows


def test_notes_in_the_margin_stay_out_of_the_lines_beside_them() -> None:
    lines = [f"{line:<50.50}" for line in prose(2, 20, words=12)]
    noted = [line.rstrip() for line in lines]
    drawn = [f"{line}\t\t\t\tNote {number}" if number in (3, 4) else line for number, line in enumerate(noted)]
    assert load(write_pdf([drawn])).text.split("\n")[:20] == noted


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
def test_a_page_that_lies_on_its_side_is_read_all_the_same(rotate: int) -> None:
    lines = prose(3, 12)
    document = load(write_pdf([lines], rotate=rotate))
    assert document.text.split("\n") == lines
    wide, high = (HEIGHT, WIDTH) if rotate in (90, 270) else (WIDTH, HEIGHT)
    for _, _, box in document.units[0].boxes:
        assert 0 <= box.left < box.right <= wide
        assert 0 <= box.top < box.bottom <= high


def test_boxes_are_measured_on_the_page_as_it_is_displayed() -> None:
    whole, cropped, turned = (
        load(write_pdf([["Hello"]], **how)).units[0].boxes[0][2]
        for how in ({}, {"crop": (50, 100, 500, 750)}, {"rotate": 90})
    )
    assert cropped == Box(
        *(round(side, 1) for side in (whole.left - 50, whole.top - 42, whole.right - 50, whole.bottom - 42))
    )
    assert (turned.top, turned.bottom) == (whole.left, whole.right)
    assert turned.right == pytest.approx(HEIGHT - whole.top, abs=0.11)


def test_words_that_nobody_sees_are_left_out_and_counted() -> None:
    document = load(write_pdf([["Seen here, not", "", "", "hidden away below"]], crop=(0, HEIGHT - 90, WIDTH, HEIGHT)))
    assert document.text == "Seen here, not"
    assert list(document.notices) == ["3 words beyond the edges of the pages were left out"]


def test_a_hyphen_at_the_end_of_a_line_stays_as_it_is() -> None:
    assert load(write_pdf([["This is a hy-", "phenated word."]])).text == "This is a hy-\nphenated word."


def test_an_empty_password_opens() -> None:
    assert load(write_pdf([["Not so secret."]], password="", title="Plans"))[:2] == ("Plans", "Not so secret.")


def test_a_real_password_is_an_error_that_says_what_to_do() -> None:
    with pytest.raises(ContentError, match="locked with a password") as told:
        load(write_pdf([["Secret."]], password="xyzzy"))
    assert told.value.hint == "save a copy without one"


@pytest.mark.parametrize("data", [b"", b"%PDF-1.4\nnothing", b"hello" * 100])
def test_what_is_no_pdf_is_refused(data: bytes) -> None:
    with pytest.raises(ContentError, match="damaged, or not a PDF"):
        load(data)


def test_a_scanned_page_is_told() -> None:
    document = load(write_pdf([["Some text."], ["More."], None]))
    assert list(document.notices) == ["page 3 has no text: it needs OCR"]
    assert list(load(write_pdf([None, ["Text."], None, None])).notices) == ["pages 1, 3-4 have no text: they need OCR"]


def test_a_scanned_page_with_hardly_a_word_on_it_is_not_said_to_have_none() -> None:
    told = "is a picture with little text: if there are words in it, OCR finds them"
    assert list(load(write_pdf([["Page 1"]], scanned=True)).notices) == [f"page 1 {told}"]
    assert list(load(write_pdf([prose(1, 9)], scanned=True)).notices) == []


def test_nothing_is_missing_where_text_is_laid_under_a_scanned_page() -> None:
    document = load(write_pdf([["Recognised words"]], scanned=True, unseen=True))
    assert (document.text, list(document.notices)) == ("Recognised words", [])


def test_a_scanned_document_is_no_success() -> None:
    with pytest.raises(ContentError, match="pages 1-2 need OCR"):
        load(write_pdf([None, None]))


def test_an_empty_document_is_no_success() -> None:
    with pytest.raises(ContentError, match="there is no text"):
        load(write_pdf([[], []]))


def test_running_heads_and_page_numbers_are_in_no_unit() -> None:
    pages = [prose(number, 30) for number in range(5)]
    document = load(write_pdf(pages, header="Acme Handbook 2026", footer="Page {page} of 5"))
    assert [page_of(document, number).split("\n") for number in range(1, 6)] == pages
    assert document.text.endswith("\n\nAcme Handbook 2026\n\nPage 1 of 5")


def test_lines_that_repeat_inside_the_text_stay() -> None:
    pages = [["Summary", *prose(1, 20), "End of part"]] * 4
    document = load(write_pdf(pages))
    assert [page_of(document, number).split("\n") for number in range(1, 5)] == pages


def test_a_number_that_does_not_count_pages_stays() -> None:
    pages = [[*prose(number, 20), "", "", f"Total {number * number}"] for number in range(1, 7)]
    document = load(write_pdf(pages))
    assert "Total 25" in page_of(document, 5)


@pytest.mark.parametrize(
    ("declared", "title"),
    [
        ("Übersicht der Tarife", "Übersicht der Tarife"),
        ("Microsoft Word - draft7.doc", "handbook.pdf"),
        ("untitled", "handbook.pdf"),
        ("paper_final.dvi", "handbook.pdf"),
        ("  ", "handbook.pdf"),
    ],
)
def test_the_title_is_declared_or_the_name_of_the_file(declared: str, title: str) -> None:
    assert load(write_pdf([["Text."]], title=declared)).title == title


def test_bookmarks_are_sections() -> None:
    first = ["1 Intro", "", "Some words", "over lines.", "", "2 Refunds", "", "Two", "approvals", "each."]
    outline = [("Intro", 1, 0), ("Refunds", 1, 5), ("Nowhere written", 2, 0)]
    document = load(write_pdf([first, ["More."], ["The end."]], outline=outline))
    assert [
        (unit.section, document.text[unit.locator.char_start : unit.locator.char_end]) for unit in document.units
    ] == [
        (("Intro",), "1 Intro\n\nSome words\nover lines."),
        (("Refunds",), "2 Refunds\n\nTwo\napprovals\neach."),
        (("Nowhere written",), "More."),
        (("Nowhere written",), "The end."),
    ]


def test_too_many_pages_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_pages, "MOST_PAGES", 2)
    with pytest.raises(ContentError, match="3 pages"):
        load(write_pdf([["Text."]] * 3))


def test_too_many_characters_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_pages, "MOST_CHARACTERS", 20)
    with pytest.raises(ContentError, match="20 characters"):
        load(write_pdf([prose(1, 3)]))


def test_every_passage_has_a_box_for_every_line_on_every_page_it_touches() -> None:
    document = load(write_pdf(paged(paragraphs(4, 60)), footer="{page}"))
    pieces = list(Passages().chunk(document))
    crossing = [piece for piece in pieces if len(piece.locators) > 1]
    assert crossing
    for piece in pieces:
        assert document.text[piece.locators[0].char_start : piece.locators[-1].char_end] == piece.text
        pages = [locator.page for locator in piece.locators if isinstance(locator, PdfLocator)]
        assert pages == list(range(pages[0], pages[0] + len(pages)))
        said = [
            document.text[region.char_start : region.char_end]
            for locator in piece.locators
            if isinstance(locator, PdfLocator)
            for region in locator.regions
            if region.page == locator.page and region.box.left < region.box.right
        ]
        assert said == [line for line in piece.text.split("\n") if line]


@pytest.mark.parametrize("layout", [{}, {"columns": 2}, {"header": "Acme", "footer": "Page {page} of 40"}])
def test_an_inserted_line_that_shifts_every_page_renews_hardly_a_passage(layout: dict[str, object]) -> None:
    columns = int(str(layout.get("columns", 1)))
    lines = paragraphs(5, 300, width=88 // columns)
    before, after = (
        Counter(
            piece.text
            for piece in Passages().chunk(load(write_pdf(paged(said, 50 * columns), **layout)))  # pyright: ignore[reportArgumentType]
        )
        for said in (lines, [*lines[:3], "A line that was not there before, and moves the rest.", *lines[3:]])
    )
    renewed = sum((after - before).values())
    assert 1 <= renewed <= sum(before.values()) * 0.05


def test_a_page_is_drawn_with_its_marks() -> None:
    data = write_pdf([["Hello"]])
    box = load(data).units[0].boxes[0][2]
    plain, marked = (Image.open(BytesIO(page_image(data, 1, boxes))) for boxes in ([], [box]))
    assert plain.format == "PNG"
    assert plain.size == (2 * WIDTH, 2 * HEIGHT)
    inside, outside = (int(box.left) * 2 + 1, int(box.top) * 2 + 2), (10, 10)
    assert plain.getpixel(inside) != marked.getpixel(inside)
    assert plain.getpixel(outside) == marked.getpixel(outside) == (255, 255, 255)


def test_a_page_that_is_not_there_is_not_drawn() -> None:
    with pytest.raises(InvalidValue, match="no such page"):
        page_image(write_pdf([["Hello"]]), 2, [])


@pytest.mark.skipif(not HOSTILE.is_dir(), reason="needs ../shared/data")
def test_hostile_files_give_a_document_or_an_error_with_a_hint() -> None:
    """In a process of its own: a crash of PDFium would take the tests with it."""
    paths = sorted(str(path) for path in HOSTILE.rglob("*.pdf"))
    done = subprocess.run([sys.executable, "-c", LOAD_ALL, *paths], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout[-200:] + done.stderr[-2000:]
