"""How sources are read: a connector for each kind, the limited processes, and the originals that are kept."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from wherefrom.blobs.folder import FolderBlobs
from wherefrom.bootstrap.folders import beside, originals_of, own_files
from wherefrom.config import Settings, user_data, without_password
from wherefrom.core.documents import SourceKind
from wherefrom.errors import InvalidValue
from wherefrom.ingest.intake import Intake
from wherefrom.plugins import READER, chunkers
from wherefrom.ports.blobs import Blobs
from wherefrom.ports.documents import Connector

if TYPE_CHECKING:
    from wherefrom.egress import Egress
    from wherefrom.ingest.limited.pool import LimitedReaders

__all__ = ["egress_of", "intake_of", "readers", "roots_of"]


def intake_of(settings: Settings, *, is_attended: bool) -> Intake:
    """How sources are read; nothing is opened or started before there is something to read."""
    blobs = FolderBlobs(originals_of(settings))
    return Intake(lambda kind: _connector(kind, settings, blobs, is_attended=is_attended), readers, blobs, chunkers)


def readers() -> LimitedReaders:
    from wherefrom.ingest.limited.pool import LimitedReaders

    return LimitedReaders(READER)


def _connector(kind: SourceKind, settings: Settings, blobs: Blobs, *, is_attended: bool) -> Connector:
    if kind is SourceKind.FILE_UPLOAD:
        from wherefrom.sources.upload import UploadConnector

        return UploadConnector(blobs)
    if kind in (SourceKind.FILE, SourceKind.FOLDER):
        from wherefrom.sources.folder import FolderConnector

        return FolderConnector(roots_of(settings), own=own_files(settings))
    if kind is SourceKind.REPO:
        from wherefrom.sources.repo import RepoConnector

        check = egress_of(settings).check
        return RepoConnector(
            beside(settings, "mirrors"), check_address=check, roots=roots_of(settings), own=own_files(settings)
        )
    if kind is SourceKind.MCP:
        return _mcp_connector(settings, is_attended=is_attended)
    return _remote_connector(kind, settings)


def _remote_connector(kind: SourceKind, settings: Settings) -> Connector:
    if kind is SourceKind.URL:
        from wherefrom.sources.web import WebConnector

        return WebConnector(egress_of(settings))
    if kind is SourceKind.URL_CRAWL:
        from wherefrom.sources.crawl import CrawlConnector

        return CrawlConnector(egress_of(settings))
    if kind is SourceKind.TICKET:
        from wherefrom.sources.ticket import TicketConnector

        return TicketConnector(egress_of(settings), settings.credentials.get, roots=roots_of(settings))
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
        check_address=egress_of(settings).check,
    )


def egress_of(settings: Settings) -> Egress:
    from wherefrom.egress import Egress

    return Egress(allow=settings.allow)


def roots_of(settings: Settings) -> tuple[Path, ...] | None:
    return tuple(Path(root).expanduser() for root in settings.roots) or None
