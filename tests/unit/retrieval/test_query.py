"""A question is checked before anything is asked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherefrom.core.search import DEFAULT_LIMIT, LARGEST_LIMIT, LONGEST_QUERY, ItemKind, Query
from wherefrom.errors import InvalidValue, UsageError


@pytest.mark.parametrize("nothing", ["", "   ", "\n\t", "\x00", "\x00 \x00"])
def test_an_empty_question_is_a_usage_error(nothing: str) -> None:
    with pytest.raises(InvalidValue, match="empty") as refused:
        Query.checked(nothing)
    assert refused.value.exit_code == 2


def test_documents_have_no_past() -> None:
    with pytest.raises(UsageError, match="past"):
        Query.checked("violin", kinds=["chunk"], as_of=1.0)
    assert Query.checked("violin", as_of=1.0).kinds == (ItemKind.CLAIM, ItemKind.PIECE)


@given(limit=st.integers())
def test_a_limit_is_clamped(limit: int) -> None:
    assert 1 <= Query.checked("violin", limit=limit).limit <= LARGEST_LIMIT
    assert Query.checked("violin").limit == DEFAULT_LIMIT


@given(text=st.text(max_size=3_000))
def test_whatever_is_asked_is_text_that_any_engine_can_take(text: str) -> None:
    query = Query.checked(f"?{text}")
    query.text.encode()
    assert "\x00" not in query.text
    assert 1 <= len(query.text) <= LONGEST_QUERY
    assert bool(query.notices) == (len(f"?{text}".replace("\x00", " ").strip()) > LONGEST_QUERY)


@pytest.mark.parametrize("field", ["project", "types", "tags", "kinds"])
@pytest.mark.parametrize("strange", ["\x00", "\ud800", "a\x00b"])
def test_a_filter_that_no_store_can_hold_is_refused(field: str, strange: str) -> None:
    with pytest.raises(InvalidValue):
        Query.checked("refunds", **{field: strange if field == "project" else [strange]})  # pyright: ignore


def test_one_name_alone_is_not_its_letters() -> None:
    assert Query.checked("violin", tags="red", types="note", kinds="claim").tags == ("red",)
