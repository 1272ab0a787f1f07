"""The store that a session or a branch is given."""

from __future__ import annotations

from wherefrom.agents.stores.null import NullKnowledgeStore
from wherefrom.errors import InvalidValue
from wherefrom.ports.stores import KnowledgeStore

__all__ = ["as_store"]


def as_store(given: object) -> KnowledgeStore:
    """None is a store that keeps nothing."""
    if given is None:
        return NullKnowledgeStore()
    if isinstance(given, KnowledgeStore) and not isinstance(given, type):
        return given
    raise InvalidValue("this is no knowledge store", value=given, hint='SQLiteKnowledgeStore("~/knowledge.db")')
