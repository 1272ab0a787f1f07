"""Tables in text: exact places, the header known in every group."""

from hypothesis import given
from hypothesis import strategies as st

from wherefrom.core.locators import CellsLocator
from wherefrom.loading import table
from wherefrom.loading.table import column, load_table
from wherefrom.ports.documents import Blob, RawDocument


def load(text: str, path: str = "a.csv") -> RawDocument:
    return load_table(Blob(f"file:///{path}", text.encode(), path))


def ranges(document: RawDocument) -> list[str]:
    return [unit.locator.range for unit in document.units if isinstance(unit.locator, CellsLocator)]


def test_groups_of_rows_name_their_cells_and_know_the_header() -> None:
    rows = [f"item {number},{number},note of item {number}" for number in range(200)]
    text = "\n".join(["name,count,note", *rows]) + "\n"
    document = load(text)
    assert document.text == text
    assert {unit.section for unit in document.units} == {("name | count | note",)}
    assert ranges(document)[0].startswith("A1:C")
    assert ranges(document)[-1].endswith(":C201")
    for unit, cells in zip(document.units, ranges(document), strict=True):
        first, last = (int(cell[1:]) for cell in cells.split(":"))
        part = text[unit.locator.char_start : unit.locator.char_end]
        assert part.splitlines() == text.splitlines()[first - 1 : last]


def test_a_row_on_top_changes_no_group_below() -> None:
    rows = [f"item {number},{number},{'note ' * 5}" for number in range(500)]
    parts = [
        {document.text[unit.locator.char_start : unit.locator.char_end] for unit in document.units}
        for document in (load("\n".join(["a,b,c", *rows])), load("\n".join(["a,b,c", "new,0,x", *rows])))
    ]
    assert len(parts[1] - parts[0]) <= 3


def test_a_quoted_line_end_stays_in_its_row() -> None:
    document = load('name,text\nx,"one\r\ntwo ""2"""\ny,z\n')
    assert ranges(document) == ["A1:B3"]


def test_delimiters_are_seen() -> None:
    assert load("a;b\nc;d\n").units[0].section == ("a | b",)
    assert load("a\tb,c\nx\ty\n", "a.tsv").units[0].section == ("a | b,c",)


def test_numbers_and_repeated_names_are_no_header() -> None:
    assert load("1,2\n3,4\n").units[0].section == ()
    assert load("a,a\n3,4\n").units[0].section == ()
    assert load("only,one,row\n").units[0].section == ()


def test_a_quotation_that_nobody_closes_costs_a_notice_and_no_row() -> None:
    text = 'a,b\n"open,1\n' + "x,2\n" * 3000
    document = load(text)
    assert "never closed" in document.notices[0]
    assert ranges(document)[-1] == f"A{ranges(document)[-1][1:].split(':')[0]}:B3002"


def test_a_cell_beyond_the_readers_limit_is_no_failure() -> None:
    document = load('a,b\n"' + "x" * 200_000 + '",1\n')
    assert len(document.units) == 2


def test_columns_are_named_as_in_a_spreadsheet() -> None:
    assert [column(number) for number in (1, 26, 27, 52, 703)] == ["A", "Z", "AA", "AZ", "AAA"]


@given(st.lists(st.lists(st.text(st.sampled_from('ab",;\n\r '), max_size=6), min_size=1, max_size=4), max_size=8))
def test_rows_written_by_the_standard_writer_come_back_whole(rows: list[list[str]]) -> None:
    import csv
    import io

    out = io.StringIO()
    csv.writer(out, quoting=csv.QUOTE_ALL).writerows(rows)
    read = list(table._rows(out.getvalue(), ","))
    assert [list(row.cells) for row in read] == rows
    assert "".join(out.getvalue()[row.span.start : row.span.end] for row in read) == out.getvalue()
