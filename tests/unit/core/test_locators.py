"""A locator survives being written down, and reads as people write places."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherefrom.core import locators as lo
from wherefrom.errors import InvalidValue

TEXT = st.text(min_size=1, max_size=10)
NUMBER = st.integers(1, 10**6)
BOXES = st.tuples(*[st.floats(0, 1e4)] * 4).map(lambda sides: lo.Box(*sides))
REGIONS = st.builds(lo.PdfRegion, page=NUMBER, box=BOXES, char_start=NUMBER, char_end=NUMBER)
MAYBE = st.none() | TEXT


LOCATORS: st.SearchStrategy[lo.Locator] = st.one_of(
    st.builds(lo.PdfLocator, page=NUMBER, mark=MAYBE, regions=st.lists(REGIONS, max_size=3).map(tuple)),
    st.builds(lo.WebLocator, url=TEXT, css_path=MAYBE, char_start=st.just(1), char_end=NUMBER),
    st.builds(lo.CodeLocator, path=TEXT, line_start=NUMBER, line_end=NUMBER, commit=MAYBE, symbol=MAYBE),
    st.builds(lo.TicketLocator, ticket_id=TEXT, comment_id=MAYBE, offset=st.none() | NUMBER, url=MAYBE),
    st.builds(lo.CellsLocator, sheet=TEXT, range=TEXT),
    st.builds(lo.TextLocator, section=st.lists(TEXT, max_size=3).map(tuple), anchor=MAYBE, path=MAYBE, commit=MAYBE),
    st.builds(lo.MessageLocator, session_id=TEXT, message_id=TEXT),
)


@given(LOCATORS)
def test_what_was_written_is_read_back_equal(locator: lo.Locator) -> None:
    written = json.loads(json.dumps(lo.locator_as_json(locator)))
    assert next(iter(written)) == "kind"
    assert lo.locator_from_json(written) == locator


@pytest.mark.parametrize(
    ("locator", "shown"),
    [
        (lo.PdfLocator(page=7), "handbook.pdf#p7"),
        (lo.CodeLocator(path="src/pay.py", commit="abc123", line_start=3, line_end=9), "src/pay.py@abc123:L3-L9"),
        (lo.CodeLocator(path="src/pay.py", line_start=3, line_end=3), "src/pay.py:L3"),
        (lo.WebLocator(url="https://a.example/x", char_start=3, char_end=9), "https://a.example/x#3-9"),
        (lo.TicketLocator(ticket_id="PAY-7", comment_id="12"), "PAY-7#12"),
        (lo.CellsLocator(sheet="Sheet1", range="A1:C9"), "handbook.pdf#Sheet1!A1:C9"),
        (lo.TextLocator(section=("Refunds", "Limits")), "handbook.pdf#Refunds › Limits"),
        (lo.TextLocator(anchor="slide=3"), "handbook.pdf#slide=3"),
        (lo.TextLocator(char_start=3, char_end=9), "handbook.pdf#3-9"),
        (lo.MessageLocator(session_id="s", message_id="m"), "s/m"),
        (lo.PdfLocator(page=7, mark="3f9a2c1b"), "handbook.pdf#p7~3f9a2c1b"),
        (lo.TextLocator(path="a/b.md", commit="abc123" * 5, section=("Top",)), "a/b.md@abc123abc123#Top"),
        (lo.PdfLocator(path="a/b.pdf", commit="abc123", page=7), "a/b.pdf@abc123#p7"),
        (lo.CellsLocator(path="a/b.csv", commit="abc123", sheet="", range="A1:C9"), "a/b.csv@abc123#A1:C9"),
        (
            lo.WebLocator(url="file:///r#a.html", path="a.html", commit="abc123", char_start=3, char_end=9),
            "a.html@abc123#3-9",
        ),
    ],
    ids=repr,
)
def test_a_place_reads_as_people_write_it(locator: lo.Locator, shown: str) -> None:
    assert locator.shown("handbook.pdf") == shown


@pytest.mark.parametrize(
    "written",
    [
        None,
        [],
        {},
        {"kind": "planet"},
        {"kind": "pdf"},
        {"kind": "pdf", "page": 1, "colour": "red"},
        {"kind": "text", "char_start": 5, "char_end": 1},
        {"kind": "text", "char_start": -1},
        {"kind": "pdf", "page": 1, "regions": [{}]},
        {"kind": "pdf", "page": 1, "regions": [{"page": 1, "box": [1, 2], "char_start": 0, "char_end": 1}]},
        {"kind": "pdf", "page": 1, "regions": 7},
    ],
    ids=repr,
)
def test_what_is_no_locator_is_refused(written: object) -> None:
    with pytest.raises(InvalidValue):
        lo.locator_from_json(written)
