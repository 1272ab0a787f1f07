"""What a query asks of the indexes: which shelves, which words, which filter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from wherefrom.core.actors import Actor
from wherefrom.core.search import ItemKind, Query
from wherefrom.ports.engines import Facet, Where
from wherefrom.retrieval.docs import ANY_RUN, WHOLE_ORG, scope_facet
from wherefrom.retrieval.shelves import Shelf, Stock

__all__ = ["Step", "planned", "told_values"]

_MEANT: Mapping[tuple[Facet, str], str] = {
    ("project", WHOLE_ORG): "the whole org",
    ("scope", ANY_RUN): "more than one run",
}


class Step(NamedTuple):
    """One shelf to look on, and the filter that holds there."""

    shelf: Shelf
    where: Where

    @property
    def filters(self) -> tuple[str, ...]:
        named = tuple(f"{facet} in {told_values(facet, values)}" for facet, values in sorted(self.where.any_of.items()))
        return named if self.where.until is None else (*named, "known by the time asked for")


def told_values(facet: Facet, values: Iterable[str]) -> str:
    """As a person reads them: what an index keeps under a sign of its own has a name."""
    return ", ".join(_MEANT.get((facet, each), each) for each in sorted(values))


def planned(query: Query, actor: Actor, acls: frozenset[int], stock: Stock) -> list[Step]:
    """The shared shelves of what was asked for, and the actor's own; who looks at everything looks on all of them."""
    people = sorted(stock.people) if actor.sees_everything else [actor.id] if actor.id in stock.people else []
    return [
        Step(Shelf(org=actor.org, collection=collection, person=person), Where(acls, any_of, until=_until(query)))
        for collection, any_of in _collections(query).items()
        for person in (None, *people)
    ]


def _collections(query: Query) -> Mapping[str, Mapping[Facet, frozenset[str]]]:
    asked: dict[str, Mapping[Facet, frozenset[str]]] = {}
    if ItemKind.CHUNK in query.kinds:
        asked["chunks"] = _shared(query)
    kinds = frozenset(query.kinds) - {ItemKind.CHUNK}
    if kinds:
        named = _shared(query)
        if len(kinds) == 1:
            named["kind"] = frozenset(map(str, kinds))
        # As of a time in the past another status may have held, so the claims themselves are asked later.
        if query.as_of is None:
            named["status"] = frozenset(map(str, query.statuses))
        named["scope"] = frozenset({scope_facet(query.scope) if query.scope else ANY_RUN})
        asked["claims"] = named
    return asked


def _shared(query: Query) -> dict[Facet, frozenset[str]]:
    named: dict[Facet, frozenset[str]] = {}
    if query.project is not None:
        named["project"] = frozenset({query.project, WHOLE_ORG})
    if query.types:
        named["type"] = frozenset(query.types)
    if query.tags:
        named["tag"] = frozenset(query.tags)
    return named


def _until(query: Query) -> int | None:
    return None if query.as_of is None else round(query.as_of * 1000)
