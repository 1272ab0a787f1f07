"""Recalling: the search of claims, and what of its hits still counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from wherefrom.core.actors import Actor
from wherefrom.core.claims import RUN_SCOPE_LASTS, Claim, ClaimStatus, Curation, Scope
from wherefrom.core.search import LARGEST_LIMIT, ItemKind, Query
from wherefrom.ports.record import Record
from wherefrom.retrieval.search import Searcher

__all__ = ["recalled", "still_counts"]

_DEEPEST = 2_500
"""So far down is looked for what holds."""


def recalled(
    searcher: Searcher,
    record: Record,
    actor: Actor,
    question: str,
    *,
    scope: Scope | None,
    statuses: tuple[ClaimStatus, ...],
    project: str | None,
    limit: int,
    as_of: float | None,
    valid_at: float | None,
    now: float,
) -> Sequence[Claim]:
    """Nothing, where no claim has a word of the question and none is near to it in meaning.

    What is recalled holds: at the time asked for, else at the time as of which is asked, else now.
    """
    at = valid_at if valid_at is not None else now if as_of is None else as_of
    query = Query.checked(
        question,
        kinds=(ItemKind.CLAIM, ItemKind.PIECE),
        project=project,
        limit=limit,
        as_of=as_of,
        scope=scope,
        statuses=statuses,
        related=True,
    )
    held: list[Claim] = []
    # The search knows nothing of when a claim holds: any number of better hits may have to be left out. As of the past
    # it leaves out those of another status itself, so few hits do not mean that there are no more.
    for fetched in dict.fromkeys((limit, LARGEST_LIMIT, _DEEPEST)):
        hits = searcher.search(actor, replace(query, limit=fetched)).hits
        with record.read(actor) as unit:
            claims = unit.claims.get_many([hit.id for hit in hits])
        found = (claims[hit.id] for hit in hits if hit.id in claims)
        held = [claim for claim in found if still_counts(claim, now) and claim.holds_at(at)]
        if len(held) >= limit or (as_of is None and len(hits) < fetched):
            break
    return held[:limit]


def still_counts(claim: Claim, now: float) -> bool:
    """What was rejected never does; what held for one run, not for long."""
    expired = claim.is_of_a_run and claim.created_at < now - RUN_SCOPE_LASTS
    return claim.curation is not Curation.REJECTED and claim.erased_at is None and not expired
