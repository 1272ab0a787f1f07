"""What an attempt comes to, and whether there is another."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from types import SimpleNamespace
from typing import Any, cast

import pytest

from wherefrom.core.documents import SourceKind
from wherefrom.core.ingestion import Failure, IngestReport
from wherefrom.errors import AdapterError, Conflict, InvalidValue, WherefromError
from wherefrom.jobs.attempting import attempted
from wherefrom.jobs.task import Task, turn_of
from wherefrom.services.knowledge import Knowledge
from wherefrom.testing import factories as make

SECRET = "what the page said"


def store(*, raises: WherefromError | None = None, report: IngestReport | None = None, is_busy: bool = False) -> Any:
    def run(*_: object, **__: object) -> IngestReport:
        if raises is not None:
            raise raises
        return report or IngestReport()

    def sole(_: str) -> AbstractContextManager[None]:
        if is_busy:
            raise Conflict("another process is doing this already")
        return nullcontext()

    return cast("Knowledge", SimpleNamespace(sources=SimpleNamespace(run=run), record=SimpleNamespace(sole=sole)))


def tried(raises: WherefromError, *, is_busy: bool = False) -> Iterator[dict[str, Any]]:
    """The outcomes of one job until there is no further attempt, or a hundred."""
    task = Task("acme", "handbook", "1", "turn")
    for _ in range(100):
        outcome = cast("dict[str, Any]", attempted(store(raises=raises, is_busy=is_busy), task, lambda _: None))
        yield outcome
        if outcome["ended"] != "again":
            return
        task = task.again(outcome["failures"])


def test_what_may_pass_is_tried_again_at_growing_distance_and_then_given_up() -> None:
    outcomes = list(tried(AdapterError(SECRET, retryable=True)))
    waits = [outcome["wait"] for outcome in outcomes[:-1]]
    assert [outcome["ended"] for outcome in outcomes] == ["again"] * 4 + ["error"]
    assert waits == sorted(set(waits))


@pytest.mark.parametrize("error", [AdapterError(SECRET), InvalidValue(SECRET)])
def test_what_will_not_pass_is_told_at_once(error: WherefromError) -> None:
    assert list(tried(error)) == [{"ended": "error", "code": error.code, "failures": 1}]


def test_a_busy_source_waits_for_ever_and_never_fails() -> None:
    outcomes = list(tried(Conflict(SECRET), is_busy=True))
    assert len(outcomes) == 100
    assert {(each["ended"], each["code"], each["failures"]) for each in outcomes} == {("again", "busy", 0)}
    assert max(each["wait"] for each in outcomes) == 60.0


def test_a_conflict_over_anything_else_may_pass_and_does_not_go_on_for_ever() -> None:
    assert len(list(tried(Conflict(SECRET)))) == 5


def test_an_outcome_has_counts_and_no_words() -> None:
    report = IngestReport(
        sources=1, entries=3, chunks=9, failed=(Failure(uri="file:///a", code="content", reason=SECRET),)
    )
    outcome = attempted(store(report=report), Task("acme", "handbook", "1", "turn"), lambda _: None)
    assert outcome["ended"] == "partial"
    assert (outcome["entries"], outcome["chunks"], outcome["failed"]) == (3, 9, 1)
    assert all(isinstance(value, int) for name, value in outcome.items() if name != "ended")


def test_sources_of_one_host_take_turns_and_others_do_not() -> None:
    def turn(kind: SourceKind, uri: str, **config: str) -> str:
        return turn_of(make.source(kind=kind, uri=uri, config=config))

    docs = turn(SourceKind.URL, "https://docs.example.com/a")
    assert docs == turn(SourceKind.URL_CRAWL, "https://DOCS.example.com:443/b")
    assert docs != turn(SourceKind.URL, "https://example.com/a")
    assert turn(SourceKind.MCP, "mcp:notes") == turn(SourceKind.MCP, "mcp:anything", server="notes")
    assert turn(SourceKind.FOLDER, "/srv/a") != turn(SourceKind.FOLDER, "/srv/a")
    assert turn(SourceKind.TICKET, "/srv/export.json") != turn(SourceKind.TICKET, "/srv/export.json")
    assert "example" not in docs


def test_a_task_is_taken_apart_by_its_name() -> None:
    task = Task("acme", "handbook", "2024-06-03T12:00:00Z", "turn").again(1)
    assert task.name == "acme/handbook/2024-06-03T12:00:00Z/2"
    assert task.name.rpartition("/")[0] == task.job
