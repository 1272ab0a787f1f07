"""Writing something down, reading it, changing it, taking it away."""

import pytest

from tests.flows.faces import Face, Refused


def titles(page: dict[str, list[dict[str, str]]]) -> list[str]:
    return [item["title"] for item in page["items"]]


def test_a_note_is_read_back_as_it_was_written(face: Face) -> None:
    text = "Refunds over 100 need two approvals.\n\n→ see «Geld» 💶"
    made = face.do("entries.add", "Refunds", text, tags=["money", "policy"], type="decision")
    read = face.do("entries.show", made["id"])
    assert read == made
    assert (read["title"], read["content"], read["type"]) == ("Refunds", text, "decision")
    assert (read["tags"], read["contributor"], read["version"]) == (["money", "policy"], "local", 1)


def test_an_edit_changes_what_it_names_and_nothing_else(face: Face) -> None:
    made = face.do("entries.add", "Refunds", "two approvals", tags=["money"])
    edited = face.do("entries.edit", made["id"], content="three approvals")
    assert (edited["content"], edited["title"], edited["tags"]) == ("three approvals", "Refunds", ["money"])
    assert (edited["id"], edited["version"]) == (made["id"], 2)


def test_an_edit_of_a_version_that_is_gone_is_a_conflict(face: Face) -> None:
    made = face.do("entries.add", "Refunds", "two approvals")
    face.do("entries.edit", made["id"], content="three approvals")
    with pytest.raises(Refused) as refused:
        face.do("entries.edit", made["id"], content="four approvals", expected=1)
    assert refused.value.code == "conflict"
    assert face.do("entries.show", made["id"])["content"] == "three approvals"


def test_a_deleted_note_is_gone_from_every_read(face: Face) -> None:
    made = face.do("entries.add", "Refunds", "two approvals")
    face.do("entries.delete", made["id"])
    with pytest.raises(Refused) as refused:
        face.do("entries.show", made["id"])
    assert refused.value.code == "not_found"
    assert face.do("entries.list")["items"] == []


def test_a_list_is_narrowed_by_type_tag_and_project(face: Face) -> None:
    face.do("projects.create", "pay")
    face.do("entries.add", "one", "1", type="howto")
    face.do("entries.add", "two", "2", tags=["money"])
    face.do("entries.add", "three", "3", project="pay", tags=["money"])
    assert titles(face.do("entries.list")) == ["three", "two", "one"]
    assert titles(face.do("entries.list", type="howto")) == ["one"]
    assert titles(face.do("entries.list", tag="money")) == ["three", "two"]
    assert titles(face.do("entries.list", status="failed")) == []
    assert titles(face.do("entries.list", project="pay")) == ["three", "two", "one"], "a project, and the whole org's"


def test_pages_lead_through_all_rows_once_while_others_are_written(face: Face) -> None:
    made = [face.do("entries.add", f"note {number}", "x")["id"] for number in range(5)]
    seen: list[str] = []
    cursor = None
    while True:
        page = face.do("entries.list", limit=2, cursor=cursor)
        seen += [item["id"] for item in page["items"]]
        cursor = page["next"]
        if cursor is None:
            break
        face.do("entries.add", "later", "newer than every page to come")
    assert seen == made[::-1]


def test_the_beginning_of_an_id_is_enough_while_it_is_unique(face: Face) -> None:
    ids = [face.do("entries.add", f"note {number}", "x")["id"] for number in range(17)]
    first = next(id[0] for id in ids if sum(other[0] == id[0] for other in ids) > 1)
    assert face.do("entries.show", ids[0][:12])["id"] == ids[0]
    with pytest.raises(Refused) as refused:
        face.do("entries.show", first)
    assert refused.value.code == "ambiguous_id"


def test_projects_groups_and_keys_too_are_named_by_a_unique_beginning(face: Face) -> None:
    face.do("projects.create", "payments")
    face.do("projects.create", "payroll")
    assert face.do("projects.restrict", "payr")["id"] == "payroll"
    with pytest.raises(Refused) as refused:
        face.do("projects.restrict", "pay")
    assert refused.value.code == "ambiguous_id"
    key = face.do("keys.create")
    assert face.do("keys.revoke", key["id"][:8])["id"] == key["id"]


def test_a_deleted_note_can_still_be_erased_and_an_erased_one_cannot(face: Face) -> None:
    made = face.do("entries.add", "Refunds", "two approvals")
    face.do("entries.delete", made["id"])
    assert face.do("erase.entry", made["id"][:8])["counts"] == {"entries": 1}
    with pytest.raises(Refused) as refused:
        face.do("erase.entry", made["id"])
    assert refused.value.code == "not_found"
