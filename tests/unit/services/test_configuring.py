"""What a source may be configured with, and which one it is."""

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import wherefrom
from wherefrom.cli.app import app
from wherefrom.core.secrets import SecretPolicy
from wherefrom.errors import InvalidValue

TOKEN = ("ghp_" + "a1B2c3D4e5F6g7H8i9J0" * 2)[:40]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "refunds.md").write_text("# Refunds\n\nRefunds need two approvals.\n")
    return folder


@pytest.mark.parametrize("config", [{"foo": "bar"}, {"depth": 2}, {"server": "x", "tags": ["a"]}])
def test_what_no_run_of_its_kind_could_use_is_refused_with_what_it_takes(
    knowledge: wherefrom.Knowledge, folder: Path, config: dict[str, Any]
) -> None:
    with pytest.raises(InvalidValue) as told:
        knowledge.sources.add("folder", str(folder), config=config)
    assert told.value.value in config
    assert told.value.hint == "it takes max_dollars, max_tokens, secrets, tags and type"
    source = knowledge.sources.add("folder", str(folder), config={"secrets": "reject", "max_tokens": 5})
    with pytest.raises(InvalidValue):
        knowledge.sources.edit(source.id, config=config)


def test_a_note_is_no_source_that_could_be_read(knowledge: wherefrom.Knowledge) -> None:
    with pytest.raises(InvalidValue, match="written and not read"):
        knowledge.sources.add("note", "x")


def test_the_same_place_for_the_same_people_is_the_same_source(knowledge: wherefrom.Knowledge, folder: Path) -> None:
    first = knowledge.sources.add("folder", str(folder), title="Handbook", config={"tags": ["a"]})
    for uri in (str(folder), f"{folder}/", f"file://{folder}", f"{folder}/../docs"):
        assert knowledge.sources.add("folder", uri) == first
    changed = knowledge.sources.add("folder", str(folder), config={"secrets": "reject"}, cron="0 3 * * *")
    assert (changed.id, changed.title, changed.cron) == (first.id, "Handbook", "0 3 * * *")
    assert changed.config == {"tags": ["a"], "secrets": "reject"}
    assert len(knowledge.sources.find().items) == 1


def test_for_other_people_it_is_another(knowledge: wherefrom.Knowledge, folder: Path) -> None:
    knowledge.projects.create("pay")
    first = knowledge.sources.add("folder", str(folder))
    other = knowledge.sources.add("folder", str(folder), project="pay")
    assert other.id != first.id
    assert knowledge.sources.add("folder", str(folder), project="pay") == other


def test_the_command_says_that_it_is_there_already(folder: Path, tmp_path: Path) -> None:
    command = ["--store", str(tmp_path / "store.db"), "sources", "add", "folder", str(folder)]
    assert "Added" in CliRunner().invoke(app, command).output
    assert "Already there" in CliRunner().invoke(app, command).output


def test_a_file_that_is_read_by_two_sources_is_found_once(knowledge: wherefrom.Knowledge, folder: Path) -> None:
    (folder / "twice.md").write_text("Lunch is at noon, every day.\n\n" * 400)
    knowledge.ingest(str(folder), str(folder / "refunds.md"))
    hits = knowledge.search("refunds need two approvals").hits
    assert [hit.text for hit in hits if "approvals" in hit.text] == ["# Refunds\n\nRefunds need two approvals."]
    said = [hit for hit in knowledge.search("lunch at noon every day").hits if "noon" in hit.text]
    assert len({hit.id for hit in said}) == len(said) > 1


def test_the_notice_of_a_rejecting_source_tells_what_was_left_out(knowledge: wherefrom.Knowledge, folder: Path) -> None:
    (folder / "keys.md").write_text(f"# Keys\n\nThe token is {TOKEN} for now.\n\n# Lunch\n\nAt noon.\n")
    source = knowledge.sources.add("folder", str(folder), config={"secrets": SecretPolicy.REJECT.value})
    report = knowledge.sources.run(source.id)
    assert [told for path, told in report.notices if path == "keys.md"] == ["1 passage with secrets left out"]
