"""`wherefrom erase`: the one exception to append-only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from wherefrom.cli.call import Call, command
from wherefrom.cli.consent import Yes, ask
from wherefrom.cli.wording import counted, short

if TYPE_CHECKING:
    from wherefrom.services.erasing import Erased

__all__ = ["app"]

app = typer.Typer(help="Take content away so that no byte of it is left. This cannot be undone.")

Id = Annotated[str, typer.Argument(metavar="ID", help="Its id, or the beginning.")]


@command(app, "entry")
def entry(call: Call, id: Id, yes: Yes = False) -> None:
    """Erase a document, its passages and every quote of them."""
    with call.knowledge() as knowledge:
        found = knowledge.erase.target_entry(id)
        ask(call, f"Erase {short(found.id)}, “{found.title}”, for good?", yes=yes)
        erased = knowledge.erase.entry(found.id)
    _show(call, erased)


@command(app, "source")
def source(call: Call, id: Id, yes: Yes = False) -> None:
    """Erase a source and everything that was read from it."""
    with call.knowledge() as knowledge:
        found = knowledge.sources.get(id)
        ask(call, f"Erase {short(found.id)}, “{found.title}”, and all that was read from it, for good?", yes=yes)
        erased = knowledge.erase.source(found.id)
    _show(call, erased)


@command(app, "claim")
def claim(call: Call, id: Id, yes: Yes = False) -> None:
    """Erase a claim's words and its evidence's; that there was one stays."""
    with call.knowledge() as knowledge:
        ask(call, f"Erase the claim {id} for good?", yes=yes)
        erased = knowledge.erase.claim(id)
    _show(call, erased)


@command(app, "person")
def person(
    call: Call,
    id: Annotated[str, typer.Argument(metavar="MEMBER", help="Their whole id.")],
    yes: Yes = False,
) -> None:
    """Erase all that a person contributed, personal items included."""
    with call.knowledge() as knowledge:
        ask(call, f"Erase everything that {id} contributed, for good?", yes=yes)
        erased = knowledge.erase.person(id)
    _show(call, erased)


def _show(call: Call, erased: Erased) -> None:
    gone = ", ".join(counted(number, name) for name, number in erased.counts.items())
    call.out.result(erased, f"Erased {erased.kind} {short(erased.id)}: {gone}.", next_step="wherefrom audit")
