"""Whether the words of a sentence stand together in a clause, or were picked from parts that say different things."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable

from wherefrom.text.statements import Statement

__all__ = ["is_scattered"]


def is_scattered(said: Statement, found: Statement, met: Iterable[tuple[int, int]]) -> bool:
    """`met` are the places of the numbers: in the sentence, and of their counterparts in the clause.

    The words of each part of the sentence must stand in one part of the clause; its subject may stand in another that
    comes before, as in "backups run at night and take an hour".
    """
    wanted: dict[int, list[Collection[int]]] = {}
    for term, at in said.terms.items():
        if term in found.places:
            wanted.setdefault(_part(said, at), []).append(found.places[term])
    for at, stands in met:
        wanted.setdefault(_part(said, at), []).append((stands,))
    return not all(_stand_together(found, places) for places in wanted.values())


def _part(statement: Statement, at: int) -> int:
    return bisect_right(statement.parts, at)


def _stand_together(found: Statement, wanted: Iterable[Collection[int]]) -> bool:
    parts = range(1, len(found.parts) + 1)
    needed = [(places, {_part(found, at) for at in places}) for places in wanted]
    return any(all(_serves(found, part, places, held) for places, held in needed) for part in parts)


def _serves(found: Statement, part: int, places: Collection[int], held: Collection[int]) -> bool:
    return part in held or any(at in found.subject and _part(found, at) <= part for at in places)
