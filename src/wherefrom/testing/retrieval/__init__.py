"""The contract of a retrieval engine. A backend overrides one fixture, `open_index`, and inherits every test."""

import pytest

pytest.register_assert_rewrite(*(f"{__name__}.{part}" for part in ("material", "storing", "ranking", "committing")))

from wherefrom.testing.retrieval.committing import CommittingTests  # noqa: E402
from wherefrom.testing.retrieval.material import OpenSpec, axis, leaning, seek  # noqa: E402
from wherefrom.testing.retrieval.ranking import RankingTests  # noqa: E402
from wherefrom.testing.retrieval.storing import StoringTests  # noqa: E402

__all__ = ["OpenSpec", "RetrievalContract", "axis", "leaning", "seek"]


class RetrievalContract(StoringTests, RankingTests, CommittingTests):
    """What holds for every engine, whatever it is made of."""
