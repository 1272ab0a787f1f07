"""How loudly a state speaks, and the one line that says where a claim stands."""

from dataclasses import replace

import pytest

from wherefrom.core.actors import ActorKind
from wherefrom.core.documents import EmbeddingStatus, RunStatus, SourceStatus
from wherefrom.core.pointers import from_file, from_url, from_user_statement
from wherefrom.core.severity import claim_line, derive_claim_severity, derive_severity
from wherefrom.testing import factories as make


@pytest.mark.parametrize(
    ("status", "confidence", "loudness"),
    [
        ("disputed", 1.0, ("warning", "warning")),
        ("hypothesis", 0.49, ("warning", "warning")),
        ("hypothesis", 0.5, ("info", "neutral")),
        ("observed", 0.1, ("info", "info")),
        ("inferred", 1.0, ("info", "info")),
        ("verified", 0.1, ("neutral", "success")),
        ("superseded", 1.0, ("neutral", "neutral")),
    ],
)
def test_a_claim_is_as_loud_as_its_status(status: str, confidence: float, loudness: tuple[str, str]) -> None:
    assert derive_claim_severity(make.claim(claim_status=status, confidence=confidence)) == loudness


@pytest.mark.parametrize("state", [*SourceStatus, *RunStatus, *EmbeddingStatus])
def test_every_state_of_a_source_run_or_embedding_has_a_loudness(
    state: SourceStatus | RunStatus | EmbeddingStatus,
) -> None:
    loud = {"failed": "critical", "error": "critical", "partial": "warning", "stale": "warning", "pending": "info"}
    assert derive_severity(state)[0] == loud.get(state, "neutral")


def test_the_line_of_a_claim() -> None:
    learned = {"actor_type": ActorKind.AGENT, "updated_at": 1779999999.0}
    verified = make.claim(claim_status="verified", verified_by=ActorKind.USER, verified_at=1779235200.0, **learned)
    assert claim_line(verified) == "verified · by user · 2026-05-20"
    assert claim_line(make.claim(claim_status="verified", updated_at=1779235200.0)) == "verified · 2026-05-20"
    passed_on = replace(verified, verified_by=ActorKind.AGENT, evidence=(from_user_statement("s", "m"),))
    assert claim_line(passed_on) == "verified · by user · 2026-05-20", "an agent only passes a person's word on"
    unproven = replace(passed_on, evidence=(replace(passed_on.evidence[0], unproven=True),))
    assert claim_line(unproven) == "verified · by agent · 2026-05-20"
    two = (from_file("a"), from_url("https://a.example"))
    against = tuple(replace(ref, stance="against") for ref in two)
    disputed = make.claim(claim_status="disputed", evidence=(*two, *against))
    assert claim_line(disputed) == "disputed · 2 conflicting evidence refs"
    assert claim_line(replace(disputed, evidence=(*two, against[0]))) == "disputed · 1 conflicting evidence ref"
    assert claim_line(replace(disputed, evidence=two)) == "disputed"
    inferred = make.claim(claim_status="inferred", confidence=0.75, evidence=two[::-1])
    assert claim_line(inferred) == "inferred · confidence 0.75 · from file"
