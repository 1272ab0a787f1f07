"""The only wiring: settings in, a Knowledge out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from wherefrom.blobs.folder import FolderBlobs
from wherefrom.claims.bus import Bus
from wherefrom.claims.logs import SpanLog
from wherefrom.claims.outside import Outside
from wherefrom.config import Settings, load_settings, user_data, without_password
from wherefrom.core.actors import DEFAULT_ORG, LOCAL_OWNER, Actor
from wherefrom.core.checks import Check
from wherefrom.core.clock import Clock, system_clock
from wherefrom.core.directory import Org
from wherefrom.core.documents import SourceKind
from wherefrom.core.ids import Ids, new_id, new_secret, sha256
from wherefrom.errors import Conflict, InvalidValue, NotFound
from wherefrom.ingest.intake import Intake
from wherefrom.plugins import READER, chunkers, need
from wherefrom.ports.blobs import Blobs
from wherefrom.ports.documents import Connector
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
    from wherefrom.egress import Egress
    from wherefrom.ingest.limited.pool import LimitedReaders
    from wherefrom.models.language import ModelOptions
    from wherefrom.record.record import SqlRecord

__all__ = [
    "Revisions",
    "check_up",
    "confinement",
    "migrate",
    "open_knowledge",
    "open_model",
    "open_settings",
    "revisions",
]


class Revisions(NamedTuple):
    """The shape a store has (None: there is no store), and the one that this version works with."""

    found: str | None
    newest: str

    @property
    def is_current(self) -> bool:
        return self.found == self.newest


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
    _need_driver(settings)
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
        intake=_intake(settings, is_attended=is_attended),
        ground=_ground(settings, clock),
        log=SpanLog(),
        bus=bus,
        models=_models(settings),
    )
    return Knowledge(desk)


def _ground(settings: Settings, clock: Clock) -> Ground:
    """Files as this process sees them, and pages through the one door; imported when evidence is first looked at."""

    def files() -> Ground:
        from wherefrom.sources.ground import FileGround

        return FileGround(Path.cwd(), roots=_roots(settings))

    def pages() -> Ground:
        from wherefrom.sources.ground_pages import PageGround

        return PageGround(_egress(settings), clock)

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

        return open_local(_beside(settings, "index"))
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


def open_model(spec: str | None = None, options: ModelOptions | None = None) -> LanguageModel | None:
    """A language model by name (`anthropic:MODEL`, `openai:MODEL`, `scripted:PATH`), or the one of the settings."""
    from wherefrom.models.language import open_model as opened

    return opened(spec, options)


def _intake(settings: Settings, *, is_attended: bool) -> Intake:
    """How sources are read; nothing is opened or started before there is something to read."""
    blobs = FolderBlobs(_originals(settings))
    return Intake(lambda kind: _connector(kind, settings, blobs, is_attended=is_attended), _readers, blobs, chunkers)


def confinement() -> str:
    """What holds here for the processes that read documents."""
    with _readers() as readers:
        return readers.confinement()


def _readers() -> LimitedReaders:
    from wherefrom.ingest.limited.pool import LimitedReaders

    return LimitedReaders(READER)


def _originals(settings: Settings) -> Path:
    return Path(settings.originals).expanduser() if settings.originals else _beside(settings, "originals")


def _beside(settings: Settings, name: str) -> Path:
    """A folder beside an SQLite store; of a Postgres store, one in the user's data directory."""
    if "://" not in settings.store:
        return Path(f"{settings.store}.{name}")
    return user_data() / name / sha256(settings.store.encode())[:16]


def _own(settings: Settings) -> tuple[Path, ...]:
    """All that a store is made of, wherever it lies: none of it is read into the store."""
    folders = [_originals(settings), _beside(settings, "mirrors")]
    if "://" in settings.store:
        return tuple(folders)
    databases = (settings.store, f"{settings.store}.jobs")
    files = [Path(f"{database}{part}") for database in databases for part in ("", "-journal", "-shm", "-wal")]
    return (*files, *folders, _beside(settings, "index"), _beside(settings, "locks"))


def _connector(kind: SourceKind, settings: Settings, blobs: Blobs, *, is_attended: bool) -> Connector:
    if kind is SourceKind.FILE_UPLOAD:
        from wherefrom.sources.upload import UploadConnector

        return UploadConnector(blobs)
    if kind in (SourceKind.FILE, SourceKind.FOLDER):
        from wherefrom.sources.folder import FolderConnector

        return FolderConnector(_roots(settings), own=_own(settings))
    if kind is SourceKind.REPO:
        from wherefrom.sources.repo import RepoConnector

        check = _egress(settings).check
        return RepoConnector(
            _beside(settings, "mirrors"), check_address=check, roots=_roots(settings), own=_own(settings)
        )
    if kind is SourceKind.MCP:
        return _mcp_connector(settings, is_attended=is_attended)
    return _remote_connector(kind, settings)


def _remote_connector(kind: SourceKind, settings: Settings) -> Connector:
    if kind is SourceKind.URL:
        from wherefrom.sources.web import WebConnector

        return WebConnector(_egress(settings))
    if kind is SourceKind.URL_CRAWL:
        from wherefrom.sources.crawl import CrawlConnector

        return CrawlConnector(_egress(settings))
    if kind is SourceKind.TICKET:
        from wherefrom.sources.ticket import TicketConnector

        return TicketConnector(_egress(settings), settings.credentials.get, roots=_roots(settings))
    raise InvalidValue("nothing can be read from a source of this kind", value=kind.value, hint="add entries by hand")


def _mcp_connector(settings: Settings, *, is_attended: bool) -> Connector:
    from wherefrom.sources.mcp import McpConnector
    from wherefrom.sources.mcp_programs import Programs
    from wherefrom.sources.mcp_spec import ServerSpec

    store = without_password(settings.store) if "://" in settings.store else str(Path(settings.store).resolve())

    return McpConnector(
        {name: ServerSpec.of(name, told) for name, told in settings.mcp.items()},
        credential=settings.credentials.get,
        allow_unnamed=is_attended,
        programs=Programs(user_data() / "programs", store),
        check_address=_egress(settings).check,
    )


def _egress(settings: Settings) -> Egress:
    from wherefrom.egress import Egress

    return Egress(allow=settings.allow)


def _roots(settings: Settings) -> tuple[Path, ...] | None:
    return tuple(Path(root).expanduser() for root in settings.roots) or None


def revisions(settings: Settings) -> Revisions:
    """Looks, and touches nothing; a store that is not there is not made."""
    _need_driver(settings)
    from wherefrom.record.database import Database
    from wherefrom.record.migrating import revision
    from wherefrom.record.migrations import HEAD

    if not _is_there(settings):
        return Revisions(None, HEAD)
    with closing(Database(settings.store)) as database, database.told():
        return Revisions(revision(database), HEAD)


def migrate(settings: Settings) -> Revisions:
    """Brings the store to today's shape; the one it had before."""
    _need_driver(settings)
    from wherefrom.record.database import Database
    from wherefrom.record.migrating import bring_up_to_date
    from wherefrom.record.migrations import HEAD

    with closing(Database(settings.store)) as database:
        return Revisions(bring_up_to_date(database), HEAD)


def check_up(settings: Settings) -> Iterator[Check]:
    """What `doctor` says about a store; one that is not there is not made."""
    _need_driver(settings)
    if not _is_there(settings):
        yield Check.note("store", f"none yet at {settings.store}", "wherefrom init")
        return
    from wherefrom.record.checkup import check_up as look_over
    from wherefrom.record.database import Database

    with closing(Database(settings.store)) as database:
        yield from look_over(database)


def _is_there(settings: Settings) -> bool:
    return "://" in settings.store or Path(settings.store).exists()


def _need_driver(settings: Settings) -> None:
    if settings.store.startswith(("postgresql://", "postgres://")):
        need("postgres", "a Postgres store")


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
