"""How one claim stands to another."""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum

from wherefrom.core.access import Visibility
from wherefrom.core.ids import new_id
from wherefrom.core.values import value
from wherefrom.core.wellformed import as_choice
from wherefrom.errors import InvalidValue

__all__ = ["ClaimRelation", "Relation"]


class Relation(StrEnum):
    ENTAILS = "entails"
    SUPPORTS = "supports"
    CONTRADICTS = "contradicts"
    DUPLICATES = "duplicates"
    SUPERSEDES = "supersedes"


@value
class ClaimRelation:
    """A link between two claims; nothing is inferred over it. Seen by whoever may see both."""

    claim: str
    relation: Relation
    other: str
    id: str = field(default_factory=new_id)
    org: str = ""
    seen_by: Visibility = Visibility(org="")
    actor_id: str | None = None
    created_at: float = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "relation", as_choice(Relation, self.relation, "relation"))
        if self.claim == self.other:
            raise InvalidValue("a claim has no relation to itself", value=self.claim, hint="name another claim")

    @property
    def visibility(self) -> Visibility:
        return self.seen_by
