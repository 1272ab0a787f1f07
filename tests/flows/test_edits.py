"""Each kind of edit on each kind of source is told for what it is, before and after the source is read again."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import wherefrom
from tests.documents import SECTIONS, Code, Markdown, Mcp, Origin, Page, Pdf, Repo, Ticket, Zip, section
from tests.web_server import Reply, WebServer, web_server
from wherefrom.bootstrap import open_settings
from wherefrom.config import load_settings
from wherefrom.core.documents import Citation

KINDS: dict[str, type[Origin]] = {
    "markdown": Markdown,
    "code": Code,
    "pdf": Pdf,
    "zip": Zip,
    "repo": Repo,
    "ticket": Ticket,
    "page": Page,
    "mcp": Mcp,
}
CITED = "cedar"


@pytest.fixture(scope="module")
def server() -> Iterator[WebServer]:
    with web_server() as server:
        yield server


@pytest.fixture
def knowledge(tmp_path: Path, server: WebServer) -> Iterator[wherefrom.Knowledge]:
    said = {"WHEREFROM_ALLOW": server.authority, "WHEREFROM_EMBEDDER": "hash"}
    settings = load_settings(store=str(tmp_path / "store.db"), environment=said, folder=Path("/"))
    with open_settings(settings) as knowledge:
        yield knowledge


@pytest.fixture(params=KINDS)
def origin(request: pytest.FixtureRequest, tmp_path: Path, server: WebServer) -> Origin:
    folder = tmp_path / "origin"
    folder.mkdir()
    more = {"server": server} if request.param == "page" else {}
    made = KINDS[request.param](folder, **more)
    made.write(SECTIONS)
    return made


@pytest.fixture
def citation(knowledge: wherefrom.Knowledge, origin: Origin) -> Citation:
    report = knowledge.ingest(origin.target)
    assert report.failed == ()
    hit = knowledge.search(f"{CITED} work is checked", recipe="fast").hits[0]
    assert CITED in hit.text.lower()
    assert hit.citation is not None
    assert knowledge.show(hit.citation).state.ground == "fresh"
    return hit.citation


def grounds(knowledge: wherefrom.Knowledge, origin: Origin, citation: Citation) -> tuple[str, str]:
    """What is said of a citation before the source is read again, and after."""
    before = knowledge.show(citation).state.ground.value
    assert knowledge.ingest(origin.target).failed == ()
    return before, knowledge.show(citation).state.ground.value


def moved(origin: Origin) -> tuple[str, str]:
    """A comment is where it was, whatever is said before it."""
    return ("fresh", "fresh") if isinstance(origin, Ticket) else ("moved", "moved")


def test_what_was_not_touched_is_fresh(knowledge: wherefrom.Knowledge, origin: Origin, citation: Citation) -> None:
    assert grounds(knowledge, origin, citation) == ("fresh", "fresh")
    assert knowledge.ingest(origin.target).embedded == 0


def test_something_inserted_on_top_moves_it(knowledge: wherefrom.Knowledge, origin: Origin, citation: Citation) -> None:
    origin.write([section("aspen"), *SECTIONS])
    assert grounds(knowledge, origin, citation) == moved(origin)


def test_a_changed_word_changes_it(knowledge: wherefrom.Knowledge, origin: Origin, citation: Citation) -> None:
    edited = [(head, text.replace(f"{CITED} work", f"{CITED} labour")) for head, text in SECTIONS]
    origin.write(edited)
    assert grounds(knowledge, origin, citation) == ("changed", "changed")
    state = knowledge.show(citation).state
    assert "labour" in (state.now or "")
    assert "labour" not in (state.was or "")


def test_what_was_changed_and_read_again_is_looked_at_all_the_same(
    knowledge: wherefrom.Knowledge, tmp_path: Path
) -> None:
    origin = Markdown(tmp_path / "docs")
    origin.folder.mkdir()
    origin.write(SECTIONS)
    knowledge.ingest(origin.target)
    cited = knowledge.search(f"{CITED} work is checked", recipe="fast").hits[0].citation
    assert cited
    for word in ("labour", "toil"):
        origin.write([(head, text.replace(f"{CITED} work", f"{CITED} {word}")) for head, text in SECTIONS])
        for _ in range(2):
            state = knowledge.show(cited).state
            assert (state.ground, word in (state.now or "")) == ("changed", True)
            knowledge.ingest(origin.target)
    origin.write(SECTIONS)
    assert knowledge.show(cited).state.ground == "fresh"
    origin.delete()
    region = knowledge.show(cited)
    assert (region.state.ground, region.places) == ("gone", ())
    assert CITED in region.text.lower()


def test_moved_to_the_end_it_has_moved(knowledge: wherefrom.Knowledge, origin: Origin, citation: Citation) -> None:
    others = [each for each in SECTIONS if each[0].lower() != CITED]
    origin.write([*others, section(CITED)])
    assert grounds(knowledge, origin, citation) == moved(origin)


def test_inside_a_comment_it_has_moved(knowledge: wherefrom.Knowledge, tmp_path: Path) -> None:
    origin = Ticket(tmp_path)
    aspen, cited_text = (f"{section(word)[1]} {section(f'{word}s')[1]}" for word in ("aspen", CITED))
    origin.write([(CITED.title(), cited_text)])
    knowledge.ingest(origin.target)
    cited = knowledge.search(f"{CITED} work is checked", recipe="fast").hits[0].citation
    assert cited
    origin.write([(CITED.title(), f"{aspen}\n\n{cited_text}")])
    assert grounds(knowledge, origin, cited) == ("moved", "moved")


def test_renamed_it_is_the_same_passage_and_has_moved(
    knowledge: wherefrom.Knowledge, origin: Origin, citation: Citation
) -> None:
    if isinstance(origin, Page):
        pytest.skip("a page at another address is another page")
    origin.rename()
    before = knowledge.show(citation)
    report = knowledge.ingest(origin.target)
    assert (report.embedded, report.removed) == (0, 0)
    after = knowledge.show(citation)
    if isinstance(origin, Ticket):  # a ticket is known by its number, whatever it is called
        assert (before.state.ground, after.state.ground) == ("fresh", "fresh")
        return
    assert after.state.ground == "moved"
    assert "other" in after.places[0].shown(after.title or "")
    assert (before.state.ground, before.places, before.title) == ("moved", after.places, after.title)


def test_a_file_whose_bytes_stand_elsewhere_too_is_gone_when_it_is_deleted(
    knowledge: wherefrom.Knowledge, tmp_path: Path
) -> None:
    origin = Markdown(tmp_path / "twins")
    origin.folder.mkdir()
    origin.write(SECTIONS)
    (origin.folder / "twin.md").write_bytes((origin.folder / "rules.md").read_bytes())
    knowledge.ingest(origin.target)
    cited = next(hit.citation for hit in knowledge.search(f"{CITED} work is checked", recipe="fast").hits)
    assert cited
    (origin.folder / cited.title).unlink()
    assert knowledge.show(cited).state.ground == "gone"


def test_deleted_it_is_gone_with_its_last_words(
    knowledge: wherefrom.Knowledge, origin: Origin, citation: Citation
) -> None:
    origin.delete()
    if isinstance(origin, Zip):
        origin = Markdown(origin.folder)  # the archive was the source; what is left is its empty folder
    before = knowledge.show(citation)
    assert before.state.ground == "gone"
    knowledge.ingest(origin.target)
    after = knowledge.show(citation)
    assert after.state.ground == "gone"
    assert CITED in after.text.lower()
    assert all(CITED not in hit.text.lower() for hit in knowledge.search(f"{CITED} work", recipe="fast").hits)


@pytest.mark.parametrize("status", [404, 410])
def test_a_page_that_was_never_read_and_is_not_there_is_a_failure_with_its_reason(
    knowledge: wherefrom.Knowledge, server: WebServer, status: int
) -> None:
    server.pages["/never"] = Reply(b"", status)
    for dry_run in (True, False, False):
        report = knowledge.ingest(f"{server.url}/never", dry_run=dry_run)
        assert [failure.reason for failure in report.failed] == [f"the page is not there ({status})"]
        assert (report.sources, report.entries, report.skipped) == (0, 0, ())


@pytest.mark.parametrize("force", [False, True])
def test_a_page_that_was_read_before_and_is_not_there_any_more_is_removed_once(
    knowledge: wherefrom.Knowledge, server: WebServer, force: bool
) -> None:
    server.page("/was", "<p>A page that was there for a while.</p>")
    assert knowledge.ingest(f"{server.url}/was").entries == 1
    server.pages["/was"] = Reply(b"", 404)
    for removed in (1, 0):
        report = knowledge.ingest(f"{server.url}/was", force=force)
        assert (report.removed, report.failed) == (removed, ())
        assert [reason for _, reason in report.skipped] == ["the page is not there (404)"]
