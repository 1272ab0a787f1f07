"""Atlassian's document format as plain text: the words, with enough marks to tell a list or a table."""

from __future__ import annotations

import re

from wherefrom.core.wellformed import JSON
from wherefrom.sources.thread import as_list, as_object, as_word

__all__ = ["adf_text"]

_AFTER = {
    "paragraph": "\n\n",
    "heading": "\n\n",
    "codeBlock": "\n\n",
    "blockquote": "\n\n",
    "panel": "\n\n",
    "bulletList": "\n",
    "orderedList": "\n",
    "taskList": "\n",
    "decisionList": "\n",
    "table": "\n",
    "tableRow": "\n",
    "taskItem": "\n",
    "decisionItem": "\n",
    "rule": "\n\n",
    "hardBreak": "\n",
    "expand": "\n\n",
}
_ITEMS = {"listItem", "taskItem", "decisionItem"}
_CELLS = {"tableCell", "tableHeader"}
_TOLD_BY = ("text", "shortName", "url", "title")
"""Attributes in which nodes without content say what they are: a mention, an emoji, a card, a status."""
_LOOSE = re.compile(r"\n{3,}")


def adf_text(document: object) -> str:
    """Without recursion, because a hostile document is as deep as it likes."""
    said: list[str] = []
    waiting: list[tuple[JSON, str]] = [(document, "")]
    while waiting:
        node, parent = waiting.pop()
        if isinstance(node, str):
            said.append(node)
            continue
        told = as_object(node)
        kind = as_word(told.get("type"))
        children = as_list(told.get("content"))
        waiting.append((_end(kind, parent), ""))
        waiting.extend((child, kind) for child in reversed([*_marked(kind, children)]))
        if not children:
            said.append(_own_words(told))
    return _LOOSE.sub("\n\n", "".join(said)).strip("\n")


def _marked(kind: str, children: list[JSON]) -> list[JSON]:
    """Items of a list get their bullet or number in front; cells of a row, and lines of a cell, something between."""
    if kind == "orderedList":
        return [part for number, child in enumerate(children, 1) for part in (f"{number}. ", child)]
    if kind in ("bulletList", "taskList", "decisionList"):
        return [part for child in children for part in ("- ", child)]
    if kind == "tableRow" or kind in _CELLS:
        between = " | " if kind == "tableRow" else " "
        return [part for child in children for part in (between, child)][1:]
    return children


def _end(kind: str, parent: str) -> str:
    """A paragraph that is an item or a cell ends as that does."""
    if kind == "paragraph" and parent in _CELLS:
        return ""
    if kind == "paragraph" and parent in _ITEMS:
        return "\n"
    return _AFTER.get(kind, "")


def _own_words(node: dict[str, JSON]) -> str:
    attributes = as_object(node.get("attrs"))
    if text := as_word(node.get("text")):
        return text
    return next((word for name in _TOLD_BY if (word := as_word(attributes.get(name)))), "")
