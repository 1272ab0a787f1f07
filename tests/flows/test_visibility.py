"""Who sees what: audiences, restricted projects, personal notes, elevation."""

from typing import Any

import pytest

from tests.flows.faces import Face, Refused


def person(face: Face, name: str, **member: Any) -> Face:
    """A member, through a key of their own."""
    face.do("members.set", name, kind="user", **member)
    return face.with_key(face.do("keys.create", actor=name, role=member.get("role", "member"))["key"])


def refusal(face: Face, verb: str, *arguments: str, **options: Any) -> dict[str, Any]:
    with pytest.raises(Refused) as refused:
        face.do(verb, *arguments, **options)
    return refused.value.told


def test_what_is_for_a_group_is_seen_by_the_group(face: Face) -> None:
    face.do("groups.create", "finance")
    fatima, bob = person(face, "fatima", groups=["finance"]), person(face, "bob")
    made = fatima.do("entries.add", "Salaries", "secret", audience=["finance"])
    assert fatima.do("entries.show", made["id"])["title"] == "Salaries"
    assert bob.do("entries.list")["items"] == []
    face.do("members.set", "bob", groups=["finance"])
    assert bob.do("entries.show", made["id"])["title"] == "Salaries"


def test_forbidden_and_missing_are_the_same_answer(face: Face) -> None:
    face.do("groups.create", "finance")
    fatima, bob = person(face, "fatima", groups=["finance"]), person(face, "bob")
    hidden = fatima.do("entries.add", "Salaries", "secret", audience=["finance"])["id"]
    missing = "0" * len(hidden)
    for verb, options in (("entries.show", {}), ("entries.edit", {"title": "x"}), ("entries.delete", {})):
        told = str(refusal(bob, verb, hidden, **options))
        assert told.replace(hidden, missing) == str(refusal(bob, verb, missing, **options))


def test_a_restricted_project_is_for_its_members(face: Face) -> None:
    face.do("projects.create", "deal", restricted=True)
    alice, bob = person(face, "alice", projects=["deal"]), person(face, "bob")
    made = alice.do("entries.add", "Terms", "secret", project="deal")
    assert [each["id"] for each in bob.do("projects.list")["items"]] == []
    assert refusal(bob, "entries.show", made["id"])["code"] == "not_found"
    face.do("projects.open", "deal")
    assert bob.do("entries.show", made["id"])["title"] == "Terms"


def test_a_personal_note_is_its_writers_and_an_admins_only_by_explicit_choice(face: Face) -> None:
    alice = person(face, "alice")
    admin = person(face, "ada", role="admin")
    made = alice.do("entries.add", "Diary", "mine", is_personal=True)
    assert alice.do("entries.show", made["id"])["title"] == "Diary"
    assert alice.do("entries.list")["items"] == [], "lists leave personal notes out unless asked"
    assert len(alice.do("entries.list", personal=True)["items"]) == 1
    assert refusal(admin, "entries.show", made["id"])["code"] == "not_found"
    assert admin.elevated().do("entries.show", made["id"])["title"] == "Diary"
    trail = face.do("audit.list", action="org.elevate")["items"]
    assert [(entry["actor_id"], entry["elevated"]) for entry in trail] == [("ada", True)]


def test_a_member_may_not_administer_what_they_can_see(face: Face) -> None:
    bob = person(face, "bob")
    made = face.do("entries.add", "Refunds", "two approvals")
    for verb, arguments in (
        ("entries.delete", [made["id"]]),
        ("projects.create", ["mine"]),
        ("members.set", ["eve"]),
        ("keys.create", []),
        ("audit.list", []),
    ):
        assert refusal(bob, verb, *arguments)["code"] == "access_denied", verb
    assert refusal(bob.elevated(), "entries.list")["code"] == "access_denied"


def test_a_project_with_something_in_it_is_not_deleted(face: Face) -> None:
    face.do("projects.create", "pay")
    face.do("entries.add", "Terms", "x", project="pay")
    assert refusal(face, "projects.delete", "pay")["code"] == "conflict"


def test_an_agent_scope_binds_agents_and_not_people(face: Face) -> None:
    made = face.do("entries.add", "Build", "only for the build agent", agent_scope=["agent:build"])
    build = face.with_key(face.do("keys.create", actor="agent:build")["key"])
    other = face.with_key(face.do("keys.create", actor="agent:other")["key"])
    assert build.do("entries.show", made["id"])["title"] == "Build"
    assert refusal(other, "entries.show", made["id"])["code"] == "not_found"
    assert person(face, "bob").do("entries.show", made["id"])["title"] == "Build"


def test_nobody_writes_what_they_could_not_read_back(face: Face) -> None:
    face.do("groups.create", "finance")
    face.do("projects.create", "deal", restricted=True)
    bob = person(face, "bob")
    made = bob.do("entries.add", "Refunds", "two approvals")
    assert refusal(bob, "entries.add", "t", "x", audience=["finance"])["code"] == "invalid_value"
    assert refusal(bob, "entries.edit", made["id"], audience=["finance"])["code"] == "invalid_value"
    hidden = str(refusal(bob, "entries.add", "t", "x", project="deal"))
    assert hidden.replace("deal", "nope") == str(refusal(bob, "entries.add", "t", "x", project="nope"))
    assert face.elevated().do("entries.add", "t", "x", audience=["finance"])["audience"] == ["finance"]


def test_who_is_in_a_restricted_project_is_told_to_those_who_may_enter_it(face: Face) -> None:
    face.do("projects.create", "merger", restricted=True)
    face.do("members.set", "fatima", projects=["merger"])
    key = face.do("keys.create", actor="eve", kind="user")["key"]
    told = {member["id"]: member["projects"] for member in face.with_key(key).do("members.list")["items"]}
    assert told["fatima"] == []
    seen = {member["id"]: member["projects"] for member in face.do("members.list")["items"]}
    assert (seen["fatima"], seen["local"]) == (["merger"], ["merger"]), "whoever makes it is its first member"


def test_whoever_holds_the_store_stays_its_owner(face: Face) -> None:
    with pytest.raises(Refused) as refused:
        face.do("members.set", "local", role="member")
    assert refused.value.code == "conflict"


def test_a_key_has_at_most_the_role_of_its_owner(face: Face) -> None:
    face.do("members.set", "bob")
    with pytest.raises(Refused) as refused:
        face.do("keys.create", actor="bob", role="admin")
    assert refused.value.code == "invalid_value"


def test_erasing_a_person_nobody_knows_is_not_found(face: Face) -> None:
    with pytest.raises(Refused) as refused:
        face.do("erase.person", "fatmia")
    assert refused.value.code == "not_found"
