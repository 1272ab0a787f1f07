"""The parameters of a function as a JSON schema, and a model's arguments as the function takes them."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, get_type_hints

from wherefrom.errors import InvalidValue

if TYPE_CHECKING:
    from pydantic import TypeAdapter

__all__ = ["arguments_of", "read_arguments"]

_BY_NAME = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


def arguments_of(function: Callable[..., Any]) -> TypeAdapter[dict[str, Any]]:
    """Reads the signature. Validated arguments are ready to be passed by name; unknown ones are refused.

    InvalidValue for a function that no schema can describe.
    """
    from typing import NotRequired  # on Python 3.11 Pydantic reads this one alone

    from pydantic import ConfigDict, TypeAdapter
    from pydantic.errors import PydanticUserError
    from typing_extensions import TypedDict

    try:
        fields: dict[str, Any] = {
            name: hint if is_required else NotRequired[hint] for name, hint, is_required in _parameters(function)
        }
        Arguments: Any = TypedDict("Arguments", fields)  # pyright: ignore[reportArgumentType]  -- made at run time
        Arguments.__pydantic_config__ = ConfigDict(extra="forbid")
        adapter: TypeAdapter[dict[str, Any]] = TypeAdapter(Arguments)
        adapter.json_schema()
    except (NameError, TypeError, PydanticUserError) as error:
        told = str(error).splitlines()[0]
        raise InvalidValue(
            f"this function cannot be a tool: {told}", value=function, hint="give its parameters types that JSON has"
        ) from None
    return adapter


def read_arguments(adapter: TypeAdapter[dict[str, Any]], written: str) -> dict[str, Any]:
    """By name, as the function takes them; InvalidValue says what does not fit."""
    from pydantic import ValidationError

    try:
        return adapter.validate_json(written or "{}")
    except ValidationError as error:
        told = error.json(include_url=False, include_context=False, include_input=False)
        raise InvalidValue(f"these arguments do not fit: {told}") from None


def _parameters(function: Callable[..., Any]) -> list[tuple[str, Any, bool]]:
    """Name, type, and whether it must be given."""
    hints = get_type_hints(function, include_extras=True)
    found: list[tuple[str, Any, bool]] = []
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind in _BY_NAME:
            found.append((name, hints.get(name, Any), parameter.default is parameter.empty))
        elif parameter.kind is inspect.Parameter.POSITIONAL_ONLY:
            raise TypeError(f"{name} cannot be given by its name")
    return found
