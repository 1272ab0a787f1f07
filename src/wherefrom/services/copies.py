"""Copies of what is read elsewhere: kept while a source needs them, and no longer."""

from __future__ import annotations

from wherefrom.core.actors import Actor
from wherefrom.core.paging import SourceFilter
from wherefrom.ingest.intake import KEEPING
from wherefrom.services.desk import Desk

__all__ = ["forget_copies"]


def forget_copies(desk: Desk, *, of: str | None = None) -> None:
    """Those that no source needs any more; also that of the source `of`, which its next run makes anew.

    The platform looks, because a copy may be needed by somebody whose sources this actor cannot see.
    """
    with desk.record.read(Actor.system(desk.actor.org)) as unit:
        sources = list(unit.sources.every(SourceFilter(kind=KEEPING, personal=True)))
    desk.intake.keep_copies_of(desk.actor.org, [source for source in sources if source.id != of])
