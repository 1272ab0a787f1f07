"""One run over one source: scan, fetch what changed, read it, scrub, reconcile, embed, write, index.

A run may end at any moment: what was written stays, and the next run finds by revision and hash what is left to do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace

from wherefrom.core.actions import Action
from wherefrom.core.archives import origin_of
from wherefrom.core.documents import Known, Source, SourceKind, SourceStatus
from wherefrom.core.erasures import Erasures
from wherefrom.core.ids import sha256
from wherefrom.core.ingestion import Failure, IngestReport, Told
from wherefrom.core.paging import ChunkFilter, EntryFilter
from wherefrom.core.passing_over import BINARY, Passed
from wherefrom.errors import BinaryContent, ContentError, WherefromError
from wherefrom.ingest.archives import Archives
from wherefrom.ingest.batch import Batch, Document, batched, texts_of
from wherefrom.ingest.ending import Ending
from wherefrom.ingest.failures import former_failures, keep_failure
from wherefrom.ingest.intake import Intake
from wherefrom.ingest.ledger import Ledger
from wherefrom.ingest.pipeline import carried
from wherefrom.ingest.planning import Plan, planned
from wherefrom.ingest.purging import must_purge, purge
from wherefrom.ingest.renaming import Renaming
from wherefrom.ingest.scrubbing import reported_clean
from wherefrom.ingest.shaping import Shaper, policy_of
from wherefrom.ingest.tally import Tally
from wherefrom.ingest.withheld import Withheld
from wherefrom.ingest.workplace import Workplace
from wherefrom.ports.documents import Blob, Connector, Scan
from wherefrom.ports.reading import Reading, Refused, Unpacked
from wherefrom.ports.record import UnitOfWork
from wherefrom.retrieval.library import Embedded

__all__ = ["Run", "Wishes"]

_ENTRIES_AT_ONCE = 200
_PASSAGES_BEFORE_INDEXING = 4_000


@dataclass(frozen=True)
class Wishes:
    """What the caller said about the run and all its documents."""

    ledger: Ledger
    type: str | None = None
    tags: tuple[str, ...] = ()
    force: bool = False
    dry: bool = False
    told: Told | None = None


class Run:
    def __init__(self, workplace: Workplace, intake: Intake, source: Source, wishes: Wishes) -> None:
        self._place, self._intake, self._source, self._wishes = workplace, intake, source, wishes
        self._shaper = Shaper(source, wishes.type, wishes.tags, intake, workplace.ids)
        self._tally = Tally(wishes.told)
        self._known: dict[str, Known] = {}
        self._renaming = Renaming({}, (), self._words_of)
        self._revisions: dict[str, str | None] = {}
        self._replaced: list[str] = []
        self._withheld = Withheld(source, {}, {}, Erasures())
        self._archives = Archives()
        self._unindexed = 0

    def carry_out(self) -> IngestReport:
        """Conflict if another process reads this source already."""
        try:
            return self._carried_out()
        finally:
            self._intake.let_go()

    def _carried_out(self) -> IngestReport:
        if self._wishes.dry:
            return reported_clean(self._read_all(self._scan()), policy_of(self._source))
        with self._place.record.sole(f"ingest:{self._place.actor.org}:{self._source.id}"):
            try:
                scan = self._scan()
                report = self._read_all(scan)
                if must_purge(self._source):
                    told = purge(self._place, self._intake, self._source)
                    report = replace(report, notices=(*report.notices, *((self._source.uri, each) for each in told)))
            except WherefromError as error:
                Ending.failed(error).note(self._place, self._source.id)
                raise
            report = reported_clean(report, policy_of(self._source))
            ending = Ending.of(report, scan, goes_on=not self._tally.may_be_better_later)
            ending.note(self._place, self._source.id)
            return report

    def _scan(self) -> Scan:
        state = None if self._wishes.force else self._source.state
        return self._connector.scan(self._source, state)

    @property
    def _connector(self) -> Connector:
        return self._intake.connector(self._source.kind)

    def _read_all(self, scan: Scan) -> IngestReport:
        with self._place.reading() as unit:
            self._known = dict(unit.entries.known(self._source.id))
            self._withheld = Withheld.read(unit, self._source, self._known)
            if scan.missing and not self._known and not self._was_there(unit):
                raise ContentError(scan.missing, value=self._source.uri, hint="check the address")
        plan = planned(scan, self._known, is_current=self._is_current, force=self._wishes.force)
        plan = self._withheld.without(plan)
        self._renaming = Renaming(self._known, plan.gone, self._words_of)
        self._tally.begin(len(scan.found), len(scan.found) - len(plan.changed))
        self._tally.failed.extend(former_failures(self._place, plan.refused))
        self._read(plan)
        removed = self._remove()
        if not self._wishes.dry and (plan.changed or removed):
            self._place.library.catch_up(self._place.actor.org)
        return self._report(scan, plan, removed)

    def _read(self, plan: Plan) -> None:
        if not plan.changed:
            return
        with closing(carried(self._batches(plan), self._embedded, self._keep, self._write)) as written:
            for batch, _ in written:
                self._count(batch)
        if not self._wishes.dry:
            self._archives.stamp(self._place, self._revisions)

    def _batches(self, plan: Plan) -> Iterator[Batch]:
        """Compared with what is stored."""
        for documents in batched(self._documents(plan)):
            yield Batch.of(self._place.record, self._place.actor, documents)

    def _documents(self, plan: Plan) -> Iterator[Document]:
        for blob, outcome in self._intake.readers.map(self._blobs(plan)):
            yield from self._settled(blob, outcome)
        yield from self._renaming.settled()

    def _settled(
        self, blob: Blob, outcome: Reading | Unpacked | Refused | Passed | WherefromError
    ) -> Iterator[Document]:
        """What can be written now. What may be a new name of something waits until it is known which are gone."""
        if isinstance(outcome, Passed):
            self._tally.skipped.append(outcome)
        elif self._withheld.has(blob, self._renaming.orphans):
            return
        elif isinstance(outcome, WherefromError):
            self._fail(blob.uri, outcome)
        elif isinstance(outcome, Refused):
            self._fail(blob.uri, ContentError(outcome.reason, hint=outcome.hint), is_final=True)
        elif isinstance(outcome, Unpacked):
            self._archives.close(blob.uri)
            yield from self._renaming.closed(blob.uri)
        else:
            yield from self._renaming.placed(self._shaped(blob, outcome))

    def _words_of(self, entries: Sequence[Known]) -> Mapping[str, frozenset[str]]:
        """Not of tickets: theirs is no name that could be changed."""
        if self._source.kind is SourceKind.TICKET:
            return {}
        with self._place.reading() as unit:
            return unit.chunks.words_of((known.id for known in entries), within=self._source.visibility)

    def _blobs(self, plan: Plan) -> Iterator[Blob]:
        """What must be read, fetched while the limited processes are busy with what came before."""
        for found in plan.changed:
            self._revisions[found.uri] = found.revision
            try:
                blob = self._connector.fetch(self._source, found)
            except WherefromError as error:
                self._unfetched(found.uri, error)
                continue
            self._revisions[blob.uri] = blob.revision or found.revision
            yield from self._unread(blob)

    def _unfetched(self, uri: str, error: WherefromError) -> None:
        """A file that only its bytes tell to be no text is passed over, unless it was asked for, or read before."""
        known = self._known.get(uri)
        was_read = known is not None and known.chunker is not None
        if was_read or self._source.kind is SourceKind.FILE or not isinstance(error, BinaryContent):
            self._fail(uri, error)
            return
        self._tally.skipped.append((uri, BINARY))
        self._renaming.vanished(uri)
        self._tally.finish(uri)

    def _unread(self, blob: Blob) -> Iterator[Blob]:
        """Nothing, if these very bytes were read before and what was made of them is still right."""
        if self._withheld.has(blob, self._renaming.orphans):
            self._tally.finish(blob.uri)
            return
        known = self._known.get(blob.uri)
        same = known is not None and known.content_hash == sha256(blob.data)
        if known is None or not same or self._wishes.force or not self._is_current(known):
            yield blob
            return
        self._tally.untouched += 1
        self._tally.finish(blob.uri)
        revision = self._revisions[blob.uri]
        if revision != known.revision and not self._wishes.dry:
            with self._place.writing() as unit:
                unit.entries.stamp([known.id], revision)
                unit.commit()

    def _shaped(self, blob: Blob, reading: Reading) -> Document:
        is_whole = origin_of(blob.uri) == blob.uri
        blob = blob._replace(revision=self._revisions.get(blob.uri) if is_whole else None)
        known = self._known.get(blob.uri)
        is_stale = known is not None and known.status is SourceStatus.STALE
        document = self._shaper.document(blob, reading, known, reembed=self._wishes.force or is_stale)
        self._tally.notices.extend((blob.path, notice) for notice in document.entry.notices)
        return document

    def _embedded(self, batch: Batch) -> tuple[Batch, Embedded | None]:
        """With vectors of its new passages."""
        texts = self._place.library.unembedded(self._place.actor.org, texts_of(batch))
        if self._wishes.ledger.must_count or self._wishes.dry:
            self._wishes.ledger.spend(texts.values())
        self._tally.embedded += len(texts)
        return batch, None if self._wishes.dry else self._place.library.embedded(self._place.actor.org, texts)

    def _keep(self, made: tuple[Batch, Embedded | None]) -> None:
        _, embedded = made
        if embedded is not None:
            self._place.library.keep(self._place.actor.org, embedded)

    def _write(self, made: tuple[Batch, Embedded | None]) -> None:
        if self._wishes.dry:
            return
        batch, _ = made
        self._place.library.foreseen.add(batch.terms)
        batch.write(self._place.record, self._place.actor, self._intake.blobs)
        self._unindexed += batch.chunks
        if self._unindexed >= _PASSAGES_BEFORE_INDEXING:
            self._place.library.catch_up(self._place.actor.org)
            self._unindexed = 0

    def _count(self, batch: Batch) -> None:
        self._tally.entries += len(batch.documents)
        self._tally.chunks += batch.chunks
        self._replaced += [document.known.id for document in batch.documents if document.known]
        for document in batch.documents:
            uri = document.entry.uri or ""
            self._archives.note(uri, document.entry.id)
            self._tally.finish(uri)

    def _fail(self, uri: str, error: WherefromError, *, is_final: bool = False) -> None:
        """One failed entry, with its reason; what was read of it before stays as it was.

        `is_final`: so it will be while the archive that it lies in is what it is.
        """
        self._renaming.came(uri)
        self._tally.failed.append(Failure.of(uri, error))
        self._tally.may_be_better_later |= error.retryable
        self._tally.finish(uri)
        if self._wishes.dry:
            return
        known, revision = self._known.get(uri), self._revisions.get(uri)
        failed = keep_failure(self._place, self._shaper, uri, known, error, revision)
        if is_final and failed is not None:
            self._archives.note(uri, failed.id)

    def _remove(self) -> int:
        """What is no longer there, unless it turned up under another name."""
        left = self._renaming.left
        if self._wishes.dry or not left:
            return len(left)
        with self._place.writing() as unit:
            # Somebody else may have deleted one meanwhile.
            there = unit.entries.headings(known.id for known in left)
            for id in there:
                unit.note(Action.DELETE_ENTRY, "entry", id, before=unit.entries.get(id))
                unit.entries.delete(id)
            unit.commit()
        return len(there)

    def _report(self, scan: Scan, plan: Plan, removed: int) -> IngestReport:
        tally, unchanged = self._tally, len(plan.unchanged) + self._tally.untouched
        with self._place.reading() as unit:
            stored = unit.entries.passages_of(self._source.id)
            stored += self._foreseen(unit) if self._wishes.dry else 0
        return IngestReport(
            sources=1,
            entries=tally.entries + unchanged,
            chunks=stored,
            embedded=tally.embedded,
            unchanged=unchanged,
            removed=removed,
            failed=tuple(tally.failed),
            skipped=(*scan.skipped, *tally.skipped, *([(self._source.uri, scan.missing)] if scan.missing else ())),
            notices=(*((self._source.uri, told) for told in self._withheld.notices()), *tally.notices),
            price=self._wishes.ledger.price,
        )

    def _foreseen(self, unit: UnitOfWork) -> int:
        """How many more passages there would be, were it no dry run."""
        other = [*self._replaced, *(known.id for known in self._renaming.left)]
        some = (tuple(other[at : at + _ENTRIES_AT_ONCE]) for at in range(0, len(other), _ENTRIES_AT_ONCE))
        return self._tally.chunks - sum(unit.chunks.count(ChunkFilter(entry=ids, personal=True)) for ids in some)

    def _is_current(self, known: Known) -> bool:
        right = known.status is SourceStatus.INDEXED
        return right and self._intake.is_current(known.chunker, known.chunker_version)

    def _was_there(self, unit: UnitOfWork) -> bool:
        return unit.tombstones.count(EntryFilter(source=self._source.id, personal=True)) > 0
