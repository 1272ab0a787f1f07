"""What becomes of a claim: observe, verify, dispute, supersede, undo, share, relate, history."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from wherefrom.cli.call import Call, command
from wherefrom.cli.completing import RELATIONS
from wherefrom.cli.evidence import Evidence, EvidenceCommand, Quote, evidence_of, told_unseen
from wherefrom.cli.excerpts import told
from wherefrom.cli.wording import counted, plain, short, when
from wherefrom.errors import NotFound

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wherefrom.core.claims import Claim
    from wherefrom.core.evidence import EvidenceRef, Standing
    from wherefrom.core.relations import ClaimRelation
    from wherefrom.services.knowledge import Knowledge

__all__ = ["register"]

ClaimId = Annotated[str, typer.Argument(metavar="CLAIM", help="Its id, or the beginning.")]
Reason = Annotated[str | None, typer.Option("--reason", metavar="TEXT", help="Why.")]


def register(app: typer.Typer, *, section: str) -> None:
    command(app, "observe", section=section, cls=EvidenceCommand)(observe)
    command(app, "verify", section=section, cls=EvidenceCommand)(verify)
    command(app, "dispute", section=section, cls=EvidenceCommand)(dispute)
    for name, verb in (
        ("supersede", supersede),
        ("history", history),
        ("undo", undo),
        ("share", share),
        ("relate", relate),
    ):
        command(app, name, section=section)(verb)


def observe(call: Call, claim: ClaimId, evidence: Evidence = None, quote: Quote = None, reason: Reason = None) -> None:
    """What was a hypothesis has been seen; it can be verified from there."""
    asked = evidence_of(evidence)
    with call.knowledge() as knowledge:
        refs = knowledge.claims.resolved(asked)
        moved = knowledge.transition(claim, "observed", evidence=refs, reason=reason)
        _told(call, moved, "Observed", notes=told_unseen(call, knowledge, moved.id, refs))


def verify(call: Call, claim: ClaimId, evidence: Evidence = None, quote: Quote = None, reason: Reason = None) -> None:
    """Somebody looked, and it is true."""
    asked = evidence_of(evidence)
    with call.knowledge() as knowledge:
        refs = knowledge.claims.resolved(asked)
        moved = knowledge.verify(claim, evidence=refs, reason=reason)
        _told(call, moved, "Verified", notes=told_unseen(call, knowledge, moved.id, refs))


def dispute(
    call: Call,
    claim: ClaimId,
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why it is contested.")],
    evidence: Evidence = None,
    quote: Quote = None,
) -> None:
    """It is contested; it is no longer recalled unless asked for."""
    asked = evidence_of(evidence)
    with call.knowledge() as knowledge:
        refs = knowledge.claims.resolved(asked)
        moved = knowledge.dispute(claim, reason, evidence=refs)
        _told(call, moved, "Disputed", notes=told_unseen(call, knowledge, moved.id, refs))


def supersede(
    call: Call,
    old: Annotated[str, typer.Argument(metavar="OLD", help="The claim that holds no more.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The claim that takes its place.")],
    reason: Reason = None,
) -> None:
    """A newer claim takes the place of an older one; both are kept."""
    with call.knowledge() as knowledge:
        claim = knowledge.supersede(old, new, reason=reason)
    call.out.result(claim, f"{short(claim.id)} supersedes {short(claim.supersedes or old)}")


def undo(call: Call, claim: ClaimId, reason: Reason = None) -> None:
    """Back to the status before the latest move; the history keeps both."""
    from wherefrom.core.severity import claim_line

    with call.knowledge() as knowledge:
        undone = knowledge.undo(claim, reason=reason)
        other = _other_side(knowledge, undone)
    lines = [f"Undone: {short(undone.id)}  {undone.text}", f"It is {claim_line(undone)}"]
    lines += [f"{short(other.id)} is {claim_line(other)}"] if other else []
    told = {**plain(undone), "other": {"id": other.id, "claim_status": other.claim_status}} if other else undone
    call.out.result(told, "\n".join(lines), next_step=f"wherefrom history {short(undone.id)}")


def _other_side(knowledge: Knowledge, undone: Claim) -> Claim | None:
    """A superseding is undone on both claims; None where there is no other, or it is not to be seen."""
    other = knowledge.history(undone.id)[-1].other
    try:
        return knowledge.claims.get(other) if other else None
    except NotFound:
        return None


def share(
    call: Call,
    claim: ClaimId,
    to: Annotated[str, typer.Option("--to", metavar="PROJECT|org", help="Who may see it from now on.")],
) -> None:
    """Let a whole project, or the whole org, see a claim; for admins."""
    with call.knowledge() as knowledge:
        _told(call, knowledge.share(claim, to), f"Shared with {to}")


def relate(
    call: Call,
    claim: ClaimId,
    relation: Annotated[
        str,
        typer.Argument(metavar="|".join(RELATIONS.words), help="How.", autocompletion=RELATIONS.beginning),
    ],
    other: Annotated[str, typer.Argument(metavar="OTHER", help="The other claim.")],
) -> None:
    """Say how one claim stands to another; nothing is inferred from it."""
    with call.knowledge() as knowledge:
        link = knowledge.relate(claim, relation, other)
    call.out.result(link, f"{short(link.claim)} {link.relation.value} {short(link.other)}")


def history(
    call: Call,
    claim: ClaimId,
    prov: Annotated[bool, typer.Option("--prov", help="Write W3C PROV-JSON instead.")] = False,
) -> None:
    """A claim, what it stands on, and every step it took."""
    with call.knowledge() as knowledge:
        if prov:
            typer.echo(json.dumps(knowledge.claims.prov(claim), ensure_ascii=False))
            return
        known = knowledge.claims.get(claim)
        steps = knowledge.history(known.id)
        standings, links = knowledge.claims.evidence(known.id), knowledge.claims.relations(known.id)
        if not call.json:
            _show(call, known, [(each, _place(knowledge, each.ref)) for each in standings], links)
    call.out.listing(
        steps,
        {
            "when (UTC)": lambda step: when(step.created_at),
            "what": lambda step: step.event,
            "from": lambda step: step.before.value if step.before else "",
            "to": lambda step: step.after.value if step.after else "",
            "who": lambda step: short(step.actor_id or ""),
            "why": lambda step: " ".join(map(short, (step.reason or "").split(" "))),
        },
        empty="It has no history.",
        told=f"{counted(len(steps), 'steps')} in {call.milliseconds:.0f} ms",
    )


def _place(knowledge: Knowledge, ref: EvidenceRef) -> str:
    """Where it stands; of a passage the place that people know, and the id that `show` takes."""
    from wherefrom.claims.grounding import told_place

    if ref.chunk_id:
        with suppress(NotFound):
            return f"{knowledge.citations.citation(ref.chunk_id).place} · chunk {short(ref.chunk_id)}"
    return told(told_place(ref))


def _show(call: Call, claim: Claim, standings: Sequence[tuple[Standing, str]], links: Sequence[ClaimRelation]) -> None:
    from wherefrom.core.severity import claim_line

    call.out.line(claim.text, style="bold")
    call.out.line(f"{short(claim.id)} · {claim_line(claim)}")
    for each, place in standings:
        state = each.ref.stance.value if each.ref.stance else each.state.value if each.state else "not looked at"
        quoted = f" “{each.ref.detail}”" if each.ref.detail else ""
        call.out.line(f"  {state:<12} {place}{quoted}")
    for link in links:
        call.out.line(f"  {short(link.claim)} {link.relation.value} {short(link.other)}")
    call.out.line()


def _told(call: Call, claim: Claim, done: str, *, notes: Sequence[str] = ()) -> None:
    told = {**plain(claim), "notes": notes} if notes else claim
    call.out.result(told, f"{done}: {short(claim.id)}  {claim.text}", next_step=f"wherefrom history {short(claim.id)}")
