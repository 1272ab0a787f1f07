"""Who does what to whom: words that all stand in a clause, but in another part of it than in the sentence."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from wherefrom.text.senses import GENERIC, OPPOSITES, sense_of
from wherefrom.text.statements import Statement

__all__ = ["role_doubts"]

_ITSELF = frozenset([sense_of("company")])
_ELSEWHERE = frozenset(["to", "from", "with", "for", "into"])
_BESIDE = frozenset(map(sense_of, ("over", "under", "above", "below", "before", "after")))
_END = 10_000


def role_doubts(
    said: Statement, found: Statement, context: Collection[str], met: Iterable[tuple[int, int]]
) -> Iterator[str]:
    """`context` as for other doubts; `met` are the places of the numbers, in the sentence and in the clause."""
    if any(_is_done_by_another(said, found, verb) for verb in _done_to(said, found)):
        yield "done by another, or to another"
    if any(_is_beside(term, said, found) for term in said.terms):
        yield "beside another, which it is done to"
    if any(_is_before_another(term, said, found) for term in said.terms):
        yield "of another kind"
    if any(_is_another(term, said, found) for term in said.terms if term not in found.terms and term in context):
        yield "of something else"
    if any(_stands_behind(word, at, said, found, met) for word, at in found.relations.items()):
        yield "the passage says more about it"
    if any(_counts_another(said, found, *places) for places in met):
        yield "a number of something else"


def _done_to(said: Statement, found: Statement) -> list[str]:
    """Verbs of which the clause tells to whom it is done, and the sentence who does it."""
    told = found.predicates & said.terms.keys() - said.predicates - found.proper.keys()
    return [verb for verb in told if said.by < 0]


def _is_done_by_another(said: Statement, found: Statement, verb: str) -> bool:
    """What is reported to security, security does not report; who is accompanied accompanies nobody."""
    at, stands = said.terms[verb], found.terms[verb]
    doers = [term for term, where in said.terms.items() if where < at and term not in GENERIC | _ITSELF | {verb}]
    if not doers or at == min(said.terms.values()):
        return False
    done_to = [term for term, where in said.terms.items() if where > at and term not in said.leads]
    begins = {said.terms[term] for term in done_to} | {min(each.covers) for each in said.quantities}
    if any(_does_it(term, found) for term in done_to) or (at + 1 in begins and found.by < 0):
        return True
    return any(term not in found.terms or (found.terms[term] > stands and not _does_it(term, found)) for term in doers)


def _does_it(term: str, found: Statement) -> bool:
    return found.terms.get(term, -1) > found.by >= 0 and found.leads.get(term, "by") == "by"


def _is_beside(term: str, said: Statement, found: Statement) -> bool:
    """We prefer tea to coffee: coffee is not what we prefer."""
    if term in said.leads or found.leads.get(term) not in _ELSEWHERE or said.predicates or found.predicates:
        return False
    verb = _at(said, _before(said.terms[term], said))
    if verb is None or verb not in found.terms:
        return False
    between = range(found.terms[verb] + 1, found.terms[term])
    direct = [each for each, at in found.terms.items() if at in between and each not in found.leads]
    return any(each not in said.terms or each in said.leads for each in direct)


def _is_before_another(term: str, said: Statement, found: Statement) -> bool:
    """Who sells bicycle lamps need not sell bicycles."""
    if term not in found.terms or term in said.named or _at(said, said.terms[term] + 1) is not None:
        return False
    if term in said.proper or term in said.predicates or said.terms[term] in said.subject:
        return False
    following = _at(found, found.terms[term] + 1)
    is_last = said.terms[term] == max(said.terms.values())
    return is_last and following is not None and following not in said.terms and following not in found.predicates


def _is_another(term: str, said: Statement, found: Statement) -> bool:
    """In whose place the clause has something else: a heading may tell what it is about, not what it says of it."""
    at = said.terms[term]
    if at in said.subject or at != max(said.terms.values()) or term in said.leads:
        return False
    before = _at(said, _before(at, said))
    if before is None or before not in found.terms:
        return False
    following = [each for each, where in found.terms.items() if where > found.terms[before] and each not in found.leads]
    return bool(following) and min(following, key=lambda each: found.terms[each]) not in said.terms


def _stands_behind(word: str, at: int, said: Statement, found: Statement, met: Iterable[tuple[int, int]]) -> bool:
    """Kafka over RabbitMQ; after ten minutes. Without that word it is another statement."""
    if word not in _BESIDE or word in said.relations or OPPOSITES[word] & said.relations.keys():
        return False
    behind = min((where for where in found.terms.values() if where > at), default=_END)
    number = min((each.at for each in found.quantities if each.at > at), default=_END)
    if number < behind:
        return number <= at + 1 and any(stands == number for _, stands in met)
    return any(found.terms[term] == behind for term in _shared(said, found) if term not in found.predicates)


def _counts_another(said: Statement, found: Statement, at: int, stands: int) -> bool:
    """A week on call earns a day off: of a day on call it says nothing."""
    kind = next((each.kind for each in found.quantities if each.at == stands), "")
    if at not in said.subject or stands in found.subject:
        return False
    return any(each.kind == kind and each.at in found.subject for each in found.quantities)


def _shared(said: Statement, found: Statement) -> set[str]:
    return said.terms.keys() & found.terms.keys()


def _at(statement: Statement, place: int) -> str | None:
    return next((term for term, at in statement.terms.items() if at == place), None)


def _before(at: int, statement: Statement) -> int:
    """Where the term before this place stands."""
    return max((where for where in statement.terms.values() if where < at), default=-1)
