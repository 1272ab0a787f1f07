"""Pages as evidence: what a reader sees counts, and unchanged pages are not sent twice."""

from dataclasses import replace
from typing import Any

import pytest

from wherefrom.core.evidence import GroundState, QuoteState, Standing
from wherefrom.core.ids import content_hash, sha256
from wherefrom.core.pointers import from_url
from wherefrom.egress import Fetched
from wherefrom.errors import AdapterError, ContentError, WherefromError
from wherefrom.sources.ground_pages import PageGround

URL = "https://example.org/refunds"
PAGE = b"<!doctype html><head><title>no</title></head><body><p>Refunds need <b>two</b> approvals.</p><script>x</script>"


class Web:
    """One page, as a server would answer."""

    def __init__(self, data: bytes = PAGE, etag: str | None = '"1"') -> None:
        self.data, self.etag, self.status = data, etag, 200
        self.fails: WherefromError | None = None
        self.asked: list[dict[str, Any]] = []

    def fetch(self, url: str, **said: Any) -> Fetched:
        self.asked.append(said)
        if self.fails is not None:
            raise self.fails
        headers = {"content-type": "text/html; charset=utf-8"} | ({"etag": self.etag} if self.etag else {})
        if self.etag and said.get("etag") == self.etag:
            return Fetched(url=url, status=304, headers=headers)
        return Fetched(url=url, status=self.status, headers=headers, data=self.data)


@pytest.fixture
def web() -> Web:
    return Web()


@pytest.fixture
def ground(web: Web) -> PageGround:
    return PageGround(web, lambda: 5.0)  # type: ignore[arg-type]


def seen(ground: PageGround, quote: str | None = None) -> Standing:
    pin = ground.pin(from_url(URL, quote=quote))
    assert pin.text is not None
    return Standing(
        claim="c",
        position=0,
        ref=pin.ref,
        state=GroundState.FRESH,
        quote=QuoteState.FOUND if quote else QuoteState.UNCHECKED,
        seen_text=pin.text,
        seen_hash=content_hash(pin.text),
        seen_revision=pin.revision,
    )


def test_a_page_is_pinned_by_the_hash_of_what_was_fetched_and_says_what_a_reader_sees(ground: PageGround) -> None:
    pin = ground.pin(from_url(URL))
    assert (pin.ref.content_hash, pin.ref.fetched_at) == (sha256(PAGE), 5.0)
    assert pin.text == "Refunds need two approvals."


@pytest.mark.parametrize("failure", [AdapterError("no network"), ContentError("refused")])
def test_a_page_that_cannot_be_fetched_is_out_of_reach_and_not_gone(
    ground: PageGround, web: Web, failure: WherefromError
) -> None:
    standing = seen(ground)
    web.fails = failure
    assert ground.pin(from_url(URL)).text is None
    assert ground.look(standing).state is GroundState.UNREACHABLE


def test_why_a_page_could_not_be_fetched_is_told_without_the_address_it_led_to(ground: PageGround, web: Web) -> None:
    standing = seen(ground)
    web.fails = AdapterError("no answer in time", value="https://cdn.example/x?sig=s3cr3t", hint="try again later")
    told = "no answer in time → try again later"
    assert ground.pin(from_url(URL)).why == ground.why_not(from_url(URL)) == told
    web.fails = ContentError("there is nothing here (404)")
    assert ground.look(standing).why == ground.why_not(from_url(URL)) == "there is nothing here (404)"
    assert ground.why_not(from_url("https://example.org/never-asked")) == "it could not be fetched"


def test_a_page_that_did_not_change_is_not_sent_again(ground: PageGround, web: Web) -> None:
    standing = seen(ground)
    assert ground.look(standing).state is GroundState.FRESH
    assert web.asked[-1]["etag"] == '"1"'
    assert ground.look(replace(standing, state=GroundState.CHANGED)).state is GroundState.CHANGED


def test_a_page_is_moved_changed_or_gone(ground: PageGround, web: Web) -> None:
    whole, quoted = seen(ground), seen(ground, "two approvals")
    web.etag, web.data = '"2"', PAGE.replace(b"<p>", b"<p>New.</p><p>")
    assert (ground.look(whole).state, ground.look(quoted).state) == (GroundState.CHANGED, GroundState.MOVED)
    web.etag, web.data = '"3"', PAGE.replace(b"two", b"three")
    sight = ground.look(quoted)
    assert (sight.state, sight.now) == (GroundState.CHANGED, "Refunds need three approvals.")
    web.etag, web.status = '"4"', 404
    sight = ground.look(quoted)
    assert (sight.state, sight.why) == (GroundState.GONE, "there is nothing here (404)")


def test_a_quote_that_is_back_on_a_page_is_fresh_whatever_was_accepted_meanwhile(ground: PageGround, web: Web) -> None:
    accepted = replace(
        seen(ground, "two approvals"), quote=QuoteState.ABSENT, seen_text="Refunds need three approvals."
    )
    web.etag, web.data = '"2"', PAGE.replace(b"two", b"four")
    assert ground.look(accepted).state is GroundState.CHANGED
    web.etag, web.data = '"3"', PAGE.replace(b"two", b"three")
    assert ground.look(accepted).state is GroundState.MOVED
    web.etag, web.data = '"4"', PAGE
    assert ground.look(accepted).state is GroundState.FRESH
    assert ground.look(replace(accepted, ref=from_url(URL, quote="nine"), seen_text="")).state is GroundState.MOVED


def test_a_page_of_an_unknown_encoding_is_read_all_the_same(web: Web, ground: PageGround) -> None:
    web.data = "Grüße".encode()
    web.fetch = lambda url, **said: Fetched(  # type: ignore[method-assign]
        url=url, status=200, headers={"content-type": "text/plain; charset=klingon"}, data=web.data
    )
    assert ground.pin(from_url(URL)).text == "Grüße"
