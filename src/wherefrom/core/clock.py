"""Time: UTC seconds since 1970 as floats, from one clock that can be handed in."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeAlias

from wherefrom.errors import InvalidValue

__all__ = ["DAY", "Clock", "as_timestamp", "shown", "stopped", "system_clock"]

Clock: TypeAlias = Callable[[], float]

DAY = 86_400.0
_LATEST = 253_402_300_799.0  # the end of the year 9999, the last that datetime and ISO 8601 can write


def system_clock() -> float:
    return time.time()


def stopped(clock: Clock) -> Clock:
    """What it says when it is first looked at, ever after: all that is written together has one time."""
    said: list[float] = []

    def now() -> float:
        if not said:
            said.append(clock())
        return said[0]

    return now


def as_timestamp(value: object, field: str = "time") -> float:
    """Seconds, an aware datetime or an ISO 8601 text with its offset; a naive time is refused: it is a guess."""
    read = _parsed(value, field) if isinstance(value, str) else value
    if isinstance(read, datetime):
        if read.tzinfo is None:
            raise InvalidValue(f"{field} has no time zone", value=value, hint=f"add one: {_in_utc(read)}")
        read = read.timestamp()
    if isinstance(read, bool) or not isinstance(read, int | float) or not abs(read) <= _LATEST:
        raise InvalidValue(f"{field} is not a time", value=value, hint="give UTC seconds since 1970")
    return float(read)


def shown(timestamp: float) -> str:
    """ISO 8601 in UTC, to the second: what people and JSON read."""
    return datetime.fromtimestamp(timestamp, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _in_utc(naive: datetime) -> str:
    return naive.replace(tzinfo=UTC).isoformat()


def _parsed(value: str, field: str) -> datetime:
    try:
        return datetime.fromisoformat(value)
    except ValueError:
        raise InvalidValue(
            f"{field} is not a time", value=value, hint="write it as 2026-05-20T08:00:00+00:00"
        ) from None
