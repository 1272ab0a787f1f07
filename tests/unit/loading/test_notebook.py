"""Notebooks: cells with their kinds, and what was left out of them."""

import json

import pytest

from wherefrom.core.documents import ContentKind
from wherefrom.core.locators import TextLocator
from wherefrom.errors import ContentError
from wherefrom.loading.notebook import LONGEST_OUTPUT, load_notebook
from wherefrom.ports.documents import Blob, RawDocument


def load(notebook: object) -> RawDocument:
    return load_notebook(Blob("file:///a.ipynb", json.dumps(notebook).encode(), "a.ipynb"))


NOTEBOOK = {
    "nbformat": 4,
    "metadata": {"language_info": {"name": "julia"}},
    "cells": [
        {"cell_type": "markdown", "source": ["# Data\n", "Loading."]},
        {
            "cell_type": "code",
            "source": "load(1)",
            "outputs": [
                {"output_type": "stream", "text": ["\x1b[31mred\x1b[0m\n"]},
                {"output_type": "display_data", "data": {"image/png": "xx", "text/plain": "<Figure>"}},
                {"output_type": "execute_result", "data": {"text/plain": ["42"]}},
            ],
        },
        {"cell_type": "markdown", "source": "more\n\n## Fit\n\nfitted"},
        {"cell_type": "code", "source": "", "outputs": []},
        {"cell_type": "code", "source": "big", "outputs": [{"text": "x" * 5000}]},
    ],
}


def test_cells_keep_their_number_section_and_language() -> None:
    document = load(NOTEBOOK)
    told = [
        (
            unit.locator.anchor,
            unit.section,
            unit.content_kind,
            unit.language,
            document.text[unit.locator.char_start : unit.locator.char_end][:20],
        )
        for unit in document.units
        if isinstance(unit.locator, TextLocator)
    ]
    assert told == [
        ("cell=1", ("Data",), ContentKind.DOCUMENT, None, "# Data\nLoading."),
        ("cell=2", ("Data",), ContentKind.CODE, "julia", "load(1)"),
        ("cell=2", ("Data",), ContentKind.DOCUMENT, None, "red\n42"),
        ("cell=3", ("Data",), ContentKind.DOCUMENT, None, "more\n\n"),
        ("cell=3", ("Data", "Fit"), ContentKind.DOCUMENT, None, "## Fit\n\nfitted"),
        ("cell=5", ("Data", "Fit"), ContentKind.CODE, "julia", "big"),
        ("cell=5", ("Data", "Fit"), ContentKind.DOCUMENT, None, "x" * 20),
    ]


def test_pictures_and_long_results_are_left_out_and_told() -> None:
    document = load(NOTEBOOK)
    assert list(document.notices) == ["1 images left out", "long results of 1 cells were cut"]
    assert document.text.endswith("x" * LONGEST_OUTPUT)


def test_a_result_is_kept_in_the_plainest_form_it_has() -> None:
    shown = [
        {"data": {"image/png": "xx", "text/latex": "$x^2$", "text/plain": "x**2"}},
        {"data": {"text/markdown": ["**bold** ", "words"]}},
        {"data": {"text/html": "<b>42</b>", "text/plain": "42"}},
        {"data": {"text/html": "<p>only so</p>"}},
        {"data": {"image/png": "xx", "text/plain": "<Figure size 640x480 with 1 Axes>"}},
    ]
    document = load({"cells": [{"cell_type": "code", "source": "f()", "outputs": shown}]})
    assert document.text == "f()\n\nx**2\n**bold** words\n42"
    assert list(document.notices) == ["2 images left out", "1 results without plain text left out"]


def test_a_notebook_of_the_third_format_has_worksheets() -> None:
    document = load(
        {
            "worksheets": [
                {"cells": [{"cell_type": "heading", "level": 2, "source": "Old"}, {"cell_type": "code", "input": "1"}]}
            ]
        }
    )
    assert document.text == "## Old\n\n1"
    assert document.units[1].section == ("Old",)


@pytest.mark.parametrize("data", [b"{", b"[]", b'{"a": 1}', b"[" * 100_000])
def test_what_is_no_notebook_says_so(data: bytes) -> None:
    with pytest.raises(ContentError, match="not a notebook"):
        load_notebook(Blob("file:///a.ipynb", data, "a.ipynb"))


def test_strange_cells_are_passed_over() -> None:
    assert load({"cells": [1, {}, {"cell_type": "code", "source": {"a": 1}, "outputs": [3, {"data": []}]}]}).text == ""
