"""What is told beside the verdict: the place, its freshness, and who stands behind it; and to whom."""

from pathlib import Path

import pytest

from tests.unit.claims.conftest import Watch
from wherefrom import Knowledge
from wherefrom.claims.why.opinions import Opinion, Reading
from wherefrom.core.actors import Actor, ActorKind
from wherefrom.core.pointers import from_file, from_human_assertion
from wherefrom.core.support import Verdict
from wherefrom.errors import InvalidValue
from wherefrom.services.why import Why

HANDBOOK = "# Refunds\n\nRefunds over 100 euros need two approvals.\n"
SENTENCE = "refunds over 100 euros need two approvals"


@pytest.fixture
def handbook(knowledge: Knowledge, tmp_path: Path) -> Path:
    file = tmp_path / "docs" / "handbook.md"
    file.parent.mkdir()
    file.write_text(HANDBOOK)
    knowledge.ingest(str(file.parent))
    return file


def test_a_passage_is_told_with_its_place_its_freshness_and_who_brought_it(
    knowledge: Knowledge, handbook: Path
) -> None:
    support = knowledge.why(SENTENCE)
    (witness,) = support.supporting
    assert (support.verdict, support.judged_by) == (Verdict.SUPPORTED, "rules")
    assert witness.place == "handbook.md#Refunds"
    assert witness.freshness.value == "fresh"
    assert witness.behind == "brought by local"
    assert witness.text == "Refunds over 100 euros need two approvals."
    assert support.deciding == support.supporting


def test_a_place_that_says_something_else_by_now_decides_nothing(knowledge: Knowledge, handbook: Path) -> None:
    handbook.write_text(HANDBOOK.replace("two", "three"))
    support = knowledge.why(SENTENCE)
    assert support.verdict is Verdict.UNKNOWN
    assert support.supporting[0].freshness.value == "changed"
    assert "changed since" in support.notices[0]
    knowledge.ingest(str(handbook.parent))
    assert knowledge.why(SENTENCE).verdict is Verdict.CONTRADICTED


def test_a_claim_is_told_with_where_it_is_in_its_life(knowledge: Knowledge, watch: Watch) -> None:
    claim = knowledge.learn("The night shift begins at 22 o'clock", [from_human_assertion("maria", watch.now)])
    assert knowledge.why("the night shift begins at 22 o'clock").supporting[0].behind.startswith("observed")
    knowledge.verify(claim.id, evidence=[from_human_assertion("maria", watch.now, "seen")])
    support = knowledge.why("the night shift begins at 23 o'clock")
    (witness,) = support.contradicting
    assert support.verdict is Verdict.CONTRADICTED
    assert witness.behind.startswith("verified · by user")
    assert witness.freshness.value == "uncheckable"
    assert witness.reason == "22 o'clock, not 23 o'clock"


def test_a_claim_on_a_line_of_code_is_looked_at_now(knowledge: Knowledge, tmp_path: Path) -> None:
    file = tmp_path / "pay.py"
    file.write_text("LIMIT = 5\n")
    knowledge.learn("The limit of payments is five", [from_file(str(file), lines=(1, 1), quote="LIMIT = 5")])
    said = "the limit of payments is five"
    assert knowledge.why(said).supporting[0].place.endswith("pay.py:L1")
    assert knowledge.why(said).verdict is Verdict.SUPPORTED
    file.write_text("LIMIT = 7\n")
    assert knowledge.why(said).supporting[0].freshness.value == "changed"
    assert knowledge.why(said).verdict is Verdict.UNKNOWN


def test_a_verified_claim_names_who_verified_it(knowledge: Knowledge, watch: Watch) -> None:
    agent = knowledge.act_as(Actor(org="default", id="builder", kind=ActorKind.AGENT))
    claim = agent.learn("The night shift begins at ten", [from_human_assertion("maria", watch.now)])
    knowledge.verify(claim.id)
    assert knowledge.why("the night shift begins at ten").supporting[0].behind.startswith("verified · by user")


def test_a_disputed_claim_says_nothing(knowledge: Knowledge, watch: Watch) -> None:
    claim = knowledge.learn("The night shift begins at ten", [from_human_assertion("maria", watch.now)])
    knowledge.dispute(claim.id, "nobody remembers it")
    assert knowledge.why("the night shift begins at ten").verdict is Verdict.UNKNOWN


def test_what_may_not_be_seen_supports_nothing(knowledge: Knowledge) -> None:
    knowledge.groups.create("finance")
    knowledge.members.set("fatima", groups=["finance"])
    knowledge.members.set("bob")
    text = "The salary band of level five ends at 84,900 euros."
    knowledge.as_member("fatima").entries.add("Salaries", text, audience=["finance"])
    assert knowledge.as_member("fatima").why(text).verdict is Verdict.SUPPORTED
    hidden = knowledge.as_member("bob").why(text)
    assert (hidden.verdict, hidden.supporting, hidden.nearest) == (Verdict.UNKNOWN, (), ())


def test_nothing_here_tells_where_something_similar_stands(knowledge: Knowledge, handbook: Path) -> None:
    support = knowledge.why("refunds are announced by letter")
    assert support.verdict is Verdict.UNKNOWN
    assert support.nearest == ("handbook.md#Refunds",)


@pytest.mark.parametrize("sentence", ["", "  ", "word " * 300])
def test_no_sentence_is_an_error(knowledge: Knowledge, sentence: str) -> None:
    with pytest.raises(InvalidValue):
        knowledge.why(sentence)


def test_another_judge_may_decide(knowledge: Knowledge, handbook: Path) -> None:
    class Contrary:
        name = "contrary"

        def judge(self, sentence: str, readings: list[Reading]) -> Opinion:
            assert sentence == SENTENCE
            assert readings[0].text.endswith("two approvals.")
            return Opinion(Verdict.UNKNOWN)

    support = Why(knowledge._desk, Contrary()).why(SENTENCE)
    assert (support.verdict, support.judged_by) == (Verdict.UNKNOWN, "contrary")
