"""A claim that cannot stand cannot be made."""

from collections.abc import Callable
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from wherefrom.core.claims import LONGEST_CLAIM, Claim, Scope
from wherefrom.core.evidence import EvidenceRef
from wherefrom.core.pointers import (
    from_chunk,
    from_file,
    from_human_assertion,
    from_message,
    from_model_inference,
    from_tool_result,
    from_url,
)
from wherefrom.errors import InvalidValue, MissingEvidence
from wherefrom.testing import factories as make

NAIVE = datetime(2026, 5, 20)  # noqa: DTZ001  -- what is refused


@pytest.mark.parametrize(
    "changes",
    [
        {"text": ""},
        {"text": " \n"},
        {"text": "x" * (LONGEST_CLAIM + 1)},
        {"text": "a\0b"},
        {"text": "\ud800"},
        {"evidence": ()},
        {"claim_status": "true"},
        {"curation": "liked"},
        {"actor_type": "robot"},
        {"confidence": -0.1},
        {"confidence": 1.1},
        {"confidence": float("nan")},
        {"confidence": "1"},
        {"confidence": True},
        {"id": "same", "supersedes": "same"},
        {"scope_type": "repo"},
        {"scope_id": "acme/pay"},
        {"scope_type": "planet", "scope_id": "earth"},
        {"created_at": NAIVE},
        {"created_at": float("inf")},
        {"valid_from": "2026-05-20T08:00:00"},
        {"valid_from": 2.0, "valid_until": 1.0},
        {"is_personal": True},
        {"stated_confidence": float("nan")},
        {"stated_confidence": 1.5},
        {"erased_at": NAIVE},
        {"domain": 5},
        {"domain": "a\0b"},
        {"run_id": b"r"},
        {"agent_scope": [5]},
    ],
    ids=repr,
)
def test_bad_input_makes_no_claim(changes: dict[str, Any]) -> None:
    with pytest.raises(InvalidValue):
        make.claim(**changes)


def test_no_evidence_is_a_value_error_with_advice() -> None:
    with pytest.raises(ValueError, match="hypothesis"):
        Claim("The sky is green.", ())


def test_times_may_be_aware_and_are_kept_as_seconds() -> None:
    noon = datetime(2026, 5, 20, 12, tzinfo=UTC)
    claim = make.claim(created_at=noon, valid_from="2026-05-20T14:00:00+02:00")
    assert claim.created_at == claim.valid_from == noon.timestamp()


def test_a_scope_is_both_its_parts() -> None:
    assert make.claim(scope_type="repo", scope_id="acme/pay").scope == Scope("repo", "acme/pay")
    assert make.claim().scope is None
    with pytest.raises(InvalidValue):
        Scope("repo", " ")


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("chunk", {}),
        ("file", {}),
        ("file", {"path": ""}),
        ("artifact", {"path": "x"}),
        ("human_assertion", {"id": "ann"}),
        ("human_assertion", {"fetched_at": 1.0}),
        ("tool_result", {}),
        ("url", {}),
        ("message", {"session_id": "s"}),
        ("user_statement", {"message_id": "m"}),
        ("model_inference", {"session_id": "s", "message_id": "m"}),
        ("rumour", {"detail": "x"}),
        ("file", {"path": "x", "detail": "a\0b"}),
        ("url", {"url": "https://a.example", "fetched_at": "2026-05-20T08:00:00"}),
    ],
)
def test_evidence_needs_the_fields_of_its_kind(kind: str, given: dict[str, Any]) -> None:
    with pytest.raises(InvalidValue):
        EvidenceRef(kind=kind, **given)


@pytest.mark.parametrize("wrong", [["I saw it"], "abc", b"abc", [{"kind": "file"}], {"kind": "file"}, 5, [None], [[]]])
def test_what_points_at_nothing_is_no_evidence(wrong: Any) -> None:
    with pytest.raises(InvalidValue, match="points at nothing") as told:
        Claim("It is two.", wrong)
    assert told.value.hint is not None
    assert not isinstance(told.value, MissingEvidence)


def test_no_evidence_is_missing_evidence_and_one_piece_needs_no_list() -> None:
    for nothing in (None, (), []):
        with pytest.raises(MissingEvidence, match=r"at least one .* EvidenceRef of kind='model_inference' .* low conf"):
            Claim("It is two.", nothing)  # type: ignore[arg-type]
    assert Claim("It is two.", from_file("a")).evidence == (from_file("a"),)  # type: ignore[arg-type]
    assert Claim("It is two.", (ref for ref in [from_file("a")])).evidence == (from_file("a"),)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "make_wrong",
    [
        lambda: from_file(5),  # type: ignore[arg-type]
        lambda: from_file("  "),
        lambda: from_file("a", repo=5),  # type: ignore[arg-type]
        lambda: from_file("a", lines=5),  # type: ignore[arg-type]
        lambda: from_file("a", lines=(1, 2, 3)),  # type: ignore[arg-type]
        lambda: from_file("a", lines=("1", "2")),  # type: ignore[arg-type]
        lambda: from_file("a", quote=5),  # type: ignore[arg-type]
        lambda: from_url("not a url"),
        lambda: from_url("https://"),
        lambda: from_url("ftp://a.example"),
        lambda: from_url(5),  # type: ignore[arg-type]
        lambda: from_chunk(5),  # type: ignore[arg-type]
        lambda: from_human_assertion(" ", 1.0),
        lambda: from_human_assertion("ann", None),  # type: ignore[arg-type]
        lambda: from_message(5, "m"),  # type: ignore[arg-type]
        lambda: from_model_inference("s", "m", " "),
        lambda: from_tool_result(["c"]),  # type: ignore[arg-type]
    ],
)
def test_a_pointer_is_made_of_what_it_says(make_wrong: Callable[[], object]) -> None:
    with pytest.raises(InvalidValue):
        make_wrong()


def test_a_path_may_be_one() -> None:
    assert from_file(Path("src/pay.py")) == from_file("src/pay.py")


def test_a_scope_has_a_name_and_one_tag_is_not_its_letters() -> None:
    with pytest.raises(InvalidValue, match="scope id"):
        make.claim(scope_type="repo", scope_id="")
    assert make.claim(tags="abc").tags == ("abc",)
    for wrong in (5, [5], [None]):
        with pytest.raises(InvalidValue, match="tags"):
            make.claim(tags=wrong)


def test_lists_are_taken_and_frozen() -> None:
    claim = make.claim(evidence=[from_file("a")], tags=["x"], audience=["all", "leads"])
    assert (claim.evidence, claim.tags, claim.audience) == ((from_file("a"),), ("x",), frozenset())


def test_a_number_may_be_of_any_type_that_numbers_have() -> None:
    for half in (Fraction(1, 2), np.float32(0.5)):
        made = make.claim(confidence=half)
        assert (made.confidence, type(made.confidence)) == (0.5, float)


def test_one_agent_is_not_its_letters() -> None:
    assert make.claim(agent_scope="bob").agent_scope == {"bob"}
