"""JSON on its way into a column: written once, by whoever had to look at all of it anyway."""

from __future__ import annotations

import json

__all__ = ["Written", "as_written", "written_if_clean"]

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


_EMPTY: dict[type[object], str] = {list: "[]", dict: "{}", type(None): "null"}


class Written(str):
    """A value as JSON writes it."""

    __slots__ = ()


def as_written(value: object) -> str:
    """What a column of JSON keeps of a value; most have nothing to say."""
    if not value and type(value) in _EMPTY:
        return _EMPTY[type(value)]
    return str(value) if type(value) is Written else _encode(value)


def written_if_clean(value: object) -> Written | None:
    """None unless all of it is plain values and text that a database keeps.

    JSON writes what is refused (NUL above all) as an escape: most values have none, and looking at each part of them
    would take ten times as long.
    """
    try:
        text = _encode(value)
        if "\\u" in text:
            return None
        text.encode()
    except (TypeError, ValueError):
        return None
    return Written(text)
