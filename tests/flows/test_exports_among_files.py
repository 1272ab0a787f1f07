"""An export of tickets is read as tickets, wherever it lies."""

import io
import json
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest

import wherefrom
from wherefrom.core.locators import TicketLocator


def issue(number: int, **more: Any) -> dict[str, Any]:
    page = f"https://github.com/acme/pay/issues/{number}"
    return {
        "body": f"The description of ticket {number}. " * 200,
        "comments": [{"id": 100 + number, "body": f"Comment number {number} says why.", "url": f"{page}#c-{number}"}],
        "updated_at": "2026-01-02T03:04:05Z",
        "html_url": page,
        "title": f"Ticket {number}",
        "number": number,
        **more,
    }


EXPORT = json.dumps([issue(1), issue(2)])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    return folder


def in_a_folder(folder: Path) -> None:
    (folder / "issues.json").write_text(EXPORT)


def in_lines(folder: Path) -> None:
    (folder / "issues.jsonl").write_text("\n".join(json.dumps(issue(number)) for number in (1, 2)))


def in_an_archive(folder: Path) -> None:
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w") as archive:
        archive.writestr("exports/issues.json", EXPORT)
    (folder / "pack.zip").write_bytes(into.getvalue())


def in_a_repository(folder: Path) -> None:
    (folder / "issues.json").write_text(EXPORT)
    said = ("-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false")
    for command in (("init", "-q"), ("add", "-A"), ("commit", "-qm", "one")):
        subprocess.run(["git", "-C", str(folder), *said, *command], check=True, capture_output=True)


@pytest.mark.parametrize("lay", [in_a_folder, in_lines, in_an_archive, in_a_repository])
def test_it_has_an_entry_a_ticket_and_a_unit_a_comment(knowledge: wherefrom.Knowledge, folder: Path, lay: Any) -> None:
    lay(folder)
    report = knowledge.ingest(str(folder))
    assert (report.entries, report.failed) == (2, ())
    assert {(entry.title, entry.type) for entry in knowledge.entries.find().items} == {
        ("Ticket 1", "ticket"),
        ("Ticket 2", "ticket"),
    }
    hit = knowledge.search("comment number 2 says why", recipe="fast").hits[0]
    assert hit.citation is not None
    assert isinstance(hit.citation.locator, TicketLocator)
    assert (hit.citation.locator.ticket_id, hit.citation.locator.comment_id) == ("acme/pay#2", "2")
    assert hit.text == "Comment number 2 says why."
    assert knowledge.show(hit.citation).state.ground == "fresh"
    assert knowledge.ingest(str(folder)).unchanged == 2


def test_a_new_comment_embeds_only_itself(knowledge: wherefrom.Knowledge, folder: Path) -> None:
    in_a_folder(folder)
    knowledge.ingest(str(folder))
    comments = [*issue(2)["comments"], {"id": 300, "body": "Now it is solved."}]
    (folder / "issues.json").write_text(json.dumps([issue(1), issue(2, comments=comments)]))
    assert knowledge.ingest(str(folder)).embedded == 1


def test_a_file_that_only_looks_like_one_is_read_as_json(knowledge: wherefrom.Knowledge, folder: Path) -> None:
    (folder / "book.json").write_text(json.dumps([{"number": "one", "title": "Chapter", "comments": "none"}]))
    report = knowledge.ingest(str(folder))
    assert (report.entries, report.failed) == (1, ())
    assert knowledge.entries.find().items[0].type == "document"


def test_an_export_whose_first_words_are_long_is_known_when_it_is_named(
    knowledge: wherefrom.Knowledge, folder: Path
) -> None:
    in_a_folder(folder)
    assert knowledge.ingest(str(folder / "issues.json")).entries == 2
    assert knowledge.sources.find().items[0].kind == "ticket"
