"""Copies of remote repositories, kept beside the store: bare, whole, and brought up to date before each scan.

Each org has its own folder, so that what one of them erases is gone.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from wherefrom.errors import AdapterError
from wherefrom.sources.git import Git

__all__ = ["keep_only", "mirrored"]

_PROTOCOLS = "https"
_BESIDE = "clone-"
_SECONDS = 3_600.0


def mirrored(cache: Path, url: str, *, is_renewed: bool) -> str:
    """The folder of the copy; made if it is not there, brought up to date if asked."""
    folder = cache / _name(url)
    if not folder.is_dir():
        _clone(cache, url, folder)
    elif is_renewed:
        _reached(
            Git(str(folder), protocols=_PROTOCOLS), "fetch", "--prune", "--force", "--quiet", url, "+refs/*:refs/*"
        )
    return str(folder)


def keep_only(cache: Path, urls: Iterable[str]) -> None:
    """The copies of these go on; all others go, and what somebody began to copy and never finished."""
    kept = {_name(url) for url in urls}
    for folder in cache.iterdir() if cache.is_dir() else ():
        if folder.name not in kept and (not folder.name.startswith(_BESIDE) or _is_left_behind(folder)):
            shutil.rmtree(folder, ignore_errors=True)


def _name(url: str) -> str:
    return f"{sha256(url.encode()).hexdigest()[:32]}.git"


def _is_left_behind(beside: Path) -> bool:
    """A younger one may still be copied."""
    try:
        return time.time() - beside.stat().st_mtime > _SECONDS
    except FileNotFoundError:
        return False


def _clone(cache: Path, url: str, folder: Path) -> None:
    """Beside, then moved: a copy that was interrupted is never taken for a whole one."""
    cache.mkdir(parents=True, exist_ok=True)
    beside = tempfile.mkdtemp(prefix=_BESIDE, dir=cache)
    try:
        inside = os.path.join(beside, "copy")
        _reached(Git(beside, protocols=_PROTOCOLS), "clone", "--mirror", "--quiet", "--template=", "--", url, inside)
        if not folder.is_dir():
            os.rename(inside, folder)
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _reached(git: Git, *arguments: str) -> None:
    try:
        git.run(*arguments, seconds=_SECONDS)
    except AdapterError as error:
        raise AdapterError(error.message, value=arguments[-2], hint="check the address", retryable=True) from error
