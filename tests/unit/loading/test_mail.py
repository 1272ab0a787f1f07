"""Mail: headers and body in one text."""

from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherefrom.errors import ContentError
from wherefrom.loading.mail import load_mail
from wherefrom.ports.documents import Blob, RawDocument


def load(data: bytes) -> RawDocument:
    return load_mail(Blob("file:///a.eml", data, "a.eml"))


def message() -> EmailMessage:
    mail = EmailMessage()
    mail["From"] = "Jörg <j@example.org>"
    mail["To"] = "desk@example.org"
    mail["Date"] = "Mon, 01 Jan 2024 10:00:00 +0000"
    mail["Subject"] = "Über refunds"
    return mail


HEAD = "From: Jörg <j@example.org>\nTo: desk@example.org\nDate: Mon, 01 Jan 2024 10:00:00 +0000\nSubject: Über refunds"


def test_headers_and_plain_body_are_one_unit() -> None:
    mail = message()
    mail.set_content("Please refund.\n\nJörg")
    mail.add_alternative("<p>Please <b>refund</b>.</p>", subtype="html")
    mail.add_attachment(b"%PDF", maintype="application", subtype="pdf", filename="bill.pdf")
    document = load(bytes(mail))
    assert document.title == "Über refunds"
    assert document.text == f"{HEAD}\n\nPlease refund.\n\nJörg"
    assert [(unit.locator.char_start, unit.locator.char_end) for unit in document.units] == [(0, len(document.text))]
    assert document.notices == ("attachments left out: bill.pdf",)


def test_a_page_is_read_where_there_is_no_plain_text() -> None:
    mail = message()
    mail.set_content("<p>Hello</p><h2>Part</h2><p>more</p><p style='display:none'>hidden</p>", subtype="html")
    document = load(bytes(mail))
    assert document.text == f"{HEAD}\n\nHello\n\nPart\n\nmore"
    assert [unit.section for unit in document.units] == [(), ("Part",)]
    assert document.notices == ("left out: 1 hidden element",)


def test_a_forwarded_mail_is_an_attachment() -> None:
    inner = message()
    inner.set_content("inner text")
    mail = message()
    mail.set_content("see below")
    mail.add_attachment(inner)
    document = load(bytes(mail))
    assert "inner text" not in document.text
    assert document.notices == ("attachments left out: message/rfc822",)


def test_the_charset_of_a_part_is_respected_and_an_unknown_one_no_failure() -> None:
    head = b"From: a@b.c\r\nContent-Transfer-Encoding: 8bit\r\nContent-Type: text/plain; charset="
    assert load(head + b"koi8-r\r\n\r\n" + "привет".encode("koi8-r")).text.endswith("привет")
    assert load(head + b"nonsense\r\n\r\ncaf\xc3\xa9").text.endswith("café")


def test_what_is_no_mail_says_so() -> None:
    with pytest.raises(ContentError, match="not a mail"):
        load(b"just text\n")


def test_parts_in_parts_without_end_are_refused() -> None:
    nested = b"".join(b'Content-Type: multipart/mixed; boundary="%d"\r\n\r\n--%d\r\n' % (n, n) for n in range(3_000))
    with pytest.raises(ContentError, match="nested"):
        load(b"From: a@b.c\r\n" + nested + b"\r\nx")


HEADERS = st.sampled_from(
    ["From: ", "To: ", "Subject: ", "Date: ", "Content-Type: ", "Content-Disposition: ", "\r\n", "\r\n "]
)
VALUES = st.sampled_from(
    [
        "=?utf-8?q?=80?=",
        "a@b.c",
        "<",
        ",",
        ";",
        '"',
        "multipart/mixed; boundary=x",
        "text/html",
        "charset=",
        "--x",
        "filename*=''%",
        "é",
        "=?",
        "?=",
        ":",
    ]
)


@given(st.lists(HEADERS | VALUES, max_size=30))
def test_headers_of_any_kind_are_no_crash(pieces: list[str]) -> None:
    try:
        document = load("".join(["From: x@y.z\r\n", *pieces]).encode())
    except ContentError:
        return
    assert document.text.encode()
