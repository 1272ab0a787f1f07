"""A quote is found where it stands, whatever the blanks and quotation marks; a changed word is not a quote."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherefrom.core.quotes import find_quote, stands_whole

WORDS = st.text("abcdefghijklmnopqrstuvwxyzäß0123456789.,'\"", min_size=1, max_size=8)
SPACES = st.sampled_from([" ", "  ", "\n", "\t ", "\u00a0", "\u202f\n"])
MARKS = {"'": "'‘’‚‛‹›", '"': '"“”„‟«»'}


@st.composite
def quoted(draw: st.DrawFn) -> tuple[list[str], str, int, int]:
    """The words of a quote, a text that contains them written otherwise, and where they begin and end in it."""
    before, words, after = (draw(st.lists(WORDS, min_size=least, max_size=6)) for least in (0, 1, 0))

    def written(these: list[str]) -> str:
        styled = ["".join(draw(st.sampled_from(MARKS[c])) if c in MARKS else c for c in word) for word in these]
        return "".join(word + draw(SPACES) for word in styled[:-1]) + "".join(styled[-1:])

    lead = "".join(f"#{written([word])}# " for word in before)
    middle = written(words)
    return (
        words,
        f"{lead}|{middle}|{''.join(f' #{word}#' for word in after)}",
        len(lead) + 1,
        len(lead) + 1 + len(middle),
    )


@given(quoted())
def test_a_quote_is_found_at_its_place_however_it_is_written(case: tuple[list[str], str, int, int]) -> None:
    words, text, start, end = case
    # The bars occur nowhere else, so the first place is the place.
    found = find_quote("|" + " ".join(words) + "|", text)
    assert found == (start - 1, end + 1)


@given(quoted(), st.data())
def test_a_changed_word_is_not_a_quote(case: tuple[list[str], str, int, int], data: st.DataObject) -> None:
    words, text, _, _ = case
    changed = data.draw(st.integers(0, len(words) - 1))
    other = [*words[:changed], words[changed] + "X", *words[changed + 1 :]]
    assert find_quote("|" + " ".join(other) + "|", text) is None


@pytest.mark.parametrize("quote", ["", " \n", "\u200b", "\u00ad"])
def test_nothing_is_quoted_by_nothing(quote: str) -> None:
    assert find_quote(quote, "some text") is None


@pytest.mark.parametrize(
    ("quote", "text", "cut"),
    [
        ("two approvals", "needs two  \n approvals.", "two  \n approvals"),
        ("it's", "so it’s true", "it’s"),
        ('"yes"', "she said «yes».", "«yes»"),
        ("coop", "co\u00adop", "co\u00adop"),
        (" padded ", "a padded b", "padded"),
    ],
)
def test_what_is_found_is_the_text_s_own_words(quote: str, text: str, cut: str) -> None:
    found = find_quote(quote, text)
    assert found is not None
    assert text[found.start : found.end] == cut


@pytest.mark.parametrize(("quote", "text"), [("Two", "two"), ("a-b", "a–b"), ("...", "…"), ("cafe", "café")])
def test_nothing_else_folds(quote: str, text: str) -> None:
    assert find_quote(quote, text) is None


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("limit is 5", "The limit is 50 MB."),
        ("limit is 5", "The limit is 5.5 MB."),
        ("limit is 5", "The limit is 5,000 MB."),
        ("00 euros", "100 euros"),
        ("5 MB", "1.5 MB"),
        ("refund", "refunds"),
        ("able to pay", "unable to pay"),
        ("LIMIT", "SOFT_LIMIT = 5"),
        ("LIMIT", "LIMIT_MAX = 5"),
        ("cafe", "cafe\u0301"),
        ("क", "कि"),
        ("да", "дата"),
    ],
)
def test_a_quote_does_not_begin_or_end_inside_a_word_or_a_number(quote: str, text: str) -> None:
    assert find_quote(quote, text) is None


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("limit is 5", "The limit is 50, later the limit is 5."),
        ("limit is 5", "limit is 5, limit is 6"),
        ("word", "one _word_ more"),
        ("owner", "the owner's house"),
        ("= 5", "LIMIT = 5\n"),
        ("二人", "承認は二人です"),
        ("Python", "Python入門"),
        ("ห้อง", "ในห้องนี้"),
        ("승인", "승인이 필요하다"),
    ],
)
def test_a_quote_may_stand_beside_any_sign_and_anywhere_in_a_script_without_blanks(quote: str, text: str) -> None:
    found = find_quote(quote, text)
    assert found is not None
    assert text[found.start : found.end] == quote


@given(st.lists(st.sampled_from(["ab", "a", "b", "1", "1.5", "5", "_", ",", "."]), min_size=1, max_size=8), st.data())
def test_whatever_begins_and_ends_with_words_of_the_text_is_found_in_it(words: list[str], data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(words) - 1))
    end = data.draw(st.integers(start + 1, len(words)))
    assert find_quote(" ".join(words[start:end]), " ".join(words)) is not None


def test_a_quote_that_many_words_begin_like_is_looked_for_once() -> None:
    assert find_quote("ab " * 6_000 + "a", "ab " * 300_000) is None


@pytest.mark.parametrize(
    ("lines", "text", "whole"),
    [
        ("a = 2", "b\na = 2\nc", True),
        ("a = 2", "a = 2", True),
        ("a = 2", "a = 25", False),
        ("a = 2\nb", "# a = 2\nb", False),
        ("a = 2\nb", "x\na = 2\nb\n", True),
    ],
)
def test_lines_stand_as_lines_and_not_as_parts_of_others(lines: str, text: str, whole: bool) -> None:
    assert stands_whole(lines, text) is whole
