"""`wherefrom learn`: a sentence and what it stands on."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from wherefrom.cli.call import Call, command
from wherefrom.cli.evidence import Evidence, EvidenceCommand, Quote, evidence_of, told_unseen
from wherefrom.cli.input import text_of
from wherefrom.cli.scopes import ScopeName, as_scope
from wherefrom.cli.wording import short
from wherefrom.errors import MissingEvidence

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from wherefrom.core.claims import Claim
    from wherefrom.core.histories import ClaimEvent
    from wherefrom.services.knowledge import Knowledge

__all__ = ["register"]


class _Learned(NamedTuple):
    """What became of it: `is_new` unless the claim was there before, `has_gained` if it has this evidence only now."""

    claim: Claim
    is_new: bool
    has_gained: bool
    reason: str | None
    alike: Sequence[Claim]


def register(app: typer.Typer, *, section: str) -> None:
    command(app, "learn", section=section, cls=EvidenceCommand)(learn)


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
        learned = _learned(knowledge, claim, began)
        notes = told_unseen(call, knowledge, claim.id, refs)
    _tell(call, learned, notes)


@contextmanager
def _hinting() -> Generator[None]:
    """What to do where there is no evidence, as it is written here."""
    try:
        yield
    except MissingEvidence as error:
        error.hint = "if there is none it is a hypothesis: --evidence model:SESSION/ID --quote WHY --confidence 0.3"
        raise


def _learned(knowledge: Knowledge, claim: Claim, began: float) -> _Learned:
    steps = knowledge.history(claim.id)
    links = [link for link in knowledge.claims.relations(claim.id) if link.relation == "duplicates"]
    return _Learned(
        claim,
        is_new=not steps or (len(steps) == 1 and steps[0].created_at >= began),
        has_gained=_has_gained(steps, began),
        reason=steps[0].reason if steps else None,
        alike=[knowledge.claims.get(link.other if link.claim == claim.id else link.claim) for link in links],
    )


def _has_gained(steps: Sequence[ClaimEvent], began: float) -> bool:
    return bool(steps) and steps[-1].event == "evidence_added" and steps[-1].created_at >= began


def _tell(call: Call, learned: _Learned, notes: Sequence[str]) -> None:
    from wherefrom.core.severity import claim_line

    claim = learned.claim
    if learned.reason:
        call.out.note(f"Note: {learned.reason}, so it is a hypothesis.")
    for each in learned.alike:
        call.out.note(f"Note: {short(each.id)} says nearly the same: {each.text}")
    told = f"{_done(learned)} {short(claim.id)}  {claim_line(claim)}"
    call.out.result(_as_data(learned, notes), told, next_step=f"wherefrom history {short(claim.id)}")


def _as_data(learned: _Learned, notes: Sequence[str]) -> dict[str, object]:
    """What there is nothing to say of is left out."""
    told: dict[str, object] = {"id": learned.claim.id, "claim_status": learned.claim.claim_status.value}
    if learned.reason:
        told["reason"] = learned.reason
    if notes:
        told["notes"] = notes
    if not learned.is_new:
        told["merged"] = True
    if learned.alike:
        told["duplicates"] = [each.id for each in learned.alike]
    return told


def _done(learned: _Learned) -> str:
    """The same statement again makes no twin."""
    if learned.is_new:
        return "Learned"
    return "Known already; this is new evidence for" if learned.has_gained else "Known already, with this evidence:"
