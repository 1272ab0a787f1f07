"""An export of tickets is known by the names in its first issue, in whatever order they come."""

import json
from typing import Any

import pytest

from wherefrom.text.issues import are_issues

GITHUB: dict[str, Any] = {
    "body": "long " * 2_000,
    "user": {"login": "ada"},
    "number": 7,
    "title": "t",
    "updated_at": "z",
}
FIELDS: dict[str, Any] = {"customfield_1": {"deep": [{"summary": "no"}]}, "text": "y" * 9_000, "summary": "s"}
JIRA: dict[str, Any] = {"key": "PAY-7", "fields": FIELDS}
TURNED: dict[str, Any] = {"fields": FIELDS, "key": "PAY-7"}


@pytest.mark.parametrize(
    "told", [GITHUB, [GITHUB], [[GITHUB], []], {"items": [GITHUB]}, JIRA, [TURNED], {"total": 1, "issues": [TURNED]}]
)
def test_issues_alone_in_lists_in_lists_of_pages_and_in_pages(told: Any) -> None:
    assert are_issues(json.dumps(told))
    assert are_issues(json.dumps(told, indent=2) + "\n" + json.dumps(told))


@pytest.mark.parametrize(
    "told",
    [
        {},
        [],
        [1, "number", "title", "comments"],
        {"number": 1, "title": "a chapter"},
        {"chapters": [GITHUB]},
        [{"name": "first"}, GITHUB],
        {"number": 1, "inner": {"title": 1, "comments": 2}},
        {"key": "a", "fields": {"inner": {"summary": 1}}},
        {"issues": []},
        "number title comments",
    ],
)
def test_other_json_is_none(told: Any) -> None:
    assert not are_issues(json.dumps(told))


@pytest.mark.parametrize("piece", ['"', "[", '{"a":', "\\", '"\\"', "}", "{"])
def test_whatever_is_no_json_is_looked_at_once(piece: str) -> None:
    assert not are_issues(piece * 300_000)
