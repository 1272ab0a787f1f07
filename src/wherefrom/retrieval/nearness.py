"""How near in meaning something must be to a question before it is about the same thing, for each embedder.

Cosines of unrelated texts lie around 0 for one embedder and around 0.7 for another. So each is asked once what it says
of questions and statements that have nothing to do with one another; what is nearer than nearly all of those is
related.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wherefrom.ports.models import Embedder

__all__ = ["least_related"]

_DEVIATIONS = 3.0
_QUESTIONS = (
    "How long does bread dough have to rise?",
    "Which tax form does a sole trader file?",
    "What caused the volcano to erupt?",
    "How is a guitar tuned?",
    "When does the night train to Vienna leave?",
    "Which vaccine needs a second dose?",
    "How do I roll back a database migration?",
    "Who painted the ceiling of the chapel?",
    "What do honey bees eat in winter?",
    "How many players are on a rugby team?",
    "Which bolt holds the rear wheel?",
    "What is the penalty for breaking a lease?",
)
_STATEMENTS = (
    "The moons of Jupiter were first seen through a telescope.",
    "Wool shrinks when it is washed too hot.",
    "The queen sacrifices a rook to win the endgame.",
    "Concrete reaches most of its strength after four weeks.",
    "The orchestra rehearses in the old brewery.",
    "Salmon return to the river in which they were born.",
    "The password of the router is printed on its back.",
    "Her grandfather emigrated from Portugal.",
    "Shares of the airline fell after the strike.",
    "The parliament voted against the new budget.",
    "Tomatoes grow best in full sun.",
    "The elevator is inspected twice a year.",
)


def least_related(embedder: Embedder) -> float:
    """The cosine from which on a passage is related to a question."""
    cosines = embedder.embed(_QUESTIONS, role="query") @ embedder.embed(_STATEMENTS, role="passage").T
    return float(cosines.mean() + _DEVIATIONS * cosines.std())
