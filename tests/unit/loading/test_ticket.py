"""A ticket becomes a thread whose units are what people wrote, to the letter."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherefrom.core.documents import ContentKind
from wherefrom.core.locators import TicketLocator
from wherefrom.errors import ContentError
from wherefrom.loading.ticket import TICKET_MEDIA_TYPE, load_ticket
from wherefrom.ports.documents import Blob, RawDocument


def load(ticket: Any) -> RawDocument:
    data = ticket if isinstance(ticket, bytes) else json.dumps(ticket).encode()
    return load_ticket(Blob("https://example.org/7", data, "acme/pay#7", TICKET_MEDIA_TYPE))


def comment(id: str, body: str) -> dict[str, str]:
    return {"id": id, "author": "bo", "created_at": "2024-05-02T10:00:00Z", "body": body}


def ticket(**changed: Any) -> dict[str, Any]:
    return {
        "id": "acme/pay#7",
        "title": "Payments hang",
        "state": "open",
        "labels": ["bug", "urgent"],
        "author": "ada",
        "created_at": "2024-05-01T10:00:00Z",
        "body": "They hang.\r\nAlways.",
        "comments": [comment("11", "Not for me."), comment("12", "For me too.")],
    } | changed


def told(document: RawDocument) -> list[tuple[str | None, str]]:
    places = [unit.locator for unit in document.units]
    assert all(isinstance(place, TicketLocator) for place in places)
    return [
        (place.comment_id, document.text[place.char_start : place.char_end])
        for place in places
        if isinstance(place, TicketLocator)
    ]


def test_the_description_and_each_comment_are_units_with_their_own_words() -> None:
    document = load(ticket())
    assert told(document) == [(None, "They hang.\r\nAlways."), ("11", "Not for me."), ("12", "For me too.")]
    assert {unit.content_kind for unit in document.units} == {ContentKind.TICKET_THREAD}
    assert document.title == "Payments hang"
    assert [unit.locator.shown("") for unit in document.units][:2] == ["acme/pay#7", "acme/pay#7#11"]


def test_who_and_when_can_be_read_between_the_units() -> None:
    text = load(ticket()).text
    assert "acme/pay#7 · open · bug, urgent · ada, 2024-05-01T10:00:00Z" in text
    assert "— bo, 2024-05-02T10:00:00Z:" in text


def test_a_closed_ticket_and_a_new_label_change_no_unit() -> None:
    before, after = load(ticket()), load(ticket(state="closed", labels=["done"]))
    assert told(before) == told(after)
    assert before.text != after.text


def test_blank_comments_and_a_blank_description_have_no_unit() -> None:
    document = load(ticket(body=None, comments=[comment("11", " \n"), comment("12", "Yes.")]))
    assert told(document) == [("12", "Yes.")]


def test_a_ticket_that_is_only_its_title_can_still_be_found() -> None:
    assert told(load(ticket(body="", comments=[]))) == [(None, "Payments hang")]
    assert told(load({"id": "PAY-1"})) == [(None, "PAY-1")]


def test_what_no_text_can_hold_is_replaced_and_told() -> None:
    document = load(b'{"id": "A-1", "title": "a\\u0000b", "body": "x\\ud800y\\u0000"}')
    assert told(document) == [(None, "x\ufffdy\ufffd")]
    assert document.title == "a\ufffdb"
    assert "2 characters" in document.notices[0]


@pytest.mark.parametrize(
    "broken",
    [
        b"",
        b"{",
        b"\xff\xfe{}",
        b"[]",
        b"{}",
        b"[" * 200_000,
        b'{"id": "A-1", "comments": {}}',
        b'{"id": "A-1", "comments": [1]}',
        b'{"id": "A-1", "body": 7}',
        b'{"id": ""}',
    ],
    ids=lambda data: repr(data[:20]),
)
def test_broken_json_is_a_content_error(broken: bytes) -> None:
    with pytest.raises(ContentError):
        load(broken)


BODIES = st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\0"))


@given(BODIES, st.lists(BODIES))
def test_units_are_in_order_apart_and_byte_for_byte(body: str, comments: list[str]) -> None:
    document = load(ticket(body=body, comments=[comment(str(n), said) for n, said in enumerate(comments)]))
    expected = [said for said in [body, *comments] if said.strip()]
    assert [said for _, said in told(document)] == (expected or ["Payments hang"])
    ends = [0, *(unit.locator.char_end for unit in document.units)]
    assert all(end <= unit.locator.char_start for end, unit in zip(ends, document.units, strict=False))


def test_a_comment_keeps_its_own_address() -> None:
    url = "https://github.com/acme/pay/issues/7#issuecomment-11"
    document = load(ticket(comments=[comment("11", "Not for me.") | {"url": url}, comment("12", "For me too.")]))
    places = [unit.locator for unit in document.units]
    assert [place.url for place in places if isinstance(place, TicketLocator)] == [None, url, None]
