"""What every value of the product is: frozen, keyword-only, slotted, and strict at the edges."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar, cast, dataclass_transform

__all__ = ["changed", "value"]

T = TypeVar("T")


@dataclass_transform(frozen_default=True, kw_only_default=True)
def value(cls: type[T]) -> type[T]:
    """A frozen dataclass. Read from outside through Pydantic, it refuses fields it does not have, NaN and infinity."""
    made = dataclass(frozen=True, kw_only=True, slots=True)(cls)
    made.__pydantic_config__ = {"extra": "forbid", "allow_inf_nan": False}  # pyright: ignore[reportAttributeAccessIssue]  -- Pydantic's hook; core does not import it
    return made


def changed(item: T, **parts: Any) -> T:
    """`dataclasses.replace` without checking all of it again: for parts that the product itself has made."""
    names, read = _parts_of(cast("type[Any]", type(item)))
    made = object.__new__(type(item))
    for name, value in zip(names, read(item), strict=True):
        object.__setattr__(made, name, parts.get(name, value))
    return made


@cache
def _parts_of(kind: type[Any]) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]]]:
    names = tuple(each.name for each in fields(kind))
    return names, attrgetter(*names)
