"""Evidence on the command line: `--evidence SPEC`, and `--quote TEXT` for the one before it."""

from __future__ import annotations

import re
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wherefrom.cli.sections import SectionedCommand
from wherefrom.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wherefrom.cli.call import Call
    from wherefrom.core.evidence import EvidenceRef
    from wherefrom.services.knowledge import Knowledge

__all__ = ["Evidence", "EvidenceCommand", "Quote", "evidence_of", "told_unseen"]

_MARK = "quote:"
_ID = re.compile(r"[0-9a-f]{8,32}")

Evidence = Annotated[
    list[str] | None,
    typer.Option(
        "--evidence",
        metavar="SPEC",
        help="file:PATH[@COMMIT][#L3-L9], url:URL, chunk:ID, message:SESSION/ID, tool:ID, artifact:ID, "
        "statement:SESSION/ID, human:USER or model:SESSION/ID; repeatable.",
    ),
]
Quote = Annotated[
    list[str] | None,
    typer.Option("--quote", metavar="TEXT", help="What the evidence before it says, word for word."),
]


class EvidenceCommand(SectionedCommand):
    """Options of two names lose their order between them; so quotes are read as evidence, with a mark."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        read: list[str] = []
        words = iter(args)
        for word in words:
            if word == "--":
                read += [word, *words]
            elif word == "--quote":
                quote = next(words, None)
                read += [word] if quote is None else [f"--evidence={_MARK}{quote}"]
            elif word.startswith("--quote="):
                read.append(f"--evidence={_MARK}{word.removeprefix('--quote=')}")
            else:
                read.append(word)
        return super().parse_args(ctx, read)


def evidence_of(said: list[str] | None) -> list[EvidenceRef]:
    from wherefrom.core.evidence_specs import evidence_from

    bound: list[tuple[str, str | None]] = []
    for each in said or ():
        if not each.startswith(_MARK):
            bound.append((each, None))
        elif not bound or bound[-1][1] is not None:
            raise UsageError(
                "this quote has no evidence before it",
                value=each.removeprefix(_MARK),
                hint="--evidence SPEC --quote TEXT",
            )
        else:
            bound[-1] = (bound[-1][0], each.removeprefix(_MARK))
    now = time.time()
    return [_read(evidence_from, spec, quote, now) for spec, quote in bound]


def _read(evidence_from: Callable[..., EvidenceRef], spec: str, quote: str | None, now: float) -> EvidenceRef:
    try:
        return evidence_from(spec, quote, now)
    except UsageError as error:
        if meant := _meant(spec):
            error.hint = f"--evidence {meant}"
        raise


def _meant(spec: str) -> str | None:
    """With the kind before it, where anybody can see which one was left out."""
    if spec.startswith(("http://", "https://")):
        return f"url:{spec}"
    with suppress(OSError, ValueError):
        if Path(spec.partition("#")[0]).is_file():
            return f"file:{spec}"
    return f"chunk:{spec}" if _ID.fullmatch(spec) else None


def told_unseen(call: Call, knowledge: Knowledge, claim: str, given: Sequence[EvidenceRef]) -> list[str]:
    """What could not be looked at is kept, and said."""
    notes = knowledge.claims.unseen(claim, given)
    for note in notes:
        call.out.note(f"Note: {note}.")
    return notes
