"""What claims that say nearly the same are found by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

import sqlalchemy as sa

from wherefrom.core.statements import Band
from wherefrom.record.inserting import insert_many
from wherefrom.record.prepared import Prepared
from wherefrom.record.tables import claim_bands, claim_sketches, claims
from wherefrom.record.workspace import Workspace

__all__ = ["SqlSketches"]

_MOST_LOOKED_AT = 5_000  # of those that share a number that very many share
_MOST_READ = 500

_b, _e, _c = claim_bands.c, claim_sketches.c, claims.c
_SHARING = Prepared(
    sa.select(_b.claim, _b.words)
    .where(_b.org == sa.bindparam("own_org"), _b.band.in_(sa.bindparam("numbers", expanding=True)))
    .limit(_MOST_LOOKED_AT)
)
_ANY_EARLIER = Prepared(sa.select(_e.claim).where(_e.org == sa.bindparam("own_org")).limit(1))


class SqlSketches:
    def __init__(self, work: Workspace) -> None:
        self._work = work
        self._org = work.actor.org

    def keep(self, claim: str, bands: Iterable[Band]) -> None:
        rows = [{"org": self._org, "band": band.number, "claim": claim, "words": band.words} for band in bands]
        insert_many(self._work.connection, claim_bands, rows)

    def alike(self, numbers: Sequence[int], *, promising: Callable[[int], bool], limit: int) -> Mapping[str, str]:
        sharing = _SHARING.rows(self._work.connection, {"own_org": self._org, "numbers": numbers})
        shared = Counter(claim for claim, words in sharing if promising(words))
        if not shared:
            return {}
        texts = self._texts(_c.id.in_([claim for claim, _ in shared.most_common(_MOST_READ)]))
        closest = sorted(texts, key=shared.__getitem__, reverse=True)
        return {claim: texts[claim] for claim in closest[:limit]}

    def has_earlier(self) -> bool:
        return _ANY_EARLIER.first(self._work.connection, {"own_org": self._org}) is not None

    def alike_earlier(self, bands: Sequence[str], *, limit: int) -> Mapping[str, str]:
        sharing = self._seen.join(claim_sketches, sa.and_(_e.org == _c.org, _e.claim == _c.id))
        sharing = sharing.where(_e.org == self._org, _e.band.in_(set(bands)))
        sharing = sharing.group_by(_c.id, _c.text, _c.created_at)
        return self._pairs(sharing.order_by(sa.func.count().desc(), _c.created_at.desc()).limit(limit))

    def take_earlier(self, most: int) -> Mapping[str, str]:
        """Locked, so that nobody erases one meanwhile; then taken, unless somebody was faster."""
        execute = self._work.connection.execute
        some = sa.select(_e.claim).where(_e.org == self._org).distinct().order_by(_e.claim).limit(most)
        own = (_c.org == self._org, _c.id.in_(execute(some).scalars().all()))
        free = sa.select(_c.id, _c.text).where(*own).with_for_update(key_share=True, skip_locked=True)
        texts = self._pairs(free)
        taken = sa.delete(claim_sketches).where(_e.org == self._org, _e.claim.in_(list(texts))).returning(_e.claim)
        return {claim: texts[claim] for claim in sorted(set(execute(taken).scalars()))}

    def _texts(self, which: sa.ColumnElement[bool]) -> dict[str, str]:
        """The newest first."""
        found = self._seen.where(which).order_by(_c.created_at.desc())
        return self._pairs(found)

    def _pairs(self, statement: sa.Select[str, str]) -> dict[str, str]:
        return dict(self._work.connection.execute(statement).all())

    @property
    def _seen(self) -> sa.Select[str, str]:
        return sa.select(_c.id, _c.text).where(_c.org == self._org, self._work.may_see(_c.acl), _c.erased_at.is_(None))
