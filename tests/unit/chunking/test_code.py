"""Code is cut where its syntax says so: one piece a function, exact lines, and nothing below an insertion changes."""

import sys
from collections.abc import Sequence

import pytest

from wherefrom.chunking import code
from wherefrom.chunking.code import CodeChunker
from wherefrom.chunking.code_windows import LARGEST
from wherefrom.core.documents import ContentKind
from wherefrom.core.locators import CodeLocator, TextLocator
from wherefrom.ports.documents import ChunkPiece, RawDocument, RawUnit


def chunk(text: str, language: str | None = "python", path: str = "src/pay.py") -> list[ChunkPiece]:
    whole = CodeLocator(
        path=path, line_start=1, line_end=text.count("\n") + 1, repo="shop", commit="c0ffee", char_end=len(text)
    )
    unit = RawUnit(whole, ContentKind.CODE, language=language)
    return list(CodeChunker().chunk(RawDocument("pay.py", text, [unit])))


def place(piece: ChunkPiece) -> CodeLocator:
    (locator,) = piece.locators
    assert isinstance(locator, CodeLocator)
    return locator


def outline(pieces: Sequence[ChunkPiece]) -> list[tuple[str | None, int, int]]:
    return [(place(piece).symbol, place(piece).line_start, place(piece).line_end) for piece in pieces]


PAY = '''\
"""Payments."""

import os
from decimal import Decimal

LIMIT = 5
NAMES = ["a", "b"]


# Why this is here.
@cached
def refund(order):
    """Give it back."""
    return order


class Desk(Base):
    """Where money is."""

    size = 3

    # Counts.
    @property
    def total(self):
        return 1

    async def pay(self):
        def inner():
            return 2
        return inner()
        # trailing remark

    last = 4


if __name__ == "__main__":
    refund(1)
'''


def test_functions_methods_and_class_heads_are_pieces_with_their_lines() -> None:
    assert outline(chunk(PAY)) == [
        (None, 1, 1),
        (None, 3, 4),
        (None, 6, 7),
        ("refund", 10, 14),
        ("Desk", 17, 20),
        ("Desk.total", 22, 25),
        ("Desk.pay", 27, 31),
        ("Desk", 33, 33),
        (None, 36, 37),
    ]


def test_the_ast_path_leads_from_the_module_to_the_piece() -> None:
    assert [place(piece).ast_path for piece in chunk(PAY)] == [
        "module",
        "module/imports",
        "module",
        "module/function:refund",
        "module/class:Desk",
        "module/class:Desk/function:total",
        "module/class:Desk/function:pay",
        "module/class:Desk",
        "module",
    ]


def test_comments_and_decorators_stay_with_what_they_describe() -> None:
    pieces = {place(piece).symbol: piece.text for piece in chunk(PAY)}
    assert (pieces["refund"] or "").startswith("# Why this is here.\n@cached\ndef refund")
    assert (pieces["Desk.total"] or "").startswith("    # Counts.\n    @property\n")
    assert (pieces["Desk.pay"] or "").endswith("# trailing remark")


def test_a_piece_knows_its_repository_and_says_path_and_symbol_to_the_embedder() -> None:
    piece = next(piece for piece in chunk(PAY) if place(piece).symbol == "Desk.total")
    assert place(piece).shown("") == "src/pay.py@c0ffee:L22-L25"
    assert place(piece).repo == "shop"
    assert piece.embed_text == f"src/pay.py › Desk.total\n{piece.text}"
    assert piece.content_kind is ContentKind.CODE


def test_a_function_put_on_top_moves_what_is_below_and_changes_none_of_it() -> None:
    added = "def first():\n    return 0\n\n\n"
    before, after = chunk(PAY), chunk(added + PAY)
    assert [piece.text for piece in after] == ["def first():\n    return 0", *(piece.text for piece in before)]
    assert [place(piece).line_start - 4 for piece in after[1:]] == [place(piece).line_start for piece in before]
    assert [piece.embed_text for piece in after[1:]] == [piece.embed_text for piece in before]


def test_a_method_put_behind_the_last_one_changes_no_other() -> None:
    java = "class A {\n  int f() {\n    return 1;\n  }\n}\n"
    longer = "class A {\n  int f() {\n    return 1;\n  }\n\n  int g() {\n    return 2;\n  }\n}\n"
    assert [piece.text for piece in chunk(java, "java")] == ["class A {", "  int f() {\n    return 1;\n  }"]
    assert [piece.text for piece in chunk(longer, "java")][:2] == [piece.text for piece in chunk(java, "java")]
    assert outline(chunk(longer, "java"))[-1] == ("A.g", 6, 8)


def huge_function(changed: int | None = None) -> str:
    """With a nested one in the middle."""
    lines = [f"    value_{n} = compute_number({n}, other={n * 7})" for n in range(200)]
    if changed is not None:
        lines[changed] = "    value = something_else()"
    lines.insert(100, "    def helper(x):\n        # nested\n        return x\n")
    return "def huge():\n" + "\n".join(lines) + "\n"


def test_a_huge_function_is_split_at_its_statements() -> None:
    pieces = chunk(huge_function())
    assert len(pieces) > 4
    assert {place(piece).symbol for piece in pieces} == {"huge", "huge.helper"}
    assert all(len(piece.text) <= LARGEST for piece in pieces)
    assert all(piece.text.lstrip().startswith(("def ", "value_")) for piece in pieces)
    nested = next(piece for piece in pieces if place(piece).symbol == "huge.helper")
    assert nested.text == "    def helper(x):\n        # nested\n        return x"
    assert place(nested).ast_path == "module/function:huge/function:helper"


@pytest.mark.parametrize("changed", [3, 50, 99, 150, 198])
def test_a_changed_statement_changes_the_pieces_around_it_only(changed: int) -> None:
    before = {piece.text for piece in chunk(huge_function())}
    after = {piece.text for piece in chunk(huge_function(changed))}
    assert 1 <= len(after - before) <= 3


def test_small_statements_are_packed_and_large_tables_are_cut() -> None:
    few = "".join(f"NAME_{n} = {n}\n" for n in range(10))
    assert len(chunk(few)) == 1
    many = "TABLE = [\n" + "".join(f'    ("row", {n}, "{n * 31}"),\n' for n in range(2_000)) + "]\n"
    pieces = chunk(many)
    assert len(pieces) > 10
    assert all(len(piece.text) <= LARGEST for piece in pieces)
    added = {piece.text for piece in chunk(many.replace("[\n", '[\n    ("new", 0),\n'))}
    assert len(added - {piece.text for piece in pieces}) <= 3


def test_positions_are_characters_whatever_the_letters_cost_in_bytes() -> None:
    text = "NAME = 'ü€😀'\n\n\ndef größe(x):\n    return '😀' + x\n\n\ndef next_one():\n    return 'é'\n"
    pieces = chunk(text)
    assert [place(piece).symbol for piece in pieces] == [None, "größe", "next_one"]
    for piece in pieces:
        assert text[place(piece).char_start : place(piece).char_end] == piece.text


def test_a_unit_inside_a_longer_document_is_placed_in_the_document() -> None:
    text = "# Title\n\n```\n" + PAY
    start = len(text) - len(PAY)
    locator = CodeLocator(path="a.md", line_start=4, line_end=40, char_start=start, char_end=len(text))
    document = RawDocument("a", text, [RawUnit(locator, ContentKind.CODE, language="python")])
    pieces = list(CodeChunker().chunk(document))
    assert len(pieces) > 1
    for piece in pieces:
        found = place(piece)
        assert text[found.char_start : found.char_end] == piece.text
        assert found.line_start == text.count("\n", 0, found.char_start) + 1


def test_a_cell_of_a_notebook_keeps_its_own_kind_of_locator() -> None:
    text = "import os\n\n\ndef f():\n    return 1\n"
    unit = RawUnit(TextLocator(anchor="cell=3", char_end=len(text)), ContentKind.CODE, language="python")
    pieces = list(CodeChunker().chunk(RawDocument("Notes", text, [unit])))
    assert [piece.locators[0] for piece in pieces] == [
        TextLocator(anchor="cell=3", char_start=0, char_end=9),
        TextLocator(anchor="cell=3", char_start=12, char_end=len(text) - 1),
    ]
    assert pieces[1].embed_text.startswith("Notes › f\n")


@pytest.mark.parametrize("language", [None, "no-such-language", "../../evil", "html"])
def test_without_a_grammar_lines_are_packed_into_windows(language: str | None) -> None:
    text = "".join(f"{'word ' * (n % 9 + 1)}{n}\n{'' if n % 5 else chr(10)}" for n in range(600))
    pieces = chunk(text, language)
    assert len(pieces) > 5
    assert all(place(piece).symbol is None and place(piece).ast_path is None for piece in pieces)
    assert "".join("".join(piece.text.split()) for piece in pieces) == "".join(text.split())
    known = {piece.text for piece in pieces}
    longer = {piece.text for piece in chunk("a new line\nand one more\n" + text, language)}
    assert len(longer - known) <= 3


def test_without_the_extra_lines_are_packed_too(monkeypatch: pytest.MonkeyPatch) -> None:
    code._language.cache_clear()
    monkeypatch.setitem(sys.modules, "tree_sitter_language_pack", None)
    try:
        assert [place(piece).symbol for piece in chunk(PAY)] == [None] * len(chunk(PAY))
    finally:
        code._language.cache_clear()


def test_a_tree_that_is_mostly_errors_says_nothing() -> None:
    text = ")]}} ((( def 5 ^^^ class : : import\n" * 30
    assert all(place(piece).ast_path is None for piece in chunk(text))


@pytest.mark.parametrize("broken", ["def broken(:\n    x = = 1\n", "x = (1,\n", "class\n", "@@\n", "'''open\n"])
def test_one_error_spoils_nothing_before_it(broken: str) -> None:
    whole = [piece.text for piece in chunk(PAY)]
    assert [piece.text for piece in chunk(f"{PAY}\n\n{broken}")][: len(whole) - 1] == whole[:-1]


def test_minified_code_is_cut_inside_its_line() -> None:
    text = "".join(f"function f{n}(a,b){{return a+b*{n}}};" for n in range(1_000))
    pieces = chunk(text, "javascript")
    assert all(len(piece.text) <= LARGEST for piece in pieces)
    assert "".join("".join(piece.text.split()) for piece in pieces) == "".join(text.split())


@pytest.mark.parametrize("text", ["", "\n\n  \n", "\ufeff", "x", "}\n", "\0\0"])
def test_hardly_anything_is_no_trouble(text: str) -> None:
    for language in ("python", "java", None):
        assert "".join(piece.text for piece in chunk(text, language)).strip() == text.strip()
