"""Mail: who, to whom, when, about what, and what was written. Attachments are named, not opened."""

from __future__ import annotations

from collections.abc import Sequence
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import TYPE_CHECKING, cast

from wherefrom.core.locators import TextLocator
from wherefrom.errors import ContentError, MissingExtra
from wherefrom.loading.assembly import Assembly
from wherefrom.loading.sections import Heading, sections
from wherefrom.loading.title import title_of
from wherefrom.ports.documents import Blob, RawDocument, RawUnit
from wherefrom.text.decoding import LARGEST_TEXT, Decoded, decode, storable

if TYPE_CHECKING:
    from wherefrom.loading.html import Reading

__all__ = ["load_mail"]

_HEADERS = ("From", "To", "Cc", "Date", "Subject")
_LONGEST_HEADER = 2_000
_MOST_NAMED = 20
_HEADER_BUGS = (AttributeError, IndexError, LookupError, RecursionError, TypeError, ValueError)
"""What the standard library's header parser raises on some headers that are none."""


class _Letter:
    """What a mail consists of, without the mails inside it."""

    def __init__(self, message: EmailMessage) -> None:
        self.plain: list[str] = []
        self.pages: list[str] = []
        self.attachments: list[str] = []
        self.notices: list[str] = []
        waiting: list[EmailMessage] = [message]
        while waiting:
            part = waiting.pop()
            if part.is_multipart() and part.get_content_maintype() == "multipart":
                waiting.extend(reversed(cast("list[EmailMessage]", part.get_payload())))
            else:
                self._take(part)

    def _take(self, part: EmailMessage) -> None:
        kind = part.get_content_type()
        name = _file_name(part)
        if name or kind not in ("text/plain", "text/html") or part.get_content_disposition() == "attachment":
            self.attachments.append(name or kind)
            return
        decoded = _decoded(part)
        self.notices.extend(decoded.notices)
        (self.plain if kind == "text/plain" else self.pages).append(decoded.text)


def load_mail(blob: Blob) -> RawDocument:
    if len(blob.data) > LARGEST_TEXT:
        raise ContentError(f"the mail is {len(blob.data):,} bytes long", hint=f"at most {LARGEST_TEXT:,} are read")
    try:
        message = message_from_bytes(blob.data, policy=policy.default)
        letter = _Letter(message)
    except RecursionError:
        raise ContentError("the parts of this mail are nested too deep") from None
    told = [(name, _header(message, name)) for name in _HEADERS]
    if not any(value for _, value in told):
        raise ContentError("this is not a mail: it has no headers", hint="an .eml file begins with From, To, Subject")
    written = Assembly()
    written.add("\n".join(f"{name}: {value}" for name, value in told if value))
    headings, notices = _write_body(written, letter)
    text = written.text
    units = [
        RawUnit(TextLocator(section=path, char_start=start, char_end=end), section=path)
        for start, end, path in sections(text, headings)
    ]
    title = title_of(blob, _header(message, "Subject"))
    return RawDocument(title, text, units, (*letter.notices, *notices, *_named(letter.attachments)))


def _write_body(written: Assembly, letter: _Letter) -> tuple[list[Heading], Sequence[str]]:
    """The text as it was written, else the page. What comes before its first heading stays with the headers."""
    plain = "\n\n".join(text.strip("\r\n") for text in letter.plain if text.strip())
    if plain:
        written.add(plain)
        return [], ()
    headings: list[Heading] = []
    notices: list[str] = []
    for markup in letter.pages:
        page = _page(markup)
        notices.extend(page.notices)
        if page.text:
            begin = written.add(page.text).start
            headings.extend(
                Heading(begin + part.start, len(part.path), part.path[-1]) for part in page.parts if part.path
            )
    return headings, notices


def _page(markup: str) -> Reading:
    try:
        from wherefrom.loading.html import read_html
    except ImportError:
        raise MissingExtra("web", "reading mail that is written as a web page") from None
    return read_html(markup)


def _header(message: EmailMessage, name: str) -> str:
    """Decoded; as it stands, where the parser gives up."""
    try:
        value = str(message[name] or "")
    except _HEADER_BUGS:
        value = next((str(raw) for key, raw in message.raw_items() if key.lower() == name.lower()), "")
    return " ".join(storable(value).split())[:_LONGEST_HEADER]


def _file_name(part: EmailMessage) -> str:
    try:
        return " ".join(storable(part.get_filename() or "").split())
    except _HEADER_BUGS:
        return ""


def _decoded(part: EmailMessage) -> Decoded:
    payload = part.get_payload(decode=True)
    try:
        charset = part.get_content_charset()
    except _HEADER_BUGS:
        charset = None
    return decode(payload if isinstance(payload, bytes) else b"", charset)


def _named(attachments: Sequence[str]) -> Sequence[str]:
    if not attachments:
        return ()
    more = f" and {len(attachments) - _MOST_NAMED} more" if len(attachments) > _MOST_NAMED else ""
    return (f"attachments left out: {', '.join(attachments[:_MOST_NAMED])}{more}",)
