"""Opening a cited place with what the person has."""

from pathlib import Path

import pytest

from wherefrom.config import load_settings


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ({"EDITOR": "nano"}, "nano"),
        ({"EDITOR": "nano", "VISUAL": "code"}, "code"),
        ({"EDITOR": "nano", "VISUAL": ""}, "nano"),
        ({}, None),
    ],
)
def test_the_editor_is_the_visual_one_or_the_plain_one(said: dict[str, str], meant: str | None) -> None:
    settings = load_settings(store="s.db", environment=said, folder=Path("/"))
    assert settings.editor == meant
