"""Sources that are configured once and read again and again."""

from pathlib import Path
from typing import Any

import pytest

from tests.flows.faces import Face, Refused


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "refunds.md").write_text("# Refunds\n\nRefunds need two approvals.\n")
    (folder / "travel.md").write_text("# Travel\n\nTrains before planes.\n")
    return folder


def added(face: Face, *words: str, **options: Any) -> dict[str, Any]:
    return face.do("sources.add", *words, **options)


def refused(face: Face, *words: str, **options: Any) -> dict[str, Any]:
    with pytest.raises(Refused) as told:
        added(face, *words, **options)
    return told.value.told


def test_a_source_is_read_when_it_is_run_and_says_how_that_went(face: Face, folder: Path) -> None:
    source = added(face, "folder", str(folder), title="Handbook", cron="0 3 * * *")
    assert (source["status"], source["last_run_at"]) == ("pending", None)
    report = face.do("sources.run", source["id"])
    assert (report["entries"], report["failed"]) == (2, [])
    after = face.do("sources.show", source["id"])
    assert (after["status"], after["last_run_status"], after["last_run_entry_count"]) == ("indexed", "ok", 2)
    assert after["cron"] == "0 3 * * *"


def test_a_run_with_a_bad_file_is_partial_and_names_it(face: Face, folder: Path) -> None:
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 none")
    source = added(face, "folder", str(folder))
    assert len(face.do("sources.run", source["id"])["failed"]) == 1
    after = face.do("sources.show", source["id"])
    assert after["last_run_status"] == "partial"
    assert "broken.pdf" in after["last_run_error"]


def test_a_folder_that_is_away_is_an_error_and_nothing_is_removed(face: Face, folder: Path) -> None:
    source = added(face, "folder", str(folder))
    face.do("sources.run", source["id"])
    folder.rename(folder.with_name("away"))
    with pytest.raises(Refused) as told:
        face.do("sources.run", source["id"])
    assert told.value.code == "adapter"
    after = face.do("sources.show", source["id"])
    assert (after["status"], after["last_run_status"]) == ("failed", "error")
    assert len(face.do("entries.list")["items"]) == 2


def test_drift_is_seen_before_the_source_is_read_again(face: Face, folder: Path) -> None:
    source = added(face, "folder", str(folder))
    face.do("sources.run", source["id"])
    assert face.do("sources.list", stale=True)["items"] == []
    (folder / "refunds.md").write_text("# Refunds\n\nRefunds need three approvals.\n")
    (folder / "new.md").write_text("Something new.")
    (folder / "travel.md").unlink()
    (drift,) = face.do("sources.list", stale=True)["items"]
    names = {kind: [Path(uri).name for uri in drift[kind]] for kind in ("new", "changed", "gone")}
    assert names == {"new": ["new.md"], "changed": ["refunds.md"], "gone": ["travel.md"]}


def test_force_reads_everything_again_and_embeds_nothing_that_is_known(face: Face, folder: Path) -> None:
    source = added(face, "folder", str(folder))
    face.do("sources.run", source["id"])
    report = face.do("sources.run", source["id"], force=True)
    assert (report["unchanged"], report["embedded"], report["entries"]) == (0, 0, 2)


def test_an_address_that_may_not_be_reached_is_refused_when_the_source_is_saved(face: Face) -> None:
    for place in (
        "http://169.254.169.254/latest/meta-data",
        "http://127.0.0.1/",
        "http://0x7f.1/",
        "ftp://example.com/",
    ):
        assert refused(face, "url", place)["code"] == "invalid_value"
    assert refused(face, "url_crawl", "http://10.0.0.1/")["code"] == "invalid_value"
    assert face.do("sources.list")["items"] == []


def test_what_could_never_be_read_is_refused_when_it_is_saved(face: Face, folder: Path) -> None:
    assert refused(face, "folder", str(folder / "nowhere"))["hint"]
    assert "cron" in refused(face, "folder", str(folder), cron="every now and then")["message"]
    assert refused(face, "carrier_pigeon", str(folder))["code"] == "invalid_value"


def test_an_edit_keeps_what_was_read(face: Face, folder: Path) -> None:
    source = added(face, "folder", str(folder))
    face.do("sources.run", source["id"])
    edited = face.do("sources.edit", source["id"], title="Rules", cron="0 4 * * *")
    assert (edited["title"], edited["cron"], edited["last_run_status"]) == ("Rules", "0 4 * * *", "ok")
    assert face.do("sources.run", source["id"])["unchanged"] == 2


def test_only_admins_configure_and_run_sources(face: Face, folder: Path) -> None:
    source = added(face, "folder", str(folder))
    key = face.do("keys.create", actor="eve", kind="user")["key"]
    for verb, words in (
        ("sources.add", ("folder", str(folder))),
        ("sources.run", (source["id"],)),
        ("ingest", (str(folder),)),
    ):
        with pytest.raises(Refused) as told:
            face.with_key(key).do(verb, *words)
        assert told.value.code == "access_denied"


def test_removing_a_source_keeps_its_entries_unless_told_otherwise(face: Face, folder: Path) -> None:
    source = added(face, "folder", str(folder))
    face.do("sources.run", source["id"])
    face.do("sources.remove", source["id"])
    assert len(face.do("entries.list")["items"]) == 2


def test_a_source_that_fails_is_in_the_inbox_once(face: Face, folder: Path) -> None:
    source = added(face, "folder", str(folder))
    folder.rename(folder.with_name("away"))
    for _ in range(2):
        with pytest.raises(Refused):
            face.do("sources.run", source["id"])
    (item,) = face.do("inbox")["items"]
    assert (item["event"], item["target_id"]) == ("run.failed", source["id"])


def test_a_claim_hears_of_it_when_what_it_stands_on_is_read_changed(face: Face, folder: Path) -> None:
    face.do("ingest", str(folder))
    hit = face.do("search", "refunds approvals", kinds=["chunk"])["hits"][0]
    face.do("learn", "Refunds need two approvals.", evidence=[f"chunk:{hit['id']}"])
    (folder / "refunds.md").write_text("# Refunds\n\nRefunds need three approvals.\n")
    face.do("ingest", str(folder))
    (item,) = face.do("inbox")["items"]
    assert item["event"] == "evidence.changed"
    assert ("two" in str(item["detail"]), "three" in str(item["detail"])) == (True, True)
