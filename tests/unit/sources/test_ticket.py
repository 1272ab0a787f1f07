"""Tickets of GitHub and Jira: exported or live, each read again only when it was updated."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tracker_server import NOW, TrackerServer, tracker_server
from wherefrom.core.documents import Source, SourceKind
from wherefrom.egress import Egress
from wherefrom.errors import AdapterError, ContentError, InvalidValue, WherefromError
from wherefrom.loading import ticket as loading
from wherefrom.loading.ticket import load_ticket
from wherefrom.ports.documents import Found, Scan
from wherefrom.sources.adf import adf_text
from wherefrom.sources.export import read_export
from wherefrom.sources.thread import TICKET_MEDIA_TYPE
from wherefrom.sources.ticket import TicketConnector

HOUR = 3600.0
TOKENS = {"github": "hub-token", "jira": "ada@example.org:jira-token", "empty": ""}


pytestmark = pytest.mark.usefixtures("own_servers")


@pytest.fixture
def tracker() -> Iterator[TrackerServer]:
    with tracker_server() as server:
        yield server


class Clock:
    def __init__(self) -> None:
        self.at = NOW.timestamp()

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def connector(tracker: TrackerServer, clock: Clock) -> Iterator[TicketConnector]:
    with Egress(allow=[tracker.authority], max_seconds=20) as egress:
        made = TicketConnector(egress, TOKENS.get, now=clock)
        yield made
        made.close()


def source(uri: str, **config: Any) -> Source:
    return Source(id="s1", kind=SourceKind.TICKET, uri=uri, title="t", config=config)


def uris(scan: Scan) -> list[str]:
    return [found.uri for found in scan.found]


def thread(connector: TicketConnector, of: Source, uri: str) -> dict[str, Any]:
    blob = connector.fetch(of, Found(uri))
    assert blob.media_type == loading.TICKET_MEDIA_TYPE == TICKET_MEDIA_TYPE
    assert load_ticket(blob).units
    return json.loads(blob.data)


def bodies(ticket: dict[str, Any]) -> list[tuple[str, str]]:
    return [(comment["id"], comment["body"]) for comment in ticket["comments"]]


# GitHub, live


def test_all_pages_of_issues_and_of_comments_are_walked(connector: TicketConnector, tracker: TrackerServer) -> None:
    pages = [tracker.open_issue(n, f"body {n}", f"2024-05-0{n}T00:00:00Z") for n in range(1, 4)]
    pages.append(tracker.open_issue(4, "talked about", "2024-05-04T00:00:00Z", ["a", "b", "c"]))
    hub = source(tracker.github)
    scan = connector.scan(hub, None)
    assert uris(scan) == pages
    assert scan.is_whole
    assert scan.found[0].revision == "2024-05-01T00:00:00Z"
    told = thread(connector, hub, pages[3])
    assert told["id"] == "acme/pay#4"
    assert bodies(told) == [("400", "a"), ("401", "b"), ("402", "c")]
    assert (told["author"], told["labels"], told["title"]) == ("ada", ["bug"], "Issue 4")


def test_what_a_list_told_is_not_asked_for_again(connector: TicketConnector, tracker: TrackerServer) -> None:
    page = tracker.open_issue(1, "quiet", "2024-05-01T00:00:00Z")
    hub = source(tracker.github)
    connector.scan(hub, None)
    asked = len(tracker.asked)
    first = connector.fetch(hub, Found(page))
    assert len(tracker.asked) == asked
    assert connector.fetch(hub, Found(page)) == first  # without the list it is asked for, and is the same
    assert len(tracker.asked) == asked + 1


def test_the_next_scan_asks_only_for_what_changed(
    connector: TicketConnector, tracker: TrackerServer, clock: Clock
) -> None:
    for number in range(1, 6):
        tracker.open_issue(number, "old", "2024-05-01T00:00:00Z")
    hub = source(tracker.github)
    state = connector.scan(hub, None).state
    changed = tracker.open_issue(2, "new", "2024-06-01T01:00:00Z")
    del tracker.issues[5]
    clock.at += 2 * HOUR
    scan = connector.scan(hub, state)
    assert list(scan.found) == [Found(changed, "2024-06-01T01:00:00Z")]
    assert not scan.is_whole
    assert "since=2024-05-31T23%3A55%3A00Z" in tracker.asked[-1]


def test_once_a_day_the_whole_list_shows_what_was_deleted(
    connector: TicketConnector, tracker: TrackerServer, clock: Clock
) -> None:
    kept = tracker.open_issue(1, "kept", "2024-05-01T00:00:00Z")
    tracker.open_issue(2, "deleted", "2024-05-01T00:00:00Z")
    hub = source(tracker.github)
    state = connector.scan(hub, None).state
    del tracker.issues[2]
    clock.at += 20 * HOUR
    state = connector.scan(hub, state).state
    clock.at += 5 * HOUR
    scan = connector.scan(hub, state)
    assert scan.is_whole
    assert uris(scan) == [kept]


def test_a_clock_that_is_ahead_of_the_tracker_loses_nothing(
    connector: TicketConnector, tracker: TrackerServer, clock: Clock
) -> None:
    clock.at += HOUR  # ours; the tracker says NOW
    state = connector.scan(source(tracker.github), None).state
    page = tracker.open_issue(1, "meanwhile", "2024-06-01T00:01:00Z")
    assert uris(connector.scan(source(tracker.github), state)) == [page]


def test_a_state_that_is_not_ours_means_the_whole_list(connector: TicketConnector, tracker: TrackerServer) -> None:
    assert connector.scan(source(tracker.github), '{"etag": 1}').is_whole
    assert connector.scan(source(tracker.github), "nonsense").is_whole


def test_pull_requests_are_tickets_unless_left_out(connector: TicketConnector, tracker: TrackerServer) -> None:
    issue = tracker.open_issue(1, "an issue", "2024-05-01T00:00:00Z")
    pull = tracker.open_issue(2, "a change", "2024-05-01T00:00:00Z", pull_request={"url": "…"})
    both = source(tracker.github)
    assert uris(connector.scan(both, None)) == [issue, pull]
    assert "acme/pay#2 · pull request · open" in load_ticket(connector.fetch(both, Found(pull))).text
    scan = connector.scan(source(tracker.github, pull_requests=False), None)
    assert uris(scan) == [issue]
    assert [uri for uri, _ in scan.skipped] == [pull]
    assert scan.is_whole


def test_what_the_address_asks_for_narrows_the_list(connector: TicketConnector, tracker: TrackerServer) -> None:
    page = tracker.open_issue(1, "x", "2024-05-01T00:00:00Z", ["y"])
    narrow = source(tracker.github + "?labels=bug&state=open")
    connector.scan(narrow, None)
    assert "labels=bug&state=open" in tracker.asked[0]
    connector.fetch(narrow, Found(page))
    assert "labels" not in tracker.asked[-1]


def test_the_credential_is_named_and_goes_to_its_own_host_only(
    connector: TicketConnector, tracker: TrackerServer
) -> None:
    connector.scan(source(tracker.github, credential="github"), None)
    assert tracker.authorizations == ["Bearer hub-token"]
    with tracker_server() as thief:
        tracker.next_link = f"{thief.url}/repos/acme/pay/issues"
        with pytest.raises(AdapterError, match="another host"):
            connector.scan(source(tracker.github, credential="github"), None)
        assert thief.asked == []


def test_pages_without_end_are_given_up(connector: TicketConnector, tracker: TrackerServer) -> None:
    tracker.next_link = f"{tracker.github}?page=1"
    with pytest.raises(AdapterError, match="no end"):
        connector.scan(source(tracker.github), None)


@pytest.mark.parametrize(
    ("status", "headers", "hint"),
    [
        (429, {"Retry-After": "30"}, "30 s"),
        (403, {"Retry-After": "60"}, "60 s"),
        (403, {"X-RateLimit-Remaining": "0"}, "later"),
        (502, {}, "later"),
    ],
)
def test_a_tracker_that_asks_to_wait_can_be_asked_again(
    connector: TicketConnector, tracker: TrackerServer, status: int, headers: dict[str, str], hint: str
) -> None:
    tracker.refusals = [(status, headers)]
    with pytest.raises(AdapterError) as told:
        connector.scan(source(tracker.github), None)
    assert told.value.retryable
    assert hint in str(told.value.hint)


@pytest.mark.parametrize("status", [401, 403])
def test_a_refusal_names_the_credential(connector: TicketConnector, tracker: TrackerServer, status: int) -> None:
    tracker.refusals = [(status, {})]
    with pytest.raises(AdapterError, match="credential") as told:
        connector.scan(source(tracker.github), None)
    assert not told.value.retryable


def test_a_ticket_that_is_gone_or_moved_is_one_failed_entry(connector: TicketConnector, tracker: TrackerServer) -> None:
    hub = source(tracker.github)
    with pytest.raises(ContentError):
        connector.fetch(hub, Found("https://github.com/acme/pay/issues/9"))
    tracker.open_issue(3, "x", "2024-05-01T00:00:00Z", html_url="https://github.com/acme/other/issues/1")
    with pytest.raises(ContentError, match="moved"):
        connector.fetch(hub, Found("https://github.com/acme/pay/issues/3"))
    with pytest.raises(ContentError):
        connector.fetch(hub, Found("https://github.com/acme/pay"))


def test_an_answer_that_is_no_list_is_not_taken_for_an_empty_one(
    connector: TicketConnector, tracker: TrackerServer
) -> None:
    tracker.refusals = [(200, {})]
    with pytest.raises(AdapterError, match="not a list"):
        connector.scan(source(tracker.github), None)


# Jira, live


def search(tracker: TrackerServer, jql: str = "project = PAY", way: str = "2/search") -> Source:
    return source(f"{tracker.url}/rest/api/{way}?jql={quote(jql)}", credential="jira")


@pytest.mark.parametrize("way", ["2/search", "3/search/jql"])
def test_a_search_of_jira_is_walked_by_position_or_by_token(
    connector: TicketConnector, tracker: TrackerServer, way: str
) -> None:
    for number in range(1, 6):
        tracker.open_jira(f"PAY-{number}", "h1. *wiki* stays", "2024-05-01T00:00:00.000+0000")
    tracker.open_jira("PAY-6", "talk", "2024-05-01T00:00:00.000+0000", ["a", "b", "c", "d", "e"])
    jira = search(tracker, way=way)
    scan = connector.scan(jira, None)
    assert uris(scan) == [f"{tracker.url}/browse/PAY-{number}" for number in range(1, 7)]
    assert scan.is_whole
    first, last = (thread(connector, jira, uri) for uri in (uris(scan)[0], uris(scan)[5]))
    assert first["body"] == "h1. *wiki* stays"
    assert (first["id"], first["title"], first["author"], first["state"]) == ("PAY-1", "About PAY-1", "Ada", "To Do")
    assert [body for _, body in bodies(last)] == ["a", "b", "c", "d", "e"]
    assert set(tracker.authorizations) == {"Basic YWRhQGV4YW1wbGUub3JnOmppcmEtdG9rZW4="}


def test_jira_is_asked_for_minutes_which_know_no_time_zone(
    connector: TicketConnector, tracker: TrackerServer, clock: Clock
) -> None:
    jira = search(tracker, 'text ~ "order by" OR project = PAY ORDER BY key')
    tracker.open_jira("PAY-1", "old", "2024-05-01T00:00:00+00:00")
    state = connector.scan(jira, None).state
    tracker.open_jira("PAY-2", "new", "2024-05-31T23:58:00+00:00")
    clock.at += HOUR
    scan = connector.scan(jira, state)
    assert uris(scan) == [f"{tracker.url}/browse/PAY-2"]
    asked = quote('(text ~ "order by" OR project = PAY) AND updated >= "-65m" ORDER BY created ASC', safe="")
    assert asked.replace("%20", "+") in tracker.asked[-1]


def test_an_issue_of_jira_that_moved_or_is_gone_is_one_failed_entry(
    connector: TicketConnector, tracker: TrackerServer
) -> None:
    tracker.open_jira("PAY-1", "x", "2024-05-01T00:00:00+00:00")
    tracker.jira["OLD-1"] = tracker.jira["PAY-1"]
    for key in ("OLD-1", "PAY-9", "nothing"):
        with pytest.raises(ContentError):
            connector.fetch(search(tracker), Found(f"{tracker.url}/browse/{key}"))


# When a source is saved


@pytest.mark.parametrize(
    ("uri", "config"),
    [
        ("https://ada:secret@api.github.com/repos/acme/pay/issues", {}),
        ("https://ada@github.com/acme/pay", {}),
        ("https://api.github.com/repos/acme/pay/issues?access_token=abc", {}),
        ("https://api.github.com/repos/acme/pay/issues", {"token": "abc"}),
        ("https://api.github.com/repos/acme/pay/issues", {"credential": "nobody"}),
        ("https://api.github.com/repos/acme/pay/issues", {"credential": "empty"}),
        ("https://api.github.com/repos/acme/pay/issues", {"pull_requests": "no"}),
        ("http://api.github.com/repos/acme/pay/issues", {"credential": "github"}),
        ("https://example.org/tickets", {}),
        ("http://169.254.169.254/repos/acme/pay/issues", {}),
        ("http://[bad/repos/acme/pay/issues", {}),
        ("/nowhere/issues.json", {}),
    ],
)
def test_a_source_that_can_never_be_read_is_refused(tracker: TrackerServer, uri: str, config: dict[str, Any]) -> None:
    with Egress(resolve=lambda host, port: ["140.82.112.3"]) as egress, pytest.raises(InvalidValue) as told:
        TicketConnector(egress, TOKENS.get).check(source(uri, **config))
    assert "secret" not in str(told.value) or "secrets" in str(told.value)


@pytest.mark.parametrize(
    "uri",
    [
        "https://api.github.com/repos/acme/pay/issues",
        "https://hub.example.org/api/v3/repos/acme/pay/issues/",
        "https://github.com/acme/pay",
        "https://github.com/acme/pay/issues",
        "https://acme.example.org/jira/rest/api/2/search?jql=project = PAY",
        "https://acme.example.org/rest/api/3/search/jql?jql=project%3DPAY",
    ],
)
def test_addresses_of_github_and_jira_are_taken(uri: str) -> None:
    with Egress(resolve=lambda host, port: ["140.82.112.3"]) as egress:
        TicketConnector(egress, TOKENS.get).check(source(uri, credential="github"))


# Exports


REST = {
    "number": 7,
    "html_url": "https://github.com/acme/pay/issues/7",
    "title": "Hangs",
    "body": "It hangs.",
    "state": "open",
    "updated_at": "2024-05-02T00:00:00Z",
}
REST_COMMENT = {
    "id": 71,
    "issue_url": "https://api.github.com/repos/acme/pay/issues/7",
    "html_url": "https://github.com/acme/pay/issues/7#issuecomment-71",
    "body": "Here too.",
    "user": {"login": "bo"},
}
CLI = {
    "number": 7,
    "url": "https://github.com/acme/pay/issues/7",
    "title": "Hangs",
    "body": "It hangs.",
    "state": "OPEN",
    "author": {"login": "ada"},
    "labels": [{"id": "x", "name": "bug"}],
    "updatedAt": "2024-05-02T00:00:00Z",
    "comments": [
        {
            "id": "IC_kw",
            "url": "https://github.com/acme/pay/issues/7#issuecomment-71",
            "author": {"login": "bo"},
            "body": "Here too.",
        }
    ],
}
JIRA = {
    "key": "PAY-7",
    "self": "https://jira.example.org/rest/api/2/issue/10007",
    "fields": {
        "summary": "Hangs",
        "description": {"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": "Hm"}]}]},
        "updated": "2024-05-02T00:00:00.000+0000",
        "comment": {"comments": [{"id": "71", "author": {"displayName": "Bo"}, "body": "Here too."}], "total": 1},
    },
}


def written(folder: Path, *pages: Any) -> Source:
    file = folder / "issues.json"
    file.write_text("\n".join(json.dumps(page) for page in pages), encoding="utf-8")
    return source(str(file))


@pytest.mark.parametrize(
    "pages",
    [
        pytest.param([[CLI]], id="gh issue list --json"),
        pytest.param([CLI], id="gh issue view --json"),
        pytest.param([[{**REST, "comments": 1}], [REST_COMMENT]], id="gh api --paginate, issues and comments"),
        pytest.param([[[{**REST, "comments": 1}], [REST_COMMENT]]], id="gh api --paginate --slurp"),
        pytest.param([{"issues": [{**REST, "comments": 1}], "comments": [REST_COMMENT]}], id="an object of both"),
        pytest.param([{"total_count": 1, "items": [{**REST, "comments": [REST_COMMENT]}]}], id="a search"),
        pytest.param([{**REST, "comments": 1}, REST_COMMENT], id="one a line"),
    ],
)
def test_every_shape_of_a_github_export_gives_the_same_thread(
    connector: TicketConnector, tmp_path: Path, pages: list[Any]
) -> None:
    export = written(tmp_path, *pages)
    connector.check(export)
    scan = connector.scan(export, None)
    assert list(scan.found) == [Found("https://github.com/acme/pay/issues/7", "2024-05-02T00:00:00Z")]
    assert scan.is_whole
    assert not scan.skipped
    told = thread(connector, export, scan.found[0].uri)
    assert (told["id"], told["body"], told["state"]) == ("acme/pay#7", "It hangs.", "open")
    assert bodies(told) == [("71", "Here too.")]
    assert told["comments"][0]["url"] == "https://github.com/acme/pay/issues/7#issuecomment-71"


def test_an_export_of_jira_names_the_pages_that_people_open(connector: TicketConnector, tmp_path: Path) -> None:
    export = written(tmp_path, {"issues": [JIRA]})
    scan = connector.scan(export, None)
    assert uris(scan) == ["https://jira.example.org/browse/PAY-7"]
    told = thread(connector, export, uris(scan)[0])
    assert (told["body"], bodies(told)) == ("Hm", [("71", "Here too.")])
    assert told["comments"][0]["url"] == "https://jira.example.org/browse/PAY-7?focusedCommentId=71"


def test_a_ticket_without_a_safe_address_belongs_to_its_file(connector: TicketConnector, tmp_path: Path) -> None:
    scripted = {**REST, "html_url": "javascript:alert(1)"}
    nameless = {"key": "PAY-1", "fields": {"summary": "x", "description": "y"}}
    scan = connector.scan(written(tmp_path, [scripted, nameless]), None)
    assert uris(scan) == [f"file://{tmp_path}/issues.json#7", f"file://{tmp_path}/issues.json#PAY-1"]
    assert str(scan.found[1].revision).startswith("sha256:")


def test_a_changed_export_is_read_again_and_only_updated_tickets_look_new(
    connector: TicketConnector, tmp_path: Path
) -> None:
    other = {**CLI, "number": 8, "url": "https://github.com/acme/pay/issues/8"}
    before = connector.scan(written(tmp_path, [CLI, other]), None)
    export = written(tmp_path, [CLI, {**other, "body": "Solved it.", "updatedAt": "2024-05-09T00:00:00Z"}])
    after = connector.scan(export, before.state)
    assert set(after.found) - set(before.found) == {Found(str(other["url"]), "2024-05-09T00:00:00Z")}
    assert thread(connector, export, str(other["url"]))["body"] == "Solved it."


def test_the_later_of_two_copies_counts(tmp_path: Path) -> None:
    old = {**CLI, "body": "old", "updatedAt": "2024-01-01T00:00:00Z"}
    export = read_export(json.dumps([CLI, old]).encode(), "file:///x")
    assert [ticket.body for ticket in export.tickets.values()] == ["It hangs."]


def test_comments_that_an_export_lacks_are_told(connector: TicketConnector, tmp_path: Path) -> None:
    scan = connector.scan(written(tmp_path, [{**REST, "comments": 3}]), None)
    assert "3 of its comments" in scan.skipped[0][1]
    assert len(scan.found) == 1


def test_a_piece_that_is_no_ticket_removes_nothing(connector: TicketConnector, tmp_path: Path) -> None:
    scan = connector.scan(written(tmp_path, [CLI, {"title": "no number"}, 7]), None)
    assert len(scan.found) == 1
    assert len(scan.skipped) == 2
    assert not scan.is_whole


def test_a_bad_line_of_an_export_by_lines_takes_no_other_with_it() -> None:
    lines = [json.dumps(CLI), '{"number": 9, "title": "cut', '{"message": "rate limited"}', json.dumps(REST)]
    export = read_export("\n".join(lines).encode(), "file:///issues.jsonl")
    assert export.tickets == read_export(json.dumps([CLI, REST]).encode(), "file:///issues.jsonl").tickets
    assert [reason.partition(":")[0] for _, reason in export.skipped] == ["line 2", "line 3"]
    assert not export.is_whole
    for none in (b"", b"\n\n", b"{\n{", b'"a"\n"b"'):
        with pytest.raises(ContentError):
            read_export(none, "file:///issues.jsonl")


def test_an_empty_list_is_an_export_without_tickets(connector: TicketConnector, tmp_path: Path) -> None:
    scan = connector.scan(written(tmp_path, []), None)
    assert list(scan.found) == []
    assert scan.is_whole


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b" \n",
        b"{",
        b"5",
        b"[1]",
        b'{"message": "Not Found"}',
        b"\xff\xfe",
        b"[" * 100_000,
        b"[" + b"1," * 9_000_000,
    ],
    ids=lambda data: repr(data[:12]),
)
def test_what_is_no_export_is_a_content_error(data: bytes) -> None:
    with pytest.raises(ContentError):
        read_export(data, "file:///issues.json")


def test_a_missing_export_does_not_delete_its_tickets(connector: TicketConnector, tmp_path: Path) -> None:
    with pytest.raises(AdapterError):
        connector.scan(source(str(tmp_path / "gone.json")), None)
    with pytest.raises(ContentError):
        connector.fetch(written(tmp_path, [CLI]), Found("https://github.com/acme/pay/issues/1"))


def test_an_export_outside_the_roots_is_refused(tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    with Egress() as egress, pytest.raises(InvalidValue):
        TicketConnector(egress, TOKENS.get, roots=[inside]).scan(written(tmp_path, [CLI]), None)


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from([*CLI, *REST, *JIRA, "type"]), inner),
    max_leaves=12,
)


@given(JSON_VALUES)
def test_whatever_an_export_says_it_is_read_or_refused(value: Any) -> None:
    try:
        export = read_export(json.dumps(value).encode(), "file:///issues.json")
    except WherefromError:
        return
    for ticket in export.tickets.values():
        json.loads(ticket.as_json())


# Atlassian's document format


def node(kind: str, *content: Any, **attributes: Any) -> dict[str, Any]:
    inner = [{"type": "text", "text": part} if isinstance(part, str) else part for part in content]
    return {"type": kind, "content": inner, **({"attrs": attributes} if attributes else {})}


def test_a_document_of_atlassian_reads_as_plain_text() -> None:
    document = node(
        "doc",
        node("heading", "Plan", level=2),
        node("paragraph", "Ask ", {"type": "mention", "attrs": {"text": "@Ada"}}, {"type": "hardBreak"}, "today."),
        node("bulletList", node("listItem", node("paragraph", "one")), node("listItem", node("paragraph", "two"))),
        node("orderedList", node("listItem", node("paragraph", "first"))),
        node("codeBlock", "x = 1\ny = 2", language="python"),
        node("table", node("tableRow", node("tableHeader", node("paragraph", "k")), node("tableCell", "v"))),
        node("paragraph", {"type": "inlineCard", "attrs": {"url": "https://example.org"}}),
    )
    assert adf_text(document) == (
        "Plan\n\nAsk @Ada\ntoday.\n\n- one\n- two\n\n1. first\n\nx = 1\ny = 2\n\nk | v\n\nhttps://example.org"
    )


def test_a_bottomless_document_is_read_to_its_bottom() -> None:
    document: dict[str, Any] = {"type": "text", "text": "deep"}
    for _ in range(50_000):
        document = {"type": "panel", "content": [document]}
    assert adf_text(document) == "deep"
    assert adf_text(None) == adf_text(7) == adf_text([]) == ""
