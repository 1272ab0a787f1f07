"""What the processes of the campaigns do. They are forked from a server that has everything imported already."""

import multiprocessing
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from typing import Any

from wherefrom.core.actions import Action
from wherefrom.core.pointers import from_chunk
from wherefrom.record.record import SqlRecord
from wherefrom.testing import factories as make

CHUNKS = 2


def processes() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([__name__, "alembic.command", "psycopg"])
    return context


@contextmanager
def child(target: Any, *args: Any) -> Iterator[tuple[Any, Connection]]:
    """A process and the end of the pipe on which it tells; killed at the end, whatever it does."""
    context = processes()
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=target, args=(*args, there), daemon=True)
    process.start()
    there.close()
    try:
        yield process, here
    finally:
        process.kill()
        process.join()
        process.close()
        here.close()


def write_for_ever(store: str, org: str, told: Connection) -> None:
    """Units of an entry, its passages, a claim on one of them and the trail; each told once it was committed."""
    record, actor = SqlRecord(store), make.owner(org)
    while True:
        entry = make.entry()
        with record.write(actor) as unit:
            entry = unit.entries.save(entry)
            chunks = [make.chunk(entry, position=position) for position in range(CHUNKS)]
            unit.chunks.save_new(chunks)
            unit.claims.save(
                make.claim(evidence=(from_chunk(chunks[0].id, "two approvals"),), scope_id=entry.id, scope_type="run")
            )
            unit.note(Action.ADD_ENTRY, "entry", entry.id, after=entry)
            unit.commit()
        told.send(entry.id)


def count_until(store: str, org: str, counters: list[str], deadline: float, told: Connection) -> None:
    """Read, add one, write, in one unit; and read in another. Tells how often it counted each counter."""
    record, actor = SqlRecord(store), make.owner(org)
    counted = dict.fromkeys(counters, 0)
    while time.monotonic() < deadline:
        for counter in counters:
            with record.write(actor) as unit:
                node = unit.nodes.get(counter)
                unit.nodes.save(replace(node, label=str(int(node.label) + 1)))
                unit.commit()
            counted[counter] += 1
        with record.read(actor) as unit:
            assert len(unit.nodes.get_many(counters)) == len(counters)
    record.close()
    told.send(counted)
