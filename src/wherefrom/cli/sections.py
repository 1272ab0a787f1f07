"""Help in sections: what belongs together stands together, and the options of every command come last."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from typer.core import TyperCommand, TyperGroup

__all__ = ["SectionedCommand", "SectionedGroup"]

Row = tuple[str, str]

_ORDER = ("Start", "Knowledge", "People", "Care")


class SectionedCommand(TyperCommand):
    def format_options(self, ctx: Any, formatter: Any) -> None:
        _write(formatter, _options(self, ctx))


class SectionedGroup(TyperGroup):
    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Commands first: they are what somebody who asks for help looks for."""
        _write(formatter, self._commands(ctx))
        _write(formatter, _options(self, ctx))

    def _commands(self, ctx: Any) -> Iterable[tuple[str, Row]]:
        commands: list[tuple[str, Any]] = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        for name, command in sorted(commands, key=lambda pair: _rank(pair[1].rich_help_panel)):
            yield command.rich_help_panel or "Commands", (name, command.get_short_help_str(limit=200))


def _options(command: Any, ctx: Any) -> Iterable[tuple[str, Row]]:
    for parameter in command.get_params(ctx):
        record: Row | None = parameter.get_help_record(ctx)
        if record is not None:
            is_argument = parameter.param_type_name == "argument"
            shown = (parameter.metavar, record[1]) if is_argument else record
            yield getattr(parameter, "rich_help_panel", None) or ("Arguments" if is_argument else "Options"), shown


def _rank(section: str | None) -> int:
    return _ORDER.index(section) if section in _ORDER else len(_ORDER)


def _write(formatter: Any, rows: Iterable[tuple[str, Row]]) -> None:
    sections: dict[str, list[Row]] = {}
    for section, row in rows:
        sections.setdefault(section, []).append(row)
    for section, held in sections.items():
        with formatter.section(section):
            formatter.write_dl(held)
