"""Which MCP server a source means, and how it is started or reached."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import field
from typing import cast

from wherefrom.core.values import value
from wherefrom.core.wellformed import as_text, required
from wherefrom.errors import InvalidValue

__all__ = ["ServerSpec"]

_KNOWN = frozenset({"command", "args", "env", "url", "credential"})


@value
class ServerSpec:
    """A command that talks over its pipes, or an address that talks streamable HTTP.

    `env` is all that the command gets besides the few variables that every program needs; `credential` names the token
    that goes to the address.
    """

    name: str
    command: str | None = None
    args: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict[str, str])
    url: str | None = None
    credential: str | None = None

    def __post_init__(self) -> None:
        if (self.command is None) == (self.url is None):
            raise InvalidValue("an MCP server has a command or a url", value=self.name, hint="give one of both")

    @classmethod
    def of(cls, name: str, told: Mapping[str, object]) -> ServerSpec:
        """As `[mcp.NAME]` of wherefrom.toml tells it."""
        if strange := set(told) - _KNOWN:
            hint = f"known are: {', '.join(sorted(_KNOWN))}"
            raise InvalidValue(f"the MCP server {name} has an unknown setting", value=min(strange), hint=hint)
        return cls(
            name=name,
            command=_text(told, "command"),
            args=_texts(told.get("args", ()), name),
            env=_table(told.get("env", {}), name),
            url=_text(told, "url"),
            credential=_text(told, "credential"),
        )

    @classmethod
    def unnamed(cls, said: str) -> ServerSpec:
        """From `COMMAND args…` or `https://…`, as a person types it after `mcp:`."""
        if said.lower().startswith(("http://", "https://")):
            return cls(name=said, url=said)
        try:
            words = shlex.split(said)
        except ValueError as error:
            raise InvalidValue(f"not a command: {error}", value=said, hint="close its quotes") from None
        if not words:
            raise InvalidValue("no MCP server is named", value=said, hint="give mcp:COMMAND or mcp:https://…")
        return cls(name=said, command=words[0], args=tuple(words[1:]))


def _text(told: Mapping[str, object], name: str) -> str | None:
    return required(told[name], name) if told.get(name) is not None else None


def _texts(given: object, name: str) -> tuple[str, ...]:
    if not isinstance(given, list | tuple):
        raise InvalidValue(f"the args of the MCP server {name} must be a list", value=given, hint='write ["--flag"]')
    return tuple(as_text(part, "args") for part in cast("list[object]", given))


def _table(given: object, name: str) -> dict[str, str]:
    if not isinstance(given, Mapping):
        raise InvalidValue(f"the env of the MCP server {name} must be a table", value=given, hint='write {NAME = "…"}')
    pairs = cast("Mapping[object, object]", given).items()
    return {as_text(key, "env"): as_text(text, "env") for key, text in pairs}
