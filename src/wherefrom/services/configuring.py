"""What a source may be configured with: what no run could use is refused when it is said."""

from __future__ import annotations

import os.path
from collections.abc import Mapping, Sequence
from types import UnionType
from typing import cast
from urllib.parse import unquote

from wherefrom.core.documents import Source, SourceKind
from wherefrom.core.secrets import SecretPolicy
from wherefrom.core.wellformed import JSON, as_choice, required
from wherefrom.errors import InvalidValue

__all__ = ["check_configuration", "is_same_source"]

_OF_ALL = ("max_dollars", "max_tokens", "secrets", "tags", "type")
_OF_KIND: Mapping[SourceKind, tuple[str, ...]] = {
    SourceKind.FILE_UPLOAD: ("blob", "name"),
    SourceKind.MCP: ("pattern", "server", "watch"),
    SourceKind.TICKET: ("credential", "pull_requests"),
    SourceKind.URL_CRAWL: ("depth", "max_bytes", "max_pages", "max_seconds", "prefixes", "rate", "url"),
}
_ON_DISK = frozenset({SourceKind.FILE, SourceKind.FOLDER, SourceKind.REPO, SourceKind.TICKET})


def check_configuration(source: Source, before: Source | None = None) -> None:
    """`before` is what it was; a name that it had already is not asked about."""
    config = source.config
    _check_names(source, before.config if before is not None else {})
    if source.cron is not None:
        _check_cron(source.cron)
    if "secrets" in config:
        as_choice(SecretPolicy, str(config["secrets"]), "secrets policy")
    if "tags" in config:
        tags = config["tags"]
        if not isinstance(tags, list | tuple):
            raise InvalidValue("tags are a list", value=tags, hint='write ["one", "two"]')
        for tag in cast("Sequence[object]", tags):
            required(tag, "tag", longest=100)
    if config.get("type") is not None:
        required(config["type"], "type")
    _check_cap(config, "max_tokens", int)
    _check_cap(config, "max_dollars", int | float)


def is_same_source(one: Source, other: Source) -> bool:
    """Of one kind, for the same place and the same people. Two patterns of one MCP server are two sources."""
    patterns = {str(source.config.get("pattern", "*")) for source in (one, other) if source.kind is SourceKind.MCP}
    same = (one.kind, _place(one), one.visibility) == (other.kind, _place(other), other.visibility)
    return same and len(patterns) < 2


def _place(source: Source) -> str:
    """The same path in one form, however it was written; an address as it stands."""
    uri = source.uri
    if source.kind not in _ON_DISK or ("://" in uri and not uri.startswith("file://")):
        return uri
    path = unquote(uri.removeprefix("file://").removeprefix("localhost")) if uri.startswith("file://") else uri
    return os.path.abspath(os.path.expanduser(path))


def _check_names(source: Source, before: Mapping[str, JSON]) -> None:
    taken = sorted((*_OF_ALL, *_OF_KIND.get(source.kind, ())))
    strange = sorted(source.config.keys() - set(taken) - before.keys())
    if strange:
        raise InvalidValue(
            f"a source of kind {source.kind.value} has no such setting",
            value=strange[0],
            hint=f"it takes {_list(taken)}",
        )


def _list(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _check_cap(config: Mapping[str, JSON], name: str, number: type | UnionType) -> None:
    cap = config.get(name)
    if cap is not None and (isinstance(cap, bool) or not isinstance(cap, number) or not cap > 0):
        raise InvalidValue(f"{name} is a number above zero", value=cap, hint="leave it out to have no cap")


def _check_cron(expression: str) -> None:
    from datetime import UTC, datetime

    from cronsim import CronSim, CronSimError

    try:
        CronSim(expression, datetime.now(UTC))
    except CronSimError as error:
        raise InvalidValue(
            f"this is not a cron expression: {error}", value=expression, hint="for every night at three: 0 3 * * *"
        ) from None
