"""Looking for what should be gone: secrets, and the files in which their bytes might still be."""

import base64
from collections.abc import Iterable
from pathlib import Path
from random import Random

import psycopg

MARK = b"~wF#q~"
BLOCK = 32


def secret(size: int, *, seed: int = 0) -> str:
    """Text with a mark in every 32 bytes, and too random to be compressed, so that no part of it can hide."""
    random, blocks = Random(f"{size} {seed}"), max(size // BLOCK, 1)
    return "".join(
        base64.b64encode(random.randbytes(30)).decode()[: BLOCK - len(MARK)] + MARK.decode() for _ in range(blocks)
    )


def remains(files: Iterable[Path]) -> list[str]:
    """The files in which a part of a secret is left."""
    return [str(file) for file in files if MARK in file.read_bytes()]


def sqlite_files(store: str) -> list[Path]:
    """The database, its log, the index of the log, and whatever else lies beside them."""
    beside = [Path(store), *Path(store).parent.glob(f"{Path(store).name}?*")]
    return [file for place in beside for file in (place, *place.rglob("*")) if file.is_file()]


def postgres_files(url: str) -> list[Path]:
    """Heap, index and TOAST files of this database, once they are on the disk; the server's own log is elsewhere."""
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute("CHECKPOINT")
        row = admin.execute(
            "SELECT current_setting('data_directory'), oid FROM pg_database WHERE datname = current_database()"
        ).fetchone()
    assert row is not None
    return sorted(Path(row[0], "base", str(row[1])).iterdir())
