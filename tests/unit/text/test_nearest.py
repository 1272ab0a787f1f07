"""The nearest known words."""

import time

from wherefrom.text.nearest import nearest_words


def test_a_slip_of_the_fingers_finds_the_word() -> None:
    assert nearest_words("refnud", ["refund", "refuse", "invoice"]) == ["refund"]
    assert nearest_words("kubernets", ["kubernetes", "cabinets"])[0] == "kubernetes"


def test_what_is_far_away_is_not_offered() -> None:
    assert nearest_words("refund", ["zebra", "a", "refrigerator"]) == []


def test_the_word_itself_is_no_other_word() -> None:
    assert nearest_words("refund", ["refund"]) == []


def test_ties_are_in_the_order_of_the_alphabet() -> None:
    assert nearest_words("cat", ["hat", "bat", "cap"]) == ["bat", "cap", "hat"]


def test_a_hundred_thousand_known_words_are_searched_at_once() -> None:
    known = [f"word{number:06d}" for number in range(100_000)]
    began = time.perf_counter()
    assert nearest_words("wrod012345", known)[0] == "word012345"
    assert time.perf_counter() - began < 5
