"""What a walk through a folder or a repository passes over, and the reason that people read."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

__all__ = ["LARGEST_FILE", "THE_STORE", "is_binary", "is_hidden", "own_below", "reason_for_file", "reason_for_folder"]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


THE_STORE = "the store itself"
LARGEST_FILE = 50_000_000
"""Bytes; what is larger is passed over."""

_SNIFFED = 8_000
_BYTE_ORDER_MARKS = (b"\xff\xfe", b"\xfe\xff")

_VERSION_CONTROL = frozenset({".git", ".hg", ".svn", ".bzr", "CVS"})
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

_NOT_TEXT_INSIDE = _words("pdf docx pptx xlsx docm pptm xlsm zip tar gz tgz bz2 xz epub odt msg")
"""Endings of files that hold text in a form of their own: zero bytes in them mean nothing."""


def own_below(root: str, own: Iterable[Path]) -> frozenset[str]:
    """The files and folders of the store that lie below a folder, as paths from there."""
    real = os.path.realpath(root)
    below = (os.path.relpath(os.path.realpath(each), real) for each in own)
    return frozenset(path for path in below if path.split(os.sep)[0] != os.pardir)


def reason_for_folder(name: str) -> str | None:
    if name in _VERSION_CONTROL:
        return "version control"
    if name in _VENDORED:
        return "vendored"
    return None


def is_hidden(name: str) -> bool:
    """For a folder; what is hidden in a repository was put there on purpose."""
    return name.startswith(".")


def reason_for_file(name: str, size: int) -> str | None:
    ending = _ending(name)
    if ending in _BINARY:
        return "binary"
    if name in _GENERATED or name.endswith(_GENERATED_ENDINGS):
        return "generated"
    return f"larger than {LARGEST_FILE // 1_000_000} MB" if size > LARGEST_FILE else None


def is_binary(name: str, data: bytes) -> bool:
    """A zero byte near the beginning, as git decides it; UTF-16 says so in its first bytes."""
    if _ending(name) in _NOT_TEXT_INSIDE or data.startswith(_BYTE_ORDER_MARKS):
        return False
    return b"\0" in data[:_SNIFFED]


def _ending(name: str) -> str:
    return name.rpartition(".")[2].lower() if "." in name else ""
