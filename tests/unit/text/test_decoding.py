"""Bytes become text, or are refused."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherefrom.errors import ContentError
from wherefrom.text import decoding
from wherefrom.text.decoding import charset_in, decode, storable


@pytest.mark.parametrize(
    ("data", "declared", "text"),
    [
        (b"plain", None, "plain"),
        ("naïve".encode(), None, "naïve"),
        ("naïve".encode(), "iso-8859-1", "naïve"),
        (codecs.BOM_UTF8 + b"x", None, "x"),
        ("é".encode("utf-16"), None, "é"),
        (codecs.BOM_UTF32_BE + "é".encode("utf-32-be"), None, "é"),
        ("no mark at all".encode("utf-16-le"), None, "no mark at all"),
        ("no mark at all".encode("utf-16-be"), None, "no mark at all"),
        ("привет".encode("koi8-r"), "koi8-r", "привет"),
        ("退款".encode("gb18030"), "GB18030", "退款"),
        ("“so”".encode("cp1252"), "iso-8859-1", "“so”"),
        ("“so”".encode("cp1252"), None, "“so”"),
        (b"caf\xe9", "no-such-charset", "café"),
        (b"abc-", "punycode", "abc-"),
        (b"\x81\x8d", None, "\x81\x8d"),
    ],
)
def test_bytes_are_decoded(data: bytes, declared: str | None, text: str) -> None:
    if text == "\x81\x8d":
        with pytest.raises(ContentError):
            decode(data, declared)
    else:
        assert decode(data, declared).text == text


def test_a_guess_is_told() -> None:
    assert decode(b"caf\xe9").notices
    assert not decode("café".encode()).notices


def test_utf8_with_one_accident_stays_utf8() -> None:
    text, notices = decode("ä ö ü ß é è à ñ ç ø å æ".encode() + b" \xff end")
    assert text == "ä ö ü ß é è à ñ ç ø å æ � end"
    assert notices == ("1 places are not valid UTF-8 and are shown as �",)


@pytest.mark.parametrize(
    "data", [b"\x7fELF\x02\x01\x01\x00\x00", bytes(range(256)) * 4, b"text\x00text", b"\x01\x02\x03"]
)
def test_what_is_not_text_is_refused(data: bytes) -> None:
    with pytest.raises(ContentError, match="not text"):
        decode(data)


def test_a_text_over_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decoding, "LARGEST_TEXT", 10)
    with pytest.raises(ContentError, match="11 bytes"):
        decode(b"x" * 11)


@given(
    st.binary(max_size=300), st.sampled_from([None, "utf-8", "utf-16", "shift_jis", "gb18030", "utf-7", "idna", "\x00"])
)
def test_what_comes_out_can_always_be_stored(data: bytes, declared: str | None) -> None:
    try:
        text = decode(data, declared).text
    except ContentError:
        return
    assert "\x00" not in text
    assert text.encode().decode() == text


def test_half_characters_from_inside_a_format_are_marked() -> None:
    assert storable("a\ud800b\x00") == "a�b�"


@pytest.mark.parametrize(
    ("media_type", "charset"),
    [
        ("text/html; charset=UTF-8", "utf-8"),
        ('text/html; charset="latin1"; x=y', "latin1"),
        ("text/plain", None),
        ("text/plain; charset=a\r\nX-Evil: 1", "a"),
    ],
)
def test_a_media_type_declares_a_charset(media_type: str, charset: str | None) -> None:
    found = charset_in(media_type)
    assert (found or "").startswith(charset or "")
    assert (found is None) == (charset is None)
