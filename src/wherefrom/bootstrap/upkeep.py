"""Looking after a store without opening it: its shape, and whether it is well."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from wherefrom.bootstrap.reading import readers
from wherefrom.config import Settings
from wherefrom.core.checks import Check
from wherefrom.plugins import need

__all__ = ["Revisions", "check_up", "confinement", "migrate", "need_driver", "revisions"]


class Revisions(NamedTuple):
    """The shape a store has (None: there is no store), and the one that this version works with."""

    found: str | None
    newest: str

    @property
    def is_current(self) -> bool:
        return self.found == self.newest


def revisions(settings: Settings) -> Revisions:
    """Looks, and touches nothing; a store that is not there is not made."""
    need_driver(settings)
    from wherefrom.record.database import Database
    from wherefrom.record.migrating import revision
    from wherefrom.record.migrations import HEAD

    if not _is_there(settings):
        return Revisions(None, HEAD)
    with closing(Database(settings.store)) as database, database.told():
        return Revisions(revision(database), HEAD)


def migrate(settings: Settings) -> Revisions:
    """Brings the store to today's shape; the one it had before."""
    need_driver(settings)
    from wherefrom.record.database import Database
    from wherefrom.record.migrating import bring_up_to_date
    from wherefrom.record.migrations import HEAD

    with closing(Database(settings.store)) as database:
        return Revisions(bring_up_to_date(database), HEAD)


def check_up(settings: Settings) -> Iterator[Check]:
    """What `doctor` says about a store; one that is not there is not made."""
    need_driver(settings)
    if not _is_there(settings):
        yield Check.note("store", f"none yet at {settings.store}", "wherefrom init")
        return
    from wherefrom.record.checkup import check_up as look_over
    from wherefrom.record.database import Database

    with closing(Database(settings.store)) as database:
        yield from look_over(database)


def confinement() -> str:
    """What holds here for the processes that read documents."""
    with readers() as opened:
        return opened.confinement()


def need_driver(settings: Settings) -> None:
    if settings.store.startswith(("postgresql://", "postgres://")):
        need("postgres", "a Postgres store")


def _is_there(settings: Settings) -> bool:
    return "://" in settings.store or Path(settings.store).exists()
