"""Slips of the keyboard."""

from hypothesis import given
from hypothesis import strategies as st

from wherefrom.retrieval.spelling import slips


def test_each_single_slip_is_among_them() -> None:
    found = list(slips("refund"))
    assert {"efund", "erfund", "rafund", "refundy", "srefund"} <= set(found)


def test_two_slips_come_after_one_and_one_of_the_two_is_a_dropped_or_swapped_letter() -> None:
    found = list(slips("refund"))
    assert found.index("rfnd") > found.index("refudn")
    assert "erfnud" in found


def test_a_stem_is_tried_as_the_word_is() -> None:
    assert "approv" in set(slips("aprovals", ["aprov"]))


def test_other_scripts_are_tried_with_their_own_letters() -> None:
    assert "пристань" in set(slips("пристнаь"))
    assert not any(letter.isascii() for spelling in slips("пристнаь") for letter in spelling)


@given(word=st.text(alphabet="abcdefgh", min_size=3, max_size=8), at=st.integers(0, 7), letter=st.sampled_from("xyz"))
def test_a_word_is_reached_from_any_single_slip_of_it(word: str, at: int, letter: str) -> None:
    place = at % len(word)
    for slip in (
        word[:place] + word[place + 1 :],
        word[:place] + letter + word[place + 1 :],
        word[:place] + letter + word[place:],
    ):
        assert slip == word or word in set(slips(slip))


@given(word=st.text(min_size=1, max_size=12))
def test_no_spelling_comes_twice_and_the_word_itself_never(word: str) -> None:
    found = list(slips(word))
    assert len(found) == len(set(found))
    assert word not in found
