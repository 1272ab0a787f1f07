"""Sources: where documents come from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wherefrom.core.access import as_audience
from wherefrom.core.actions import Action
from wherefrom.core.actors import Role
from wherefrom.core.documents import Source, SourceKind
from wherefrom.core.paging import Page, SourceFilter
from wherefrom.core.wellformed import JSON, as_choice, required
from wherefrom.services.desk import Verbs
from wherefrom.services.placing import placed

__all__ = ["Sources"]


class Sources(Verbs):
    def add(
        self,
        kind: str,
        uri: str,
        *,
        title: str | None = None,
        config: Mapping[str, JSON] | None = None,
        project: str | None = None,
        audience: Iterable[str] = (),
        agent_scope: Iterable[str] = (),
        cron: str | None = None,
    ) -> Source:
        self._actor.require(Role.ADMIN, "configure a source")
        source = Source(
            id=self._desk.ids(),
            kind=as_choice(SourceKind, kind, "source kind"),
            uri=required(uri, "uri"),
            title=required(title or uri, "title"),
            config=dict(config or {}),
            project=project,
            contributor=self._actor.id,
            audience=as_audience(audience),
            agent_scope=frozenset(agent_scope),
            cron=cron,
        )
        with self._record.write(self._actor) as unit:
            saved = unit.sources.save(placed(unit.actor, source))
            unit.note(Action.ADD_SOURCE, "source", saved.id, after=saved)
            unit.commit()
        return saved

    def get(self, id: str) -> Source:
        with self._record.read(self._actor) as unit:
            return unit.sources.get(unit.sources.resolve(id))

    def find(self, where: SourceFilter | None = None, *, after: str | None = None, limit: int = 50) -> Page[Source]:
        with self._record.read(self._actor) as unit:
            return unit.sources.find(where or SourceFilter(), after=after, limit=limit)

    def remove(self, id: str, *, with_entries: bool = False) -> int:
        """The source; what was read from it stays, unless asked otherwise. How many entries went with it."""
        self._actor.require(Role.ADMIN, "remove a source")
        with self._record.write(self._actor) as unit:
            source = unit.sources.get(unit.sources.resolve(id))
            gone = unit.entries.delete_by_source(source.id) if with_entries else 0
            unit.sources.delete(source.id)
            unit.note(Action.DELETE_SOURCE, "source", source.id, before=source)
            unit.commit()
        return gone
