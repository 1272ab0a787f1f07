"""`url_crawl`: the pages of a site, politely, within limits, each downloaded once."""

import gzip
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from threading import Barrier, BrokenBarrierError, Lock
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.web_server import Reply, WebServer, web_server
from wherefrom.core.documents import Source, SourceKind
from wherefrom.egress import Egress, Fetched
from wherefrom.errors import AdapterError, ContentError, InvalidValue
from wherefrom.ports.documents import Scan
from wherefrom.sources.crawl import CrawlConnector
from wherefrom.sources.links import links_of
from wherefrom.sources.places import joined, normal
from wherefrom.sources.robots import Robots
from wherefrom.sources.sitemap import Sitemap

pytestmark = pytest.mark.usefixtures("own_servers")


@pytest.fixture
def pauses() -> list[float]:
    return []


@pytest.fixture
def connector(site: WebServer, pauses: list[float]) -> Iterator[CrawlConnector]:
    with Egress(allow=[site.authority], resolve=lambda host, port: ["10.0.0.1"], max_seconds=20) as egress:
        connector = CrawlConnector(egress, sleep=pauses.append)
        yield connector
        connector.close()


def source_of(site: WebServer, path: str = "/", **config: Any) -> Source:
    url = f"{site.url}{path}"
    return Source(id="s1", kind=SourceKind.URL_CRAWL, uri=url, title="a site", config={"url": url, **config})


def linking(*paths: str, head: str = "") -> str:
    return f"<html><head>{head}</head><body>" + "".join(f'<a href="{path}">x</a>' for path in paths) + "</body></html>"


def paths(site: WebServer, scan: Scan) -> list[str]:
    return [found.uri.removeprefix(site.url) for found in scan.found]


def pages_asked(site: WebServer) -> list[str]:
    return [path for path in site.asked if path not in ("/robots.txt", "/sitemap.xml")]


def test_pages_are_found_breadth_first_and_each_is_downloaded_once(site: WebServer, connector: CrawlConnector) -> None:
    site.page("/", linking("/a", "/b", "/a#part", "https://elsewhere.example.com/"))
    site.page("/a", linking("c", "/"))
    site.page("/b", linking("/c?utm_source=x"))
    site.page("/c", "<p>end</p>")
    source = source_of(site)
    scan = connector.scan(source, None)
    blobs = [connector.fetch(source, found) for found in scan.found]
    assert paths(site, scan) == ["/", "/a", "/b", "/c"]
    assert scan.is_whole
    assert blobs[3].data == b"<p>end</p>"
    assert [blob.revision for blob in blobs] == [found.revision for found in scan.found]
    assert sorted(pages_asked(site)) == ["/", "/a", "/b", "/c"]


def test_depth_counts_links_from_the_first_page(site: WebServer, connector: CrawlConnector) -> None:
    site.page("/", linking("/1"))
    site.page("/1", linking("/2"))
    site.page("/2", linking("/3"))
    site.page("/3", "")
    for depth, expected in enumerate([["/"], ["/", "/1"], ["/", "/1", "/2"]]):
        scan = connector.scan(source_of(site, depth=depth), None)
        assert (paths(site, scan), scan.is_whole) == (expected, True)


def test_prefixes_keep_the_crawl_inside(site: WebServer, connector: CrawlConnector) -> None:
    site.page("/", linking("/docs/a", "/blog/b", "/docs/../blog/c"))
    site.page("/docs/a", linking("/docs/b", "/blog/b"))
    site.page("/docs/b", "")
    scan = connector.scan(source_of(site, prefixes=["/docs/"]), None)
    assert paths(site, scan) == ["/docs/a", "/docs/b"]
    assert pages_asked(site) == ["/", "/docs/a", "/docs/b"]


def test_unchanged_pages_send_no_body_and_their_links_are_followed_still(
    site: WebServer, connector: CrawlConnector
) -> None:
    site.page("/", linking("/a"), etag='"r"')
    site.page("/a", linking("/b"), etag='"a"')
    site.page("/b", "<p>old</p>", etag='"b"')
    source = source_of(site)
    first = connector.scan(source, None)
    site.page("/b", "<p>new</p>", etag='"b2"')
    site.headers.clear()
    again = connector.scan(source, first.state)
    assert paths(site, again) == paths(site, first) == ["/", "/a", "/b"]
    changed = [new.uri for old, new in zip(first.found, again.found, strict=True) if old.revision != new.revision]
    assert changed == [f"{site.url}/b"]
    assert {sent.get("if-none-match") for sent in site.headers} == {None, '"r"', '"a"', '"b"'}
    assert connector.fetch(source, again.found[2]).data == b"<p>new</p>"


def test_a_page_that_is_no_longer_there_is_no_longer_found(site: WebServer, connector: CrawlConnector) -> None:
    site.page("/", linking("/a", "/b"))
    site.page("/a", "")
    site.page("/b", "")
    first = connector.scan(source_of(site), None)
    del site.pages["/b"]
    again = connector.scan(source_of(site), first.state)
    assert (paths(site, again), again.is_whole) == (["/", "/a"], True)
    assert dict(again.skipped)[f"{site.url}/b"]


def test_a_page_in_trouble_takes_nothing_away(site: WebServer, connector: CrawlConnector) -> None:
    site.page("/", linking("/a", "/b"))
    site.page("/a", "")
    site.page("/b", "", etag='"b"')
    first = connector.scan(source_of(site), None)
    site.pages["/b"] = Reply(b"", 503)
    troubled = connector.scan(source_of(site), first.state)
    assert (paths(site, troubled), troubled.is_whole) == (["/", "/a"], False)
    site.page("/b", "", etag='"b"')
    site.headers.clear()
    assert connector.scan(source_of(site), troubled.state).found == first.found
    assert any(sent.get("if-none-match") == '"b"' for sent in site.headers)


def test_a_known_page_that_may_no_longer_be_read_fails_by_itself(site: WebServer, connector: CrawlConnector) -> None:
    site.page("/", linking("/a"))
    site.page("/a", "")
    first = connector.scan(source_of(site), None)
    site.pages["/a"] = Reply(b"", 403)
    again = connector.scan(source_of(site), first.state)
    assert (paths(site, again), again.is_whole) == (["/", "/a"], True)
    with pytest.raises(ContentError):
        connector.fetch(source_of(site), again.found[1])


def test_what_is_not_text_is_passed_over(site: WebServer, connector: CrawlConnector) -> None:
    site.page("/", linking("/a.png", "/song", "/paper", *(f"/v{number}" for number in range(8)), "/last"))
    site.pages["/song"] = Reply(b"ID3", 200, {"content-type": "audio/mpeg"})
    for number in range(8):
        site.pages[f"/v{number}"] = Reply(b"", 200, {"content-type": "video/mp4"})
    site.pages["/paper"] = Reply(b"%PDF-1.7", 200, {"content-type": "application/pdf"})
    site.page("/last", "")
    scan = connector.scan(source_of(site), None)
    assert (paths(site, scan), scan.is_whole) == (["/", "/paper", "/last"], True)
    assert "/a.png" not in site.asked
    assert f"{site.url}/song" in dict(scan.skipped)


def test_a_page_with_another_canonical_name_is_read_under_that_name(site: WebServer, connector: CrawlConnector) -> None:
    site.page("/", linking("/a?view=print", "/a"))
    canonical = '<link rel="canonical" href="/a">'
    site.page("/a?view=print", linking("/b", head=canonical))
    site.page("/a", linking(head=canonical))
    site.page("/b", "")
    scan = connector.scan(source_of(site), None)
    assert sorted(paths(site, scan)) == ["/", "/a", "/b"]
    assert "same as" in dict(scan.skipped)[f"{site.url}/a?view=print"]


def test_a_canonical_name_that_cannot_be_read_or_points_back_loses_nothing(
    site: WebServer, connector: CrawlConnector
) -> None:
    site.page("/", linking("/a", "/b", "/d", "/e"))
    site.page("/a", linking(head='<link rel="canonical" href="/missing">'))
    site.page("/b", linking(head='<link rel="canonical" href="/c">'))
    site.pages["/c"] = Reply(b"", 301, {"location": "/b"})
    site.page("/d", linking(head='<link rel="canonical" href="https://elsewhere.example.com/">'))
    site.page("/e", linking(head='<link rel="canonical" href="/f">'))
    site.page("/f", linking(head='<link rel="canonical" href="/e">'))
    scan = connector.scan(source_of(site), None)
    assert paths(site, scan) == ["/", "/a", "/b", "/d", "/f"]


def test_redirects_are_one_page(site: WebServer, connector: CrawlConnector) -> None:
    site.page("/", linking("/old", "/older", "/new", "/away"))
    site.pages["/old"] = site.pages["/older"] = Reply(b"", 301, {"location": "/new"})
    site.pages["/away"] = Reply(b"", 302, {"location": "http://example.com/"})
    site.page("/new", "")
    scan = connector.scan(source_of(site), None)
    assert (paths(site, scan), scan.is_whole) == (["/", "/new"], True)


def test_robots_are_heeded(site: WebServer, connector: CrawlConnector, pauses: list[float]) -> None:
    site.pages["/robots.txt"] = Reply(b"User-agent: *\nDisallow: /private\nAllow: /private/not\nCrawl-delay: 7\n")
    site.page("/", linking("/private/a", "/private/not", "/b"))
    site.page("/private/a", "")
    site.page("/private/not", "")
    site.page("/b", "")
    scan = connector.scan(source_of(site), None)
    assert paths(site, scan) == ["/", "/private/not", "/b"]
    assert "/private/a" not in site.asked
    assert "robots" in dict(scan.skipped)[f"{site.url}/private/a"]
    assert max(pauses) > 6


def test_a_site_that_asks_not_to_be_read_is_not(site: WebServer, connector: CrawlConnector) -> None:
    site.pages["/robots.txt"] = Reply(b"User-agent: wherefrom\nDisallow: /\n\nUser-agent: *\nAllow: /\n")
    site.page("/", "")
    with pytest.raises(ContentError, match="robots"):
        connector.scan(source_of(site), None)
    site.pages["/robots.txt"] = Reply(b"", 503)
    with pytest.raises(AdapterError) as told:
        connector.scan(source_of(site), None)
    assert told.value.retryable
    assert pages_asked(site) == []


def test_a_redirect_into_what_robots_forbid_is_not_kept(site: WebServer, connector: CrawlConnector) -> None:
    site.pages["/robots.txt"] = Reply(b"User-agent: *\nDisallow: /private")
    site.page("/", linking("/a"))
    site.pages["/a"] = Reply(b"", 302, {"location": "/private"})
    site.page("/private", "")
    assert paths(site, connector.scan(source_of(site), None)) == ["/"]


def test_sitemaps_name_pages_that_nothing_links_to(site: WebServer, connector: CrawlConnector) -> None:
    site.page("/", "")
    site.page("/a", "")
    site.page("/b?x=1&y=2", "")
    site.pages["/robots.txt"] = Reply(b"Sitemap: /index.xml\nSitemap: https://nowhere.example.com/s.xml")
    index = f"<sitemapindex><sitemap><loc>{site.url}/one.xml.gz</loc></sitemap></sitemapindex>"
    one = f"<urlset><url><loc> {site.url}/a </loc></url><url><loc>{site.url}/b?x=1&amp;y=2</loc></url></urlset>"
    site.pages["/index.xml"] = Reply(index.encode())
    site.pages["/one.xml.gz"] = Reply(gzip.compress(one.encode()))
    scan = connector.scan(source_of(site), None)
    assert paths(site, scan) == ["/", "/a", "/b?x=1&y=2"]
    assert scan.is_whole


def test_a_sitemap_in_trouble_takes_nothing_away(site: WebServer, connector: CrawlConnector) -> None:
    site.page("/", "")
    site.pages["/sitemap.xml"] = Reply(b"", 500)
    assert not connector.scan(source_of(site), None).is_whole


@pytest.mark.parametrize("limit", [{"max_pages": 3}, {"max_bytes": 400}])
def test_a_crawl_that_is_cut_short_says_so(limit: dict[str, int], site: WebServer, connector: CrawlConnector) -> None:
    for number in range(50):
        site.page(f"/{number}", linking(f"/{number + 1}", head=" " * 50))
    scan = connector.scan(source_of(site, "/0", depth=100, **limit), None)
    assert 0 < len(scan.found) < 10
    assert not scan.is_whole


def test_a_crawl_ends_when_its_time_is_up(site: WebServer) -> None:
    for number in range(1000):
        site.page(f"/{number}", linking(f"/{number + 1}"))
    with Egress(allow=[site.authority]) as egress, closing(CrawlConnector(egress)) as connector:
        began = time.monotonic()
        scan = connector.scan(source_of(site, "/0", depth=1000, max_seconds=1, rate=20), None)
    assert 0 < len(scan.found) < 100
    assert not scan.is_whole
    assert time.monotonic() - began < 20


def test_a_host_that_no_longer_answers_is_left_alone(site: WebServer, connector: CrawlConnector) -> None:
    site.page("/", linking(*(f"/{number}" for number in range(100))))
    for number in range(100):
        site.pages[f"/{number}"] = Reply(b"", 503)
    scan = connector.scan(source_of(site), None)
    assert not scan.is_whole
    assert len(pages_asked(site)) < 10


def test_requests_to_a_host_keep_their_distance(
    site: WebServer, connector: CrawlConnector, pauses: list[float]
) -> None:
    site.page("/", linking("/a", "/b"))
    site.page("/a", "")
    site.page("/b", "")
    connector.scan(source_of(site, rate=0.5), None)
    assert len(pauses) >= 3
    assert all(1 < pause <= 2 for pause in pauses)


class Meeting:
    """A page that is answered only when so many are asked for at once."""

    def __init__(self, parties: int) -> None:
        self._barrier = Barrier(parties, timeout=20)
        self._lock = Lock()
        self._inside = self.most = 0

    def __call__(self, _: Mapping[str, str]) -> Reply:
        with self._lock:
            self._inside += 1
            self.most = max(self.most, self._inside)
        try:
            self._barrier.wait()
        except BrokenBarrierError:
            return Reply(b"alone", 500)
        finally:
            with self._lock:
                self._inside -= 1
        return Reply(b"<p>words</p>", 200, {"content-type": "text/html"})


def test_pages_of_a_host_are_fetched_four_at_once(site: WebServer, connector: CrawlConnector) -> None:
    meeting, names = Meeting(4), [f"/{number}" for number in range(12)]
    site.page("/", linking(*names))
    site.pages |= dict.fromkeys(names, meeting)
    scan = connector.scan(source_of(site, rate=1_000), None)
    assert (paths(site, scan), scan.is_whole) == (["/", *names], True)
    assert meeting.most == 4


def test_pages_of_other_hosts_are_fetched_at_the_same_time(site: WebServer) -> None:
    meeting, port = Meeting(6), site.server_port
    hosts = [f"http://{name}.example.org:{port}" for name in ("one", "two", "three")]
    pages = [f"{host}/{number}" for number in range(2) for host in hosts]
    site.page("/", linking(*pages))
    site.pages |= {"/0": meeting, "/1": meeting}
    resolve = lambda host, port: ["127.0.0.1"]  # noqa: E731
    with (
        Egress(allow=["127.0.0.1"], resolve=resolve) as egress,
        closing(CrawlConnector(egress, sleep=lambda _: None)) as connector,
    ):
        here = source_of(site, prefixes=["/", *(f"{host}/" for host in hosts)], rate=2)
        scan = connector.scan(here, None)
    assert ([found.uri for found in scan.found], scan.skipped) == ([f"{site.url}/", *pages], [])


def test_a_host_that_asks_for_time_is_asked_for_one_page_after_the_other(
    site: WebServer, connector: CrawlConnector, pauses: list[float]
) -> None:
    meeting, names = Meeting(1), [f"/{number}" for number in range(6)]
    site.pages["/robots.txt"] = Reply(b"User-agent: *\nCrawl-delay: 5")
    site.page("/", linking(*names))
    site.pages |= dict.fromkeys(names, meeting)
    assert len(connector.scan(source_of(site), None).found) == 7
    assert meeting.most == 1
    assert len([pause for pause in pauses if pause > 4]) >= 6


def test_no_more_pages_are_asked_for_than_are_wanted(site: WebServer, connector: CrawlConnector) -> None:
    names = [f"/{number}" for number in range(30)]
    site.page("/", linking(*names))
    for name in names[1:]:
        site.page(name, "<p>words</p>")
    scan = connector.scan(source_of(site, rate=1_000, max_pages=10), None)
    assert (len(scan.found), scan.is_whole) == (10, False)
    assert sorted(pages_asked(site)) == sorted(["/", *names[:10]])  # one of them is not there


@given(st.data())
@settings(max_examples=15)
def test_what_is_found_does_not_depend_on_who_answers_first(data: st.DataObject) -> None:
    size = 14
    some = st.lists(st.integers(0, size), max_size=6)
    links = [data.draw(some) for _ in range(size)]
    kinds = data.draw(st.lists(st.sampled_from(["page"] * 5 + ["gone", "moved", "same", "broken"]), min_size=size))
    waits = data.draw(st.lists(st.sampled_from([0.0, 0.0, 0.004, 0.012]), min_size=size))
    limits = data.draw(st.sampled_from([{}, {"max_pages": 5}, {"depth": 1}, {"max_bytes": 600}]))
    with web_server() as site:
        for number in range(size):
            site.pages[f"/{number}"] = _answering(kinds[number], waits[number], links[number])
        scans = [_scanned(site, at_once, limits) for at_once in (0, 8)]
    assert scans[0] == scans[1]


def _answering(kind: str, wait: float, links: list[int]) -> Callable[[Mapping[str, str]], Reply]:
    target = f"/{links[0]}" if links else "/0"
    head = f'<link rel="canonical" href="{target}">' if kind == "same" else ""
    html = linking(*(f"/{each}" for each in links), head=head).encode()

    def answer(_: Mapping[str, str]) -> Reply:
        time.sleep(wait)
        if kind == "moved":
            return Reply(b"", 302, {"location": target})
        status = {"gone": 410, "broken": 503}.get(kind, 200)
        return Reply(html, status, {"content-type": "text/html"})

    return answer


def _scanned(site: WebServer, at_once: int, limits: dict[str, int]) -> Scan | str:
    with (
        pytest.MonkeyPatch.context() as patched,
        Egress(allow=[site.authority]) as egress,
        closing(CrawlConnector(egress)) as connector,
    ):
        patched.setattr("wherefrom.sources.ahead._AT_ONCE", at_once)
        try:
            return connector.scan(source_of(site, "/0", rate=10_000, **limits), None)
        except (AdapterError, ContentError) as error:
            return error.message


def test_a_first_page_that_cannot_be_read_is_an_error(site: WebServer, connector: CrawlConnector) -> None:
    with pytest.raises(ContentError):
        connector.scan(source_of(site), None)
    site.pages["/"] = Reply(b"", 500)
    with pytest.raises(AdapterError):
        connector.scan(source_of(site), None)


@pytest.mark.parametrize("state", ["", "no json", "[]", "5", '{"version":1}', '{"version":1,"urls":[],"pages":[[0]]}'])
def test_a_state_that_is_not_ours_is_no_state(state: str, site: WebServer, connector: CrawlConnector) -> None:
    site.page("/", "")
    assert paths(site, connector.scan(source_of(site), state)) == ["/"]


@pytest.mark.parametrize(
    "config",
    [
        {"url": "http://127.0.0.1/"},
        {"url": "ftp://example.com/"},
        {"url": ""},
        {"url": 5},
        {"depth": -1},
        {"depth": "2"},
        {"depth": True},
        {"max_pages": 0},
        {"rate": 0},
        {"rate": float("nan")},
        {"max_seconds": float("inf")},
        {"prefixes": "/docs"},
        {"prefixes": [5]},
        {"prefixes": ["docs/"]},
        {"prefixes": ["//host/"]},
    ],
)
def test_a_source_that_can_never_be_read_is_refused_when_it_is_saved(
    config: dict[str, Any], site: WebServer, connector: CrawlConnector
) -> None:
    with pytest.raises(InvalidValue):
        connector.check(source_of(site, **config))


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("HTTP://Example.COM:80", "http://example.com/"),
        ("https://example.com:443/a#b", "https://example.com/a"),
        ("https://example.com./%7Ea/%c3%a9", "https://example.com/~a/%C3%A9"),
        ("https://example.com/a/./b/../c/", "https://example.com/a/c/"),
        ("https://example.com/../../a/..", "https://example.com/"),
        ("https://example.com/?utm_source=a&q=1&fbclid=2", "https://example.com/?q=1"),
        ("https://example.com/?", "https://example.com/"),
        ("https://example.com/a b?c d", "https://example.com/a%20b?c%20d"),
        ("https://example.com/é", "https://example.com/%C3%A9"),
        ("https://example.com?a", "https://example.com/?a"),
        ("https://example.com/#!/a", "https://example.com/"),
        ("https://example.com/a!/b?c!/d", "https://example.com/a%21/b?c%21/d"),
    ],
)
def test_an_address_has_one_normal_form(written: str, expected: str) -> None:
    assert normal(written) == expected
    assert normal(expected) == expected


@given(st.text(max_size=40))
def test_a_link_is_a_normal_address_or_nothing(link: str) -> None:
    place = joined("https://example.com/a/b?c", link)
    assert place is None or normal(place) == place


@pytest.mark.parametrize(
    ("rules", "path", "allowed"),
    [
        ("", "/a", True),
        ("Disallow:", "/a", True),
        ("Disallow: /", "/a", False),
        ("Disallow: /a\nAllow: /a/b", "/a/b/c", True),
        ("Allow: /a\nDisallow: /a", "/a", True),
        ("Disallow: /*.pdf$", "/x/y.pdf", False),
        ("Disallow: /*.pdf$", "/x/y.pdf?z", True),
        ("Disallow: /*?print", "/x?print=1", False),
        ("Disallow: /a*b*c", "/a1b2d", True),
        ("Disallow: /a*b*c", "/a1b2c3", False),
        ("Disallow: /x$", "/x", False),
        ("Disallow: /x$", "/xy", True),
        ("Disallow: /%7Ejoe", "/~joe/a", False),
        ("disallow : /A # why", "/A", False),
        ("Disallow: /A", "/a", True),
        ("Disallow: *", "/a", False),
    ],
)
def test_robots_rules_mean_what_the_rfc_says(rules: str, path: str, allowed: bool) -> None:
    assert Robots.read(f"User-agent: *\n{rules}\n".encode()).allows(path) is allowed


def test_robots_groups_are_merged_and_our_own_comes_first() -> None:
    read = Robots.read(
        b"\xef\xbb\xbfUser-Agent: other\nUser-Agent: Wherefrom/1.0\nDisallow: /a\n"
        b"Sitemap: https://example.com/s.xml\n\nUser-agent: *\nDisallow: /\n\nUser-agent: wherefrom\nDisallow: /b\n"
    )
    assert [read.allows(path) for path in ("/a", "/b", "/c")] == [False, False, True]
    assert read.sitemaps == ("https://example.com/s.xml",)


def page_of(html: str, kind: str = "text/html") -> Fetched:
    headers = {"content-type": kind}
    return Fetched(url="https://example.com/a/", status=200, headers=headers, data=html.encode())


def test_links_are_those_that_a_reader_could_follow() -> None:
    found = links_of(
        page_of(
            "<!-- <a href=/comment> --><script>'<a href=/script>'</script><base href='/base/'>"
            '<A class=x HREF = "b&amp;c?d=1"  >x</A><a\nhref=/plain>y</a><a href="mailto:a@b">z</a><a name=x>'
            "<a href='javascript:x'></a><area href='#top'><a title=\"a > b\" href=/last><link rel=stylesheet href=/css>"
            '<LINK REL="foo Canonical" HREF="/canon"><abbr href=/no><a href="http://[broken"><a href="/last">'
        )
    )
    assert found.links == tuple(f"https://example.com{path}" for path in ("/base/b&c?d=1", "/plain", "/base/", "/last"))
    assert found.canonical == "https://example.com/canon"
    assert links_of(page_of('<a href="/x">', "application/pdf")).links == ()


@pytest.mark.parametrize(
    "html",
    [
        "<div>" * 300_000,
        "<a href='" * 200_000,
        "<a " * 300_000,
        "<!--" * 300_000,
        "<script>" * 200_000,
        "<a" + " " * 1_000_000,
        "<a b " * 200_000,
        "<a href=x>" * 100_000,
        '<a href="' + "x" * 1_000_000,
        "<a x=" + "&amp;" * 200_000 + ">",
    ],
    ids=lambda html: html[:8],
)
def test_hostile_pages_take_no_time(html: str) -> None:
    began = time.monotonic()
    links_of(page_of(html))
    assert time.monotonic() - began < 20


def test_a_sitemap_cannot_expand_itself() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><urlset><url><loc>/&b;</loc></url></urlset>'
    assert Sitemap.read(bomb.encode()).pages == ("/&b;",)
    with pytest.raises(ContentError):
        Sitemap.read(gzip.compress(b"\0" * 60_000_000))
    with pytest.raises(ContentError):
        Sitemap.read(gzip.compress(b"<urlset>" * 100)[:-5])
    many = gzip.compress(b"") * 50_000
    assert Sitemap.read(many) == Sitemap()
