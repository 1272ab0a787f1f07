"""A move takes along what was last seen of evidence: what changed before it has changed after it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import wherefrom
from wherefrom.bootstrap import open_settings
from wherefrom.config import load_settings
from wherefrom.core.evidence import GroundState

BEFORE, AFTER = "Refunds need two approvals.\n", "Refunds need three approvals.\n"


def opened(tmp_path: Path, name: str) -> wherefrom.Knowledge:
    return open_settings(load_settings(store=str(tmp_path / name), environment={}, folder=Path("/")))


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    file = tmp_path / "rules.txt"
    file.write_text(BEFORE)
    return file


@pytest.fixture
def home(tmp_path: Path, rules: Path) -> Iterator[wherefrom.Knowledge]:
    with opened(tmp_path, "home.db") as home:
        home.learn("Refunds need two approvals.", [wherefrom.from_file(str(rules))])
        yield home


@pytest.fixture
def away(tmp_path: Path) -> Iterator[wherefrom.Knowledge]:
    with opened(tmp_path, "away.db") as away:
        yield away


def test_evidence_that_changed_before_a_move_is_changed_after_it(
    home: wherefrom.Knowledge, away: wherefrom.Knowledge, rules: Path
) -> None:
    rules.write_text(AFTER)
    assert home.check().counts[GroundState.CHANGED] == 1
    away.importing.lines(list(home.exporting.lines()))
    assert away.check().counts == {GroundState.CHANGED: 1}
    (item,) = away.attention.find().items
    assert (item.detail["was"], item.detail["now"]) == (BEFORE, AFTER)


def test_a_change_during_the_move_is_seen_by_the_first_look_after_it(
    home: wherefrom.Knowledge, away: wherefrom.Knowledge, rules: Path
) -> None:
    lines = list(home.exporting.lines())
    rules.write_text(AFTER)
    away.importing.lines(lines)
    assert away.check().counts == {GroundState.CHANGED: 1}


def test_what_an_export_says_was_seen_counts_for_its_own_claims_alone(
    home: wherefrom.Knowledge, away: wherefrom.Knowledge, rules: Path
) -> None:
    lines = list(home.exporting.lines())
    away.importing.lines(lines)
    forged = [line.replace("need two", "need no") if '"kind": "standing"' in line else line for line in lines]
    assert forged != lines
    away.importing.lines(forged)
    rules.write_text(AFTER)
    away.check()
    (item,) = away.attention.find().items
    assert item.detail["was"] == BEFORE


def test_an_export_of_the_version_before_is_read(home: wherefrom.Knowledge, away: wherefrom.Knowledge) -> None:
    header, *lines = home.exporting.lines()
    older = [json.dumps({**json.loads(header), "version": 2})]
    older += [line for line in lines if json.loads(line)["kind"] != "standing"]
    assert away.importing.lines(older).added
    assert away.check().counts == {GroundState.FRESH: 1}
