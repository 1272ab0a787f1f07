"""Which claims are compared at all: those that may be near twins, and few others."""

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherefrom.claims.likeness import bands, bands_as_written, near, promising

WORDS = [
    f"{first}{last}"
    for first in ("bar", "cor", "dol", "fen", "gar", "hul", "jas", "kel", "lum", "mor", "nat", "pel")
    for last in ("bock", "dant", "fisk", "gort", "hamp", "jolk", "kamp", "lunt", "mosk", "nurt")
]
SENTENCES = st.lists(st.sampled_from(WORDS[:14]), min_size=1, max_size=16)


def numbers(text: str) -> set[int]:
    return {band.number for band in bands(text)}


def sentence(chance: random.Random, length: int = 12) -> list[str]:
    return chance.sample(WORDS, length)


@given(SENTENCES, SENTENCES)
def test_what_is_near_is_always_promising(one: list[str], other: list[str]) -> None:
    ours, theirs = " ".join(one), " ".join(other)
    if near(ours, {"other": theirs}):
        may_be = promising(ours)
        assert any(may_be(band.words) for band in bands(theirs))


def test_a_statement_with_a_word_changed_shares_a_number_almost_surely() -> None:
    chance = random.Random(1)
    found = 0
    for _ in range(500):
        words = sentence(chance)
        other = [*words]
        other[chance.randrange(12)] = chance.choice(WORDS)
        found += not numbers(" ".join(words)).isdisjoint(numbers(" ".join(other)))
    assert found >= 490


def test_strangers_are_hardly_ever_read() -> None:
    chance = random.Random(2)
    texts = [" ".join(sentence(chance)) for _ in range(300)]
    drawn, may_be = [bands(text) for text in texts], [promising(text) for text in texts]
    sharing = read = 0
    for one, other in combinations(range(300), 2):
        mine = {band.number for band in drawn[one]}
        shared = [band.words for band in drawn[other] if band.number in mine]
        sharing += bool(shared)
        read += any(map(may_be[one], shared))
    assert sharing < 44_850 * 0.005, "each is made of a tenth of all words there are"
    assert read == 0


def test_no_number_is_shared_by_what_is_told_apart_whatever_its_words() -> None:
    said = "Refunds over 100 need two approvals from the finance team in Bern"
    assert numbers(said) == numbers(said.replace("the ", "") + ".")
    for other in (said.replace("100", "200"), said.replace("need", "never need")):
        assert numbers(said).isdisjoint(numbers(other))


def test_numbers_fit_into_a_column_and_nothing_has_none() -> None:
    for text in ("a sentence of words", "\ud800 broken \udfff", "word " * 5_000, "語 の 文"):
        assert all(-(2**63) <= band.number < 2**63 and 0 <= band.words < 2**63 for band in bands(text))
    assert bands("") == bands(" ... ") == []


@pytest.mark.parametrize(
    ("spelled", "in_digits"),
    [
        ("Refunds need two approvals", "Refunds need 2 approvals"),
        ("Backups are kept for Thirty days.", "Backups are kept for 30 days."),
        ("The queue holds twenty-five jobs", "the queue holds 25 jobs"),
        ("Orders use two-phase commit", "Orders use 2-phase commit"),
    ],
)
def test_a_number_is_the_same_in_words_and_in_digits(spelled: str, in_digits: str) -> None:
    assert near(spelled, {"other": in_digits}) == ["other"]
    assert numbers(spelled) == numbers(in_digits)
    assert all(promising(spelled)(band.words) for band in bands(in_digits))


def test_another_number_is_another_statement_however_it_is_written() -> None:
    text = "Refunds over a hundred euros need {} approvals from the finance team before they are paid out"
    for other in ("three", "3"):
        assert near(text.format("two"), {"other": text.format(other)}) == []
    assert near("Refunds need one approval", {"other": "Refunds need approval"}) == ["other"], "one may be no number"


def test_claims_of_the_time_when_words_were_no_numbers_are_looked_for_as_they_were_written() -> None:
    assert bands_as_written("Refunds need 2 approvals") == ()
    written = {band.number for band in bands_as_written("Refunds need two approvals")}
    assert written
    assert written.isdisjoint(numbers("Refunds need two approvals"))
