"""Rules that people wrote for agents, as claims: what reading a repository's rules files found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from wherefrom.claims.rules.reading import Rule
from wherefrom.core.claims import Claim
from wherefrom.core.statements import statement_hash
from wherefrom.core.values import value

__all__ = ["RULE", "RulesReport", "Sorted", "StaleRule", "sorted_out"]

RULE = "rule"
"""The tag of every claim that was read from a rules file."""
_SAME_RULE = 0.6
_MOST_COMPARED = 200


@value
class StaleRule:
    """A rule that names something which is not there."""

    claim: str
    text: str
    place: str
    missing: tuple[str, ...]


@value
class RulesReport:
    """What became of the rules of a folder. `removed` stand in no file any more; the inbox tells which."""

    files: tuple[str, ...] = ()
    rules: int = 0
    learned: int = 0
    changed: int = 0
    removed: int = 0
    unchanged: int = 0
    stale: tuple[StaleRule, ...] = ()
    skipped: tuple[tuple[str, str], ...] = ()

    @property
    def summary(self) -> str:
        if not self.files:
            return "no rules files"
        told = f"{self.rules:,} rule{'s' if self.rules != 1 else ''}"
        if not self.stale:
            return f"{told}; all that they name is there"
        verb = "names" if len(self.stale) == 1 else "name"
        return f"{told}; {len(self.stale):,} {verb} files or commands that no longer exist"


class Sorted(NamedTuple):
    """The rules of a file beside the claims that were read from it before."""

    same: list[tuple[Rule, Claim]]
    changed: list[tuple[Rule, Claim]]
    new: list[Rule]
    gone: list[Claim]


def sorted_out(rules: Sequence[Rule], known: Iterable[Claim]) -> Sorted:
    """A rule with the same words is the same rule, wherever it stands; one with nearly the same words replaces it."""
    by_text: dict[str, list[Claim]] = {}
    for claim in known:
        by_text.setdefault(statement_hash(claim.text), []).append(claim)
    same: list[tuple[Rule, Claim]] = []
    fresh: list[Rule] = []
    for rule in rules:
        held = by_text.get(statement_hash(rule.text))
        if held:
            same.append((rule, held.pop(0)))
        else:
            fresh.append(rule)
    gone = [claim for held in by_text.values() for claim in held]
    changed = list(_paired(fresh, gone))
    for rule, claim in changed:
        fresh.remove(rule)
        gone.remove(claim)
    return Sorted(same, changed, fresh, gone)


def _paired(fresh: Sequence[Rule], gone: Sequence[Claim]) -> Iterable[tuple[Rule, Claim]]:
    """The closest first, each once."""
    close: list[tuple[float, int, int]] = []
    for left, rule in enumerate(fresh[:_MOST_COMPARED]):
        for right, claim in enumerate(gone[:_MOST_COMPARED]):
            matcher = SequenceMatcher(None, rule.text[:500], claim.text[:500], autojunk=False)
            if matcher.real_quick_ratio() >= _SAME_RULE and matcher.quick_ratio() >= _SAME_RULE:
                close.append((matcher.ratio(), left, right))
    taken: tuple[set[int], set[int]] = (set(), set())
    for ratio, left, right in sorted(close, key=lambda each: -each[0]):
        if ratio >= _SAME_RULE and left not in taken[0] and right not in taken[1]:
            taken[0].add(left)
            taken[1].add(right)
            yield fresh[left], gone[right]
