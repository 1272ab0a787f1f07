"""Claims with a form: a template names the fields that such a claim has, and what each of them must be."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import cast

from wherefrom.core.access import Visibility
from wherefrom.core.clock import as_timestamp
from wherefrom.core.ids import as_slug
from wherefrom.core.values import value
from wherefrom.core.wellformed import JSON, as_choice, as_json, as_text
from wherefrom.errors import InvalidValue

__all__ = ["FieldType", "Template"]


class FieldType(StrEnum):
    TEXT = "text"
    NUMBER = "number"
    BOOL = "bool"
    TIME = "time"
    LIST = "list"


_OPTIONAL = "?"


@value
class Template:
    """`fields` maps each name to its type; a type that ends in `?` may be left out: `{"amount": "number?"}`."""

    id: str
    fields: Mapping[str, str]
    title: str = ""
    org: str = ""
    seen_by: Visibility = Visibility(org="")
    created_at: float = 0.0
    updated_at: float = 0.0
    version: int = 0

    def __post_init__(self) -> None:
        as_slug(self.id, "template")
        as_text(self.title, "title")
        if not isinstance(self.fields, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]  -- not every caller has types
            raise InvalidValue("a template needs named fields", value=self.fields, hint='{"amount": "number"}')
        for name, type in self.fields.items():
            what = f"type of the field {as_text(name, 'field')!r}"
            as_choice(FieldType, as_text(type, what).removesuffix(_OPTIONAL), what)

    @property
    def visibility(self) -> Visibility:
        return self.seen_by

    def checked(self, given: Mapping[str, JSON]) -> dict[str, JSON]:
        """The fields of a claim, if they are what this template asks for."""
        strange = sorted(set(given) - set(self.fields))
        if strange:
            known = ", ".join(sorted(self.fields))
            raise InvalidValue(f"the template {self.id!r} has no such field", value=strange[0], hint=f"it has: {known}")
        for name, type in self.fields.items():
            if name in given:
                _check(FieldType(type.removesuffix(_OPTIONAL)), given[name], name)
            elif not type.endswith(_OPTIONAL):
                raise InvalidValue(f"the template {self.id!r} needs this field", value=name, hint=f"give a {type}")
        return cast("dict[str, JSON]", as_json(dict(given), "fields"))


def _check(type: FieldType, value: object, name: str) -> None:
    if type is FieldType.TIME:
        as_timestamp(value, name)
        return
    is_bool = isinstance(value, bool)
    fits = {
        FieldType.TEXT: isinstance(value, str),
        FieldType.NUMBER: isinstance(value, int | float) and not is_bool,
        FieldType.BOOL: is_bool,
        FieldType.LIST: isinstance(value, list | tuple),
    }[type]
    if not fits:
        raise InvalidValue(f"the field {name!r} is no {type}", value=value, hint=f"give a {type}")
