"""What is known of texts before they are indexed."""

import numpy as np
import pytest

from wherefrom.ports.models import EmbedderId
from wherefrom.retrieval import foreseen as foreseen_module
from wherefrom.retrieval.foreseen import Foreseen

_ONE, _OTHER = EmbedderId("one", "1", 2), EmbedderId("other", "1", 2)
_VECTOR = np.array([0.6, 0.8], dtype=np.float32)


def test_words_are_those_that_were_foreseen_and_else_analysed() -> None:
    foreseen = Foreseen()
    foreseen.add({"Refunds": ["foreseen"]})
    assert list(foreseen.analysed("Refunds")) == ["foreseen"]
    assert list(foreseen.analysed("Refunds")) == ["refund"], "each is asked for once"


def test_a_vector_is_given_once_and_only_to_its_embedder() -> None:
    foreseen = Foreseen()
    foreseen.add_vectors(_ONE, {"hash": _VECTOR})
    assert foreseen.vectors(_OTHER, ["hash"]) == {}
    assert list(foreseen.vectors(_ONE, ["hash", "unknown"])) == ["hash"]
    assert foreseen.vectors(_ONE, ["hash"]) == {}


def test_what_is_never_asked_for_does_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foreseen_module, "_MOST", 3)
    foreseen = Foreseen()
    for number in range(10):
        foreseen.add_vectors(_ONE, {f"{number}": _VECTOR})
    assert len(foreseen.vectors(_ONE, map(str, range(10)))) <= 3


def test_nothing_is_known_after_an_erasure() -> None:
    foreseen = Foreseen()
    foreseen.add({"gone": ["kept"]})
    foreseen.add_vectors(_ONE, {"hash": _VECTOR})
    foreseen.forget()
    assert foreseen.vectors(_ONE, ["hash"]) == {}
    assert "kept" not in foreseen.analysed("gone")
