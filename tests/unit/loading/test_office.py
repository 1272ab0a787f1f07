"""Word, PowerPoint and Excel files, written by their libraries."""

import datetime
import zipfile
from collections.abc import Callable
from io import BytesIO

import docx
import openpyxl
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from openpyxl.comments import Comment
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from wherefrom.core.locators import CellsLocator, TextLocator
from wherefrom.errors import ContentError
from wherefrom.loading import package, sheets
from wherefrom.loading.registry import find_loader, kind_of
from wherefrom.ports.documents import Blob, RawDocument


def load(data: bytes, path: str) -> RawDocument:
    blob = Blob(f"file:///{path}", data, path)
    return find_loader(blob)(blob)


def saved(thing: object) -> bytes:
    out = BytesIO()
    thing.save(out)  # type: ignore[attr-defined]
    return out.getvalue()


def word() -> bytes:
    document = docx.Document()
    document.core_properties.title = "Handbook"
    document.sections[0].header.paragraphs[0].text = "page header"
    document.add_paragraph("Before.")
    document.add_heading("Returns", 1)
    document.add_paragraph("first", style="List Bullet")
    document.add_paragraph("second", style="List Bullet")
    document.add_heading("Fees", 2)
    table = document.add_table(2, 2)
    table.cell(0, 0).text, table.cell(0, 1).text = "kind", "fee"
    table.cell(1, 0).text, table.cell(1, 1).text = "small", "5"
    paragraph = document.add_paragraph("kept ")
    space = nsdecls("w")
    paragraph._p.append(parse_xml(f"<w:ins {space}><w:r><w:t>inserted </w:t></w:r></w:ins>"))
    paragraph._p.append(parse_xml(f"<w:del {space}><w:r><w:delText>deleted</w:delText></w:r></w:del>"))
    paragraph._p.append(parse_xml(f"<w:r {space}><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r>"))
    control = f"<w:sdt {space}><w:sdtContent><w:p><w:r><w:t>controlled</w:t></w:r></w:p></w:sdtContent></w:sdt>"
    document.element.body.insert(-1, parse_xml(control))
    return saved(document)


def slides() -> bytes:
    deck = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text = "Plan"
    slide.placeholders[1].text = "one\ntwo"
    slide.notes_slide.notes_text_frame.text = "say this"
    deck.slides.add_slide(deck.slide_layouts[6])
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    table = slide.shapes.add_table(2, 2, 0, 0, Inches(1), Inches(1)).table
    table.cell(0, 0).text, table.cell(1, 1).text = "a", "d"
    group = slide.shapes.add_group_shape()
    group.shapes.add_textbox(0, 0, 1, 1).text_frame.text = "grouped"
    return saved(deck)


def workbook(rows: int = 3) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Fees"
    sheet.append(["kind", "since", "fee", "open"])
    for number in range(rows):
        sheet.append([f"kind {number}", datetime.date(2024, 1, 2), 5.0, True])
        sheet.append([])
    hidden = book.create_sheet("Old")
    hidden.sheet_state = "hidden"
    hidden.append(["secret"])
    return saved(book)


MAKERS: dict[str, Callable[[], bytes]] = {"docx": word, "pptx": slides, "xlsx": workbook}


def test_a_word_document_has_sections_lists_and_rows() -> None:
    document = load(word(), "a.docx")
    assert document.title == "Handbook"
    assert document.text == (
        "Before.\n\nReturns\n\n- first\n- second\n\nFees\n\nkind | fee\nsmall | 5\n\nkept inserted\n\ncontrolled"
        "\n\npage header"
    )
    assert [unit.section for unit in document.units] == [(), ("Returns",), ("Returns", "Fees"), ("Header",)]


def test_what_stands_above_and_below_the_pages_of_a_word_document_is_read_once_and_changes_no_other_place() -> None:
    document = docx.Document()
    document.add_paragraph("The body.")
    plain = load(saved(document), "a.docx")
    for number in range(3):
        section = document.sections[0] if number == 0 else document.add_section()
        section.header.is_linked_to_previous = section.footer.is_linked_to_previous = False
        section.header.paragraphs[0].text = "Contract 4711"
        section.header.add_paragraph("confidential")
        section.footer.paragraphs[0].text = "Second part" if number == 2 else "First part"
    read = load(saved(document), "a.docx")
    assert read.units[0] == plain.units[0]
    said = [(unit.section, read.text[unit.locator.char_start : unit.locator.char_end]) for unit in read.units[1:]]
    assert sorted(said) == [
        (("Footer",), "First part"),
        (("Footer",), "Second part"),
        (("Header",), "Contract 4711\nconfidential"),
    ]


def test_a_presentation_has_a_unit_a_slide() -> None:
    document = load(slides(), "a.pptx")
    assert document.title == "a.pptx"
    found = {
        unit.locator.anchor: document.text[unit.locator.char_start : unit.locator.char_end]
        for unit in document.units
        if isinstance(unit.locator, TextLocator)
    }
    assert found == {"slide=1": "Plan\n\none\ntwo\n\nNotes: say this", "slide=3": "a | \n | d\n\ngrouped"}
    assert document.units[0].section == ("Plan",)


def test_a_workbook_has_groups_of_rows_that_name_their_cells() -> None:
    document = load(workbook(60), "a.xlsx")
    assert document.text.startswith("kind | since | fee | open\nkind 0 | 2024-01-02 | 5 | TRUE\nkind 1 |")
    assert list(document.notices) == ["hidden sheet 'Old' left out"]
    assert {unit.section for unit in document.units} == {("Fees", "kind | since | fee | open")}
    ranges = [unit.locator.range for unit in document.units if isinstance(unit.locator, CellsLocator)]
    assert ranges[0].startswith("A1:D")
    assert ranges[-1].endswith(":D120")
    assert len(ranges) > 1


def test_a_formula_without_a_result_is_shown_as_it_is_and_counted() -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["kind", "fee"])
    sheet.append(["small", 5])
    sheet.append(["sum", '=SUM(B2:B2) & "<"'])
    sheet["D5"] = "=1+1"
    document = load(saved(book), "a.xlsx")
    assert document.text == 'kind | fee\nsmall | 5\nsum | =SUM(B2:B2) & "<"\n |  |  | =1+1'
    assert list(document.notices) == ["sheet 'Sheet': the file has no results of 2 formulas, which are shown instead"]


def test_a_formula_with_a_result_is_its_result_also_if_that_is_an_empty_text() -> None:
    book = openpyxl.Workbook()
    book.active.append(["a", "=1+1", '=IF(1,"","x")', "b"])
    parts = {
        name: zipfile.ZipFile(BytesIO(saved(book))).read(name)
        for name in zipfile.ZipFile(BytesIO(saved(book))).namelist()
    }
    sheet = parts["xl/worksheets/sheet1.xml"]
    assert sheet.count(b"<v></v>") + sheet.count(b"<v />") + sheet.count(b"<v/>") == 2
    for empty in (b"<v></v>", b"<v />", b"<v/>"):
        sheet = sheet.replace(b"<f>1+1</f>" + empty, b"<f>1+1</f><v>2</v>")
    sheet = sheet.replace(b'<c r="C1">', b'<c r="C1" t="str">')
    document = load(zipped({**parts, "xl/worksheets/sheet1.xml": sheet}), "a.xlsx")
    assert (document.text, list(document.notices)) == ("a | 2 |  | b", [])


def test_a_workbook_with_too_many_rows_is_cut_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "MOST_ROWS", 2)
    document = load(workbook(), "a.xlsx")
    assert document.text.count("\n") == 1
    assert document.notices[0] == "sheet 'Fees': rows from 4 on left out, there are too many"


@pytest.mark.parametrize("kind", MAKERS)
def test_an_office_file_is_known_by_what_is_in_it(kind: str) -> None:
    assert kind_of(Blob("x", MAKERS[kind](), "upload.bin", "application/octet-stream")) == kind


@pytest.mark.parametrize("kind", MAKERS)
def test_a_broken_file_is_one_error_with_a_reason(kind: str) -> None:
    whole = MAKERS[kind]()
    for end in (0, 10, len(whole) // 2, len(whole) - 5):
        with pytest.raises(ContentError):
            load(whole[:end], f"a.{kind}")
    for parts in ({"[Content_Types].xml": b"<Types/>"}, {"[Content_Types].xml": b"no xml", "a.xml": b"<a>"}):
        with pytest.raises(ContentError, match=f"this {kind} file is broken"):
            load(zipped(parts), f"a.{kind}")


@pytest.mark.parametrize("kind", MAKERS)
def test_every_part_may_be_damaged(kind: str) -> None:
    with zipfile.ZipFile(BytesIO(MAKERS[kind]())) as whole:
        parts = {name: whole.read(name) for name in whole.namelist()}
    for name in parts:
        for damaged in (b"", parts[name][: len(parts[name]) // 2], b"<a/>", b"\x00\xff"):
            try:
                load(zipped(parts | {name: damaged}), f"a.{kind}")
            except ContentError:
                continue


def zipped(parts: dict[str, bytes]) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, part in parts.items():
            made.writestr(name, part)
    return out.getvalue()


ENTITIES = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><x>&b;</x>'


@pytest.mark.parametrize(
    "part",
    [
        ENTITIES.encode(),
        b"\xef\xbb\xbf<?xml version='1.0'?>\n" + ENTITIES.encode(),
        b"<?xml version='1.0'?><!-- a --> <?x y?>\n" + ENTITIES.encode(),
        ENTITIES.encode("utf-16"),
        ENTITIES.encode("utf-16-le"),
        b"<!--" + b"x" * 100_000 + b"-->" + ENTITIES.encode(),
        b"<?xml version='1.0' encoding='utf-7'?>" + ENTITIES.encode("utf-7"),
    ],
)
@pytest.mark.parametrize("name", ["word/document.xml", "word/media/image.png"])
def test_entities_are_refused_in_every_part(part: bytes, name: str) -> None:
    with pytest.raises(ContentError, match=r"declares entities|strange encoding"):
        load(zipped({"[Content_Types].xml": b"<Types/>", name: part}), "a.docx")


def test_a_decompression_bomb_is_refused_unopened() -> None:
    with pytest.raises(ContentError, match="decompression bomb"):
        load(zipped({"[Content_Types].xml": b"<Types/>", "word/document.xml": b" " * 40_000_000}), "a.docx")


def test_a_package_over_the_limits_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package, "LARGEST_PACKAGE", 1_000)
    with pytest.raises(ContentError, match="too large when unpacked"):
        load(word(), "a.docx")


def test_an_old_or_locked_office_file_says_what_to_do() -> None:
    with pytest.raises(ContentError, match="save it as docx without a password"):
        load(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500), "a.docx")


def test_comments_and_charts_are_left_out_and_told() -> None:
    document = docx.Document()
    document.add_comment(document.add_paragraph("a word").runs, text="a remark", author="ana")
    assert list(load(saved(document), "a.docx").notices) == ["1 comment left out"]
    deck = Presentation()
    numbers = CategoryChartData()
    numbers.categories = ["Q1", "Q2"]
    numbers.add_series("Sales", (1, 2))
    for slide in (deck.slides.add_slide(deck.slide_layouts[6]) for _ in range(2)):
        slide.shapes.add_chart(XL_CHART_TYPE.PIE, Inches(1), Inches(1), Inches(1), Inches(1), numbers)
    assert list(load(saved(deck), "a.pptx").notices) == ["2 charts left out"]
    book = openpyxl.Workbook()
    book.create_sheet("Fees")["B2"].comment = Comment("a remark", "ana")
    assert list(load(saved(book), "a.xlsx").notices) == ["1 comment left out"]
