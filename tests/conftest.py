"""What every test may use: a real Postgres, an empty store of each kind, a web site, and the size of the campaigns."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

import wherefrom
from tests import postgres_server as postgres
from tests.web_server import WebServer, web_server
from wherefrom.bootstrap import open_settings
from wherefrom.config import load_settings

SOAK = os.environ.get("WHEREFROM_SOAK") == "1"
RUN = pytest.StashKey[postgres.Run]()

settings.register_profile("ci", max_examples=25, derandomize=True, deadline=None)
settings.register_profile(
    "soak", max_examples=2000, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("soak" if SOAK else "ci")


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.stash[RUN] = postgres.Run.begin()


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    node.workerinput["postgres_folder"] = str(node.config.stash[RUN].folder)


def pytest_unconfigure(config: pytest.Config) -> None:
    if run := config.stash.get(RUN, None):
        run.end()


@pytest.fixture(scope="session", autouse=True)
def nobodys_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test reads or writes what belongs to whoever runs it; nor do the processes that it starts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture(scope="session")
def postgres_server(pytestconfig: pytest.Config) -> str:
    """The URL of a running server, the same for all workers of the run."""
    worker: dict[str, str] | None = getattr(pytestconfig, "workerinput", None)
    folder = Path(worker["postgres_folder"]) if worker else pytestconfig.stash[RUN].folder
    return postgres.server_url(folder)


@pytest.fixture
def postgres_url(postgres_server: str) -> Iterator[str]:
    """The URL of an empty database of the test's own."""
    with postgres.fresh_database(postgres_server) as url:
        yield url


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where to open an empty store; a test that asks for it runs once on each database."""
    return str(tmp_path / "store.db") if request.param == "sqlite" else request.getfixturevalue("postgres_url")


@pytest.fixture
def knowledge(tmp_path: Path) -> Iterator[wherefrom.Knowledge]:
    """An empty store of the local owner's, with an embedder that is opened in no time."""
    said = {"WHEREFROM_EMBEDDER": "hash"}
    with open_settings(load_settings(store=str(tmp_path / "store.db"), environment=said, folder=Path("/"))) as opened:
        yield opened


@pytest.fixture
def site() -> Iterator[WebServer]:
    """A web site of the test's own."""
    with web_server() as server:
        yield server


@pytest.fixture(scope="session")
def soaking() -> bool:
    """Whether campaigns run at full size (`make soak`)."""
    return SOAK
