"""Rules that every fusion keeps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherefrom.ports.engines import Legs
from wherefrom.retrieval.fuse import EXACT_DEPTH, FUSIONS, Fusion, expected_score, rrf, trusting, words_share
from wherefrom.retrieval.trust import Trust

Leg = list[tuple[str, float]]

IDS = st.integers(0, 40).map(lambda number: f"c{number:02d}")


def _leg(lowest: float, highest: float) -> st.SearchStrategy[Leg]:
    scores = st.dictionaries(IDS, st.floats(lowest, highest, width=32), max_size=30)
    return scores.map(lambda scored: sorted(scored.items(), key=lambda hit: (-hit[1], hit[0])))


LEGS = st.builds(Legs, _leg(0.0009765625, 60), _leg(-1, 1))
TRUSTS = st.builds(Trust, st.floats(-2, 4), st.floats(-0.1, 0.5), st.just(100))

every_fusion = pytest.mark.parametrize("fusion", FUSIONS.values(), ids=FUSIONS)


@every_fusion
@given(legs=LEGS, trust=TRUSTS)
def test_everything_that_a_leg_brought_is_ranked_once_with_a_score_between_0_and_1(
    fusion: Fusion, legs: Legs, trust: Trust
) -> None:
    fused = fusion(legs, trust)
    assert sorted(hit.id for hit in fused) == sorted({id for leg in legs for id, _ in leg})
    assert all(0.0 <= hit.score <= 1.0 for hit in fused)


@every_fusion
@given(legs=LEGS, trust=TRUSTS)
def test_the_order_is_by_score_and_ties_are_by_id(fusion: Fusion, legs: Legs, trust: Trust) -> None:
    fused = fusion(legs, trust)
    assert fused == sorted(fused, key=lambda hit: (-hit.score, hit.id))
    assert fused == fusion(legs, trust)


@every_fusion
@given(legs=LEGS, trust=TRUSTS)
def test_the_ranks_of_both_legs_are_told(fusion: Fusion, legs: Legs, trust: Trust) -> None:
    for hit in fusion(legs, trust):
        for rank, leg in ((hit.words_rank, legs.words), (hit.meaning_rank, legs.meaning)):
            assert (rank is None) == (hit.id not in dict(leg))
            assert rank is None or leg[rank - 1][0] == hit.id


@every_fusion
@given(words=_leg(0.0009765625, 60), trust=TRUSTS)
def test_with_no_meaning_the_words_keep_their_order(fusion: Fusion, words: Leg, trust: Trust) -> None:
    distinct = list({score: (id, score) for id, score in words}.values())
    fused = fusion(Legs(distinct, ()), trust)
    assert [hit.id for hit in fused] == [id for id, _ in distinct]


@every_fusion
def test_with_no_words_the_meaning_keeps_its_order(fusion: Fusion) -> None:
    fused = fusion(Legs((), [("b", 0.9), ("a", 0.6), ("c", 0.3)]), Trust(background=0.1))
    assert [hit.id for hit in fused] == ["b", "a", "c"]


@every_fusion
@given(legs=LEGS, trust=TRUSTS)
def test_what_stands_first_in_both_legs_stands_first(fusion: Fusion, legs: Legs, trust: Trust) -> None:
    both = Legs([("first", 61.0), *legs.words], [("first", 1.0), *legs.meaning])
    fused = fusion(both, trust)
    assert fused[0].score == max(hit.score for hit in fused if hit.id == "first")


@every_fusion
def test_no_hits_give_no_hits(fusion: Fusion) -> None:
    assert fusion(Legs()) == []


@every_fusion
@given(legs=LEGS, trust=TRUSTS, holders=st.lists(IDS, min_size=1, max_size=EXACT_DEPTH - 1, unique=True))
def test_the_few_that_hold_an_exact_name_come_first(
    fusion: Fusion, legs: Legs, trust: Trust, holders: list[str]
) -> None:
    fused = fusion(legs, trust, exact=[(id, 1.0) for id in holders])
    assert {hit.id for hit in fused[: len(holders)]} == set(holders)


@every_fusion
@given(legs=LEGS, trust=TRUSTS)
def test_of_many_that_hold_an_exact_name_one_is_among_the_first_five(fusion: Fusion, legs: Legs, trust: Trust) -> None:
    holders = [f"x{number}" for number in range(EXACT_DEPTH)]
    fused = fusion(legs, trust, exact=[(id, 1.0) for id in holders])
    assert len(fused) < 6 or not {hit.id for hit in fused[:5]}.isdisjoint(holders)


def test_words_decide_where_meaning_does_not_reach_and_meaning_where_it_does() -> None:
    legs = Legs([("w", 10.0), ("m", 2.0), ("x", 1.0)], [("m", 0.8), ("w", 0.3), ("x", 0.2)])
    assert trusting(legs, Trust(reach=-0.5, background=0.1))[0].id == "w"
    assert trusting(legs, Trust(reach=2.5, background=0.1))[0].id == "m"


def test_the_leg_whose_best_stands_out_is_believed_more() -> None:
    flat = [(f"m{number}", 0.5 - number / 1000) for number in range(10)]
    steep = [("m0", 0.9), *((f"m{number}", 0.4 - number / 100) for number in range(1, 10))]
    words = [(f"w{number}", 9.0 - number / 10) for number in range(10)]
    assert words_share(Legs(words, steep), Trust()) < words_share(Legs(words, flat), Trust())


def test_words_that_hold_little_of_the_question_give_way_to_meaning() -> None:
    legs = Legs([("w", 4.0), ("m", 1.0)], [("m", 0.8), ("w", 0.2), ("x", 0.1)])
    trust = Trust(reach=0.3, background=0.1)
    assert trusting(legs, trust, expected=expected_score(1, 100))[0].id == "w"
    assert trusting(legs, trust, expected=expected_score(12, 100))[0].id == "m"
    assert trusting(Legs(legs.words), trust, expected=expected_score(12, 100))[0].score == 1.0


def test_reciprocal_rank_fusion_counts_with_sixty() -> None:
    fused = rrf(Legs([("a", 9.0), ("b", 1.0)], [("b", 0.9)]))
    assert [(hit.id, round(hit.score, 6)) for hit in fused] == [("b", round((61 / 62 + 1) / 2, 6)), ("a", 0.5)]
