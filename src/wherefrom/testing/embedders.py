"""The contract of every embedder. A backend's tests subclass it and give one fixture, `embedder`."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from numpy.typing import NDArray

from wherefrom.ports.models import Embedder

__all__ = ["EmbedderContract"]

_TEXTS = (
    "Refunds need two approvals.",
    "Die Rückzahlung braucht zwei Freigaben.",
    "退款需要两位经理批准",
    "def get_user_name(self): return self._name",
    "x",
    "word " * 3000,
)
_STRANGE = ("\x00\x01\x02", "🎉🎉", "\ud800 half a character", "\u202eright to left", "'; DROP TABLE", "\ufeff")
_BLANK = ("", " ", "\n\t ")


class EmbedderContract:
    """Texts to unit vectors."""

    @pytest.fixture
    def embedder(self) -> Embedder:
        raise NotImplementedError("override the fixture `embedder`")

    def test_each_text_gives_one_unit_row_of_the_stated_length(self, embedder: Embedder) -> None:
        rows = embedder.embed(_TEXTS, role="passage")
        assert rows.shape == (len(_TEXTS), embedder.id.dimensions)
        assert rows.dtype == np.float32
        assert np.allclose(np.linalg.norm(rows, axis=1), 1.0, atol=1e-3)

    def test_blank_texts_give_zero_rows_and_disturb_no_others(self, embedder: Embedder) -> None:
        rows = embedder.embed([_BLANK[0], _TEXTS[0], *_BLANK[1:]], role="passage")
        assert not rows[[0, 2, 3]].any()
        assert _close(rows[1], embedder.embed([_TEXTS[0]], role="passage")[0])

    def test_no_texts_give_no_rows(self, embedder: Embedder) -> None:
        assert embedder.embed([], role="query").shape == (0, embedder.id.dimensions)

    def test_strange_texts_give_finite_rows(self, embedder: Embedder) -> None:
        rows = embedder.embed(_STRANGE, role="query")
        assert np.isfinite(rows).all()
        lengths = np.linalg.norm(rows, axis=1)
        assert ((np.abs(lengths - 1.0) < 1e-3) | (lengths == 0.0)).all()

    def test_a_text_gives_the_same_row_alone_and_in_company(self, embedder: Embedder) -> None:
        company = embedder.embed(_TEXTS, role="passage")
        for text, row in zip(_TEXTS, company, strict=True):
            assert _close(embedder.embed([text], role="passage")[0], row)

    def test_the_same_again_gives_the_same_bytes(self, embedder: Embedder) -> None:
        once, again = (embedder.embed(_TEXTS[:4], role="query") for _ in range(2))
        assert once.tobytes() == again.tobytes()

    def test_a_text_is_nearer_to_itself_than_to_another(self, embedder: Embedder) -> None:
        passages = embedder.embed(_TEXTS[:4], role="passage")
        asked = embedder.embed(_TEXTS[:4], role="query")
        assert (asked @ passages.T).argmax(axis=1).tolist() == [0, 1, 2, 3]

    def test_the_id_is_stable_and_complete(self, embedder: Embedder) -> None:
        assert embedder.id == embedder.id
        assert embedder.id.name
        assert embedder.id.version
        assert embedder.id.dimensions > 0
        assert embedder.max_tokens > 0

    def test_threads_may_share_it(self, embedder: Embedder) -> None:
        expected = embedder.embed(_TEXTS[:4], role="passage")
        with ThreadPoolExecutor(4) as pool:
            running = [pool.submit(embedder.embed, _TEXTS[:4], role="passage") for _ in range(8)]
            assert all(_close(each.result(), expected) for each in running)


def _close(one: NDArray[np.float32], other: NDArray[np.float32]) -> bool:
    """An int8 model rounds by the batch, so equal means nearly equal."""
    return bool(np.allclose(one, other, atol=5e-2))
