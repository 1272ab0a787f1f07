"""What is indexed: passages and claims as the documents of an engine, read by the platform itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from wherefrom.core.changes import Change
from wherefrom.core.claims import Claim, Curation, Scope
from wherefrom.core.documents import Chunk, Passage
from wherefrom.core.ids import content_hash
from wherefrom.core.search import ItemKind
from wherefrom.ports.engines import Doc, Facet
from wherefrom.ports.record import UnitOfWork
from wherefrom.text.analysis import analyse

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "ANY_RUN",
    "WHOLE_ORG",
    "Draft",
    "chunk_drafts",
    "claim_drafts",
    "drafts_of",
    "embedded_text",
    "scope_facet",
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
    embed_text: str
    text_hash: str

    def with_vector(self, vector: NDArray[np.float32] | None) -> Doc:
        return self.doc._replace(vector=vector)


def drafts_of(unit: UnitOfWork, changes: Iterable[Change]) -> tuple[list[Draft], set[str]]:
    """What changed as it is now, and the ids of all that was touched: what is not among the drafts is gone."""
    touched: dict[str, set[str]] = {"chunk": set(), "claim": set()}
    for change in changes:
        if change.kind in touched:
            touched[change.kind].add(change.id)
    claims = unit.claims.get_many(touched["claim"])
    drafts = [*chunk_drafts(unit, touched["chunk"]), *claim_drafts(unit, list(claims.values()))]
    return drafts, touched["chunk"] | touched["claim"]


def embedded_text(item: Chunk | Claim) -> str:
    """What an embedder reads of an item."""
    return (item.embed_text if isinstance(item, Chunk) else item.embedding_text) or item.text


def chunk_drafts(unit: UnitOfWork, ids: Iterable[str]) -> list[Draft]:
    """Living passages with the title, type and tags of their entries."""
    return [_chunk_draft(passage) for passage in unit.chunks.passages(ids)]


def claim_drafts(unit: UnitOfWork, claims: Sequence[Claim]) -> list[Draft]:
    living = [claim for claim in claims if claim.erased_at is None and claim.curation is not Curation.REJECTED]
    acls = unit.acls_of([claim.visibility for claim in living])
    return [_claim_draft(claim, acls[claim.visibility]) for claim in living]


def _chunk_draft(passage: Passage) -> Draft:
    heading = _heading_terms(passage.title, passage.section)
    doc = Doc(
        id=passage.id,
        body=[*heading, *analyse(passage.text)],
        title=heading,
        acl=passage.acl,
        at=round(passage.created_at * 1000),
        facets=_chunk_facets(passage.seen_by.project, passage.type, passage.source, passage.tags),
    )
    text = passage.embed_text
    return Draft(doc, "chunks", passage.seen_by.personal_to, text, content_hash(text))


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
def _heading_terms(title: str, section: tuple[str, ...]) -> Sequence[str]:
    """Many passages stand under one heading. Its words belong to each of them, and count a little more."""
    return analyse(" \n".join((title, *section)))


def _claim_draft(claim: Claim, acl: int) -> Draft:
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
    text = embedded_text(claim)
    return Draft(doc, "claims", claim.visibility.personal_to, text, content_hash(text))
