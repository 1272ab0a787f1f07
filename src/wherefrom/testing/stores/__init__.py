"""The contract of every knowledge store. A store's tests subclass it and give one fixture, `store`: an empty one.

The store is held by a person, who may verify and supersede. A store that keeps nothing has a contract of its own.
"""

import pytest

_PARTS = ("material", "keeping", "recalling", "moving", "hurrying")
pytest.register_assert_rewrite(*(f"{__name__}.{part}" for part in _PARTS))

from wherefrom.testing.stores.hurrying import HurryingTests  # noqa: E402
from wherefrom.testing.stores.keeping import KeepingTests  # noqa: E402
from wherefrom.testing.stores.moving import MovingTests  # noqa: E402
from wherefrom.testing.stores.recalling import RecallingTests  # noqa: E402

__all__ = ["KnowledgeStoreContract"]


class KnowledgeStoreContract(KeepingTests, RecallingTests, MovingTests, HurryingTests):
    """Five methods, the rules of the lifecycle, and that both hold for many at once."""
