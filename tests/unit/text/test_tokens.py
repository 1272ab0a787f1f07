"""The one token counter."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherefrom.text.tokens import TOKEN_COUNTER, count_tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("  \n", 0),
        ("refund", 1),
        ("The refund was approved.", 5),
        ("internationalisation", 4),
        ("退款需要", 4),
    ],
)
def test_it_counts_by_rule(text: str, tokens: int) -> None:
    assert count_tokens(text) == tokens


def test_it_has_a_name() -> None:
    assert TOKEN_COUNTER == "wherefrom-approximate-1"


@given(st.text(max_size=50), st.text(max_size=50))
def test_two_texts_side_by_side_cost_what_they_cost_apart(one: str, other: str) -> None:
    assert count_tokens(f"{one} {other}") == count_tokens(one) + count_tokens(other)
