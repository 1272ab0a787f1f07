"""The only wiring: settings in, a Knowledge out."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from wherefrom.config import Settings, load_settings
from wherefrom.core.actors import DEFAULT_ORG, LOCAL_OWNER, Actor
from wherefrom.core.clock import Clock, system_clock
from wherefrom.core.directory import Org
from wherefrom.core.ids import Ids, new_id, new_secret
from wherefrom.errors import Conflict
from wherefrom.plugins import need
from wherefrom.ports.record import Record
from wherefrom.services.knowledge import Knowledge

__all__ = ["open_knowledge", "open_settings"]


def open_knowledge(
    store: str | Path | None = None, *, actor: Actor | None = None, clock: Clock = system_clock, ids: Ids = new_id
) -> Knowledge:
    """A store, made if it is not there, for this actor; by default for the local owner of the org `default`."""
    settings = load_settings(store=str(store) if store is not None else None)
    return open_settings(settings, actor=actor, clock=clock, ids=ids)


def open_settings(
    settings: Settings, *, actor: Actor | None = None, clock: Clock = system_clock, ids: Ids = new_id
) -> Knowledge:
    if settings.store.startswith(("postgresql://", "postgres://")):
        need("postgres", "a Postgres store")
    from wherefrom.record.record import SqlRecord  # SQLAlchemy costs 200 ms, which `--help` should not pay

    record = SqlRecord(settings.store, clock=clock, ids=ids)
    try:
        _make_default_org(record, clock)
        asking = actor or _asking(record, settings)
    except BaseException:
        record.close()
        raise
    return Knowledge(record, asking, clock=clock, ids=ids)


def _asking(record: Record, settings: Settings) -> Actor:
    """The key's owner; without a key whoever can open the store, who owns what is in it."""
    if settings.key:
        return record.registry.authenticate(settings.key)
    return record.registry.member(settings.org, LOCAL_OWNER)


def _make_default_org(record: Record, clock: Clock) -> None:
    if any(org.id == DEFAULT_ORG for org in record.registry.orgs()):
        return
    # Another process that opens the same new store may be first.
    with suppress(Conflict):
        record.registry.create_org(Org(id=DEFAULT_ORG, title="", secret=new_secret(), created_at=clock()))
