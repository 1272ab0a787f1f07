"""`mcp`: the resources of an MCP server whose addresses match a pattern."""

from __future__ import annotations

import base64
import binascii
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from fnmatch import fnmatchcase
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast
from urllib.parse import unquote, urlsplit

from wherefrom.core.archives import INSIDE
from wherefrom.core.documents import Source
from wherefrom.core.passing_over import is_binary
from wherefrom.core.wellformed import as_text, is_text
from wherefrom.egress import Address
from wherefrom.errors import AdapterError, BinaryContent, ContentError, InvalidValue, MissingExtra
from wherefrom.ports.documents import Blob, Found, Scan
from wherefrom.sources.mcp_programs import Programs
from wherefrom.sources.mcp_spec import ServerSpec

if TYPE_CHECKING:
    from anyio.from_thread import BlockingPortal
    from mcp.types import ReadResourceResult, Resource

    from wherefrom.sources.mcp_connection import Connection, Patience

__all__ = ["McpConnector"]

LARGEST = 50_000_000
_LONGEST_ADDRESS = 2_000
_MOST_FAILURES = 3
"""Connections that may break one after another before the server is left alone until the next scan."""
_PREFIX = "mcp:"
_WITHOUT_TEXT = ("image/", "audio/", "video/", "font/")
T = TypeVar("T")


class _Known(NamedTuple):
    """What the list told of a resource, for when it is read."""

    media_type: str | None
    title: str | None


class McpConnector:
    """Servers have names, which the operator gives. With `allow_unnamed` (a person at a terminal) `mcp:COMMAND` and
    `mcp:https://…` are taken too; such an address must pass `check_address`, which says where it
    leads: the client connects there and nowhere else. Such a program is started only if it is among `programs`, where
    these are given: that a source names it says nothing of who wrote that.

    The client library is asynchronous: it runs in one thread of its own, which starts with the first scan or fetch.
    """

    def __init__(
        self,
        servers: Mapping[str, ServerSpec],
        *,
        credential: Callable[[str], str | None] = lambda name: None,
        allow_unnamed: bool = False,
        programs: Programs | None = None,
        check_address: Callable[[str], Sequence[Address]] | None = None,
        patience: Patience | None = None,
    ) -> None:
        self._servers = servers
        self._credential = credential
        self._allow_unnamed = allow_unnamed
        self._programs = programs
        self._check_address = check_address
        self._patience = patience
        self._lock = Lock()
        self._stack = ExitStack()
        self._portal: BlockingPortal | None = None
        self._connections: dict[str, Connection] = {}
        self._failures: dict[str, int] = {}
        self._known: dict[tuple[str, str], _Known] = {}

    def check(self, source: Source) -> None:
        """Nothing is started or asked."""
        spec = self._spec(source)
        self._token(spec)
        self._check_reach(spec)
        _patterns(source)
        _library()

    def agree(self, source: Source) -> None:
        spec = self._spec(source)
        if self._programs is not None and self._is_unnamed_program(spec):
            self._programs.add(spec.name)

    def scan(self, source: Source, state: str | None) -> Scan:
        spec, patterns = self._spec(source), _patterns(source)
        self._failures.pop(spec.name, None)
        listing = self._using(spec, lambda connection: connection.listed())
        skipped = [(spec.name, listing.cut)] if listing.cut else []
        skipped += [(template, "a template: it names no resource by itself") for template in listing.templates]
        found: dict[str, Found] = {}
        for resource in listing.resources:
            if not any(fnmatchcase(resource.uri, pattern) for pattern in patterns):
                continue
            if reason := _unreadable(resource):
                skipped.append((resource.uri[:_LONGEST_ADDRESS], reason))
                continue
            modified = resource.annotations.last_modified if resource.annotations else None
            found[resource.uri] = Found(resource.uri, modified)
            self._known[source.id, resource.uri] = _Known(resource.mime_type, resource.title)
        return Scan(list(found.values()), skipped, is_whole=listing.cut is None)

    def fetch(self, source: Source, found: Found) -> Blob:
        read = self._using(self._spec(source), lambda connection: connection.read(found.uri))
        known = self._known.get((source.id, found.uri), _Known(None, None))
        data, said = _content(read, found.uri)
        media_type, path = said or known.media_type or "", _path(found.uri)
        if is_binary(path, data, media_type):
            raise BinaryContent(found.uri)
        title = known.title if known.title and is_text(known.title) else None
        return Blob(found.uri, data, path, media_type, found.revision, title)

    def subscribe(self, source: Source, uris: Iterable[str], notify: Callable[[str], None]) -> Callable[[], None]:
        """Have `notify` called with the address of each resource that is updated, or the source's own when the list
        changes, until what is returned is called. It is called in the library's thread and must be quick.

        AdapterError if the server cannot be reached or tells no changes. It has a connection of its own; when that
        breaks nothing more is told, so schedules stay as they are.
        """
        spec = self._spec(source)
        connection = self._open(spec, lambda uri: notify(source.uri if uri is None else uri))
        try:
            end = connection.subscribe(list(uris))
        except AdapterError:
            connection.close()
            raise

        def unsubscribe() -> None:
            end()
            connection.close()

        self._stack.callback(unsubscribe)
        return unsubscribe

    def close(self) -> None:
        """Ends every server that was started, and the thread."""
        with self._lock:
            for connection in self._connections.values():
                connection.close()
            self._connections.clear()
            self._stack.close()
            self._portal = None

    def _using(self, spec: ServerSpec, ask: Callable[[Connection], T]) -> T:
        """With the open connection, or a new one; one that broke is not used again."""
        with self._lock:
            if self._failures.get(spec.name, 0) >= _MOST_FAILURES:
                raise AdapterError(
                    "the MCP server broke down too often", value=spec.name, hint="look at it, then run the source again"
                )
            try:
                connection = self._connections.get(spec.name) or self._open(spec)
                self._connections[spec.name] = connection
                answer = ask(connection)
            except AdapterError as error:
                if error.retryable:
                    self._drop(spec)
                raise
            self._failures.pop(spec.name, None)
            return answer

    def _open(self, spec: ServerSpec, on_change: Callable[[str | None], None] | None = None) -> Connection:
        self._check_program(spec)
        addresses = self._check_reach(spec)
        if addresses is not None and not addresses:
            raise AdapterError(
                "the name of the MCP server cannot be resolved", value=spec.url, hint="check it", retryable=True
            )
        token, library = self._token(spec), _library()
        if self._portal is None:
            from anyio.from_thread import start_blocking_portal

            self._portal = self._stack.enter_context(start_blocking_portal("asyncio", name="mcp"))
        return library.Connection(
            self._portal, spec, token, addresses=addresses, patience=self._patience, on_change=on_change
        )

    def _drop(self, spec: ServerSpec) -> None:
        self._failures[spec.name] = self._failures.get(spec.name, 0) + 1
        if connection := self._connections.pop(spec.name, None):
            connection.close()

    def _spec(self, source: Source) -> ServerSpec:
        named: object = source.config.get("server")
        said = source.uri.removeprefix(_PREFIX).strip() if named is None else as_text(named, "server")
        if said in self._servers:
            return self._servers[said]
        if named is not None or not self._allow_unnamed or not source.uri.startswith(_PREFIX):
            names = ", ".join(sorted(self._servers)) or "none yet"
            raise InvalidValue(
                "no MCP server has this name", value=said, hint=f"name it in wherefrom.toml, [mcp.NAME]; there: {names}"
            )
        return ServerSpec.unnamed(said)

    def _is_unnamed_program(self, spec: ServerSpec) -> bool:
        return spec.command is not None and spec.name not in self._servers

    def _check_program(self, spec: ServerSpec) -> None:
        """AdapterError for a program that nobody here has named: whoever looks at a citation starts nothing by it."""
        if self._programs is None or not self._is_unnamed_program(spec) or spec.name in self._programs:
            return
        raise AdapterError(
            "this program is started only after you have named it here",
            value=spec.name,
            hint=f"if you trust it: wherefrom ingest {shlex.quote(_PREFIX + spec.name)}",
        )

    def _check_reach(self, spec: ServerSpec) -> Sequence[Address] | None:
        """Where an address leads that somebody typed, and that must be allowed; None for what the operator named, which
        may be anywhere.
        """
        if spec.url is None or spec.name in self._servers:
            return None
        if self._check_address is None:
            raise InvalidValue(
                "this address is not named", value=spec.url, hint="name it in wherefrom.toml, [mcp.NAME]"
            )
        return self._check_address(spec.url)

    def _token(self, spec: ServerSpec) -> str | None:
        if spec.credential is None:
            return None
        token = self._credential(spec.credential)
        if not token:
            raise InvalidValue(
                "no credential has this name, or it is empty",
                value=spec.credential,
                hint="name it in wherefrom.toml, [credentials]",
            )
        return token


def _library():
    try:
        from wherefrom.sources import mcp_connection
    except ImportError:
        raise MissingExtra("mcp", "an MCP server as a source") from None
    return mcp_connection


def _patterns(source: Source) -> list[str]:
    given: object = source.config.get("pattern", "*")
    patterns = cast("list[object]", given) if isinstance(given, list | tuple) else [given]
    if not patterns:
        raise InvalidValue("no pattern is given", hint="leave it out to have every resource")
    return [as_text(pattern, "pattern") for pattern in patterns]


def _unreadable(resource: Resource) -> str | None:
    if len(resource.uri) > _LONGEST_ADDRESS or not is_text(resource.uri) or not resource.uri:
        return "its address cannot be kept"
    if INSIDE in resource.uri:
        return "its address is written as that of something inside an archive"
    if resource.size is not None and resource.size > LARGEST:
        return f"larger than {LARGEST:,} bytes"
    if (resource.mime_type or "").lower().startswith(_WITHOUT_TEXT):
        return f"{resource.mime_type} has no text"
    return None


def _content(read: ReadResourceResult, uri: str) -> tuple[bytes, str]:
    """Texts are one text, parted by a blank line; of anything binary there may be only one."""
    from mcp.types import BlobResourceContents, TextResourceContents

    if not read.contents:
        raise ContentError("the MCP server gives a resource without content", value=uri, hint="leave it out")
    texts = [part.text for part in read.contents if isinstance(part, TextResourceContents)]
    media_type = read.contents[0].mime_type or ""
    first = read.contents[0]
    if len(texts) == len(read.contents):
        data = "\n\n".join(texts).encode("utf-8", "replace")
    elif len(read.contents) == 1 and isinstance(first, BlobResourceContents):
        data = _decoded(first.blob, uri)
    else:
        raise ContentError("several contents in one resource, some binary", value=uri, hint="leave it out")
    if len(data) > LARGEST:
        raise ContentError("the resource is too large", value=uri, hint=f"at most {LARGEST:,} bytes are read")
    return data, media_type


def _decoded(written: str, uri: str) -> bytes:
    try:
        return base64.b64decode(written, validate=True)
    except (binascii.Error, ValueError):
        raise ContentError("the resource is not in base64", value=uri, hint="tell whoever keeps the server") from None


def _path(uri: str) -> str:
    """What people call it: the address without its scheme and query."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return uri
    path = unquote(f"{parts.netloc}{parts.path}".strip("/"))
    return path if path and is_text(path) else uri
