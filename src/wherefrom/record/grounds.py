"""What the last look at evidence found, and which of it may have changed since."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

import sqlalchemy as sa

from wherefrom.core.claims import ClaimStatus, Scope
from wherefrom.core.evidence import EvidenceKind, GroundState, QuoteState, Standing
from wherefrom.record.claims import ref_of
from wherefrom.record.kinds import Row
from wherefrom.record.prepared import Prepared
from wherefrom.record.tables import chunks, claims, entries, evidence
from wherefrom.record.workspace import Workspace

__all__ = ["SqlGrounds"]

_e, _k, _c = evidence.c, claims.c, chunks.c
_FOUND = ("state", "quote", "checked_at", "place", "seen_text", "seen_hash", "seen_revision")
_KEEP = Prepared(
    sa.update(evidence)
    .where(
        _e.org == sa.bindparam("own_org"),
        _e.claim == sa.bindparam("own_claim"),
        _e.position == sa.bindparam("own_position"),
    )
    .values({name: sa.bindparam(name) for name in _FOUND})
)
_FALLEN = (ClaimStatus.DISPUTED.value, ClaimStatus.SUPERSEDED.value)
_ROWS_A_STEP = 2_000
_OUTSIDE = (EvidenceKind.FILE.value, EvidenceKind.ARTIFACT.value, EvidenceKind.URL.value)


class SqlGrounds:
    """Evidence that the actor may see, of claims that they may see. Only that on which a claim stands that holds."""

    def __init__(self, work: Workspace) -> None:
        self._work = work

    def of(self, claims: Iterable[str]) -> Mapping[str, Sequence[Standing]]:
        own = sa.select(evidence, self._work.may_see(_e.acl).label("may_be_seen")).where(
            _e.org == self._work.actor.org, _e.claim.in_(list(claims))
        )
        found: dict[str, list[Standing]] = {}
        for row in self._rows(own.order_by(_e.claim, _e.position)):
            found.setdefault(row["claim"], []).append(_standing(row))
        return found

    def keep(self, standings: Iterable[Standing]) -> None:
        rows = [
            {
                "own_org": self._work.actor.org,
                "own_claim": each.claim,
                "own_position": each.position,
                "state": None if each.state is None else each.state.value,
                "quote": each.quote.value,
                "checked_at": each.checked_at,
                "place": each.place,
                "seen_text": each.seen_text,
                "seen_hash": each.seen_hash,
                "seen_revision": each.seen_revision,
            }
            for each in standings
        ]
        if rows:
            _KEEP.run(self._work.connection, rows)

    def restless(self, scope: Scope | None) -> Iterator[Standing]:
        """Evidence on passages that are not as the last look found them: retired, elsewhere, buried, or never seen.

        Elsewhere is also what stands in a document that was called otherwise then.
        """
        gone = sa.or_(_c.id.is_(None), _c.retired_at.is_not(None), entries.c.deleted_at.is_not(None))
        is_called_so = sa.or_(_e.seen_revision.is_(None), _e.seen_revision == entries.c.title)
        calm = sa.and_(_e.state == GroundState.FRESH.value, sa.not_(gone), _c.locators == _e.place, is_called_so)
        passages = sa.and_(_c.org == _e.org, _c.id == _e.chunk_id)
        documents = sa.and_(entries.c.org == _c.org, entries.c.id == _c.entry)
        joined = evidence.outerjoin(chunks, passages).outerjoin(entries, documents)
        unlike = sa.or_(_e.state.is_(None), sa.not_(sa.func.coalesce(calm, sa.false())))
        yield from self._walk(joined, scope, _e.kind == EvidenceKind.CHUNK.value, unlike)

    def outside(self, scope: Scope | None) -> Iterator[Standing]:
        """Evidence on files, artifacts and pages: the record cannot know whether they changed."""
        yield from self._walk(evidence, scope, _e.kind.in_(_OUTSIDE))

    def counts(self, scope: Scope | None) -> Mapping[str, int]:
        """How many pieces of evidence are in each state; those that nobody has looked at are `uncheckable`."""
        state = sa.func.coalesce(_e.state, GroundState.UNCHECKABLE.value)
        statement = sa.select(state, sa.func.count()).select_from(self._living(evidence)).where(*self._seen(scope))
        return dict(cast("Sequence[tuple[str, int]]", self._work.connection.execute(statement.group_by(state)).all()))

    def _walk(self, joined: sa.FromClause, scope: Scope | None, *which: sa.ColumnElement[bool]) -> Iterator[Standing]:
        place: tuple[str, int] = ("", -1)
        while True:
            statement = (
                sa.select(evidence, sa.true().label("may_be_seen"))
                .select_from(self._living(joined))
                .where(
                    *self._seen(scope), *which, sa.tuple_(_e.claim, _e.position) > sa.tuple_(*map(sa.literal, place))
                )
            )
            rows = self._rows(statement.order_by(_e.claim, _e.position).limit(_ROWS_A_STEP))
            yield from map(_standing, rows)
            if len(rows) < _ROWS_A_STEP:
                return
            place = (rows[-1]["claim"], rows[-1]["position"])

    def _living(self, joined: sa.FromClause) -> sa.FromClause:
        return joined.join(claims, sa.and_(_k.org == _e.org, _k.id == _e.claim))

    def _seen(self, scope: Scope | None) -> list[sa.ColumnElement[bool]]:
        conditions = [
            _e.org == self._work.actor.org,
            self._work.may_see(_e.acl),
            self._work.may_see(_k.acl),
            _e.stance.is_(None),
            _k.claim_status.not_in(_FALLEN),
            _k.erased_at.is_(None),
        ]
        if scope is not None:
            conditions += [_k.scope_type == scope.type.value, _k.scope_id == scope.id]
        return conditions

    def _rows(self, statement: sa.Select[*tuple[Any, ...]]) -> list[Row]:
        return cast("list[Row]", self._work.connection.execute(statement).mappings().all())


def _standing(row: Row) -> Standing:
    seen = row["may_be_seen"]
    return Standing(
        claim=row["claim"],
        position=row["position"],
        ref=ref_of(row),
        state=None if row["state"] is None else GroundState(row["state"]),
        quote=QuoteState(row["quote"] or QuoteState.UNCHECKED),
        checked_at=row["checked_at"],
        place=row["place"] if seen else None,
        seen_text=row["seen_text"] if seen else None,
        seen_hash=row["seen_hash"] if seen else None,
        seen_revision=row["seen_revision"] if seen else None,
    )
