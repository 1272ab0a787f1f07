"""Indexes are rebuilt, and written to, while many search: nobody fails, nobody finds nothing."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

import pytest

from tests.retrieval.material import fill, learn, texts
from wherefrom import Knowledge
from wherefrom.core.search import SearchResult
from wherefrom.errors import AccessDenied


class Crowd:
    """Threads that search until they are told to stop."""

    def __init__(self) -> None:
        self.done = Event()
        self.results: list[SearchResult] = []
        self.errors: list[BaseException] = []

    def search(self, knowledge: Knowledge, question: str) -> None:
        while not self.done.is_set():
            try:
                self.results.append(knowledge.search(question))
            except BaseException as error:  # noqa: BLE001  -- told by the test
                self.errors.append(error)
                return

    @property
    def empty(self) -> int:
        return sum(not result.hits for result in self.results)


@contextmanager
def searching(knowledge: Knowledge, question: str, *, threads: int) -> Iterator[Crowd]:
    crowd = Crowd()
    workers = [Thread(target=crowd.search, args=(knowledge, question)) for _ in range(threads)]
    for worker in workers:
        worker.start()
    try:
        yield crowd
    finally:
        crowd.done.set()
        for worker in workers:
            worker.join(timeout=60)
    assert not any(worker.is_alive() for worker in workers)


@pytest.mark.soak
def test_searches_go_on_while_indexes_are_built_anew(knowledge: Knowledge, soaking: bool) -> None:
    fill(knowledge, 40)
    learn(knowledge, "Numbered claims are found as well.")
    old = knowledge.index.catch_up()
    with searching(knowledge, "numbered", threads=8) as crowd:
        for round in range(50 if soaking else 1):
            knowledge.index.reembed("hash:64" if round % 2 == 0 else "hash:128")
            new = knowledge.index.reindex()
    assert crowd.errors == []
    assert len(crowd.results) >= 8
    assert crowd.empty == 0
    assert {len(result.hits) for result in crowd.results} == {20}
    assert all(any(hit.kind == "claim" for hit in result.hits) for result in crowd.results)
    assert new.generation != old.generation
    assert new.made_by.dimensions in (64, 128)
    assert new.building == {}


def test_searches_see_the_old_index_until_the_new_one_is_whole(knowledge: Knowledge) -> None:
    fill(knowledge, 30)
    old = knowledge.index.catch_up()
    seen: list[tuple[int, str]] = []

    def progress(done: int, total: int) -> None:
        seen.append((len(knowledge.search("numbered", limit=100).hits), knowledge.index.catch_up().generation))

    new = knowledge.index.reembed("hash:32", progress=progress)
    assert set(seen) == {(30, old.generation)}
    assert knowledge.index.catch_up().generation == new.generation
    assert new.made_by.dimensions == 32
    assert len(knowledge.search("numbered", limit=100).hits) == 30


def test_what_is_written_while_an_index_is_built_is_in_it(knowledge: Knowledge) -> None:
    fill(knowledge, 5)
    entry = knowledge.entries.add("old", "The pelican is grey.")
    knowledge.index.catch_up()

    def progress(done: int, total: int) -> None:
        knowledge.entries.edit(entry.id, content="The heron is grey.")
        knowledge.entries.add("mine", "The ibis is mine.", is_personal=True)

    knowledge.index.reindex(progress=progress)
    assert texts(knowledge.search("heron", recipe="fast")) == ["The heron is grey."]
    assert texts(knowledge.search("ibis", recipe="fast")) == ["The ibis is mine."]
    assert knowledge.search("pelican", recipe="fast").hits == ()


def test_an_erasure_reaches_an_index_that_is_being_built(knowledge: Knowledge) -> None:
    fill(knowledge, 5)
    entry = knowledge.entries.add("secret", "The pelican is grey.")
    knowledge.index.catch_up()
    begun: list[str] = []

    def progress(done: int, total: int) -> None:
        if not begun:
            begun.extend(knowledge.index.catch_up().building)
            knowledge.erase.entry(entry.id)

    stock = knowledge.index.reindex(progress=progress)
    assert begun
    assert stock.generation not in begun, "what was begun before the erasure is never taken into use"
    assert knowledge.search("pelican", recipe="fast").hits == ()
    assert len(knowledge.search("numbered", recipe="fast").hits) == 5


def test_building_anew_changes_no_answer(knowledge: Knowledge) -> None:
    fill(knowledge, 30)
    entry = knowledge.entries.add("gone", "Numbered and deleted.")
    knowledge.search("numbered")
    knowledge.entries.delete(entry.id)
    knowledge.index.reindex()
    first = [(hit.id, hit.score) for hit in knowledge.search("numbered trains", limit=100).hits]
    knowledge.index.reindex()
    assert [(hit.id, hit.score) for hit in knowledge.search("numbered trains", limit=100).hits] == first


def test_building_anew_is_for_admins(knowledge: Knowledge) -> None:
    knowledge.members.set("bob", kind="user")
    bob = knowledge.as_member("bob")
    for verb in (bob.index.reindex, lambda: bob.index.reembed("hash:8")):
        with pytest.raises(AccessDenied):
            verb()


@pytest.mark.soak
def test_thirty_two_threads_search_while_one_writes(knowledge: Knowledge, soaking: bool) -> None:
    fill(knowledge, 40)
    with searching(knowledge, "numbered", threads=32) as crowd:
        ends = time.monotonic() + (60 if soaking else 1)
        written = 0
        while time.monotonic() < ends or written < 5:
            entry = knowledge.entries.add("more", f"Numbered anew, {written}: the oven and the glacier.")
            knowledge.entries.edit(entry.id, content=f"Numbered again, {written}: the oven and the violin.")
            written += 1
    assert crowd.errors == []
    assert len(crowd.results) >= 32
    assert {len(result.hits) for result in crowd.results} == {20}
    assert knowledge.search("numbered").passages == 40 + written


def test_an_entry_that_is_being_edited_is_never_missing(knowledge: Knowledge) -> None:
    entry = knowledge.entries.add("note", "The pelican is grey.")
    with searching(knowledge, "pelican", threads=4) as crowd:
        for number in range(8):
            knowledge.entries.edit(entry.id, content=f"The pelican is grey, said {number}.")
    assert crowd.errors == []
    assert crowd.empty == 0


def test_a_first_search_by_many_at_once_builds_one_index(knowledge: Knowledge, local_folder: Path | None) -> None:
    fill(knowledge, 10)
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda _: knowledge.search("numbered"), range(8)))
    assert {len(result.hits) for result in results} == {10}
    if local_folder is not None:
        assert len(list(local_folder.glob(f"{knowledge.actor.org}-chunks-*"))) == 1


@pytest.fixture
def local_folder(settings: object) -> Path | None:
    """Where the engine `local` keeps its indexes."""
    folder = Path(f"{getattr(settings, 'store', '')}.index")
    return folder if folder.is_dir() else None
