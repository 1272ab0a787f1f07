"""Ranking measures, as BEIR and trec_eval compute them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log2
from typing import NamedTuple

__all__ = ["Quality", "Speed", "measure", "ndcg"]

Ranking = Sequence[str]
Grades = Mapping[str, int]


class Quality(NamedTuple):
    """Means over the queries that have at least one relevant document."""

    ndcg_10: float
    recall_10: float
    recall_100: float
    mrr_10: float


def measure(rankings: Mapping[str, Ranking], grades: Mapping[str, Grades]) -> Quality:
    judged = [(rankings.get(query, ()), relevant) for query, relevant in grades.items() if any(relevant.values())]
    if not judged:
        return Quality(0.0, 0.0, 0.0, 0.0)
    rows = [_of_one(found, relevant) for found, relevant in judged]
    return Quality(*(sum(column) / len(rows) for column in zip(*rows, strict=True)))


def _of_one(found: Ranking, relevant: Grades) -> Quality:
    return Quality(
        ndcg(found, relevant),
        recall(found, relevant, 10),
        recall(found, relevant, 100),
        reciprocal_rank(found, relevant),
    )


def ndcg(found: Ranking, relevant: Grades, depth: int = 10) -> float:
    """Linear gains."""
    gained = sum(relevant.get(document, 0) / log2(place + 2) for place, document in enumerate(found[:depth]))
    best = sorted(relevant.values(), reverse=True)[:depth]
    possible = sum(grade / log2(place + 2) for place, grade in enumerate(best))
    return gained / possible if possible else 0.0


def recall(found: Ranking, relevant: Grades, depth: int) -> float:
    wanted = {document for document, grade in relevant.items() if grade > 0}
    return len(wanted.intersection(found[:depth])) / len(wanted)


def reciprocal_rank(found: Ranking, relevant: Grades, depth: int = 10) -> float:
    for place, document in enumerate(found[:depth]):
        if relevant.get(document, 0) > 0:
            return 1.0 / (place + 1)
    return 0.0


class Speed(NamedTuple):
    """Milliseconds a question; passages a second while indexing (vectors given); bytes of memory a passage."""

    p50: float
    p95: float
    indexed_a_second: float
    bytes_a_passage: float
