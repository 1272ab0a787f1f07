"""The one bridge: synchronous work, done off the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import cache, partial
from typing import ParamSpec, TypeVar

__all__ = ["cross", "is_being_stopped"]

P = ParamSpec("P")
T = TypeVar("T")

_THREADS = 32
"""Most of them wait for a model or a disk; the loop's own executor has a handful."""


async def cross(work: Callable[P, T], /, *args: P.args, **named: P.kwargs) -> T:
    """Do it in a thread, with the context variables of whoever asks."""
    call = partial(copy_context().run, work, *args, **named)
    return await asyncio.get_running_loop().run_in_executor(_threads(), call)


def is_being_stopped() -> bool:
    """Whether it is this task that somebody cancelled, and not only something that it waited for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(_THREADS, thread_name_prefix="wherefrom")
