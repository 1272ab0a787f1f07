"""What is special about claims: their evidence is rows of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

import sqlalchemy as sa

from wherefrom.core.access import Visibility
from wherefrom.core.claims import Claim, ClaimEvent
from wherefrom.core.evidence import EvidenceKind, EvidenceRef
from wherefrom.core.paging import ClaimEventFilter, ClaimFilter
from wherefrom.core.wellformed import as_text
from wherefrom.errors import Conflict
from wherefrom.record.inheriting import attention_follows
from wherefrom.record.kinds import CLAIM_EVENTS, CLAIMS, Row
from wherefrom.record.repository import SqlRepository, Workspace
from wherefrom.record.tables import chunks, claim_events, evidence

__all__ = ["SqlClaimEvents", "SqlClaims"]

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

    def _after_save(self, item: Claim, row: Row, *, stored: Row | None) -> None:
        """Evidence is only ever added: whoever saves a claim may not have seen the words of all of it."""
        known = 0 if stored is None else self._check_evidence_stays(item)
        classes, acl = self._classes_of_chunks(item), row["acl"]
        rows = [
            {name: _stored(name, getattr(ref, name)) for name in _PARTS}
            | {"org": item.org, "claim": item.id, "position": position, "acl": classes.get(ref.chunk_id, acl)}
            for position, ref in enumerate(item.evidence)
            if position >= known
        ]
        if rows:
            self._work.connection.execute(sa.insert(evidence), rows)
        if stored is not None and stored["acl"] != acl:
            self._followers_move(item, stored["acl"], acl)

    def _after_new(self, items: Sequence[Claim], rows: Sequence[Row]) -> None:
        for item, row in zip(items, rows, strict=True):
            self._after_save(replace(item, org=row["org"]), row, stored=None)

    def _check_evidence_stays(self, item: Claim) -> int:
        known = tuple(self._evidence_of([item.id]).get(item.id, ()))
        if item.evidence[: len(known)] != known:
            raise Conflict(
                "a claim's evidence is only ever added to", value=item.id, hint="read the claim again and add to it"
            )
        return len(known)

    def _followers_move(self, item: Claim, before: int, acl: int) -> None:
        """Evidence on passages stays with those; all else about a claim is seen by whoever may see the claim."""
        pointing_elsewhere = (evidence.c.claim == item.id, evidence.c.chunk_id.is_(None))
        for table, which in ((evidence, pointing_elsewhere), (claim_events, (claim_events.c.claim == item.id,))):
            self._work.connection.execute(sa.update(table).where(table.c.org == item.org, *which).values(acl=acl))
        attention_follows(self._work, item, before=before, after=acl)

    def _classes_of_chunks(self, item: Claim) -> dict[str | None, int]:
        """Evidence carries the class of what it points at."""
        named = [ref.chunk_id for ref in item.evidence if ref.chunk_id]
        if not named:
            return {}
        statement = sa.select(chunks.c.id, chunks.c.acl).where(chunks.c.org == item.org, chunks.c.id.in_(named))
        return {row.id: row.acl for row in self._work.connection.execute(statement)}


class SqlClaimEvents(SqlRepository[ClaimEvent, ClaimEventFilter]):
    def __init__(self, work: Workspace) -> None:
        super().__init__(work, CLAIM_EVENTS)

    def _seen_by(self, item: ClaimEvent) -> Visibility:
        """Whoever may see its claim, whatever it says itself."""
        return SqlClaims(self._work).visibilities_of([item.claim])[item.claim]


def _ref(row: Row) -> EvidenceRef:
    """Who may see the claim but not the passage it stands on learns that there is one, and not what it says."""
    if not row["may_be_seen"]:
        return EvidenceRef(kind=EvidenceKind.CHUNK, chunk_id=row["chunk_id"])
    return EvidenceRef(**{name: row[name] for name in _PARTS})


def _stored(name: str, value: Any) -> Any:
    if isinstance(value, EvidenceKind):
        return value.value
    return as_text(value, name) if isinstance(value, str) else value
