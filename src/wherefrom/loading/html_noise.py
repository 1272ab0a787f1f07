"""What of a web page is not its text: what nobody sees, and what stands on every page of the site.

Landmarks (`nav`, `footer`, roles) and names of classes are taken at their word only together with what they hold: few
letters, or links above all. A documentation page keeps its tables, lists and code.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import count

from wherefrom.loading.html_hiding import INVISIBLE, hidden_in
from wherefrom.loading.html_page import CONTENT, HEADINGS, Element, Page

__all__ = ["Noise", "noise_in", "without_invisible"]

_UNSEEN_TAGS = {
    "script": "script",
    "style": "style sheet",
    "template": "template",
    "noscript": "replacement for scripts",
    "iframe": "frame",
    "object": "frame",
    "embed": "frame",
    "svg": "drawing",
    "canvas": "drawing",
    "video": "film",
    "audio": "recording",
    "input": "",
    "select": "",
    "textarea": "",
    "datalist": "",
    "annotation": "",
    "annotation-xml": "",
    "title": "",
}
"""What they are called for people; what is called nothing holds no text of the page and is not counted."""
_UNSEEN_CLASSES = frozenset({"sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text", "linenos", "lineno"})
_HIDDEN = "hidden element"
_INVISIBLE = "invisible character"
_FRAME = "part of the site's frame"

_HIDING_STYLE = re.compile(
    r"display:none|visibility:(?:hidden|collapse)|content-visibility:hidden|opacity:0(?:\.0*)?%?(?:!|;|$)"
    r"|font-size:0(?:\.0*)?(?:[a-z%]+)?(?:!|;|$)|clip:rect\((?:0|1px)|clip-path:inset\((?:50|100)%|scale\(0\)"
    r"|(?:left|right|top|bottom|text-indent|margin-left|margin-top):-\d{3}"
)
_NO_SIZE = re.compile(r"(?:^|;)(?:max-)?(?:width|height):[01](?:px)?(?:!important)?(?=;|$)")
_LONGEST_STYLE = 2_000
_STYLE_COMMENT = re.compile(r"/\*.*?(?:\*/|$)|\s", re.DOTALL)

_WORDS = re.compile(r"[A-Z]?[a-z]+")
_FRAME_ROLES_NAMES = "navigation banner contentinfo search menu menubar dialog alertdialog"
_FRAME_ROLES = frozenset(_FRAME_ROLES_NAMES.split())
_FRAME_WORDS_NAMES = (
    "nav navbar navigation menu sidebar breadcrumb breadcrumbs pagination pager toc footer masthead social share"
    " sharing related recommended skip skiplink login signup tags widget"
)
_FRAME_WORDS = frozenset(_FRAME_WORDS_NAMES.split())
_INTRUDING_WORDS_NAMES = (
    "cookie cookies consent gdpr newsletter popup modal advert adverts advertisement ads adsense sponsor sponsored"
    " promo"
)
_INTRUDING_WORDS = frozenset(_INTRUDING_WORDS_NAMES.split())
_ANCHOR_SIGNS_NAMES = "¶ # § 🔗 ∞ ⚓"
_ANCHOR_SIGNS = frozenset(_ANCHOR_SIGNS_NAMES.split())

_MOST_OF_THE_PAGE = 0.4
_LONGEST_INTRUSION = 1_500
_LINKY = 0.45
_ENOUGH_LEFT = 0.1
"""If less of the text remains, the rules have mistaken the page, and only what is unseen goes."""


class Noise:
    """The elements to pass over, and how many of each sort, for people."""

    def __init__(self, other: Noise | None = None) -> None:
        self.passed: set[Element] = set(other.passed) if other else set()
        self.counts: Counter[str] = Counter(other.counts if other else ())

    def take(self, element: Element, sort: str) -> None:
        self.passed.add(element)
        if sort:
            self.counts[sort] += 1

    def notices(self) -> tuple[str, ...]:
        told = [f"{many} {_several(sort) if many > 1 else sort}" for sort, many in self.counts.items()]
        return (f"left out: {', '.join(told)}",) if told else ()


class _Tally:
    """How many letters, linked letters and headings stand before each place of a page, noise not counted."""

    def __init__(self, page: Page, noise: Noise) -> None:
        self._sums: list[tuple[int, int, int]] = []
        letters = linked = headings = link_end = noise_end = 0
        for at, item in enumerate(page.items):
            self._sums.append((letters, linked, headings))
            if at < noise_end:
                continue
            if isinstance(item, str):
                length = len(item.strip())
                letters += length
                linked += length if at < link_end else 0
            elif item in noise.passed:
                noise_end = item.last
            else:
                link_end = max(link_end, item.last) if item.tag == "a" else link_end
                headings += item.tag in HEADINGS
        self._sums.append((letters, linked, headings))
        self.letters = letters

    def of(self, element: Element) -> tuple[int, int, int]:
        before, after = self._sums[element.first], self._sums[element.last]
        return after[0] - before[0], after[1] - before[1], after[2] - before[2]


def noise_in(page: Page) -> Noise:
    unseen = _unseen(page)
    tally = _Tally(page, unseen)
    noise = Noise(unseen)
    for element in _elements(page, noise):
        if _is_frame(element, tally):
            noise.take(element, _FRAME)
    tally_left = _Tally(page, noise)
    main = _main(page, noise, tally_left)
    if main is not None:
        for outside in _around(main, page):
            if outside not in noise.passed and tally_left.of(outside)[0]:
                noise.take(outside, _FRAME)
    is_plausible = _Tally(page, noise).letters >= _ENOUGH_LEFT * tally.letters
    return noise if is_plausible else unseen


def without_invisible(page: Page, noise: Noise) -> Page:
    """The page without characters that nobody sees; those that were in its text are counted."""
    items, end = list[Element | str](), 0
    for at, item in enumerate(page.items):
        if isinstance(item, str) and at >= end and not item.isascii():
            item, many = INVISIBLE.subn("", item)
            if many:
                noise.counts[_INVISIBLE] += many
        elif isinstance(item, Element) and item in noise.passed:
            end = max(end, item.last)
        items.append(item)
    return Page(items, INVISIBLE.sub("", page.title) if page.title else page.title, page.comments)


def _unseen(page: Page) -> Noise:
    noise = Noise()
    if page.comments:
        noise.counts["comment"] = page.comments
    hidden = hidden_in(page)
    for element in _elements(page, noise):
        sort = _UNSEEN_TAGS.get(element.tag)
        if sort is not None:
            noise.take(element, sort)
        elif element in hidden or _is_hidden(element):
            noise.take(element, _HIDDEN)
        elif _is_anchor_sign(element, page) or (element.tag == "button" and not element.in_heading):
            noise.take(element, "")
    return noise


def _elements(page: Page, noise: Noise) -> Iterator[Element]:
    """Those that are not inside one that is passed over, which may be decided on the way."""
    end = 0
    for at in count():
        if at >= len(page.items):
            return
        item = page.items[at]
        if at < end or isinstance(item, str):
            continue
        if item not in noise.passed:
            yield item
        if item in noise.passed:
            end = item.last


def _is_hidden(element: Element) -> bool:
    attributes = element.attributes
    if element.tag == "dialog" and "open" not in attributes:
        return True
    if not attributes or element.tag in ("html", "body", "main"):
        return False
    if "hidden" in attributes and element.get("hidden").lower() != "until-found":
        return True
    if element.get("aria-hidden").lower() == "true":
        return True
    if not _UNSEEN_CLASSES.isdisjoint(element.get("class").split()):
        return True
    return "style" in attributes and _is_hiding(element.get("style"))


def _is_hiding(style: str) -> bool:
    style = _STYLE_COMMENT.sub("", style[:_LONGEST_STYLE].lower())
    sizes = len(_NO_SIZE.findall(style))
    return bool(_HIDING_STYLE.search(style)) or sizes > 1 or (sizes > 0 and "overflow:hidden" in style)


def _is_anchor_sign(element: Element, page: Page) -> bool:
    """The `¶` beside a heading, which links to the heading itself."""
    if element.tag != "a" or element.last - element.first > 3 or not element.get("href").startswith("#"):
        return False
    inside = page.items[element.first : element.last]
    return "".join(text for text in inside if isinstance(text, str)).strip() in _ANCHOR_SIGNS


def _is_frame(element: Element, tally: _Tally) -> bool:
    if element.tag in ("html", "body", "pre", "code") or element.tag in CONTENT or element.tag in HEADINGS:
        return False
    letters, linked, headings = tally.of(element)
    is_linky = linked > _LINKY * letters
    if letters > _MOST_OF_THE_PAGE * tally.letters and not is_linky:
        return False
    if element.tag == "nav" or element.get("role").lower() in _FRAME_ROLES:
        return True
    if element.tag in ("footer", "aside", "header") and not element.in_content:
        return is_linky or not headings or element.tag == "footer"
    return _is_named_as_frame(element, letters, is_linky=is_linky, has_headings=headings > 0)


def _is_named_as_frame(element: Element, letters: int, *, is_linky: bool, has_headings: bool) -> bool:
    """An id beside a heading is often the heading's own: the chapter on cookies is `id="cookies"`."""
    named = element.get("class") + ("" if has_headings else f" {element.get('id')}")
    words = {word.lower() for word in _WORDS.findall(named)} if named.strip() else set[str]()
    if not words.isdisjoint(_INTRUDING_WORDS):
        return letters < _LONGEST_INTRUSION
    return is_linky and not words.isdisjoint(_FRAME_WORDS)


def _main(page: Page, noise: Noise, tally: _Tally) -> Element | None:
    """The one place that says it is the page's own, if most of what is left stands there."""
    elements = list(_elements(page, noise))
    found = [element for element in elements if element.tag == "main" or element.get("role") == "main"]
    found = found or [element for element in elements if element.tag == "article" and not element.in_content]
    largest = max(found, key=lambda element: tally.of(element)[0], default=None)
    return largest if largest is not None and tally.of(largest)[0] > tally.letters / 2 else None


def _around(main: Element, page: Page) -> Iterator[Element]:
    """The neighbours of it and of everything above it."""
    inside = main
    while inside.parent is not None:
        at = inside.parent.first
        while at < inside.parent.last:
            item = page.items[at]
            at += 1
            if isinstance(item, Element):
                at = item.last
                if item is not inside:
                    yield item
        inside = inside.parent


def _several(sort: str) -> str:
    head, of, rest = sort.partition(" of ")
    return (
        f"{head}s{of}{rest}" if of else sort.replace("replacement", "replacements") if " for " in sort else f"{sort}s"
    )
