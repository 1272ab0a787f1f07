"""Copies of remote repositories, kept beside the store: bare, whole, and brought up to date before each scan.

Each org has its own folder, so that what one of them erases is gone.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

from wherefrom.egress import Address, Target
from wherefrom.errors import AdapterError
from wherefrom.sources.git import Git

__all__ = ["Addresses", "keep_only", "mirrored"]

Addresses: TypeAlias = Sequence[Address]

_PROTOCOLS = "https"
_BESIDE = "clone-"
_PINS = (2, 37)
"""The first git that can be told which address a name has."""
_SECONDS = 3_600.0


def mirrored(cache: Path, url: str, *, is_renewed: bool, addresses: Addresses | None = None) -> str:
    """The folder of the copy; made if it is not there, brought up to date if asked.

    With `addresses`, which were checked, git resolves no name itself: it may lead elsewhere a moment later.
    """
    folder = cache / _name(url)
    if not folder.is_dir():
        _clone(cache, url, folder, addresses)
    elif is_renewed:
        git = Git(str(folder), protocols=_PROTOCOLS)
        _reached(git, addresses, "fetch", "--prune", "--force", "--quiet", url, "+refs/*:refs/*")
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


def _clone(cache: Path, url: str, folder: Path, addresses: Addresses | None) -> None:
    """Beside, then moved: a copy that was interrupted is never taken for a whole one."""
    cache.mkdir(mode=0o700, parents=True, exist_ok=True)
    beside = tempfile.mkdtemp(prefix=_BESIDE, dir=cache)
    try:
        inside = os.path.join(beside, "copy")
        git = Git(beside, protocols=_PROTOCOLS)
        _reached(git, addresses, "clone", "--mirror", "--quiet", "--template=", "--", url, inside)
        if not folder.is_dir():
            os.rename(inside, folder)
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _reached(git: Git, addresses: Addresses | None, *arguments: str) -> None:
    url = arguments[-2]
    settings = None if addresses is None else _pinned(git, url, addresses)
    try:
        git.run(*arguments, settings=settings, seconds=_SECONDS)
    except AdapterError as error:
        raise AdapterError(error.message, value=url, hint="check the address", retryable=True) from error


def _pinned(git: Git, url: str, addresses: Addresses) -> Mapping[str, str]:
    """What an older git does not know it would pass over without a word, so it is not asked at all."""
    if not addresses:
        raise AdapterError(
            "the name cannot be resolved", value=url, hint="check the address, try again", retryable=True
        )
    if git.version < _PINS:
        raise AdapterError(
            "this git cannot be told where to connect to",
            value=".".join(map(str, git.version)),
            hint="install git 2.37 or newer, or clone it and ingest the folder",
        )
    target = Target.of(url)
    if target.address is not None:
        return {}  # there is no name to resolve
    written = ",".join(f"[{address}]" if address.version == 6 else str(address) for address in addresses)
    return {"http.curloptResolve": f"{target.host}:{target.port}:{written}"}
