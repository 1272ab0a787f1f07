"""Ingesting: whatever a person points at, read into passages whose citations open the exact place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from wherefrom.core.actions import Action
from wherefrom.core.actors import Role
from wherefrom.core.attention import AttentionEvent
from wherefrom.core.documents import Entry, Source, SourceKind
from wherefrom.core.ingestion import Failure, IngestReport, Told
from wherefrom.core.paging import EntryFilter, SourceFilter
from wherefrom.core.wellformed import required, several
from wherefrom.errors import (
    AccessDenied,
    CapReached,
    Conflict,
    InvalidValue,
    StoreError,
    Unauthenticated,
    UsageError,
    WherefromError,
)
from wherefrom.ingest.ledger import Ledger
from wherefrom.ingest.run import Run, Wishes
from wherefrom.ingest.targets import Place, Target, as_said, as_target
from wherefrom.services.attention import Inbox
from wherefrom.services.checking import Checking
from wherefrom.services.desk import Verbs
from wherefrom.services.placing import placed
from wherefrom.text.secrets import scrub

__all__ = ["Ingesting"]

_OF_ALL = (AccessDenied, CapReached, StoreError, Unauthenticated)
"""What would befall every other target too."""
_AT_ONCE = 100


class Ingesting(Verbs):
    def ingest(
        self,
        *targets: Place,
        project: str | None = None,
        type: str | None = None,
        tags: Iterable[str] = (),
        dry_run: bool = False,
        force: bool = False,
        max_tokens: int | None = None,
        max_dollars: float | None = None,
        progress: Told | None = None,
    ) -> IngestReport:
        """Read files, folders, globs, archives, repositories (`path@ref`), URLs and MCP servers (`mcp:COMMAND`).

        Idempotent: what did not change is not read again, and a run that was interrupted goes on where it was. A bad
        file fails alone, and so does a target that cannot be reached; that there is nothing at any of them is an
        error. What is named twice is read once. `dry_run` says what would be embedded, and what it would cost.
        """
        self._actor.require(Role.ADMIN, "ingest")
        if not targets:
            raise InvalidValue("there is nothing to ingest", hint="name a file, a folder, a URL or mcp:COMMAND")
        named = dict.fromkeys(as_said(target, "target") for target in targets)
        wishes = Wishes(
            ledger=Ledger(self._embedder, max_tokens=max_tokens, max_dollars=max_dollars),
            type=required(type, "type") if type is not None else None,
            tags=tuple(dict.fromkeys(several(tags, "tags"))),
            force=force,
            dry=dry_run,
            told=progress,
        )
        report = self._read_each(named, project, wishes)
        return replace(report, price=wishes.ledger.price)

    def _read_each(self, targets: Iterable[str], project: str | None, wishes: Wishes) -> IngestReport:
        report, refused, seen = IngestReport(), list[WherefromError](), set[tuple[SourceKind, str]]()
        for said in targets:
            try:
                target = as_target(said, is_known=lambda target: self._known(target, project) is not None)
                if (target.kind, target.uri) in seen:
                    continue
                seen.add((target.kind, target.uri))
                source = self._source(target, project, keep=not wishes.dry)
                report += replace(self._run(source, wishes, named=said), price=None)
                self._label(source, wishes)
            except _OF_ALL:
                raise
            except WherefromError as error:
                refused.append(error)
                report += IngestReport(failed=(Failure.of(said, error),))
        if not report.sources and all(isinstance(error, UsageError) for error in refused):
            raise refused[0]
        return report

    def _label(self, source: Source, wishes: Wishes) -> None:
        """What did not change was not read again, and has the type and the tags that were asked for all the same."""
        if wishes.dry or not (wishes.type or wishes.tags):
            return
        with self._record.read(self._actor) as unit:
            of_it = unit.entries.every(EntryFilter(source=source.id, personal=True))
            others = [entry.id for entry in of_it if _labelled(entry, wishes) != entry]
        for start in range(0, len(others), _AT_ONCE):
            with self._record.write(self._actor) as unit:
                for before in unit.entries.get_many(others[start : start + _AT_ONCE]).values():
                    after = unit.entries.save(_labelled(before, wishes))
                    unit.note(Action.EDIT_ENTRY, "entry", after.id, before=before, after=after)
                unit.commit()

    def run(self, source: Source, *, force: bool = False, progress: Told | None = None) -> IngestReport:
        """A source that was configured before, with the caps that stand in its configuration."""
        self._actor.require(Role.ADMIN, "run a source")
        tokens, dollars = source.config.get("max_tokens"), source.config.get("max_dollars")
        tags, kind = source.config.get("tags", ()), source.config.get("type")
        wishes = Wishes(
            ledger=Ledger(self._embedder, max_tokens=tokens, max_dollars=dollars),
            type=kind,
            tags=tuple(tags),
            force=force,
            told=progress,
        )
        return self._run(source, wishes, named=source.id)

    def _run(self, source: Source, wishes: Wishes, *, named: str) -> IngestReport:
        """`named` is what the caller said."""
        desk = self._desk
        try:
            report = Run(self._workplace, desk.intake, source, wishes).carry_out()
        except Conflict as error:  # another process is at it, and will tell
            raise Conflict(error.message, value=error.value or named, hint=error.hint) from error
        except WherefromError as error:
            if not wishes.dry:
                self._tell_failure(source, error)
            raise
        if not wishes.dry and (report.removed or report.unchanged < report.entries):
            Checking(desk).check_passages()
        return report

    def _tell_failure(self, source: Source, error: WherefromError) -> None:
        """One item for a source, however often it fails."""
        detail = {
            "text": source.title or source.uri,
            "code": error.code,
            "reason": error.message,
            "hint": error.hint or "",
        }
        Inbox(self._desk).report(
            AttentionEvent.RUN_FAILED, "source", source.id, seen_by=source.visibility, detail=detail
        )

    @property
    def _embedder(self) -> str:
        return self._desk.retrieval.embedder_name(self._actor.org)

    def _source(self, target: Target, project: str | None, *, keep: bool) -> Source:
        """The one that stands for this target already, or a new one."""
        known = self._known(target, project)
        if known is not None:
            self._desk.intake.agree(known)
            return known
        source = Source(
            id=self._desk.ids(),
            kind=target.kind,
            uri=target.uri,
            title=scrub(target.title),
            org=self._actor.org,
            project=project,
            contributor=self._actor.id,
        )
        self._desk.intake.connector(source.kind).check(source)
        self._desk.intake.agree(source)
        return self._kept(source) if keep else source

    def _known(self, target: Target, project: str | None) -> Source | None:
        where = SourceFilter(kind=target.kind, uri=target.uri, personal=True)
        with self._record.read(self._actor) as unit:
            found: Sequence[Source] = unit.sources.find(where).items
        return next((source for source in found if source.project == project), None)

    def _kept(self, source: Source) -> Source:
        with self._record.write(self._actor) as unit:
            saved = unit.sources.save(placed(unit.actor, source))
            unit.note(Action.ADD_SOURCE, "source", saved.id, after=saved)
            unit.commit()
        return saved


def _labelled(entry: Entry, wishes: Wishes) -> Entry:
    return replace(entry, type=wishes.type or entry.type, tags=wishes.tags or entry.tags)
