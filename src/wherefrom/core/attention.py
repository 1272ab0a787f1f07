"""What somebody should look at, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum

from wherefrom.core.access import Visibility
from wherefrom.core.severity import Severity, Tone
from wherefrom.core.values import value
from wherefrom.core.wellformed import JSON

__all__ = ["AttentionItem", "AttentionStatus"]


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
