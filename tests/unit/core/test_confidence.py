"""Confidence is no more than the strongest evidence can carry."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherefrom.core import evidence as ev
from wherefrom.core import pointers
from wherefrom.core.confidence import CAPS, capped, joined
from wherefrom.core.evidence import EvidenceKind, EvidenceRef
from wherefrom.errors import InvalidValue

STANCES = st.sampled_from(ev.Stance)
ONE_OF_EACH: dict[EvidenceRef, float] = {
    pointers.from_file("a"): 1.0,
    pointers.from_artifact("a"): 1.0,
    pointers.from_chunk("a"): 1.0,
    pointers.from_human_assertion("ann", 1.0): 0.95,
    pointers.from_tool_result("t"): 0.9,
    pointers.from_url("https://a.example"): 0.8,
    pointers.from_message("s", "m"): 0.7,
    pointers.from_user_statement("s", "m"): 0.7,
    pointers.from_model_inference("s", "m", "because"): 0.6,
}


def test_each_kind_has_its_cap() -> None:
    assert {ref.kind: cap for ref, cap in ONE_OF_EACH.items()} == CAPS
    assert set(CAPS) == set(EvidenceKind)


@given(stated=st.floats(0, 1), refs=st.lists(st.sampled_from(list(ONE_OF_EACH)), min_size=1))
def test_the_smaller_of_what_was_said_and_the_best_cap(stated: float, refs: list[EvidenceRef]) -> None:
    assert capped(stated, refs) == min(stated, max(ONE_OF_EACH[ref] for ref in refs))


STATEMENTS = st.lists(
    st.tuples(st.floats(0, 1), st.lists(st.sampled_from(list(ONE_OF_EACH)), min_size=1, max_size=3)), min_size=1
)


@given(said=STATEMENTS)
def test_of_several_who_say_the_same_the_surest_alone_is_as_sure_as_all_together(
    said: list[tuple[float, list[EvidenceRef]]],
) -> None:
    stated, evidence = said[0][0], tuple(said[0][1])
    for number, refs in said[1:]:
        evidence, stated = joined(evidence, stated, refs, number)
    assert stated == max(number for number, _ in said)
    assert capped(stated, evidence) == max(capped(number, refs) for number, refs in said)


@given(stated=st.floats(0, 1), refs=st.lists(st.sampled_from(list(ONE_OF_EACH)), min_size=1), stance=STANCES)
def test_what_is_against_a_claim_or_withdrawn_carries_nothing(
    stated: float, refs: list[EvidenceRef], stance: ev.Stance
) -> None:
    marked = [replace(ref, stance=stance) for ref in ONE_OF_EACH]
    assert capped(stated, [*refs, *marked]) == capped(stated, refs)
    assert ev.strongest((*marked, refs[0])) == refs[0]


@pytest.mark.parametrize("stated", [-0.01, 1.01, float("nan"), float("inf")])
def test_what_is_no_fraction_is_refused(stated: float) -> None:
    with pytest.raises(InvalidValue):
        capped(stated, [pointers.from_file("a")])


def test_the_strongest_is_found_among_many() -> None:
    refs = tuple(ONE_OF_EACH)[::-1]
    assert ev.strongest(refs).kind is EvidenceKind.CHUNK
    assert ev.strongest(refs[:1]).kind is EvidenceKind.MODEL_INFERENCE
