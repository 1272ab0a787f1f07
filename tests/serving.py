"""A server of a test's own, in a thread of this process."""

from collections.abc import Iterator
from contextlib import contextmanager
from socketserver import BaseServer
from threading import Thread
from typing import TypeVar

Server = TypeVar("Server", bound=BaseServer)

_SECONDS_BETWEEN_LOOKS = 0.01
"""How long it may take to notice that it shall end; the default is half a second a test."""


@contextmanager
def serving(server: Server) -> Iterator[Server]:
    """Until the block ends."""
    with server:
        thread = Thread(target=server.serve_forever, args=(_SECONDS_BETWEEN_LOOKS,), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
