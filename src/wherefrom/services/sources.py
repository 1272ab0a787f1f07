"""Sources: where documents come from, read when asked or by schedule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypedDict, Unpack

from wherefrom.core.access import as_audience
from wherefrom.core.actions import Action
from wherefrom.core.actors import Role
from wherefrom.core.documents import Source, SourceKind, SourceStatus
from wherefrom.core.ids import sha256
from wherefrom.core.ingestion import Drift, IngestReport, Told
from wherefrom.core.paging import Page, SourceFilter
from wherefrom.core.wellformed import JSON, as_choice, as_json, required
from wherefrom.errors import AdapterError, InvalidValue, WherefromError
from wherefrom.ingest.drifting import drift_of
from wherefrom.ingest.intake import KEEPING
from wherefrom.ingest.limited.frames import LARGEST_FRAME
from wherefrom.ingest.shaping import policy_of
from wherefrom.ingest.targets import Place, as_place, as_said
from wherefrom.ports.documents import Watchable
from wherefrom.services.configuring import check_configuration, in_its_place, is_same_source
from wherefrom.services.copies import forget_copies
from wherefrom.services.desk import Verbs
from wherefrom.services.ingesting import Ingesting
from wherefrom.services.placing import placed
from wherefrom.text.secrets import scrub

__all__ = ["Sources"]


class _Edits(TypedDict, total=False):
    uri: Place
    title: str
    config: Mapping[str, JSON]
    cron: str | None
    project: str | None
    audience: Iterable[str]
    agent_scope: Iterable[str]


class Sources(Verbs):
    def add(
        self,
        kind: str,
        uri: Place,
        *,
        title: str | None = None,
        config: Mapping[str, JSON] | None = None,
        project: str | None = None,
        audience: Iterable[str] = (),
        agent_scope: Iterable[str] = (),
        cron: str | None = None,
    ) -> Source:
        """Configure a source; what could never be read from it is refused here and not when it is run.

        One for the same place and the same people that is there already is that source: what is named here of it is
        changed, and nothing is read twice.
        """
        source = self._new(
            kind,
            uri,
            title=title,
            config=config,
            project=project,
            audience=audience,
            agent_scope=agent_scope,
            cron=cron,
        )
        known = self._same_as(source)
        if known is None:
            return self._saved(source, Action.ADD_SOURCE)
        named: _Edits = {"config": {**known.config, **source.config}}
        if title is not None:
            named["title"] = title
        if cron is not None:
            named["cron"] = cron
        is_other = any(getattr(known, name) != value for name, value in named.items())
        return self.edit(known.id, **named) if is_other else known

    def _same_as(self, source: Source) -> Source | None:
        """The one that the actor sees, for the same place and the same people."""
        with self._record.read(self._actor) as unit:
            own = replace(source, org=unit.actor.org)
            there = unit.sources.every(SourceFilter(kind=source.kind, personal=True))
            return next((each for each in there if is_same_source(each, own)), None)

    def upload(self, name: str, data: bytes, **options: Any) -> Source:
        """Hand over an original: it is kept here and read from here."""
        if len(data) > LARGEST_FRAME:
            raise InvalidValue("this is too large to be read", value=len(data), hint=f"at most {LARGEST_FRAME:,} bytes")
        called, hash = required(name, "name", longest=500), sha256(data)
        config = dict(options.pop("config", None) or {}) | {"name": called, "blob": hash}
        source = self._new("file_upload", f"upload:{hash[:16]}/{called}", title=scrub(called), config=config, **options)
        return self._saved(source, Action.ADD_SOURCE, original=data)

    def _new(
        self,
        kind: str,
        uri: Place,
        *,
        title: str | None = None,
        config: Mapping[str, JSON] | None = None,
        project: str | None = None,
        audience: Iterable[str] = (),
        agent_scope: Iterable[str] = (),
        cron: str | None = None,
    ) -> Source:
        self._actor.require(Role.ADMIN, "configure a source")
        of_kind, said = as_choice(SourceKind, kind, "source kind"), as_said(uri, "uri")
        source = Source(
            id=self._desk.ids(),
            kind=of_kind,
            uri=said,
            title=title or scrub(as_place(of_kind, said)),
            config=as_json(dict(config or {}), "config"),
            project=project,
            contributor=self._actor.id,
            audience=as_audience(audience),
            agent_scope=frozenset(agent_scope),
            cron=cron,
        )
        return self._checked(source)

    def get(self, id: str) -> Source:
        with self._record.read(self._actor) as unit:
            return unit.sources.get(unit.sources.resolve(id))

    def at(self, kind: str, uri: Place) -> Sequence[Source]:
        """Those for this place, whoever they are for."""
        place = as_place(as_choice(SourceKind, kind, "source kind"), as_said(uri, "uri"))
        return self.find(SourceFilter(uri=place, personal=True)).items

    def find(self, where: SourceFilter | None = None, *, after: str | None = None, limit: int = 50) -> Page[Source]:
        with self._record.read(self._actor) as unit:
            return unit.sources.find(where or SourceFilter(), after=after, limit=limit)

    def edit(self, id: str, *, expected: int | None = None, **edits: Unpack[_Edits]) -> Source:
        """Change what is named; what was read from it stays until the next run, which reads all of it again if the
        policy on secrets is another."""
        self._actor.require(Role.ADMIN, "edit a source")
        before = self.get(id)
        changed: dict[str, Any] = dict(edits)
        if "uri" in edits:
            changed["uri"] = as_said(edits["uri"], "uri")
        if "audience" in edits:
            changed["audience"] = as_audience(edits["audience"])
        if "agent_scope" in edits:
            changed["agent_scope"] = frozenset(edits["agent_scope"])
        if "config" in edits:
            changed["config"] = as_json(dict(edits["config"]), "config")
        after = self._checked(replace(before, **changed), before)
        if "title" not in edits and before.title == scrub(before.uri):
            after = replace(after, title=scrub(after.uri))  # nobody gave it one
        if (after.uri, after.config) != (before.uri, before.config):
            after = replace(after, state=None)  # where the last scan ended says nothing about another place
        if policy_of(after) is not policy_of(before):
            after = replace(after, status=SourceStatus.STALE)
        saved = self._saved(after, Action.EDIT_SOURCE, before=before, expected=expected)
        if after.uri != before.uri:
            self._left(before)
        return saved

    def run(self, id: str, *, force: bool = False, progress: Told | None = None) -> IngestReport:
        """Read what changed since the last run; `force` reads all of it again."""
        return Ingesting(self._desk).run(self.get(id), force=force, progress=progress)

    def watch(self, id: str, notify: Callable[[], None]) -> Callable[[], None]:
        """Have `notify` called when the source says that something changed, until what is returned is called.

        AdapterError where the source tells no changes. `notify` is called in another thread and must be quick.
        """
        self._actor.require(Role.ADMIN, "watch a source")
        source = self.get(id)
        # A connector of its own: another look at the source must not end the watch.
        connector = self._desk.intake.open_connector(source.kind)
        if not isinstance(connector, Watchable):
            connector.close()
            raise AdapterError(
                "a source of this kind tells no changes", value=source.kind.value, hint="give it a --cron"
            )
        with self._record.read(self._actor) as unit:
            uris = list(unit.entries.known(source.id))
        try:
            connector.subscribe(source, uris, lambda _: notify())
        except WherefromError:
            connector.close()
            raise
        return connector.close

    def drifts(self, sources: Iterable[Source]) -> Sequence[Drift]:
        """How each differs from what was read of it: everything that is near is hashed again."""
        self._actor.require(Role.ADMIN, "look for drift")
        desk = self._desk
        try:
            return [
                drift_of(self._workplace, desk.intake, source)
                for source in sources
                if source.kind is not SourceKind.NOTE
            ]
        finally:
            desk.intake.let_go()

    def remove(self, id: str, *, with_entries: bool = False) -> int:
        """The source; what was read from it stays, unless asked otherwise. How many entries went with it."""
        self._actor.require(Role.ADMIN, "remove a source")
        with self._record.write(self._actor) as unit:
            source = unit.sources.get(unit.sources.resolve(id))
            gone = unit.entries.delete_by_source(source.id) if with_entries else 0
            unit.sources.delete(source.id)
            unit.note(Action.DELETE_SOURCE, "source", source.id, before=source)
            unit.commit()
        self._left(source)
        return gone

    def _left(self, source: Source) -> None:
        if source.kind is KEEPING:
            forget_copies(self._desk)

    def _checked(self, source: Source, before: Source | None = None) -> Source:
        """As it is saved, whether it is new or was changed."""
        required(source.title, "title")
        source = in_its_place(source, before)
        if source.kind is SourceKind.NOTE and before is None:
            raise InvalidValue("a note is written and not read", value=source.uri, hint="wherefrom entries add")
        if source.kind is not SourceKind.NOTE:
            self._desk.intake.connector(source.kind).check(source)
        check_configuration(source, before)
        if before is None or source.uri != before.uri:
            self._desk.intake.agree(source)
        return source

    def _saved(
        self,
        source: Source,
        action: Action,
        *,
        before: Source | None = None,
        expected: int | None = None,
        original: bytes | None = None,
    ) -> Source:
        with self._record.write(self._actor) as unit:
            if original is not None:
                unit.erasure.delay_sweeps()
                self._desk.intake.blobs.put(self._actor.org, original)
            saved = unit.sources.save(placed(unit.actor, source), expected=expected)
            if saved.status is SourceStatus.STALE:
                unit.entries.mark_stale(saved.id)
            unit.note(action, "source", saved.id, before=before, after=saved)
            unit.commit()
        return saved
