"""What somebody should look at, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum

from wherefrom.core.access import Visibility
from wherefrom.core.severity import Severity, Tone
from wherefrom.core.values import value
from wherefrom.core.wellformed import JSON

__all__ = ["AttentionEvent", "AttentionItem", "AttentionStatus", "cause_of", "raised"]


class AttentionEvent(StrEnum):
    """What may need somebody's eyes."""

    CLAIM_DISPUTED = "claim.disputed"
    CLAIM_UNVERIFIED = "claim.unverified"
    CLAIM_WEAKENED = "claim.weakened"
    WRITE_REJECTED = "claim.write_rejected"
    EVIDENCE_CHANGED = "evidence.changed"
    EVIDENCE_GONE = "evidence.gone"
    QUOTE_NOT_FOUND = "evidence.quote_not_found"
    EVIDENCE_NOT_FOUND = "evidence.not_found"
    """The lines, or the passage, were not there when they were given."""
    CONTRADICTION = "claim.contradiction"
    RULE_STALE = "rule.stale"
    """A rule names a file or a command that is not there."""
    EMBEDDING_FAILED = "embedding.failed"
    RUN_FAILED = "run.failed"


_TOLD: dict[AttentionEvent, tuple[Severity, Tone, str]] = {
    AttentionEvent.CLAIM_DISPUTED: ("warning", "warning", "Review conflicting evidence"),
    AttentionEvent.CLAIM_UNVERIFIED: ("info", "info", "Verify or discard"),
    AttentionEvent.CLAIM_WEAKENED: ("warning", "warning", "Review supersession"),
    AttentionEvent.WRITE_REJECTED: ("info", "info", "Agent attempted knowledge write without evidence"),
    AttentionEvent.EVIDENCE_CHANGED: ("warning", "warning", "Compare what it said with what it says now"),
    AttentionEvent.EVIDENCE_GONE: ("warning", "warning", "Find other evidence, or dispute the claim"),
    AttentionEvent.QUOTE_NOT_FOUND: ("warning", "warning", "Check the quote; the claim stays a hypothesis"),
    AttentionEvent.EVIDENCE_NOT_FOUND: (
        "warning",
        "warning",
        "Cite what is there, and observe it on that; the claim stays a hypothesis",
    ),
    AttentionEvent.CONTRADICTION: ("warning", "warning", "Decide which of the two holds"),
    AttentionEvent.RULE_STALE: ("warning", "warning", "Mend the rule, or what it names"),
    AttentionEvent.EMBEDDING_FAILED: (
        "critical",
        "danger",
        "See why the embedder fails; until then words alone are searched",
    ),
    AttentionEvent.RUN_FAILED: ("critical", "danger", "See why the run failed, then run it again"),
}


class AttentionStatus(StrEnum):
    OPEN = "open"
    SNOOZED = "snoozed"
    RESOLVED = "resolved"


@value
class AttentionItem:
    """One item a cause, however often the cause is seen: `cause` is what makes two sightings the same."""

    id: str
    cause: str
    event: str
    severity: Severity
    tone: Tone
    action: str
    target_kind: str
    target_id: str
    seen_by: Visibility
    org: str = ""
    status: AttentionStatus = AttentionStatus.OPEN
    assignee: str | None = None
    snoozed_until: float | None = None
    links: tuple[str, ...] = ()
    detail: Mapping[str, JSON] = field(default_factory=dict[str, JSON])
    created_at: float = 0.0
    updated_at: float = 0.0
    version: int = 0

    @property
    def visibility(self) -> Visibility:
        """Inherited from its target."""
        return self.seen_by


def cause_of(event: AttentionEvent, target_id: str, about: str = "") -> str:
    return ":".join(part for part in (event.value, target_id, about) if part)


def raised(
    event: AttentionEvent,
    target_kind: str,
    target_id: str,
    *,
    id: str,
    seen_by: Visibility,
    about: str = "",
    links: tuple[str, ...] = (),
    detail: Mapping[str, JSON] | None = None,
) -> AttentionItem:
    """An item as its event tells it. The cause is the event, its target and `about`: what of the target it is.

    Without links of its own it leads to its target.
    """
    severity, tone, action = _TOLD[event]
    return AttentionItem(
        id=id,
        cause=cause_of(event, target_id, about),
        event=event.value,
        severity=severity,
        tone=tone,
        action=action,
        target_kind=target_kind,
        target_id=target_id,
        seen_by=seen_by,
        links=links or (f"{target_kind}:{target_id}",),
        detail=dict(detail or {}),
    )
