"""Numbers held against one another: whether what a passage counts is what a sentence counts."""

from __future__ import annotations

from wherefrom.text.quantities import HOW_OFTEN, Quantity
from wherefrom.text.statements import Statement

__all__ = [
    "dates_clash",
    "is_listed",
    "is_loose",
    "is_money",
    "is_plain_rate",
    "is_unsettled",
    "meet",
    "own",
    "values_agree",
]

_ABOUT_THE_SAME = 0.04
_NEAR = 0.25
_SEVERAL = 2
_ABOVE = (">", ">=")
_UNDER = ("<", "<=")


def own(quantity: Quantity, statement: Statement) -> set[str]:
    """The terms of the part that a number stands in; those before the first number are shared by all."""
    start = max((at for at in statement.breaks if at < quantity.at), default=-1)
    end = min((at for at in statement.breaks if at >= quantity.upto), default=10_000)
    first = min(each.at for each in statement.quantities)
    return {term for term, at in statement.terms.items() if max(start, first) < at < end}


def values_agree(each: Quantity, other: Quantity, *, is_scope: bool, is_allowed: bool) -> bool:
    """`is_scope`: the passage's number says who is meant, so that it covers whatever lies within its bound."""
    if each.bound == other.bound and each.value == other.value:
        return True
    if each.unit != other.unit and abs(each.value - other.value) <= _ABOUT_THE_SAME * abs(other.value):
        return each.bound == other.bound  # three months are about 90 days
    if other.bound in _ABOVE:
        is_above = each.value > other.value or (other.bound == ">=" and each.value == other.value)
        return is_scope and is_above and each.bound in ("", *_ABOVE)
    if other.bound in _UNDER:
        is_under = each.value < other.value or (other.bound == "<=" and each.value == other.value)
        is_within = (is_scope and each.bound in ("", *_UNDER)) or (is_allowed and not each.bound)
        return is_within and is_under
    holds = {
        ">": other.value > each.value,
        ">=": other.value >= each.value,
        "<": other.value < each.value,
        "<=": other.value <= each.value,
    }
    return holds.get(each.bound, each.value == other.value)


def is_unsettled(each: Quantity, other: Quantity) -> bool:
    """Both may hold: the passage's bound leaves room, or one of them is only about so much."""
    if other.bound in _ABOVE:
        return True
    if other.bound in _UNDER:
        return each.bound in _ABOVE or each.value <= other.value
    is_near = abs(each.value - other.value) <= _NEAR * max(abs(each.value), abs(other.value))
    return "~" in (each.bound, other.bound) and is_near


def is_loose(each: Quantity, other: Quantity) -> bool:
    """Within a day, and within four hours: a limit that is told so roundly may be the same one."""
    return each.is_limit and other.is_limit and each.is_weak


def is_listed(quantity: Quantity, statement: Statement) -> bool:
    """Room 12 and room 14: one number of several that name things; what is so of these may be so of others."""
    labels = {at + 1 for places in statement.places.values() for at in places}
    named = [each.at for each in statement.quantities if each.kind == "bare" and each.at in labels]
    if quantity.at not in named or len(named) < _SEVERAL:
        return False
    return any(min(named) < at < max(named) for at in statement.breaks)


def dates_clash(each: Quantity, other: Quantity) -> bool:
    return any(one and two and one != two for one, two in zip(each.date, other.date, strict=True))


def meet(each: Quantity, other: Quantity) -> bool:
    """Ten holidays may be ten of them."""
    kinds = {each.kind.split()[0], other.kind.split()[0]}
    return kinds == {"bare", "count"}


def is_money(quantity: Quantity) -> bool:
    return quantity.kind.startswith("money")


def is_plain_rate(quantity: Quantity) -> bool:
    """Every month, not every second one."""
    return quantity.kind == HOW_OFTEN and quantity.told.lower().split() in (
        ["every", quantity.unit],
        ["each", quantity.unit],
    )
