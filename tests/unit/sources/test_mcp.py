"""Resources of MCP servers, over pipes and over HTTP, also of servers that are not at their best."""

import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from queue import Queue
from typing import Any, ClassVar

import anyio
import httpx2
import pytest

from tests.mcp_server import BYTES, NOTE, ROOT, http_server
from tests.old_mcp_server import PAPER
from tests.serving import serving
from wherefrom.core.documents import Source, SourceKind
from wherefrom.egress import Egress
from wherefrom.egress.pinned import PinnedTransport
from wherefrom.errors import AdapterError, BinaryContent, ContentError, InvalidValue
from wherefrom.ports.documents import Found, Scan
from wherefrom.sources.mcp import McpConnector
from wherefrom.sources.mcp_connection import Patience
from wherefrom.sources.mcp_spec import ServerSpec

Make = Callable[..., McpConnector]
OLD = str(ROOT / "tests" / "old_mcp_server.py")


pytestmark = pytest.mark.usefixtures("own_servers")


def old(behaviour: str = "good") -> ServerSpec:
    return ServerSpec.of("notes", {"command": sys.executable, "args": [OLD, behaviour], "env": {"SECRET": "shared"}})


def piped(behaviour: str = "good") -> ServerSpec:
    told = {"command": sys.executable, "args": ["-m", "tests.mcp_server", behaviour], "env": {"PYTHONPATH": str(ROOT)}}
    return ServerSpec.of("notes", told)


@pytest.fixture
def make() -> Iterator[Make]:
    made: list[McpConnector] = []

    def connector(spec: ServerSpec, **options: Any) -> McpConnector:
        made.append(McpConnector({spec.name: spec}, **options))
        return made[-1]

    yield connector
    for one in made:
        one.close()


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with http_server() as url:
        yield url


@pytest.fixture(params=["pipes", "http"])
def good(request: pytest.FixtureRequest, make: Make) -> McpConnector:
    over_http = request.param == "http"
    return make(ServerSpec.of("notes", {"url": request.getfixturevalue("url")}) if over_http else piped())


def notes(**config: Any) -> Source:
    return Source(id="s1", kind=SourceKind.MCP, uri="mcp:notes", title="t", config={"server": "notes", **config})


def _children() -> set[int]:
    """Processes that this one started and that still run."""
    found = subprocess.run(["ps", "-o", "pid=,args=", "--ppid", str(os.getpid())], capture_output=True, text=True)
    return {int(line.split()[0]) for line in found.stdout.splitlines() if "old_mcp_server" in line}


def uris(scan: Scan) -> list[str]:
    return [found.uri for found in scan.found]


# What a server offers


def test_resources_that_match_are_found_and_read(good: McpConnector) -> None:
    team = notes(pattern="notes://team/*")
    good.check(team)
    scan = good.scan(team, None)
    assert list(scan.found) == [Found(NOTE, "2024-05-01T00:00:00Z"), Found("notes://team/plan%20B.pdf", None)]
    assert scan.is_whole
    assert [uri for uri, _ in scan.skipped] == ["notes://{who}/page.txt", "notes://team/logo.png"]
    note = good.fetch(team, scan.found[0])
    assert note.data == b"Rollbacks are manual.\nOn Fridays too."
    assert (note.path, note.media_type, note.title) == ("team/rollback.md", "text/markdown", "Rolling back")
    assert note.revision == "2024-05-01T00:00:00Z"
    plan = good.fetch(team, scan.found[1])
    assert (plan.data, plan.media_type, plan.path) == (BYTES, "application/pdf", "team/plan B.pdf")


def test_one_that_is_missing_or_broken_fails_alone(good: McpConnector) -> None:
    with pytest.raises(ContentError):
        good.fetch(notes(), Found("notes://team/nothing/here.md"))
    with pytest.raises((AdapterError, ContentError)):
        good.fetch(notes(), Found("notes://private/broken.txt"))
    assert good.fetch(notes(), Found("notes://private/diary.txt")).data == b"Dear diary"


def test_several_patterns_and_none_at_all(make: Make) -> None:
    server = make(old())
    assert uris(server.scan(notes(pattern=["*.md", "*/d*.txt"]), None)) == [NOTE, "notes://team/diary.txt"]
    assert len(server.scan(notes(), None).found) == 8
    assert uris(server.scan(notes(pattern="nothing"), None)) == []


def test_a_server_of_before_2026_is_understood(make: Make) -> None:
    server = make(old())
    assert NOTE in uris(server.scan(notes(), None))
    assert server.fetch(notes(), Found(NOTE)).data == b"Rollbacks are manual."


def test_texts_of_one_resource_are_joined_and_odd_contents_refused(make: Make) -> None:
    server = make(old())
    assert server.fetch(notes(), Found("notes://team/parts.txt")).data == b"first\n\nsecond"
    for name in ("mixed.txt", "empty.txt", "garbled.bin", "nothing.md"):
        with pytest.raises(ContentError):
            server.fetch(notes(), Found(f"notes://team/{name}"))


def test_bytes_of_no_known_kind_are_binary_as_in_a_folder_unless_they_begin_as_a_document(make: Make) -> None:
    server = make(old())
    with pytest.raises(BinaryContent):
        server.fetch(notes(), Found("notes://team/disk"))
    assert server.fetch(notes(), Found("notes://team/paper")).data == PAPER


def test_what_is_too_large_or_cannot_be_named_is_passed_over(make: Make) -> None:
    scan = make(old()).scan(notes(), None)
    assert [reason for _, reason in scan.skipped] == [
        "larger than 50,000,000 bytes",
        "its address is written as that of something inside an archive",
        "its address cannot be kept",
    ]
    assert scan.is_whole


def test_a_connector_that_was_closed_can_be_used_again(make: Make) -> None:
    server = make(old())
    server.scan(notes(), None)
    server.close()
    assert server.fetch(notes(), Found(NOTE)).data
    server.close()
    server.close()


def test_closing_ends_the_child(make: Make) -> None:
    server = make(old())
    server.scan(notes(), None)
    children = _children()
    assert children
    server.close()
    assert not children & _children()


# Changes


@pytest.mark.parametrize("spec", [piped("ticking"), old()], ids=["by listening", "by subscribing"])
def test_an_update_is_told_over_pipes(make: Make, spec: ServerSpec) -> None:
    told = Queue[str]()
    end = make(spec).subscribe(notes(), [NOTE], told.put)
    assert told.get(timeout=20) == NOTE
    end()
    end()


def test_a_changed_list_is_told_as_the_source(make: Make) -> None:
    told = Queue[str]()
    make(old()).subscribe(notes(), [NOTE], told.put)
    assert [told.get(timeout=20), told.get(timeout=20)] == [NOTE, "mcp:notes"]


def test_a_server_without_subscriptions_or_resources_says_so(make: Make) -> None:
    server = make(old("bare"))
    with pytest.raises(AdapterError, match="subscriptions"):
        server.subscribe(notes(), [NOTE], print)
    with pytest.raises(AdapterError, match="no resources") as told:
        server.scan(notes(), None)
    assert not told.value.retryable


def test_an_update_is_told_over_http(make: Make, url: str) -> None:
    told = Queue[str]()
    server = make(ServerSpec.of("notes", {"url": url}))
    end = server.subscribe(notes(), [NOTE], told.put)
    assert server.fetch(notes(), Found("notes://private/changing.txt")).data == b"version 1"
    assert told.get(timeout=20) == NOTE
    assert server.fetch(notes(), Found("notes://private/changing.txt")).data == b"version 2"
    end()


# Servers that are not at their best


def test_a_server_that_dies_fails_one_resource_and_its_last_words_are_told(make: Make) -> None:
    server = make(old("dies"))
    server.scan(notes(), None)
    with pytest.raises(AdapterError, match="out of ink") as told:
        server.fetch(notes(), Found("notes://team/diary.txt"))
    assert told.value.retryable
    assert server.fetch(notes(), Found(NOTE)).data  # it is started again


def test_a_server_that_keeps_dying_is_left_alone_until_the_next_scan(make: Make) -> None:
    server = make(old("dies"))
    for _ in range(3):
        with pytest.raises(AdapterError, match="out of ink"):
            server.fetch(notes(), Found("notes://team/diary.txt"))
    with pytest.raises(AdapterError, match="too often"):
        server.fetch(notes(), Found(NOTE))
    assert server.scan(notes(), None).found


def test_a_server_that_never_begins_is_given_up(make: Make) -> None:
    with pytest.raises(AdapterError, match=r"in time.*thinking"):
        make(old("mute"), patience=Patience(connect=1.0)).scan(notes(), None)


def test_an_answer_that_does_not_come_fails_alone(make: Make) -> None:
    server = make(old(), patience=Patience(answer=1.0))
    with pytest.raises(AdapterError, match="time"):
        server.fetch(notes(), Found("notes://team/slow.txt"))
    assert server.fetch(notes(), Found(NOTE)).data


@pytest.mark.parametrize(("behaviour", "reason"), [("endless", "no end"), ("many", "more than")])
def test_a_list_that_is_too_long_is_cut_and_removes_nothing(make: Make, behaviour: str, reason: str) -> None:
    scan = make(old(behaviour)).scan(notes(), None)
    assert not scan.is_whole
    assert reason in scan.skipped[0][1]
    assert len(scan.found) <= 50_000


def test_a_server_that_also_prints_is_understood(make: Make) -> None:
    assert make(old("chatty")).scan(notes(), None).found


@pytest.mark.parametrize("command", [["/no/such/program"], ["false"], ["echo", "hello"]])
def test_what_is_no_server_is_told(make: Make, command: list[str]) -> None:
    server = make(ServerSpec.of("notes", {"command": command[0], "args": command[1:]}))
    with pytest.raises(AdapterError, match="cannot be reached") as told:
        server.scan(notes(), None)
    assert told.value.retryable


def test_an_address_where_nothing_listens_is_told(make: Make) -> None:
    with pytest.raises(AdapterError, match="cannot be reached"):
        make(ServerSpec.of("notes", {"url": "http://127.0.0.1:9/mcp"})).scan(notes(), None)


def test_a_server_that_floods_stderr_fills_nothing(make: Make) -> None:
    with pytest.raises(AdapterError, match="word word") as told:
        make(old("flood"), patience=Patience(connect=1.0)).scan(notes(), None)
    assert len(told.value.message) < 1_000


class Rough(BaseHTTPRequestHandler):
    """Answers every POST with the same head, and a body without end."""

    head: ClassVar[tuple[int, dict[str, str]]] = (200, {})
    tokens: ClassVar[list[str | None]] = []
    hosts: ClassVar[list[str | None]] = []

    def do_POST(self) -> None:
        self.hosts.append(self.headers.get("host"))
        self.tokens.append(self.headers.get("authorization"))
        self.send_response_only(self.head[0])
        for name, text in self.head[1].items():
            self.send_header(name, text)
        self.end_headers()
        with suppress(OSError):
            while self.head[0] == 200:
                self.wfile.write(b" " * 1_000_000)

    def do_GET(self) -> None:
        self.send_error(405)

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.mark.parametrize(
    "head",
    [
        (200, {"content-type": "application/json"}),
        (200, {"content-type": "application/json", "content-encoding": "gzip"}),
        (200, {"content-type": "text/event-stream"}),
        (307, {"location": "http://169.254.169.254/"}),
        (401, {}),
        (500, {}),
    ],
    ids=str,
)
def test_what_a_rough_address_answers_is_bounded_and_told(
    make: Make, monkeypatch: pytest.MonkeyPatch, head: tuple[int, dict[str, str]]
) -> None:
    monkeypatch.setattr(Rough, "head", head)
    monkeypatch.setattr(Rough, "tokens", [])
    with serving(ThreadingHTTPServer(("127.0.0.1", 0), Rough)) as web:
        told = {"url": f"http://127.0.0.1:{web.server_port}/mcp", "credential": "rough"}
        server = make(ServerSpec.of("notes", told), credential={"rough": "rough-token"}.get)
        with pytest.raises(AdapterError):
            server.scan(notes(), None)
        server.close()
    assert set(Rough.tokens) == {"Bearer rough-token"}


def test_the_child_gets_a_small_environment(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "not for children")
    given = make(old()).fetch(notes(), Found("notes://team/environment.txt")).data.decode().split()
    assert "OPENAI_API_KEY" not in given
    assert {"PATH", "SECRET"} <= set(given)


# Names


def unnamed(said: str) -> Source:
    return Source(id="s1", kind=SourceKind.MCP, uri=f"mcp:{said}", title="t")


COMMAND = shlex.join([sys.executable, OLD])


def test_a_person_at_a_terminal_may_give_a_command() -> None:
    server = McpConnector({}, allow_unnamed=True)
    try:
        assert len(server.scan(unnamed(COMMAND), None).found) == 8
    finally:
        server.close()


def test_an_address_that_nobody_named_must_be_allowed() -> None:
    with Egress() as egress:
        server = McpConnector({}, allow_unnamed=True, check_address=egress.check)
        for refused in ("http://127.0.0.1:8000/mcp", "http://169.254.169.254/mcp"):
            with pytest.raises(InvalidValue):
                server.check(unnamed(refused))
            with pytest.raises(InvalidValue):
                server.scan(unnamed(refused), None)
    with pytest.raises(InvalidValue):
        McpConnector({}, allow_unnamed=True).check(unnamed("https://example.org/mcp"))


@pytest.fixture
def rough(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The port of a server that answers nothing of use."""
    monkeypatch.setattr(Rough, "head", (500, {}))
    monkeypatch.setattr(Rough, "hosts", [])
    with serving(ThreadingHTTPServer(("127.0.0.1", 0), Rough)) as web:
        yield web.server_port


def test_a_name_that_nobody_named_is_resolved_once_and_connected_to_where_it_was_checked(rough: int) -> None:
    """The name is nobody's: only the resolver of the test knows it, and its second answer would be refused."""
    answers = iter([["127.0.0.1"], ["169.254.169.254"]])
    with Egress(allow=["127.0.0.1"], resolve=lambda host, port: next(answers)) as egress:
        server = McpConnector({}, allow_unnamed=True, check_address=egress.check)
        here = unnamed(f"http://mcp.wherefrom.test:{rough}/mcp")
        with pytest.raises(AdapterError):
            server.scan(here, None)
        assert set(Rough.hosts) == {f"mcp.wherefrom.test:{rough}"}
        with pytest.raises(InvalidValue):
            server.scan(here, None)
        server.close()


def test_a_name_is_not_resolved_by_anybody_else(url: str) -> None:
    """`localhost` leads to the server, and what was checked leads nowhere: that is where the client goes."""
    named = url.replace("127.0.0.1", "localhost")
    for answer, reaches in (("127.0.0.1", True), ("127.0.0.77", False)):
        with Egress(allow=["localhost"], resolve=lambda host, port, answer=answer: [answer]) as egress:
            server = McpConnector({}, allow_unnamed=True, check_address=egress.check, patience=Patience(5, 5))
            try:
                if reaches:
                    assert server.scan(unnamed(named), None).found
                else:
                    with pytest.raises(AdapterError):
                        server.scan(unnamed(named), None)
            finally:
                server.close()


def test_a_name_that_does_not_resolve_is_not_left_to_the_client() -> None:
    server = McpConnector({}, allow_unnamed=True, check_address=lambda url: ())
    with pytest.raises(AdapterError, match="cannot be resolved"):
        server.scan(unnamed("https://example.org/mcp"), None)


def test_a_pinned_client_reaches_no_other_origin(rough: int) -> None:
    async def ask() -> None:
        pinned = PinnedTransport("http://mcp.wherefrom.test/mcp", [ip_address("127.0.0.1")])
        async with httpx2.AsyncClient(transport=pinned, trust_env=False) as client:
            await client.get(f"http://mcp.wherefrom.test:{rough}/")

    with pytest.raises(httpx2.ConnectError, match="elsewhere"):
        anyio.run(ask)
    assert Rough.hosts == []


@pytest.mark.parametrize(
    ("uri", "config"),
    [
        ("mcp:notes", {"server": "others"}),
        ("mcp:others", {}),
        (f"mcp:{COMMAND}", {}),
        ("mcp:https://example.org/mcp", {}),
        ("mcp:notes", {"pattern": []}),
        ("mcp:notes", {"pattern": 7}),
        ("mcp:locked", {}),
    ],
)
def test_on_a_server_only_names_are_taken(uri: str, config: dict[str, Any]) -> None:
    locked = ServerSpec(name="locked", url="https://example.org/mcp", credential="nobody")
    server = McpConnector({"notes": piped(), "locked": locked})
    with pytest.raises(InvalidValue):
        server.check(Source(id="s1", kind=SourceKind.MCP, uri=uri, title="t", config=config))


@pytest.mark.parametrize(
    "told",
    [
        {},
        {"command": "x", "url": "https://y"},
        {"command": "x", "args": "-v"},
        {"command": "x", "env": []},
        {"cmd": "x"},
    ],
)
def test_a_server_that_is_told_wrongly_is_refused(told: dict[str, Any]) -> None:
    with pytest.raises(InvalidValue):
        ServerSpec.of("notes", told)


@pytest.mark.parametrize("said", ["", "  ", "'open"])
def test_a_command_that_is_none_is_refused(said: str) -> None:
    with pytest.raises(InvalidValue):
        McpConnector({}, allow_unnamed=True).check(unnamed(said))
