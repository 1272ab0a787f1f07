"""Whatever the text is: pieces in order, none overlapping, every line in one, each piece the text's own."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.chunking.test_code import chunk, place
from wherefrom.chunking.code_windows import LARGEST

HOSTILE = Path(__file__).parents[4] / "shared" / "data" / "security" / "parse_errors"
LANGUAGES = ("python", "javascript", "typescript", "java", "go", "rust", "c", "cpp", "csharp", "ruby", "php", "kotlin")
MORE = ("swift", "scala", "bash", "sql", "html", "css", "lua", "elixir", "haskell", "yaml", "json", "dart", None)

names = st.sampled_from(["a", "größe", "_x", "Total", "名"])
remarks = st.sampled_from(["", "# why\n", "# ünïcode 😀\n", "\n\n", "# one\n\n# two\n"])
statements = st.one_of(
    st.builds("{0} = {1!r}\n".format, names, st.text(max_size=30)),
    st.builds("import {0}\n".format, names),
    st.builds("{0} = [\n    {1}\n]\n".format, names, st.integers(1, 900).map(lambda n: "'word', 1,\n    " * n)),
    st.just("if x:\n    y()\nelse:\n    z()\n"),
)


def indented(text: str) -> str:
    return "".join(f"    {line}" if line.strip() else line for line in text.splitlines(keepends=True))


def block(head: str, body: list[str]) -> str:
    return head + indented("".join(body)) + "    pass\n"


def definitions(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    body = st.lists(inner, max_size=5)
    heads = st.sampled_from(["def {0}(x):\n", "@cached\ndef {0}():\n", "class {0}:\n", "async def {0}():\n"])
    return st.builds(
        lambda remark, head, name, parts: remark + block(head.format(name), parts), remarks, heads, names, body
    )


sources = st.lists(st.one_of(statements, remarks, st.recursive(statements, definitions, max_leaves=12)), max_size=12)


def check(text: str, language: str | None, *, is_every_line_kept: bool) -> None:
    before, lines = 0, set[int]()
    for piece in chunk(text, language):
        found = place(piece)
        assert before <= found.char_start < found.char_end <= len(text)
        assert text[found.char_start : found.char_end] == piece.text
        assert found.line_start == 1 + text.count("\n", 0, found.char_start)
        assert found.line_end == 1 + text.count("\n", 0, found.char_end)
        assert piece.text.strip()
        assert len(piece.text) <= LARGEST
        before = found.char_end
        lines.update(range(found.line_start, found.line_end + 1))
    lost = [line for number, line in enumerate(text.split("\n"), 1) if line.strip() and number not in lines]
    assert (
        not lost
        if is_every_line_kept
        else not [line for line in lost if line.strip(" \t\r\n{}()[];,.") not in ("", "end")]
    )


@given(sources)
def test_every_line_of_python_is_in_a_piece(parts: list[str]) -> None:
    check("".join(parts), "python", is_every_line_kept=True)


@given(sources, sources)
def test_what_stands_on_top_changes_no_function_below(above: list[str], below: list[str]) -> None:
    marked = "def marker_of_the_border():\n    return 1\n\n\n"
    alone = [piece.text for piece in chunk(marked + "".join(below))]
    moved = [piece.text for piece in chunk("".join(above) + "\n\n" + marked + "".join(below))]
    assert moved[len(moved) - len(alone) :] == alone


@given(
    st.text(st.sampled_from("ab1 \n\n\t(){}[];:,.<>=\"'`#/*\\@é😀\ud800\r\x00end"), max_size=400),
    st.sampled_from(LANGUAGES + MORE),
)
def test_any_text_in_any_language_is_survived(text: str, language: str | None) -> None:
    check(text, language, is_every_line_kept=False)


@given(st.lists(st.text(max_size=60), max_size=200), st.booleans())
def test_windows_keep_every_line(lines: list[str], is_one_line: bool) -> None:
    check(("" if is_one_line else "\n").join(lines), None, is_every_line_kept=True)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("python", "(" * 15_000 + ")" * 15_000),
        ("python", "x = [\n" + "[\n" * 15_000 + "]\n" * 15_000 + "]\n"),
        ("javascript", "function a(){\n" * 5_000 + "}\n" * 5_000),
        ("java", "class A{\n" * 5_000 + "}\n" * 5_000),
        ("cpp", "a<" * 50_000),
        ("html", "<div>\n" * 50_000),
        ("python", "'" * 50_000),
        ("javascript", "`${" * 15_000),
        ("elixir", "def a do\n" * 5_000),
    ],
)
def test_nesting_without_end_is_survived(language: str, text: str) -> None:
    check(text, language, is_every_line_kept=False)


@pytest.mark.skipif(not HOSTILE.is_dir(), reason="the shared data is not beside the project")
def test_sources_that_do_not_parse_are_survived() -> None:
    files = [file for file in sorted(HOSTILE.rglob("*")) if file.is_file()]
    assert files
    for file in files:
        text = file.read_bytes().decode("utf-8", "replace")
        for language in (*LANGUAGES, "json", None):
            check(text, language, is_every_line_kept=False)
            for case in text.split("=====\n")[:40]:
                check(case, language, is_every_line_kept=False)
