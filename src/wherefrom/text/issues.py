"""Whether JSON is an export of tickets, by the names in its first issue: GitHub and Jira write them in any order."""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["LOOKED_AT", "are_issues"]

LOOKED_AT = 1_000_000
"""Characters; a description or a field of somebody's own may come before the names that tell."""

_WRAPPERS = frozenset({"issues", "items"})
_GITHUB = frozenset({"number", "title"})
_GITHUB_ALSO = frozenset({"comments", "pull_request", "updated_at", "updatedAt"})
_JIRA = frozenset({"key", "fields.summary"})
_TOKEN = re.compile(r'"(?P<word>(?>[^"\\]*(?:\\.[^"\\]*)*))(?P<end>"\s*+(?P<colon>:)?)?|[{}\[\]]', re.DOTALL)
_DEEPEST = 4
"""The fields of an issue in a list of a page; what lies deeper is only counted."""


class _Open(NamedTuple):
    """An object or a list that has not ended; `key` is its name in the one around it."""

    is_object: bool
    key: str
    names: set[str]


def are_issues(text: str) -> bool:
    """Looks no further than the first object that could be an issue, and no deeper than its fields."""
    around: list[_Open] = []
    key, deeper = "", 0
    for token in _TOKEN.finditer(text, 0, min(len(text), LOOKED_AT)):
        sign = token[0]
        if deeper or (sign in "{[" and len(around) == _DEEPEST):
            deeper += (sign in "{[") - (sign in "}]")
        elif sign in "{[":
            around.append(_Open(sign == "{", key, set()))
            key = ""
        elif sign in "}]":
            if not around or _is_place_of_issue(around):
                return False  # had it been one, its names would have told
            around.pop()
        elif token["colon"] and around:
            key = token["word"]
            if _is_issue_with(key, around):
                return True
        else:
            key = ""
    return False


def _is_issue_with(key: str, around: list[_Open]) -> bool:
    inner = around[-1]
    inner.names.add(key)
    if inner.key == "fields" and key == "summary" and _is_place_of_issue(around[:-1]):
        issue = around[-2].names
        issue.add("fields.summary")
        return issue >= _JIRA
    if not _is_place_of_issue(around):
        return False
    return inner.names >= _JIRA or (inner.names >= _GITHUB and bool(inner.names & _GITHUB_ALSO))


def _is_place_of_issue(around: list[_Open]) -> bool:
    """An object that stands alone, in a list, in a list of lists, or in the list of a page of them."""
    if not around or not around[-1].is_object:
        return False
    above = around[:-1]
    if not any(each.is_object for each in above):
        return len(above) <= 2 and not (not above and around[-1].names & _WRAPPERS)
    return len(above) == 2 and above[0].is_object and above[1].key in _WRAPPERS
