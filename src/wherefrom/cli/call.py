"""One call of a command: the options that every command takes, the store they lead to, and the output."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, get_type_hints

import typer

from wherefrom.cli.output import Output
from wherefrom.cli.sections import SectionedCommand
from wherefrom.config import Settings, load_settings

if TYPE_CHECKING:
    from wherefrom.services.knowledge import Knowledge

__all__ = ["Call", "Elevated", "Json", "OrgName", "StorePlace", "command"]

Verb = TypeVar("Verb", bound=Callable[..., None])

_PANEL = "Options of every command"

StorePlace = Annotated[
    str | None,
    typer.Option("--store", metavar="PLACE", help="An SQLite path or a postgresql:// URL.", rich_help_panel=_PANEL),
]
OrgName = Annotated[
    str | None, typer.Option("--org", metavar="NAME", help="The org to work in.", rich_help_panel=_PANEL)
]
Json = Annotated[bool, typer.Option("--json", help="Write JSON, errors included.", rich_help_panel=_PANEL)]
Elevated = Annotated[
    bool,
    typer.Option("--elevated", help="Look at everything in the org; admins, audited.", rich_help_panel=_PANEL),
]
_OPTIONS = {"store": StorePlace, "org": OrgName, "json": Json, "elevated": Elevated}


@dataclass
class Call:
    """What was said before or after the command's name, and where the answer goes."""

    store: str | None = None
    org: str | None = None
    json: bool = False
    elevated: bool = False
    _began: float = field(default_factory=time.perf_counter)

    @property
    def out(self) -> Output:
        return Output(json=self.json)

    @property
    def milliseconds(self) -> float:
        """Since the store was open."""
        return (time.perf_counter() - self._began) * 1000

    def settings(self) -> Settings:
        return load_settings(store=self.store, org=self.org)

    @contextmanager
    def knowledge(self) -> Generator[Knowledge]:
        """The store for whoever asks; one that was not there is made, and said so."""
        from wherefrom.bootstrap import open_settings

        settings = self.settings()
        is_new = "://" not in settings.store and not Path(settings.store).exists()
        with open_settings(settings) as knowledge:
            if is_new:
                instead = "" if settings.names_store else "; wherefrom init makes one for this folder"
                self.out.note(f"Made a new store at {settings.store}{instead}")
            self._began = time.perf_counter()
            yield knowledge.elevated() if self.elevated else knowledge

    def narrowed(self, *, store: str | None, org: str | None, json: bool, elevated: bool) -> Call:
        """What is said after the command's name counts more than what is said before it."""
        return Call(
            store=store if store is not None else self.store,
            org=org if org is not None else self.org,
            json=json or self.json,
            elevated=elevated or self.elevated,
        )


def command(
    app: typer.Typer, name: str, *, section: str | None = None, cls: type[SectionedCommand] = SectionedCommand
) -> Callable[[Verb], Verb]:
    """Make a command of a function whose first parameter is the Call; it takes the options of every command too."""

    def register(verb: Verb) -> Verb:
        hints = get_type_hints(verb, include_extras=True)
        _, *own = inspect.signature(verb).parameters.values()

        @wraps(verb)
        def run(ctx: typer.Context, **given: Any) -> None:
            said = {option: given.pop(option) for option in _OPTIONS}
            call = ctx.find_object(Call).narrowed(**said)  # pyright: ignore[reportOptionalMemberAccess]  -- set by the root
            try:
                verb(call, **given)
            except KeyboardInterrupt:  # Typer would leave without a word
                raise typer.Exit(code=call.out.stopped("stopped")) from None

        parameters = [
            inspect.Parameter("ctx", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context),
            *(each.replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=hints[each.name]) for each in own),
            *(_parameter(option, annotation) for option, annotation in _OPTIONS.items()),
        ]
        run.__annotations__ = {each.name: each.annotation for each in parameters}
        run.__signature__ = inspect.Signature(parameters)  # pyright: ignore[reportAttributeAccessIssue]  -- read by inspect
        app.command(name, cls=cls, rich_help_panel=section)(run)
        return verb

    return register


def _parameter(name: str, annotation: Any) -> inspect.Parameter:
    default = False if name in ("json", "elevated") else None
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
