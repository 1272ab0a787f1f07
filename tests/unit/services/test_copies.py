"""A remote repository is copied beside the store; the copy goes with the last source that needs it."""

import os
import subprocess
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path

import pytest

import wherefrom
from wherefrom.bootstrap import open_settings
from wherefrom.config import load_settings
from wherefrom.sources import git as git_module
from wherefrom.sources.repo import RepoConnector

ADDRESS = "https://example.org/shop.git"
WORDS = b"refunds need two approvals"


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The remote is a folder here: what is allowed is widened, and its address rewritten, for the test alone."""
    path = tmp_path / "shop"
    path.mkdir()
    (path / "a.md").write_bytes(WORDS + b"\n")
    (path / "b.md").write_text("another page\n")
    who = {f"GIT_{role}_{part}": "tester" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}
    environment = {**who, "GIT_CONFIG_GLOBAL": os.devnull, "PATH": os.environ["PATH"]}
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "first"]):
        subprocess.run(["git", *command], cwd=path, env=environment, check=True)
    monkeypatch.setattr("wherefrom.sources.mirror._PROTOCOLS", "file")
    monkeypatch.setattr(git_module, "_OFF", {**git_module._OFF, f"url.{path}.insteadOf": ADDRESS})
    monkeypatch.setattr("wherefrom.egress.Egress.check", lambda egress, url: [ip_address("93.184.216.34")])
    return path


@pytest.fixture
def knowledge(tmp_path: Path, repo: Path) -> Iterator[wherefrom.Knowledge]:
    with open_settings(load_settings(store=str(tmp_path / "store.db"), environment={}, folder=Path("/"))) as opened:
        yield opened


def copies(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "store.db.mirrors").rglob("*.git"))


def test_removing_the_last_source_of_a_repository_removes_its_copy(
    knowledge: wherefrom.Knowledge, tmp_path: Path
) -> None:
    first = knowledge.sources.add("repo", ADDRESS)
    second = knowledge.sources.add("repo", f"{ADDRESS}@HEAD")
    knowledge.sources.run(first.id)
    assert len(copies(tmp_path)) == 1
    knowledge.sources.remove(first.id)
    assert len(copies(tmp_path)) == 1, "the other source reads from it"
    assert knowledge.sources.run(second.id).entries == 2
    knowledge.sources.remove(second.id, with_entries=True)
    assert copies(tmp_path) == []


def test_a_source_that_is_led_elsewhere_leaves_no_copy(knowledge: wherefrom.Knowledge, tmp_path: Path) -> None:
    source = knowledge.sources.add("repo", ADDRESS)
    knowledge.sources.run(source.id)
    knowledge.sources.edit(source.id, title="The shop")
    assert len(copies(tmp_path)) == 1
    knowledge.sources.edit(source.id, uri="https://example.org/other.git")
    assert copies(tmp_path) == []


def test_erasing_a_source_or_an_entry_leaves_no_copy_of_its_words(
    knowledge: wherefrom.Knowledge, tmp_path: Path
) -> None:
    source = knowledge.sources.add("repo", ADDRESS)
    knowledge.sources.run(source.id)
    erased = next(each for each in knowledge.entries.find().items if WORDS.decode() in each.content)
    knowledge.erase.entry(erased.id)
    assert copies(tmp_path) == []
    assert knowledge.sources.run(source.id).failed == (), "the next run makes it anew"
    assert len(copies(tmp_path)) == 1
    knowledge.erase.source(source.id)
    assert copies(tmp_path) == []


def test_the_copy_of_one_org_is_not_that_of_another(tmp_path: Path) -> None:
    for org in ("here", "there"):
        (tmp_path / org / "0123.git").mkdir(parents=True)
    (tmp_path / "here" / "clone-running").mkdir()
    RepoConnector(tmp_path).keep_only("here", ["ssh://nonsense", "/a/folder"])
    assert [path.name for path in sorted(tmp_path.glob("*/*"))] == ["clone-running", "0123.git"]
