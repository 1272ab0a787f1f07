"""`show --open`: the region is told, and what is opened is the cited place itself, whatever it lies in."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.documents import SECTIONS, Code, Markdown, Mcp, Origin, Page, Repo, Ticket, Zip, section
from tests.flows.faces import Ran, run_here
from tests.web_server import WebServer, web_server

CITED = "cedar"
Open = Callable[[str], "Opened"]


class Opened:
    """What `--open` did: the words of the region, and the file and line, or the address."""

    def __init__(self, ran: Ran, editor: str, addresses: list[str]) -> None:
        self.ran, self.addresses = ran, addresses
        line, _, self.path = editor.partition(" ")
        self.line = int(line.removeprefix("+") or 0)

    @property
    def words(self) -> str:
        """The line that the editor shows first."""
        return Path(self.path).read_text().splitlines()[self.line - 1]


@pytest.fixture(scope="module")
def server() -> Iterator[WebServer]:
    with web_server() as server:
        yield server


@pytest.fixture
def environment(tmp_path: Path, server: WebServer) -> Mapping[str, str]:
    editor = tmp_path / "editor"
    editor.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/edited\n')
    editor.chmod(0o700)
    said = {"EDITOR": str(editor), "VISUAL": "", "TMPDIR": str(tmp_path)}
    return said | {"WHEREFROM_ALLOW": server.authority, "WHEREFROM_EMBEDDER": "hash"}


@pytest.fixture
def open_place(tmp_path: Path, environment: Mapping[str, str], monkeypatch: pytest.MonkeyPatch) -> Open:
    addresses: list[str] = []

    def browse(address: str) -> bool:
        addresses.append(address)
        return True

    monkeypatch.setattr("webbrowser.open", browse)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def opened(place: str) -> Opened:
        edited = tmp_path / "edited"
        edited.unlink(missing_ok=True)
        ran = wherefrom(tmp_path, environment, "show", place, "--open")
        return Opened(ran, edited.read_text().strip() if edited.exists() else "", addresses)

    return opened


def wherefrom(tmp_path: Path, environment: Mapping[str, str], *words: str) -> Ran:
    return run_here(["--store", str(tmp_path / "store.db"), *words], environment=environment)


def read(tmp_path: Path, environment: Mapping[str, str], target: str, question: str = f"{CITED} work") -> str:
    """The id of the passage that is about it."""
    assert wherefrom(tmp_path, environment, "ingest", target).code == 0
    return found(tmp_path, environment, question)["id"]


def found(tmp_path: Path, environment: Mapping[str, str], question: str) -> dict[str, str]:
    return json.loads(wherefrom(tmp_path, environment, "search", question, "--json").stdout)["hits"][0]


def made(kind: type[Origin], tmp_path: Path) -> Origin:
    folder = tmp_path / "origin"
    folder.mkdir()
    origin = kind(folder)
    origin.write(SECTIONS)
    return origin


@pytest.mark.parametrize("kind", [Markdown, Code, Repo])
def test_a_file_of_this_machine_is_opened_at_the_line_also_when_the_words_have_moved(
    kind: type[Origin], tmp_path: Path, environment: Mapping[str, str], open_place: Open
) -> None:
    origin = made(kind, tmp_path)
    id = read(tmp_path, environment, origin.target)
    for sections in (SECTIONS, [section("aspen"), *SECTIONS]):
        origin.write(sections)
        done = open_place(id)
        assert done.ran.code == 0
        assert Path(done.path).parent == origin.folder
        assert CITED in done.words.lower()
        assert done.ran.stdout.index(f"The {CITED}") < done.ran.stdout.index("opened ")


def test_of_a_repository_whose_file_says_something_else_the_cited_version_is_opened(
    tmp_path: Path, environment: Mapping[str, str], open_place: Open
) -> None:
    origin = made(Repo, tmp_path)
    id = read(tmp_path, environment, origin.target)
    file = origin.folder / "rules.md"
    file.write_text("All of it was written anew.\n")  # and not committed
    done = open_place(id)
    assert Path(done.path).parent != origin.folder
    assert CITED in done.words.lower()
    place = found(tmp_path, environment, f"{CITED} work")["place"]
    origin.write([(head, text.replace(CITED, "cypress")) for head, text in SECTIONS])
    wherefrom(tmp_path, environment, "ingest", origin.target)
    file.unlink()
    done = open_place(place)
    assert (done.ran.code, CITED in done.words.lower()) == (0, True)


@pytest.mark.parametrize("kind", [Zip, Mcp, Ticket])
def test_what_has_no_file_here_is_opened_as_a_copy_that_cannot_be_written(
    kind: type[Origin], tmp_path: Path, environment: Mapping[str, str], open_place: Open
) -> None:
    origin = made(kind, tmp_path)
    id = read(tmp_path, environment, origin.target)
    done = open_place(id)
    assert done.ran.code == 0, done.ran.stderr
    copy = Path(done.path)
    assert copy.parent.name.startswith("wherefrom-")
    assert copy.stat().st_mode & 0o777 == 0o400
    assert CITED in done.words.lower()
    assert f"The {CITED} rule" in done.ran.stdout


def test_a_comment_of_a_ticket_is_opened_at_its_own_address(
    tmp_path: Path, environment: Mapping[str, str], open_place: Open
) -> None:
    page = "https://github.com/o/r/issues/9"
    comment = {"id": 3, "html_url": f"{page}#issuecomment-3", "body": section(CITED)[1]}
    issue = {"number": 9, "html_url": page, "title": "Rules", "body": section("amber")[1], "comments": [comment]}
    (tmp_path / "issues.json").write_text(json.dumps([issue]))
    assert open_place(read(tmp_path, environment, f"ticket:{tmp_path / 'issues.json'}")).ran.code == 0
    assert open_place(found(tmp_path, environment, "amber work")["id"]).addresses == [f"{page}#issuecomment-3", page]


def test_a_page_is_opened_at_words_of_one_block(
    tmp_path: Path, environment: Mapping[str, str], open_place: Open, server: WebServer
) -> None:
    origin = Page(tmp_path, server=server)
    origin.write([(head, text.replace("rule number", "well-known, R&D rule")) for head, text in SECTIONS])
    (address,) = open_place(read(tmp_path, environment, origin.target)).addresses
    assert address.startswith(f"{origin.target}#:~:text=The%20{CITED}%20well%2Dknown%2C%20R%26D")
    named = unquote(re.sub(r".*#:~:text=", "", address))
    assert f"<p>{named}" in server.pages["/rules.html"].body.decode()


def test_where_nothing_can_be_opened_the_region_is_told_all_the_same(
    tmp_path: Path, environment: Mapping[str, str], open_place: Open
) -> None:
    origin = made(Markdown, tmp_path)
    id = read(tmp_path, environment, origin.target)
    origin.write([each for each in SECTIONS if each[0].lower() != CITED])
    wherefrom(tmp_path, environment, "ingest", origin.target)
    done = open_place(id)
    assert (done.ran.code, f"The {CITED} rule" in done.ran.stdout) == (2, True)
    told = wherefrom(tmp_path, environment, "show", id, "--open", "--json")
    assert json.loads(told.stdout)["opened"] is None
    assert json.loads(told.stderr)["error"]["code"] == "usage"


@pytest.mark.parametrize("is_page", [True, False])
def test_what_nothing_here_can_open_is_not_said_to_be_open_and_its_place_is_told(
    tmp_path: Path, environment: Mapping[str, str], server: WebServer, monkeypatch: pytest.MonkeyPatch, is_page: bool
) -> None:
    monkeypatch.setattr("webbrowser.open", lambda _: False)
    origin = Page(tmp_path, server=server) if is_page else made(Markdown, tmp_path)
    origin.write(SECTIONS)
    id = read(tmp_path, environment, origin.target)
    begins = f"not opened: {origin.target if is_page else origin.folder}"
    without = {**environment, "EDITOR": "/nowhere/editor"}
    told = wherefrom(tmp_path, without, "show", id, "--open")
    place = told.stdout.splitlines()[-1]
    assert (told.code, place.startswith(begins), f"The {CITED} rule" in told.stdout) == (2, True, True)
    done = wherefrom(tmp_path, without, "show", id, "--open", "--json")
    answer, error = json.loads(done.stdout), json.loads(done.stderr)["error"]
    assert (answer["opened"], f"not opened: {answer['place']}", error["code"]) == (None, place, "usage")
