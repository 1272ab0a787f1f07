"""Why a file that a rule names may be missing for a good reason: it is made, taken away, or only an example."""

from __future__ import annotations

import re

__all__ = ["is_example", "is_made_or_gone", "without_code"]

_NEAR = 300
"""So many characters before and after a name are read."""
_CLAUSE = re.compile(r"[,;:—()]|\.(?=\s|$)|\b(?:then|but)\b")
_SPAN = re.compile(r"`[^`]*`")
_BETWEEN = re.compile(r"(?:\W|\b(?:and|or|nor|plus|the|a|an|also|both|as well as)\b)*\Z", re.IGNORECASE)
"""What may stand between the parts of a list: whatever was said of the first is said of the next."""
_MADE = (
    r"creat(?:e[sd]?|ing)|generat(?:e[sd]?|ing)|produc(?:e[sd]?|ing)|writ(?:es?|ing|ten)|outputs?|emit(?:s|ted)?|new|"
    r"temporary|ignored?|ignoring|gitignored?|remov(?:e[sd]?|ing)|delet(?:e[sd]?|ing)|renam(?:e[sd]?|ing)|optional(?:ly)?|"
    r"(?:not|never|don['’]t|no longer|without) (?:\w+ )?(?:commit|add|check in|create|use|have|exist)(?:ing|ted)?"
)
_TELLS = (
    r"updat(?:e[sd]?|ing)|edit|runs?|read|see|check|follow|mention|document|record|list|import|call|look|consult|"
    r"match|extend|modify|change|bump|register|keep|put"
)
_SAID_BEFORE = re.compile(rf"\b(?:(?P<made>{_MADE})|(?P<tells>{_TELLS}))\b", re.IGNORECASE)
_BY = re.compile(r"\b(?:by|with|from|using|via|through)\b(?!.*\b(?:in|to|into|at|as)\b)", re.IGNORECASE)
"""What something is made by, or from, has to be there."""
_ADDED = re.compile(
    r"\b(?:add|introduc)(?:e|s|es|ed|ing)?\s+(?:(?:a|an|the|new|another|any|your|more|files?|modules?|scripts?)\s+)*"
    r"(?:`[^`]*`(?:\s|,|and|or)+)*`?\Z",
    re.IGNORECASE,
)
"""Before what is added itself; that to which something is added has to be there."""
_MOVED = re.compile(r"\b(?:cop(?:y|ies)|moves?|renames?|link|symlink)\b.*\b(?:to|as|into)\s+\W*\Z", re.IGNORECASE)
_SAID_AFTER = re.compile(
    r"\W{0,3}(?:(?:which|that|files?|it|they|these|this)\s+)?(?:"
    r"(?:is|are|was|were|gets?|will be|has been|have been|must be|should be|may be|can be)\s+(?:\w+\s+){0,2}?"
    r"(?:(?:auto-?)?generated|created|written|ignored|gitignored|removed|deleted|renamed|optional|temporary|produced|"
    r"built|missing|absent|(?:not|never) (?:be )?(?:committed|there|needed))"
    r"|(?:auto-?generated|generated|optional|git-?ignored|ignored|temporary|created)\b"
    r"|no longer\b|does(?: not|n['’]t) exist|if (?:it|there|you have|present|any)|when present)",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(
    r"\b(?:e\.g|for example|for instance|such as|imagine|something like|no longer|if (?:it|there|you have))\b",
    re.IGNORECASE,
)


def without_code(prose: str) -> str:
    """As long as it was, with nothing in its code spans: their words say nothing of what becomes of things."""
    return _SPAN.sub(lambda span: f"`{' ' * (len(span[0]) - 2)}`", prose)


def is_example(said: str) -> bool:
    """Whether a rule only speaks of what could be; then also its commands need nothing to be there."""
    return _EXAMPLE.search(said) is not None


def is_made_or_gone(said: str, start: int, end: int) -> bool:
    """Whether the rule says of the name between these places that something makes it, or that it is to be gone."""
    if _SAID_AFTER.match(said, end, end + _NEAR):
        return True
    before = said[max(0, start - _NEAR) : start]
    if _ADDED.search(before):
        return True
    return _MOVED.search(_CLAUSE.split(before)[-1]) is not None or _made(before)


def _made(before: str) -> bool:
    for clause in reversed(_CLAUSE.split(before)):
        told = list(_SAID_BEFORE.finditer(clause))
        if told:
            return told[-1]["made"] is not None and _BY.search(clause, told[-1].end()) is None
        if not _BETWEEN.match(clause):
            return False
    return False
