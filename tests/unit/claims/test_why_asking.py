"""A language model as judge: what it says counts only with words that stand in the passage; if it cannot, rules do."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherefrom import AdapterError, InvalidValue, Knowledge, ScriptedModel
from wherefrom.bootstrap import open_settings
from wherefrom.claims.why.asking import ModelJudge
from wherefrom.claims.why.opinions import Opinion, Reading
from wherefrom.config import Settings
from wherefrom.core.messages import MessageRole
from wherefrom.core.support import Verdict
from wherefrom.models.language.ledger import Ledger
from wherefrom.models.language.scripted import Line
from wherefrom.models.language.speaking import Speaker

HANDBOOK = "Refunds over 100 euros\nneed two approvals: “support” first, finance after. Parcels are weighed."
SENTENCE = "two colleagues have to agree to a large refund"
READINGS = [Reading(HANDBOOK, "handbook.md", ("Refunds",)), Reading("Limit: 9")]


def said(passage: int, verdict: str, quote: str = "") -> dict[str, Any]:
    return {"passage": passage, "verdict": verdict, "quote": quote}


def answer(*judged: dict[str, Any]) -> dict[str, Any]:
    return {"answer": {"judgements": list(judged)}}


def opinion(*judged: dict[str, Any]) -> Opinion:
    return ModelJudge(ScriptedModel([answer(*judged)])).judge(SENTENCE, READINGS)


def told(each: Opinion) -> list[tuple[int, str, str]]:
    return [(finding.reading, finding.bearing.value, finding.text) for finding in each.findings]


SAYS_SO = said(1, "supports", "Refunds over 100 euros need two approvals")


def test_what_the_model_says_with_words_of_the_passage_counts() -> None:
    judged = opinion(SAYS_SO, said(2, "neither"))
    assert judged.verdict is Verdict.SUPPORTED
    assert told(judged) == [(0, "supports", "Refunds over 100 euros need two approvals")]
    denied = opinion(said(1, "contradicts", 'two approvals: "support" first'))
    assert denied.verdict is Verdict.CONTRADICTED
    assert told(denied) == [(0, "contradicts", "two approvals: “support” first")]


@pytest.mark.parametrize(
    "lie",
    [
        said(1, "supports", "Refunds over 100 euros need 2 approvals"),
        said(1, "supports", "Refunds … need two approvals"),
        said(1, "supports"),
        said(1, "supports", "two"),
        said(1, "supports", "handbook.md"),
        said(2, "supports", "Refunds over 100 euros need two approvals"),
        said(0, "supports", "Refunds over 100 euros need two approvals"),
        said(-1, "contradicts", "Limit: 9"),
        said(3, "contradicts", "Refunds over 100 euros need two approvals"),
    ],
)
def test_a_verdict_whose_quote_is_not_in_its_passage_does_not_count(lie: dict[str, Any]) -> None:
    judged = opinion(lie)
    assert (judged.verdict, judged.findings) == (Verdict.UNKNOWN, ())
    assert judged.notices == ("a verdict of scripted did not count: the words it quotes are not in the passage",)
    assert opinion(lie, SAYS_SO).verdict is Verdict.SUPPORTED


def test_a_passage_that_is_short_may_be_quoted_whole() -> None:
    assert opinion(said(2, "contradicts", "Limit: 9")).verdict is Verdict.CONTRADICTED


def test_in_doubt_it_is_unknown() -> None:
    assert opinion().verdict is Verdict.UNKNOWN
    assert opinion(said(1, "neither"), said(2, "neither")).notices == ()
    assert opinion(SAYS_SO, said(1, "contradicts", "Parcels are weighed.")).findings == ()
    assert opinion(SAYS_SO, said(1, "neither")).findings == ()
    disagreeing = opinion(SAYS_SO, said(2, "contradicts", "Limit: 9"))
    assert (disagreeing.verdict, len(disagreeing.findings)) == (Verdict.UNKNOWN, 2)


def test_sentence_and_passages_are_data_that_is_numbered_and_marked() -> None:
    model = ScriptedModel([answer()])
    ModelJudge(model).judge(SENTENCE, READINGS)
    system, user = model.requests[0].said
    assert (system.role, user.role) == (MessageRole.SYSTEM, MessageRole.USER)
    assert SENTENCE not in system.text
    assert "Refunds" not in system.text
    marks = [line.split(" ", 1)[1] for line in user.text.splitlines() if line.startswith("<untrusted-")]
    assert marks == ['from="sentence">', 'from="1">', 'from="2">']
    assert f"[handbook.md › Refunds]\n\n{HANDBOOK}\n</untrusted-" in user.text


@pytest.mark.parametrize("verdict", ["supports", "contradicts"])
@given(quote=st.text(max_size=60), passage=st.integers(-3, 5))
def test_whatever_a_model_quotes_what_is_told_stands_in_the_passage(verdict: str, quote: str, passage: int) -> None:
    for finding in opinion(said(passage, verdict, quote)).findings:
        assert finding.text in " ".join(READINGS[finding.reading].text.split())


# At a store: who judged is said, and where the model cannot the rules do.


@pytest.fixture
def refunds(knowledge: Knowledge) -> Knowledge:
    knowledge.entries.add("Refunds", "Refunds over 100 euros need two approvals.")
    return knowledge


RULED = "refunds over 100 euros need three approvals"


def test_the_answer_names_the_model_and_says_what_it_rests_on(refunds: Knowledge) -> None:
    support = refunds.why(SENTENCE, model=ScriptedModel([answer(SAYS_SO)], name="a model"))
    (witness,) = support.supporting
    assert (support.verdict, support.judged_by, support.notices) == (Verdict.SUPPORTED, "a model", ())
    assert (witness.text, witness.freshness.value) == ("Refunds over 100 euros need two approvals", "fresh")
    assert refunds.why(SENTENCE).judged_by == "rules"


def test_claims_are_read_like_passages(knowledge: Knowledge) -> None:
    from wherefrom.core.pointers import from_human_assertion

    knowledge.learn("The night shift begins at ten", [from_human_assertion("maria", 1.0)])
    model = ScriptedModel([answer(said(1, "contradicts", "The night shift begins at ten"))])
    (witness,) = knowledge.why("nobody works at night", model=model).contradicting
    assert (witness.kind.value, witness.behind[:8]) == ("claim", "observed")


def test_a_place_that_changed_decides_nothing_for_a_model_either(knowledge: Knowledge, tmp_path: Path) -> None:
    file = tmp_path / "docs" / "refunds.md"
    file.parent.mkdir()
    file.write_text("Refunds over 100 euros need two approvals.\n")
    knowledge.ingest(str(file.parent))
    file.write_text("Refunds over 100 euros need three approvals.\n")
    support = knowledge.why(SENTENCE, model=ScriptedModel([answer(SAYS_SO)]))
    assert (support.verdict, support.supporting[0].freshness.value) == (Verdict.UNKNOWN, "changed")


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ([answer({"passage": "first", "verdict": "yes"})] * 3, "gave no answer that fits"),
        ([{"answer": ["supports"]}] * 3, "gave no answer that fits"),
        (["Certainly! It is supported."] * 3, "gave no answer that fits"),
        ([""] * 3, "there was no answer"),
        ([AdapterError("the model cannot be reached", retryable=True)] * 3, "cannot be reached"),
        ([], "no more lines"),
    ],
)
def test_a_model_that_cannot_judge_leaves_it_to_the_rules_and_that_is_said(
    refunds: Knowledge, lines: list[Line], why: str
) -> None:
    support = refunds.why(RULED, model=ScriptedModel(lines))
    assert (support.verdict, support.judged_by) == (Verdict.CONTRADICTED, "rules")
    (notice,) = support.notices
    assert notice.startswith("scripted could not judge (")
    assert why in notice
    assert notice.endswith("), the rules did")


def test_an_answer_out_of_shape_may_be_mended(refunds: Knowledge) -> None:
    model = ScriptedModel([answer({"passage": 1}), answer(SAYS_SO)])
    assert refunds.why(SENTENCE, model=model).judged_by == "scripted"
    assert "verdict: Field required" in model.requests[1].said[-1].results[0].text


def test_the_ledger_counts_and_its_cap_leaves_the_rest_to_the_rules(refunds: Knowledge) -> None:
    model = ScriptedModel([answer(SAYS_SO)] * 9, ledger=Ledger(1_200))
    judges = [refunds.why(SENTENCE, model=model).judged_by for _ in range(5)]
    assert judges[0] == "scripted"
    assert judges[-1] == "rules"
    assert 0 < model.ledger.spent < 2_400
    assert "the cap of 1,200 tokens is reached" in refunds.why(SENTENCE, model=model).notices[0]


def test_a_model_is_not_asked_where_there_is_nothing_to_judge(knowledge: Knowledge) -> None:
    model = ScriptedModel([])
    assert knowledge.why("nothing is known yet", model=model).judged_by == "rules"
    knowledge.entries.add("Refunds", "Refunds over 100 euros need two approvals.")
    assert knowledge.why("do refunds need two approvals?", model=model).verdict is Verdict.UNKNOWN
    assert model.requests == []


def test_only_what_the_asker_may_see_reaches_the_model(knowledge: Knowledge) -> None:
    knowledge.groups.create("finance")
    knowledge.members.set("fatima", groups=["finance"])
    knowledge.members.set("bob")
    knowledge.as_member("fatima").entries.add("Salaries", "Level five ends at 84,900 euros.", audience=["finance"])
    knowledge.entries.add("Levels", "Level five is a level.")
    model = ScriptedModel([answer()])
    knowledge.as_member("bob").why("level five ends at 84,900 euros", model=model)
    assert "Level five is a level." in model.requests[0].said[1].text
    assert "Level five ends" not in model.requests[0].said[1].text


# The settings name a model as they do for everything else that asks one.


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Knowledge]:
    script = tmp_path / "script.json"
    script.write_text(json.dumps([answer(SAYS_SO), answer(SAYS_SO), answer(SAYS_SO)]))
    settings = Settings(
        store=str(tmp_path / "store.db"), embedder="hash", model=f"scripted:{script}", model_tokens=100_000
    )
    with open_settings(settings) as knowledge:
        knowledge.entries.add("Refunds", "Refunds over 100 euros need two approvals.")
        yield knowledge


def test_the_model_of_the_settings_judges_unless_rules_are_asked_for(opened: Knowledge) -> None:
    assert opened.why(SENTENCE).judged_by == "scripted"
    assert opened.why(SENTENCE, model="rules").judged_by == "rules"
    assert opened.act_as(opened.actor).why(SENTENCE).judged_by == "scripted"


def test_one_ledger_counts_whoever_asks(opened: Knowledge) -> None:
    opened.why(SENTENCE)
    model = opened._desk.models(None)
    assert isinstance(model, Speaker)
    spent = model.ledger.spent
    opened.act_as(opened.actor).why(SENTENCE)
    assert model.ledger.spent == 2 * spent > 0
    assert model.ledger.cap == 100_000
    assert opened._desk.models(None) is model


def test_a_model_that_the_settings_name_and_nobody_can_open_leaves_it_to_the_rules(tmp_path: Path) -> None:
    settings = Settings(store=str(tmp_path / "store.db"), embedder="hash", model="scripted:nowhere.json")
    with open_settings(settings) as knowledge:
        knowledge.entries.add("Refunds", "Refunds over 100 euros need two approvals.")
        support = knowledge.why(RULED)
        assert (support.verdict, support.judged_by) == (Verdict.CONTRADICTED, "rules")
        assert support.notices[0].startswith("the model of the settings cannot be asked (this script cannot be read")
        with pytest.raises(InvalidValue, match="no such model"):
            knowledge.why(RULED, model="gpt")
