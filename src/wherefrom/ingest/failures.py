"""What could not be read: one failed entry each, with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from wherefrom.core.actions import Action
from wherefrom.core.documents import Entry, Known, SourceStatus
from wherefrom.core.ingestion import Failure
from wherefrom.errors import ContentError, WherefromError
from wherefrom.ingest.shaping import Shaper
from wherefrom.ingest.workplace import Workplace

__all__ = ["former_failures", "keep_failure"]


def keep_failure(
    place: Workplace, shaper: Shaper, uri: str, known: Known | None, error: WherefromError, revision: str | None
) -> Entry | None:
    """The failed entry; what was read of it before stays as it was. None if somebody deleted it meanwhile.

    One that never could be read has the revision that failed, so that another is seen to be one.
    """
    with place.writing() as unit:
        if known is None:
            failed = unit.entries.save(replace(shaper.failed(uri, error), revision=revision))
            unit.note(Action.ADD_ENTRY, "entry", failed.id, after=failed)
        elif before := unit.entries.get_many([known.id]).get(known.id):
            at = None if before.content_hash else revision
            failed = replace(before, status=SourceStatus.FAILED, error=error.message, revision=at)
            unit.entries.save(failed)
        else:
            return None
        unit.commit()
    return failed


def former_failures(place: Workplace, refused: Sequence[Known]) -> list[Failure]:
    """What could not be had from an archive the last time, and is not tried again, is told all the same."""
    if not refused:
        return []
    with place.reading() as unit:
        entries = unit.entries.get_many(known.id for known in refused).values()
    hint = "nothing changed since, so it was not tried again; --force tries"
    return [
        Failure(uri=entry.uri or "", code=ContentError.code, reason=entry.error or "", hint=hint) for entry in entries
    ]
