"""Formulas of a sheet whose results are not in the file: what wrote it did not calculate."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from xml.etree import ElementTree

from openpyxl.utils.cell import coordinate_to_tuple

__all__ = ["uncalculated"]

_M = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_ONE = re.compile(rb"(?:</(?:\w+:)?f>|<(?:\w+:)?f\b[^<>]*/>)\s*(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v>\s*</(?:\w+:)?v>)?\s*</")
"""Most sheets have none, and are not read twice."""
_WITHOUT_TEXT = "=…"
"""It has that of another cell, moved."""


def uncalculated(sheet: bytes) -> dict[tuple[int, int], str]:
    """By row and column, each with its `=`. That a text is empty is a result too."""
    return dict(_found(sheet)) if _ONE.search(sheet) else {}


def _found(sheet: bytes) -> Iterator[tuple[tuple[int, int], str]]:
    for _, node in ElementTree.iterparse(BytesIO(sheet)):  # noqa: S314  -- without a DOCTYPE there are no entities
        if node.tag == f"{_M}c":
            formula, place = node.find(f"{_M}f"), node.get("r")
            if formula is not None and place and node.get("t") != "str" and not node.findtext(f"{_M}v"):
                yield coordinate_to_tuple(place), f"={formula.text}" if formula.text else _WITHOUT_TEXT
        elif node.tag == f"{_M}row":
            node.clear()
