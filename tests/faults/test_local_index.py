"""`local` under kill -9, beside readers in other processes, and with damaged files."""

from __future__ import annotations

import errno
import fcntl
import json
import random
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.faults.local_writer import BATCH, SPEC, batch
from wherefrom.core.changes import Mark
from wherefrom.engines.retrieval.local import open_local
from wherefrom.errors import AdapterError, StoreCorrupt, StoreFull, StoreTooNew
from wherefrom.ports.engines import Doc, RetrievalEngine
from wherefrom.testing.retrieval import axis, seek

ROOT = Path(__file__).parents[2]


def opened(place: Path, **options: Any) -> RetrievalEngine:
    return open_local(place, **options)(SPEC, None)


def started(program: str, *arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", f"tests.faults.{program}", *map(str, arguments)]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def home_of(place: Path) -> Path:
    (home,) = place.iterdir()
    return home


def assert_whole(engine: RetrievalEngine, committed: int) -> int:
    """The index stands exactly at one commit, in both legs; returns which."""
    mark = engine.mark()
    reached = mark.seq if mark else -1
    assert reached >= committed
    expected = {doc.id for number in range(reached + 1) for doc in batch(number)}
    legs = engine.search(seek("common", vector=axis(0), depth=100_000))
    assert {id for id, _ in legs.words} == expected
    assert {id for id, _ in legs.meaning} == expected
    assert engine.count() == len(expected)
    if reached >= 0:
        assert engine.get(["state"])["state"].payload == str(reached).encode()
    return reached


@pytest.mark.soak
def test_a_killed_writer_leaves_the_last_whole_commit_and_the_next_one_goes_on(tmp_path: Path, soaking: bool) -> None:
    chance = random.Random(7)
    committed = -1
    for _ in range(200 if soaking else 8):
        with started("local_writer", tmp_path, committed + 1) as writer:
            assert writer.stdout
            for _ in range(chance.randint(1, 4)):
                committed = int(writer.stdout.readline())
            time.sleep(chance.uniform(0, 0.06))
            writer.kill()
            told = writer.stdout.read().split()
        committed = assert_whole(opened(tmp_path), int(told[-1]) if told else committed)
    engine = opened(tmp_path)
    engine.put(batch(committed + 1))
    engine.commit(Mark(committed + 1, "after"))
    assert_whole(engine, committed + 1)
    assert sorted(path.name.partition("-")[0] for path in home_of(tmp_path).iterdir() if path.is_dir()) == [
        "rows",
        "words",
    ]


@pytest.fixture
def ask(tmp_path: Path) -> Iterator[Any]:
    with started("local_reader", tmp_path) as reader:

        def question(term: str) -> dict[str, Any]:
            assert reader.stdin
            assert reader.stdout
            print(term, file=reader.stdin, flush=True)
            return json.loads(reader.stdout.readline())

        yield question
        assert reader.stdin
        reader.stdin.close()
        assert reader.wait() == 0


def test_another_process_finds_each_commit_with_its_next_search(tmp_path: Path, ask: Any) -> None:
    assert ask("common") == {"words": [], "meaning": [], "mark": None, "count": 0}
    engine = opened(tmp_path)
    for number in range(6):
        engine.put(batch(number))
        engine.commit(Mark(number, "x"))
        answer = ask("common")
        assert (answer["mark"], answer["count"]) == (number, BATCH * (number + 1) + 1)
        assert answer["words"] == answer["meaning"]
        assert len(answer["words"]) == answer["count"]
    engine.compact()
    assert ask("common") == answer
    engine.delete(["state"])
    engine.commit()
    assert "state" not in ask("common")["words"]
    engine.close(drop=True)
    assert ask("common") == {"words": [], "meaning": [], "mark": None, "count": 0}


def test_readers_of_other_processes_always_see_a_whole_commit_while_one_writes(tmp_path: Path) -> None:
    opened(tmp_path).commit(Mark(-1, "begun"))
    readers = [started("local_reader", tmp_path) for _ in range(2)]
    writer = started("local_writer", tmp_path, 0)
    try:
        assert writer.stdout
        until = time.monotonic() + 4
        while time.monotonic() < until:
            for reader in readers:
                assert reader.stdin
                assert reader.stdout
                print("common", file=reader.stdin, flush=True)
                answer = json.loads(reader.stdout.readline())
                assert answer["words"] == answer["meaning"]
                assert len(answer["words"]) % BATCH in (0, 1)
    finally:
        writer.kill()
        writer.communicate()
        for reader in readers:
            reader.communicate()
    assert [reader.returncode for reader in readers] == [0, 0]


def test_a_writer_waits_for_another_and_then_says_so(tmp_path: Path) -> None:
    engine = opened(tmp_path)
    engine.put(batch(0))
    engine.commit()
    with open(home_of(tmp_path) / "lock") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        hasty = opened(tmp_path, patience=0.05)
        hasty.put([Doc("late", ("common",))])
        with pytest.raises(AdapterError) as refused:
            hasty.commit()
        assert refused.value.retryable
        assert len(hasty.search(seek("common")).words) == BATCH + 1
        release = threading.Timer(0.2, fcntl.flock, (lock, fcntl.LOCK_UN))
        release.start()
        engine.put([Doc("patient", ("common",))])
        engine.commit()
        release.join()
    hasty.commit()
    assert set(engine.get(["late", "patient"])) == {"late", "patient"}


def test_what_a_dead_writer_left_behind_the_published_end_is_cut_off(tmp_path: Path) -> None:
    engine = opened(tmp_path)
    engine.put(batch(0))
    engine.commit(Mark(0, "x"))
    (rows,) = home_of(tmp_path).glob("rows-*")
    for file in rows.iterdir():
        with open(file, "ab") as grown:
            grown.write(b"left behind by a crash")
    assert_whole(opened(tmp_path), 0)
    again = opened(tmp_path)
    again.put([doc for doc in batch(1) if doc.id != "state"])
    again.delete(["00000-0"])
    again.commit()
    assert again.count() == 2 * BATCH
    assert set(again.get(["00000-0", "00000-1", "00001-0"])) == {"00000-1", "00001-0"}


def test_damage_is_told_with_the_way_out(tmp_path: Path) -> None:
    engine = opened(tmp_path)
    engine.put(batch(0))
    engine.commit()
    home = home_of(tmp_path)
    manifest = (home / "manifest.json").read_bytes()
    (home / "manifest.json").write_bytes(manifest[:-5])
    with pytest.raises(StoreCorrupt, match="reindex"):
        opened(tmp_path).count()
    (home / "manifest.json").write_bytes(manifest.replace(b'"format": 1', b'"format": 99'))
    with pytest.raises(StoreTooNew):
        opened(tmp_path).count()
    (home / "manifest.json").write_bytes(manifest)
    (rows,) = home.glob("rows-*")
    (rows / "rows.bin").write_bytes(b"")
    with pytest.raises(StoreCorrupt, match="reindex"):
        opened(tmp_path).search(seek("common"))
    (rows / "rows.bin").unlink()
    with pytest.raises(StoreCorrupt, match="reindex"):
        opened(tmp_path).search(seek("common"))


def test_a_full_disk_is_told_and_the_commit_can_be_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = opened(tmp_path)
    engine.put(batch(0))
    engine.commit(Mark(0, "x"))

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", full)
        engine.put(batch(1))
        with pytest.raises(StoreFull):
            engine.commit(Mark(1, "x"))
        assert assert_whole(engine, 0) == 0
    engine.commit(Mark(1, "x"))
    assert assert_whole(engine, 1) == 1


def test_a_writer_that_waited_while_the_index_was_dropped_begins_anew(tmp_path: Path) -> None:
    engine = opened(tmp_path)
    engine.put(batch(0))
    engine.commit()
    home = home_of(tmp_path)
    waiting = opened(tmp_path)
    waiting.put(batch(0))
    with open(home / "lock") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        writing = threading.Thread(target=waiting.commit, args=(Mark(0, "x"),))
        writing.start()
        time.sleep(0.05)
        shutil.rmtree(home)
    writing.join()
    assert assert_whole(opened(tmp_path), 0) == 0
