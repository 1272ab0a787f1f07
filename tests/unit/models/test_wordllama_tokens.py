"""The fast way to WordLlama's tokens gives what its tokenizer gives."""

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from wherefrom.models.embedders import open_embedder
from wherefrom.models.embedders.wordllama_tokens import FastTokens


@pytest.fixture(scope="module")
def fast_and_slow() -> tuple[FastTokens, Any]:
    found = find_spec("wordllama")
    assert found is not None
    described = Path(str(found.origin)).parent / "tokenizers" / "l2_supercat_tokenizer_config.json"
    tokenizer: Any = Tokenizer.from_file(str(described))
    return FastTokens(described, tokenizer), tokenizer


@given(text=st.text(st.sampled_from(" \n\t_.(abzAZ019<>/s'›é日\u2581\x00")) | st.text())
@example(text="a\x1e\x1e b")
@example(text="<s> a </s>")
@example(text=" " * 50 + "x")
@example(text="   ›  “quoted”\n        return")
def test_the_fast_tokens_are_those_of_the_tokenizer(fast_and_slow: tuple[FastTokens, Any], text: str) -> None:
    fast, slow = fast_and_slow
    expected = slow.encode(text, add_special_tokens=False).ids
    assert [found.tolist() for found in fast.of([text, "between › us", text])][::2] == [expected, expected]


def test_every_piece_of_the_vocabulary_is_one_token_to_both_or_cut_alike(
    fast_and_slow: tuple[FastTokens, Any],
) -> None:
    fast, slow = fast_and_slow
    words = [piece.replace("\u2581", " ") for piece in slow.get_vocab()]
    for found, expected in zip(fast.of(words), slow.encode_batch_fast(words, add_special_tokens=False), strict=True):
        assert found.tolist() == expected.ids


def test_many_texts_get_the_vectors_that_each_would_get_alone() -> None:
    texts = [f"passage {number} › of the section “{number % 7}”\n    return {number}" for number in range(1_200)]
    many = open_embedder("wordllama").embed(texts, role="passage")
    alone = open_embedder("wordllama")
    for number in (0, 1_100, 1_199):
        np.testing.assert_allclose(many[number], alone.embed([texts[number]], role="passage")[0], atol=1e-3)
