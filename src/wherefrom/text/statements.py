"""What a sentence says, taken apart for comparing: its terms, names, numbers, and whether it denies them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from wherefrom.text.clauses import clauses, is_name
from wherefrom.text.quantities import MONTHS, NUMBERED, Quantity, Word, is_unit, quantities, rate_of
from wherefrom.text.senses import (
    AGAIN_AND_AGAIN,
    ANAPHORS,
    CONDITIONS,
    DENIALS_ELSEWHERE,
    EXCLUSIVE,
    HEDGES,
    JOINING,
    LIGHT,
    MAY,
    MUST,
    NEGATIONS,
    NO_EXCEPTION,
    OPPOSITES,
    PARTIAL,
    PREPOSITIONS,
    RESTRICTING,
    UNIVERSAL,
    UNREAL,
    VERBS_OF_GRAMMAR,
    WEEKDAYS,
    is_small,
    sense_of,
    turned,
)
from wherefrom.text.structure import attached, is_scope, leads, parts, predicates, subject_end, subjects, tense

__all__ = ["Statement", "statements"]

_HOW_OFTEN = AGAIN_AND_AGAIN | WEEKDAYS | MONTHS
_LISTING = frozenset([",", "and", "or", "but"])
_POSSESSIVE = re.compile(r"(?:['’]s|s['’])\Z")


class Statement(NamedTuple):
    """One clause. `terms` are the senses of its words with where they stand; `named` those that are names."""

    terms: dict[str, int]
    named: frozenset[str]
    """Things with a name of their own: paths, addresses, codes, version 2."""
    proper: dict[str, str]
    """Names of people and places, each with the preposition before it."""
    pairs: frozenset[tuple[str, str]]
    """Names of several words: which follow one another."""
    quantities: tuple[Quantity, ...]
    scopes: frozenset[int]
    """Where the numbers stand that say who is meant: children under twelve, refunds over 100 euros."""
    relations: dict[str, int]
    """Words that have an opposite (before, above, more), and where they stand."""
    breaks: tuple[int, ...]
    """Where commas, colons and the words stand that join like with like."""
    rates: frozenset[str]
    """How often, told in a word: daily is `day`."""
    is_negated: bool
    is_denied: bool
    """Negated, or told by a word that denies: what is forbidden is not allowed."""
    modality: str
    """`must`, `may`, `need not` or nothing."""
    head: str | None
    """What the first words are of, where they say so: the backup of a database is no database."""
    is_exclusive: bool
    """Holds of what it names, and of nothing else."""
    is_universal: bool
    """Says that nothing is left out."""
    has_no_exception: bool
    """Says so, or denies all of it."""
    every: frozenset[str]
    """Of what none is left out: every Monday."""
    unreal: frozenset[str]
    """`will` and `would`: what is not so now."""
    habits: frozenset[str]
    """Days on which something is so again and again: on Mondays."""
    initials: frozenset[str]
    """What its names of several words are also called."""
    restricts: frozenset[str]
    """Words that leave something out: without, except."""
    denials_elsewhere: frozenset[str]
    """Words that deny in another language."""
    is_hedged: bool
    is_conditional: bool
    leads: dict[str, str]
    """The preposition before a term, with nothing but small words between."""
    attached: dict[int, str]
    """The preposition, whichever, before a term or a number, by where that stands."""
    verbs: frozenset[int]
    """Where the verbs stand that tell nothing by themselves: is, has, does, can."""
    predicates: frozenset[str]
    """What something is, or is done to it: the terms after `is` and its forms."""
    subjects: dict[str, str]
    """Of each predicate the term before its verb."""
    owners: frozenset[str]
    """Whose something is: the director's."""
    partial: frozenset[str]
    """Words that say it of some, or as a rule."""
    tense: str
    """`past`, `present`, or nothing where no small verb tells."""
    joints: dict[str, int]
    """Words that begin a clause which tells when or why, and where they stand."""
    places: dict[str, tuple[int, ...]]
    """All that a term stands at."""
    parts: tuple[int, ...]
    """Where the parts begin that say something of their own."""
    subject: range
    """Where what it is about stands."""
    by: int
    """Where the word stands that parts what is done from who does it; -1 without one."""
    refers_back: bool


def statements(sentence: str) -> list[Statement]:
    """The clauses of a sentence, each with the subject it shares with the one before; an `if` at its head is of all."""
    read = [(words[0].lower, _read(words)) for words in clauses(sentence)]
    is_conditional = any(first in CONDITIONS for first, _ in read[:1])
    return [each._replace(is_conditional=is_conditional or each.is_conditional) for _, each in read]


class _Reading:
    """The words of a clause, one by one; those that amounts are told in are `covered`."""

    def __init__(self, words: Sequence[Word], covered: set[int]) -> None:
        self.terms: dict[str, int] = {}
        self.places: defaultdict[str, list[int]] = defaultdict(list)
        self.named: set[str] = set()
        self.proper: dict[str, str] = {}
        self.relations: dict[str, int] = {}
        self.negations = 0
        self._denied = -1
        self.turns = 0
        numbers = {at + 1 for at, word in enumerate(words) if word.lower in NUMBERED}
        for at, word in enumerate(words):
            if at not in covered and word.lower[:1].isalnum() and not (at in numbers and word.lower[:1].isdigit()):
                self._read(word, at, words)

    def _read(self, word: Word, at: int, words: Sequence[Word]) -> None:
        following = words[at + 1].lower if at + 1 < len(words) else ""
        if word.lower in NEGATIONS:
            self._deny(at, words)
        elif is_name(word.written):
            self._name(word.lower, at)
        elif word.lower in NUMBERED and following[:1].isdigit():
            self._name(f"{word.lower} {following}", at)
        elif sense_of(word.lower) in OPPOSITES:
            self.relations.setdefault(sense_of(word.lower), at)
        elif word.lower in RESTRICTING or _is_may(word) or not _is_empty(word.lower):
            self._take(word, at, words)

    def _deny(self, at: int, words: Sequence[Word]) -> None:
        """Not filtered and never heated: each of a list is denied once. Nobody without a badge denies a denial."""
        joined = any(word.lower in _LISTING for word in words[self._denied : at])
        if self._denied < 0 or not (joined or words[at].lower == "nor"):
            self.negations += 1
        self._denied = at

    def _take(self, word: Word, at: int, words: Sequence[Word]) -> None:
        denied = turned(word.lower)
        if denied is not None:
            self.turns += 1
        sense = denied or sense_of(word.lower)
        self.terms.setdefault(sense, at)
        self.places[sense].append(at)
        if word.written[:1].isupper() and not word.is_first:
            before = words[at - 1].lower if at else ""
            self.proper[sense] = before if before in PREPOSITIONS else ""

    def _name(self, name: str, at: int) -> None:
        self.terms.setdefault(name, at)
        self.places[name].append(at)
        self.named.add(name)


def _read(words: Sequence[Word]) -> Statement:
    amounts = quantities(words)
    covered = {at for each in amounts for at in each.covers}
    reading = _Reading(words, covered)
    lowers = [word.lower for word in words]
    begins = tuple(parts(lowers, covered, reading.terms))
    told = dict(predicates(lowers, reading.terms, covered))
    return Statement(
        terms=reading.terms,
        named=frozenset(reading.named),
        proper=reading.proper,
        pairs=frozenset(_pairs(words)),
        quantities=tuple(amounts),
        scopes=frozenset(each.at for each in amounts if is_scope(each, lowers, reading.terms)),
        relations=reading.relations,
        breaks=tuple(at for at, lower in enumerate(lowers) if lower in (",", "and", "or", "but", ":")),
        rates=frozenset(rate for lower in lowers if (rate := rate_of(lower)) is not None),
        is_negated=reading.negations % 2 == 1,
        is_denied=(reading.negations + reading.turns) % 2 == 1,
        modality=_modality([word.lower for at, word in enumerate(words) if at not in covered and not _is_may(word)]),
        head=_head(words, reading.terms),
        is_exclusive=any(lower in EXCLUSIVE for lower in lowers),
        is_universal=any(_leaves_nothing_out(lowers, at) for at in range(len(lowers)) if at not in covered),
        has_no_exception=any(lower in NO_EXCEPTION for lower in lowers),
        every=frozenset(sense_of(two) for one, two in pairwise(lowers) if one in ("every", "each")),
        unreal=UNREAL.intersection(lowers),
        habits=frozenset(sense_of(lower) for lower in lowers if lower[:-1] in WEEKDAYS),
        initials=frozenset(_initials(words)),
        restricts=frozenset(sense_of(lower) for lower in lowers if lower in RESTRICTING),
        denials_elsewhere=DENIALS_ELSEWHERE.intersection(lowers),
        is_hedged=any(lower in HEDGES for lower in lowers),
        is_conditional=any(lower in CONDITIONS for lower in lowers),
        leads=leads(lowers, reading.terms),
        attached=attached(lowers, {at for places in reading.places.values() for at in places})
        | _attached(amounts, lowers),
        verbs=frozenset(at for at, lower in enumerate(lowers) if lower in VERBS_OF_GRAMMAR),
        predicates=frozenset(told),
        subjects=subjects(told, reading.terms),
        owners=frozenset(sense_of(word.lower) for word in words if _POSSESSIVE.search(word.written)),
        partial=PARTIAL.intersection(lower for at, lower in enumerate(lowers) if at not in covered),
        tense=tense(lowers),
        places={term: tuple(reading.places[term]) for term in reading.terms},
        parts=begins,
        subject=range(subject_end(lowers[: begins[1]] if len(begins) > 1 else lowers, reading.terms)),
        joints={lower: at for at, lower in enumerate(lowers) if lower in JOINING and at not in covered},
        by=lowers.index("by") if "by" in lowers else -1,
        refers_back=_refers_back(lowers),
    )


def _attached(amounts: Sequence[Quantity], lowers: Sequence[str]) -> dict[int, str]:
    begins = {min(each.covers): each.at for each in amounts}
    return {begins[at]: word for at, word in attached(lowers, begins).items()}


def _is_empty(word: str) -> bool:
    return is_small(word) or word in LIGHT or word in MUST | MAY | HEDGES


def _is_may(word: Word) -> bool:
    """The month, not the verb."""
    return word.written == "May" and not word.is_first


def _leaves_nothing_out(lowers: Sequence[str], at: int) -> bool:
    """`every night` and `each month` tell how often, not of how many."""
    following = lowers[at + 1] if at + 1 < len(lowers) else ""
    return lowers[at] in UNIVERSAL and following not in _HOW_OFTEN and not is_unit(following)


def _pairs(words: Sequence[Word]) -> Iterator[tuple[str, str]]:
    for one, two in pairwise(words):
        if one.written[:1].isupper() and two.written[:1].isupper() and not is_unit(two.lower):
            yield sense_of(one.lower), sense_of(two.lower)


def _head(words: Sequence[Word], terms: Mapping[str, int]) -> str | None:
    first = min(terms, key=lambda term: terms[term], default=None)
    if first is None or terms[first] + 1 >= len(words):
        return None
    return first if words[terms[first] + 1].lower == "of" else None


def _initials(words: Sequence[Word]) -> Iterator[str]:
    """What a name of several words is also called: the European Union is the EU."""
    run = ""
    for word in [*words, Word("", "")]:
        if word.written[:1].isupper() and word.written[1:2].islower():
            run += word.lower[0]
        else:
            if len(run) > 1:
                yield run
            run = ""


def _refers_back(lowers: Sequence[str]) -> bool:
    """Words that stand for something said before; `that` only where it does not join clauses."""
    return any(
        lower in ANAPHORS and (lower != "that" or at == 0 or lowers[at - 1] in PREPOSITIONS | {"above", "below"})
        for at, lower in enumerate(lowers)
    )


def _modality(lowers: Sequence[str]) -> str:
    if "neednot" in lowers:
        return "need not"
    if any(lower in MUST for lower in lowers):
        return "must"
    return "may" if any(lower in MAY for lower in lowers) else ""
