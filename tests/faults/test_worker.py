"""A worker does what is queued and due, whoever else works, stops or dies."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from multiprocessing import forkserver
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.faults.working import (
    opened,
    work,
    work_and_hang,
    work_and_leave,
    work_and_meet_a_bug,
    work_and_tell_sockets,
    work_without_end,
)
from tests.faults.writing import child, processes
from tests.soak_report import report
from tests.web_server import Reply, web_server
from wherefrom.core.documents import RunStatus
from wherefrom.core.paging import EntryFilter
from wherefrom.ports.jobs import Job, Jobs, JobState
from wherefrom.services.knowledge import Knowledge

PATIENCE = 60.0
DOCUMENTS = 3
WORDS = "marmalade"

pytestmark = [pytest.mark.timeout(180), pytest.mark.slow]


@pytest.fixture(scope="module", autouse=True)
def engine_is_imported_once() -> None:
    """For all processes of this file together, unless their server runs already."""
    processes().set_forkserver_preload(
        ["tests.faults.working", "wherefrom.record.record", "alembic.command", "psycopg"]
    )
    forkserver.ensure_running()


def a_folder(tmp_path: Path, name: str) -> Path:
    folder = tmp_path / name
    folder.mkdir()
    for number in range(DOCUMENTS):
        (folder / f"{number}.md").write_text(f"# Jar {number}\n\nIn {name} there is {WORDS} number {number}.\n")
    return folder


def add(knowledge: Knowledge, tmp_path: Path, name: str = "jars", **options: Any) -> str:
    return knowledge.sources.add("folder", str(a_folder(tmp_path, name)), **options).id


def until(told: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not told():
        assert time.monotonic() < deadline, "nothing happens"
        time.sleep(0.1)


def over(jobs: Jobs, queued: list[Job]) -> list[Job]:
    """These jobs, once all of them are over; asked for together, because asking costs the workers' time."""
    found: dict[str, Job] = {}

    def are_over() -> bool:
        found.update((job.id, job) for job in jobs.find(limit=10_000))
        return all(found[job.id].is_over for job in queued)

    until(are_over)
    return [found[job.id] for job in queued]


def every_folder_is_read_once(knowledge: Knowledge, sources: list[str]) -> None:
    for source in sources:
        assert knowledge.sources.get(source).last_run_status is RunStatus.OK
        entries = knowledge.entries.find(EntryFilter(source=source)).items
        assert sorted(entry.title for entry in entries) == [f"{number}.md" for number in range(DOCUMENTS)]


def test_what_a_killed_worker_was_at_is_finished_by_another(store_url: str, tmp_path: Path) -> None:
    with opened(store_url) as (knowledge, jobs):
        sources = [add(knowledge, tmp_path, f"shelf-{number}") for number in range(20)]
        queued = [jobs.enqueue(source) for source in sources]
        with child(work_and_hang, store_url, 2) as (process, told):
            assert told.poll(PATIENCE)
            with child(work, store_url, ""):
                until(lambda: sum(job.is_over for job in jobs.find(limit=100)) >= 10)
                assert sum(job.state is JobState.RUNNING for job in jobs.find(limit=100)) >= 1
                process.kill()
                ended = over(jobs, queued)
        assert [job.state for job in ended] == [JobState.DONE] * len(queued)
        assert len(jobs.find(limit=100)) == len(queued)
        every_folder_is_read_once(knowledge, sources)


@pytest.mark.soak
def test_four_workers_share_a_queue_while_some_of_them_are_killed(
    store_url: str, tmp_path: Path, soaking: bool
) -> None:
    if not soaking:
        pytest.skip("at full size only")
    folders, kills, random = 50, 20, Random(3)
    with opened(store_url) as (knowledge, jobs):
        sources = [add(knowledge, tmp_path, f"shelf-{number}") for number in range(folders)]
        queued = [jobs.enqueue(source) for source in sources]
        began, at_work = time.monotonic(), 0
        with child(work, store_url, ""), child(work, store_url, ""), child(work, store_url, ""):
            for _ in range(kills):
                with child(work, store_url, "") as (_, told):
                    queued += [jobs.enqueue(source, force=True) for source in random.sample(sources, 20)]
                    at_work += told.poll(10.0)
                    time.sleep(random.uniform(0.0, 0.5))
            ended = over(jobs, queued)
        assert [job.state for job in ended] == [JobState.DONE] * len(queued)
        every_folder_is_read_once(knowledge, sources)
    kind = "Postgres" if "://" in store_url else "SQLite"
    report(
        f"kill -9 of workers, {kind}",
        size=f"{len(queued)} queued runs, 4 workers, {kills} of them killed, {at_work} at work",
        result=f"each run done, no document lost or twice; {time.monotonic() - began:.0f} s",
    )


def test_a_schedule_fires_and_each_time_once(store_url: str, tmp_path: Path) -> None:
    with opened(store_url) as (knowledge, jobs):
        source = add(knowledge, tmp_path, cron="* * * * * *")
        with child(work, store_url, "") as (_, told):
            assert [told.recv()["ended"] for _ in range(3)] == ["ok"] * 3
        fired = [job.id.rpartition("/")[2] for job in jobs.find(source)]
        assert len(fired) == len(set(fired)) >= 3
        assert not any(job.state is JobState.FAILED for job in jobs.find(source))


def test_a_failing_host_is_tried_again_later_and_then_told_on_the_source(store_url: str, tmp_path: Path) -> None:
    with web_server() as server, opened(store_url, allow=server.authority) as (knowledge, jobs):
        server.pages["/down"] = Reply(f"no {WORDS} today".encode(), 503)
        source = knowledge.sources.add("url", f"{server.url}/down").id
        job = jobs.enqueue(source)
        with child(work, store_url, server.authority) as (_, told):
            outcomes = [told.recv() for _ in range(3)]
            ended = over(jobs, [job])[0]
        assert [each["ended"] for each in outcomes] == ["again", "again", "error"]
        assert outcomes[1]["wait"] > outcomes[0]["wait"]
        assert (ended.state, ended.attempt, ended.outcome["code"]) == (JobState.FAILED, 3, "adapter")
        assert knowledge.sources.get(source).last_run_status is RunStatus.ERROR
        assert "503" in (knowledge.sources.get(source).last_run_error or "")


def test_a_source_that_somebody_else_reads_waits_and_does_not_fail(store_url: str, tmp_path: Path) -> None:
    with opened(store_url) as (knowledge, jobs):
        source = add(knowledge, tmp_path)
        with child(work, store_url, "") as (_, told):
            with knowledge.record.sole(f"ingest:default:{source}"):
                job = jobs.enqueue(source)
                busy = [told.recv() for _ in range(2)]
            ended = over(jobs, [job])[0]
        assert {(each["ended"], each["code"], each["failures"]) for each in busy} == {("again", "busy", 0)}
        assert ended.state is JobState.DONE
        assert ended.attempt > 2


def test_a_run_is_cancelled_before_it_begins_and_while_it_runs(store_url: str, tmp_path: Path) -> None:
    with opened(store_url) as (knowledge, jobs):
        source, other = add(knowledge, tmp_path), add(knowledge, tmp_path, "other")
        unwanted = jobs.enqueue(source)
        assert jobs.cancel(unwanted.id).state is JobState.CANCELLED
        running = jobs.enqueue(source)
        with child(work_without_end, store_url) as (_, told):
            assert told.recv() == "runs"
            waiting = jobs.enqueue(other)
            assert jobs.cancel(running.id).state is JobState.CANCELLED
            assert over(jobs, [waiting])[0].state is JobState.DONE
        assert jobs.get(running.id).state is JobState.CANCELLED
        assert knowledge.sources.get(source).last_run_at is None


def test_a_run_that_was_under_way_when_its_worker_left_is_done_by_the_next(tmp_path: Path) -> None:
    store = str(tmp_path / "store.db")
    with opened(store) as (knowledge, jobs):
        job = jobs.enqueue(add(knowledge, tmp_path))
        with child(work_and_leave, store) as (_, told):
            assert told.recv() == "left"
        assert jobs.get(job.id).state is JobState.RUNNING
        with child(work, store, ""):
            assert over(jobs, [job])[0].state is JobState.DONE


def test_a_bug_in_a_run_is_told_and_the_next_run_goes_on(tmp_path: Path) -> None:
    store = str(tmp_path / "store.db")
    with opened(store) as (knowledge, jobs):
        queued = [jobs.enqueue(add(knowledge, tmp_path, name)) for name in ("one", "two")]
        with child(work_and_meet_a_bug, store) as (_, told):
            assert [told.recv() for _ in queued] == [{"ended": "error", "code": "bug"}] * 2
            assert {job.state for job in over(jobs, queued)} == {JobState.FAILED}


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")
def test_a_worker_opens_no_port_speaks_to_nobody_and_its_queue_holds_no_content(tmp_path: Path) -> None:
    store = str(tmp_path / "store.db")
    with opened(store) as (knowledge, jobs):
        job = jobs.enqueue(add(knowledge, tmp_path))
        with child(work_and_tell_sockets, store) as (_, told):
            assert told.recv() == []
            assert over(jobs, [job])[0].outcome["entries"] == DOCUMENTS
    with closing(sqlite3.connect(f"{store}.jobs")) as database:
        kept = "\n".join(database.iterdump())
    assert job.source in kept
    assert WORDS not in kept
    assert str(tmp_path) not in kept
    assert "gASV" not in kept, "the beginning of every pickle in base 64"


# ---- as people start it


def cli(store: str, *words: str, **options: Any) -> subprocess.Popen[str]:
    said = {"WHEREFROM_STORE": store, "WHEREFROM_EMBEDDER": "hash"}
    return subprocess.Popen(
        [sys.executable, "-m", "wherefrom", *words],
        env=os.environ | said,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


def finished(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, told = process.communicate(timeout=PATIENCE)
    return process.returncode, out, told


def test_a_worker_that_is_to_work_once_does_what_is_there_and_leaves(tmp_path: Path) -> None:
    store = str(tmp_path / "store.db")
    with opened(store) as (knowledge, jobs):
        sources = [add(knowledge, tmp_path, name) for name in ("one", "two", "three")]
        for source in sources[:2]:
            jobs.enqueue(source)
    code, out, _ = finished(cli(store, "sources", "run", sources[2], "--queue", "--json"))
    assert (code, json.loads(out)["state"]) == (0, "queued")
    code, out, told = finished(cli(store, "worker", "--once", "--workers", "2", "--json"))
    counts = json.loads(out)
    assert (code, told) == (0, "")
    assert (counts["done"], counts["failed"], counts["entries"]) == (3, 0, 3 * DOCUMENTS)


@pytest.mark.parametrize(("signalled", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 0)])
def test_a_signal_ends_a_worker_in_order(tmp_path: Path, signalled: int, code: int) -> None:
    store = str(tmp_path / "store.db")
    with opened(store) as (knowledge, jobs):
        job = jobs.enqueue(add(knowledge, tmp_path))
        process = cli(store, "worker")
        over(jobs, [job])
    process.send_signal(signalled)
    ended, out, told = finished(process)
    assert ended == code
    assert out.startswith("1 run done")
    assert "3 documents" in told
    assert "Traceback" not in told


_BLOCKED = """
import sys
sys.modules["dbos"] = None
from wherefrom.cli.app import run
sys.exit(run(["worker", "--once", "--json"]))
"""
_INGESTING = """
import sys, wherefrom
with wherefrom.open(sys.argv[1]) as knowledge:
    assert knowledge.ingest(sys.argv[2]).entries == 3
sys.exit("dbos" in sys.modules)
"""


def test_a_worker_without_its_extra_names_the_command_that_installs_it(tmp_path: Path) -> None:
    environment = os.environ | {"WHEREFROM_STORE": str(tmp_path / "store.db")}
    done = subprocess.run([sys.executable, "-c", _BLOCKED], env=environment, capture_output=True, text=True)
    assert json.loads(done.stderr)["error"]["hint"] == "pip install 'wherefrom[jobs]'"


def test_an_ingest_of_ones_own_imports_no_engine(tmp_path: Path) -> None:
    environment = os.environ | {"WHEREFROM_EMBEDDER": "hash"}
    words = [str(tmp_path / "store.db"), str(a_folder(tmp_path, "jars"))]
    assert subprocess.run([sys.executable, "-c", _INGESTING, *words], env=environment).returncode == 0
