"""What a source may be configured with: what no run could use is refused when it is said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import UnionType
from typing import cast

from wherefrom.core.documents import Source, SourceKind
from wherefrom.core.secrets import SecretPolicy
from wherefrom.core.wellformed import JSON, as_choice, required
from wherefrom.errors import InvalidValue
from wherefrom.ingest.targets import as_place

__all__ = ["check_configuration", "in_its_place", "is_same_source"]

_OF_ALL = ("max_dollars", "max_tokens", "secrets", "tags", "type")
_OF_KIND: Mapping[SourceKind, tuple[str, ...]] = {
    SourceKind.FILE_UPLOAD: ("blob", "name"),
    SourceKind.MCP: ("pattern", "server", "watch"),
    SourceKind.TICKET: ("credential", "pull_requests"),
    SourceKind.URL_CRAWL: ("depth", "max_bytes", "max_pages", "max_seconds", "prefixes", "rate", "url"),
}
_SAYS_WHERE = {SourceKind.URL_CRAWL: "url", SourceKind.MCP: "server"}
"""Settings that a run follows in place of the address."""


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
    places = {(source.kind, as_place(source.kind, source.uri), source.visibility) for source in (one, other)}
    return len(places) == 1 and len(patterns) < 2


def in_its_place(source: Source, before: Source | None = None) -> Source:
    """With its address in the one way to write it, and no setting that says another place.

    `before` is what it was: of an address and a setting, the one that was changed counts.
    """
    is_moved = before is None or source.uri != before.uri
    uri = as_place(source.kind, required(source.uri, "uri")) if is_moved else source.uri
    if is_moved and before is not None and source.kind is SourceKind.FILE_UPLOAD:
        raise InvalidValue("what was handed over has no other place", value=source.uri, hint="hand it over anew")
    config, setting = dict(source.config), _SAYS_WHERE.get(source.kind, "")
    if is_moved and before is not None and config.get(setting) == before.config.get(setting):
        config.pop(setting, None)
    placed = replace(source, uri=uri, config=config)
    return _crawling(placed, is_moved=is_moved) if source.kind is SourceKind.URL_CRAWL else placed


def _crawling(source: Source, *, is_moved: bool) -> Source:
    """A crawl begins at its address."""
    url = as_place(source.kind, required(source.config.get("url", source.uri), "url"))
    if is_moved and url != source.uri:
        raise InvalidValue("a crawl begins at one address", value=[source.uri, url], hint="leave the setting url out")
    return replace(source, uri=url, config={**source.config, "url": url})


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
