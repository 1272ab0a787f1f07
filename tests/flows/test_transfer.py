"""Export, import, erase."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from tests.flows.faces import FACES, Face, Refused


def rows(lines: Iterable[str]) -> list[Any]:
    """What was exported, less what each store has of its own: the header, its trail, and whoever holds it."""
    items = [json.loads(line) for line in lines][1:]
    return [each for each in items if each["kind"] != "audit" and each["item"]["id"] != "local"]


def furnish(face: Face) -> list[str]:
    face.do("groups.create", "finance")
    face.do("projects.create", "pay", restricted=True)
    face.do("members.set", "alice", groups=["finance"], projects=["pay"])
    face.do("entries.add", "Diary", "mine", is_personal=True)
    everything = face.elevated()
    return [
        face.do("entries.add", "Refunds", "Two approvals.\n\nOne is not enough.", tags=["money"])["id"],
        everything.do("entries.add", "Salaries", "Bänder → 💶", audience=["finance"], project="pay")["id"],
    ]


@pytest.mark.postgres
@pytest.mark.parametrize("kind", FACES)
def test_a_store_moves_to_the_other_database_and_back_with_the_same_rows(
    kind: str, tmp_path: Path, postgres_url: str
) -> None:
    home, away, back = (FACES[kind](store) for store in (str(tmp_path / "a.db"), postgres_url, str(tmp_path / "b.db")))
    furnish(home)
    exported = home.elevated().export()
    assert away.import_(exported)["conflicting"] == 0
    there = away.elevated().export()
    assert rows(there) == rows(exported)
    assert back.import_(there)["conflicting"] == 0
    assert rows(back.elevated().export()) == rows(exported)


def test_importing_twice_adds_nothing(face: Face) -> None:
    furnish(face)
    exported = face.elevated().export()
    told = face.import_(exported)
    assert (told["added"], told["conflicting"]) == (0, 0)


def test_what_differs_is_reported_and_what_is_here_stays(face: Face) -> None:
    refunds, _ = furnish(face)
    exported = face.elevated().export()
    face.do("entries.edit", refunds, content="three approvals")
    told = face.import_(exported)
    assert f"entry {refunds}" in told["conflicts"]
    assert face.do("entries.show", refunds)["content"] == "three approvals"


def test_an_export_without_elevation_holds_what_its_maker_may_see(face: Face) -> None:
    furnish(face)
    admin = face.with_key(face.do("keys.create", role="admin", actor="ada", kind="user")["key"])
    titles = [row["item"]["title"] for row in rows(admin.export()) if row["kind"] == "entry"]
    assert titles == ["Refunds"]


def test_one_project_is_exported_alone(face: Face) -> None:
    furnish(face)
    exported = rows(face.elevated().export(project="pay"))
    assert [row["item"]["title"] for row in exported if row["kind"] == "entry"] == ["Salaries"]
    assert [row["item"]["id"] for row in exported if row["kind"] == "project"] == ["pay"]
    assert "member" not in {row["kind"] for row in exported}


def test_an_erased_note_is_gone_and_the_trail_says_who_did_it(face: Face) -> None:
    refunds, salaries = furnish(face)
    assert face.do("erase.entry", refunds[:10])["id"] == refunds
    with pytest.raises(Refused) as refused:
        face.do("entries.show", refunds)
    assert refused.value.code == "not_found"
    assert face.elevated().do("entries.show", salaries)["title"] == "Salaries"
    trail = face.do("audit.list", action="knowledge.erase")["items"]
    assert [(entry["actor_id"], entry["target_id"]) for entry in trail] == [("local", refunds)]
    assert "One is not enough" not in "\n".join(face.elevated().export())


@pytest.mark.parametrize("kind", FACES)
def test_an_erased_persons_words_are_in_no_file(kind: str, tmp_path: Path) -> None:
    face = FACES[kind](str(tmp_path / "store.db"))
    alice = face.with_key(face.do("keys.create", actor="alice", kind="user")["key"])
    alice.do("entries.add", "Diary", "unforgettable words", is_personal=True)
    alice.do("entries.add", "Notes", "unforgettable too")
    assert face.do("erase.person", "alice")["counts"]["entries"] == 2
    held = [path.name for path in tmp_path.iterdir() if b"unforgettable" in path.read_bytes()]
    assert held == []


def test_an_import_does_not_bring_back_what_was_deleted_here(face: Face) -> None:
    kept, gone, erased = (face.do("entries.add", title, f"about {title}")["id"] for title in ("one", "two", "three"))
    lines = face.export()
    face.do("entries.delete", gone)
    face.do("erase.entry", erased)
    told = face.import_(lines)
    assert sorted(told["conflicts"]) == sorted([f"entry {gone}", f"entry {erased}"])
    assert [item["id"] for item in face.do("entries.list")["items"]] == [kept]
