"""What these tests share: an org of their own, in an empty store of each kind."""

from collections.abc import Iterator

import pytest

from wherefrom.record.record import SqlRecord
from wherefrom.testing import factories as make
from wherefrom.testing.record.place import Place


@pytest.fixture
def place(store_url: str) -> Iterator[Place]:
    record = SqlRecord(store_url)
    org = make.org()
    record.registry.create_org(org)
    yield Place(record, org.id)
    record.close()
