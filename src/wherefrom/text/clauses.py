"""A sentence as its clauses, each a list of words: parted where another subject begins, or another answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from wherefrom.text.quantities import Word, quantities
from wherefrom.text.senses import NEGATIONS, PHRASES, PREPOSITIONS, VERBS_OF_GRAMMAR, is_small

__all__ = ["clauses", "is_name"]

_TOKEN = re.compile(
    r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
    r"|https?://[^\s<>\"')]+"
    r"|\d{4}-\d{2}-\d{2}(?!\w)"
    r"|[€$£]?\d[\d,_]*(?:\.\d+)*%?(?![\w/])"
    r"|[\w.-]*\w(?:/[\w.-]*\w)+/?"
    r"|\w[\w-]*\.[a-z]{1,4}(?![\w.])"
    r"|\w+(?:[_-]\w+)+|\w+(?:['’]\w+)*"
    r"|(?<!\S)[-−](?=[€$£]?\d)"
    r"|[;:,?!]"
)
_NAME = re.compile(r"[@/_]|\w\.\w|\A[A-Z]+-?\d[\w-]*\Z")
_SHORTENED = re.compile(r"n['’]t\Z")
_CUT = {"wo": "will", "sha": "shall"}
"""What is left of a verb before its n't."""
_OWNED = re.compile(r"['’](?:s|re|ve|ll|d|m)\Z")
_SPELLED = re.compile(r"(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-\w+\Z")
_PHRASES = [(phrase.split(), meaning.split()) for phrase, meaning in PHRASES]
_LONGEST = 2_000
_LEAST_SAID = 3
"""So many words with a meaning may be a subject and what it does."""
_NEAR, _FAR = 4, 8
_STOPS = frozenset([",", ";", ":", "and", "but", "or"])


def clauses(sentence: str) -> Iterator[list[Word]]:
    """Each with the subject that it shares with the one before."""
    yield from _parted(_words(sentence[:_LONGEST]))


def is_name(written: str) -> bool:
    """A path, an address, a code."""
    return _NAME.search(written) is not None


def _words(sentence: str) -> list[Word]:
    found: list[Word] = []
    for token in _TOKEN.findall(sentence.replace("`", " ").replace("*", "")):
        found.extend(_spoken(token, is_first=not found))
    return _with_phrases(found)


def _spoken(token: str, *, is_first: bool) -> Iterator[Word]:
    lower = token.casefold().replace("’", "'")
    if lower in ("-", "−"):
        yield Word("minus", "minus", is_first)
    elif lower in ("can't", "cannot"):
        yield Word("cannot", "cannot", is_first)
    elif _SHORTENED.search(lower):
        yield Word(token[:-3], _CUT.get(lower[:-3], lower[:-3]), is_first)
        yield Word("not", "not")
    elif lower.endswith("'ll"):
        yield Word(token[:-3], lower[:-3], is_first)
        yield Word("will", "will")
    elif "-" in token and not is_name(token) and not _SPELLED.match(lower) and not token[0].isdigit():
        for number, part in enumerate(token.split("-")):
            yield Word(part, part.casefold(), is_first and number == 0)
    else:
        yield Word(token, _OWNED.sub("", lower), is_first)


def _with_phrases(words: list[Word]) -> list[Word]:
    told = [word.lower for word in words]
    for parts, meaning in _PHRASES:
        if parts[0] not in told:
            continue
        at = 0
        while at + len(parts) <= len(told):
            if told[at] == parts[0] and told[at : at + len(parts)] == parts:
                new = [Word(part, part, words[at].is_first) for part in meaning]
                words = [*words[:at], *new, *words[at + len(parts) :]]
                told = [word.lower for word in words]
            at += 1
    return words


def _parted(words: list[Word]) -> Iterator[list[Word]]:
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
    if _has_a_verb_of_its_own(words, at, clause):
        return True
    if any(word in NEGATIONS for word in following[:2]):
        return not any(word.lower in NEGATIONS for word in clause) or following[0] in PREPOSITIONS
    if words[at].lower == "and" and following[0] in VERBS_OF_GRAMMAR:
        has_verb = any(word.lower in VERBS_OF_GRAMMAR for word in clause)
        return has_verb or len([word for word in clause if not is_small(word.lower)]) >= _LEAST_SAID
    return words[at].lower != "," and following[0] in PREPOSITIONS and following[0] in {w.lower for w in clause}


def _has_a_verb_of_its_own(words: Sequence[Word], at: int, clause: Sequence[Word]) -> bool:
    """After "and" or "but" stands a subject and what it does, not one more of what was listed."""
    if words[at].lower == "," or len([word for word in clause if not is_small(word.lower)]) < _LEAST_SAID:
        return False
    rest: list[str] = []
    for word in words[at + 1 : at + 1 + _FAR]:
        if word.lower in _STOPS:
            break
        rest.append(word.lower)
    if not rest or rest[0] in VERBS_OF_GRAMMAR | PREPOSITIONS:
        return False
    is_new = words[at - 1].lower == ","
    has_verb = any(word.lower in VERBS_OF_GRAMMAR for word in clause)
    near = rest if is_new else rest[:_NEAR] if has_verb else []
    return any(word in VERBS_OF_GRAMMAR for word in near)


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
    numbers = {at for each in quantities(clause) for at in range(each.at, each.upto)}
    for at, word in enumerate(clause):
        if is_small(word.lower) or not word.lower[:1].isalpha() or at in numbers:
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
