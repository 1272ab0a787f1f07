"""`wherefrom show`: where a citation leads."""

from __future__ import annotations

import difflib
import re
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Annotated

import typer

from wherefrom.cli.call import Call, command
from wherefrom.cli.wording import address, short
from wherefrom.errors import NotFound, WherefromError

if TYPE_CHECKING:
    from wherefrom.core.regions import Region
    from wherefrom.services.knowledge import Knowledge

__all__ = ["register"]

_PLACES_SHOWN = 3
_PLACE = re.compile(r"(?:@[0-9a-f]{6,64})?(?:#.*|:L?\d[\dL-]*)?\Z", re.DOTALL)
_A_PLACE = "handbook.pdf#p7"
_SIGNS = {"fresh": "✓", "moved": "→", "changed": "≠", "gone": "✗", "unreachable": "?"}
_TOLD = {
    "fresh": "the place still says so",
    "moved": "the same words, now elsewhere",
    "changed": "the place says something else now",
    "gone": "it is no longer there; these are its last known words",
    "unreachable": "the source cannot be reached now",
    "uncheckable": "there is nothing to look at",
}

_ERASED = "it is no longer there, and its words were erased"


def register(app: typer.Typer, *, section: str) -> None:
    command(app, "show", section=section)(show)


def show(
    call: Call,
    citation: Annotated[
        str, typer.Argument(metavar="CITATION", help="A passage's id, a place as printed, or a line: pay.py:L7.")
    ],
    open_it: Annotated[bool, typer.Option("--open", help="Open the file, the page or the address there.")] = False,
) -> None:
    """Show the cited region with its surroundings, and whether the place still says so."""
    with call.knowledge() as knowledge:
        with _hinting(knowledge, citation):
            region = knowledge.show(citation)
        if not call.json:
            _tell(call, region)
        elif not open_it:
            call.out.result(region, "")
        if open_it:
            _open(call, region, knowledge)


@contextmanager
def _hinting(knowledge: Knowledge, said: str) -> Generator[None]:
    """Where nothing is cited: what shows a claim, what a place looks like, those of the document that was named."""
    try:
        yield
    except NotFound as error:
        claim = _claim(knowledge, said.strip())
        error.hint = claim or f'{_example(knowledge, said.strip())}, or wherefrom search "…"'
        raise


def _claim(knowledge: Knowledge, said: str) -> str | None:
    with suppress(WherefromError):
        return f"this is a claim: wherefrom history {short(knowledge.claims.get(said.removeprefix('claim:')).id)}"
    return None


def _example(knowledge: Knowledge, said: str) -> str:
    document = said if said.startswith("#") else _PLACE.sub("", said)
    named = knowledge.citations.places_in(document)
    if len(named) != 1:
        return f"a place as printed, such as {f'{document}#…' if named else _A_PLACE}"
    places = named[0][:_PLACES_SHOWN]
    return f"a place in it: {', '.join(places)}{', …' if len(named[0]) > len(places) else ''}"


def _open(call: Call, region: Region, knowledge: Knowledge) -> None:
    """After the region was told: what cannot be opened can be read, and its place is told."""
    from wherefrom.cli.opening import Unopened, opened

    is_open, place = False, None
    try:
        sys.stdout.flush()  # an editor may take the terminal over
        place = opened(region, knowledge, call.settings())
        is_open = True
    except Unopened as error:
        place = error.place
        raise
    finally:
        if call.json:
            call.out.result({"region": region, "opened": place if is_open else None, "place": place}, "")
        elif place:
            call.out.line(f"{'opened' if is_open else 'not opened:'} {place}")


def _tell(call: Call, region: Region) -> None:
    ground = region.state.ground.value
    named = region.title or region.citation.title
    places = ", ".join(place.shown(named) for place in region.places) or region.citation.place
    told = _TOLD[ground] if region.text or ground != "gone" else _ERASED
    call.out.line(f"{_SIGNS.get(ground, '·')} {places}  {ground}: {told}", style="bold")
    cited = region.citation
    call.out.note(f"passage {short(cited.chunk)} of {address(cited.uri or cited.title, cited.title)}")
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
    lines = difflib.ndiff(was.splitlines(), now.splitlines())
    call.out.difference(line for line in lines if not line.startswith("?"))
