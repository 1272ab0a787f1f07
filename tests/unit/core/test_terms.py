"""Terms in one text are the same terms."""

from hypothesis import given
from hypothesis import strategies as st

from wherefrom.core.terms import Terms
from wherefrom.engines.retrieval.local.words import terms_in, text_of

some_terms = st.lists(st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\n"), min_size=1))


@given(terms=some_terms, other=st.text(max_size=2))
def test_terms_in_one_text_are_the_list_that_they_were_made_of(terms: list[str], other: str) -> None:
    written = Terms.of(terms)
    assert list(written) == terms
    assert len(written) == len(terms)
    assert bool(written) == bool(terms)
    assert list(written[1:]) == terms[1:]
    assert all(term in written for term in terms)
    assert (other in written) == (other in terms)


@given(one=some_terms, other=some_terms)
def test_terms_behind_others_are_the_terms_of_both(one: list[str], other: list[str]) -> None:
    assert Terms.of(one) + Terms.of(other) == Terms.of([*one, *other])


@given(terms=some_terms)
def test_an_index_writes_them_as_it_writes_a_list(terms: list[str]) -> None:
    assert text_of(Terms.of(terms)) == text_of(terms)
    assert list(terms_in(text_of(Terms.of(terms)))) == terms
