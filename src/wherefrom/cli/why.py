"""`wherefrom why`, and the bare form: `wherefrom "a sentence"`."""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from wherefrom.cli.call import Call, command
from wherefrom.cli.excerpts import excerpt, folded, look_closer, tell_place, told
from wherefrom.cli.wording import counted, short
from wherefrom.errors import NotFound

if TYPE_CHECKING:
    from wherefrom.core.support import Support, Witness
    from wherefrom.services.knowledge import Knowledge

__all__ = ["register", "with_verb"]

_VALUED = frozenset({"--store", "--org"})
_OWN = frozenset({"--project", "--model"})
_EXITS = {"supported": 0, "contradicted": 5, "unknown": 3}
_SIGNS = {"supported": ("✓", "green"), "contradicted": ("✗", "red"), "unknown": ("?", "yellow")}
_FRESHNESS = {"changed": "≠ changed", "gone": "✗ gone", "moved": "→ moved"}
_MARGIN = 5
_WORDS_SHOWN = 50


def register(app: typer.Typer, *, section: str) -> None:
    command(app, "why", section=section)(why)


def with_verb(arguments: Sequence[str]) -> list[str]:
    """A first word that has a blank in it is no command: it is a sentence, and `why` is what is asked of it."""
    at = 0
    own: int | None = None
    while at < len(arguments) and arguments[at].startswith("-"):
        if own is None and arguments[at].partition("=")[0] in _OWN:
            own = at  # what only `why` takes stands after it
        at += 2 if arguments[at] in _VALUED | _OWN else 1
    if at < len(arguments) and any(each.isspace() for each in arguments[at].strip()):
        verb = at if own is None else own
        return [*arguments[:verb], "why", *arguments[verb:]]
    return list(arguments)


def why(
    call: Call,
    sentence: Annotated[str, typer.Argument(metavar="SENTENCE", help="What may be so, or not.")],
    project: Annotated[str | None, typer.Option("--project", metavar="P", help="That project and org-wide.")] = None,
    model: Annotated[
        str | None,
        typer.Option("--model", metavar="NAME", help="The language model that judges; `rules`: none does."),
    ] = None,
) -> None:
    """Say whether what is known supports a sentence, contradicts it, or says nothing of it, and where.

    Exits 0 if it is supported, 5 if it is contradicted, 3 if nothing here says so. The command's name may be left out:
    wherefrom "refunds need two approvals". A language model judges if one is named here or in the settings; without
    one, or if it cannot, rules do.
    """
    with call.knowledge() as knowledge:
        support = knowledge.why(sentence, project=project, model=model)
        nearest = [] if call.json else [_near(knowledge, place) for place in support.nearest]
    if call.json:
        call.out.result(support, "")
    else:
        _tell(call, support, nearest)
    raise typer.Exit(_EXITS[support.verdict])


def _tell(call: Call, support: Support, nearest: Sequence[str]) -> None:
    sign, colour = _SIGNS[support.verdict]
    verdict = support.verdict.value if support.verdict != "unknown" else _unknown(support)
    call.out.line(f"{sign} {verdict}", style=f"bold {colour}")
    for witness in (*support.deciding, *_others(support)):
        _tell_witness(call, witness)
    for notice in support.notices:
        call.out.note(f"Note: {notice}")
    if not (support.supporting or support.contradicting):
        for number, near in enumerate(nearest):
            call.out.note(f"{'Nearest:' if number == 0 else '':<8} {near}")
    asked = f"{counted(support.passages, 'passages and claims')} in {support.milliseconds:.0f} ms"
    call.out.note(f"Judged by {support.judged_by}; {asked}")
    call.out.next_step(_next_step(support))


def _near(knowledge: Knowledge, place: str) -> str:
    """Where it stands; a claim that stands nowhere, by its words."""
    kind, _, id = place.partition(":")
    if kind != "claim":
        return place
    with suppress(NotFound):
        return f"{told(place)}, “{textwrap.shorten(knowledge.claims.get(id).text, _WORDS_SHOWN, placeholder=' …')}”"
    return told(place)


def _unknown(support: Support) -> str:
    if support.sentence.rstrip().endswith("?"):
        return "this is a question; whether something is so can be asked of a sentence"
    return "nothing here says so" if not (support.supporting or support.contradicting) else "this cannot be decided"


def _others(support: Support) -> tuple[Witness, ...]:
    return tuple(each for each in (*support.supporting, *support.contradicting) if each not in support.deciding)


def _tell_witness(call: Call, witness: Witness) -> None:
    says = "says so" if witness.bearing == "supports" else f"says otherwise: {witness.reason}"
    freshness = _FRESHNESS.get(witness.freshness, witness.freshness.value)
    tell_place(call.out, f"  {told(witness.place)}", witness.uri)
    for line in excerpt(f"“{witness.text}”", indent=_MARGIN, ending=" …”"):
        call.out.line(line)
    which = f"{witness.kind} {short(witness.id)}"
    for line in folded(f"{says} · {freshness} · {witness.behind} · {which}", indent=_MARGIN):
        call.out.line(line, style="dim")


def _next_step(support: Support) -> str:
    if support.deciding:
        return look_closer(support.deciding[0].citation, support.deciding[0].id)
    return f"wherefrom search {shlex.quote(support.sentence)}" if support.nearest else "wherefrom ingest ."
