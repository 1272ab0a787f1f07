"""One mistake has one code, whatever face it is made through."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.flows.faces import Face, Refused

MISTAKES: dict[str, tuple[str, Callable[[Face], Any]]] = {
    "a blank title": ("invalid_value", lambda face: face.do("entries.add", " ", "text")),
    "a title too long": ("invalid_value", lambda face: face.do("entries.add", "x" * 501, "text")),
    "an unknown role": ("invalid_value", lambda face: face.do("members.set", "bob", role="king")),
    "an unknown status": ("invalid_value", lambda face: face.do("entries.list", status="lost")),
    "a page too large": ("invalid_value", lambda face: face.do("entries.list", limit=100_000)),
    "an empty page": ("invalid_value", lambda face: face.do("entries.list", limit=0)),
    "no cursor at all": ("bad_cursor", lambda face: face.do("entries.list", cursor="xyz")),
    "an empty id": ("not_found", lambda face: face.do("entries.show", "")),
    "an id that never was": ("not_found", lambda face: face.do("entries.show", "f" * 32)),
    "a wildcard for an id": ("not_found", lambda face: face.do("entries.show", "%")),
    "a project that is not there": ("invalid_value", lambda face: face.do("entries.add", "t", "x", project="nix")),
    "an audience that is not there": ("invalid_value", lambda face: face.do("entries.add", "t", "x", audience=["nix"])),
    "a member's group that is not there": ("not_found", lambda face: face.do("members.set", "bob", groups=["nix"])),
    "a bad project name": ("invalid_value", lambda face: face.do("projects.create", "No Spaces")),
    "a group called all": ("invalid_value", lambda face: face.do("groups.create", "all")),
    "the local owner removed": ("conflict", lambda face: face.do("members.remove", "local")),
    "an org that exists": ("conflict", lambda face: face.do("orgs.create", "default")),
    "a key that lives no time": ("invalid_value", lambda face: face.do("keys.create", expires_in_days=-1)),
    "a key that is not there": ("not_found", lambda face: face.do("keys.revoke", "0000")),
    "an export of no project": ("not_found", lambda face: face.export(project="nix")),
    "an import of something else": ("invalid_value", lambda face: face.import_(["hello"])),
}


def test_every_mistake_has_its_code_and_says_what_to_do(face: Face) -> None:
    """One store for all of them: a mistake leaves nothing behind for the next to trip over."""
    face.do("entries.list")
    told = {mistake: refusal(face, make) for mistake, (_, make) in MISTAKES.items()}
    codes = {mistake: each["code"] for mistake, each in told.items()}
    assert codes == {mistake: code for mistake, (code, _) in MISTAKES.items()}
    assert all(each["hint"] for each in told.values())


def refusal(face: Face, make: Callable[[Face], Any]) -> dict[str, Any]:
    with pytest.raises(Refused) as refused:
        make(face)
    return refused.value.told
