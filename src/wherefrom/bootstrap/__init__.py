"""The only wiring: settings in, a Knowledge out."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from wherefrom.bootstrap.folders import beside
from wherefrom.bootstrap.reading import egress_of, intake_of, roots_of
from wherefrom.bootstrap.upkeep import need_driver
from wherefrom.claims.bus import Bus
from wherefrom.claims.logs import SpanLog
from wherefrom.claims.outside import Outside
from wherefrom.config import Settings, load_settings
from wherefrom.core.actors import DEFAULT_ORG, LOCAL_OWNER, Actor
from wherefrom.core.clock import Clock, system_clock
from wherefrom.core.directory import Org
from wherefrom.core.ids import Ids, new_id, new_secret
from wherefrom.errors import Conflict, InvalidValue, NotFound
from wherefrom.ports.engines import OpenIndex
from wherefrom.ports.ground import Ground
from wherefrom.ports.models import Embedder, LanguageModel, OpenModel, Reranker
from wherefrom.ports.record import Record
from wherefrom.retrieval.library import Library
from wherefrom.retrieval.rerank import Reranking
from wherefrom.retrieval.shelves import Shelves
from wherefrom.services.desk import Desk
from wherefrom.services.knowledge import Knowledge
from wherefrom.text.analysis import ANALYSIS_VERSION

if TYPE_CHECKING:
    from wherefrom.models.language import ModelOptions
    from wherefrom.record.record import SqlRecord

__all__ = ["open_knowledge", "open_model", "open_settings"]


def open_knowledge(
    store: str | Path | None = None, *, actor: Actor | None = None, clock: Clock = system_clock, ids: Ids = new_id
) -> Knowledge:
    """A store, made if it is not there, for this actor; by default for the local owner of the org `default`."""
    settings = load_settings(store=str(store) if store is not None else None)
    return open_settings(settings, actor=actor, clock=clock, ids=ids)


def open_settings(
    settings: Settings,
    *,
    actor: Actor | None = None,
    clock: Clock = system_clock,
    ids: Ids = new_id,
    is_attended: bool = True,
) -> Knowledge:
    """`is_attended`: a person chose the sources, at a terminal or in code of their own, and may name programs to start
    (`mcp:COMMAND`). Where sources come from elsewhere, only servers that the operator named are started.
    """
    need_driver(settings)
    from wherefrom.record.record import SqlRecord  # SQLAlchemy costs 200 ms, which `--help` should not pay

    bus = Bus()
    record = SqlRecord(settings.store, clock=clock, ids=ids, heard=bus.tell)
    try:
        _make_default_org(record, clock)
        asking = actor or _asking(record, settings)
    except BaseException:
        record.close()
        raise
    library = Library(
        record, lambda: _shelves(record, settings), clock, _reranking(settings), default_embedder=settings.embedder
    )
    desk = Desk(
        record=record,
        actor=asking,
        clock=clock,
        ids=ids,
        retrieval=library,
        intake=intake_of(settings, is_attended=is_attended),
        ground=_ground(settings, clock),
        log=SpanLog(),
        bus=bus,
        models=_models(settings),
    )
    return Knowledge(desk)


def open_model(spec: str | None = None, options: ModelOptions | None = None) -> LanguageModel | None:
    """A language model by name (`anthropic:MODEL`, `openai:MODEL`, `scripted:PATH`), or the one of the settings."""
    from wherefrom.models.language import open_model as opened

    return opened(spec, options)


def _ground(settings: Settings, clock: Clock) -> Ground:
    """Files as this process sees them, and pages through the one door; imported when evidence is first looked at."""

    def files() -> Ground:
        from wherefrom.sources.ground import FileGround

        return FileGround(Path.cwd(), roots=roots_of(settings))

    def pages() -> Ground:
        from wherefrom.sources.ground_pages import PageGround

        return PageGround(egress_of(settings), clock)

    return Outside(files, pages)


def _shelves(record: SqlRecord, settings: Settings) -> Shelves:
    """The engine and the embedder that were chosen, imported when something is first searched or indexed."""
    engine = settings.engine or ("postgres" if record.database.is_postgres else "local")
    return Shelves(
        _open_index(engine, record, settings),
        lambda spec: _open_embedder(spec, settings),
        default_embedder=settings.embedder,
        analysis=ANALYSIS_VERSION,
        in_record=engine == "sqlite_fts5",
    )


def _open_index(engine: str, record: SqlRecord, settings: Settings) -> OpenIndex:
    if engine == "local":
        from wherefrom.engines.retrieval.local import open_local

        return open_local(beside(settings, "index"))
    if engine == "postgres" and record.database.is_postgres:
        from wherefrom.engines.retrieval.postgres import open_postgres

        return open_postgres(record.database.engine)
    if engine == "sqlite_fts5" and not record.database.is_postgres:
        from wherefrom.engines.retrieval.sqlite_fts5 import open_sqlite_fts5

        return open_sqlite_fts5()
    if engine == "memory":
        from wherefrom.engines.retrieval.memory import open_memory

        return open_memory()
    raise InvalidValue(
        "no such engine for this store", value=engine, hint="one of: local, memory, postgres, sqlite_fts5"
    )


def _open_embedder(spec: str, settings: Settings) -> Embedder:
    from wherefrom.models.embedders import EmbedderOptions, open_embedder

    return open_embedder(spec, EmbedderOptions(base_url=settings.embedder_url, api_key=settings.embedder_key))


def _reranking(settings: Settings) -> Reranking:
    spec = settings.reranker
    return Reranking(None if spec is None else lambda: _open_reranker(spec))


def _open_reranker(spec: str) -> Reranker:
    from wherefrom.models.rerankers import open_reranker

    return open_reranker(spec)


def _models(settings: Settings) -> OpenModel:
    """Each is opened when it is first asked for, and its ledger counts for all who ask at this store."""
    from wherefrom.models.language import Models

    return Models(settings)


def _asking(record: Record, settings: Settings) -> Actor:
    """The key's owner; without a key whoever can open the store, who owns what is in it."""
    if settings.key:
        actor = record.registry.authenticate(settings.key)
        if settings.names_org and settings.org != actor.org:
            raise NotFound("org", settings.org)
        return actor
    if all(org.id != settings.org for org in record.registry.orgs()):
        raise NotFound("org", settings.org)
    return record.registry.member(settings.org, LOCAL_OWNER)


def _make_default_org(record: Record, clock: Clock) -> None:
    if any(org.id == DEFAULT_ORG for org in record.registry.orgs()):
        return
    # Another process that opens the same new store may be first.
    with suppress(Conflict):
        record.registry.create_org(Org(id=DEFAULT_ORG, title="", secret=new_secret(), created_at=clock()))
