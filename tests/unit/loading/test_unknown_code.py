"""Code in a language that nobody told us of is code; prose stays prose, whatever its file is called."""

import pytest

from wherefrom.chunking.code import CodeChunker
from wherefrom.core.documents import ContentKind
from wherefrom.core.locators import CodeLocator
from wherefrom.loading.registry import find_loader, kind_of
from wherefrom.ports.documents import Blob

BRACES = "funk add(a, b) {\n    retorno a + b;\n}\n\nfunk main() {\n    print(add(1, 2));\n}\n"
INDENTED = 'make greet name\n    say "hello " name\n    wait 3\nend\n\nmake leave\n    say "bye"\nend\n'
SETTINGS = "host = example.org\nport = 80\n\n[more]\nname = x\n"
PROSE = (
    "The refund is paid within five working days\nafter the return was approved by the desk. Who waits\n"
    "longer than that may write to us (see below), and\nwe look at it again; nothing is lost by then.\n"
)
LETTER = "Dear Ada,\n\nit was good to see you. Call me when you are home.\n\nYours,\nBob\n"
LIST = "apples\npears\nquinces\nplums\n"
COMMENTED = "# Adds what is given to it, and gives back what comes out of that in the end.\n" * 3 + BRACES


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("src/x.zorglang", BRACES),
        ("src/x.zorglang", INDENTED),
        ("src/x.zorglang", COMMENTED),
        ("etc/x.settings", SETTINGS),
        ("src/x.zorglang", BRACES.replace("\n", "\r\n")),
        ("run", BRACES),
        ("run", "#!/usr/bin/env zorg\nsay hello to everybody that you meet\n"),
        ("a.coffee", "square = (x) -> x * x\n"),
        ("a.cob", "       MOVE A TO B\n"),
    ],
)
def test_code_of_an_unknown_language_is_code(path: str, text: str) -> None:
    assert kind_of(Blob("x", text.encode(), path)) == "code"


@pytest.mark.parametrize("path", ["a.xyz", "notes", "LICENSE", "a.adoc", "letter.final", "src/x.zorglang"])
@pytest.mark.parametrize("text", [PROSE, LETTER, LIST, "x", "", "1 2 3\n4 5 6\n7 8 9\n", "- one thing\n- another\n"])
def test_prose_lists_and_figures_are_text(path: str, text: str) -> None:
    assert kind_of(Blob("x", text.encode(), path)) == "text"


def test_it_is_cut_into_windows_of_lines_that_say_their_lines() -> None:
    text = "".join(f"funk f{number}(a) {{\n    retorno a * {number};\n}}\n\n" for number in range(200))
    blob = Blob("repo#src/x.zorglang", text.encode(), "src/x.zorglang", repo="repo", commit="c" * 40)
    document = find_loader(blob)(blob)
    assert [unit.content_kind for unit in document.units] == [ContentKind.CODE]
    pieces = list(CodeChunker().chunk(document))
    assert len(pieces) > 3
    written = text.split("\n")
    for piece in pieces:
        (place,) = piece.locators
        assert isinstance(place, CodeLocator)
        assert (place.path, place.commit) == ("src/x.zorglang", "c" * 40)
        assert "\n".join(written[place.line_start - 1 : place.line_end]) == piece.text


@pytest.mark.parametrize("line", ["a(" * 150, "(" * 300, "=" * 300, "word " * 60])
def test_no_line_takes_long(line: str) -> None:
    kind_of(Blob("x", f"{line}\n".encode() * 10_000, "a.zorglang"))
