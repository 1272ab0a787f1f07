"""Words and places as a terminal, or a pipe, gets them."""

from pathlib import Path
from unittest.mock import Mock

import pytest

from wherefrom.cli.excerpts import cut, excerpt, folded, tell_place, told
from wherefrom.text.analysis import analyse_query


def test_an_id_is_shortened_where_it_is_all_that_a_place_says() -> None:
    id = "0123456789abcdef0123456789abcdef"
    assert [told(f"claim:{id}"), told(f"chunk {id}")] == ["claim 01234567", "chunk 01234567"]
    assert told(f"{id}.md#p1") == f"{id}.md#p1", "it can be pasted"


def test_a_pipe_gets_whole_lines_and_excerpts_of_a_fixed_width() -> None:
    long = "word " * 100
    assert cut(long, indent=5) == long.strip()
    assert folded(long, indent=5) == [f"     {long}"]
    lines = excerpt(long, indent=5)
    assert len(lines) == 3
    assert lines[-1].endswith(" …")
    assert all(line.startswith("     word") and len(line) <= 100 for line in lines)


def test_an_excerpt_shows_the_words_that_were_asked_for() -> None:
    filler = "something else is told here at some length " * 20
    terms = analyse_query("refund approvals").weights

    def shown(text: str) -> str:
        return " ".join(line.strip() for line in excerpt(text, indent=5, terms=terms))

    assert shown(f"Refunds need approvals. {filler}").startswith("Refunds need approvals.")
    in_the_middle = shown(f"{filler} Every refund needs two approvals. {filler}")
    assert in_the_middle.startswith("… ")
    assert "Every refund needs two approvals." in in_the_middle
    assert in_the_middle.endswith(" …")
    at_the_end = excerpt(f"A refund. {filler} Every refund needs two approvals.", indent=5, terms=terms)
    assert at_the_end[-1].endswith("Every refund needs two approvals.")
    assert len(at_the_end) == 3
    assert shown(filler) == " ".join(line.strip() for line in excerpt(filler, indent=5))


def test_a_file_of_a_repository_links_to_where_it_is_checked_out(tmp_path: Path) -> None:
    (tmp_path / "pay.py").write_text("")
    out = Mock()
    for path in ("pay.py", "gone.py"):
        tell_place(out, path, f"{tmp_path.as_uri()}#{path}")
    links = [call.kwargs["style"].partition(" link ")[2] for call in out.line.call_args_list]
    assert links == [(tmp_path / "pay.py").as_uri(), f"{tmp_path.as_uri()}#gone.py"]


@pytest.mark.parametrize(
    "uri",
    [
        "http://a/\x1b]0;pwned\x07",
        "https://a/\x9b31m",
        "file:///a\x1b[2J",
        "http://a/\u202e",
        "http://a/b\nc",
        "http://a/b c",
        "http://[",
        "file:#refunds.md",
        "javascript:alert(1)",
    ],
)
def test_an_address_that_says_more_than_where_to_go_is_no_link(
    uri: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "refunds.md").write_text("")
    monkeypatch.chdir(tmp_path)
    out = Mock()
    tell_place(out, "refunds.md", uri)
    assert out.line.call_args.kwargs["style"] == "bold"
