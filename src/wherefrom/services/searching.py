"""Searching, and keeping what is searched in order."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from wherefrom.core.actors import Role
from wherefrom.core.clock import as_timestamp
from wherefrom.core.search import DEFAULT_LIMIT, Fusion, Query, Recipe, SearchResult
from wherefrom.retrieval.projector import Progress
from wherefrom.retrieval.shelves import Stock
from wherefrom.services.desk import Verbs

__all__ = ["Searching"]


class Searching(Verbs):
    def search(
        self,
        query: str,
        *,
        kinds: Sequence[str] = (),
        project: str | None = None,
        types: Sequence[str] = (),
        tags: Sequence[str] = (),
        limit: int = DEFAULT_LIMIT,
        recipe: str = Recipe.HYBRID,
        fusion: str = Fusion.TRUSTING,
        as_of: datetime | float | str | None = None,
        related: bool = False,
        explain: bool = False,
        expect: str | None = None,
    ) -> SearchResult:
        """Cited hits, best first; an empty result carries its cause. `expect` asks why an id is not among them.

        `related` leaves out what has no word of the question and is not near to it in meaning.
        """
        asked = Query.checked(
            query,
            kinds=kinds,
            project=project,
            types=types,
            tags=tags,
            limit=limit,
            recipe=recipe,
            fusion=fusion,
            as_of=None if as_of is None else as_timestamp(as_of, "as_of"),
            related=related,
        )
        return self._desk.retrieval.searcher.search(self._actor, asked, explain=explain, expect=expect)

    def catch_up(self, *, progress: Progress | None = None) -> Stock:
        """Index what was written since; a search does it by itself, this shows how far it is."""
        return self._desk.retrieval.projector.catch_up(self._actor.org, progress=progress)

    def reindex(self, *, progress: Progress | None = None) -> Stock:
        """Build every index of the org anew from the record, while searches go on."""
        self._actor.require(Role.ADMIN, "reindex")
        return self._desk.retrieval.projector.rebuild(self._actor.org, progress=progress)

    def reembed(self, embedder: str, *, progress: Progress | None = None) -> Stock:
        """Build every index anew with another embedder, then swap; searches go on with the old one meanwhile."""
        self._actor.require(Role.ADMIN, "change the embedder")
        return self._desk.retrieval.projector.rebuild(self._actor.org, embedder=embedder, progress=progress)
