"""What a sentence or a clause has over: another verb or preposition, a size or a time that only one of them tells."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise

from wherefrom.claims.why.weighing import is_money
from wherefrom.text.senses import GENERIC, OPPOSITES, PREPOSITIONS, sense_of
from wherefrom.text.statements import Statement

__all__ = ["residue_doubts"]

_ALIKE = (
    frozenset(["in", "at", "on", "within", "inside", "during", "into", "through", "across"]),
    frozenset(["to", "into", "for", "towards", "toward"]),
    frozenset(["by", "through", "with", "via"]),
    frozenset(["from", "since", "after"]),
    frozenset(["from", "between"]),
    frozenset(["over", "above"]),
    frozenset(["under", "below"]),
    frozenset(["until", "till", "to"]),
)
"""Prepositions that often say the same."""
_NEAR = 3
"""So far after a noun stands the next one, with a preposition and an article between."""


def residue_doubts(
    said: Statement, found: Statement, context: Collection[str], met: Collection[tuple[int, int]]
) -> Iterator[str]:
    """`context` and `met` as for the doubts about roles."""
    told = said.terms.keys() | GENERIC | set(context)
    standing = {at: term for term, places in found.places.items() for at in places}
    if any(_has_another_verb(term, standing.get(at + 1, term), said, told) for at, term in standing.items()):
        yield "does something else"
    if _is_about_some(standing, said, found, told):
        yield "about some of it"
    if any(each.at in found.scopes - {at for _, at in met} and not is_money(each) for each in found.quantities):
        yield "about those of that size"  # sums are left out more often than not: refunds need two approvals
    if (said.every & found.terms.keys()) - found.every - found.habits and not found.has_no_exception:
        yield "that it is so each time is not told"
    if any(len(places) > len(found.places[term]) for term, places in said.places.items() if term in found.places):
        yield "told once, not twice"
    phrases = set(_phrases(found))
    if any({(two, one, is_of), (one, two, not is_of)} & phrases for one, two, is_of in _phrases(said)):
        yield "the one of the other, not the other of the one"
    yield from _attached_otherwise(said, found, met)


def _has_another_verb(term: str, following: str, said: Statement, told: Collection[str]) -> bool:
    """Whoever lacks it does not have it: `is` and `has` in the sentence, a verb of its own in the clause."""
    return said.terms.get(term, -1) + 1 in said.verbs and following not in told


def _is_about_some(standing: dict[int, str], said: Statement, found: Statement, told: Collection[str]) -> bool:
    """The key to the shed is not the key."""
    first, second, *_ = [*sorted(standing), -1, -1]
    if standing.get(first) not in said.terms or standing.get(second) in told or first + 1 in found.verbs:
        return False
    return second in found.attached and second <= first + _NEAR


def _phrases(statement: Statement) -> Iterator[tuple[str, str, bool]]:
    """Words that make up one thing, and whether by "of": audit log, account of the purchase."""
    standing = sorted((at, term) for term, places in statement.places.items() for at in places)
    for (at, term), (stands, following) in pairwise(standing):
        is_of = statement.attached.get(stands) == "of"
        if stands == at + 1 or is_of:
            yield term, following, is_of


def _attached_otherwise(said: Statement, found: Statement, met: Collection[tuple[int, int]]) -> Iterator[str]:
    """Built for Hallmann, built by Hallmann; after 15:00, at 15:00."""
    pairs = [(places, found.places[term]) for term, places in said.places.items() if term in found.places]
    pairs += [((at,), (stands,)) for at, stands in met]
    for places, stand in pairs:
        others = {found.attached.get(at, "") for at in stand}
        for word in (said.attached.get(at, "") for at in places):
            if not any(_belongs_alike(word, other) for other in others):
                yield f"{word}, not {' or '.join(sorted(others))}"


def _belongs_alike(word: str, other: str) -> bool:
    if word == other or not (word and other) or "without" in (word, other):
        return True  # or a denial, which is told as one
    if sense_of(other) in OPPOSITES.get(sense_of(word), ()):
        return True  # which contradicts
    if "of" in (word, other):
        return {word, other} <= PREPOSITIONS
    return any({word, other} <= alike for alike in _ALIKE)
