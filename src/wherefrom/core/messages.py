"""What a branch saw, so that evidence about a conversation points at something."""

from __future__ import annotations

from enum import StrEnum

from wherefrom.core.access import Visibility
from wherefrom.core.actors import ActorKind
from wherefrom.core.ids import content_hash, sha256
from wherefrom.core.values import value
from wherefrom.core.wellformed import as_choice, required
from wherefrom.errors import Conflict

__all__ = ["Message", "MessageRole", "ToolResult", "key_in_session", "said_again"]

_LENGTH = 32


class MessageRole(StrEnum):
    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


def key_in_session(session_id: str, id: str) -> str:
    """Messages and calls have names that are unique in their session alone; this one is unique in the org."""
    return sha256(f"{len(session_id)}:{session_id}/{id}".encode("utf-8", "surrogatepass"))[:_LENGTH]


@value
class Message:
    """Visible to the session's user, never searchable. Its id and hash are made from what it is.

    `said_by` is what kind of actor kept it: what an agent keeps as the user's is no user's word.
    """

    session_id: str
    message_id: str
    role: MessageRole
    text: str
    owner: str
    said_by: ActorKind | None = None
    id: str = ""
    org: str = ""
    content_hash: str = ""
    created_at: float = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "role", as_choice(MessageRole, self.role, "role"))
        if self.said_by is not None:
            object.__setattr__(self, "said_by", as_choice(ActorKind, self.said_by, "actor type"))
        required(self.session_id, "session id")
        required(self.message_id, "message id")
        object.__setattr__(self, "id", key_in_session(self.session_id, self.message_id))
        object.__setattr__(self, "content_hash", self.content_hash or content_hash(self.text))

    @property
    def visibility(self) -> Visibility:
        return Visibility(org=self.org, personal_to=self.owner)


@value
class ToolResult:
    """What one call of a tool gave back; visible as messages are."""

    session_id: str
    tool_call_id: str
    tool_name: str
    text: str
    owner: str
    id: str = ""
    org: str = ""
    content_hash: str = ""
    created_at: float = 0.0

    def __post_init__(self) -> None:
        required(self.session_id, "session id")
        required(self.tool_call_id, "tool call id")
        object.__setattr__(self, "id", key_in_session(self.session_id, self.tool_call_id))
        object.__setattr__(self, "content_hash", self.content_hash or content_hash(self.text))

    @property
    def visibility(self) -> Visibility:
        return Visibility(org=self.org, personal_to=self.owner)


def said_again(known: Message, again: Message) -> Message:
    """What was said stays said: the same again changes nothing, something else under the same id is refused.

    So is what a person says where an agent was first: nobody could tell any more whose word it is.
    """
    of_a_person = known.said_by is ActorKind.USER or again.said_by is not ActorKind.USER
    if (known.role, known.text) != (again.role, again.text) or not of_a_person:
        raise Conflict(
            "there is another message of this id in the session",
            value=again.message_id,
            hint="give what is new an id of its own",
        )
    return known
