"""An embedder that is away: words are searched all the same, and somebody is told until it is back."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import wherefrom
from tests.embedding_server import EmbeddingServer, embedding_server
from wherefrom.core.attention import AttentionEvent, AttentionItem, AttentionStatus
from wherefrom.core.paging import AttentionFilter
from wherefrom.errors import EmbeddingFailed
from wherefrom.models.embedders import openai
from wherefrom.services.knowledge import Knowledge

AWAY: list[tuple[int, dict[str, str], bytes]] = [(503, {}, b"")] * 100
EVIDENCE = [wherefrom.from_human_assertion("ann", 1_750_000_000.0)]


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openai, "_FIRST_PAUSE", 0.0)


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    with embedding_server() as running:
        yield running


@pytest.fixture
def knowledge(tmp_path: Path, server: EmbeddingServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Knowledge]:
    monkeypatch.setenv("WHEREFROM_EMBEDDER", "openai:small")
    monkeypatch.setenv("WHEREFROM_EMBEDDER_URL", server.url)
    with wherefrom.open(str(tmp_path / "store.db")) as opened:
        opened.learn("Refunds need two approvals.", EVIDENCE)
        yield opened


def told(knowledge: Knowledge, status: AttentionStatus = AttentionStatus.OPEN) -> list[AttentionItem]:
    where = AttentionFilter(status=status, event=AttentionEvent.EMBEDDING_FAILED)
    return list(knowledge.attention.find(where).items)


def test_what_is_indexed_is_found_by_its_words_and_the_answer_says_so(
    knowledge: Knowledge, server: EmbeddingServer
) -> None:
    assert knowledge.recall("Who approves refunds?")
    server.answers = AWAY.copy()
    result = knowledge.search("refunds")
    assert [hit.text for hit in result.hits] == ["Refunds need two approvals."]
    assert result.notices == ("found by words alone: the embedding endpoint answered 503",)


def test_what_was_learned_meanwhile_is_found_when_the_embedder_is_back(
    knowledge: Knowledge, server: EmbeddingServer
) -> None:
    assert knowledge.recall("refunds")
    server.answers = AWAY.copy()
    knowledge.learn("Invoices are paid on Fridays.", EVIDENCE)
    result = knowledge.search("refunds")
    assert result.hits
    reason = "the embedding endpoint answered 503"
    assert result.notices == (f"found by words alone, and not in what was written last: {reason}",)
    server.answers = []
    assert knowledge.recall("When are invoices paid?")[0].text == "Invoices are paid on Fridays."


def test_one_item_tells_of_it_however_often_and_goes_when_it_is_over(
    knowledge: Knowledge, server: EmbeddingServer
) -> None:
    assert knowledge.recall("refunds")
    server.answers = AWAY.copy()
    knowledge.learn("Invoices are paid on Fridays.", EVIDENCE)
    for question in ("refunds", "invoices", "approvals"):
        knowledge.search(question)
    (item,) = told(knowledge)
    assert (item.target_kind, item.target_id, item.severity) == ("embedder", "openai:small", "critical")
    assert item.detail["reason"] == "the embedding endpoint answered 503"
    server.answers = []
    knowledge.search("refunds")
    assert not told(knowledge)
    assert [each.id for each in told(knowledge, AttentionStatus.RESOLVED)] == [item.id]


def test_where_nothing_is_indexed_yet_the_failure_is_the_answer(knowledge: Knowledge, server: EmbeddingServer) -> None:
    server.answers = AWAY.copy()
    with pytest.raises(EmbeddingFailed):
        knowledge.search("refunds")


def test_a_run_that_failed_for_it_asks_for_attention_until_one_succeeds(
    knowledge: Knowledge, server: EmbeddingServer, tmp_path: Path
) -> None:
    page = tmp_path / "pay.md"
    page.write_text("# Pay\n\nSalaries are paid on the 25th.\n")
    assert knowledge.recall("refunds")
    server.answers = AWAY.copy()
    report = knowledge.ingest(page)
    assert [failure.code for failure in report.failed] == ["embedding_failed"]
    events = {item.event for item in knowledge.attention.find().items}
    assert events >= {AttentionEvent.RUN_FAILED, AttentionEvent.EMBEDDING_FAILED}
    server.answers = []
    assert not knowledge.ingest(page).failed
    assert knowledge.search("salaries").hits
    assert not {item.event for item in knowledge.attention.find().items} & {
        AttentionEvent.RUN_FAILED,
        AttentionEvent.EMBEDDING_FAILED,
    }
