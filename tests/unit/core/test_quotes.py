"""A quote is found where it stands, whatever the blanks and quotation marks; a changed word is not a quote."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherefrom.core.quotes import find_quote

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
