"""Searching is tested through the facade, with every engine on a real store.

Opening a store takes long, so all tests share one for each engine, and each test has an org of its own in it.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests import postgres_server as postgres
from wherefrom import Knowledge
from wherefrom.bootstrap import open_settings
from wherefrom.config import Settings
from wherefrom.core.actors import Actor
from wherefrom.core.ids import new_id

ENGINES = ("local", "sqlite_fts5", "memory", pytest.param("postgres", marks=pytest.mark.postgres))


@pytest.fixture(scope="session", params=ENGINES)
def settings(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    with ExitStack() as stack:
        if request.param == "postgres":
            store = stack.enter_context(postgres.fresh_database(request.getfixturevalue("postgres_server")))
        else:
            store = str(tmp_path_factory.mktemp(request.param) / "store.db")
        yield Settings(store=store, engine=request.param, embedder="hash")


@pytest.fixture(scope="session")
def house(settings: Settings) -> Iterator[Knowledge]:
    """The holder of the store of one engine."""
    with open_settings(settings) as opened:
        yield opened


@pytest.fixture
def knowledge(house: Knowledge) -> Knowledge:
    """The owner of an empty org."""
    return _in_new_org(house)


@pytest.fixture
def rival(house: Knowledge) -> Knowledge:
    """The owner of another org in the same store."""
    return _in_new_org(house)


def _in_new_org(house: Knowledge) -> Knowledge:
    org = house.orgs.create(f"org-{new_id()[:12].lower()}")
    return house.act_as(Actor.local_owner(org.id))


@pytest.fixture
def local(tmp_path: Path) -> Settings:
    """A store of the test's own, for where one engine is enough, or the files matter."""
    return Settings(store=str(tmp_path / "store.db"), engine="local", embedder="hash")
