"""Whose word evidence is. A person's word counts when a person brings it, or when it can be read where they gave it.

An assertion can be read nowhere: one that a person's own program brings counts, because that person answers for it. An
agent with a credential of its own may bring what it likes. What it says that somebody said is kept as evidence, marked
as unproven: it carries no more than an inference and verifies nothing.
"""

from __future__ import annotations

from dataclasses import replace

from wherefrom.core.actors import Actor, ActorKind
from wherefrom.core.evidence import EvidenceKind, EvidenceRef, unmarked
from wherefrom.core.messages import Message, MessageRole
from wherefrom.errors import InvalidValue

__all__ = ["is_a_persons_word", "weighed"]

_WORDS = frozenset({EvidenceKind.HUMAN_ASSERTION, EvidenceKind.USER_STATEMENT})


def weighed(ref: EvidenceRef, by: Actor, message: Message | None) -> EvidenceRef:
    """The evidence with the mark it deserves, whatever it says of itself; `message` is the one that it names.

    Only messages that `by` may read are found, so it is one of a session of theirs.
    """
    if ref.kind is EvidenceKind.USER_STATEMENT and message is not None and message.role is not MessageRole.USER:
        raise InvalidValue(
            "this message was not said by the user", value=message.message_id, hint="use from_message(…)"
        )
    unproven = ref.kind in _WORDS and not _counts(ref, by, message)
    ref = unmarked(ref)
    return ref if bool(ref.unproven) is unproven else replace(ref, unproven=unproven or None)


def _counts(ref: EvidenceRef, by: Actor, message: Message | None) -> bool:
    if ref.kind is EvidenceKind.USER_STATEMENT and message is not None and message.said_by is not None:
        return message.said_by is ActorKind.USER
    return by.kind is ActorKind.USER or (by.answered_for and ref.kind is EvidenceKind.HUMAN_ASSERTION)


def is_a_persons_word(ref: EvidenceRef) -> bool:
    """Of evidence that was weighed."""
    return ref.kind in _WORDS and not ref.unproven
