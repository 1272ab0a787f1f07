"""Office files are zips of XML. They are looked at before a library opens them: for bombs, entities and passwords."""

from __future__ import annotations

import re
import struct
import zipfile
import zlib
from collections.abc import Generator
from contextlib import contextmanager
from io import BytesIO
from xml.etree import ElementTree

from wherefrom.errors import ContentError

__all__ = ["declared_title", "left_out", "opened", "reading"]

LARGEST_PACKAGE = 250_000_000
LARGEST_PART = 100_000_000
MOST_PARTS = 10_000
MOST_TIMES_SMALLER = 200
_SMALL = 20_000_000
"""Bytes when unpacked; below this a package may be packed as tight as it likes."""

_OLD_OFFICE = b"\xd0\xcf\x11\xe0"
_ENCRYPTED = 0x1
_HEAD = 65_536
_PROLOG = re.compile(r"(?:\s+|<\?.*?\?>|<!--.*?-->)*", re.DOTALL)
_ENCODING = re.compile(r"""<\?xml[^>]*encoding\s*=\s*["']([^"']*)""")
_ENCODINGS = frozenset({"utf-8", "utf-16", "us-ascii", "ascii", "iso-8859-1", "windows-1252"})
_UNMARKED = (b"<\x00", b"\x00<", b"\x00\x00\x00<", b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff", b"\x4c\x6f\xa7\x94")
"""XML in UTF-16 without a mark, in UTF-32, in EBCDIC: parsers read it, and no program writes it."""
_DRAWN = {
    "chart": re.compile(r"(?:word|ppt|xl)/charts/chart\d+\.xml"),
    "diagram": re.compile(r"(?:word|ppt|xl)/diagrams/data\d+\.xml"),
}
_COMMENTS = re.compile(r"word/comments\.xml|ppt/comments/[^/]+\.xml|xl/(?:comments/)?comments?\d+\.xml")
_COMMENT = re.compile(rb"<(?:\w+:)?(?:comment|cm)[ >]")
_TITLE = "{http://purl.org/dc/elements/1.1/}title"

_BROKEN = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    EOFError,
    LookupError,
    NotImplementedError,
    OSError,
    RecursionError,
    SyntaxError,  # what lxml raises for XML that is none
    TypeError,
    ValueError,
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
)
"""The libraries walk through the markup as it should be; where it is not, anything of this kind comes out of them."""


@contextmanager
def reading(kind: str, *own: type[Exception]) -> Generator[None]:
    """Whatever a library stumbles over in a broken file is one error with a reason. `own` are its own errors."""
    try:
        yield
    except ContentError:
        raise
    except (*own, *_BROKEN) as error:
        raise _broken(kind, f"{type(error).__name__}: {error}") from error


def opened(data: bytes, kind: str) -> zipfile.ZipFile:
    """The package, if it is safe to unpack."""
    if data.startswith(_OLD_OFFICE):
        raise ContentError(
            f"this is no {kind} but an old or password-protected Office file",
            hint=f"save it as {kind} without a password",
        )
    with reading(kind):
        package = zipfile.ZipFile(BytesIO(data))
        _refuse_bombs(package, kind, len(data))
        for part in package.infolist():
            with package.open(part) as stream:
                _refuse_entities(stream.read(_HEAD), part.filename)
    return package


def declared_title(package: zipfile.ZipFile) -> str | None:
    """From the core properties; read here, because the libraries make one up where there is none."""
    try:
        core = ElementTree.fromstring(package.read("docProps/core.xml"))  # noqa: S314  -- without a DOCTYPE there are no entities
    except (KeyError, ElementTree.ParseError, ValueError):
        return None
    return core.findtext(_TITLE)


def _refuse_bombs(package: zipfile.ZipFile, kind: str, packed: int) -> None:
    """zipfile unpacks no more of a part than its directory declares, so the declared sizes can be trusted."""
    parts = package.infolist()
    size = sum(part.file_size for part in parts)
    largest = max((part.file_size for part in parts), default=0)
    if any(part.flag_bits & _ENCRYPTED for part in parts):
        raise ContentError(f"this {kind} file is encrypted", hint="save it without a password")
    if len(parts) > MOST_PARTS or size > LARGEST_PACKAGE or largest > LARGEST_PART:
        raise ContentError(
            f"this {kind} file is too large when unpacked",
            value=size,
            hint=f"at most {LARGEST_PACKAGE:,} bytes, {LARGEST_PART:,} in a part, are read",
        )
    if size > _SMALL and size > MOST_TIMES_SMALLER * packed:
        raise ContentError(
            f"this {kind} file looks like a decompression bomb", value=f"{packed:,} bytes unpack to {size:,}"
        )


def _refuse_entities(head: bytes, name: str) -> None:
    """Any part may be handed to an XML parser, whatever it is called. Office itself writes no DOCTYPE."""
    if head.startswith(_UNMARKED):
        raise ContentError("a part of this file has a strange encoding", value=name)
    wide = head.startswith((b"\xff\xfe", b"\xfe\xff"))
    text = head.decode("utf-16" if wide else "utf-8", "replace").lstrip("\ufeff")
    if not text.lstrip().startswith("<"):
        return
    encoding = _ENCODING.match(text)
    if encoding and encoding[1].lower() not in _ENCODINGS:
        raise ContentError("a part of this file has a strange encoding", value=encoding[1])
    prolog = _PROLOG.match(text)
    rest = text[prolog.end() :] if prolog else text
    if rest.startswith("<!") or (not rest and len(head) == _HEAD):
        raise ContentError("a part of this file declares entities", value=name, hint="Office files have no DOCTYPE")


def _broken(kind: str, reason: str) -> ContentError:
    return ContentError(f"this {kind} file is broken", value=reason, hint="open it in its program and save it again")


def left_out(package: zipfile.ZipFile) -> list[str]:
    """What has words of its own that no loader reads, for people."""
    names = package.namelist()
    counts = {what: sum(1 for name in names if parts.fullmatch(name)) for what, parts in _DRAWN.items()}
    counts["comment"] = sum(len(_COMMENT.findall(package.read(name))) for name in names if _COMMENTS.fullmatch(name))
    return [f"{count} {what}{'s' if count > 1 else ''} left out" for what, count in counts.items() if count]
