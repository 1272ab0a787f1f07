"""What any value must be before it is kept: real text, real numbers, inside its limits."""

from __future__ import annotations

import math
from collections.abc import Iterable
from enum import StrEnum
from numbers import Real
from typing import Any, TypeAlias, TypeVar, cast

from wherefrom.errors import InvalidValue

__all__ = ["JSON", "as_choice", "as_fraction", "as_json", "as_text", "is_text", "required", "several"]

JSON: TypeAlias = Any
"""Whatever JSON can say; `as_json` checks it. Not a recursive type, because readers at the edges cannot build one."""
Choice = TypeVar("Choice", bound=StrEnum)

_DEEPEST_JSON = 64


def as_text(value: object, field: str, *, longest: int | None = None) -> str:
    """Text that every database can keep and every encoding can write."""
    if not isinstance(value, str):
        raise InvalidValue(f"{field} must be text", value=value, hint="give a string")
    if "\x00" in value:
        raise InvalidValue(f"{field} contains a NUL character", value=value, hint="remove \\x00 from the text")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise InvalidValue(
            f"{field} contains a lone surrogate at position {error.start}",
            value=value[error.start],
            hint="decode the original bytes with errors='replace'",
        ) from None
    if longest is not None and len(value) > longest:
        raise InvalidValue(
            f"{field} is {len(value):,} characters long", value=value, hint=f"at most {longest:,} are kept"
        )
    return value


def is_text(value: object) -> bool:
    """Whether it is text that can be stored at all; what is not, is nobody's id."""
    try:
        as_text(value, "text")
    except InvalidValue:
        return False
    return True


def required(value: object, field: str, *, longest: int | None = None) -> str:
    """Text that is not blank."""
    text = as_text(value, field, longest=longest)
    if not text.strip():
        raise InvalidValue(f"{field} is empty", value=text, hint=f"give a {field}")
    return text


def several(values: Iterable[str], field: str) -> tuple[str, ...]:
    """Names, as many as there are; a single text is one name, not its letters."""
    if values == ():  # what most have
        return ()
    names = [values] if isinstance(values, str) else values
    if not isinstance(names, Iterable):  # pyright: ignore[reportUnnecessaryIsInstance]  -- not every caller has types
        raise InvalidValue(f"{field} must be a list of texts", value=values, hint='["one", "another"]')
    return tuple(as_text(name, field) for name in names)


def as_fraction(value: object, field: str) -> float:
    """A number from 0 to 1, of whatever type numbers have."""
    if isinstance(value, bool) or not isinstance(value, float | Real) or not 0 <= cast("float", value) <= 1:
        raise InvalidValue(f"{field} is not between 0 and 1", value=value, hint="give a number from 0 to 1")
    return float(value)


def as_choice(kind: type[Choice], value: object, field: str) -> Choice:
    """A member of a closed vocabulary."""
    if type(value) is kind:
        return value
    try:
        return kind(value)
    except ValueError:
        names = ", ".join(kind)
        raise InvalidValue(f"unknown {field}", value=value, hint=f"one of: {names}") from None


def as_json(value: object, field: str, *, _depth: int = 0) -> JSON:
    """A value that JSON can write and any reader reads back equal: no NaN, no infinity, text keys, not too deep."""
    kind: type[object] = type(value)  # asked for every passage that is written: the usual cases come first
    if kind is str:
        return as_text(value, field)
    if value is None or kind is int or kind is bool:
        return value
    if _depth > _DEEPEST_JSON:
        raise InvalidValue(f"{field} is nested more than {_DEEPEST_JSON} deep", hint="flatten it")
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise InvalidValue(f"{field} contains a number that JSON does not have", value=value, hint="use null")
        return value
    if isinstance(value, str):
        return as_text(value, field)
    if isinstance(value, list | tuple):
        items = cast("list[object] | tuple[object, ...]", value)
        return [as_json(item, field, _depth=_depth + 1) for item in items]
    if isinstance(value, dict):
        pairs = cast("dict[object, object]", value)
        return {as_text(key, field): as_json(item, field, _depth=_depth + 1) for key, item in pairs.items()}
    raise InvalidValue(f"{field} is not JSON", value=value, hint="use text, numbers, lists and objects")
