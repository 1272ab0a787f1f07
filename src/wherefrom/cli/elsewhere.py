"""Commands that go by another name elsewhere: whoever types one hears what it is called here."""

from __future__ import annotations

from typing import Any

from wherefrom.cli.sections import SectionedGroup
from wherefrom.errors import UsageError

__all__ = ["CALLED_HERE", "RootGroup"]

_LEARN = "wherefrom learn TEXT --evidence SPEC"
_SEARCH = 'wherefrom search "…"'
_TAKE_AWAY = "wherefrom dispute CLAIM --reason TEXT, or wherefrom erase entry|source|claim ID"
_LISTS = "wherefrom claims list, wherefrom entries list or wherefrom sources list"
_NOT_YET = "there is none yet: the command line and Python are what there is"
CALLED_HERE = {
    "help": "wherefrom --help",
    "version": "wherefrom --version",
    "status": "wherefrom",
    "add": f"wherefrom ingest PATH, wherefrom entries add TITLE TEXT or {_LEARN}",
    "remember": _LEARN,
    "memorize": _LEARN,
    "store": _LEARN,
    "ask": f'{_SEARCH}, or wherefrom "a sentence"',
    "find": _SEARCH,
    "query": _SEARCH,
    "get": "wherefrom history CLAIM, wherefrom show CITATION or wherefrom entries show ENTRY",
    "list": _LISTS,
    "ls": _LISTS,
    "delete": _TAKE_AWAY,
    "forget": _TAKE_AWAY,
    "remove": _TAKE_AWAY,
    "rm": _TAKE_AWAY,
    "update": "wherefrom supersede OLD NEW, or wherefrom entries edit ENTRY",
    "log": "wherefrom audit",
    "index": "wherefrom ingest PATH",
    "sync": "wherefrom ingest PATH, or wherefrom sources run SOURCE",
    "connect": "wherefrom sources add KIND PLACE",
    "users": "wherefrom members list",
    "backup": "wherefrom export FILE --elevated",
    "restore": "wherefrom import FILE",
    "upgrade": "wherefrom migrate",
    "serve": _NOT_YET,
    "server": _NOT_YET,
    "mcp": f"of a server that others may use, {_NOT_YET}; to read one: wherefrom ingest mcp:COMMAND",
    "graph": _NOT_YET,
    "entities": _NOT_YET,
}


class RootGroup(SectionedGroup):
    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] in CALLED_HERE and self.get_command(ctx, args[0]) is None:
            raise UsageError("no such command", value=args[0], hint=CALLED_HERE[args[0]])
        return super().resolve_command(ctx, args)
