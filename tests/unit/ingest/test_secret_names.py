"""A file that is named after a secret: the name is masked wherever it is told, and the file is found again."""

import json
import subprocess
from pathlib import Path

import pytest

import wherefrom
from tests.flows.faces import run_here
from wherefrom.core.documents import SourceStatus
from wherefrom.core.paging import ChunkFilter, EntryFilter

TOKEN = ("ghp_" + "a1B2c3D4e5F6g7H8i9J0" * 2)[:40]
MASKED = "•" * 40
SCAN = b"%PDF-1.7 this is none"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """One that is read, one that cannot be, and one that is passed over."""
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / f"{TOKEN}.md").write_text("Refunds need two approvals.\n")
    (folder / f"{TOKEN}.pdf").write_bytes(SCAN)
    (folder / f"{TOKEN}.png").write_bytes(b"\x89PNG")
    return folder


@pytest.mark.parametrize("is_dry", [True, False])
def test_no_report_tells_the_secret(knowledge: wherefrom.Knowledge, folder: Path, is_dry: bool) -> None:
    report = knowledge.ingest(folder, dry_run=is_dry)
    assert TOKEN not in repr(report)
    assert [name for name, _ in report.notices] == [f"{MASKED}.md"]
    assert report.skipped == ((f"{MASKED}.png", "binary"),)
    (failure,) = report.failed
    assert failure.uri.endswith(f"/{MASKED}.pdf")


def test_nor_does_what_is_kept_of_a_run_and_of_a_failure(knowledge: wherefrom.Knowledge, folder: Path) -> None:
    knowledge.ingest(folder, folder / f"{TOKEN}.md")
    for source in knowledge.sources.find().items:
        assert TOKEN not in f"{source.title} {source.last_run_error}"
    titles = {entry.title for entry in knowledge.entries.find().items}
    assert titles == {f"{MASKED}.md", f"{MASKED}.pdf"}


def test_the_file_is_found_again_by_its_address(knowledge: wherefrom.Knowledge, folder: Path) -> None:
    first = knowledge.ingest(folder)
    again = knowledge.ingest(folder)
    assert (again.unchanged, again.entries, again.embedded) == (first.entries, first.entries, 0)
    (hit,) = knowledge.search("refunds approvals").hits
    assert TOKEN not in hit.place
    assert knowledge.show(hit.id).state.ground.value == "fresh"
    (folder / f"{TOKEN}.md").write_text("Refunds need three approvals.\n")
    assert knowledge.ingest(folder).embedded == 1
    (failed,) = knowledge.entries.find(EntryFilter(status=SourceStatus.FAILED)).items
    assert (failed.uri or "").endswith(f"{TOKEN}.pdf")


def test_a_place_in_code_or_in_a_repository_does_not_tell_it(knowledge: wherefrom.Knowledge, folder: Path) -> None:
    (folder / f"{TOKEN}.py").write_text("def pay():\n    return 1\n")
    (folder / f"{TOKEN}.html").write_text("<title>Fees</title><p>The fee is two percent of the sum.</p>")
    for words in (["init", "-q"], ["add", "."], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x"]):
        subprocess.run(["git", "-C", str(folder), *words], check=True)
    for kind in ("folder", "repo"):
        knowledge.ingest(f"{kind}:{folder}")
    with knowledge.record.read(knowledge.actor) as unit:
        chunks = unit.chunks.find(ChunkFilter(personal=True), limit=100).items
        titles = {entry.id: entry.title for entry in knowledge.entries.find().items}
    assert len(chunks) >= 6
    for chunk in chunks:
        assert TOKEN not in chunk.locators[0].shown(titles[chunk.entry])
        assert knowledge.show(chunk.id).state.ground.value == "fresh"


def test_where_secrets_are_allowed_names_stay_as_they_are(knowledge: wherefrom.Knowledge, folder: Path) -> None:
    source = knowledge.sources.add("folder", folder, config={"secrets": "allow"})
    report = knowledge.sources.run(source.id)
    assert report.skipped == ((f"{TOKEN}.png", "binary"),)
    assert report.failed[0].uri.endswith(f"{TOKEN}.pdf")


def test_the_command_prints_no_such_name(folder: Path, tmp_path: Path) -> None:
    file = str(folder / f"{TOKEN}.md")

    def printed(*words: str) -> str:
        done = run_here([*words, "--store", str(tmp_path / "store.db")], environment={"WHEREFROM_EMBEDDER": "hash"})
        assert done.code == 0
        return done.stdout + done.stderr

    found = json.loads(printed("ingest", file) and printed("search", "refunds approvals", "--json"))["hits"][0]
    entry, source = found["citation"]["entry"], json.loads(printed("sources", "list", "--json"))["items"][0]["id"]
    for words in (
        ("ingest", str(folder), "--force"),
        ("search", "refunds"),
        ("show", found["id"]),
        ("entries", "show", entry),
        ("sources", "show", source),
    ):
        for more in ([], ["--json"]):
            told = printed(*words, *more)
            assert (TOKEN in told, MASKED in told) == (False, True), words
