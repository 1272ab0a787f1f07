"""Finding what was written down."""

import pytest

from tests.flows.faces import Face, Refused


def places(result: dict[str, list[dict[str, str]]]) -> list[str]:
    return [hit["place"] for hit in result["hits"]]


def test_what_was_written_is_found_by_the_next_search_with_its_place(face: Face) -> None:
    made = face.do("entries.add", "Handbook", "# Refunds\n\nRefunds over 100 need two approvals.")
    face.do("entries.add", "Parking", "Cars park in the yard.")
    result = face.do("search", "how many approvals does a refund need")
    first = result["hits"][0]
    assert (first["place"], first["citation"]["entry"]) == ("Handbook#Refunds", made["id"])
    cited = first["citation"]["locator"]
    assert made["content"][cited["char_start"] : cited["char_end"]] == first["text"]


def test_what_was_changed_or_deleted_is_not_found_any_more(face: Face) -> None:
    made = face.do("entries.add", "Handbook", "Refunds need two approvals.")
    face.do("entries.edit", made["id"], content="Refunds need a signature.")
    assert face.do("search", "approvals", recipe="fast")["hits"] == []
    assert places(face.do("search", "signature", recipe="fast")) == ["Handbook#0-25"]
    face.do("entries.delete", made["id"])
    assert face.do("search", "signature", recipe="fast")["hits"] == []


def test_filters_narrow_a_search(face: Face) -> None:
    face.do("projects.create", "pay")
    face.do("entries.add", "one", "refunds", tags=["money"], type="decision")
    face.do("entries.add", "two", "refunds", project="pay")
    assert len(face.do("search", "refunds")["hits"]) == 2
    assert places(face.do("search", "refunds", tags=["money"])) == ["one#0-7"]
    assert places(face.do("search", "refunds", types=["decision"])) == ["one#0-7"]
    assert face.do("search", "refunds", tags=["nothing"])["cause"] == "all_filtered"
    assert len(face.do("search", "refunds", project="pay")["hits"]) == 2, "a project, and the whole org's"


def test_a_colleague_outside_the_audience_finds_nothing_and_no_hint(face: Face) -> None:
    face.do("groups.create", "finance")
    key = face.do("keys.create", actor="eve", kind="user")["key"]
    face.elevated().do("entries.add", "Salaries", "The salaries of the year.", audience=["finance"])
    result = face.with_key(key).do("search", "salaries")
    assert (result["hits"], result["passages"], result["cause"]) == ([], 0, "nothing_ingested")


def test_an_empty_query_is_refused_with_a_code(face: Face) -> None:
    with pytest.raises(Refused) as refused:
        face.do("search", "   ")
    assert refused.value.code == "invalid_value"


def test_searching_goes_on_after_the_embedder_was_changed(face: Face) -> None:
    face.do("entries.add", "Handbook", "Refunds need two approvals.")
    assert places(face.do("search", "refunds")) == ["Handbook#0-27"]
    face.do("reembed", embedder="hash")
    face.do("reindex")
    assert places(face.do("search", "refunds")) == ["Handbook#0-27"]


def test_an_expected_entry_is_looked_for_by_its_passages(face: Face) -> None:
    found = face.do("entries.add", "Handbook", "Refunds need two approvals.")
    other = face.do("entries.add", "Parking", "Cars park in the yard.")
    asked = face.do("search", "refunds", recipe="fast", expect=found["id"])
    assert asked["explanation"]["expected"] is None
    asked = face.do("search", "refunds", recipe="fast", expect=other["id"][:8])
    assert "none of the query's words" in asked["explanation"]["expected"]["reason"]
