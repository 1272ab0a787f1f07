"""What people and JSON get to see of a value."""

import json

import pytest

from wherefrom.cli.output import Output
from wherefrom.cli.wording import STEERING, counted, plain, safe, short
from wherefrom.core.actors import Role
from wherefrom.core.directory import Member, Org


def test_json_has_a_values_own_fields_with_sets_in_order() -> None:
    told = plain(Member(org="default", id="bob", role=Role.ADMIN, groups=frozenset({"b", "a"})))
    assert (told["role"], told["groups"]) == ("admin", ["a", "b"])


def test_json_never_has_the_secret_of_an_org() -> None:
    assert plain(Org(id="acme", title="Acme", secret="hush", created_at=0.0)).keys() == {"id", "title", "created_at"}


@pytest.mark.parametrize("steering", ["\x1b[2J", "\x07", "\r", "\x9b", "\u202e", "\u2066", "\ud800"])
def test_what_steers_a_terminal_is_shown_and_not_done(steering: str) -> None:
    shown = safe(f"a{steering}b\n\tc")
    assert not set(steering) & set("\x1b\x07\r\x9b\u202e\u2066\ud800") & set(shown)
    assert shown.startswith("a")
    assert shown.endswith("b\n\tc")


@pytest.mark.parametrize("steering", ["\x1b[2J", "\x7f", "\x9b31m", "\u202e", "\u2066", "\ud800", "\u2028"])
def test_json_steers_no_terminal_and_is_read_back_equal(steering: str, capsys: pytest.CaptureFixture[str]) -> None:
    Output(json=True).document({"title": f"ü{steering}"})
    printed = capsys.readouterr().out
    assert "ü" in printed or steering == "\ud800"
    assert not STEERING.search(printed)
    assert json.loads(printed) == {"title": f"ü{steering}"}


def test_made_ids_are_shortened_and_chosen_ones_are_not() -> None:
    assert short("0123456789abcdef0123456789abcdef") == "01234567"
    assert short("agent:build-of-the-whole-thing") == "agent:build-of-the-whole-thing"


def test_one_is_not_told_as_many() -> None:
    assert counted(1, "entries") == "1 entry"
    assert counted(1200, "entries") == "1,200 entries"
    assert counted(1, "claims") == "1 claim"
    assert counted(1, "passages and claims") == "1 passage or claim"
