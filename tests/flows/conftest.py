"""Each flow runs over every face and, where it asks for `store_url`, on each database."""

import pytest

from tests.flows.faces import FACES, Face


@pytest.fixture(params=FACES)
def face(request: pytest.FixtureRequest, store_url: str) -> Face:
    """The holder of an empty store, through one face."""
    return FACES[request.param](store_url)
