"""A file that says it is an export is content: it takes over no store, breaks none, and leads to no other file."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from wherefrom import Knowledge
from wherefrom.blobs.folder import FolderBlobs
from wherefrom.bootstrap import open_settings
from wherefrom.config import Settings
from wherefrom.core.actors import ActorKind, Role
from wherefrom.core.paging import EntryFilter
from wherefrom.core.pointers import from_human_assertion
from wherefrom.errors import AccessDenied, Conflict, InvalidValue, NotFound

LARGE = 10**30
MEMBER: dict[str, Any] = {
    "org": "x",
    "kind": "user",
    "role": "member",
    "title": "",
    "groups": [],
    "projects": [],
    "created_at": 1.0,
}


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    store = tmp_path_factory.mktemp("theirs") / "store.db"
    with open_settings(Settings(store=str(store), embedder="hash")) as theirs:
        theirs.members.set("ann")
        theirs.entries.add("Refunds", "Refunds need two approvals.")
        theirs.learn("Refunds need two approvals.", [from_human_assertion("ann", 1.0)])
        theirs.sources.add("folder", str(store.parent))
        return list(theirs.exporting.lines())


@pytest.fixture
def mine(store_url: str) -> Iterator[Knowledge]:
    with open_settings(Settings(store=store_url, embedder="hash")) as opened:
        opened.members.set("admin", role="admin")
        yield opened


def forged(lines: list[str], kind: str, **said: Any) -> list[str]:
    """The same export, with another word in the first item of a kind."""
    read = [json.loads(line) for line in lines]
    next(each for each in read if each.get("kind") == kind)["item"].update(said)
    return [json.dumps(each) for each in read]


def member(lines: list[str], **said: Any) -> list[str]:
    return [lines[0], json.dumps({"kind": "member", "item": MEMBER | said})]


def test_nobody_makes_themselves_owner_by_an_import(mine: Knowledge, lines: list[str]) -> None:
    for id in ("admin", "new"):
        with pytest.raises(AccessDenied, match="you must be owner"):
            mine.as_member("admin").importing.lines(member(lines, id=id, role="owner"))
    assert mine.members.get("admin").role is Role.ADMIN


@pytest.mark.parametrize("said", [{"role": "member"}, {"role": "owner", "kind": "agent"}])
def test_no_import_takes_the_store_from_whoever_holds_it(
    mine: Knowledge, lines: list[str], said: dict[str, str]
) -> None:
    with pytest.raises(Conflict, match="stays owner"):
        mine.importing.lines(member(lines, id="local", **said))
    assert (mine.members.get("local").role, mine.members.get("local").kind) == (Role.OWNER, ActorKind.USER)


@pytest.mark.parametrize(
    ("kind", "field"),
    [("source", "version"), ("entry", "chunker_version"), ("chunk", "position"), ("claim_event", "position")],
)
def test_a_number_that_no_column_keeps_is_told_by_its_line(
    mine: Knowledge, lines: list[str], kind: str, field: str
) -> None:
    with pytest.raises(InvalidValue, match=r"line \d+ .*a number of 31 digits"):
        mine.importing.lines(forged(lines, kind, **{field: LARGE}))
    with pytest.raises(InvalidValue, match="digits"):
        mine.importing.lines([lines[0], '{"kind": "source", "item": {"version": ' + "9" * 100_000 + "}}"])


@pytest.mark.parametrize(
    ("kind", "field"), [("member", "created_at"), ("source", "last_run_at"), ("entry", "updated_at")]
)
def test_a_time_that_cannot_be_told_is_refused(mine: Knowledge, lines: list[str], kind: str, field: str) -> None:
    with pytest.raises(InvalidValue, match=rf"line \d+: {field} is not a time"):
        mine.importing.lines(forged(lines, kind, **{field: 1e308}))


def test_a_member_with_a_name_that_nobody_could_ask_for_is_refused(mine: Knowledge, lines: list[str]) -> None:
    with pytest.raises(InvalidValue, match="line 2: not a valid member id"):
        mine.importing.lines(member(lines, id="../ann"))


@pytest.mark.parametrize("hash", ["/dev/zero", "../../../../etc/hostname", "", "A" * 64, "0" * 64 + "\n"])
def test_an_original_is_named_by_a_hash_and_leads_nowhere_else(tmp_path: Path, hash: str) -> None:
    with pytest.raises(NotFound):
        FolderBlobs(tmp_path).get("default", hash)


def test_an_entry_that_names_a_device_as_its_original_is_exported_without(mine: Knowledge, lines: list[str]) -> None:
    mine.importing.lines(forged(lines, "entry", blob="/dev/zero"))
    assert mine.entries.count(EntryFilter()) == 1
    assert not any('"kind": "original"' in line for line in mine.exporting.lines())
