"""What was recalled is not seen again: a claim must not become evidence of itself.

Without this rule a hook that learns from messages would take a recalled claim for an observation, and each time it is
recalled it would stand on one piece of evidence more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wherefrom.agents.messages import BranchMessage, Said
from wherefrom.core.claims import Claim
from wherefrom.core.evidence import EvidenceKind, EvidenceRef
from wherefrom.core.messages import MessageRole
from wherefrom.core.recalls import refuse_recalled
from wherefrom.core.statements import statement_hash
from wherefrom.text.sentences import sentences

__all__ = ["Recollection"]


class Recollection:
    """What of a session's messages and results came out of the store, and which claims did."""

    def __init__(self) -> None:
        self._statements: set[str] = set()
        self._messages: set[str] = set()
        self._spoken: set[str] = set()
        self._calls: set[str] = set()

    def claims(self, recalled: Iterable[Claim]) -> None:
        self._statements.update(statement_hash(claim.text) for claim in recalled)

    def passages(self, recalled: Iterable[str]) -> None:
        """Each sentence of a document that was shown is as good as a claim: repeating it is no finding."""
        for text in recalled:
            self._statements.update(statement_hash(each.text) for each in sentences(text))

    def message(self, message: BranchMessage) -> None:
        if not isinstance(message, Said):
            recalled = [result.tool_call_id for result in message.content.results if result.recalled]
            self._calls.update(recalled)
            if recalled:
                self._messages.add(message.id)
        elif message.recalled:
            self._messages.add(message.id)
        elif message.role is MessageRole.ASSISTANT:
            self._spoken.add(message.id)

    def fresh(self, text: str, evidence: Sequence[EvidenceRef]) -> tuple[EvidenceRef, ...]:
        """The evidence that was not recalled; InvalidValue if there was some and none of it is left."""
        repeated = statement_hash(text) in self._statements
        left = tuple(ref for ref in evidence if not self._is_recalled(ref, repeated=repeated))
        if evidence and not left:
            refuse_recalled(text)
        return left

    def seen(self, evidence: Iterable[EvidenceRef]) -> list[EvidenceRef]:
        """What of this was not recalled."""
        return [ref for ref in evidence if not self._is_recalled(ref, repeated=False)]

    def _is_recalled(self, ref: EvidenceRef, *, repeated: bool) -> bool:
        if ref.kind is EvidenceKind.TOOL_RESULT:
            return ref.tool_call_id in self._calls
        if ref.message_id in self._messages:
            return True
        # A model that repeats what it was just told has not found it out.
        return repeated and ref.message_id in self._spoken
