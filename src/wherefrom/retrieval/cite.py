"""From ids to hits: read back through the actor's unit, cited, and wrapped for whoever hands them to a model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from wherefrom.core.claims import Claim, Curation
from wherefrom.core.documents import Chunk, Citation, Heading
from wherefrom.core.evidence import EvidenceKind
from wherefrom.core.search import Hit, ItemKind, LegRank, Trust
from wherefrom.ports.record import UnitOfWork
from wherefrom.text.analysis import analyse
from wherefrom.text.untrusted import wrap_untrusted

__all__ = ["Found", "citation_of", "cited", "wrapped"]

_TRUSTED = frozenset({Curation.APPROVED, Curation.MANDATORY})


class Found(NamedTuple):
    """What the indexes say: an id, how good it is, and where each leg put it."""

    id: str
    collection: str
    score: float
    words: LegRank | None
    meaning: LegRank | None


class _Known(NamedTuple):
    """Everything the hits are made of, read in as few round trips as there are kinds."""

    chunks: Mapping[str, Chunk]
    headings: Mapping[str, Heading]
    claims: Mapping[str, Claim]


def cited(unit: UnitOfWork, found: Sequence[Found], terms: Mapping[str, float], limit: int) -> tuple[Hit, ...]:
    """The first `limit` that this actor may see; what is gone or hidden since it was indexed is not there.

    A document that was read by way of two sources (a folder, and one of its files) is found once, by its best.
    `terms` are looked for in each hit, to say which brought it; that takes time, so only an explanation gives any.
    """
    hits: list[Hit] = []
    told: dict[tuple[str, str], str] = {}
    for start in range(0, len(found), limit):
        batch = found[start : start + limit]
        known = _read(unit, batch)
        there = (hit for each in batch if (hit := _hit(each, known, terms)) is not None)
        hits.extend(hit for hit in there if not _is_twin(hit, told))
        if len(hits) >= limit:
            break
    return tuple(hits[:limit])


def _is_twin(hit: Hit, told: dict[tuple[str, str], str]) -> bool:
    """The same words at the same address in another entry than `told` has them from."""
    cited = hit.citation
    if hit.kind is not ItemKind.CHUNK or cited is None or cited.uri is None:
        return False
    return told.setdefault((cited.uri, cited.content_hash), cited.entry) != cited.entry


def wrapped(hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """All of one response together, because the marker is made from all that it wraps."""
    untrusted = [hit for hit in hits if hit.trust is Trust.UNTRUSTED]
    texts = iter(wrap_untrusted([hit.text for hit in untrusted], [hit.place for hit in untrusted]))
    return tuple(replace(hit, wrapped=next(texts)) if hit.trust is Trust.UNTRUSTED else hit for hit in hits)


def _read(unit: UnitOfWork, found: Sequence[Found]) -> _Known:
    asked = [each.id for each in found if each.collection == "claims"]
    claims: Mapping[str, Claim] = unit.claims.get_many(asked) if asked else {}
    wanted = [each.id for each in found if each.collection == "chunks"]
    standing = [ref.chunk_id for claim in claims.values() for ref in claim.evidence if ref.chunk_id]
    chunks = unit.chunks.get_many([*wanted, *standing])
    return _Known(chunks, unit.entries.headings({chunk.entry for chunk in chunks.values()}), claims)


def _hit(found: Found, known: _Known, terms: Mapping[str, float]) -> Hit | None:
    if found.collection == "claims":
        claim = known.claims.get(found.id)
        return None if claim is None or claim.erased_at is not None else _claim_hit(found, claim, known, terms)
    chunk = known.chunks.get(found.id)
    if chunk is None or chunk.retired_at is not None or chunk.entry not in known.headings:
        return None
    citation = citation_of(chunk, known.headings[chunk.entry])
    return Hit(
        kind=ItemKind.CHUNK,
        id=chunk.id,
        text=chunk.text,
        score=found.score,
        citation=citation,
        place=citation.place,
        title=citation.title,
        trust=Trust.UNTRUSTED,
        wrapped=chunk.text,
        words=found.words,
        meaning=found.meaning,
        terms=_matching(terms, f"{citation.title}\n{chunk.text}"),
    )


def _claim_hit(found: Found, claim: Claim, known: _Known, terms: Mapping[str, float]) -> Hit:
    citation = _claim_citation(claim, known)
    return Hit(
        kind=ItemKind.PIECE if claim.piece_id else ItemKind.CLAIM,
        id=claim.id,
        text=claim.text,
        score=found.score,
        citation=citation,
        place=citation.place if citation else f"claim:{claim.id}",
        title=claim.domain or claim.claim_status.value,
        trust=Trust.TRUSTED if claim.curation in _TRUSTED else Trust.UNTRUSTED,
        wrapped=claim.text,
        words=found.words,
        meaning=found.meaning,
        terms=_matching(terms, claim.text),
    )


def _claim_citation(claim: Claim, known: _Known) -> Citation | None:
    """The first passage it stands on that the actor may see."""
    for ref in claim.evidence:
        chunk = known.chunks.get(ref.chunk_id or "") if ref.kind is EvidenceKind.CHUNK and ref.counts else None
        if chunk is not None and chunk.entry in known.headings:
            return citation_of(chunk, known.headings[chunk.entry])
    return None


def citation_of(chunk: Chunk, entry: Heading) -> Citation:
    """The handle of a passage."""
    return Citation(
        org=chunk.org,
        entry=entry.id,
        chunk=chunk.id,
        content_hash=chunk.content_hash,
        locator=chunk.locators[0],
        title=entry.title,
        source=entry.source,
        uri=entry.uri,
        version=entry.version,
    )


def _matching(terms: Mapping[str, float], text: str) -> tuple[str, ...]:
    present = set(analyse(text)) if terms else frozenset[str]()
    return tuple(sorted((term for term in terms if term in present), key=lambda term: (-terms[term], term)))
