"""What a run may spend."""

import pytest

from wherefrom.errors import CapReached, InvalidValue
from wherefrom.ingest.ledger import Ledger


def test_an_offline_embedder_is_free_and_needs_no_counting() -> None:
    ledger = Ledger("wordllama")
    assert not ledger.must_count
    ledger.spend(["some words"])
    assert ledger.price.dollars == 0


def test_a_known_endpoint_has_its_price_and_an_unknown_one_none() -> None:
    ledger = Ledger("openai:text-embedding-3-small")
    assert ledger.must_count
    ledger.spend(["word " * 1_000])
    assert ledger.price.tokens == 1_000
    assert ledger.price.dollars == pytest.approx(0.00002)
    assert Ledger("openai:somebody-elses").price.dollars is None


def test_the_cap_holds_before_anything_is_spent() -> None:
    ledger = Ledger("wordllama", max_tokens=3)
    ledger.spend(["two words"])
    with pytest.raises(CapReached):
        ledger.spend(["two more"])
    assert ledger.tokens == 2


def test_a_cap_in_dollars_needs_a_price() -> None:
    with pytest.raises(InvalidValue):
        Ledger("openai:somebody-elses", max_dollars=1.0)
    Ledger("wordllama", max_dollars=1.0)


def test_a_cap_below_nothing_is_refused() -> None:
    with pytest.raises(InvalidValue, match="max_tokens"):
        Ledger("wordllama", max_tokens=-1)
    with pytest.raises(InvalidValue, match="max_dollars"):
        Ledger("wordllama", max_dollars=-0.1)
