"""How a run ended, as its source tells it: when, how well, and where the next scan goes on."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from wherefrom.core.actions import Action
from wherefrom.core.attention import AttentionEvent, cause_of
from wherefrom.core.documents import RunStatus, SourceStatus
from wherefrom.core.ingestion import IngestReport
from wherefrom.core.paging import EntryFilter
from wherefrom.errors import NotFound, WherefromError
from wherefrom.ingest.workplace import Workplace
from wherefrom.ports.documents import Scan

__all__ = ["Ending"]


class Ending(NamedTuple):
    """`scan` is what the run went through, None where it failed; `goes_on` if the next one starts from there."""

    status: RunStatus
    told: str | None
    scan: Scan | None = None
    goes_on: bool = False

    @classmethod
    def failed(cls, error: WherefromError) -> Ending:
        return cls(RunStatus.ERROR, error.message)

    @classmethod
    def of(cls, report: IngestReport, scan: Scan, *, goes_on: bool) -> Ending:
        return cls(RunStatus.PARTIAL if report.failed else RunStatus.OK, _told(report), scan, goes_on)

    def note(self, place: Workplace, source_id: str) -> None:
        now = place.clock()
        with place.writing() as unit:
            try:
                source = unit.sources.get(source_id)
            except NotFound:
                return  # removed meanwhile
            after = replace(
                source,
                status=self._status(source.status),
                error=self.told if self.status is RunStatus.ERROR else None,
                state=self.scan.state if self.scan is not None and self.goes_on else source.state,
                last_run_at=now,
                last_run_status=self.status,
                last_run_error=self.told,
                last_run_entry_count=unit.entries.count(EntryFilter(source=source.id, personal=True)),
                last_indexed_at=now if self.scan is not None else source.last_indexed_at,
            )
            unit.sources.save(after)
            if self.status is not RunStatus.ERROR:
                unit.attention.settle(cause_of(AttentionEvent.RUN_FAILED, source.id))
            unit.note(Action.RUN_SOURCE, "source", source.id, before=source, after=after)
            unit.commit()

    def _status(self, before: SourceStatus) -> SourceStatus:
        """What a changed policy asks for is not done by a run that failed."""
        if self.status is not RunStatus.ERROR:
            return SourceStatus.INDEXED
        return before if before is SourceStatus.STALE else SourceStatus.FAILED


def _told(report: IngestReport) -> str | None:
    if not report.failed:
        return None
    first = report.failed[0]
    return f"{len(report.failed)} could not be read, first {first.uri}: {first.reason}"
