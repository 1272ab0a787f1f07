"""`wherefrom learn` and `wherefrom recall`."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from wherefrom.cli.call import Call, command
from wherefrom.cli.completing import CLAIM_STATUSES
from wherefrom.cli.evidence import Evidence, EvidenceCommand, Quote, evidence_of, told_unseen
from wherefrom.cli.input import text_of
from wherefrom.cli.output import counted, short
from wherefrom.errors import MissingEvidence, UsageError

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from wherefrom.core.claims import Claim, ClaimEvent, Scope

__all__ = ["ScopeName", "as_scope", "register"]

ScopeName = Annotated[
    str | None, typer.Option("--scope", metavar="TYPE:ID", help="project, repo, agent or run: repo:acme/payments.")
]


def register(app: typer.Typer, *, section: str) -> None:
    command(app, "learn", section=section, cls=EvidenceCommand)(learn)
    command(app, "recall", section=section)(recall)


def learn(
    call: Call,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What was learned, in one sentence; - is stdin.")],
    evidence: Evidence = None,
    quote: Quote = None,
    status: Annotated[
        str, typer.Option("--status", metavar="STATUS", help="hypothesis, inferred or observed.")
    ] = "observed",
    confidence: Annotated[float, typer.Option("--confidence", metavar="0..1", help="How sure you are.")] = 1.0,
    domain: Annotated[str | None, typer.Option("--domain", metavar="NAME", help="codebase, api, policy, …")] = None,
    tag: Annotated[list[str] | None, typer.Option("--tag", metavar="TAG", help="A tag; repeatable.")] = None,
    scope: ScopeName = None,
    project: Annotated[str | None, typer.Option("--project", metavar="P", help="None is the whole org.")] = None,
    audience: Annotated[
        list[str] | None, typer.Option("--audience", metavar="GROUP", help="Who may see it; none is everyone.")
    ] = None,
    personal: Annotated[bool, typer.Option("--personal", help="Only you see it.")] = False,
    agent: Annotated[list[str] | None, typer.Option("--agent", metavar="ID", help="Which agents may see it.")] = None,
    session: Annotated[str | None, typer.Option("--session", metavar="ID", help="The session it comes from.")] = None,
    run: Annotated[str | None, typer.Option("--run", metavar="ID", help="The run that learned it.")] = None,
    show: Annotated[str | None, typer.Option("--show", metavar="ID", help="The show that run belongs to.")] = None,
    artifact: Annotated[str | None, typer.Option("--artifact", metavar="ID", help="What it is about.")] = None,
    valid_from: Annotated[str | None, typer.Option("--valid-from", metavar="TIME", help="True from then on.")] = None,
    valid_until: Annotated[str | None, typer.Option("--valid-until", metavar="TIME", help="True until then.")] = None,
) -> None:
    """Keep what was learned, with its evidence; quotes are looked for in what they quote."""
    asked, said = evidence_of(evidence), text_of(text, None)
    with call.knowledge() as knowledge, _hinting():
        refs, began = knowledge.claims.resolved(asked), time.time()
        claim = knowledge.learn(
            said or "",
            refs,
            status=status,
            confidence=confidence,
            domain=domain,
            tags=tag or (),
            scope=as_scope(scope),
            project=project,
            audience=audience or (),
            is_personal=personal,
            agent_scope=agent or (),
            session_id=session,
            run_id=run,
            show_id=show,
            artifact_id=artifact,
            valid_from=valid_from,
            valid_until=valid_until,
        )
        steps = knowledge.history(claim.id)
        links = [link for link in knowledge.claims.relations(claim.id) if link.relation == "duplicates"]
        alike = [knowledge.claims.get(link.other if link.claim == claim.id else link.claim) for link in links]
        notes = told_unseen(call, knowledge, claim.id, refs)
    told: dict[str, object] = {"id": claim.id, "claim_status": claim.claim_status.value}
    reason = steps[0].reason if steps else None
    if reason:
        told["reason"] = reason
        call.out.note(f"Note: {reason}, so it is a hypothesis.")
    if notes:
        told["notes"] = notes
    if _was_known(steps, began):
        told["merged"] = True
    if alike:
        told["duplicates"] = [each.id for each in alike]
    for each in alike:
        call.out.note(f"Note: {short(each.id)} says nearly the same: {each.text}")
    done = _done(steps, began)
    call.out.result(told, f"{done} {short(claim.id)}  {_line(claim)}", next_step=f"wherefrom history {short(claim.id)}")


def recall(
    call: Call,
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="What you want to know.")],
    scope: ScopeName = None,
    status: Annotated[
        list[str] | None, CLAIM_STATUSES.option("--status", help="Claims of this status instead; repeatable.")
    ] = None,
    project: Annotated[str | None, typer.Option("--project", metavar="P", help="That project and org-wide.")] = None,
    limit: Annotated[int, typer.Option("--limit", metavar="N", help="At most so many, 1 to 100.")] = 5,
    as_of: Annotated[str | None, typer.Option("--as-of", metavar="TIME", help="As it was known then.")] = None,
    valid_at: Annotated[
        str | None, typer.Option("--valid-at", metavar="TIME", help="What was true then, instead of now.")
    ] = None,
) -> None:
    """Claims that answer, best first: observed, inferred and verified ones, unless others are asked for."""
    with call.knowledge() as knowledge:
        claims = knowledge.recall(
            question,
            scope=as_scope(scope),
            status=status or None,
            project=project,
            limit=limit,
            as_of=as_of,
            valid_at=valid_at,
        )
    if call.json:
        call.out.listing(claims, {}, empty="")
        return
    for number, claim in enumerate(claims, start=1):
        call.out.line(f"{number:>3}  {claim.text}", style="bold")
        call.out.note(f"     {short(claim.id)} · {_line(claim)}")
    if not claims:
        call.out.note("Nothing that holds answers this.")
        call.out.next_step("wherefrom learn TEXT --evidence SPEC")
    call.out.note(f"{counted(len(claims), 'claims')} in {call.milliseconds:.0f} ms")


def as_scope(text: str | None) -> Scope | None:
    from wherefrom.core.claims import Scope, ScopeType
    from wherefrom.core.wellformed import as_choice

    if text is None:
        return None
    type, colon, id = text.partition(":")
    if not colon:
        raise UsageError("this is no scope", value=text, hint="write it as project|repo|agent|run:ID")
    return Scope(as_choice(ScopeType, type, "scope type"), id)


@contextmanager
def _hinting() -> Generator[None]:
    """What to do where there is no evidence, as it is written here."""
    try:
        yield
    except MissingEvidence as error:
        error.hint = "if there is none it is a hypothesis: --evidence model:SESSION/ID --quote WHY --confidence 0.3"
        raise


def _was_known(steps: Sequence[ClaimEvent], began: float) -> bool:
    return bool(steps) and (len(steps) > 1 or steps[0].created_at < began)


def _done(steps: Sequence[ClaimEvent], began: float) -> str:
    """The same statement again makes no twin."""
    if not _was_known(steps, began):
        return "Learned"
    gained = steps[-1].event == "evidence_added" and steps[-1].created_at >= began
    return "Known already; this is new evidence for" if gained else "Known already, with this evidence:"


def _line(claim: Claim) -> str:
    from wherefrom.core.severity import claim_line

    return claim_line(claim)
