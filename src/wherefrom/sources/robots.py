"""robots.txt, as RFC 9309 reads it: the most specific rule wins, `*` and `$` mean something."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from wherefrom.egress import USER_AGENT
from wherefrom.sources.places import evenly_encoded

__all__ = ["EVERYTHING", "Robots"]

_LONGEST_DELAY = 60.0
_MOST_RULES = 10_000


class _Rule(NamedTuple):
    pattern: str
    is_allowed: bool

    def matches(self, path: str) -> bool:
        """In one pass: the pieces between the stars, each at the first place after the one before."""
        pattern, is_whole = self.pattern.removesuffix("$"), self.pattern.endswith("$")
        first, *others = pattern.split("*")
        if not path.startswith(first):
            return False
        position = len(first)
        last = others.pop() if others and is_whole else None
        for piece in others:
            position = path.find(piece, position)
            if position < 0:
                return False
            position += len(piece)
        if last is not None:
            return path.endswith(last) and len(path) - len(last) >= position
        return not is_whole or position == len(path)


class Robots(NamedTuple):
    """What we are asked on one host: the rules of our own name, or those for everybody."""

    rules: tuple[_Rule, ...] = ()
    delay: float = 0.0
    sitemaps: tuple[str, ...] = ()

    @classmethod
    def read(cls, data: bytes) -> Robots:
        groups: dict[str, list[tuple[str, str]]] = {}
        sitemaps: list[str] = []
        names: list[str] = []
        is_naming = False
        for field, text in _lines(data):
            if field == "sitemap":
                sitemaps.append(text)
            elif field == "user-agent":
                names = [*names, _product(text)] if is_naming else [_product(text)]
                groups.setdefault(names[-1], [])
                is_naming = True
            else:
                is_naming = False
                for name in names:
                    groups[name].append((field, text))
        ours = groups.get(USER_AGENT, groups.get("*", []))
        return cls(_rules(ours), _delay(ours), tuple(sitemaps))

    def allows(self, path: str) -> bool:
        """The longest rule that matches decides; of two equal ones the one that allows."""
        even = evenly_encoded(path)
        matching = [rule for rule in self.rules if rule.matches(even)]
        return max(((len(rule.pattern), rule.is_allowed) for rule in matching), default=(0, True))[1]


EVERYTHING = Robots()
"""Where there is no robots.txt."""


def _lines(data: bytes) -> Iterator[tuple[str, str]]:
    for line in data.decode("utf-8-sig", errors="replace").splitlines():
        field, colon, text = line.partition("#")[0].partition(":")
        if colon:
            yield field.strip().lower(), text.strip()


def _product(text: str) -> str:
    return text.partition("/")[0].strip().lower()


def _rules(group: list[tuple[str, str]]) -> tuple[_Rule, ...]:
    named = [(field, evenly_encoded(text)) for field, text in group if field in ("allow", "disallow") and text]
    return tuple(_Rule(text, field == "allow") for field, text in named[:_MOST_RULES])


def _delay(group: list[tuple[str, str]]) -> float:
    for field, text in group:
        if field == "crawl-delay" and text.replace(".", "", 1).isdecimal():
            return min(float(text), _LONGEST_DELAY)
    return 0.0
