"""What the searches are about, and who asks."""

from dataclasses import replace
from typing import Any

from wherefrom import Knowledge
from wherefrom.core.claims import Claim, ClaimStatus
from wherefrom.core.search import SearchResult
from wherefrom.testing import factories

HANDBOOK = """# Refunds

Refunds over 100 need two approvals, one of them by the finance lead.

# Holidays

Holidays are granted by the team lead two weeks ahead.

# Servers

The gateway listens on port 8443 and answers with PAY-4711 when a card is declined.
"""

SUBJECTS = (
    "harbour pilots board the tanker before the breakwater",
    "the oven reaches its heat after twenty minutes",
    "bees leave the hive when the lime trees flower",
    "a violin is tuned in fifths from the lowest string",
    "the glacier retreats by forty metres every year",
    "tickets for the night train are sold at the counter",
    "the orchard is pruned in the last week of winter",
    "an invoice without a number cannot be booked",
)


def fill(knowledge: Knowledge, size: int = 8) -> None:
    """Passages that differ by their number; every one is found by the word `numbered`."""
    parts = (f"# Part {number}\n\nNumbered {number}: {SUBJECTS[number % len(SUBJECTS)]}." for number in range(size))
    knowledge.entries.add("notes", "\n\n".join(parts))


def person(knowledge: Knowledge, id: str, **member: Any) -> Knowledge:
    knowledge.members.set(id, kind=member.pop("kind", "user"), **member)
    return knowledge.as_member(id)


def learn(knowledge: Knowledge, text: str, **changes: Any) -> Claim:
    """A claim, as the record keeps it."""
    with knowledge.record.write(knowledge.actor) as unit:
        saved = unit.claims.save(factories.claim(text, actor_id=knowledge.actor.id, **changes))
        unit.commit()
    return saved


def move(knowledge: Knowledge, claim: Claim, status: ClaimStatus, at: float) -> Claim:
    """A step in a claim's history."""
    with knowledge.record.write(knowledge.actor) as unit:
        before = unit.claims.get(claim.id)
        after = unit.claims.save(replace(before, claim_status=status))
        step = factories.claim_event(after, event="moved", before=before.claim_status, after=status, created_at=at)
        unit.claim_events.save_new([step])
        unit.commit()
    return after


def texts(result: SearchResult) -> list[str]:
    return [hit.text for hit in result.hits]


def timeless(result: SearchResult) -> SearchResult:
    """All of a result that does not depend on the clock."""
    return replace(result, milliseconds=0.0)
