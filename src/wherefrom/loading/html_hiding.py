"""What of a page nobody sees although it is text: by its colour, its size, or a rule of the page's own style sheets."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from wherefrom.loading.html_page import Element, Page
from wherefrom.loading.html_styles import Declared, Holds, Styles, styles_of

__all__ = ["INVISIBLE", "hidden_in"]

INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f]"
)
"""Characters that nobody sees and that turn, cut or smuggle words; joiners of letters and of emoji are none of them."""

_OLD_ATTRIBUTES = frozenset({"bgcolor", "color", "text"})
_EXEMPT = frozenset({"html", "body", "main"})
_NUMBER = re.compile(r"(\d*\.?\d+)(px|pt|em|rem|%|)")
_SMALLEST_FONT = {"px": 2.0, "pt": 1.5, "em": 0.1, "rem": 0.1, "%": 10.0, "": 2.0}
_HEX = re.compile(r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
_RGB = re.compile(r"rgba?\((\d{1,3})[, ]?(\d{1,3})[, ]?(\d{1,3})(?:[,/](\d*\.?\d+)(%?))?\)")
_NAMED = {"white": (255, 255, 255), "black": (0, 0, 0), "snow": (255, 250, 250), "ivory": (255, 255, 240)}
_ALIKE = 24
"""How far the parts of two colours may be from each other, added up, for one to be unreadable on the other."""
_LOOKS = 4
"""How often, on average, an item of the page is looked at for what is visible in something hidden."""

Colour: TypeAlias = tuple[int, int, int]
_WHITE: Colour = (255, 255, 255)


class _Ground(NamedTuple):
    """The background up to the end of an element; None: there is one, and nobody knows which."""

    last: int
    colour: Colour | None


def hidden_in(page: Page) -> set[Element]:
    """The outermost elements that are hidden; of what is inside them nothing is said."""
    return set(_Looking(page, styles_of(page)).hidden())


class _Looking:
    def __init__(self, page: Page, styles: Styles) -> None:
        self._items, self._styles = page.items, styles
        self._grounds = [_Ground(len(page.items) + 1, None if styles.has_others else _WHITE)]
        self._left = _LOOKS * len(page.items)

    def hidden(self) -> Iterator[Element]:
        end = 0
        for at, item in enumerate(self._items):
            if at < end or isinstance(item, str) or not self._is_told_of(item):
                continue
            own = self._of(item)
            while self._grounds[-1].last <= at:
                self._grounds.pop()
            if (ground := self._background(item, own)) is not _NOTHING:
                self._grounds.append(_Ground(item.last, ground if isinstance(ground, tuple) else None))
            if own and item.tag not in _EXEMPT and self._is_hidden(item, own):
                end = item.last
                yield item

    def _is_told_of(self, element: Element) -> bool:
        return self._styles.may_say_of(element) or not _OLD_ATTRIBUTES.isdisjoint(element.attributes)

    def _of(self, element: Element) -> Declared:
        """With what the attributes of former days say, where nothing else does."""
        own = self._styles.of(element)
        colour = element.get("color") if element.tag == "font" else element.get("text") if element.tag == "body" else ""
        ground = element.get("bgcolor")
        if colour or ground:
            old = {"color": colour.strip().lower(), "background-color": ground.strip().lower()}
            own = {name: value for name, value in old.items() if value} | dict(own)
        return own

    def _background(self, element: Element, own: Declared) -> Colour | str | None:
        """Not known also where it may be another one."""
        others = (self._styles.of(element, holds) for holds in (Holds.UNKNOWN, Holds.ON_SOME_SCREENS))
        return None if any(_background(said) is not _NOTHING for said in others) else _background(own)

    def _is_hidden(self, element: Element, own: Declared) -> bool:
        if any(name in own and hides(own) and not self._is_shown_somewhere(element, hides) for name, hides in _WHOLE):
            return True
        return any(
            name in own
            and hides(own)
            and not self._is_shown_somewhere(element, hides)
            and self._is_mostly(element, name, hides)
            for name, hides in (*_INHERITED, ("color", self._is_unreadable))
        )

    def _is_shown_somewhere(self, element: Element, hides: Callable[[Declared], bool]) -> bool:
        said = self._styles.of(element, Holds.ON_SOME_SCREENS)
        return bool(said) and not hides({**self._of(element), **said})

    def _is_unreadable(self, own: Declared) -> bool:
        """As transparent as glass, or of the colour of what is behind it."""
        if own.get("background-clip") == "text" or own.get("-webkit-background-clip") == "text":
            return False  # letters cut out of a picture
        if own.get("text-shadow", "none") != "none":
            return False
        colour = _colour(own["color"])
        ground = self._grounds[-1].colour
        if colour is None:
            return False
        is_alike = ground is not None and sum(abs(a - b) for a, b in zip(colour[:3], ground, strict=True)) <= _ALIKE
        return colour[3] < 0.05 or is_alike

    def _is_mostly(self, element: Element, name: str, hides: Callable[[Declared], bool]) -> bool:
        """Whether less than half of what is inside is set apart again: these properties are handed down."""
        if self._left <= 0:
            return True
        letters = shown = end = 0
        for at in range(element.first, element.last):
            item = self._items[at]
            if isinstance(item, str):
                letters += len(item.strip())
                shown += len(item.strip()) if at < end else 0
            elif at >= end and self._sets_apart(item, name, hides):
                end = item.last
        self._left -= element.last - element.first
        return shown * 2 < letters

    def _sets_apart(self, element: Element, name: str, hides: Callable[[Declared], bool]) -> bool:
        """By whatever rule, also one that may not hold here: a size of nothing is how lists lose their gaps."""
        own = self._of(element)
        if name == "color" and self._background(element, own) is not _NOTHING:
            return True
        return any(name in said and not hides(said) for said in (own, self._styles.of(element, Holds.UNKNOWN)))


def _is_not_displayed(own: Declared) -> bool:
    return own["display"] == "none"


def _is_skipped(own: Declared) -> bool:
    return own["content-visibility"] == "hidden"


def _is_see_through(own: Declared) -> bool:
    """What is faded in comes to be seen."""
    if any(own.get(name, "none") != "none" for name in ("animation", "animation-name")):
        return False
    number = _NUMBER.fullmatch(own["opacity"])
    return number is not None and float(number[1]) / (100 if number[2] == "%" else 1) < 0.02


def _is_invisible(own: Declared) -> bool:
    return own["visibility"] in ("hidden", "collapse")


def _is_tiny(own: Declared) -> bool:
    number = _NUMBER.fullmatch(own["font-size"])
    return number is not None and float(number[1]) < _SMALLEST_FONT[number[2]]


_WHOLE: tuple[tuple[str, Callable[[Declared], bool]], ...] = (
    ("display", _is_not_displayed),
    ("content-visibility", _is_skipped),
    ("opacity", _is_see_through),
)
"""What holds for everything inside, whatever that says itself."""
_INHERITED: tuple[tuple[str, Callable[[Declared], bool]], ...] = (
    ("visibility", _is_invisible),
    ("font-size", _is_tiny),
)

_NOTHING = "nothing is said"


def _background(own: Declared) -> Colour | str | None:
    """Its colour; None if it has one that is not known, or a picture; or that nothing is said."""
    said = own.get("background-color") or own.get("background")
    if said is None or said in ("none", "transparent", "inherit", "initial", "unset"):
        return _NOTHING
    colour = _colour(said)
    if colour is None:
        return None
    return _NOTHING if colour[3] < 0.05 else (colour[0], colour[1], colour[2])


def _colour(said: str) -> tuple[int, int, int, float] | None:
    """Red, green, blue and how solid; None for what is not understood."""
    if said == "transparent":
        return (0, 0, 0, 0.0)
    if said in _NAMED:
        return (*_NAMED[said], 1.0)
    if found := _HEX.fullmatch(said):
        digits = found[1] if len(found[1]) > 4 else "".join(digit * 2 for digit in found[1])
        red, green, blue, solid = (int(digits[at : at + 2] or "ff", 16) for at in (0, 2, 4, 6))
        return (red, green, blue, solid / 255)
    if found := _RGB.fullmatch(said):
        solid_part = float(found[4]) / (100 if found[5] else 1) if found[4] else 1.0
        return (int(found[1]), int(found[2]), int(found[3]), solid_part)
    return None
