"""Bytes become text, and what is no text is refused before anybody searches in it."""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

from wherefrom.errors import ContentError

__all__ = ["LARGEST_TEXT", "Decoded", "charset_in", "decode", "storable"]

LARGEST_TEXT = 50_000_000
"""Bytes; more than an entry may hold is not worth decoding."""

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark is the beginning of this one
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CHARSETS = re.compile(
    r"ascii|utf-(8|16|32)(-[bl]e)?|iso8859-\d+|cp\d+|koi8-[rtu]|mac-\w+|tis-620|johab|hz"
    r"|gb(k|2312|18030)|big5(hkscs)?|euc_\w+|shift_?jis\w*|iso2022_\w+"
)
"""What a page or a mail may declare. Python knows more under the same roof: punycode, which is slow, or utf-7."""
_ASK_UTF8_FIRST = frozenset({"ascii", "utf-8", "iso8859-1"})
"""Declared by habit rather than by knowledge; latin-1 and ASCII mean cp1252 on the web."""
_WIDE = ("utf-16", "utf-32")
"""Text in these has zero bytes, be it only for its line ends."""

_CONTROLS = re.compile(r"[\x00-\x07\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x9f]")
_ASCII_CONTROLS = bytes(code for code in range(128) if _CONTROLS.match(chr(code)))
_HALF_CHARACTERS = re.compile("[\ud800-\udfff]")
_NOT_STORABLE = re.compile("[\ud800-\udfff\x00]")
_LOOKED_AT = 100_000
_MOST_CONTROLS = 0.05
_BROKEN_UTF8 = 0.1
"""Above this share of what is not ASCII, bytes that are no UTF-8 mean another charset and not a few accidents."""


class Decoded(NamedTuple):
    text: str
    notices: tuple[str, ...] = ()


def decode(data: bytes, declared: str | None = None) -> Decoded:
    """The text, character for character, without its byte order mark. `declared` is a charset that somebody claims."""
    if len(data) > LARGEST_TEXT:
        raise ContentError(f"the text is {len(data):,} bytes long", hint=f"at most {LARGEST_TEXT:,} are read")
    charset = _known(declared)
    decoded = _by_mark(data) or _by_declaration(data, charset) or _by_looking(data, charset)
    _refuse_binary(decoded.text)
    return decoded


def charset_in(media_type: str) -> str | None:
    """`utf-8` of `text/html; charset=utf-8`."""
    if "charset" not in media_type.lower():
        return None
    from email.message import Message  # files declare nothing, and evidence is looked at at once

    message = Message()
    message["content-type"] = media_type.replace("\n", " ").replace("\r", " ")
    return message.get_content_charset()


def storable(text: str) -> str:
    """Text from inside a format (an escape in JSON, an entity) may hold what no database keeps: it is marked."""
    return _NOT_STORABLE.sub("\N{REPLACEMENT CHARACTER}", text)


def _by_mark(data: bytes) -> Decoded | None:
    for mark, charset in _BOMS:
        if data.startswith(mark):
            return _strictly(data[len(mark) :], charset) or _by_looking(data[len(mark) :], None)
    return None


def _by_declaration(data: bytes, charset: str | None) -> Decoded | None:
    if charset is None or charset in _ASK_UTF8_FIRST or (charset.startswith(_WIDE) and b"\x00" not in data):
        return None
    return _strictly(data, charset)


def _by_looking(data: bytes, charset: str | None) -> Decoded:
    if b"\x00" in data:
        wide = _wide_charset(data)
        decoded = _strictly(data, wide) if wide else None
        if decoded is None:
            raise _not_text()
        return decoded
    return _strictly(data, "utf-8") or _broken_utf8(data) or _western(data, is_declared=charset == "iso8859-1")


def _strictly(data: bytes, charset: str) -> Decoded | None:
    try:
        text = data.decode(charset)
    except UnicodeError:
        return None
    return Decoded(text if charset == "utf-8" else _HALF_CHARACTERS.sub("\N{REPLACEMENT CHARACTER}", text))


def _broken_utf8(data: bytes) -> Decoded | None:
    """UTF-8 with a few accidents: a line cut in the middle of a letter, one pasted byte."""
    text = data.decode("utf-8", "replace")
    broken = text.count("\N{REPLACEMENT CHARACTER}")
    foreign = len(text) - len(text.encode("ascii", "ignore"))
    if broken > _BROKEN_UTF8 * foreign:
        return None
    return Decoded(text, (f"{broken} places are not valid UTF-8 and are shown as �",))


def _western(data: bytes, *, is_declared: bool) -> Decoded:
    notices = () if is_declared else ("read as Windows-1252: it is not UTF-8, and declares no charset that fits",)
    try:
        return Decoded(data.decode("cp1252"), notices)
    except UnicodeDecodeError:
        return Decoded(data.decode("latin-1"), notices)


def _wide_charset(data: bytes) -> str | None:
    """UTF-16 without a mark: in most scripts every other byte of it is zero, and the one beside it is not."""
    head = data[:_LOOKED_AT]
    even, odd = head[::2].count(0), head[1::2].count(0)
    if odd > len(head) / 4 and not even:
        return "utf-16-le"
    return "utf-16-be" if even > len(head) / 4 and not odd else None


def _known(declared: str | None) -> str | None:
    try:
        name = codecs.lookup((declared or "").strip()).name
    except (LookupError, ValueError):
        return None
    return name if _CHARSETS.fullmatch(name) else None


def _refuse_binary(text: str) -> None:
    head = text[:_LOOKED_AT]
    if "\x00" in text or _count_controls(head) > _MOST_CONTROLS * len(head):
        raise _not_text()


def _count_controls(text: str) -> int:
    """Most text is ASCII, where leaving them out and measuring is three times as fast as finding them."""
    if not text.isascii():
        return len(_CONTROLS.findall(text))
    return len(text) - len(text.encode().translate(None, _ASCII_CONTROLS))


def _not_text() -> ContentError:
    return ContentError("this is not text", hint="if it is, save it as UTF-8; if not, leave it out")
