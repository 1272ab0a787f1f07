"""Nobody writes what they could not read back: it would be out of their hands at once, and name what is hidden."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from wherefrom.core.access import can_view
from wherefrom.core.actors import Actor
from wherefrom.core.documents import Entry, Source
from wherefrom.errors import InvalidValue

__all__ = ["placed"]

Item = TypeVar("Item", Entry, Source)


def placed(actor: Actor, item: Item) -> Item:
    """The item in the actor's org, if they may see it there."""
    item = replace(item, org=actor.org)
    if can_view(actor, item):
        return item
    if item.project is not None and item.project not in actor.projects:
        # Word for word what the record says of a project that is not there.
        raise InvalidValue(
            "there is no project of this name", value=item.project, hint=f"wherefrom projects create {item.project}"
        )
    raise InvalidValue(
        "you would not see this yourself",
        value=sorted(item.audience or item.agent_scope),
        hint="name a group of your own too, or do it elevated",
    )
