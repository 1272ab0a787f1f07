"""From files to passages whose citations open the exact place, and stay true when the files change."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.flows.faces import Face, Refused, run_here

HANDBOOK = """# Handbook

## Refunds

Refunds over 100 need two approvals. The second approver is never the one who sold.

## Travel

Trains are booked by the office. Flights need a reason.
"""
CODE = '''"""Payments."""


def approve(refund, approvers):
    """Whether a refund may be paid."""
    return refund.amount <= 100 or len(set(approvers)) >= 2


def pay(refund):
    """Send the money back."""
    return bank.transfer(refund.account, refund.amount)
'''
KEYS = {"sources", "entries", "chunks", "embedded", "unchanged", "removed", "failed"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    (folder / "src").mkdir(parents=True)
    (folder / "handbook.md").write_text(HANDBOOK)
    (folder / "src" / "pay.py").write_text(CODE)
    return folder


def cited(face: Face, question: str) -> dict[str, Any]:
    return face.do("search", question)["hits"][0]


def test_a_folder_is_read_and_found_with_the_exact_place(face: Face, folder: Path) -> None:
    report = face.do("ingest", str(folder))
    assert set(report) == KEYS
    assert (report["sources"], report["entries"], report["unchanged"], report["removed"]) == (1, 2, 0, 0)
    assert report["embedded"] == report["chunks"] > 2
    assert report["failed"] == []
    hit = cited(face, "who approves a refund payment function approve")
    assert hit["place"].startswith("src/pay.py:L4")
    place = hit["citation"]["locator"]
    assert "\n".join(CODE.splitlines()[place["line_start"] - 1 : place["line_end"]]).strip() == hit["text"].strip()


def test_a_second_run_does_nothing(face: Face, folder: Path) -> None:
    first = face.do("ingest", str(folder))
    again = face.do("ingest", str(folder))
    assert again == first | {"embedded": 0, "unchanged": 2}


def test_changing_one_word_embeds_one_passage_and_the_citation_shows_both_texts(face: Face, folder: Path) -> None:
    face.do("ingest", str(folder))
    hit = cited(face, "approvals for refunds over 100")
    (folder / "handbook.md").write_text(HANDBOOK.replace("two approvals", "three approvals"))
    report = face.do("ingest", str(folder))
    assert (report["embedded"], report["unchanged"], report["entries"]) == (1, 1, 2)
    region = face.do("show", hit["id"])
    assert region["state"]["ground"] == "changed"
    assert "two approvals" in region["state"]["was"]
    assert "three approvals" in region["state"]["now"]


def test_a_passage_that_moved_keeps_its_id_and_says_so(face: Face, folder: Path) -> None:
    face.do("ingest", str(folder))
    hit = cited(face, "Trains are booked by the office")
    moved = HANDBOOK.replace("## Refunds", "## Welcome\n\nHello to everyone who is new here.\n\n## Refunds")
    (folder / "handbook.md").write_text(moved)
    assert face.do("show", hit["id"])["state"]["ground"] == "moved", "the file was changed and not yet read again"
    report = face.do("ingest", str(folder))
    assert report["embedded"] <= 2
    again = cited(face, "Trains are booked by the office")
    assert again["id"] == hit["id"]
    place = again["citation"]["locator"]
    assert moved[place["char_start"] : place["char_end"]] == again["text"]


def test_a_renamed_file_is_the_same_entry(face: Face, folder: Path) -> None:
    face.do("ingest", str(folder))
    before = cited(face, "Trains are booked by the office")["citation"]
    (folder / "handbook.md").rename(folder / "manual.md")
    report = face.do("ingest", str(folder))
    assert (report["embedded"], report["removed"], report["entries"]) == (0, 0, 2)
    after = cited(face, "Trains are booked by the office")["citation"]
    assert (after["entry"], after["chunk"], after["title"]) == (before["entry"], before["chunk"], "manual.md")


def test_a_deleted_file_is_found_no_more_and_its_citation_says_gone_with_the_last_words(
    face: Face, folder: Path
) -> None:
    face.do("ingest", str(folder))
    hit = cited(face, "approvals for refunds over 100")
    (folder / "handbook.md").unlink()
    assert face.do("show", hit["id"])["state"]["ground"] == "gone", "before it is read again"
    report = face.do("ingest", str(folder))
    assert (report["removed"], report["entries"]) == (1, 1)
    assert all("handbook" not in each["title"] for each in face.do("search", "refunds approvals")["hits"])
    region = face.do("show", hit["id"])
    assert region["state"]["ground"] == "gone"
    assert "two approvals" in region["text"]


def test_one_bad_file_fails_alone_with_its_reason(face: Face, folder: Path) -> None:
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 this is none")
    report = face.do("ingest", str(folder))
    assert report["entries"] == 2
    (failure,) = report["failed"]
    assert failure["uri"].endswith("broken.pdf")
    assert failure["reason"]
    assert face.do("entries.list", status="failed")["items"][0]["error"] == failure["reason"]


def test_a_dry_run_writes_nothing(face: Face, folder: Path) -> None:
    report = face.do("ingest", str(folder), dry_run=True)
    assert set(report) == KEYS
    assert report["embedded"] > 2
    assert face.do("entries.list")["items"] == []


def test_a_dry_run_counts_as_the_real_one_does(face: Face, folder: Path) -> None:
    for edit in (
        lambda: None,
        lambda: None,
        lambda: (folder / "handbook.md").write_text(HANDBOOK + "\n## Food\n\nLunch is at noon, for all.\n"),
        lambda: (folder / "src" / "pay.py").unlink(),
    ):
        edit()
        expected = face.do("ingest", str(folder), dry_run=True)
        assert face.do("ingest", str(folder)) == expected


def test_a_dry_run_says_what_it_would_cost_beside_the_seven_keys(folder: Path, tmp_path: Path) -> None:
    words = ["ingest", "--dry-run", "--store", str(tmp_path / "store.db"), str(folder)]
    done = run_here([*words, "--json"])
    assert set(json.loads(done.stdout)) == KEYS
    price = json.loads(done.stderr)["price"]
    assert (price["tokens"] > 0, price["dollars"]) == (True, 0)
    assert f"{price['tokens']:,} tokens" in run_here(words).stdout


def test_nothing_at_the_place_is_a_usage_error(face: Face, tmp_path: Path) -> None:
    with pytest.raises(Refused) as refused:
        face.do("ingest", str(tmp_path / "nowhere"))
    assert refused.value.code == "invalid_value"


def test_a_place_as_it_is_printed_can_be_shown(face: Face, folder: Path) -> None:
    face.do("ingest", str(folder))
    hit = cited(face, "send the money back pay transfer")
    region = face.do("show", hit["place"])
    assert (region["state"]["ground"], region["text"]) == ("fresh", hit["text"])


def test_secrets_are_masked_before_anything_is_stored(face: Face, folder: Path) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" * 2
    (folder / "deploy.md").write_text(f"# Deploy\n\nUse the token {secret[:40]} to deploy.\n")
    face.do("ingest", str(folder))
    hit = cited(face, "token to deploy")
    assert secret[:40] not in hit["text"]
    assert "to deploy" in hit["text"]
    assert face.do("show", hit["id"])["state"]["ground"] == "fresh"


NOWHERE = "http://nosuch.invalid/"


def test_a_target_that_cannot_be_reached_or_is_not_there_fails_alone(face: Face, folder: Path, tmp_path: Path) -> None:
    missing = str(tmp_path / "nowhere")
    report = face.do("ingest", NOWHERE, missing, str(folder))
    assert set(report) == KEYS
    assert (report["sources"], report["entries"]) == (1, 2)
    assert [failure["uri"] for failure in report["failed"]] == [NOWHERE, missing]
    assert all(failure["reason"] for failure in report["failed"])
    assert cited(face, "approvals for refunds over 100")["title"] == "handbook.md"


def test_where_no_target_can_be_reached_the_summary_says_so_and_the_exit_code_too(tmp_path: Path) -> None:
    done = run_here(["ingest", "--json", "--store", str(tmp_path / "store.db"), NOWHERE])
    assert done.code == 1
    report = json.loads(done.stdout)
    assert set(report) == KEYS
    assert [failure["uri"] for failure in report["failed"]] == [NOWHERE]


def test_a_cap_ends_all_targets(face: Face, folder: Path) -> None:
    with pytest.raises(Refused) as refused:
        face.do("ingest", str(folder / "handbook.md"), str(folder / "src"), max_tokens=1)
    assert refused.value.code == "cap_reached"


@pytest.mark.parametrize("said", ["*.md", "handbook.md"])
def test_a_target_of_which_nothing_is_left_is_brought_up_to_date(face: Face, folder: Path, said: str) -> None:
    assert face.do("ingest", str(folder / said))["entries"] == 1
    (folder / "handbook.md").unlink()
    report = face.do("ingest", str(folder / said))
    assert (report["entries"], report["removed"], report["failed"]) == (0, 1, [])
    assert face.do("search", "refunds approvals")["hits"] == []
    with pytest.raises(Refused):
        face.do("ingest", str(folder / "never-read-*.md"))
