"""What is indexed: passages and claims as the documents of an engine, read by the platform itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from wherefrom.core.changes import Change
from wherefrom.core.claims import Claim, Curation, Scope
from wherefrom.core.documents import Passage
from wherefrom.core.ids import content_hash
from wherefrom.core.search import ItemKind
from wherefrom.core.terms import Terms
from wherefrom.ports.engines import Doc, Facet
from wherefrom.ports.record import UnitOfWork
from wherefrom.retrieval.foreseen import Foreseen
from wherefrom.text.analysis import analyse

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "ANY_RUN",
    "WHOLE_ORG",
    "Draft",
    "Touched",
    "embedded_text",
    "living_claims",
    "scope_facet",
    "touched_by",
]

WHOLE_ORG = "*"
"""The project facet of what belongs to no project, so that a filter can name both."""

ANY_RUN = "*"
"""The scope facet of claims that hold in more than one run."""


def scope_facet(scope: Scope) -> str:
    return f"{scope.type}:{scope.id}"


class Draft(NamedTuple):
    """A document that still lacks its vector."""

    doc: Doc
    collection: str
    person: str | None
    text_hash: str

    def with_vector(self, vector: NDArray[np.float32] | None) -> Doc:
        doc = self.doc
        return Doc(doc.id, doc.body, doc.title, vector, doc.acl, doc.at, doc.facets, doc.payload)


class Touched(NamedTuple):
    """What changed as it is now, read and not yet analysed; an id that has no item here is gone."""

    passages: Sequence[Passage] = ()
    claims: Sequence[tuple[Claim, int]] = ()
    ids: Set[str] = frozenset()

    @property
    def texts(self) -> list[str]:
        """What an embedder must have read."""
        return [*(passage.embed_text for passage in self.passages), *(embedded_text(claim) for claim, _ in self.claims)]

    @property
    def text_hashes(self) -> list[str]:
        return [content_hash(text) for text in self.texts]

    def drafts(self, foreseen: Foreseen, text_hashes: Iterable[str]) -> list[Draft]:
        hashes = iter(text_hashes)  # of the texts, in their order
        passages = [_chunk_draft(passage, foreseen.analysed(passage.text), next(hashes)) for passage in self.passages]
        return [*passages, *(_claim_draft(claim, acl, next(hashes)) for claim, acl in self.claims)]


def touched_by(unit: UnitOfWork, changes: Iterable[Change]) -> Touched:
    ids: dict[str, set[str]] = {"chunk": set(), "claim": set()}
    for change in changes:
        if change.kind in ids:
            ids[change.kind].add(change.id)
    claims = list(unit.claims.get_many(ids["claim"]).values())
    return Touched(unit.chunks.passages(ids["chunk"]), living_claims(unit, claims), ids["chunk"] | ids["claim"])


def embedded_text(claim: Claim) -> str:
    """What an embedder reads of it."""
    return claim.embedding_text or claim.text


def living_claims(unit: UnitOfWork, claims: Sequence[Claim]) -> list[tuple[Claim, int]]:
    """Those that may be found, with their visibility classes."""
    living = [claim for claim in claims if claim.erased_at is None and claim.curation is not Curation.REJECTED]
    acls = unit.acls_of([claim.visibility for claim in living])
    return [(claim, acls[claim.visibility]) for claim in living]


def _chunk_draft(passage: Passage, terms: Terms, text_hash: str) -> Draft:
    heading = _heading_terms(passage.title, passage.section)
    doc = Doc(
        id=passage.id,
        body=heading + terms,
        title=heading,
        acl=passage.acl,
        at=round(passage.created_at * 1000),
        facets=_chunk_facets(passage.seen_by.project, passage.type, passage.source, passage.tags),
    )
    return Draft(doc, "chunks", passage.seen_by.personal_to, text_hash)


@lru_cache(maxsize=4_096)
def _chunk_facets(
    project: str | None, type: str, source: str | None, tags: tuple[str, ...]
) -> Mapping[Facet, frozenset[str]]:
    """The same object for all that share them, so that an engine need look at it once."""
    facets: dict[Facet, frozenset[str]] = {
        "kind": frozenset({ItemKind.CHUNK.value}),
        "project": frozenset({project or WHOLE_ORG}),
        "type": frozenset({type}),
    }
    if source:
        facets["source"] = frozenset({source})
    if tags:
        facets["tag"] = frozenset(tags)
    return facets


@lru_cache(maxsize=4_096)
def _heading_terms(title: str, section: tuple[str, ...]) -> Terms:
    """Many passages stand under one heading. Its words belong to each of them, and count a little more."""
    return Terms.of(analyse(" \n".join((title, *section))))


def _claim_draft(claim: Claim, acl: int, text_hash: str) -> Draft:
    kind = ItemKind.PIECE if claim.piece_id else ItemKind.CLAIM
    named: Mapping[Facet, Sequence[str | None]] = {
        "kind": [kind.value],
        "project": [claim.project or WHOLE_ORG],
        "status": [claim.claim_status.value],
        "scope": [scope_facet(claim.scope) if claim.scope else None, None if claim.is_of_a_run else ANY_RUN],
        "entity": [claim.entity_id],
        "info_type": [claim.info_type],
        "knowledge_type": [claim.knowledge_type],
        "type": [claim.knowledge_type],
        "tag": claim.tags,
    }
    facets: dict[Facet, frozenset[str]] = {
        facet: frozenset(each for each in values if each) for facet, values in named.items()
    }
    doc = Doc(
        id=claim.id,
        body=analyse(claim.text),
        title=analyse(claim.domain or ""),
        acl=acl,
        at=round(claim.created_at * 1000),
        facets=facets,
    )
    return Draft(doc, "claims", claim.visibility.personal_to, text_hash)
