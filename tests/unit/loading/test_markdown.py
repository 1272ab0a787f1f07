"""Markdown and reStructuredText: headings become section paths."""

from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from wherefrom.loading import markdown as markdown_loader
from wherefrom.loading.markdown import headings, load_markdown
from wherefrom.loading.rst import load_rst
from wherefrom.ports.documents import Blob, RawDocument

MARKDOWN = """---
title: "Handbook"
---
Before.

# Setup

Install `x`.

```sh
# not a heading
```

Linux
-----

Text with a [link](https://example.org).

# Use of **`run`** [here](x)
"""


def markdown(text: str) -> RawDocument:
    return load_markdown(Blob("file:///a.md", text.encode(), "a.md"))


def rst(text: str) -> RawDocument:
    return load_rst(Blob("file:///a.rst", text.encode(), "a.rst"))


def found(document: RawDocument) -> list[tuple[tuple[str, ...], str]]:
    return [(unit.section, document.text[unit.locator.char_start : unit.locator.char_end]) for unit in document.units]


def test_a_heading_becomes_the_section_of_what_follows() -> None:
    assert [(path, text.strip().splitlines()[0]) for path, text in found(markdown(MARKDOWN))] == [
        ((), "Before."),
        (("Setup",), "# Setup"),
        (("Setup", "Linux"), "Linux"),
        (("Use of run here",), "# Use of **`run`** [here](x)"),
    ]


def test_front_matter_stays_in_the_text_and_is_no_unit_if_it_only_says_the_title() -> None:
    document = markdown(MARKDOWN)
    assert document.text == MARKDOWN
    assert document.title == "Handbook"
    assert document.units[0].locator.char_start == MARKDOWN.index("Before.")


@pytest.mark.parametrize("fence", ["---", "+++"])
def test_what_else_front_matter_says_can_be_found(fence: str) -> None:
    front = f"{fence}\ntitle = Refunds\ndescription: Who may approve one.\n{fence}\n"
    assert found(markdown(f"{front}# A\n\ntext\n")) == [((), front), (("A",), "# A\n\ntext\n")]


@pytest.mark.parametrize(
    "text", ["---\nno end\n\n# A\n", "--- \n# A\n", "---", "---\n\n# A\n\nRefunds.\n\n---\n\nmore\n"]
)
def test_a_rule_on_top_is_no_front_matter(text: str) -> None:
    assert "".join(part for _, part in found(markdown(text))).strip() == text.strip()


def test_line_ends_of_every_kind_keep_their_places() -> None:
    for end in ("\n", "\r\n", "\r"):
        text = end.join(["# A", "", "a\u2028b", "", "## B", "b", ""])
        assert found(markdown(text)) == [
            (("A",), end.join(["# A", "", "a\u2028b", "", ""])),
            (("A", "B"), end.join(["## B", "b", ""])),
        ]


def test_headings_in_quotations_and_lists_divide_nothing() -> None:
    assert [path for path, _ in found(markdown("> # A\n\n- # B\n\n    # C\n\ntext\n"))] == [()]


@given(
    st.lists(
        st.sampled_from(["# A\n", "A\n===\n", "b\n", "---\n", "```\n", "> ", "- ", "    ", "\n", "<div>\n", "-->\n"]),
        max_size=25,
    ),
    st.sampled_from([1, 5, 20, 1000]),
)
def test_headings_are_where_the_parser_sees_them(pieces: list[str], size: int) -> None:
    text = "".join(pieces)
    tokens = MarkdownIt("commonmark").parse(text)
    lines = text.splitlines(keepends=True)
    starts = [
        sum(map(len, lines[: token.map[0]]))
        for token in tokens
        if token.type == "heading_open" and token.level == 0 and token.map
    ]
    with patch.object(markdown_loader, "_PIECE", size):
        assert [heading.start for heading in headings(text)] == starts


def test_a_text_that_is_too_long_to_parse_is_still_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(markdown_loader, "LARGEST_DIVIDED", 10)
    document = markdown("# A\n\n# B\n\nmore\n")
    assert len(document.units) == 1
    assert "not divided" in document.notices[0]


RST = """.. title:: Declared

=======
 Title
=======

Intro.

First
-----
Text ``code``.

Deeper
~~~~~~

More about :ref:`x`.

Second: the `link <https://example.org>`_
-----------------------------------------
Last.
"""


def test_the_line_below_makes_a_heading_and_its_sign_the_level() -> None:
    document = rst(RST)
    assert document.title == "Declared"
    assert [path for path, _ in found(document)] == [
        (),
        ("Title",),
        ("Title", "First"),
        ("Title", "First", "Deeper"),
        ("Title", "Second: the link"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "A paragraph of\ntwo lines\n---------\n",
        "text\n\n----------\n\ntext\n",
        "=====  =====\na      b\n=====  =====\n1      2\n=====  =====\n",
        "+-----+\n| a   |\n+-----+\n",
        "::\n\n    code\n    ----\n",
        "- item\n------\n",
    ],
)
def test_what_looks_like_a_heading_in_rst_is_none(text: str) -> None:
    assert [path for path, _ in found(rst(text))] == [()]
