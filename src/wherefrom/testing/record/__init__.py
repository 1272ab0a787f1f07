"""The contract of the record. A backend overrides one fixture, `record`, and inherits every test.

Each test works in an org of its own, so one open record may serve them all.
"""

from __future__ import annotations

from wherefrom.testing.record.finding import FindingContract
from wherefrom.testing.record.following import FollowingContract
from wherefrom.testing.record.keyed import KeyedContract
from wherefrom.testing.record.linked import LinkedContract
from wherefrom.testing.record.refusing import RefusingContract
from wherefrom.testing.record.trailed import TrailedContract

__all__ = ["RecordContract"]


class RecordContract(
    KeyedContract, FindingContract, LinkedContract, FollowingContract, TrailedContract, RefusingContract
):
    """Keys, filters and pages, what belongs together, changes, trail, and bad input."""
