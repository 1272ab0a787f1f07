"""Sources that tell when they change (MCP servers that offer it): watched while a worker works, if they ask for it.

`watch: true` in a source's configuration asks for it, because a watched server is kept running. One worker watches;
what it hears is a run in the queue like any other.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import ExitStack
from threading import Lock

from wherefrom.core.actors import Actor
from wherefrom.core.documents import Source
from wherefrom.core.paging import LARGEST_PAGE, SourceFilter
from wherefrom.errors import Conflict, NotFound, WherefromError
from wherefrom.services.knowledge import Knowledge

__all__ = ["Watching"]

_errors = logging.getLogger("wherefrom.jobs")


class Watching:
    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._watched: dict[tuple[str, str], ExitStack] = {}
        self._heard: set[tuple[str, str]] = set()
        self._turn = Lock()

    def renew(self) -> None:
        """Watch what asks for it now, and no more what does not."""
        asking = {(source.org, source.id): source for source in self._asking()}
        for key in self._watched.keys() - asking.keys():
            self._watched.pop(key).close()
        for key in asking.keys() - self._watched.keys():
            self._watch(*key)

    def changed(self) -> Iterator[Source]:
        """Those that have told of a change since they were last asked for."""
        with self._turn:
            heard, self._heard = self._heard, set()
        for org, id in sorted(heard):
            try:
                yield self._of(org).sources.get(id)
            except NotFound:
                continue  # removed just now

    def close(self) -> None:
        for watched in self._watched.values():
            watched.close()
        self._watched.clear()

    def _watch(self, org: str, id: str) -> None:
        with ExitStack() as held:
            try:
                held.enter_context(self._knowledge.record.sole(f"watch:{org}:{id}"))
                held.callback(self._of(org).sources.watch(id, lambda: self._hear(org, id)))
            except Conflict:
                return  # another worker watches it
            except WherefromError as error:
                _errors.warning("the source %s cannot be watched: %s", id, error.message)
                return
            self._watched[org, id] = held.pop_all()

    def _hear(self, org: str, id: str) -> None:
        with self._turn:
            self._heard.add((org, id))

    def _asking(self) -> Iterator[Source]:
        for org in self._knowledge.record.registry.orgs():
            page = self._of(org.id).sources.find(SourceFilter(personal=True), limit=LARGEST_PAGE)
            yield from (source for source in page.items if source.config.get("watch") is True)

    def _of(self, org: str) -> Knowledge:
        return self._knowledge.act_as(Actor.system(org))
