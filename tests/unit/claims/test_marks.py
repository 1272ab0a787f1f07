"""Which evidence counts, and what there is to look at, is the same on every database."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from wherefrom import Knowledge
from wherefrom.bootstrap import open_settings
from wherefrom.config import Settings
from wherefrom.core.pointers import from_file, from_human_assertion, from_model_inference

WORD = from_human_assertion("ann", 1.0)
WEAK = from_model_inference("s", "m", "because")


@pytest.fixture
def knowledge(store_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Knowledge]:
    monkeypatch.chdir(tmp_path)
    with open_settings(Settings(store=store_url, embedder="hash")) as opened:
        yield opened


def stances(knowledge: Knowledge, id: str) -> tuple[float, list[str | None]]:
    claim = knowledge.claims.get(id)
    return claim.confidence, [ref.stance for ref in claim.evidence]


def test_marks_are_kept_with_the_evidence(knowledge: Knowledge) -> None:
    made = knowledge.learn("Two.", [WEAK], confidence=0.5)
    knowledge.dispute(made.id, "three", evidence=[WORD])
    assert stances(knowledge, made.id) == (0.5, [None, "against"])
    knowledge.undo(made.id)
    assert stances(knowledge, made.id) == (0.5, [None, "withdrawn"])
    knowledge.learn("Two.", [WORD], confidence=1.0)
    assert stances(knowledge, made.id) == (0.95, [None, "withdrawn", None])
    assert [ref.stated for ref in knowledge.claims.get(made.id).evidence] == [0.5, 0.5, None]
    knowledge.undo(made.id)
    assert stances(knowledge, made.id) == (0.95, [None, "against", None])


def test_items_come_and_go_with_their_cause(knowledge: Knowledge, tmp_path: Path) -> None:
    file = tmp_path / "pay.py"
    file.write_text("two")
    made = knowledge.learn("Two.", [from_file("pay.py")])
    file.unlink()
    assert not knowledge.check().is_sound
    for _ in range(2):
        assert [item.event for item in knowledge.attention.find().items] == ["evidence.gone"]
        knowledge.dispute(made.id, "three")
        assert (knowledge.attention.find().items, knowledge.check().is_sound) == ([], True)
        knowledge.undo(made.id)
    (item,) = knowledge.attention.find().items
    knowledge.attention.resolve(item.id)
    assert knowledge.check().is_sound
