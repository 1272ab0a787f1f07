"""What others may see and decide of a claim, and what whoever writes it may not."""

from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from tests.unit.claims.conftest import Watch
from wherefrom import Knowledge
from wherefrom.core.attention import AttentionItem
from wherefrom.core.claims import Claim, Curation
from wherefrom.core.evidence import EvidenceRef
from wherefrom.core.pointers import (
    from_chunk,
    from_file,
    from_human_assertion,
    from_message,
    from_model_inference,
    from_tool_result,
)
from wherefrom.errors import InvalidValue, MissingEvidence

WORD = from_human_assertion("ann", 1.0)


def test_a_result_of_another_with_the_same_call_id_opens_nobodys_summary(knowledge: Knowledge) -> None:
    for name in ("alice", "bob"):
        knowledge.members.set(name, kind="user")
    alice, bob = knowledge.as_member("alice"), knowledge.as_member("bob")
    alice.sessions.answered("s-alice", "call_0", "read", "the secret sum is five")
    bob.sessions.answered("s-bob", "call_0", "read", "nothing much")
    made = alice.learn("There is a sum.", [from_tool_result("call_0", "the secret sum")])
    assert alice.claims.get(made.id).evidence[0].detail == "the secret sum"
    assert bob.claims.get(made.id).evidence[0].detail is None
    knowledge.learn("Another thing.", [WORD])


def test_the_history_shows_evidence_as_the_claim_does_to_whoever_asks(knowledge: Knowledge) -> None:
    for name in ("alice", "bob"):
        knowledge.members.set(name, kind="user")
    alice, bob = knowledge.as_member("alice"), knowledge.as_member("bob")
    alice.sessions.say("s", "m", "user", "It is two, said the cook.")
    alice.sessions.answered("s", "call", "read", "two")
    entry = knowledge.entries.add("Menu", "There are two of them.")
    passage = knowledge.search("two of them", kinds=["chunk"]).hits[0].id
    said = from_message("s", "m", "It is two")
    evidence = [
        from_model_inference("s", "m", "because of what was said"),
        from_chunk(passage, "two of them"),
        from_tool_result("call", "two"),
        said,
    ]
    made = alice.learn("It is two.", evidence)
    alice.dispute(made.id, "it is three", evidence=[replace(said, detail="said the cook")])
    for actor in (alice, bob):
        standing = actor.claims.get(made.id).evidence
        learned, disputed = actor.history(made.id)
        assert (*learned.evidence, *disputed.evidence) == standing
    (step, _) = alice.history(made.id)
    assert [ref.detail for ref in step.evidence] == ["because of what was said", "two of them", "two", "It is two"]
    assert step.evidence[1].content_hash is not None
    hidden = [ref.detail for ref in bob.history(made.id)[0].evidence]
    assert hidden == ["[hidden]", "two of them", None, None]
    knowledge.erase.entry(entry.id)
    assert "two of them" not in repr(alice.history(made.id))


def test_a_write_without_evidence_that_is_tried_again_is_shown_again(knowledge: Knowledge, watch: Watch) -> None:
    def try_it() -> list[AttentionItem]:
        watch.turn()
        with pytest.raises(MissingEvidence):
            knowledge.learn("It is two.", [])
        return list(knowledge.attention.find().items)

    (item,) = try_it()
    assert [each.id for each in try_it()] == [item.id]
    knowledge.attention.resolve(item.id)
    assert knowledge.attention.find().items == []
    assert [each.id for each in try_it()] == [item.id]


def test_reasons_have_a_limit_and_say_something(knowledge: Knowledge) -> None:
    old, new = knowledge.learn("It is two.", [WORD]), knowledge.learn("It is three since May.", [WORD])
    for reason in ("", " ", "x" * 10_001):
        with pytest.raises(InvalidValue, match="reason"):
            knowledge.supersede(old.id, new.id, reason=reason)
        with pytest.raises(InvalidValue, match="reason"):
            knowledge.undo(old.id, reason=reason)
    assert len(knowledge.history(old.id)) == 1


def test_a_scope_given_as_text_is_refused_with_the_way_to_write_one(knowledge: Knowledge) -> None:
    scope = cast("Any", "repo:acme")
    for asking in (
        lambda: knowledge.learn("It is two.", [WORD], scope=scope),
        lambda: knowledge.recall("two", scope=scope),
        lambda: knowledge.check(scope=scope),
    ):
        with pytest.raises(InvalidValue, match=r"Scope\("):
            asking()


def test_a_relation_that_nobody_may_say_is_not_offered(knowledge: Knowledge) -> None:
    one, two = knowledge.learn("It is two.", [WORD]), knowledge.learn("It is three since May.", [WORD])
    with pytest.raises(InvalidValue) as refused:
        knowledge.relate(one.id, "likes", two.id)
    assert str(refused.value.hint) == "one of: entails, supports, contradicts, duplicates"


def test_whoever_writes_a_claim_decides_nothing_that_others_decide(knowledge: Knowledge) -> None:
    old = knowledge.learn("The old one.", [WORD])
    claim = Claim("The new one.", (WORD,), curation=Curation.MANDATORY, created_at=5.0, updated_at=6.0, version=7)
    for wrong in (replace(claim, org="other"), replace(claim, supersedes=old.id), replace(claim, erased_at=1.0)):
        with pytest.raises(InvalidValue):
            knowledge.claims.write(wrong)
    saved = knowledge.claims.write(claim)
    assert saved.curation is Curation.PENDING
    assert saved.created_at > 6.0


def test_what_is_gone_again_is_in_the_inbox_again(
    knowledge: Knowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "pay.py"
    evidence: EvidenceRef = from_file("pay.py")

    def inbox() -> list[str]:
        knowledge.check()
        return [item.event for item in knowledge.attention.find().items]

    file.write_text("two")
    knowledge.learn("It is two.", [evidence])
    for _ in range(2):
        file.unlink()
        assert inbox() == ["evidence.gone"]
        file.write_text("two")
        assert inbox() == []
    file.unlink()
    assert inbox() == ["evidence.gone"]


def test_of_two_results_with_one_call_id_the_one_of_the_session_is_looked_at(knowledge: Knowledge) -> None:
    knowledge.sessions.answered("s1", "call_0", "read", "one")
    knowledge.sessions.answered("s2", "call_0", "read", "two")
    made = knowledge.learn("It is one.", [from_tool_result("call_0")], session_id="s1")
    assert knowledge.claims.evidence(made.id)[0].seen_text == "one"


def test_a_quote_outside_its_lines_and_lines_beyond_the_file_make_a_hypothesis(
    knowledge: Knowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pay.py").write_text("one\ntwo\nthree\n")
    assert knowledge.learn("It is two.", [from_file("pay.py", lines=(2, 2), quote="two")]).claim_status == "observed"
    outside = knowledge.learn("It is really two.", [from_file("pay.py", lines=(3, 3), quote="two")])
    beyond = knowledge.learn("It is nine.", [from_file("pay.py", lines=(90, 91))])
    assert (outside.claim_status, beyond.claim_status) == ("hypothesis", "hypothesis")
