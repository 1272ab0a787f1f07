"""Why: whether documents and claims support a sentence, contradict it, or say nothing of it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from wherefrom.claims.grounding import told_place
from wherefrom.claims.why.opinions import Finding, Judge, Opinion, Reading, RulesJudge
from wherefrom.core.claims import Claim
from wherefrom.core.documents import Citation, Entry
from wherefrom.core.evidence import EvidenceKind, GroundState, Standing, strongest
from wherefrom.core.locators import CodeLocator, TextLocator
from wherefrom.core.search import LONGEST_QUERY, Hit, ItemKind, Query, SearchResult
from wherefrom.core.severity import claim_line
from wherefrom.core.support import Bearing, Support, Verdict, Witness
from wherefrom.core.wellformed import required
from wherefrom.errors import WherefromError
from wherefrom.ports.models import LanguageModel
from wherefrom.services.desk import Desk, Verbs
from wherefrom.services.showing import Showing

__all__ = ["Why"]

_CANDIDATES = 20
_SHOWN = 4
_NEAREST = 3
_RULES = RulesJudge()
_ON_DISK = frozenset({EvidenceKind.FILE, EvidenceKind.ARTIFACT})


class _Known(NamedTuple):
    """What the witnesses are told with."""

    claims: Mapping[str, Claim]
    standings: Mapping[str, Sequence[Standing]]
    entries: Mapping[str, Entry]
    states: Mapping[str, GroundState]


class Why(Verbs):
    def __init__(self, desk: Desk, judge: Judge | None = None) -> None:
        super().__init__(desk)
        self._judge = judge

    def why(self, sentence: str, *, project: str | None = None, model: LanguageModel | str | None = None) -> Support:
        """Supported, contradicted or unknown, with the passages and claims that say so, their places and freshness.

        Only what the actor may see is asked. A place that says something else by now decides nothing. `model` judges,
        or the one that the settings name; without either, and with `rules`, the rules do. They do so too, and the
        answer says it, when the model cannot.
        """
        began = time.perf_counter()
        said = required(sentence, "sentence", longest=LONGEST_QUERY)
        asked = Query.checked(said, project=project, limit=_CANDIDATES)
        result = self._desk.retrieval.searcher.search(self._actor, asked)
        judged_by, opinion = self._judged(said, [_reading(hit) for hit in result.hits], model)
        sides = {bearing: self._shown(opinion, bearing) for bearing in (Bearing.SUPPORTS, Bearing.CONTRADICTS)}
        known = self._known([result.hits[each.reading] for side in sides.values() for each in side])
        told = {
            bearing: _in_order(_witness(each, result.hits[each.reading], known) for each in side)
            for bearing, side in sides.items()
        }
        verdict, notices = _standing_verdict(opinion.verdict, told)
        return Support(
            sentence=said,
            verdict=verdict,
            judged_by=judged_by,
            supporting=told[Bearing.SUPPORTS],
            contradicting=told[Bearing.CONTRADICTS],
            nearest=_nearest(result) if verdict is Verdict.UNKNOWN else (),
            passages=result.passages,
            milliseconds=(time.perf_counter() - began) * 1000,
            notices=(*result.notices, *opinion.notices, *notices),
        )

    def _judged(self, said: str, readings: Sequence[Reading], model: LanguageModel | str | None) -> tuple[str, Opinion]:
        """Whoever judged in the end, and how. A model is not asked where there is nothing to judge."""
        judge, failure = self._chosen(model)
        if judge is not _RULES and readings and not said.endswith("?"):
            try:
                return judge.name, judge.judge(said, readings)
            except WherefromError as error:
                failure = f"{judge.name} could not judge ({error.message}), the rules did"
        opinion = _RULES.judge(said, readings)
        return _RULES.name, opinion._replace(notices=(failure,)) if failure else opinion

    def _chosen(self, model: LanguageModel | str | None) -> tuple[Judge, str]:
        """The judge, and why it is not the model of the settings. A name that somebody gave must be one that opens."""
        if self._judge is not None or model == _RULES.name:
            return self._judge or _RULES, ""
        try:
            opened = self._desk.models(model) if model is None or isinstance(model, str) else model
        except WherefromError as error:
            if model is not None:
                raise
            return _RULES, f"the model of the settings cannot be asked ({error.message}), the rules judged"
        if opened is None:
            return _RULES, ""
        from wherefrom.claims.why.asking import ModelJudge  # pydantic is not needed for rules

        return ModelJudge(opened), ""

    def _shown(self, opinion: Opinion, bearing: Bearing) -> list[Finding]:
        return [each for each in opinion.findings if each.bearing is bearing][:_SHOWN]

    def _known(self, hits: Sequence[Hit]) -> _Known:
        asked = [hit.id for hit in hits if hit.kind is not ItemKind.CHUNK]
        citations = {hit.id: hit.citation for hit in hits if hit.kind is ItemKind.CHUNK and hit.citation is not None}
        with self._record.read(self._actor) as unit:
            claims = unit.claims.get_many(asked)
            standings = unit.grounds.of(asked)
            entries = unit.entries.get_many({each.entry for each in citations.values()})
        return _Known(claims, standings, entries, self._states(citations, standings))

    def _states(
        self, citations: Mapping[str, Citation], standings: Mapping[str, Sequence[Standing]]
    ) -> dict[str, GroundState]:
        regions = Showing(self._desk).resolve(citations.values())
        states = {id: region.state.ground for id, region in zip(citations, regions, strict=True)}
        for claim, held in standings.items():
            if held:
                states[claim] = self._state_of(held)
        return states

    def _state_of(self, held: Sequence[Standing]) -> GroundState:
        """Of the strongest evidence: files are looked at now, all else is as the last check found it."""
        best = strongest(tuple(each.ref for each in held))
        standing = next(each for each in held if each.ref == best)
        if best.kind in _ON_DISK and standing.seen_hash is not None:
            return self._desk.ground.look(standing).state
        return standing.state or GroundState.UNCHECKABLE


def _reading(hit: Hit) -> Reading:
    place = hit.citation.locator if hit.citation is not None and hit.kind is ItemKind.CHUNK else None
    section = place.section if isinstance(place, TextLocator) else ()
    return Reading(
        hit.text,
        hit.title,
        tuple(section),
        is_code=isinstance(place, CodeLocator),
        is_claim=hit.kind is not ItemKind.CHUNK,
    )


def _witness(finding: Finding, hit: Hit, known: _Known) -> Witness:
    claim = known.claims.get(hit.id)
    entry = known.entries.get(hit.citation.entry) if hit.citation is not None else None
    place = hit.place
    if claim is not None and hit.citation is None:
        place = told_place(strongest(claim.evidence))
    return Witness(
        kind=hit.kind,
        id=hit.id,
        bearing=finding.bearing,
        text=finding.text,
        place=place,
        title=hit.title,
        freshness=known.states.get(hit.id, GroundState.UNCHECKABLE),
        behind=claim_line(claim) if claim is not None else _brought(entry),
        reason=finding.reason,
        score=round(finding.score, 3),
        citation=hit.citation,
        uri=hit.citation.uri if hit.citation is not None else None,
    )


def _in_order(witnesses: Iterable[Witness]) -> tuple[Witness, ...]:
    """The surest first; among equals the document before the claim that was made of it."""
    return tuple(sorted(witnesses, key=lambda each: (-each.score, each.kind is not ItemKind.CHUNK)))


def _brought(entry: Entry | None) -> str:
    return f"brought by {entry.contributor}" if entry is not None and entry.contributor else "brought by nobody known"


def _standing_verdict(verdict: Verdict, told: Mapping[Bearing, Sequence[Witness]]) -> tuple[Verdict, tuple[str, ...]]:
    if verdict is Verdict.UNKNOWN:
        both = all(told.values())
        return verdict, ("what is known disagrees about it",) if both else ()
    side = told[Bearing.SUPPORTS if verdict is Verdict.SUPPORTED else Bearing.CONTRADICTS]
    if any(witness.stands for witness in side):
        return verdict, ()
    return Verdict.UNKNOWN, ("what said so has changed since it was read; read it again",)


def _nearest(result: SearchResult) -> tuple[str, ...]:
    return tuple(dict.fromkeys(hit.place for hit in result.hits))[:_NEAREST]
