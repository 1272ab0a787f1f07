"""A web page laid out flat: its elements and texts in reading order, so that nothing here recurses or looks twice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

from wherefrom.errors import ContentError
from wherefrom.text.decoding import storable

__all__ = ["CONTENT", "HEADINGS", "LARGEST_PAGE", "Element", "Page", "flatten"]

LARGEST_PAGE = 10_000_000
"""Characters."""
_DEEPEST = 4_000
"""The parser's time grows with the square of the nesting; at 100,000 it takes a minute."""
_TAG = re.compile(r"<(/?)([a-zA-Z][^\s/>]*)")
_CLOSED_BY_OTHERS_NAMES = (
    "area base br col embed hr img input link meta param source track wbr p li dt dd td th tr tbody thead tfoot option"
    " optgroup colgroup rt rp html head body"
)
_CLOSED_BY_OTHERS = frozenset(_CLOSED_BY_OTHERS_NAMES.split())
_LONGEST_PATH = 40
_PLAIN_ID = re.compile(r"[A-Za-z_][\w-]*", re.ASCII)
HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
CONTENT = frozenset({"main", "article"})


@dataclass(slots=True, eq=False)
class Element:
    """`first` and `last` bound what is inside, as positions in the page; `nth` counts siblings of its tag."""

    tag: str
    attributes: Mapping[str, str | None]
    parent: Element | None
    nth: int
    first: int
    last: int = 0
    in_heading: bool = False
    in_content: bool = False
    """Inside `main` or `article`, where a `footer` or an `aside` belongs to the text."""

    def get(self, name: str) -> str:
        return self.attributes.get(name) or ""

    @property
    def css_path(self) -> str:
        """From the nearest ancestor with an id, else from the top."""
        steps: list[str] = []
        element: Element | None = self
        while element is not None and len(steps) < _LONGEST_PATH:
            if _PLAIN_ID.fullmatch(element.get("id")):
                steps.append(f"#{element.get('id')}")
                break
            nth = f":nth-of-type({element.nth})" if element.tag not in ("html", "body") else ""
            steps.append(element.tag + nth)
            element = element.parent
        return " > ".join(reversed(steps))


@dataclass(slots=True)
class Page:
    """`items` are elements where they begin, and texts."""

    items: list[Element | str]
    title: str | None
    comments: int


def flatten(markup: str) -> Page:
    if len(markup) > LARGEST_PAGE:
        raise ContentError(f"the page is {len(markup):,} characters long", hint=f"at most {LARGEST_PAGE:,} are read")
    _refuse_depth(markup)
    tree = LexborHTMLParser(markup)
    title = tree.css_first("head > title")
    page = Page([], storable(title.text()) if title is not None else None, 0)
    if tree.root is not None:
        _lay_out(tree.root, page)
    return page


def _lay_out(root: LexborNode, page: Page) -> None:
    items = page.items
    path: list[tuple[LexborNode, Element, Counter[str]]] = []
    node: LexborNode | None = root
    while node is not None:
        following = None
        if node.is_element_node:
            element = _element(node, path[-1] if path else None, len(items) + 1)
            items.append(element)
            path.append((node, element, Counter()))
            following = node.first_child
        else:
            if node.is_text_node:
                items.append(storable(node.text_content or ""))
            page.comments += node.is_comment_node
            following = node.next
        while following is None and path:
            done, element, _ = path.pop()
            element.last = len(items)
            following = done.next if path else None
        node = following


def _element(node: LexborNode, above: tuple[LexborNode, Element, Counter[str]] | None, first: int) -> Element:
    tag = node.tag or ""
    if above is None:
        return Element(tag, node.attributes, None, 1, first)
    _, parent, siblings = above
    siblings[tag] += 1
    in_heading = parent.in_heading or parent.tag in HEADINGS
    in_content = parent.in_content or parent.tag in CONTENT
    return Element(tag, node.attributes, parent, siblings[tag], first, 0, in_heading, in_content)


def _refuse_depth(markup: str) -> None:
    """An estimate from above: elements that were opened and not closed by name."""
    depth = 0
    is_open: Counter[str] = Counter()
    for closing, name in _TAG.findall(markup):
        tag = name.lower()
        if tag in _CLOSED_BY_OTHERS:
            continue
        if not closing:
            is_open[tag] += 1
            depth += 1
        elif is_open[tag]:
            is_open[tag] -= 1
            depth -= 1
        if depth > _DEEPEST:
            raise ContentError("the page is nested too deep", value=depth, hint=f"at most {_DEEPEST:,} levels are read")
