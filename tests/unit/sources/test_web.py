"""`url`: one page, asked for conditionally, downloaded once a run."""

from collections.abc import Iterator

import pytest

from tests.web_server import Reply, WebServer
from wherefrom.core.documents import Source, SourceKind
from wherefrom.egress import Egress
from wherefrom.errors import AdapterError, ContentError, InvalidValue
from wherefrom.sources.web import WebConnector

pytestmark = pytest.mark.usefixtures("own_servers")


@pytest.fixture
def connector(site: WebServer) -> Iterator[WebConnector]:
    with Egress(allow=[site.authority], max_seconds=20) as egress:
        connector = WebConnector(egress)
        yield connector
        connector.close()


def source_of(url: str) -> Source:
    return Source(id="s1", kind=SourceKind.URL, uri=url, title="a page")


def test_a_page_is_found_and_fetched_with_one_request(site: WebServer, connector: WebConnector) -> None:
    site.page("/docs/a.html", "<p>hello</p>", etag='"1"')
    source = source_of(f"{site.url}/docs/a.html#part")
    (found,) = connector.scan(source, None).found
    blob = connector.fetch(source, found)
    assert found.uri == f"{site.url}/docs/a.html"
    assert (blob.uri, blob.data, blob.revision) == (found.uri, b"<p>hello</p>", found.revision)
    assert blob.media_type == "text/html; charset=utf-8"
    assert blob.path == f"{site.authority}/docs/a.html"
    assert site.asked == ["/docs/a.html"]


def test_a_page_that_is_unchanged_has_the_same_revision_and_sends_no_body(
    site: WebServer, connector: WebConnector
) -> None:
    site.page("/a", "<p>hello</p>", etag='"1"')
    source = source_of(f"{site.url}/a")
    first = connector.scan(source, None)
    again = connector.scan(source, first.state)
    assert again.found == first.found
    assert again.state == first.state
    assert site.headers[-1]["if-none-match"] == '"1"'


def test_a_date_serves_where_there_is_no_etag(site: WebServer, connector: WebConnector) -> None:
    when = "Wed, 21 Oct 2015 07:28:00 GMT"
    site.pages["/a"] = lambda asked: Reply(
        b"" if asked.get("if-modified-since") == when else b"hello",
        304 if asked.get("if-modified-since") == when else 200,
        {"last-modified": when},
    )
    source = source_of(f"{site.url}/a")
    first = connector.scan(source, None)
    assert connector.scan(source, first.state).found == first.found


def test_a_server_without_validators_is_unchanged_when_its_bytes_are(site: WebServer, connector: WebConnector) -> None:
    site.pages["/a"] = Reply(b"hello")
    source = source_of(f"{site.url}/a")
    first = connector.scan(source, None)
    assert connector.scan(source, first.state).found == first.found
    site.pages["/a"] = Reply(b"hello again")
    assert connector.scan(source, first.state).found != first.found


def test_what_is_unchanged_can_still_be_fetched(site: WebServer, connector: WebConnector) -> None:
    site.page("/a", "<p>hello</p>", etag='"1"')
    source = source_of(f"{site.url}/a")
    state = connector.scan(source, None).state
    connector.close()
    (found,) = connector.scan(source, state).found
    blob = connector.fetch(source, found)
    assert (blob.data, blob.revision) == (b"<p>hello</p>", found.revision)


def test_an_etag_of_another_address_is_not_believed(site: WebServer, connector: WebConnector) -> None:
    site.pages["/a"] = Reply(b"", 302, {"location": "/old"})
    site.page("/old", "old", etag='"1"')
    site.page("/new", "new", etag='"1"')
    source = source_of(f"{site.url}/a")
    first = connector.scan(source, None)
    assert connector.scan(source, first.state).found == first.found
    site.pages["/a"] = Reply(b"", 302, {"location": "/new"})
    (found,) = connector.scan(source, first.state).found
    assert connector.fetch(source, found).data == b"new"


@pytest.mark.parametrize("status", [404, 410])
def test_a_page_that_is_not_there_is_said_to_be_missing(status: int, site: WebServer, connector: WebConnector) -> None:
    site.pages["/a"] = Reply(b"", status)
    scan = connector.scan(source_of(f"{site.url}/a"), None)
    assert (list(scan.found), scan.is_whole) == ([], True)
    assert scan.missing == f"the page is not there ({status})"


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_server_in_trouble_is_tried_again_later(status: int, site: WebServer, connector: WebConnector) -> None:
    site.pages["/a"] = Reply(b"", status)
    with pytest.raises(AdapterError) as told:
        connector.scan(source_of(f"{site.url}/a"), None)
    assert told.value.retryable


@pytest.mark.parametrize("status", [401, 403, 451])
def test_a_page_that_we_may_not_read_is_no_reason_to_try_again(
    status: int, site: WebServer, connector: WebConnector
) -> None:
    site.pages["/a"] = Reply(b"", status)
    with pytest.raises(ContentError):
        connector.scan(source_of(f"{site.url}/a"), None)


def test_a_server_that_is_not_there_is_unreachable(connector: WebConnector) -> None:
    with Egress(allow=["127.0.0.1"]) as egress, pytest.raises(AdapterError) as told:
        WebConnector(egress).scan(source_of("http://127.0.0.1:1/"), None)
    assert told.value.retryable


@pytest.mark.parametrize("uri", ["http://127.0.0.1/", "http://localhost/", "file:///etc/passwd", "nothing", ""])
def test_an_address_that_egress_refuses_is_refused_when_it_is_saved(uri: str, connector: WebConnector) -> None:
    with pytest.raises(InvalidValue):
        connector.check(source_of(uri))


@pytest.mark.parametrize("state", ["", "{}", "[]", "no json", "[1, 2, 3, 4]", '["x", null, null, null]', "5"])
def test_a_state_that_is_not_ours_is_no_state(state: str, site: WebServer, connector: WebConnector) -> None:
    site.page("/a", "hello", etag='"1"')
    assert len(connector.scan(source_of(f"{site.url}/a"), state).found) == 1
