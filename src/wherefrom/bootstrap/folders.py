"""Where the files of a store lie."""

from __future__ import annotations

from pathlib import Path

from wherefrom.config import Settings, user_data
from wherefrom.core.ids import sha256

__all__ = ["beside", "originals_of", "own_files"]


def originals_of(settings: Settings) -> Path:
    return Path(settings.originals).expanduser() if settings.originals else beside(settings, "originals")


def beside(settings: Settings, name: str) -> Path:
    """A folder beside an SQLite store; of a Postgres store, one in the user's data directory."""
    if "://" not in settings.store:
        return Path(f"{settings.store}.{name}")
    return user_data() / name / sha256(settings.store.encode())[:16]


def own_files(settings: Settings) -> tuple[Path, ...]:
    """All that a store is made of, wherever it lies: none of it is read into the store."""
    folders = [originals_of(settings), beside(settings, "mirrors")]
    if "://" in settings.store:
        return tuple(folders)
    databases = (settings.store, f"{settings.store}.jobs")
    files = [Path(f"{database}{part}") for database in databases for part in ("", "-journal", "-shm", "-wal")]
    return (*files, *folders, beside(settings, "index"), beside(settings, "locks"))
