"""`wherefrom why`, and the bare form: `wherefrom "a sentence"`."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import typer

from wherefrom.cli.call import Call, command
from wherefrom.cli.output import console, counted, short

if TYPE_CHECKING:
    from wherefrom.core.support import Support, Witness

__all__ = ["register", "with_verb"]

_VALUED = frozenset({"--store", "--org"})
_OWN = frozenset({"--project", "--model"})
_EXITS = {"supported": 0, "contradicted": 5, "unknown": 3}
_SIGNS = {"supported": ("✓", "green"), "contradicted": ("✗", "red"), "unknown": ("?", "yellow")}
_FRESHNESS = {"changed": "≠ changed", "gone": "✗ gone", "moved": "→ moved"}
_NARROWEST, _WIDEST, _LINES_SHOWN = 40, 100, 3


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
    if call.json:
        call.out.result(support, "")
    else:
        _tell(call, support)
    raise typer.Exit(_EXITS[support.verdict])


def _tell(call: Call, support: Support) -> None:
    sign, colour = _SIGNS[support.verdict]
    told = support.verdict.value if support.verdict != "unknown" else _unknown(support)
    call.out.line(f"{sign} {told}", style=f"bold {colour}")
    for witness in (*support.deciding, *_others(support)):
        _tell_witness(call, witness)
    for notice in support.notices:
        call.out.note(f"Note: {notice}")
    if support.nearest and not (support.supporting or support.contradicting):
        call.out.note(f"Nearest: {', '.join(support.nearest)}")
    passages = counted(support.passages, "passages")
    call.out.note(f"Judged by {support.judged_by}; {passages} in {support.milliseconds:.0f} ms")
    call.out.next_step(_next_step(support))


def _unknown(support: Support) -> str:
    if support.sentence.rstrip().endswith("?"):
        return "this is a question; whether something is so can be asked of a sentence"
    return "nothing here says so" if not (support.supporting or support.contradicting) else "this cannot be decided"


def _others(support: Support) -> tuple[Witness, ...]:
    return tuple(each for each in (*support.supporting, *support.contradicting) if each not in support.deciding)


def _tell_witness(call: Call, witness: Witness) -> None:
    says = "says so" if witness.bearing == "supports" else f"says otherwise: {witness.reason}"
    freshness = _FRESHNESS.get(witness.freshness, witness.freshness.value)
    link = _link(witness)
    call.out.line(f"  {witness.place}", style="bold" + (f" link {link}" if link else ""))
    width = min(_WIDEST, max(_NARROWEST, console(sys.stdout).width - 6)) if sys.stdout.isatty() else _WIDEST
    for line in textwrap.wrap(f"“{witness.text}”", width, max_lines=_LINES_SHOWN, placeholder=" …”"):
        call.out.line(f"     {line}")
    call.out.line(f"     {says} · {freshness} · {witness.behind} · {witness.kind} {short(witness.id)}", style="dim")


def _link(witness: Witness) -> str | None:
    """What a terminal can open."""
    uri = witness.uri or ""
    if urlsplit(uri).scheme in ("http", "https", "file"):
        return uri if " " not in uri else None
    return Path(uri).as_uri() if uri and Path(uri).is_absolute() else None


def _next_step(support: Support) -> str:
    if support.deciding:
        witness = support.deciding[0]
        shown = witness.citation.chunk if witness.citation is not None else None
        return f"wherefrom show {short(shown)}" if shown else f"wherefrom history {short(witness.id)}"
    return "wherefrom search “…”" if support.nearest else "wherefrom ingest ."
