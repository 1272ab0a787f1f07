"""What keeps a clause from saying a sentence although it has all the words of it. Each is a reason to say nothing."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Collection, Iterator

from wherefrom.text.quantities import MONTHS, Quantity
from wherefrom.text.senses import ENDED, GENERIC, RARE, REPORTED, WEEKDAYS, sense_of
from wherefrom.text.statements import Statement

__all__ = ["doubts", "is_swapped", "narrowings"]

_WHEN = (frozenset(map(sense_of, MONTHS)), frozenset(map(sense_of, WEEKDAYS)))
_ITSELF = frozenset([sense_of("company")])
"""Whoever writes about themselves need not say their name."""
_RATES = frozenset(map(sense_of, ("daily", "weekly", "monthly", "yearly", "annual", "hourly")))
_ENDING = frozenset(["before", "until"])
_WAYS = ({"from"}, {"to", "into"})


def doubts(said: Statement, found: Statement, context: Collection[str]) -> Iterator[str]:
    """`context` are the terms that the clause leans on: of the title, the headings, the sentence before."""
    own = set(found.terms) - set(said.terms)
    if own & ENDED:
        yield "about something that is no more"
    if own & REPORTED:
        yield "told as what somebody thinks, plans or did before"
    if said.predicates and found.predicates and not said.predicates & found.predicates:
        yield "says something else of it"
    if _modifier(said, found) not in {None, *context}:
        yield "about some of them"
    if _is_said_of_another(said, found, context):
        yield "said of something else"
    if (found.partial - said.partial) or (said.partial & RARE) - found.partial:
        yield "holds for some, or as a rule"
    if said.is_exclusive and not found.is_exclusive:
        yield "that nothing else does is not told"
    if said.is_universal and not found.has_no_exception:
        yield "that all do is not told"
    if said.unreal != found.unreal and not _dates(said) & _dates(found):
        yield "not now, or not yet"
    if _is_past_now(said, found):
        yield "at another time"
    if _has_another_subject(said, found) or _is_about_a_part(said, found):
        yield "about something else"
    if not _is_told_otherwise(said, found) and _is_narrower(said, found, context):
        yield "about some of it"
    if any(_ends_then(found, at) for word, at in found.joints.items() if word in _ENDING and word not in said.joints):
        yield "until then"
    if any(_is_of_another(each, said, found) for each in found.quantities):
        yield "a number of something else"
    if any(_owned(owner, found) not in {None, *said.terms} for owner in found.owners - said.owners):
        yield "about what somebody has"
    if _turns_around(said, found):
        yield "the other way round"
    if any(_leads_elsewhere(said.leads.get(term, ""), lead) for term, lead in found.leads.items()):
        yield "from there, not to there"


def narrowings(said: Statement, found: Statement) -> Iterator[str]:
    """What the clause holds for alone, and the sentence does not name: days, months, years."""
    for names in _WHEN:
        if not names & set(said.terms):
            yield from names & set(found.terms)
    if not any(each.kind == "date" for each in said.quantities):
        yield from (each.told for each in found.quantities if each.kind == "date")


def is_swapped(said: Statement, found: Statement, said_at: int, found_at: int) -> bool:
    """Trains before planes is not planes before trains."""
    before = {term for term, at in said.terms.items() if at < said_at}
    after = {term for term, at in said.terms.items() if at > said_at}
    was_before = {term for term, at in found.terms.items() if at < found_at}
    was_after = {term for term, at in found.terms.items() if at > found_at}
    return bool(before & was_after and after & was_before)


def _modifier(said: Statement, found: Statement) -> str | None:
    """The word that stands before the subject in the clause and not in the sentence: urgent tickets are not tickets."""
    subject = min(said.terms, key=lambda term: said.terms[term], default="")
    at = found.terms.get(subject)
    if at is None:
        return None
    return next((term for term, stands in found.terms.items() if stands == at - 1 and _tells(term, said)), None)


def _tells(term: str, said: Statement) -> bool:
    return term not in said.terms and term not in GENERIC


def _is_said_of_another(said: Statement, found: Statement, context: Collection[str]) -> bool:
    """The press was bought from a winery: no winery was bought."""
    return any(
        subject in found.terms and subject not in context and found.terms[subject] > found.terms[predicate]
        for predicate, subject in said.subjects.items()
        if predicate in found.predicates
    )


def _dates(statement: Statement) -> set[tuple[int, int, int]]:
    """What happens on a day happens then, whether it is told before or after."""
    return {each.date for each in statement.quantities if each.kind == "date"}


def _is_past_now(said: Statement, found: Statement) -> bool:
    """The office was in Ghent. What was done once is told as what somebody is: a founder."""
    is_of_one = said.predicates & found.predicates or said.predicates == found.predicates
    return bool(is_of_one and said.tense and found.tense and said.tense != found.tense)


def _has_another_subject(said: Statement, found: Statement) -> bool:
    """The lighthouse stands on a rock near the village: no village stands on a rock."""
    if _is_told_otherwise(said, found) or said.relations.keys() & found.relations.keys():
        return False
    mine, theirs = _subject(said), _subject(found)
    if mine and theirs and not mine & theirs and mine <= found.terms.keys() and theirs <= said.terms.keys():
        return True
    plain = [term for term in said.terms if term not in said.leads]
    subject = min(plain, key=lambda term: said.terms[term], default="")
    about = min(found.terms, key=lambda term: found.terms[term], default="")
    if subject not in found.terms or about in said.terms:
        return False
    return any(found.terms[term] < found.terms[subject] for term in said.terms if term in found.terms)


def _is_about_a_part(said: Statement, found: Statement) -> bool:
    """Under the heading of a club stands that its board has five members."""
    mine, theirs = _subject(said) - said.named, _subject(found) - said.terms.keys() - GENERIC - _ITSELF
    return bool(mine and theirs) and not mine & (found.terms.keys() | GENERIC) and not _is_told_otherwise(said, found)


def _is_narrower(said: Statement, found: Statement, context: Collection[str]) -> bool:
    """What the clause is about has more to it: cakes with cream, deliveries to hotels. A heading may have said it."""
    told = said.terms.keys() | set(context) | GENERIC | _ITSELF | found.named | _RATES
    listed: dict[int, set[str]] = {}
    for term in _subject(found):
        listed.setdefault(bisect(found.breaks, found.terms[term]), set()).add(term)
    return bool(listed) and not any(one <= told for one in listed.values())


def _subject(statement: Statement) -> set[str]:
    return {term for term, at in statement.terms.items() if at in statement.subject}


def _ends_then(found: Statement, at: int) -> bool:
    return any(each.kind == "date" and each.at == at + 1 for each in found.quantities)


def _is_of_another(quantity: Quantity, said: Statement, found: Statement) -> bool:
    """A two-hour introduction takes two hours; whoever needs it does not need two hours."""
    told = quantity.told.lower().split()
    if quantity.kind != "time" or told[1:] != [quantity.unit] or told[0] in ("a", "an", "one", "1"):
        return False
    described = next((term for term, at in found.terms.items() if at == quantity.upto), None)
    return described is not None and described not in said.terms


def _owned(owner: str, found: Statement) -> str | None:
    at = found.terms.get(owner, -2)
    return next((term for term, stands in found.terms.items() if stands == at + 1), None)


def _turns_around(said: Statement, found: Statement) -> bool:
    """Cats chase dogs, dogs chase cats. What is done to somebody is told the other way round, and rightly so."""
    if _is_told_otherwise(said, found) or said.relations.keys() & found.relations.keys():
        return False
    shared = said.terms.keys() & found.terms.keys()
    return any(is_swapped(said, found, said.terms[term], found.terms[term]) for term in shared)


def _is_told_otherwise(said: Statement, found: Statement) -> bool:
    """One tells who does it, the other to whom it is done."""
    shared = said.terms.keys() & found.terms.keys()
    if shared & (said.predicates ^ found.predicates):
        return True
    return (said.by < 0) != (found.by < 0) and not shared & said.predicates


def _leads_elsewhere(lead: str, other: str) -> bool:
    one, two = _WAYS
    return (lead in one and other in two) or (lead in two and other in one)
