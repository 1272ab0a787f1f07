"""Archives: what lies in a zip, a tar or a compressed file, one member at a time, however it was made.

Sizes that an archive declares are never believed: bytes are counted as they come out, and a member that outgrows its
limit is dropped there. Nothing is written anywhere. What cannot be taken out is told with its reason, and so is what
is passed over, as it would be if it lay unpacked in a folder.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import re
import stat
import struct
import tarfile
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import IO, NamedTuple, cast

from wherefrom.core.archives import INSIDE
from wherefrom.core.passing_over import BINARY, Passed, is_binary, passed_at
from wherefrom.errors import ContentError
from wherefrom.loading.bounds import LARGEST_MEMBER, STEP, Bounds, Counted, TooLarge, TooMuch
from wherefrom.ports.documents import Blob
from wherefrom.ports.reading import Refused

__all__ = ["is_archive", "unpack"]

_DEEPEST = 3
"""Archives in archives: a release that holds a package that holds test data. Bombs nest five deep, or endlessly."""
_MOST_IN_DIRECTORY = 100_000
"""Entries in a zip's directory, which has to be in memory whole."""

_ZIP, _TAR = "zip", "tar"
_COMPRESSED: dict[str, tuple[bytes, Callable[[BytesIO], IO[bytes]]]] = {
    "gz": (b"\x1f\x8b", lambda data: cast("IO[bytes]", gzip.GzipFile(fileobj=data))),
    "bz2": (b"BZh", bz2.BZ2File),
    "xz": (b"\xfd7zXZ\x00", lzma.LZMAFile),
}
_ENDINGS = {
    ".zip": (_ZIP, ""),
    ".tar": (_TAR, ""),
    ".tgz": (_TAR, "gz"),
    ".tbz2": (_TAR, "bz2"),
    ".txz": (_TAR, "xz"),
    **{f".tar.{ending}": (_TAR, ending) for ending in _COMPRESSED},
    **{f".{ending}": ("", ending) for ending in _COMPRESSED},
}
_MEDIA_TYPES = {
    "application/zip": (_ZIP, ""),
    "application/x-zip-compressed": (_ZIP, ""),
    "application/x-tar": (_TAR, ""),
    "application/gzip": ("", "gz"),
    "application/x-gzip": ("", "gz"),
}
_ZIP_MAGIC = (b"PK\x03\x04", b"PK\x05\x06")
_TAR_MAGIC = b"ustar"

_UNPACKED = "if it is to be trusted, unpack it and ingest the folder"
_DECRYPTED = "unpack it with its password, and ingest the folder"
_AS_FILE = "pack the file itself"

_ENTRY = b"PK\x01\x02"
_ENCRYPTED = 0x1
_LONGEST_PATH = 1_000
_DRIVE = re.compile(r"[A-Za-z]:")
_BROKEN = (
    EOFError,
    LookupError,
    NotImplementedError,
    OSError,
    RecursionError,
    RuntimeError,
    ValueError,
    lzma.LZMAError,
    struct.error,
    tarfile.TarError,
    zipfile.BadZipFile,
    zlib.error,
)
"""What the standard library raises over archives that are damaged, or made to be."""


class _Form(NamedTuple):
    """`holds` is zip, tar or "" for a single file, called `inner`; `packed` how the whole is compressed."""

    holds: str
    packed: str
    inner: str


class _Member(NamedTuple):
    """Its bytes, or why it has none; `passed` is the folder or file that is passed over with it."""

    name: str
    data: bytes = b""
    refusal: ContentError | None = None
    passed: Passed | None = None


def is_archive(blob: Blob) -> bool:
    """By its name, else by what its origin said, else by how it begins. Office files are zips, but no archives."""
    return _form(blob) is not None


def unpack(blob: Blob) -> Iterator[Blob | Refused | Passed]:
    """Everything in it, nested archives included. ContentError where it breaks, or gives more than it may."""
    yield from _unpacked(blob, Bounds(len(blob.data)), depth=1)


def _unpacked(blob: Blob, bounds: Bounds, depth: int) -> Iterator[Blob | Refused | Passed]:
    seen, passed = Counter[str](), set[Passed]()
    for member in _opened(blob, bounds):
        if member.passed is None:
            yield from _taken(blob, member, seen, bounds, depth)
        elif member.passed not in passed:
            passed.add(member.passed)
            yield _passed(blob, member.passed)


def _taken(
    blob: Blob, member: _Member, seen: Counter[str], bounds: Bounds, depth: int
) -> Iterator[Blob | Refused | Passed]:
    path = _safe_path(member.name)
    name = path or member.name[:_LONGEST_PATH]
    seen[name] += 1
    # One that is not the first of its name has an address of its own, or it would be taken for the first.
    inner = f"{INSIDE}{name}" if seen[name] == 1 else f"{INSIDE}{name} ({seen[name]})"
    child = Blob(blob.uri + inner, member.data, blob.path + inner, repo=blob.repo, commit=blob.commit)
    refusal = member.refusal or _refused_by_name(path, seen[name])
    if refusal is not None:
        yield _refused(child, refusal)
    elif is_archive(child):
        yield from _nested(child, bounds, depth)
    else:
        yield _passed(blob, Passed(name, BINARY)) if is_binary(name, child.data) else child


def _refused_by_name(path: str | None, count: int) -> ContentError | None:
    if path is None:
        return ContentError("its path leads out of the archive", hint="pack it again, with paths inside it")
    if count > 1:
        return ContentError("another of this name came before it", hint="pack it again, each under a name of its own")
    return None


def _refused(blob: Blob, error: ContentError) -> Refused:
    told = error.message if error.value is None else f"{error.message}: {error.value}"
    return Refused(blob.uri, blob.path, told, error.hint)


def _passed(blob: Blob, inside: Passed) -> Passed:
    return inside._replace(path=f"{blob.path}{INSIDE}{inside.path}")


def _nested(blob: Blob, bounds: Bounds, depth: int) -> Iterator[Blob | Refused | Passed]:
    if depth == _DEEPEST:
        deeper = f"archives are opened {_DEEPEST} deep, and this lies deeper"
        yield _refused(blob, ContentError(deeper, hint=_UNPACKED))
        return
    try:
        yield from _unpacked(blob, bounds, depth + 1)
    except TooMuch:
        raise
    except ContentError as error:
        yield _refused(blob, error)


def _opened(blob: Blob, bounds: Bounds) -> Iterator[_Member]:
    form = _form(blob)
    try:
        if form is None:
            raise ContentError("this is no archive", value=blob.path)
        if form.holds == _ZIP:
            yield from _zipped(blob.data, bounds)
        elif form.holds == _TAR:
            yield from _tarred(Counted(_plain(blob.data, form.packed), bounds), bounds)
        else:
            yield _Member(form.inner, Counted(_plain(blob.data, form.packed), bounds).all_of(len(blob.data)))
    except _BROKEN as error:
        raise ContentError(
            "this archive is broken", value=f"{type(error).__name__}: {error}", hint="pack it again"
        ) from error


def _plain(data: bytes, packed: str) -> IO[bytes]:
    opened = BytesIO(data)
    return _COMPRESSED[packed][1](opened) if packed else opened


def _zipped(data: bytes, bounds: Bounds) -> Iterator[_Member]:
    if data.count(_ENTRY) > _MOST_IN_DIRECTORY:
        raise TooMuch("this archive has too many members", hint=f"at most {_MOST_IN_DIRECTORY:,}")
    with zipfile.ZipFile(BytesIO(data)) as archive:
        for info in archive.infolist():
            bounds.count_member()
            if not info.is_dir():
                yield _passed_by(info.filename) or _from_zip(archive, info, bounds)


def _from_zip(archive: zipfile.ZipFile, info: zipfile.ZipInfo, bounds: Bounds) -> _Member:
    mode = info.external_attr >> 16
    if info.flag_bits & _ENCRYPTED:
        return _Member(info.filename, refusal=ContentError("it is encrypted", hint=_DECRYPTED))
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        return _Member(info.filename, refusal=ContentError("it is a link or a device, no file", hint=_AS_FILE))
    try:
        with archive.open(info) as stream:
            return _Member(info.filename, Counted(stream, bounds).all_of(info.compress_size))
    except TooMuch:
        raise
    except ContentError as error:
        return _Member(info.filename, refusal=error)
    except _BROKEN as error:
        return _Member(info.filename, refusal=ContentError(f"it is broken: {error}", hint="pack it again"))


def _tarred(stream: Counted, bounds: Bounds) -> Iterator[_Member]:
    with tarfile.open(fileobj=cast("IO[bytes]", stream), mode="r:", errors="replace") as archive:
        for info in archive:
            bounds.count_member()
            if not info.isdir():
                yield _passed_by(info.name) or _from_tar(archive, info)


def _from_tar(archive: tarfile.TarFile, info: tarfile.TarInfo) -> _Member:
    if not info.isreg() or info.issparse():
        return _Member(info.name, refusal=ContentError("it is a link, a device or a sparse file", hint=_AS_FILE))
    if info.size > LARGEST_MEMBER:
        return _Member(info.name, refusal=TooLarge(LARGEST_MEMBER))
    opened = archive.extractfile(info)
    return _Member(info.name, b"".join(iter(lambda: opened.read(STEP), b"")) if opened else b"")


def _passed_by(name: str) -> _Member | None:
    """What need not be taken out at all; that a path leads elsewhere is told first."""
    path = _safe_path(name)
    passed = passed_at(path) if path else None
    return _Member(name, passed=passed) if passed else None


def _safe_path(name: str) -> str | None:
    """Below the archive, with single slashes; None if it would lead elsewhere."""
    name = name.replace("\\", "/")
    parts = [part for part in name.split("/") if part not in ("", ".")]
    if not parts or ".." in parts or name.startswith("/") or _DRIVE.match(name) or len(name) > _LONGEST_PATH:
        return None
    return "/".join(parts)


def _form(blob: Blob) -> _Form | None:
    name = blob.path.rpartition("/")[2]
    for ending, (holds, packed) in _ENDINGS.items():
        if name.lower().endswith(ending) and len(name) > len(ending):
            return _Form(holds, packed, name[: -len(ending)])
    if form := _MEDIA_TYPES.get(blob.media_type.partition(";")[0].strip().lower()):
        return _Form(*form, name)
    return None if "." in name else _form_of_bytes(blob.data, name)


def _form_of_bytes(data: bytes, name: str) -> _Form | None:
    if data.startswith(_ZIP_MAGIC):
        return _Form(_ZIP, "", name)
    if data[257:262] == _TAR_MAGIC:
        return _Form(_TAR, "", name)
    return next((_Form("", packed, name) for packed, (magic, _) in _COMPRESSED.items() if data.startswith(magic)), None)
