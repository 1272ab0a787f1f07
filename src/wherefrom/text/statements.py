"""What a sentence says, taken apart for comparing: its terms, names, numbers, and whether it denies them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from wherefrom.text.quantities import NUMBERED, Quantity, Word, is_unit, quantities, rate_of
from wherefrom.text.senses import (
    ANAPHORS,
    CONDITIONS,
    DENIALS_ELSEWHERE,
    HEDGES,
    LIGHT,
    MAY,
    MUST,
    NEGATIONS,
    OPPOSITES,
    PHRASES,
    PREPOSITIONS,
    RESTRICTING,
    VERBS_OF_GRAMMAR,
    is_small,
    sense_of,
    turned,
)

__all__ = ["Statement", "statements"]

_TOKEN = re.compile(
    r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
    r"|https?://[^\s<>\"')]+"
    r"|\d{4}-\d{2}-\d{2}(?!\w)"
    r"|[€$£]?\d[\d,_]*(?:\.\d+)*%?(?![\w/])"
    r"|[\w.-]*\w(?:/[\w.-]*\w)+/?"
    r"|\w[\w-]*\.[a-z]{1,4}(?![\w.])"
    r"|\w+(?:[_-]\w+)+|\w+(?:['’]\w+)*"
    r"|[;:,?!]"
)
_NAME = re.compile(r"[@/_]|\w\.\w|\A[A-Z]+-?\d[\w-]*\Z")
_SHORTENED = re.compile(r"n['’]t\Z")
_OWNED = re.compile(r"['’](?:s|re|ve|ll|d|m)\Z")
_SPELLED = re.compile(r"(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-\w+\Z")
_LONGEST = 2_000


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
    relations: dict[str, int]
    breaks: tuple[int, ...]
    rates: frozenset[str]
    is_negated: bool
    is_denied: bool
    """Negated, or told by a word that denies: what is forbidden is not allowed."""
    modality: str
    """`must`, `may`, `need not` or nothing."""
    head: str | None
    """What the first words are of, where they say so: the backup of a database is no database."""
    is_exclusive: bool
    """Holds of what it names, and of nothing else."""
    initials: frozenset[str]
    restricts: frozenset[str]
    denials_elsewhere: frozenset[str]
    is_hedged: bool
    is_conditional: bool
    by: int
    """Where the word stands that parts what is done from who does it; -1 without one."""
    refers_back: bool


def statements(sentence: str) -> list[Statement]:
    """The clauses of a sentence, each with the subject it shares with the one before."""
    return [_read(words) for words in _clauses(_words(sentence[:_LONGEST]))]


def _words(sentence: str) -> list[Word]:
    found: list[Word] = []
    for token in _TOKEN.findall(sentence.replace("`", " ").replace("*", "")):
        found.extend(_spoken(token, is_first=not found))
    return _with_phrases(found)


def _spoken(token: str, *, is_first: bool) -> Iterator[Word]:
    lower = token.casefold().replace("’", "'")
    if lower in ("can't", "cannot"):
        yield Word("cannot", "cannot", is_first)
    elif _SHORTENED.search(lower):
        yield Word(token[:-3], lower[:-3], is_first)
        yield Word("not", "not")
    elif "-" in token and not _NAME.search(token) and not _SPELLED.match(lower) and not token[0].isdigit():
        for number, part in enumerate(token.split("-")):
            yield Word(part, part.casefold(), is_first and number == 0)
    else:
        yield Word(token, _OWNED.sub("", lower), is_first)


def _with_phrases(words: list[Word]) -> list[Word]:
    told = [word.lower for word in words]
    for phrase, meaning in PHRASES:
        parts = phrase.split()
        at = 0
        while at + len(parts) <= len(told):
            if told[at] == parts[0] and told[at : at + len(parts)] == parts:
                new = [Word(part, part, words[at].is_first) for part in meaning.split()]
                words = [*words[:at], *new, *words[at + len(parts) :]]
                told = [word.lower for word in words]
            at += 1
    return words


def _clauses(words: list[Word]) -> Iterator[list[Word]]:
    """Parted where another subject, or another answer to "is it so?", begins."""
    clause: list[Word] = []
    before: list[Word] = []
    for at, word in enumerate(words):
        begins = word.lower in (",", "and", "but") and clause and _begins_another(words, at, clause)
        if (word.lower == ";" and clause) or begins:
            yield _completed(clause, before)
            before, clause = clause, _shared(clause, words[at + 1].lower) if begins else []
        else:
            clause.append(word)
    if clause:
        yield _completed(clause, before)


def _begins_another(words: Sequence[Word], at: int, clause: Sequence[Word]) -> bool:
    following = [word.lower for word in words[at + 1 : at + 4]]
    if not following:
        return False
    if words[at].lower == "," and following[0] in ("which", "who"):
        return True
    if words[at].lower == "," and following[1:2] and following[1] in VERBS_OF_GRAMMAR and following[-1] in NEGATIONS:
        return True
    if any(word in NEGATIONS for word in following[:2]):
        return not any(word.lower in NEGATIONS for word in clause) or following[0] in PREPOSITIONS
    return words[at].lower != "," and following[0] in PREPOSITIONS and following[0] in {w.lower for w in clause}


def _shared(clause: Sequence[Word], follows: str) -> list[Word]:
    """What a clause takes over from the one before it."""
    if follows in ("which", "who"):
        begins = [at for at, word in enumerate(clause) if is_small(word.lower)]
        return list(clause[(begins[-1] + 1 if begins else 0) :])
    if follows in VERBS_OF_GRAMMAR:
        return _subject(clause)
    shared: list[Word] = []
    if follows not in PREPOSITIONS | NEGATIONS:
        return shared  # it has a subject of its own
    for word in clause:
        if word.lower in PREPOSITIONS and any(not is_small(each.lower) for each in shared):
            break
        shared.append(word)
    return shared


def _subject(clause: Sequence[Word]) -> list[Word]:
    """The first words with a meaning; the last of them is the verb, unless a verb of grammar follows."""
    run: list[Word] = []
    for word in clause:
        if is_small(word.lower) or not word.lower[:1].isalpha():
            if not run:
                continue
            return run if word.lower in VERBS_OF_GRAMMAR else run[:-1] or run
        run.append(word)
    return run[:-1] or run


def _completed(clause: list[Word], before: Sequence[Word]) -> list[Word]:
    """ "Timeouts are retried, refusals are not": what is left out stands in the clause before."""
    if len(clause) < 3 or clause[-1].lower not in NEGATIONS or clause[-2].lower not in VERBS_OF_GRAMMAR:
        return clause
    verbs = [at for at, word in enumerate(before) if word.lower in VERBS_OF_GRAMMAR]
    return [*clause, *before[verbs[0] + 1 :]] if verbs else clause


class _Reading:
    def __init__(self) -> None:
        self.terms: dict[str, int] = {}
        self.named: set[str] = set()
        self.proper: dict[str, str] = {}
        self.negations = 0
        self.turns = 0

    def take(self, word: Word, at: int, words: Sequence[Word]) -> None:
        denied = turned(word.lower)
        if denied is not None:
            self.turns += 1
        sense = denied or sense_of(word.lower)
        self.terms.setdefault(sense, at)
        if word.written[:1].isupper() and not word.is_first:
            before = words[at - 1].lower if at else ""
            self.proper[sense] = before if before in PREPOSITIONS else ""

    def name(self, name: str, at: int) -> None:
        self.terms.setdefault(name, at)
        self.named.add(name)


def _read(words: Sequence[Word]) -> Statement:
    amounts = quantities(words)
    covered = {at for each in amounts for at in each.covers}
    reading, relations = _Reading(), dict[str, int]()
    lowers = [word.lower for word in words]
    for at, word in enumerate(words):
        if at in covered or not word.lower[:1].isalnum():
            continue
        if word.lower in NEGATIONS:
            reading.negations += 1
        elif _NAME.search(word.written):
            reading.name(word.lower, at)
        elif word.lower in NUMBERED and lowers[at + 1 : at + 2] and lowers[at + 1][:1].isdigit():
            reading.name(f"{word.lower} {lowers[at + 1]}", at)
        elif sense_of(word.lower) in OPPOSITES:
            relations.setdefault(sense_of(word.lower), at)
        elif word.lower in RESTRICTING or not _is_empty(word.lower):
            reading.take(word, at, words)
    return Statement(
        terms=reading.terms,
        named=frozenset(reading.named),
        proper=reading.proper,
        pairs=frozenset(_pairs(words)),
        quantities=tuple(amounts),
        relations=relations,
        breaks=tuple(at for at, lower in enumerate(lowers) if lower in (",", "and", "or", "but", ":")),
        rates=frozenset(rate for lower in lowers if (rate := rate_of(lower)) is not None),
        is_negated=reading.negations % 2 == 1,
        is_denied=(reading.negations + reading.turns) % 2 == 1,
        modality=_modality([lower for at, lower in enumerate(lowers) if at not in covered]),
        head=_head(words, reading.terms),
        is_exclusive="only" in lowers,
        initials=frozenset(_initials(words)),
        restricts=frozenset(sense_of(lower) for lower in lowers if lower in RESTRICTING),
        denials_elsewhere=DENIALS_ELSEWHERE.intersection(lowers),
        is_hedged=any(lower in HEDGES for lower in lowers),
        is_conditional=any(lower in CONDITIONS for lower in lowers),
        by=lowers.index("by") if "by" in lowers else -1,
        refers_back=_refers_back(lowers),
    )


def _is_empty(word: str) -> bool:
    return is_small(word) or word in LIGHT or word in MUST | MAY | HEDGES or word[:1].isdigit()


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
