"""Ids, hashes, time, keys, budgets, cursors and well-formed values."""

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherefrom.core import ids, keys
from wherefrom.core.actors import Actor, Role
from wherefrom.core.budget import pack
from wherefrom.core.clock import as_timestamp, shown
from wherefrom.core.paging import Cursor, EntryFilter, NodeFilter, as_page_size
from wherefrom.core.wellformed import as_json, as_text, is_text
from wherefrom.errors import AccessDenied, BadCursor, InvalidValue, Unauthenticated


@given(st.lists(st.text()), st.lists(st.text()))
def test_parts_of_a_keyed_hash_cannot_run_into_each_other(one: list[str], other: list[str]) -> None:
    assert (ids.keyed_hash("secret", *one) == ids.keyed_hash("secret", *other)) == (one == other)


def test_a_keyed_hash_needs_its_secret_and_a_chunk_keeps_its_id() -> None:
    assert ids.keyed_hash("a", "x") != ids.keyed_hash("b", "x")
    assert ids.chunk_id("s", "entry", "hash", 0) == ids.chunk_id("s", "entry", "hash", 0)
    assert len({ids.chunk_id("s", "entry", "hash", number) for number in range(3)}) == 3


def test_fresh_ids_and_secrets_are_hex_and_never_the_same() -> None:
    assert len({ids.new_id() for _ in range(100)}) == 100
    assert (len(ids.new_id()), len(ids.new_secret())) == (32, 64)
    int(ids.new_id() + ids.new_secret(), 16)


@pytest.mark.parametrize("name", ["", "-a", "a-", "A", "a b", "a/b", "ä", "a" * 64, "a\n", "..", "."])
def test_names_that_are_no_slug_are_refused(name: str) -> None:
    with pytest.raises(InvalidValue):
        ids.as_slug(name, "org")


@pytest.mark.parametrize("name", ["a", "0", "a-b", "a.b_c", "a" * 63])
def test_names_that_are_slugs_are_kept(name: str) -> None:
    assert ids.as_slug(name, "org") == name


@pytest.mark.parametrize("name", ["", "a b", "a/b", "a\\b", "a\nb", "a\0", "x" * 201])
def test_ids_that_cannot_be_named_are_refused(name: str) -> None:
    with pytest.raises(InvalidValue):
        ids.as_id(name, "actor")


@given(st.datetimes(timezones=st.sampled_from([UTC, timezone(timedelta(hours=5, minutes=30))])))
def test_an_aware_time_is_the_same_as_text_and_as_seconds(moment: datetime) -> None:
    assert as_timestamp(moment) == as_timestamp(moment.isoformat()) == as_timestamp(moment.timestamp())


@pytest.mark.parametrize(
    "time",
    [datetime(2026, 5, 20), "2026-05-20", "soon", float("nan"), float("-inf"), 10**400, 1e15, None, True, [1]],  # noqa: DTZ001
    ids=lambda time: repr(time)[:20],
)
def test_what_is_no_time_is_refused(time: Any) -> None:
    with pytest.raises(InvalidValue):
        as_timestamp(time)


def test_a_time_is_shown_in_utc() -> None:
    assert shown(as_timestamp("2026-05-20T10:00:00+02:00")) == "2026-05-20T08:00:00Z"


def test_a_key_is_its_id_and_a_secret_of_which_only_the_hash_is_kept() -> None:
    fresh = keys.fresh_key()
    id, secret = keys.parsed(f" {fresh.key}\n")
    assert (id, keys.hashed(secret)) == (fresh.id, fresh.hashed)
    assert secret not in fresh.hashed
    assert len(bytes.fromhex(secret)) * 8 == 256


@pytest.mark.parametrize("key", ["", "wf_", "sk-secret-of-somebody", "wf_1_2", f"wf_{'0' * 16}_{'G' * 64}"])
def test_what_is_no_key_is_refused_without_repeating_it(key: str) -> None:
    with pytest.raises(Unauthenticated) as told:
        keys.parsed(key)
    assert len(key) < 4 or key not in str(told.value.as_dict())


@given(st.lists(st.integers(0, 50)), st.integers(0, 200))
def test_a_budget_is_never_exceeded_and_nothing_disappears(prices: list[int], budget: int) -> None:
    packed = pack(list(enumerate(prices)), budget, lambda item: item[1])
    assert packed.cost == sum(price for _, price in packed.taken) <= budget
    assert sorted([*packed.taken, *packed.left]) == list(enumerate(prices))
    assert list(packed.taken) == sorted(packed.taken)
    free = budget - packed.cost
    assert all(price > free for _, price in packed.left)


def test_a_negative_budget_is_refused() -> None:
    with pytest.raises(InvalidValue):
        pack([1], -1, lambda _: 1)


@given(st.floats(-2e11, 2e11), st.text("abc:🦩é", min_size=1), st.booleans())
def test_a_cursor_leads_on_in_its_own_query_only(created_at: float, id: str, newest_first: bool) -> None:
    where = EntryFilter(tag="x", newest_first=newest_first)
    written = Cursor(created_at, id).written(where)
    assert Cursor.read(written, where) == (created_at, id)
    for other in (EntryFilter(tag="y"), NodeFilter(), EntryFilter(tag="x", newest_first=not newest_first)):
        with pytest.raises(BadCursor):
            Cursor.read(written, other)


@given(st.text() | st.text("ABCxyz019-_="))
def test_any_other_text_is_no_cursor(text: str) -> None:
    with pytest.raises(BadCursor):
        Cursor.read(text, NodeFilter())


@pytest.mark.parametrize("size", [0, -1, 1001])
def test_a_page_holds_one_to_a_thousand(size: int) -> None:
    with pytest.raises(InvalidValue):
        as_page_size(size)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text("aé🦩"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab"), inner, max_size=3),
)


@given(JSON)
def test_json_is_kept_as_it_is(value: Any) -> None:
    assert as_json(value, "field") == value


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "a\0", ["\ud800"], {1: 2}, {"a": b""}, object(), {"s"}])
def test_what_json_cannot_say_is_refused(value: Any) -> None:
    with pytest.raises(InvalidValue):
        as_json({"x": [value]}, "field")


@given(st.text(st.characters(codec="utf-8", exclude_characters="\0")))
def test_real_text_is_kept_as_it_is(text: str) -> None:
    assert as_text(text, "field") == text
    assert is_text(text)


@pytest.mark.parametrize("value", ["\0", "\ud800", "a\udfffb", None, 1, b"x"])
def test_what_is_no_text_is_refused(value: Any) -> None:
    assert not is_text(value)
    with pytest.raises(InvalidValue):
        as_text(value, "field")


def test_a_role_may_do_what_those_below_it_may() -> None:
    for actor_role, asked, may in (("member", "admin", False), ("admin", "admin", True), ("owner", "admin", True)):
        actor = Actor(org="acme", id="ann", role=Role(actor_role))
        if may:
            actor.require(Role(asked), "do it")
        else:
            with pytest.raises(AccessDenied):
                actor.require(Role(asked), "do it")
