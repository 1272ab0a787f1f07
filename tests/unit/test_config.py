"""Settings: what may be shown of them."""

import pytest

from wherefrom.config import without_password


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://me:hush@db:5432/x", "postgresql://me:***@db:5432/x"),
        ("postgresql://me:hu@sh@db/x", "postgresql://me:***@db/x"),
        ("postgresql://db/x?user=me&password=hush", "postgresql://db/x?user=me&password=***"),
        ("postgresql://me@db/x", "postgresql://me@db/x"),
        ("/home/me:you@work/store.db", "/home/me:you@work/store.db"),
    ],
)
def test_a_stores_place_is_shown_without_its_password(url: str, shown: str) -> None:
    assert without_password(url) == shown
