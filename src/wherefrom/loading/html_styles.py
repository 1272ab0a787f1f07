"""What a page's own style sheets say of single elements, as far as it decides whether somebody sees them.

Rules for a tag, a class, an id, or two of these together, in their order and by their weight. Of rules that ask for
more (what is around, how wide a screen is), only what may be seen by them is of use. Each element looks up its own
names, so the time grows with the page and its sheets, never with their product.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import IntEnum
from itertools import combinations
from typing import NamedTuple, TypeAlias

from wherefrom.loading.html_page import Element, Page

__all__ = ["Declared", "Holds", "Styles", "styles_of"]

Declared: TypeAlias = Mapping[str, str]
"""Properties and what they are set to, in small letters, without spaces."""

_LONGEST_SHEETS = 2_000_000
"""Characters of all sheets of a page."""
_PROPERTY_NAMES = (
    "display visibility content-visibility opacity font-size color background background-color background-clip"
    " -webkit-background-clip text-shadow animation animation-name"
)
_PROPERTIES = frozenset(_PROPERTY_NAMES.split())
_PAIRED = 12
"""Names of an element that are tried two by two; a single name is tried whatever their number."""
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_QUOTED = re.compile(r"\"[^\"\n]*\"|'[^'\n]*'")
_BRACE = re.compile(r"[{}]")
_BETWEEN = re.compile(r"[\s>+~]+")
_PSEUDO = re.compile(r"(?<!\\)::?[\w-]+(?:\([^()]*\))?")
_NAME = re.compile(r"[.#](?:[\w-]|\\.)+")
_COMPOUND = re.compile(rf"([a-zA-Z][\w-]*|\*)?((?:{_NAME.pattern})*)")
_EVERY_SCREEN = re.compile(r"@media\s*(?:only\s+)?(?:all|screen)?|@(?:layer|supports)\b.*", re.DOTALL)
_SOME_SCREENS = re.compile(r"@(?:media|container)\b(?!\s*(?:only\s+)?(?:print|speech)).*", re.DOTALL)
_UNSHOWN = frozenset({"noscript", "template", "svg"})


class Holds(IntEnum):
    """When a rule does: never for a reader, depending on more than is looked at here, on some screens, always."""

    NEVER = 0
    UNKNOWN = 1
    ON_SOME_SCREENS = 2
    ALWAYS = 3


class _Said(NamedTuple):
    """The heaviest wins, of equal ones the last."""

    is_important: bool
    weight: int
    order: int
    value: str


_Rules: TypeAlias = dict[tuple[str, ...], dict[str, _Said]]


class Styles:
    """`has_others`: there are style sheets elsewhere, of which nothing is known."""

    def __init__(self, *, has_others: bool = False) -> None:
        self.has_others = has_others
        self._rules: dict[Holds, _Rules] = {holds: {} for holds in Holds}
        self._found: dict[tuple[Holds, str, str, str], dict[str, _Said]] = {}
        self._has_pairs = False
        self._order = 0

    def add(self, sheet: str) -> None:
        for selectors, body, holds in _rules(_plain(sheet)):
            said = _declarations(body)
            for selector in selectors.split(",") if said else ():
                self._add(selector.strip(), said, holds)

    def _add(self, selector: str, said: Mapping[str, tuple[str, bool]], holds: Holds) -> None:
        last = _BETWEEN.split(selector)[-1]
        key = _names_in(_PSEUDO.sub("", last))
        if not key or len(key) > 2:
            return
        if last != selector or _PSEUDO.search(last):
            holds = min(holds, Holds.UNKNOWN)
        self._order += 1
        self._has_pairs |= len(key) == 2
        weight = sum(100 if name[0] == "#" else 10 if name[0] == "." else 1 for name in key)
        kept = self._rules[holds].setdefault(key, {})
        for name, (value, is_important) in said.items():
            _weigh(kept, name, _Said(is_important, weight, self._order, value))

    def of(self, element: Element, holds: Holds = Holds.ALWAYS) -> Declared:
        """What rules of this sort say of it; with those that always hold also what its own attribute says."""
        found = self._matching(element, holds) if self._rules[holds] else {}
        if holds is Holds.ALWAYS and "style" in element.attributes:
            found = dict(found)
            for name, (value, is_important) in _declarations(_plain(element.get("style"))).items():
                _weigh(found, name, _Said(is_important, 1_000, 0, value))
        return {name: said.value for name, said in found.items()}

    def may_say_of(self, element: Element) -> bool:
        return "style" in element.attributes or any(self._rules.values())

    def _matching(self, element: Element, holds: Holds) -> dict[str, _Said]:
        """Looked for once, however many elements have the same names."""
        names = (holds, element.tag, element.get("id"), element.get("class"))
        if names not in self._found:
            found: dict[str, _Said] = {}
            for key in self._keys(element):
                for name, said in self._rules[holds].get(key, {}).items():
                    _weigh(found, name, said)
            self._found[names] = found
        return self._found[names]

    def _keys(self, element: Element) -> Iterator[tuple[str, ...]]:
        names = sorted(_names_of(element))
        yield from ((name,) for name in names)
        if self._has_pairs:
            yield from combinations(names[:_PAIRED], 2)


def styles_of(page: Page) -> Styles:
    """Of all sheets that stand in the page and are meant for a screen."""
    elements = [item for item in page.items if isinstance(item, Element)]
    styles = Styles(has_others=any(_is_link(element) for element in elements))
    left = _LONGEST_SHEETS
    for element in elements:
        if element.tag == "style" and _is_for_screens(element):
            inside = page.items[element.first : element.last]
            sheet = "".join(text for text in inside if isinstance(text, str))[:left]
            left -= len(sheet)
            styles.add(sheet)
    return styles


def _plain(css: str) -> str:
    return _QUOTED.sub("''", _COMMENT.sub(" ", css))


def _weigh(kept: dict[str, _Said], name: str, said: _Said) -> None:
    kept[name] = max(kept[name], said) if name in kept else said


def _declarations(body: str) -> dict[str, tuple[str, bool]]:
    """Value and whether it is important; of two for the same property the later, unless the earlier is important."""
    found: dict[str, tuple[str, bool]] = {}
    for each in body.split(";"):
        name, colon, value = each.partition(":")
        name = name.strip().lower()
        if not colon or name not in _PROPERTIES:
            continue
        value, mark, _ = "".join(value.lower().split()).partition("!important")
        if value and (mark or not found.get(name, ("", False))[1]):
            found[name] = (value, bool(mark))
    return found


def _rules(css: str) -> Iterator[tuple[str, str, Holds]]:
    """Selectors, what stands between their braces, and when the groups around them hold."""
    groups = [Holds.ALWAYS]
    at, selectors = 0, ""
    for brace in _BRACE.finditer(css):
        before, at = css[at : brace.start()], brace.end()
        if brace[0] == "{":
            # What stands before a rule inside a rule belongs to the outer one; only the last statement names this one.
            opened = before.rpartition(";")[2].strip()
            is_group = opened.startswith("@")
            groups.append(min(groups[-1], _held(opened.lower())) if is_group else groups[-1])
            selectors = "" if is_group else opened
        elif len(groups) > 1:
            if selectors and groups[-1] is not Holds.NEVER:
                yield selectors, before, groups[-1]
            groups.pop()
            selectors = ""


def _held(group: str) -> Holds:
    if _EVERY_SCREEN.fullmatch(group):
        return Holds.ALWAYS
    return Holds.ON_SOME_SCREENS if _SOME_SCREENS.fullmatch(group) else Holds.NEVER


def _names_in(compound: str) -> tuple[str, ...]:
    parts = _COMPOUND.fullmatch(compound)
    if parts is None:
        return ()
    names = {name.replace("\\", "") for name in _NAME.findall(parts[2])}
    tag = {parts[1].lower()} if parts[1] and parts[1] != "*" else set[str]()
    return tuple(sorted(names | tag))


def _names_of(element: Element) -> set[str]:
    names = {element.tag, *(f".{name}" for name in element.get("class").split())}
    return names | {f"#{element.get('id')}"} if element.get("id") else names


def _is_link(element: Element) -> bool:
    return element.tag == "link" and "stylesheet" in element.get("rel").lower().split()


def _is_for_screens(element: Element) -> bool:
    media = element.get("media").strip().lower()
    if media not in ("", "all", "screen") or element.get("type").strip().lower() not in ("", "text/css"):
        return False
    return element.parent is None or element.parent.tag not in _UNSHOWN
