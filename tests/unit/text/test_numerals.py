"""Numbers in words are read as the same in digits."""

import pytest

from wherefrom.text.numerals import SPELLED, in_digits


@pytest.mark.parametrize("word", [word for word in SPELLED if word not in ("zero", "one")])
def test_every_number_word_is_read(word: str) -> None:
    assert in_digits(f"the {word} of us") == f"the {SPELLED[word]} of us"
    assert in_digits(word.title()) == str(SPELLED[word])


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Twenty-five jobs", "25 jobs"),
        ("two-phase commit", "2-phase commit"),
        ("no one of them, one by one", "no one of them, one by one"),
        ("content, often, weight, network", "content, often, weight, network"),
        ("two_phase and ten_x", "two_phase and ten_x"),
        ("", ""),
    ],
)
def test_only_whole_words_that_are_surely_numbers_are_read(text: str, read: str) -> None:
    assert in_digits(text) == read
