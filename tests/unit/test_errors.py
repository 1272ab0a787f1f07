"""What an error shows of the value that caused it: what a person would type, on one line, never too much of it."""

from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherefrom.core.claims import ClaimStatus
from wherefrom.core.clock import as_timestamp
from wherefrom.errors import IllegalTransition, InvalidValue


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (ClaimStatus.VERIFIED, "verified"),
        (datetime(2026, 1, 1, tzinfo=UTC), "2026-01-01T00:00:00+00:00"),
        (date(2026, 1, 1), "2026-01-01"),
        ("rumour:x", "rumour:x"),
        ("it's", "it's"),
        (Path("src/pay.py"), "src/pay.py"),
        ((9, 3), "9, 3"),
        ([ClaimStatus.VERIFIED, "x"], "verified, x"),
        (1.5, "1.5"),
        (float("nan"), "nan"),
        (b"\xff", "b'\\xff'"),
        ("", "''"),
        ("  ", "'  '"),
        (" x", "' x'"),
        ("two\nlines\x1b[2J", "two\\nlines\\x1b[2J"),
        ("\u202egnp.exe", "\\u202egnp.exe"),
        ("\ud800", "\\ud800"),
        ("x" * 121, "x" * 119 + "…"),
        ("\0" * 60, "\\x00" * 29 + "\\x0…"),
    ],
)
def test_a_value_is_shown_as_a_person_would_type_it(value: object, shown: str) -> None:
    error = InvalidValue("no good", value=value)
    assert (error.as_dict()["value"], str(error)) == (shown, f"no good (got {shown})")


@given(st.recursive(st.none() | st.text() | st.binary() | st.integers(), st.lists))
def test_whatever_it_is_fits_on_one_line(value: object) -> None:
    shown = InvalidValue("no good", value=value).value or ""
    assert len(shown) <= 120
    assert all(each.isprintable() for each in shown)


def test_a_list_that_holds_itself_is_shown_too() -> None:
    endless: list[object] = []
    endless.append(endless)
    assert InvalidValue("no good", value=endless).value == "[[...]]"


def test_a_move_that_is_not_allowed_names_the_status_and_no_python() -> None:
    error = IllegalTransition(ClaimStatus.HYPOTHESIS, ClaimStatus.VERIFIED, [ClaimStatus.OBSERVED])
    assert str(error) == "a claim that is hypothesis cannot become verified (got verified) → it can become: observed"


def test_a_time_without_a_zone_is_shown_as_it_was_written_with_what_it_lacks() -> None:
    with pytest.raises(InvalidValue) as told:
        as_timestamp("2026-01-01", "valid_from")
    assert (told.value.value, told.value.hint) == ("2026-01-01", "add one: 2026-01-01T00:00:00+00:00")
