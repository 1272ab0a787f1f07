"""`wherefrom inbox` and `wherefrom check`: what somebody should look at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from wherefrom.cli.call import Call, command
from wherefrom.cli.completing import ATTENTION
from wherefrom.cli.excerpts import cut, folded
from wherefrom.cli.scopes import ScopeName, as_scope
from wherefrom.cli.wording import counted, short, when
from wherefrom.errors import UsageError

if TYPE_CHECKING:
    from wherefrom.claims.checking import CheckReport, Finding
    from wherefrom.core.attention import AttentionItem
    from wherefrom.services.knowledge import Knowledge

__all__ = ["register"]

CHANGED = 5
_AS_IT_WAS = "Nothing changed since the last look"
_MARGIN = 12
_MOST_UNREACHED = 10
_LOOKS = {"claim": "wherefrom history", "source": "wherefrom sources show", "entry": "wherefrom entries show"}
_SIGNS = {
    "critical": ("✗", "bold red"),
    "warning": ("!", "bold yellow"),
    "info": ("·", "cyan"),
    "neutral": ("·", "dim"),
}


def register(app: typer.Typer, *, section: str) -> None:
    command(app, "inbox", section=section)(inbox)
    command(app, "check", section=section)(check)


def inbox(
    call: Call,
    item: Annotated[str | None, typer.Argument(metavar="ITEM", help="One item: its id, or the beginning.")] = None,
    assign: Annotated[str | None, typer.Option("--assign", metavar="MEMBER", help="Give it to somebody.")] = None,
    snooze: Annotated[str | None, typer.Option("--snooze", metavar="TIME", help="Out of sight until then.")] = None,
    resolve: Annotated[bool, typer.Option("--resolve", help="Somebody looked; a change is accepted.")] = False,
    reopen: Annotated[bool, typer.Option("--reopen", help="Look at it again.")] = False,
    status: Annotated[str, ATTENTION.option("--status", help="List these.")] = "open",
    limit: Annotated[int, typer.Option("--limit", metavar="N", help="At most so many.")] = 50,
    cursor: Annotated[str | None, typer.Option("--cursor", metavar="TEXT", help="Where the last page ended.")] = None,
) -> None:
    """What somebody should look at; with an item, that one, or what to do with it."""
    asked = [assign is not None, snooze is not None, resolve, reopen]
    if sum(asked) > 1 or (any(asked) and item is None):
        raise UsageError("say one thing about one item", hint="wherefrom inbox ITEM --resolve")
    with call.knowledge() as knowledge:
        if item is None:
            _list(call, knowledge, status, limit, cursor)
            return
        if assign is not None:
            found = knowledge.attention.assign(item, assign)
        elif snooze is not None:
            found = knowledge.attention.snooze(item, snooze)
        elif resolve:
            found = knowledge.attention.resolve(item)
        else:
            found = knowledge.attention.reopen(item) if reopen else knowledge.attention.get(item)
    _show(call, found)


def check(call: Call, scope: ScopeName = None) -> None:
    """Look again at what claims stand on; exit 5 if something changed or is gone."""
    from wherefrom.core.evidence import GroundState

    with call.knowledge() as knowledge:
        report = knowledge.check(scope=as_scope(scope))
    if call.json:
        counts = {state.value: report.counts.get(state, 0) for state in GroundState}
        call.out.result(
            {"counts": counts, "looked_at": report.looked_at, "raised": report.raised, "findings": report.findings}, ""
        )
    else:
        _report(call, report, scope)
    if not report.is_sound:
        raise typer.Exit(CHANGED)


def _report(call: Call, report: CheckReport, scope: str | None) -> None:
    for finding in report.findings:
        _finding(call, finding)
    _unreached(call, report.findings)
    told = ", ".join(f"{number:,} {state.value}" for state, number in sorted(report.counts.items()) if number)
    empty = f"No claim about {scope} stands on anything." if scope else "No claim stands on anything yet."
    call.out.line(told or empty)
    if report.counts:
        looked = f"{counted(report.looked_at, 'pieces')} looked at" if report.looked_at else _AS_IT_WAS
        call.out.note(f"{looked} ({call.milliseconds:.0f} ms)")
    if not report.is_sound:
        call.out.next_step("wherefrom inbox")


def _finding(call: Call, finding: Finding) -> None:
    if finding.state.value in ("changed", "gone"):
        call.out.line(f"{finding.state.value:<8} {finding.place}  (claim {short(finding.claim)})", style="bold")
        if finding.why:
            call.out.line(f"  {finding.why}")
        call.out.difference(finding.diff.splitlines()[2:], indent="  ")
    elif finding.moved_to is not None:
        call.out.line(f"moved    {finding.place} → {finding.moved_to}  (claim {short(finding.claim)})")


def _unreached(call: Call, findings: Sequence[Finding]) -> None:
    """What could not be read, each place once, however many claims stand on it."""
    places = {each.place: each.why for each in findings if each.state.value == "unreachable" and each.why}
    for place, why in list(places.items())[:_MOST_UNREACHED]:
        call.out.line(f"unreachable {place}: {why}")
    if len(places) > _MOST_UNREACHED:
        call.out.note(f"and {len(places) - _MOST_UNREACHED:,} more places out of reach; --json names them all")


def _list(call: Call, knowledge: Knowledge, status: str, limit: int, cursor: str | None) -> None:
    from wherefrom.core.attention import AttentionStatus
    from wherefrom.core.paging import AttentionFilter
    from wherefrom.core.wellformed import as_choice

    where = AttentionFilter(status=as_choice(AttentionStatus, status, "status"), personal=True, newest_first=True)
    page = knowledge.attention.find(where, after=cursor, limit=limit)
    call.out.several(
        page.items,
        lambda: _tell_all(call, page.items),
        empty="Nothing to look at.",
        told=f"{len(page.items):,} in {call.milliseconds:.0f} ms",
        cursor=page.next,
    )
    if page.items:
        call.out.next_step(f"wherefrom inbox {short(page.items[0].id)}")


def _tell_all(call: Call, items: Sequence[AttentionItem]) -> None:
    """Two lines each: what it is about, then what to do, since when and, if somebody has it, who."""
    for item in items:
        sign, colour = _SIGNS[item.severity]
        about = str(item.detail.get("text") or f"{item.target_kind} {short(item.target_id)}")
        call.out.marked(sign, f"{short(item.id)}  {cut(about, indent=_MARGIN)}", colour=colour)
        owner = f" · with {item.assignee}" if item.assignee else ""
        for line in folded(f"{item.action} · {when(item.created_at)}{owner}", indent=_MARGIN):
            call.out.line(line, style="dim")


def _show(call: Call, item: AttentionItem) -> None:
    if call.json:
        call.out.result(item, "")
        return
    call.out.line(item.action, style="bold")
    call.out.pairs(
        {
            "id": item.id,
            "what": item.event,
            "severity": item.severity,
            "about": f"{item.target_kind} {short(item.target_id)}",
            "status": item.status.value,
            "until": when(item.snoozed_until),
            "with": item.assignee or "",
            "since": when(item.created_at),
            **_details(item),
        }
    )
    call.out.difference(str(item.detail.get("diff") or "").splitlines()[2:], indent="  ")
    if item.status == "resolved":
        call.out.next_step("wherefrom inbox")
        return
    call.out.note(f"Settle it: wherefrom inbox {short(item.id)} --resolve, --assign MEMBER or --snooze TIME")
    if look := _LOOKS.get(item.target_kind):
        call.out.next_step(f"{look} {short(item.target_id)}")


def _details(item: AttentionItem) -> dict[str, str]:
    """What else is known of it; where there is a comparison it says what was and what is."""
    shown_below = ("diff", "was", "now") if item.detail.get("diff") else ("diff",)
    return {
        name: when(value) if name.endswith("_at") and isinstance(value, float) else str(value)
        for name, value in item.detail.items()
        if name not in shown_below and value is not None
    }
