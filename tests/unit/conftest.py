"""Unit tests reach nothing outside their process."""

import socket

import pytest


@pytest.fixture
def own_servers() -> None:
    """Asked for by tests that talk to servers of their own, on this machine and real."""


@pytest.fixture(autouse=True)
def no_sockets(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if "own_servers" in request.fixturenames:
        return

    def refuse(*args: object, **_: object) -> None:
        # pytest.fail, because code under test may well catch an OSError or any Exception.
        pytest.fail(f"a unit test tried to reach the network: {args[1:] or args!r}")

    for method in ("connect", "connect_ex", "sendto"):
        monkeypatch.setattr(socket.socket, method, refuse)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **_: refuse(None, *args))
