"""What is passed over in a folder, a repository or an archive, and the reason that people read."""

from __future__ import annotations

from typing import NamedTuple

__all__ = [
    "BINARY",
    "HIDDEN",
    "LARGEST_FILE",
    "Passed",
    "begins_as_binary",
    "is_binary",
    "is_hidden",
    "passed_at",
    "reason_for_file",
    "reason_for_folder",
]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


BINARY, HIDDEN = "binary", "hidden"
LARGEST_FILE = 50_000_000
"""Bytes; what is larger is passed over."""

_SNIFFED = 8_000
_BYTE_ORDER_MARKS = (b"\xff\xfe", b"\xfe\xff")

_SIGNATURES = (
    *(b"\x89PNG", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"\x1aE\xdf\xa3"),
    *(b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe", b"\xd0\xcf\x11\xe0"),
    *(b"7z\xbc\xaf", b"Rar!\x1a\x07", b"\x28\xb5\x2f\xfd"),
)
"""How pictures, films, programs and archives begin that may be too short to have a zero byte. No text begins so."""

_VERSION_CONTROL = frozenset({".git", ".hg", ".svn", ".bzr", "CVS"})
_OF_MACOS = "__MACOSX"
"""What its archiver puts beside the files that were packed."""
_VENDORED = _words(
    "node_modules bower_components jspm_packages vendor venv .venv .tox .nox dist site-packages __pycache__ "
    "__pypackages__ Pods Carthage DerivedData"
)
_BINARY = _words(
    "png jpg jpeg gif bmp ico tif tiff webp avif heic psd ai eps svgz mp3 mp4 m4a m4v wav flac ogg opus avi mov mkv "
    "webm wmv exe dll so dylib a o obj lib class jar war ear pyc pyo pyd whl egg bin dat iso img dmg deb rpm apk msi "
    "ttf otf woff woff2 eot db sqlite sqlite3 mdb parquet arrow feather npy npz pkl pickle h5 hdf5 onnx pt pth ckpt "
    "safetensors gguf tflite pack idx wasm swf zst 7z rar lz4 br keystore jks p12 pfx"
)

_GENERATED_ENDINGS = (".min.js", ".min.css", ".map", ".pb.go", "_pb2.py", "_pb2_grpc.py", ".designer.cs")
_GENERATED = _words(
    "package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lockb poetry.lock uv.lock Pipfile.lock "
    "Cargo.lock composer.lock Gemfile.lock go.sum flake.lock"
)

_NOT_TEXT_INSIDE = _words(
    "pdf docx docm dotx pptx pptm ppsx xlsx xlsm xltx zip tar gz tgz bz2 tbz2 xz txz epub odt msg"
)
"""Endings of files that hold text in a form of their own: zero bytes in them mean nothing."""
_TYPES_NOT_TEXT_INSIDE = (
    *("application/pdf", "application/x-pdf", "application/vnd.openxmlformats-officedocument"),
    *("application/zip", "application/x-zip", "application/x-tar", "application/gzip", "application/x-gzip"),
)
_PDF, _ZIP, _OFFICE = b"%PDF-", b"PK\x03\x04", b"[Content_Types].xml"


class Passed(NamedTuple):
    """A file, or a folder with all that is in it."""

    path: str
    reason: str


def passed_at(path: str) -> Passed | None:
    """Of something below a folder: the outermost part of its path that speaks against it."""
    parts = path.split("/")
    for depth, name in enumerate(parts, start=1):
        reason = reason_for_folder(name) if depth < len(parts) else reason_for_file(name, size=0)
        if reason or is_hidden(name):
            return Passed("/".join(parts[:depth]), reason or HIDDEN)
    return None


def reason_for_folder(name: str) -> str | None:
    if name in _VERSION_CONTROL:
        return "version control"
    if name in _VENDORED:
        return "vendored"
    return "what macOS packs for itself" if name == _OF_MACOS else None


def is_hidden(name: str) -> bool:
    """For a folder; what is hidden in a repository was put there on purpose."""
    return name.startswith(".")


def reason_for_file(name: str, size: int) -> str | None:
    ending = _ending(name)
    if ending in _BINARY:
        return BINARY
    if name in _GENERATED or name.endswith(_GENERATED_ENDINGS):
        return "generated"
    return f"larger than {LARGEST_FILE // 1_000_000} MB" if size > LARGEST_FILE else None


def is_binary(name: str, data: bytes, media_type: str = "") -> bool:
    """It begins as no text does, or has a zero byte near there, as git decides it; UTF-16 says so at once.

    What holds text in a form of its own is known by its name, by what its origin says, or by how it begins.
    """
    if _ending(name) in _NOT_TEXT_INSIDE or media_type.lower().startswith(_TYPES_NOT_TEXT_INSIDE):
        return False
    head = data[:_SNIFFED]
    if head.startswith(_BYTE_ORDER_MARKS) or head.lstrip().startswith(_PDF):
        return False
    return begins_as_binary(head) or (b"\0" in head and not (head.startswith(_ZIP) and _OFFICE in head))


def begins_as_binary(data: bytes) -> bool:
    return data.startswith(_SIGNATURES)


def _ending(name: str) -> str:
    return name.rpartition(".")[2].lower() if "." in name else ""
