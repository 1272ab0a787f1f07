"""What holds for every file that is text: it is kept character for character, and its units lie in it in order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherefrom.loading.registry import find_loader
from wherefrom.ports.documents import Blob, RawDocument

PATHS = ["a.txt", "a.md", "a.rst", "a.csv", "a.tsv", "a.json", "a.jsonl", "a.yaml", "a.toml", "a.py", "Makefile"]
PIECES = [
    "# A\n",
    "B\n===\n",
    "B\r\n---\r\n",
    "```\n",
    "x",
    '"',
    ",",
    "\n",
    "\r",
    "\r\n",
    "- a\n",
    "---\n",
    "title: t\n",
    "é",
    "🙂",
]
PIECES += [
    "{",
    "}",
    "[",
    "]",
    ":",
    "1",
    " ",
    "\t",
    "key: 1\n",
    "[t]\n",
    "k = 1\n",
    '"""',
    "\u2028",
    "\x0c",
    "> # q\n",
    "+++\n",
]

texts = st.lists(st.sampled_from(PIECES), max_size=60).map("".join) | st.text(
    st.characters(exclude_categories=["Cs", "Cc"], include_characters="\n\r\t"), max_size=200
)


def load(path: str, data: bytes, media_type: str = "") -> RawDocument:
    blob = Blob(f"file:///{path}", data, path, media_type)
    return find_loader(blob)(blob)


def check_units(document: RawDocument) -> None:
    after = 0
    for unit in document.units:
        assert after <= unit.locator.char_start < unit.locator.char_end <= len(document.text)
        after = unit.locator.char_end


@pytest.mark.parametrize("path", PATHS)
@given(text=texts)
def test_the_text_is_the_file_and_its_units_lie_in_it_in_order(path: str, text: str) -> None:
    document = load(path, text.encode())
    assert document.text == text.removeprefix("\ufeff")
    check_units(document)


@pytest.mark.parametrize("path", [path for path in PATHS if path not in ("a.json", "a.md")])
@given(text=texts)
def test_nothing_but_blanks_lies_outside_the_units(path: str, text: str) -> None:
    document = load(path, text.encode())
    covered = "".join(document.text[unit.locator.char_start : unit.locator.char_end] for unit in document.units)
    assert "".join(covered.split()) == "".join(document.text.split()) or _only_separators(document)


def _only_separators(document: RawDocument) -> bool:
    """A table's row of empty cells is blank, whatever stands between the cells."""
    outside = document.text
    for unit in reversed(document.units):
        outside = outside[: unit.locator.char_start] + outside[unit.locator.char_end :]
    return not outside.strip(" \t\r\n\x0c\u2028,;|\"'") or not outside.strip(',;|"').strip()


@pytest.mark.parametrize("path", PATHS)
def test_an_empty_file_is_an_empty_document(path: str) -> None:
    document = load(path, b"")
    assert (document.text, list(document.units)) == ("", [])
    assert document.title == path


def test_a_title_is_declared_or_the_name_of_the_file() -> None:
    assert load("docs/guide.md", b"# Heading\n").title == "guide.md"
    assert load("docs/guide.md", b"---\ntitle: The guide\n---\n# Heading\n").title == "The guide"
    blob = Blob("mcp:x", b"text", "x.txt", title="  Told by\nthe origin ")
    assert find_loader(blob)(blob).title == "Told by the origin"


def test_code_is_one_unit_with_its_lines_language_and_commit() -> None:
    blob = Blob("git:x", b"a = 1\nb = 2\n", "src/pay.py", repo="shop", commit="abc")
    (unit,) = find_loader(blob)(blob).units
    assert unit.content_kind == "code"
    assert unit.language == "python"
    assert unit.locator.shown("pay.py") == "src/pay.py@abc:L1-L2"
