"""Indexes mend themselves: after a restored backup, a lost folder, a killed process."""

import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.retrieval import models
from tests.retrieval.material import fill, learn, texts
from wherefrom import Knowledge
from wherefrom.bootstrap import open_settings
from wherefrom.config import Settings
from wherefrom.errors import InvalidValue


def found(knowledge: Knowledge, question: str) -> list[str]:
    return texts(knowledge.search(question, recipe="fast", limit=100))


@pytest.fixture(params=["local", "sqlite_fts5"])
def own(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    return Settings(store=str(tmp_path / "store.db"), engine=request.param, embedder="counting:old")


@pytest.fixture(autouse=True)
def counting() -> Iterator[None]:
    models.register()
    models.MADE.clear()
    yield
    models.VERSION[0] = "1"


def test_a_restored_backup_beside_a_newer_index_is_noticed(local: Settings, tmp_path: Path) -> None:
    with open_settings(local) as knowledge:
        knowledge.entries.add("kept", "The pelican is grey.")
        assert found(knowledge, "pelican")
    shutil.copy(local.store, tmp_path / "backup.db")
    with open_settings(local) as knowledge:
        for word in ("heron", "stork"):
            knowledge.entries.add("lost", f"The {word} is lost with the backup.")
        learn(knowledge, "The ibis was learned in vain.")
        assert found(knowledge, "heron")
    for file in tmp_path.glob("store.db*"):
        if file.is_file():
            file.unlink()
    shutil.copy(tmp_path / "backup.db", local.store)
    with open_settings(local) as knowledge:
        assert found(knowledge, "pelican") == ["The pelican is grey."]
        assert found(knowledge, "heron") == []
        assert found(knowledge, "ibis") == []
        assert knowledge.search("pelican").passages == 1
        for word in ("swan", "crane"):  # the same numbers of changes as before, with other stamps
            knowledge.entries.add("new", f"The {word} came after.")
        learn(knowledge, "The egret was learned after.")
        assert found(knowledge, "crane") == ["The crane came after."]
        assert found(knowledge, "stork") == []


def test_a_deleted_index_is_built_again_by_the_next_search(local: Settings) -> None:
    index = Path(f"{local.store}.index")
    with open_settings(local) as knowledge:
        fill(knowledge, 5)
        assert len(found(knowledge, "numbered")) == 5
        shutil.rmtree(index)
        assert len(found(knowledge, "numbered")) == 5
        knowledge.entries.add("more", "Numbered once more.")
        assert len(found(knowledge, "numbered")) == 6
    shutil.rmtree(index)
    with open_settings(local) as knowledge:
        assert len(found(knowledge, "numbered")) == 6


def interrupted(own: Settings, work: str, commits: int) -> None:
    """Let another process work until that many commits, and kill it."""
    command = [sys.executable, "-m", "tests.retrieval.interrupted", own.store, own.engine or "", work, str(commits)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as other:
        with closing(other.stdout) as told:  # pyright: ignore[reportArgumentType]
            assert told.readline() == "stopped\n"
        other.send_signal(signal.SIGKILL)


@pytest.mark.parametrize("commits", [1, 4])
def test_projecting_resumes_after_a_kill(commits: int, own: Settings) -> None:
    with open_settings(own) as knowledge:
        fill(knowledge, 25)
        for number in range(5):
            learn(knowledge, f"Numbered claim {number}.")
        knowledge.entries.add("mine", "Numbered, and mine alone.", is_personal=True)
    interrupted(own, "catch-up", commits)
    with open_settings(own) as knowledge:
        assert len(found(knowledge, "numbered")) == 31
        assert knowledge.search("numbered").passages == 31


def test_a_killed_reembedding_is_begun_again_embeds_nothing_twice_and_leaves_nothing_behind(own: Settings) -> None:
    with open_settings(own) as knowledge:
        fill(knowledge, 25)
        knowledge.entries.add("mine", "Numbered, and mine alone.", is_personal=True)
        assert len(found(knowledge, "numbered")) == 26
        before = indexes(own, knowledge)
    interrupted(own, "counting:new", 4)
    with open_settings(own) as knowledge:
        assert len(found(knowledge, "numbered")) == 26, "the old one is searched meanwhile"
        assert len(knowledge.index.catch_up().building) == 1
        stock = knowledge.index.reembed("counting:new")
        assert stock.made_by.name == "counting-new"
        assert stock.building == {}
        made = models.MADE["new"].embedded
        assert len(made) == len(set(made)) < 26
        assert len(found(knowledge, "numbered")) == 26
        assert len(indexes(own, knowledge)) == len(before)
        assert not set(indexes(own, knowledge)) & set(before)


def indexes(own: Settings, knowledge: Knowledge) -> list[str]:
    """The names of all there are in the store."""
    if own.engine == "local":
        return sorted(path.name for path in Path(f"{own.store}.index").iterdir())
    with knowledge.record.read(knowledge.actor) as unit:
        tables = unit.transaction.exec_driver_sql("SELECT name FROM sqlite_master WHERE name GLOB 'index_*_docs'")
        return sorted(name for (name,) in tables)


def test_another_version_of_the_embedder_is_refused_with_the_way_out(local: Settings) -> None:
    settings = replace(local, embedder="counting:one")
    with open_settings(settings) as knowledge:
        fill(knowledge, 3)
        assert knowledge.search("numbered").hits
    models.VERSION[0] = "2"
    with open_settings(settings) as knowledge:
        with pytest.raises(InvalidValue) as refused:
            knowledge.search("numbered")
        assert "counting-one 1" in refused.value.message
        assert refused.value.hint == "wherefrom reembed --embedder counting:one"
        assert len(found(knowledge, "numbered")) == 3, "words need no embedder"
        knowledge.index.reembed("counting:one")
        assert knowledge.search("numbered").hits


def test_an_embedder_that_is_not_there_is_told(local: Settings) -> None:
    with open_settings(replace(local, embedder="oracle:9")) as knowledge:
        knowledge.entries.add("note", "The pelican is grey.")
        with pytest.raises(InvalidValue, match="no such embedder"):
            knowledge.search("pelican")
