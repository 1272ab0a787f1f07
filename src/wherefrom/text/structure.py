"""How a clause is built, as far as small words show it: its parts, its subject, what is said of it, and when."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from wherefrom.text.quantities import Quantity
from wherefrom.text.senses import (
    ATTACHING,
    BEING,
    JOINING,
    PAST,
    PREPOSITIONS,
    PRESENT,
    RELATING,
    VERBS_OF_GRAMMAR,
    is_small,
)

__all__ = ["attached", "is_scope", "leads", "parts", "predicates", "subject_end", "subjects", "tense"]

_ARTICLES = frozenset(["a", "an", "the", "all", "each", "every", "any"])
_DETERMINERS = _ARTICLES | {"its", "their", "his", "her", "our", "your", "this", "that", "these", "those", "no", "some"}
_LISTED = 2
"""So many words with a meaning one of a list has at most."""
_LISTING = frozenset([",", "and", "or", "but"])
_PARTING = _LISTING | JOINING | RELATING | {"than"}
_RANGE = 4
"""So near before "and" stands the "between" that it belongs to."""


def is_scope(quantity: Quantity, lowers: Sequence[str], terms: Mapping[str, int]) -> bool:
    """It belongs to the first noun, and what is said of it comes after."""
    begins = min(quantity.covers)
    before = [lower for lower in lowers[:begins] if lower not in _ARTICLES]
    counted = quantity.kind.startswith("count")
    nouns = [term for term, at in terms.items() if at < begins]
    return len(nouns) == 1 and len(before) == 1 + (before[-1] == "of") and quantity.upto + counted < len(lowers)


def leads(lowers: Sequence[str], terms: Mapping[str, int]) -> dict[str, str]:
    leads: dict[str, str] = {}
    for term, at in terms.items():
        before = at - 1
        while before >= 0 and is_small(lowers[before]) and lowers[before] not in PREPOSITIONS:
            before -= 1
        if before >= 0 and lowers[before] in PREPOSITIONS:
            leads[term] = lowers[before]
    return leads


def attached(lowers: Sequence[str], places: Iterable[int]) -> dict[int, str]:
    """What stands before each place and tells how it belongs to the rest, with nothing but small words between."""
    found: dict[int, str] = {}
    for at in places:
        before = at - 1
        while before >= 0 and lowers[before] not in ATTACHING and lowers[before] in _DETERMINERS:
            before -= 1
        if before >= 0 and lowers[before] in ATTACHING:
            found[at] = lowers[before]
    return found


def predicates(lowers: Sequence[str], terms: Mapping[str, int], covered: Container[int]) -> Iterator[tuple[str, int]]:
    """Each with where its verb stands."""
    standing = {at: term for term, at in terms.items()}
    begins = [at for at, lower in enumerate(lowers) if lower in BEING]
    joined = [at for at, lower in enumerate(lowers) if lower == "and" and begins and at > begins[0]]
    for at in begins + joined:
        for after in range(at + 1, len(lowers)):
            if after in covered or lowers[after] in PREPOSITIONS or not lowers[after][:1].isalnum():
                break
            if after in standing:
                yield standing[after], begins[0] if at in joined else at
                break


def subjects(predicates: Mapping[str, int], terms: Mapping[str, int]) -> dict[str, str]:
    subjects: dict[str, str] = {}
    for predicate, verb in predicates.items():
        before = [term for term, at in terms.items() if at < verb]
        if before:
            subjects[predicate] = max(before, key=lambda term: terms[term])
    return subjects


def tense(lowers: Sequence[str]) -> str:
    told = {"past" if lower in PAST else "present" for lower in lowers if lower in PAST | PRESENT}
    return told.pop() if len(told) == 1 else ""


def parts(lowers: Sequence[str], covered: Container[int], terms: Mapping[str, int]) -> Iterator[int]:
    """A list is one part: what follows "and" must have a verb, a number or a preposition of its own to be another."""
    yield 0
    standing = set(terms.values())
    ends = [at for at, lower in enumerate(lowers) if lower in _PARTING and at not in covered]
    ends = [at for at in ends if "between" not in lowers[max(0, at - _RANGE) : at]]
    begin = 0
    for at, end in pairwise([*ends, len(lowers)]):
        if lowers[at] not in _LISTING or not _is_listed(
            lowers, range(begin, at), range(at + 1, end), covered, standing
        ):
            yield at
        begin = at + 1


def _is_listed(
    lowers: Sequence[str], before: range, item: range, covered: Container[int], standing: Container[int]
) -> bool:
    """One more of a list: the badge, the keys; also the last of what the sentence is about: "and the keys are …"."""
    verb = next((at for at in item if lowers[at] in VERBS_OF_GRAMMAR), None)
    if verb is not None:
        is_subject = lowers[item.start - 1] in ("and", "or") and not any(
            lower in VERBS_OF_GRAMMAR for lower in lowers[: item.start]
        )
        short = len([at for at in before if at in standing]) <= _LISTED
        return is_subject and short and _is_listed(lowers, before, range(item.start, verb), covered, standing)
    if any(lowers[at] in PREPOSITIONS and lowers[at] != "of" for at in item if at not in covered):
        return False
    words = len([at for at in item if at in standing])
    return words <= _LISTED and (not words or not any(at in covered for at in item))


def subject_end(lowers: Sequence[str], terms: Mapping[str, int]) -> int:
    """Up to the first small verb; without one, the first words that stand together but for the last, the verb."""
    verb = next((at for at, lower in enumerate(lowers) if lower in VERBS_OF_GRAMMAR), None)
    if verb is not None:
        return verb
    standing = sorted(terms.values())
    run = [at for number, at in enumerate(standing) if at == standing[0] + number]
    return run[-1] if len(run) > 1 else run[0] + 1 if run else 0
