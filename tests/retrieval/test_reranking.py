"""The recipe `precise`: the best are read again, and whatever goes wrong with that, the fused order stands."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest

from tests.retrieval.material import fill, texts
from wherefrom import Knowledge
from wherefrom.bootstrap import open_settings
from wherefrom.config import Settings, load_settings
from wherefrom.errors import AdapterError, InvalidValue
from wherefrom.models import rerankers
from wherefrom.models.rerankers import open_reranker
from wherefrom.retrieval import rerank

GOLDEN = Path(__file__).parents[1] / "golden" / "reranker"
MODEL = f"onnx:{GOLDEN}"

PASSAGES = (
    "Lantern, lantern, lantern, and once more a lantern.",
    "A lantern of lead hangs in the hall, and nobody knows who made it or what became of its glass.",
    "A ship came into the harbour with a cargo of many things, one of them a lantern of gold.",
)


class Scripted:
    """`scripted`: does what the test says."""

    name = "scripted"
    does: Callable[[str, Sequence[str]], Sequence[float]]

    def score(self, query: str, texts: Sequence[str], *, deadline: float) -> Sequence[float]:
        return Scripted.does(query, texts)


@pytest.fixture(autouse=True)
def scripted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rerankers.BUILT_IN, "scripted", "tests.retrieval.test_reranking:open_scripted")


def open_scripted(argument: str, options: object) -> Scripted:
    return Scripted()


@pytest.fixture
def opened(local: Settings, request: pytest.FixtureRequest) -> Iterator[Knowledge]:
    with open_settings(replace(local, engine="memory", reranker=request.param)) as knowledge:
        for passage in PASSAGES:
            knowledge.entries.add("note", passage)
        yield knowledge


def reranked_by(spec: str | None) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("opened", [spec], indirect=True)


@reranked_by(MODEL)
def test_the_order_is_what_the_model_says(opened: Knowledge) -> None:
    fused = texts(opened.search("lantern"))
    assert fused[0] == PASSAGES[0]
    precise = opened.search("lantern", recipe="precise")
    assert precise.notices == ()
    assert precise.hits[0].text == PASSAGES[2]
    assert set(texts(precise)) == set(fused)
    assert [hit.score for hit in precise.hits] == sorted((hit.score for hit in precise.hits), reverse=True)
    assert all(0.0 <= hit.score <= 1.0 for hit in precise.hits)
    assert precise.hits[0].words is not None, "where the legs had put it is still told"


@reranked_by(MODEL)
def test_the_best_fifty_are_read_again_and_one_that_was_far_behind_comes_first(opened: Knowledge) -> None:
    opened.entries.add("many", "\n\n".join(f"# {number}\n\nLantern lantern number {number}." for number in range(40)))
    one = opened.search("lantern", recipe="precise", limit=1)
    assert texts(one) == [PASSAGES[2]]
    first = opened.search("lantern", recipe="hybrid", limit=1).hits[0]
    assert first.citation is not None
    for id in (first.id, first.citation.entry):
        expected = opened.search("lantern", recipe="precise", limit=1, expect=id).explanation
        assert expected is not None
        assert expected.expected is not None
        assert expected.expected.reason.endswith("of all; shown are 1")
        assert expected.expected.words == first.words


@reranked_by(None)
def test_without_a_reranker_the_fused_order_stands_and_says_so(opened: Knowledge) -> None:
    result = opened.search("lantern", recipe="precise")
    assert texts(result) == texts(opened.search("lantern"))
    assert result.notices == ("no reranker is configured (set WHEREFROM_RERANKER), the fused order stands",)


@reranked_by("onnx:/nowhere/at/all")
def test_one_that_cannot_be_opened_is_noticed(opened: Knowledge) -> None:
    result = opened.search("lantern", recipe="precise")
    assert texts(result) == texts(opened.search("lantern"))
    assert "no ONNX model there" in result.notices[0]
    assert result.notices[0].endswith("the fused order stands")


def fail(query: str, texts: Sequence[str]) -> Sequence[float]:
    raise AdapterError("the card burned")


def bug(query: str, texts: Sequence[str]) -> Sequence[float]:
    raise KeyError("weights")


def too_few(query: str, texts: Sequence[str]) -> Sequence[float]:
    return [1.0]


def out_of_range(query: str, texts: Sequence[str]) -> Sequence[float]:
    return [17.0 for _ in texts]


def not_a_number(query: str, texts: Sequence[str]) -> Sequence[float]:
    return [float("nan") for _ in texts]


@pytest.mark.parametrize("does", [fail, bug, too_few, out_of_range, not_a_number])
@reranked_by("scripted")
def test_one_that_fails_is_noticed(
    opened: Knowledge, does: Callable[[str, Sequence[str]], Sequence[float]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Scripted, "does", staticmethod(does), raising=False)
    result = opened.search("lantern", recipe="precise")
    assert texts(result) == texts(opened.search("lantern"))
    assert len(result.notices) == 1
    assert "the reranker failed" in result.notices[0]


@reranked_by("scripted")
def test_one_that_hangs_is_not_waited_for(opened: Knowledge, monkeypatch: pytest.MonkeyPatch) -> None:
    hanging = Event()

    def hang(query: str, texts: Sequence[str]) -> Sequence[float]:
        hanging.wait()
        return [1.0 for _ in texts]

    monkeypatch.setattr(Scripted, "does", staticmethod(hang), raising=False)
    monkeypatch.setattr(opened.index._desk.retrieval._reranking, "_deadline", 0.1)  # pyright: ignore[reportPrivateUsage]
    began = time.monotonic()
    results = [opened.search("lantern", recipe="precise") for _ in range(6)]
    assert time.monotonic() - began < 6 * rerank.DEADLINE
    hanging.set()
    assert {result.notices for result in results} == {
        ("the reranker was not done after 0.1 s, the fused order stands",)
    }
    assert texts(results[-1]) == texts(opened.search("lantern"))


@reranked_by("scripted")
def test_what_was_not_read_again_follows_and_scores_no_more(opened: Knowledge, monkeypatch: pytest.MonkeyPatch) -> None:
    def reversing(query: str, texts: Sequence[str]) -> Sequence[float]:
        assert len(texts) == rerank.READ_AGAIN
        return [0.01 + number / 100 for number in range(len(texts))]

    monkeypatch.setattr(Scripted, "does", staticmethod(reversing), raising=False)
    fill(opened, 70)
    fused = opened.search("numbered lantern", limit=70).hits
    precise = opened.search("numbered lantern", limit=70, recipe="precise")
    assert precise.notices == ()
    assert [hit.id for hit in precise.hits[:50]] == [hit.id for hit in reversed(fused[:50])]
    assert [hit.id for hit in precise.hits[50:]] == [hit.id for hit in fused[50:]]
    scores = [hit.score for hit in precise.hits]
    assert scores == sorted(scores, reverse=True)


def test_a_model_scores_what_it_likes_and_stops_at_the_deadline() -> None:
    reranker = open_reranker(MODEL)
    soon = time.monotonic() + 60
    scores = reranker.score(
        "lantern ship", ["lantern", "a lantern on a ship", "gold", "", "\ud800 lead"], deadline=soon
    )
    assert scores == pytest.approx([0.2689, 0.5, 0.7311, 0.1192, 0.1192], abs=1e-3)
    long = ["ship " * 1_000, "ship", "gold " * 700]
    assert reranker.score("ship", long, deadline=soon) == pytest.approx([0.2689, 0.2689, 0.7311], abs=1e-3)
    with pytest.raises(TimeoutError):
        reranker.score("ship", long, deadline=time.monotonic() - 1)
    assert reranker.score("ship", [], deadline=soon) == []
    assert reranker.name == "onnx:reranker"


def test_a_question_longer_than_the_model_reads_is_still_scored() -> None:
    reranker = open_reranker(MODEL)
    scores = reranker.score("ship " * 2_000, ["ship", "gold ship"], deadline=time.monotonic() + 60)
    assert len(scores) == 2
    assert all(0.0 <= score <= 1.0 for score in scores)


@pytest.mark.parametrize("spec", ["oracle", "", "onnx:", "onnx:/nowhere"])
def test_a_spec_that_names_nothing_is_refused(spec: str) -> None:
    with pytest.raises(InvalidValue):
        open_reranker(spec)


def test_a_model_without_its_tokenizer_or_a_broken_one_is_told(tmp_path: Path) -> None:
    (tmp_path / "model.onnx").write_bytes(b"no model")
    with pytest.raises(InvalidValue, match="tokenizer"):
        open_reranker(f"onnx:{tmp_path}")
    (tmp_path / "tokenizer.json").write_bytes((GOLDEN / "tokenizer.json").read_bytes())
    with pytest.raises(AdapterError, match="cannot be opened"):
        open_reranker(f"onnx:{tmp_path / 'model.onnx'}")


def test_the_environment_names_the_reranker(tmp_path: Path) -> None:
    assert load_settings(environment={}, folder=tmp_path).reranker is None
    assert load_settings(environment={"WHEREFROM_RERANKER": MODEL}, folder=tmp_path).reranker == MODEL
