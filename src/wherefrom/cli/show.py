"""`wherefrom show`: where a citation leads."""

from __future__ import annotations

import difflib
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from wherefrom.cli.call import Call, command
from wherefrom.cli.opening import opened
from wherefrom.cli.output import short

if TYPE_CHECKING:
    from wherefrom.core.regions import Region
    from wherefrom.services.knowledge import Knowledge

__all__ = ["register"]

_SIGNS = {"fresh": "✓", "moved": "→", "changed": "≠", "gone": "✗", "unreachable": "?"}
_TOLD = {
    "fresh": "the place still says so",
    "moved": "the same words, now elsewhere",
    "changed": "the place says something else now",
    "gone": "it is no longer there; these are its last known words",
    "unreachable": "the source cannot be reached now",
    "uncheckable": "there is nothing to look at",
}


def register(app: typer.Typer, *, section: str) -> None:
    command(app, "show", section=section)(show)


def show(
    call: Call,
    citation: Annotated[str, typer.Argument(metavar="CITATION", help="A passage's id, or a place as printed.")],
    open_it: Annotated[bool, typer.Option("--open", help="Open the file, the page or the address there.")] = False,
) -> None:
    """Show the cited region with its surroundings, and whether the place still says so."""
    with call.knowledge() as knowledge:
        region = knowledge.show(citation)
        if not call.json:
            _tell(call, region)
        elif not open_it:
            call.out.result(region, "")
        if open_it:
            _open(call, region, knowledge)


def _open(call: Call, region: Region, knowledge: Knowledge) -> None:
    """After the region was told: what cannot be opened can be read."""
    place: str | None = None
    try:
        sys.stdout.flush()  # an editor may take the terminal over
        place = opened(region, knowledge, call.settings())
    finally:
        if call.json:
            call.out.result({"region": region, "opened": place}, "")
    if not call.json:
        call.out.line(f"opened {place}")


def _tell(call: Call, region: Region) -> None:
    ground = region.state.ground.value
    places = ", ".join(place.shown(region.citation.title) for place in region.places) or region.citation.place
    call.out.line(f"{_SIGNS.get(ground, '·')} {places}  {ground}: {_TOLD[ground]}", style="bold")
    call.out.note(f"passage {short(region.citation.chunk)} of {region.citation.uri or region.citation.title}")
    for line in region.before.strip("\n").splitlines():
        call.out.line(f"  {line}", style="dim")
    if ground == "changed" and region.state.now is not None:
        _compare(call, region.text, region.state.now)
    else:
        for line in region.text.splitlines():
            call.out.line(f"▌ {line}")
    for line in region.after.strip("\n").splitlines():
        call.out.line(f"  {line}", style="dim")


def _compare(call: Call, was: str, now: str) -> None:
    for line in difflib.ndiff(was.splitlines(), now.splitlines()):
        if not line.startswith("?"):
            call.out.line(line, style={"-": "red", "+": "green"}.get(line[0]))
