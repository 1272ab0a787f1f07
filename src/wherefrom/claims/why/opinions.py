"""Why a sentence may be believed: every sentence of the passages found is held against it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from wherefrom.claims.why.judging import Judgement, compared
from wherefrom.core.statements import normalised
from wherefrom.core.support import Bearing, Verdict
from wherefrom.text.sentences import Sentence, sentences
from wherefrom.text.statements import Statement, statements

__all__ = ["Finding", "Judge", "Opinion", "Reading", "RulesJudge"]

_CLEARLY = 0.05
"""By so much one side must be closer to the sentence, where passages disagree."""


class Reading(NamedTuple):
    """A passage or a claim as a judge reads it."""

    text: str
    title: str = ""
    section: tuple[str, ...] = ()
    is_code: bool = False
    is_claim: bool = False
    """A statement, however it ends, and none of it a heading."""


class Finding(NamedTuple):
    """What one passage says about the sentence: which of its sentences, and why that decides."""

    reading: int
    bearing: Bearing
    text: str
    score: float
    reason: str


class Opinion(NamedTuple):
    """The closest findings first, at most one a passage and side."""

    verdict: Verdict
    findings: tuple[Finding, ...] = ()
    notices: tuple[str, ...] = ()


class Judge(Protocol):
    """Whoever decides: the rules below, or a language model. AdapterError from one that cannot judge."""

    @property
    def name(self) -> str: ...

    def judge(self, sentence: str, readings: Sequence[Reading]) -> Opinion: ...


class RulesJudge:
    """Words, numbers, names, denial and order, compared sentence by sentence. When in doubt it is unknown."""

    name = "rules"

    def judge(self, sentence: str, readings: Sequence[Reading]) -> Opinion:
        if sentence.rstrip().endswith("?"):
            return Opinion(Verdict.UNKNOWN)  # a question says nothing that could be so
        claimed = [clause for each in sentences(_ended(sentence)) for clause in statements(each.text)]
        written = [(at, *each) for at, reading in enumerate(readings) for each in _clauses(reading)]
        same = _same(sentence, readings)
        opinions = [_judged(clause, written, same) for clause in claimed if clause.terms or same]
        findings = [finding for opinion in opinions for finding in opinion.findings]
        return Opinion(_together([opinion.verdict for opinion in opinions]), _best(findings))


def _same(sentence: str, readings: Sequence[Reading]) -> list[Finding]:
    """Claims that say nothing but this."""
    asked = normalised(sentence)
    return [
        Finding(at, Bearing.SUPPORTS, reading.text, 1.0, "says so")
        for at, reading in enumerate(readings)
        if reading.is_claim and normalised(reading.text) == asked
    ]


def _ended(sentence: str) -> str:
    """A short line without an end would pass for a heading."""
    return sentence if sentence.rstrip()[-1:] in ".!;:" else f"{sentence.rstrip()}."


def _clauses(reading: Reading) -> Iterator[tuple[Sentence, Statement, list[Statement]]]:
    """Each clause of a passage, with what its words lean on."""
    titles = [clause for title in (reading.title, *reading.section) for clause in statements(title)]
    text = _ended(reading.text) if reading.is_claim else reading.text
    for each in sentences(text, is_code=reading.is_code):
        if each.text.endswith("?"):
            continue
        around = [*titles, *statements(each.heading)]
        for clause in statements(each.text):
            yield each, clause, [*around, *statements(each.before)] if clause.refers_back else around


def _judged(
    clause: Statement, written: Sequence[tuple[int, Sentence, Statement, list[Statement]]], same: Sequence[Finding]
) -> Opinion:
    findings = list(same)
    for at, sentence, found, around in written:
        judgement: Judgement = compared(clause, found, around)
        if judgement.bearing is not Bearing.SILENT:
            findings.append(Finding(at, judgement.bearing, sentence.text, judgement.score, judgement.reason))
    sides = {
        bearing: max((each.score for each in findings if each.bearing is bearing), default=0.0)
        for bearing in (Bearing.SUPPORTS, Bearing.CONTRADICTS)
    }
    ahead = sides[Bearing.SUPPORTS] - sides[Bearing.CONTRADICTS]
    if ahead > _CLEARLY:
        return Opinion(Verdict.SUPPORTED, tuple(findings))
    return Opinion(Verdict.CONTRADICTED if ahead < -_CLEARLY else Verdict.UNKNOWN, tuple(findings))


def _together(verdicts: Sequence[Verdict]) -> Verdict:
    """All of it must be supported, and one part that is contradicted is enough."""
    if Verdict.CONTRADICTED in verdicts:
        return Verdict.CONTRADICTED
    return Verdict.SUPPORTED if verdicts and set(verdicts) == {Verdict.SUPPORTED} else Verdict.UNKNOWN


def _best(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    best: dict[tuple[int, Bearing], Finding] = {}
    for each in sorted(findings, key=lambda finding: -finding.score):
        best.setdefault((each.reading, each.bearing), each)
    return tuple(best.values())
