"""The one vocabulary of what was done (actions) and what happened (events), and the audit entry that keeps it."""

from __future__ import annotations

from enum import StrEnum

from wherefrom.core.access import Visibility
from wherefrom.core.actors import Actor, ActorKind
from wherefrom.core.values import value

__all__ = ["Action", "Announcement", "AuditEntry", "Event", "event_of"]


class Action(StrEnum):
    """What an actor did, as a verb."""

    LEARN = "knowledge.learn"
    VERIFY = "knowledge.verify"
    DISPUTE = "knowledge.dispute"
    SUPERSEDE = "knowledge.supersede"
    MOVE = "knowledge.move"
    """To a status that has no verb of its own: a hypothesis that was observed."""
    REVERT = "knowledge.revert"
    SHARE = "knowledge.share"
    RELATE = "knowledge.relate"
    CHECK = "knowledge.check"
    REGISTER_TEMPLATE = "knowledge.template.register"
    ATTEND = "knowledge.attention"
    ADD_ENTRY = "knowledge.entry.add"
    EDIT_ENTRY = "knowledge.entry.edit"
    DELETE_ENTRY = "knowledge.entry.delete"
    ADD_SOURCE = "knowledge.source.add"
    EDIT_SOURCE = "knowledge.source.edit"
    DELETE_SOURCE = "knowledge.source.delete"
    RUN_SOURCE = "knowledge.source.run"
    ERASE = "knowledge.erase"
    EXPORT = "org.export"
    IMPORT = "org.import"
    ELEVATE = "org.elevate"
    CREATE_ORG = "org.create"
    CREATE_PROJECT = "org.project.create"
    EDIT_PROJECT = "org.project.edit"
    DELETE_PROJECT = "org.project.delete"
    CREATE_GROUP = "org.group.create"
    DELETE_GROUP = "org.group.delete"
    SET_MEMBER = "org.member.set"
    REMOVE_MEMBER = "org.member.remove"
    CREATE_KEY = "org.key.create"
    REVOKE_KEY = "org.key.revoke"


class Event(StrEnum):
    """What happened, as subscribers hear it."""

    CLAIM_LEARNED = "knowledge.claim.learned"
    CLAIM_VERIFIED = "knowledge.claim.verified"
    CLAIM_DISPUTED = "knowledge.claim.disputed"
    CLAIM_SUPERSEDED = "knowledge.claim.superseded"
    CLAIM_MOVED = "knowledge.claim.moved"
    CLAIM_REVERTED = "knowledge.claim.reverted"
    CLAIM_SHARED = "knowledge.claim.shared"
    CLAIM_RELATED = "knowledge.claim.related"
    ATTENTION_CHANGED = "knowledge.attention.changed"
    ENTRY_ADDED = "knowledge.entry.added"
    ENTRY_EDITED = "knowledge.entry.edited"
    ENTRY_DELETED = "knowledge.entry.deleted"
    SOURCE_ADDED = "knowledge.source.added"
    SOURCE_EDITED = "knowledge.source.edited"
    SOURCE_DELETED = "knowledge.source.deleted"
    SOURCE_RUN = "knowledge.source.run"
    ERASED = "knowledge.erased"


_EVENTS = {
    Action.LEARN: Event.CLAIM_LEARNED,
    Action.VERIFY: Event.CLAIM_VERIFIED,
    Action.DISPUTE: Event.CLAIM_DISPUTED,
    Action.SUPERSEDE: Event.CLAIM_SUPERSEDED,
    Action.MOVE: Event.CLAIM_MOVED,
    Action.REVERT: Event.CLAIM_REVERTED,
    Action.SHARE: Event.CLAIM_SHARED,
    Action.RELATE: Event.CLAIM_RELATED,
    Action.ATTEND: Event.ATTENTION_CHANGED,
    Action.ADD_ENTRY: Event.ENTRY_ADDED,
    Action.EDIT_ENTRY: Event.ENTRY_EDITED,
    Action.DELETE_ENTRY: Event.ENTRY_DELETED,
    Action.ADD_SOURCE: Event.SOURCE_ADDED,
    Action.EDIT_SOURCE: Event.SOURCE_EDITED,
    Action.DELETE_SOURCE: Event.SOURCE_DELETED,
    Action.RUN_SOURCE: Event.SOURCE_RUN,
    Action.ERASE: Event.ERASED,
}


def event_of(action: Action) -> Event | None:
    """What subscribers hear when this is done; administration is not announced."""
    return _EVENTS.get(action)


@value
class Announcement:
    """Something happened, as subscribers hear it; `id` is the cursor that leads on from here."""

    id: str
    event: Event
    target_kind: str
    target_id: str
    actor_kind: ActorKind
    actor_id: str
    org: str = ""
    created_at: float = 0.0


@value
class AuditEntry:
    """Who did what to what. The hashes are keyed by the org, so that they confirm no guess about erased content."""

    id: str
    action: Action
    target_kind: str
    target_id: str
    actor_kind: ActorKind
    actor_id: str
    seen_by: Visibility
    org: str = ""
    elevated: bool = False
    before_hash: str | None = None
    after_hash: str | None = None
    created_at: float = 0.0

    @property
    def visibility(self) -> Visibility:
        """Inherited from its target."""
        return self.seen_by

    @classmethod
    def of(
        cls, actor: Actor, action: Action, kind: str, target_id: str, *, id: str, seen_by: Visibility | None = None
    ) -> AuditEntry:
        return cls(
            id=id,
            action=action,
            target_kind=kind,
            target_id=target_id,
            actor_kind=actor.kind,
            actor_id=actor.id,
            seen_by=seen_by or Visibility(org=actor.org),
            org=actor.org,
            elevated=actor.sees_everything,
        )
