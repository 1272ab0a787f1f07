"""Whether one sentence says what another says, by rules alone. When in doubt it does not say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from wherefrom.claims.why.aligning import is_scattered
from wherefrom.claims.why.doubting import doubts, is_swapped, narrowings
from wherefrom.claims.why.residue import residue_doubts
from wherefrom.claims.why.roles import role_doubts
from wherefrom.claims.why.weighing import (
    dates_clash,
    is_listed,
    is_loose,
    is_money,
    is_plain_rate,
    is_unsettled,
    meet,
    own,
    values_agree,
)
from wherefrom.core.support import Bearing
from wherefrom.text.quantities import Quantity
from wherefrom.text.senses import GENERIC, OPPOSITES, PLACES, SETTLING, WEEKDAYS, sense_of
from wherefrom.text.statements import Statement

__all__ = ["Judgement", "compared"]

_LEAST_DIRECT = 0.5
_FEWEST_SHARED = 2
_RATES = frozenset(map(sense_of, ("daily", "weekly", "monthly", "yearly", "annual", "hourly")))
_WEEKDAYS = frozenset(sense_of(day) for day in WEEKDAYS)


class Judgement(NamedTuple):
    """`score` is how closely the two are about the same, `reason` what decided."""

    bearing: Bearing
    score: float
    reason: str = ""


_SILENT = Judgement(Bearing.SILENT, 0.0)


def compared(said: Statement, found: Statement, around: Iterable[Statement] = ()) -> Judgement:
    """`found` is a clause of a passage, `around` what its words lean on: title, headings, the sentence before."""
    return _Comparison(said, found, tuple(around)).judged()


class _Comparison:
    def __init__(self, said: Statement, found: Statement, around: Sequence[Statement]) -> None:
        self._said = said
        self._found = found
        self._around = around
        self._context = {term for each in around for term in each.terms}
        self._conflicts: list[str] = []
        self._doubts: list[str] = []
        self._substitutes = 0
        self._is_crossed = False
        self._met: list[tuple[int, int]] = []

    def judged(self) -> Judgement:
        missing = self._missing()
        if len(missing) > 1:
            return _SILENT
        self._compare_quantities()
        self._compare_relations()
        self._compare_subjects()
        self._doubts += doubts(self._said, self._found, self._context)
        self._doubts += role_doubts(self._said, self._found, self._context, self._met)
        self._doubts += residue_doubts(self._said, self._found, self._context, self._met)
        missing -= self._substituted(missing)
        score = self._score()
        if self._conflicts and any(narrowings(self._said, self._found)):
            return _SILENT  # another number for one day says nothing about the others
        if not self._is_crossed and is_scattered(self._said, self._found, self._met):
            return _SILENT
        if missing or self._doubts or self._is_thin() or self._found.is_hedged:
            return _SILENT
        return self._decided(score)

    def _decided(self, score: float) -> Judgement:
        flipped = self._said.is_denied != self._found.is_denied
        if flipped and not self._conflicts:
            return self._flipped(score)
        if len(self._conflicts) == 1 and not flipped:
            if self._said.is_negated:
                return _SILENT  # "not three" and "not two" can both hold
            return Judgement(Bearing.CONTRADICTS, score, self._conflicts[0])
        if self._conflicts or flipped or not self._may_support():
            return _SILENT
        return Judgement(Bearing.SUPPORTS, score, "says so")

    def _flipped(self, score: float) -> Judgement:
        said, found = self._said, self._found
        denied, plain = (said, found) if said.is_denied else (found, said)
        if found.restricts - set(said.terms):
            return _SILENT  # monthly, except in August
        if found.is_negated and not self._covers_found():
            return _SILENT  # what is denied there may be the part that this sentence leaves out
        if denied.modality == "need not" and (denied is found or plain.modality == "may"):
            return _SILENT
        if plain.modality == "may" and denied.modality == "" and denied is said:
            return _SILENT
        return Judgement(Bearing.CONTRADICTS, score, "denies it" if found.is_denied else "says the opposite")

    def _may_support(self) -> bool:
        said, found = self._said, self._found
        if found.is_negated and (not self._covers_found() or said.modality != found.modality):
            return False
        if found.modality == "may" and said.modality != "may":
            return False
        if found.restricts - set(said.terms):
            return False
        apart = {pair for pair in said.pairs if set(pair) <= set(found.terms)} - found.pairs
        return not apart

    def _covers_found(self) -> bool:
        """Whether the sentence has every word of the clause."""
        return not (set(self._found.terms) - set(self._said.terms) - self._context - GENERIC)

    def _missing(self) -> set[str]:
        """Terms of the sentence that neither the clause nor what is around it has."""
        context = self._context - self._done_by()
        present = set(self._found.terms) | self._found.initials | context
        present |= {each.unit for each in self._found.quantities if each.unit}
        rates = {each.per for each in self._found.quantities} | self._found.rates
        lacking = {term for term in self._said.terms if term not in present and term not in GENERIC}
        return {term for term in lacking if not (_is_rate(term) and self._said.rates & rates)}

    def _done_by(self) -> set[str]:
        """Who did it must be told where it is told."""
        said = self._said
        return {term for term, at in said.terms.items() if at > said.by >= 0 and said.leads.get(term) == "by"}

    def _is_thin(self) -> bool:
        """Too little of the sentence stands in the clause itself."""
        said, found = self._said, self._found
        own = [term for term in said.terms if term not in GENERIC] or list(said.terms)
        shared = [term for term in own if term in found.terms or term in found.initials]
        weight = len(shared) + len(said.quantities) + self._substitutes
        if weight < _FEWEST_SHARED and not (len(own) == 1 and said.proper):
            return True
        return not shared or len(shared) < _LEAST_DIRECT * len(own)

    def _score(self) -> float:
        said, found = set(self._said.terms), set(self._found.terms)
        shared = len(said & found)
        return 0.7 * shared / max(1, len(said)) + 0.3 * shared / max(1, len(found))

    def _compare_relations(self) -> None:
        said, found = self._said.relations, self._found.relations
        for word, at in said.items():
            if word in found:
                if is_swapped(self._said, self._found, at, found[word]):
                    self._conflicts.append("the other way round")
                    self._is_crossed = True
            elif OPPOSITES[word] & set(found) & PLACES:
                self._doubts.append("what is so below may be so above")
            elif OPPOSITES[word] & set(found):
                self._conflicts.append(f"{word} against {next(iter(OPPOSITES[word] & set(found)))}")
            elif not self._is_bound(word):
                self._doubts.append(f"{word} is not told")

    def _compare_subjects(self) -> None:
        """A clause about somebody or something else says nothing about this one."""
        said, found = self._said, self._found
        anybody = [term for term in said.terms if term in GENERIC and term not in found.terms]
        if (anybody or found.is_exclusive) and not self._covers_found():
            self._doubts.append("about somebody in particular")
        if bool(said.denials_elsewhere) != bool(found.denials_elsewhere):
            self._doubts.append("a denial in another language")
        if found.is_conditional and not said.is_conditional:
            self._doubts.append("only under a condition")
        if min(said.by, found.by) >= 0 and is_swapped(said, found, said.by, found.by):
            self._doubts.append("done by another")
        if found.head is not None and found.head not in said.terms:
            self._doubts.append(f"about a part: {found.head}")

    def _is_bound(self, word: str) -> bool:
        return any(each.bound or (each.kind == "time" and not each.is_limit) for each in self._found.quantities)

    def _substituted(self, missing: set[str]) -> set[str]:
        """Missing terms in whose place the clause has another of their kind, where only one can stand."""
        if len(missing) != 1:
            return set()
        term = next(iter(missing))
        other = self._instead(term)
        if other is None:
            return set()
        self._conflicts.append(f"{other} in place of {term}")
        self._substitutes += 1
        return {term}

    def _instead(self, term: str) -> str | None:
        said, found = self._said, self._found
        free = [each for each in found.terms if each not in said.terms]
        if term in _WEEKDAYS:  # what is so on Mondays may be so on Tuesdays too, on Monday it is so once
            return next((each for each in free if each in _WEEKDAYS and each not in found.habits), None)
        settles = bool(SETTLING & set(said.terms) & set(found.terms))
        if term in said.named:
            same = [each for each in free if each in found.named and _kind_of(each) == _kind_of(term)]
            is_aim = max(said.terms.values()) == said.terms[term]
            settles = settles or (_kind_of(term) in ("address", "path") and is_aim)
            return same[0] if settles and len(same) == 1 else None
        if settles and said.proper.get(term):
            same = [each for each in free if found.proper.get(each) == said.proper[term]]
            return same[0] if len(same) == 1 else None
        return None

    def _compare_quantities(self) -> None:
        """Equal ones meet first; what is left over of one kind is a conflict, what has no counterpart a doubt."""
        said, found = list(self._said.quantities), list(self._found.quantities)
        for each in list(said):
            match = next((other for other in found if self._agree(each, other)), None)
            if match is None:
                continue
            said.remove(each)
            found.remove(match)
            self._met.append((each.at, match.at))
            self._compare_owners(each, match)
        for each in said:
            self._compare_left(each, found)

    def _compare_left(self, each: Quantity, found: list[Quantity]) -> None:
        if (each.is_weak and each.unit in self._found.terms) or self._is_rate_of_found(each):
            return
        other = next((other for other in found if other.kind == each.kind), None)
        other = other or next((other for other in found if is_money(other) and is_money(each)), None)
        if other is not None:
            found.remove(other)
            self._met.append((each.at, other.at))
            self._weigh(each, other)
        elif found or not any(self._agree(each, behind) for around in self._around for behind in around.quantities):
            self._doubts.append("a number that is not told")  # or another is: ten of the 27 days

    def _is_rate_of_found(self, each: Quantity) -> bool:
        """Each month it pays 40 euros: it pays 40 euros a month."""
        met = {at for _, at in self._met}
        return is_plain_rate(each) and any(
            other.per == each.unit for other in self._found.quantities if other.at in met
        )

    def _weigh(self, each: Quantity, other: Quantity) -> None:
        if (
            is_loose(each, other)
            or is_unsettled(each, other)
            or self._leaves_room(each, other)
            or (each.per and not other.per and each.value == other.value)
        ):
            self._doubts.append("a number that the bound does not settle")
        elif each.kind == "date" and not dates_clash(each, other):
            self._doubts.append("a date that is told less exactly")
        else:
            self._conflicts.append(f"{other.told}, not {each.told}")

    def _leaves_room(self, each: Quantity, other: Quantity) -> bool:
        """Whoever may do it 600 times may do it 500 times; of others than those who are meant nothing is said."""
        is_allowed = self._said.modality == self._found.modality == "may"
        is_within = is_allowed and each.value < other.value and not (each.bound or other.bound)
        return is_within or (bool(other.bound) and other.at in self._found.scopes) or is_listed(other, self._found)

    def _agree(self, each: Quantity, other: Quantity) -> bool:
        if each.kind != other.kind and not (each.value == other.value and meet(each, other)):
            return False
        if each.kind == "date":
            return all(one in (0, two) for one, two in zip(each.date, other.date, strict=True))
        per = other.per or next(iter(self._found.rates), "")
        if each.per and each.per != per:
            return False
        is_allowed = self._said.modality == self._found.modality == "may"
        return values_agree(each, other, is_scope=other.at in self._found.scopes, is_allowed=is_allowed)

    def _compare_owners(self, each: Quantity, match: Quantity) -> None:
        """52 within Belgium and 64 abroad: each number belongs to the words of its own part."""
        rivals = [other for other in self._found.quantities if other.kind in (match.kind, "bare") and other != match]
        twins = [other for other in self._said.quantities if other.kind == each.kind]
        mine = own(each, self._said) if len(twins) > 1 else set(self._said.terms)
        for rival in rivals:
            if not mine & (own(rival, self._found) - own(match, self._found)):
                continue
            if rival.kind != match.kind:
                self._doubts.append("a number of a part of it")  # two approvals: one from support
            elif not any("belongs" in told for told in self._conflicts):
                self._conflicts.append(f"{match.told} belongs to something else")
                self._is_crossed = True


def _is_rate(term: str) -> bool:
    return term in _RATES


def _kind_of(name: str) -> str:
    if "@" in name:
        return "address"
    return "path" if "/" in name or "." in name else "code" if "-" in name else name.split()[0]
