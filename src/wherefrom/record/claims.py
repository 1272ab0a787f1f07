"""What is special about claims: their evidence is rows of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from enum import StrEnum
from operator import attrgetter
from typing import Any, TypeAlias

import sqlalchemy as sa

from wherefrom.core.access import Visibility, narrowest
from wherefrom.core.claims import Claim
from wherefrom.core.evidence import EvidenceKind, EvidenceRef, unmarked
from wherefrom.core.histories import ClaimEvent
from wherefrom.core.ids import sha256
from wherefrom.core.messages import key_in_session
from wherefrom.core.paging import ClaimEventFilter, ClaimFilter, ClaimRelationFilter
from wherefrom.core.relations import ClaimRelation
from wherefrom.core.statements import statement_hash
from wherefrom.core.wellformed import as_text
from wherefrom.errors import Conflict
from wherefrom.record.inheriting import followers_move
from wherefrom.record.inserting import insert_many
from wherefrom.record.kinds import CLAIM_EVENTS, CLAIM_RELATIONS, CLAIMS, Row
from wherefrom.record.prepared import Prepared
from wherefrom.record.repository import SqlRepository
from wherefrom.record.tables import (
    chunks,
    claim_events,
    claim_relations,
    claims,
    evidence,
    messages,
    tool_results,
)
from wherefrom.record.workspace import Workspace

__all__ = ["SqlClaimEvents", "SqlClaimRelations", "SqlClaims", "ref_of"]

_Target: TypeAlias = tuple[str, str]
_HIDDEN = "[hidden]"
_PARTS = tuple(each.name for each in fields(EvidenceRef))
_read_parts = attrgetter(*_PARTS)
_MARKS = ("stance", "stated")
_MARK = (
    sa.update(evidence)
    .where(
        evidence.c.org == sa.bindparam("own_org"),
        evidence.c.claim == sa.bindparam("own_claim"),
        evidence.c.position == sa.bindparam("own_position"),
    )
    .values({name: sa.bindparam(name) for name in _MARKS})
)

_SAYING = Prepared(
    sa.select(claims.c.id).where(
        claims.c.org == sa.bindparam("own_org"), claims.c.statement_hash == sa.bindparam("hashed")
    )
)


class SqlClaims(SqlRepository[Claim, ClaimFilter]):
    def __init__(self, work: Workspace) -> None:
        super().__init__(work, CLAIMS)

    def _items(self, rows: Sequence[Row]) -> list[Claim]:
        if not rows:
            return []
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
        for row in self._rows.read(statement):
            found.setdefault(row["claim"], []).append(ref_of(row))
        return found

    def _after_save(self, item: Claim, row: Row, *, stored: Row | None) -> None:
        """Evidence is only ever added, or marked: whoever saves a claim may not have seen the words of all of it."""
        self._work.claims[item.id] = self._seen_by(item)
        known = 0 if stored is None else self._mark_evidence(item)
        acl, added = row["acl"], item.evidence[known:]
        if added:
            classes = self._classes_for(item, added, is_new=stored is None)
            rows = [
                _row_of(ref)
                | {"org": item.org, "claim": item.id, "position": position, "acl": classes.get(_target(ref), acl)}
                for position, ref in enumerate(added, start=known)
            ]
            insert_many(self._work.connection, evidence, rows)
        if stored is not None and stored["acl"] != acl:
            self._followers_move(item, stored["acl"], acl)

    def _after_new(self, items: Sequence[Claim], rows: Sequence[Row]) -> None:
        for item, row in zip(items, rows, strict=True):
            self._after_save(replace(item, org=row["org"]), row, stored=None)

    def same_statement(self, text: str) -> Sequence[Claim]:
        """Those that the actor sees and that say the same. Whoever writes keeps others from saying it until commit."""
        hashed = statement_hash(text)
        if self._work.writes and self._work.is_postgres:
            turn = int(sha256(f"{self._work.actor.org}/{hashed}".encode())[:15], 16)
            self._work.connection.execute(sa.select(sa.func.pg_advisory_xact_lock(turn)))
            self._work.look_again()
        saying = _SAYING.column(self._work.connection, {"own_org": self._work.actor.org, "hashed": hashed})
        if not saying:
            return []
        return sorted(self.get_many(saying).values(), key=lambda claim: (claim.created_at, claim.id))

    def stand_as(self, id: str, other: str) -> None:
        """Evidence that has a class of its own keeps it; of all else the words are seen by who sees the claim."""
        org, own = self._work.actor.org, self._work.classes.number_of(self._work.claims[id])
        standing = sa.select(evidence).where(
            evidence.c.org == org, evidence.c.claim == other, evidence.c.stance.is_(None)
        )
        found = self._rows.read(standing.order_by(evidence.c.position))
        refs = [EvidenceRef(**{name: row[name] for name in _PARTS}) for row in found]
        known = self._classes_of(refs)
        rows = [
            {**row, "claim": id, "position": position, "acl": row["acl"] if _target(ref) in known else own}
            for position, (row, ref) in enumerate(zip(found, refs, strict=True))
        ]
        self._work.connection.execute(sa.delete(evidence).where(evidence.c.org == org, evidence.c.claim == id))
        insert_many(self._work.connection, evidence, rows)

    def _row(self, item: Claim) -> dict[str, Any]:
        return super()._row(item) | {"statement_hash": statement_hash(item.text)}

    def _new_row(self, item: Claim) -> dict[str, Any]:
        return super()._new_row(item) | {"statement_hash": statement_hash(item.text)}

    def _mark_evidence(self, item: Claim) -> int:
        """How much there was. Of that, only whether it counts and for how much can be another than before."""
        known = self._evidence_of([item.id]).get(item.id, [])
        same = item.evidence[: len(known)]
        if list(map(unmarked, same)) != list(map(unmarked, known)):
            raise Conflict(
                "a claim's evidence is only ever added to", value=item.id, hint="read the claim again and add to it"
            )
        marks = [
            {"own_org": item.org, "own_claim": item.id, "own_position": position}
            | {name: _stored(name, getattr(ref, name)) for name in _MARKS}
            for position, (ref, before) in enumerate(zip(same, known, strict=True))
            if ref != before
        ]
        if marks:
            self._work.connection.execute(_MARK, marks)
        return len(known)

    def _followers_move(self, item: Claim, before: int, acl: int) -> None:
        """Evidence that has a class of its own stays with it; all else about a claim is seen by who sees the claim."""
        standing = sa.select(evidence).where(evidence.c.org == item.org, evidence.c.claim == item.id)
        refs = {
            row["position"]: EvidenceRef(**{name: row[name] for name in _PARTS}) for row in self._rows.read(standing)
        }
        known = self._classes_of(list(refs.values()))
        inherited = [position for position, ref in refs.items() if _target(ref) not in known]
        for table, which in (
            (evidence, (evidence.c.claim == item.id, evidence.c.position.in_(inherited))),
            (claim_events, (claim_events.c.claim == item.id,)),
        ):
            self._work.connection.execute(sa.update(table).where(table.c.org == item.org, *which).values(acl=acl))
        followers_move(self._work, item, before=before, after=acl)
        self._relations_move(item)

    def _relations_move(self, item: Claim) -> None:
        """A relation is seen by whoever sees both claims."""
        c = claim_relations.c
        about = sa.select(c.id, c.claim, c.other).where(
            c.org == item.org, sa.or_(c.claim == item.id, c.other == item.id)
        )
        for row in self._work.connection.execute(about).all():
            acl = self.acl_of_both(row.claim, row.other)
            self._work.connection.execute(
                sa.update(claim_relations).where(c.org == item.org, c.id == row.id).values(acl=acl)
            )

    def acl_of_both(self, *ids: str) -> int:
        """The class of what is derived from these claims, whoever asks."""
        org = self._work.actor.org
        acls = self._work.connection.scalars(sa.select(claims.c.acl).where(claims.c.org == org, claims.c.id.in_(ids)))
        seen = self._work.classes.values_of(acls.all())
        return self._work.classes.number_of(narrowest(seen.values(), org=org))

    def _classes_for(self, item: Claim, added: Sequence[EvidenceRef], *, is_new: bool) -> dict[_Target | None, int]:
        """By the results of whoever brings the evidence. A whole store that moves in brings those of everybody."""
        actor = self._work.actor
        anybodys = self._classes_of(added) if actor.elevated else {}
        return anybodys | self._classes_of(added, owner=(item.actor_id if is_new else None) or actor.id)

    def _classes_of(self, refs: Sequence[EvidenceRef], *, owner: str | None = None) -> dict[_Target | None, int]:
        """Evidence carries the class of what it points at, where that has one.

        Two people's tools may use one call id, and anybody may name a session of another: with an owner, only their own
        messages and results count, and what others have is as good as not there.
        """
        found: dict[_Target | None, int] = {}
        named: dict[str, set[str]] = {}
        for ref in refs:
            if (target := _target(ref)) is not None:
                named.setdefault(target[0], set()).add(target[1])
        for kind, ids in named.items():
            table, column = _TARGETS[kind]
            rows = sa.select(column, table.c.acl).where(table.c.org == self._work.actor.org, column.in_(ids))
            if owner is not None and "owner" in table.c:
                rows = rows.where(table.c.owner == owner)
            found |= {(kind, id): acl for id, acl in self._work.connection.execute(rows).all()}
        return found


_TARGETS: dict[str, tuple[sa.Table, sa.Column[Any]]] = {
    "chunk": (chunks, chunks.c.id),
    "message": (messages, messages.c.id),
    "tool_result": (tool_results, tool_results.c.tool_call_id),
}


def _target(ref: EvidenceRef) -> _Target | None:
    """The row that evidence points at, where it points into the record."""
    if ref.chunk_id:
        return "chunk", ref.chunk_id
    if ref.session_id and ref.message_id:
        return "message", key_in_session(ref.session_id, ref.message_id)
    return ("tool_result", ref.tool_call_id) if ref.tool_call_id else None


class SqlClaimEvents(SqlRepository[ClaimEvent, ClaimEventFilter]):
    def __init__(self, work: Workspace) -> None:
        super().__init__(work, CLAIM_EVENTS)
        self._last: dict[str, int] = {}
        self._seen: dict[str, Visibility] = {}

    def _stamps(self, item: ClaimEvent, *, touched: bool = False) -> dict[str, Any]:
        return super()._stamps(item, touched=touched) | {"position": item.position or self._next_position(item.claim)}

    def _next_position(self, claim: str) -> int:
        """Whoever writes a step holds its claim, so nobody else takes the same number."""
        if claim not in self._last:
            self._seen[claim] = self._class_of(claim)
            c = claim_events.c
            taken = sa.select(sa.func.max(c.position)).where(c.org == self._work.actor.org, c.claim == claim)
            self._last[claim] = self._work.connection.scalar(taken) or 0
        self._last[claim] += 1
        return self._last[claim]

    def _seen_by(self, item: ClaimEvent) -> Visibility:
        """Whoever may see its claim, whatever it says itself."""
        if item.claim not in self._seen:
            self._seen[item.claim] = self._class_of(item.claim)
        return self._seen[item.claim]

    def _class_of(self, claim: str) -> Visibility:
        known = self._work.claims.get(claim)
        return known or SqlClaims(self._work).visibilities_of([claim])[claim]


class SqlClaimRelations(SqlRepository[ClaimRelation, ClaimRelationFilter]):
    def __init__(self, work: Workspace) -> None:
        super().__init__(work, CLAIM_RELATIONS)

    def _seen_by(self, item: ClaimRelation) -> Visibility:
        """Whoever may see both claims."""
        both = SqlClaims(self._work).visibilities_of([item.claim, item.other])
        return narrowest(both.values(), org=self._work.actor.org)


_WITHOUT_WORDS = {
    EvidenceKind.CHUNK: ("kind", "chunk_id", *_MARKS),
    EvidenceKind.MESSAGE: ("kind", "session_id", "message_id", *_MARKS),
    EvidenceKind.USER_STATEMENT: ("kind", "session_id", "message_id", "unproven", *_MARKS),
    EvidenceKind.TOOL_RESULT: ("kind", "tool_call_id", *_MARKS),
}


def ref_of(row: Row) -> EvidenceRef:
    """Who may see the claim but not what it stands on learns that there is something, and not what it says."""
    parts = {name: row[name] for name in _PARTS}
    if not row["may_be_seen"]:
        parts |= {"detail": _HIDDEN if row["kind"] == EvidenceKind.MODEL_INFERENCE else None, "content_hash": None}
        if row["kind"] in _WITHOUT_WORDS:
            parts = {name: row[name] for name in _WITHOUT_WORDS[row["kind"]]}
    return EvidenceRef(**parts)


def _row_of(ref: EvidenceRef) -> dict[str, Any]:
    """Each piece says a few of these things, and has None for the rest."""
    parts = zip(_PARTS, _read_parts(ref), strict=True)
    return {name: None if value is None else _stored(name, value) for name, value in parts}


def _stored(name: str, value: Any) -> Any:
    if isinstance(value, StrEnum):
        return value.value
    return as_text(value, name) if isinstance(value, str) else value
