"""What every value of the product is: frozen, keyword-only, slotted, and strict at the edges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

__all__ = ["value"]

T = TypeVar("T")


@dataclass_transform(frozen_default=True, kw_only_default=True)
def value(cls: type[T]) -> type[T]:
    """A frozen dataclass. Read from outside through Pydantic, it refuses fields it does not have, NaN and infinity."""
    made = dataclass(frozen=True, kw_only=True, slots=True)(cls)
    made.__pydantic_config__ = {"extra": "forbid", "allow_inf_nan": False}  # pyright: ignore[reportAttributeAccessIssue]  -- Pydantic's hook; core does not import it
    return made
