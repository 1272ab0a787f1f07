"""Opening a cited place with what the person has."""

from pathlib import Path

import pytest

from wherefrom.cli.opening import at_text
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


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Page A\n\nAlpha is the first of all letters.", "Alpha%20is%20the%20first%20of%20all%20letters."),
        ("Only this heading", "Only%20this%20heading"),
        ("One\n\nTwo words\n\nThree", "Two%20words"),
        ("name\tAn entry of a table in one cell\t7", "An%20entry%20of%20a%20table%20in%20one%20cell"),
        ("It is well-known, R&D says so.", "It%20is%20well%2Dknown%2C%20R%26D%20says%20so."),
        ("one two three four five six seven eight nine ten eleven twelve thirteen", None),
        (
            "これは最初の文です。次の文。",
            "%E3%81%93%E3%82%8C%E3%81%AF%E6%9C%80%E5%88%9D%E3%81%AE%E6%96%87%E3%81%A7%E3%81%99%E3%80%82",
        ),
    ],
)
def test_a_page_is_opened_at_words_that_stand_in_one_block(text: str, named: str | None) -> None:
    """By the specification of text fragments: an exact match crosses no block; `-`, `,` and `&` mean something else."""
    address = at_text("https://a.example/x?y=1#old", text)
    if named is None:
        named = "%20".join(text.split()[:12])
    assert address == f"https://a.example/x?y=1#:~:text={named}"


def test_without_words_the_address_stays_as_it_is() -> None:
    assert at_text("https://a.example/x#part", " \n ") == "https://a.example/x#part"
