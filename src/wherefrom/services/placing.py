"""Nobody writes what they could not read back: it would be out of their hands at once, and name what is hidden."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from wherefrom.core.access import check_own_sight
from wherefrom.core.actors import Actor
from wherefrom.core.documents import Entry, Source

__all__ = ["placed"]

Item = TypeVar("Item", Entry, Source)


def placed(actor: Actor, item: Item) -> Item:
    """The item in the actor's org, if they may see it there."""
    item = replace(item, org=actor.org)
    check_own_sight(actor, item)
    return item
