"""The one packer: what goes in when not everything fits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from wherefrom.errors import InvalidValue

__all__ = ["Packed", "pack"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Packed(Generic[T]):
    """What fits, in the order given; what did not; and what it costs. The budget is never exceeded."""

    taken: Sequence[T]
    left: Sequence[T]
    cost: int


def pack(items: Iterable[T], budget: int, cost: Callable[[T], int]) -> Packed[T]:
    """Take items in the order given, skipping those that no longer fit, so that a small later one still gets in.

    Put what is mandatory first: it has the first claim on the budget, and what of it does not fit is in `left`, where
    the caller must say so.
    """
    if budget < 0:
        raise InvalidValue("a budget cannot be negative", value=budget)
    taken: list[T] = []
    left: list[T] = []
    spent = 0
    for item in items:
        price = cost(item)
        if spent + price <= budget:
            taken.append(item)
            spent += price
        else:
            left.append(item)
    return Packed(taken, left, spent)
