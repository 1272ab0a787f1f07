"""What is special about claims: their evidence is rows of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

import sqlalchemy as sa

from wherefrom.core.claims import Claim
from wherefrom.core.evidence import EvidenceKind, EvidenceRef
from wherefrom.core.paging import ClaimFilter
from wherefrom.core.wellformed import as_text
from wherefrom.record.kinds import CLAIMS, Row
from wherefrom.record.repository import SqlRepository, Workspace
from wherefrom.record.tables import chunks, evidence

__all__ = ["SqlClaims"]

_PARTS = tuple(each.name for each in fields(EvidenceRef))


class SqlClaims(SqlRepository[Claim, ClaimFilter]):
    def __init__(self, work: Workspace) -> None:
        super().__init__(work, CLAIMS)

    def _items(self, rows: Sequence[Row]) -> list[Claim]:
        seen = self._work.classes.values_of(row["acl"] for row in rows)
        standing_on = self._evidence_of([row["id"] for row in rows])
        return [CLAIMS.item(row, seen[row["acl"]], evidence=tuple(standing_on[row["id"]])) for row in rows]

    def _evidence_of(self, ids: Sequence[str]) -> dict[str, list[EvidenceRef]]:
        statement = (
            sa.select(evidence, self._work.may_see(evidence.c.acl).label("may_be_seen"))
            .where(evidence.c.org == self._work.actor.org, evidence.c.claim.in_(ids))
            .order_by(evidence.c.claim, evidence.c.position)
        )
        found: dict[str, list[EvidenceRef]] = {}
        for row in self._rows(statement):
            found.setdefault(row["claim"], []).append(_ref(row))
        return found

    def _after_save(self, item: Claim, acl: int, *, is_new: bool) -> None:
        """Evidence is only ever added: whoever saves a claim may not have seen the words of all of it."""
        stored = 0 if is_new else self._evidence_count(item)
        classes = self._classes_of_chunks(item)
        rows = [
            {name: _stored(name, getattr(ref, name)) for name in _PARTS}
            | {"org": item.org, "claim": item.id, "position": position, "acl": classes.get(ref.chunk_id, acl)}
            for position, ref in enumerate(item.evidence)
            if position >= stored
        ]
        if rows:
            self._work.connection.execute(sa.insert(evidence), rows)

    def _evidence_count(self, item: Claim) -> int:
        own = (evidence.c.org == item.org, evidence.c.claim == item.id)
        return self._work.connection.execute(sa.select(sa.func.count()).where(*own)).scalar_one()

    def _classes_of_chunks(self, item: Claim) -> dict[str | None, int]:
        """Evidence carries the class of what it points at."""
        named = [ref.chunk_id for ref in item.evidence if ref.chunk_id]
        if not named:
            return {}
        statement = sa.select(chunks.c.id, chunks.c.acl).where(chunks.c.org == item.org, chunks.c.id.in_(named))
        return {row.id: row.acl for row in self._work.connection.execute(statement)}


def _ref(row: Row) -> EvidenceRef:
    """Who may see the claim but not the passage it stands on learns that there is one, and not what it says."""
    if not row["may_be_seen"]:
        return EvidenceRef(kind=EvidenceKind.CHUNK, chunk_id=row["chunk_id"])
    return EvidenceRef(**{name: row[name] for name in _PARTS})


def _stored(name: str, value: Any) -> Any:
    if isinstance(value, EvidenceKind):
        return value.value
    return as_text(value, name) if isinstance(value, str) else value
