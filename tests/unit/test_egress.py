"""Egress: what comes back, and in which words it fails. What must never get out is in tests/security."""

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.web_server import Reply, WebServer
from wherefrom.egress import Egress, Fetched, Target, operator_client
from wherefrom.errors import AdapterError, ContentError, InvalidValue

pytestmark = pytest.mark.usefixtures("own_servers")


@pytest.fixture
def egress(site: WebServer) -> Iterator[Egress]:
    with Egress(allow=[site.authority], max_seconds=20) as egress:
        yield egress


def test_what_was_fetched_tells_where_and_what_it_is(site: WebServer, egress: Egress) -> None:
    site.pages["/a?b=1"] = Reply(
        b"\xffdata",
        200,
        {"Content-Type": 'Text/HTML; Charset="KOI8-R"', "ETag": '"1"', "Last-Modified": "yesterday", "X-Other": "é"},
    )
    found = egress.fetch(f"{site.url}/a?b=1#c")
    assert (found.url, found.status, found.data) == (f"{site.url}/a?b=1", 200, b"\xffdata")
    assert (found.media_type, found.charset) == ("text/html", "koi8-r")
    assert (found.etag, found.last_modified, found.not_modified) == ('"1"', "yesterday", False)
    assert found.headers["x-other"] == "é"
    assert site.headers[0]["user-agent"] == "wherefrom"


def test_what_a_server_does_not_say_is_nothing() -> None:
    silent = Fetched(url="https://example.com/", status=200, headers={})
    assert (silent.media_type, silent.charset, silent.etag, silent.last_modified) == ("", None, None, None)


def test_what_is_held_still_comes_without_a_body(site: WebServer, egress: Egress) -> None:
    site.page("/a", "hello", etag='"1"')
    held = egress.fetch(f"{site.url}/a", etag='"1"')
    assert (held.not_modified, held.data) == (True, b"")
    assert egress.fetch(f"{site.url}/a", etag='"2"').data == b"hello"
    assert egress.fetch(f"{site.url}/a", etag='"1"', held_from=f"{site.url}/b").data == b"hello"


def test_an_etag_that_is_no_header_is_not_sent(site: WebServer, egress: Egress) -> None:
    site.page("/a", "hello", etag='"1"')
    assert egress.fetch(f"{site.url}/a", etag='"1"\r\nEvil: 1').data == b"hello"
    assert "evil" not in site.headers[0]


@pytest.mark.parametrize("status", [408, 425, 429, 500, 502, 503, 504, 599])
def test_what_may_pass_is_worth_another_try(status: int, site: WebServer, egress: Egress) -> None:
    site.pages["/a"] = Reply(b"", status, {"retry-after": "120"})
    with pytest.raises(AdapterError) as told:
        egress.fetch(f"{site.url}/a")
    assert told.value.retryable
    assert "120" in str(told.value.hint)


@pytest.mark.parametrize("status", [204, 300, 304, 400, 401, 403, 404, 410, 418, 451])
def test_what_will_not_pass_is_the_document_s_own_failure(status: int, site: WebServer, egress: Egress) -> None:
    site.pages["/a"] = Reply(b"", status)
    with pytest.raises(ContentError) as told:
        egress.fetch(f"{site.url}/a")
    assert str(status) in told.value.message
    assert told.value.hint
    assert egress.fetch(f"{site.url}/a", also=[status]).status == status


def test_a_rate_limit_that_looks_like_a_refusal_is_a_rate_limit(site: WebServer, egress: Egress) -> None:
    site.pages["/a"] = Reply(b"", 403, {"x-ratelimit-remaining": "0"})
    with pytest.raises(AdapterError) as told:
        egress.fetch(f"{site.url}/a")
    assert told.value.retryable


def test_content_of_another_kind_is_not_downloaded(site: WebServer, egress: Egress) -> None:
    site.pages["/film"] = Reply(b"x" * 1000, 200, {"content-type": "video/mp4"})
    site.pages["/unsaid"] = Reply(b"text")
    with pytest.raises(ContentError, match="kind"):
        egress.fetch(f"{site.url}/film", media=["text/", "application/pdf"])
    assert egress.fetch(f"{site.url}/unsaid", media=["text/"]).data == b"text"


@pytest.mark.parametrize("place", [None, "", "http://[", "http://[::1", "mailto:a@b", "http://ex ample.com/"])
def test_a_redirect_to_nowhere_is_the_document_s_own_failure(
    place: str | None, site: WebServer, egress: Egress
) -> None:
    site.pages["/a"] = Reply(b"", 302, {} if place is None else {"location": place})
    with pytest.raises(ContentError):
        egress.fetch(f"{site.url}/a")


def test_a_name_that_does_not_resolve_may_be_saved_and_is_unreachable() -> None:
    def resolve(host: str, port: int) -> list[str]:
        raise OSError("no such name")

    with Egress(resolve=resolve) as egress:
        egress.check("https://example.com/")
        with pytest.raises(AdapterError, match="no such name") as told:
            egress.fetch("https://example.com/")
    assert told.value.retryable


def test_a_password_in_an_address_is_not_repeated(egress: Egress) -> None:
    with pytest.raises(InvalidValue) as told:
        egress.check("https://me:hunter2@example.com/a@b")
    assert "hunter2" not in str(told.value)
    assert "example.com" in str(told.value)


def test_many_threads_may_fetch_at_once_and_connections_are_used_again(site: WebServer, egress: Egress) -> None:
    for number in range(50):
        site.pages[f"/{number}"] = Reply(str(number).encode() * 1000)
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda number: egress.fetch(f"{site.url}/{number}").data, range(50)))
    assert found == [str(number).encode() * 1000 for number in range(50)]


def test_after_closing_the_next_fetch_opens_new_connections(site: WebServer, egress: Egress) -> None:
    site.pages["/"] = Reply(b"hello")
    egress.fetch(f"{site.url}/")
    egress.close()
    assert egress.fetch(f"{site.url}/").data == b"hello"


def test_the_operator_s_own_endpoints_may_be_anywhere(site: WebServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    site.pages["/v1"] = Reply(b"model")
    with operator_client(timeout=5) as client:
        assert client.get(f"{site.url}/v1").content == b"model"


@given(st.from_regex(r"https?://[a-z0-9-]{1,8}\.[a-z]{2,5}(:[0-9]{1,5})?(/[ -~é]{0,9})?", fullmatch=True))
def test_an_address_that_is_taken_reads_the_same_again(url: str) -> None:
    try:
        target = Target.of(url)
    except InvalidValue:
        return
    assert Target.of(target.url) == target


def test_without_its_extra_the_door_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['httpcore2'] = sys.modules['httpx2'] = sys.modules['idna'] = None\n"
        "from wherefrom.egress import Egress, operator_client\n"
        "from wherefrom.errors import MissingExtra\n"
        "for use in (lambda: Egress().fetch('https://example.com/'), lambda: Egress().check('https://bücher.example/'),\n"
        "            operator_client):\n"
        "    try:\n"
        "        use()\n"
        "    except MissingExtra as error:\n"
        "        continue\n"
        "    sys.exit(1)\n"
    )
    environment = {**os.environ, "PYTHONUTF8": "1"}
    subprocess.run([sys.executable, "-c", code], check=True, env=environment)


def test_importing_the_door_loads_no_http_client() -> None:
    code = "import sys, wherefrom.egress; assert not {'httpx2', 'httpcore2', 'idna', 'anyio'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
