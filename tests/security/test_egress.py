"""No address, however written, resolved or redirected, opens a socket to anything but the public internet."""

import contextlib
import gzip
import json
import re
import socket
import time
import zlib
from collections.abc import Iterator, Sequence
from ipaddress import ip_address
from pathlib import Path
from threading import Event, Thread
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.web_server import Reply, WebServer, web_server
from wherefrom.egress import Egress
from wherefrom.egress.ranges import special
from wherefrom.errors import AdapterError, ContentError, InvalidValue

CASES = Path(__file__).parents[2].parent / "shared" / "data" / "security" / "ssrf" / "cases.jsonl"
PUBLIC = "93.184.215.14"


class Dialled(NamedTuple):
    """Every socket that was opened: `asked` is what the code wanted; all of them end at the canary."""

    canary: WebServer
    asked: list[tuple[str, int]]


@pytest.fixture
def dialled(monkeypatch: pytest.MonkeyPatch) -> Iterator[Dialled]:
    """Sockets go to a server of ours whatever they ask for; there is no DNS."""
    connect, lookup = socket.create_connection, socket.getaddrinfo
    with web_server() as canary:
        asked: list[tuple[str, int]] = []

        def redirected(address: tuple[str, int], *args: Any, **options: Any) -> socket.socket:
            asked.append(address)
            return connect(("127.0.0.1", canary.server_port), *args, **options)

        def numeric_only(host: Any, *args: Any, **options: Any) -> Any:
            ip_address(host)  # a name is a lookup past the resolver: ValueError
            return lookup(host, *args, **options)

        monkeypatch.setattr(socket, "create_connection", redirected)
        monkeypatch.setattr(socket, "getaddrinfo", numeric_only)
        yield Dialled(canary, asked)


@pytest.fixture
def inner() -> Iterator[WebServer]:
    """What nobody may reach."""
    with web_server() as server:
        server.pages["/"] = Reply(b"secret")
        yield server


def resolving(*answers: Sequence[str]) -> Any:
    """One answer after the other, the last one for ever."""
    left = list(answers)
    return lambda host, port: left.pop(0) if len(left) > 1 else left[0]


def outcome(egress: Egress, url: str) -> str:
    """As a source lives: checked when it is saved, fetched when it runs."""
    try:
        egress.check(url)
        egress.fetch(url)
    except (InvalidValue, ContentError) as error:
        return "refused" if "nothing here" not in error.message else "fetched"
    except AdapterError:
        return "fetched"  # TLS with a canary that speaks none
    return "fetched"


def stub_resolver(case: dict[str, str]) -> Any:
    told = re.search(r"resolves to ([0-9a-f.:]+)", case["note"])
    if "rebinding" in case["note"]:
        return resolving(["1.2.3.4"], ["169.254.169.254"])
    if told:
        return resolving([told[1]])
    return resolving([PUBLIC if case["expect"] == "allow" or "redirect" in case["cls"] else "127.0.0.1"])


@pytest.mark.skipif(not CASES.exists(), reason="the shared data are not there")
def test_every_case_of_the_corpus_comes_out_right(dialled: Dialled) -> None:
    wrong: list[object] = []
    cases = [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]
    for case in cases:
        dialled.asked.clear()
        url = case["payload"]
        if "redirect" in case["cls"]:  # without TLS, which the canary does not speak
            url = url.replace("https://", "http://")
            place = Reply(b"", 302, {"location": "http://localhost/"})
            dialled.canary.pages.update(dict.fromkeys(("/", "/--to/?url=http://localhost"), place))
        with Egress(resolve=stub_resolver(case)) as egress:
            came_out = outcome(egress, url)
        dialled.canary.pages.clear()
        escaped = [host for host, _ in dialled.asked if special(ip_address(host))]
        if escaped or came_out != {"block": "refused", "allow": "fetched"}[case["expect"]]:
            wrong.append((case["payload"], came_out, list(dialled.asked)))
        if case["expect"] == "allow" and not dialled.asked:
            wrong.append((case["payload"], "no socket"))
    assert wrong == []
    assert len(cases) == 379


REFUSED = [
    "http://127.0.0.1/",
    "http://127.1/",
    "http://0177.0.0.1/",
    "http://0x7f.0.0.1/",
    "http://2130706433/",
    "http://127.0.0.1./",
    "http://127.0.0.1..",
    "http://0/",
    "http://8.8.8.8./",
    "http://010.8.8.8/",
    "http://localhost/",
    "http://LOCALHOST./",
    "http://a.localhost/",
    "http://ｌｏｃａｌｈｏｓｔ/",
    "http://①②⑦.⓪.⓪.①/",
    "http://１２７.0.0.1/",
    "http://127。0。0。1/",
    "http://١٢٧.0.0.1/",
    "http://printer/",
    "http://db.internal/",
    "http://nas.local/",
    "http://[::1]/",
    "http://[::ffff:10.0.0.1]/",
    "http://[::10.0.0.1]/",
    "http://[64:ff9b::8.8.8.8]/",
    "http://[2002:7f00:1::]/",
    "http://[2001:0:7f00:1::]/",
    "http://[fe80::1%25eth0]/",
    "http://[fe80::1%eth0]/",
    "http://[fd00:ec2::254]/",
    "http://[2a00:1450:4001::5efe:7f00:1]/",
    "http://[::1/",
    "http://::1/",
    "http://[127.0.0.1]/",
    "http://[v1.fe80::1]/",
    "http://user@8.8.8.8/",
    "http://user:pass@example.com/",
    "http://example.com@127.0.0.1/",
    "http://127.0.0.1\\@example.com/",
    "http://example.com\\.evil.com/",
    "http://127.0.0.1%2f@example.com/",
    "http://%31%32%37.0.0.1/",
    "http://exam%70le.com/",
    "http://example.com%00.evil.com/",
    "http://exa\tmple.com/",
    "http://example.com/\r\nHost: x",
    "ht\ntp://example.com/",
    " http://example.com/",
    "http://exa mple.com/",
    "http://example.com:0/",
    "http://example.com:65536/",
    "http://example.com:８０/",
    "http://example.com:+80/",
    "http://example.com:80:80/",
    "http://example..com/",
    "http://.example.com/",
    "http://-example.com/",
    "http://ex_ample!.com/",
    "http:example.com",
    "http:/example.com",
    "http:///example.com",
    "//example.com/",
    "example.com",
    "",
    "file:///etc/passwd",
    "ftp://example.com/",
    "gopher://example.com/",
    "data:text/html,x",
    "javascript:alert(1)",
    "view-source:http://example.com/",
    "http://\u200bexample.com/",
    "http://example.com/\u2028",
    "http://" + "a" * 9000 + ".com/",
    "http://" + "a" * 64 + ".com/",
    "http://168.63.129.16/",
    "http://100.100.100.200/",
    "http://metadata.google.internal./",
]


@pytest.mark.parametrize("url", REFUSED)
def test_it_is_refused_without_a_socket_and_without_dns(url: str, dialled: Dialled) -> None:
    def resolve(host: str, port: int) -> list[str]:
        raise AssertionError(f"asked for {host}")

    with Egress(resolve=resolve) as egress:
        with pytest.raises(InvalidValue) as saved:
            egress.check(url)
        with pytest.raises(ContentError) as fetched:
            egress.fetch(url)
    assert dialled.asked == []
    assert saved.value.hint
    assert saved.value.value == fetched.value.value is not None


@pytest.mark.parametrize(
    ("url", "host", "path"),
    [
        ("http://example.com", PUBLIC, "/"),
        ("HTTP://EXAMPLE.COM./a?b#c", PUBLIC, "/a?b"),
        ("http://expected.example.com#@169.254.169.254/", PUBLIC, "/"),
        ("http://example.com?x=http://127.0.0.1/", PUBLIC, "/?x=http://127.0.0.1/"),
        ("http://bücher.example.com/größe", PUBLIC, "/gr%C3%B6%C3%9Fe"),
        ("http://8.8.8.8:8080/%41%2f", "8.8.8.8", "/%41%2f"),
        ("http://[2606:4700:4700::1111]/", "2606:4700:4700::1111", "/"),
    ],
)
def test_a_public_address_is_fetched_from_the_address_that_was_checked(
    url: str, host: str, path: str, dialled: Dialled
) -> None:
    dialled.canary.pages[path] = Reply(b"public")
    with Egress(resolve=resolving([PUBLIC])) as egress:
        egress.check(url)
        assert egress.fetch(url).data == b"public"
    assert [asked for asked, _ in dialled.asked] == [host]


def test_the_name_stays_in_the_host_header(dialled: Dialled) -> None:
    dialled.canary.pages["/"] = Reply(b"hello")
    with Egress(resolve=resolving([PUBLIC])) as egress:
        egress.fetch("http://docs.example.com:8080/")
    assert dialled.asked == [(PUBLIC, 8080)]
    assert dialled.canary.headers[0]["host"] == "docs.example.com:8080"


def test_the_name_stays_in_the_tls_handshake(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = socket.socketpair()
    monkeypatch.setattr(socket, "create_connection", lambda *args, **options: ours)
    monkeypatch.setattr(ours.__class__, "setsockopt", lambda *args: None)  # a pair has no TCP options
    with theirs, Egress(resolve=resolving([PUBLIC]), max_seconds=0.5) as egress:
        with pytest.raises(AdapterError):
            egress.fetch("https://docs.example.com/")
        assert b"docs.example.com" in theirs.recv(4096)


def test_a_private_answer_hidden_among_public_ones_refuses_them_all(dialled: Dialled) -> None:
    with Egress(resolve=resolving([PUBLIC, "10.0.0.1"])) as egress, pytest.raises(ContentError, match="not public"):
        egress.fetch("http://example.com/")
    assert dialled.asked == []


@pytest.mark.parametrize(
    "answer", ["127.0.0.1", "::1", "::ffff:10.0.0.1", "fe80::1%eth0", "0.0.0.0", "169.254.169.254"]
)
def test_a_public_name_that_leads_inside_is_refused(answer: str, dialled: Dialled) -> None:
    with Egress(resolve=resolving([answer])) as egress:
        assert outcome(egress, "http://example.com/") == "refused"
        with pytest.raises(ContentError):
            egress.fetch("http://example.com/")
    assert dialled.asked == []


def test_a_name_that_changes_its_mind_after_the_check_is_refused(dialled: Dialled) -> None:
    with Egress(resolve=resolving([PUBLIC], ["127.0.0.1"])) as egress:
        egress.check("http://example.com/")
        with pytest.raises(ContentError):
            egress.fetch("http://example.com/")
    assert dialled.asked == []


def test_one_fetch_asks_for_the_name_once_and_goes_where_the_answer_says(dialled: Dialled) -> None:
    lookups: list[str] = []

    def rebinding(host: str, port: int) -> list[str]:
        lookups.append(host)
        return [PUBLIC] if len(lookups) == 1 else ["127.0.0.1"]

    dialled.canary.pages["/"] = Reply(b"public")
    with Egress(resolve=rebinding) as egress:
        assert egress.fetch("http://example.com/").data == b"public"
    assert lookups == ["example.com"]
    assert dialled.asked == [(PUBLIC, 80)]


def test_a_redirect_is_checked_like_the_first_address(site: WebServer, inner: WebServer) -> None:
    for number, place in enumerate(
        [
            f"{inner.url}/",
            f"//{inner.authority}/",
            f"http://localhost:{inner.server_port}/",
            f"http://2130706433:{inner.server_port}/",
            "http://169.254.169.254/latest/meta-data/",
            "file:///etc/passwd",
            "gopher://127.0.0.1:70/",
            "http://user@example.com/",
            f"/\\{inner.authority}/",
        ]
    ):
        site.pages[f"/{number}"] = Reply(b"", 302, {"location": place})
        site.pages[f"/far/{number}"] = Reply(b"", 307, {"location": f"/{number}"})
        with Egress(allow=[site.authority]) as egress:
            for path in (f"/{number}", f"/far/{number}"):
                with pytest.raises(ContentError):
                    egress.fetch(f"{site.url}{path}")
    assert inner.asked == []


def test_a_redirect_within_what_is_allowed_is_followed(site: WebServer) -> None:
    site.pages["/a"] = Reply(b"", 301, {"location": "b c?d"})
    site.pages["/b%20c?d"] = Reply(b"here")
    with Egress(allow=[site.authority]) as egress:
        found = egress.fetch(f"{site.url}/a")
    assert (found.url, found.data) == (f"{site.url}/b%20c?d", b"here")


def test_redirects_without_end_are_given_up(site: WebServer) -> None:
    site.pages["/a"] = Reply(b"", 302, {"location": "/a"})
    with Egress(allow=[site.authority]) as egress, pytest.raises(ContentError, match="too many redirects"):
        egress.fetch(f"{site.url}/a")
    assert len(site.asked) < 20


def test_a_credential_does_not_follow_a_redirect_to_another_origin(site: WebServer, inner: WebServer) -> None:
    site.pages["/a"] = Reply(b"", 302, {"location": "/b"})
    site.pages["/b"] = Reply(b"", 302, {"location": f"{inner.url}/"})
    with Egress(allow=["127.0.0.0/8"]) as egress:
        egress.fetch(f"{site.url}/a", headers={"Authorization": "Bearer made-up"})
    assert ["authorization" in sent for sent in (*site.headers, *inner.headers)] == [True, True, False]


def test_what_is_larger_than_the_cap_is_not_read_on(site: WebServer) -> None:
    sent: list[int] = []

    def endless() -> Iterator[bytes]:
        while len(sent) < 100_000:
            sent.append(1)
            yield b"x" * 65536

    site.pages["/declared"] = Reply(b"x" * 200_000)
    site.pages["/endless"] = lambda _: Reply(endless())
    with Egress(allow=[site.authority], max_bytes=100_000) as egress:
        for path in ("/declared", "/endless"):
            with pytest.raises(ContentError, match="larger"):
                egress.fetch(site.url + path)
    assert len(sent) < 1000


def test_a_bomb_is_opened_only_as_far_as_the_cap(site: WebServer) -> None:
    bomb = gzip.compress(b"\0" * 50_000_000)
    assert len(bomb) < 100_000
    site.pages["/bomb"] = Reply(bomb, 200, {"content-encoding": "gzip"})
    site.pages["/twice"] = Reply(gzip.compress(bomb), 200, {"content-encoding": "gzip, gzip"})
    site.pages["/odd"] = Reply(b"x", 200, {"content-encoding": "br"})
    with Egress(allow=[site.authority], max_bytes=1_000_000) as egress:
        for path in ("/bomb", "/twice", "/odd"):
            with pytest.raises(ContentError):
                egress.fetch(site.url + path)


def test_compressed_content_is_opened_and_must_be_whole(site: WebServer) -> None:
    packed = gzip.compress(b"hello ") + gzip.compress(b"world" * 100_000)
    site.pages["/whole"] = Reply(packed, 200, {"content-encoding": "gzip"})
    site.pages["/zlib"] = Reply(zlib.compress(b"hello"), 200, {"content-encoding": "deflate"})
    site.pages["/cut"] = Reply(packed[:-9], 200, {"content-encoding": "gzip"})
    site.pages["/torn"] = Reply(b"not gzip", 200, {"content-encoding": "gzip"})
    with Egress(allow=[site.authority]) as egress:
        assert egress.fetch(f"{site.url}/whole").data == b"hello " + b"world" * 100_000
        assert egress.fetch(f"{site.url}/zlib").data == b"hello"
        for path in ("/cut", "/torn"):
            with pytest.raises(ContentError):
                egress.fetch(site.url + path)


@pytest.mark.parametrize("raw", [b"", b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n"], ids=["head", "body"])
def test_a_server_that_dribbles_is_left_when_time_is_up(raw: bytes) -> None:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        listening.settimeout(20)
        authority = f"127.0.0.1:{listening.getsockname()[1]}"

        def dribble() -> None:
            connection, _ = listening.accept()
            with connection:
                try:
                    connection.sendall(raw)
                    while True:
                        connection.sendall(b"H")
                        time.sleep(0.05)
                except OSError:
                    return

        thread = Thread(target=dribble)
        thread.start()
        began = time.monotonic()
        with Egress(allow=[authority], max_seconds=0.5) as egress, pytest.raises(AdapterError) as told:
            egress.fetch(f"http://{authority}/")
        thread.join()
    assert told.value.retryable
    assert time.monotonic() - began < 15


def test_a_resolver_that_never_answers_is_left_when_time_is_up(dialled: Dialled) -> None:
    forever = Event()
    with Egress(resolve=lambda host, port: forever.wait(30) or [PUBLIC], max_seconds=0.2) as egress:
        began = time.monotonic()
        with pytest.raises(AdapterError):
            egress.fetch("http://example.com/")
        assert time.monotonic() - began < 15
    forever.set()
    assert dialled.asked == []


def test_an_allowed_name_opens_private_addresses_but_never_metadata(dialled: Dialled) -> None:
    dialled.canary.pages["/"] = Reply(b"wiki")
    with Egress(allow=["wiki", "db.internal:8080"], resolve=resolving(["10.1.2.3"])) as egress:
        assert egress.fetch("http://wiki/").data == b"wiki"
        assert egress.fetch("http://db.internal:8080/").data == b"wiki"
        for url in ("http://db.internal/", "http://other/", "http://10.1.2.3/", "http://example.com/"):
            with pytest.raises(ContentError):
                egress.fetch(url)
    for answer in ("169.254.169.254", "fd00:ec2::254", "100.100.100.200", "fe80::1"):
        with Egress(allow=["wiki"], resolve=resolving([answer])) as egress, pytest.raises(ContentError):
            egress.fetch("http://wiki/")
    assert {host for host, _ in dialled.asked} == {"10.1.2.3"}


def test_an_allowed_range_opens_itself_and_nothing_beside_it(dialled: Dialled) -> None:
    dialled.canary.pages["/"] = Reply(b"inside")
    with Egress(allow=["10.0.0.0/8", "[fd12::1]:80"], resolve=resolving(["10.1.2.3"])) as egress:
        for url in ("http://10.9.9.9/", "http://example.com/", "http://[fd12::1]/"):
            assert egress.fetch(url).data == b"inside"
        for url in ("http://[::ffff:10.0.0.1]/", "http://192.168.0.1/", "http://[fd12::1]:81/", "http://0xa.1/"):
            with pytest.raises(ContentError):
                egress.fetch(url)


@pytest.mark.parametrize("entry", ["10.0.0.1/8", "a b", "http://x/", "", "host:port", "0x7f.1", "[::1"])
def test_what_cannot_be_allowed_is_told(entry: str) -> None:
    with pytest.raises(InvalidValue):
        Egress(allow=[entry])


def test_proxies_and_cookies_of_the_environment_are_ignored(
    site: WebServer, inner: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, inner.url)
    site.pages["/"] = Reply(b"direct", 200, {"set-cookie": "a=b"})
    with Egress(allow=[site.authority]) as egress:
        egress.fetch(f"{site.url}/")
        assert egress.fetch(f"{site.url}/").data == b"direct"
    assert inner.asked == []
    assert not any("cookie" in sent for sent in site.headers)


@given(st.text(max_size=30), st.sampled_from(["http://", "https://", "http://a.example.com", "http://[", "", "http:"]))
def test_any_text_is_an_address_or_is_refused_in_our_words(text: str, start: str) -> None:
    with contextlib.suppress(InvalidValue):
        Egress(resolve=resolving([PUBLIC])).check(start + text)


@given(st.ip_addresses())
def test_what_the_standard_library_calls_not_global_is_never_public(address: Any) -> None:
    if special(address) is None:
        assert address.is_global
        assert not any([address.is_multicast, address.is_reserved, address.is_loopback, address.is_link_local])
