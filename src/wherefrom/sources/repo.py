"""A git repository: kind `repo`, addressed as `path`, `path@ref`, or `https://…` (with `@ref`), which is mirrored.

What is read is a commit, never the working tree: a citation names a commit, and that commit must have the text. So a
target without a ref is read as HEAD has it; how many files differ from that is told with what was passed over. Who
wants the files as they lie there ingests the folder.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote_from_bytes, unquote_to_bytes, urlsplit

from wherefrom.core.documents import Source
from wherefrom.core.passing_over import is_binary, reason_for_file, reason_for_folder
from wherefrom.egress import Target
from wherefrom.errors import AdapterError, BinaryContent, ContentError, InvalidValue
from wherefrom.ports.documents import Blob, Found, Scan
from wherefrom.sources.attributes import ATTRIBUTES_FILE, Attributes, attributes_in
from wherefrom.sources.folder import lies_in, path_of, uri_of
from wherefrom.sources.git import Git, TreeEntry
from wherefrom.sources.mirror import Addresses, keep_only, mirrored
from wherefrom.sources.own import THE_STORE, own_below

__all__ = ["RepoConnector"]

_MOST_FILES = 500_000
_MOST_ATTRIBUTES = 100
_LINK, _SUBMODULE = "120000", "160000"
_LFS = b"version https://git-lfs.github.com/spec/"
_CREDENTIALS = re.compile(r"(?<=://)[^/@]*@")


class _Address(NamedTuple):
    """Where a repository is: `base` begins the address of each of its files; `org` is whose copy of it."""

    base: str
    ref: str | None
    path: str | None = None
    remote: str | None = None
    org: str = ""


class RepoConnector:
    """`cache` holds the mirrors of remote repositories; `check_address` refuses those that may not be reached,
    and says where the others are: git connects there and nowhere else.

    With `roots`, a repository outside all of them is refused: so it is on a server. `own` is what the store is made
    of, which is not among what is read into it.
    """

    def __init__(
        self,
        cache: Path,
        *,
        check_address: Callable[[str], Addresses] | None = None,
        roots: Sequence[Path] | None = None,
        own: Sequence[Path] = (),
    ) -> None:
        self._cache = cache
        self._own = own
        self._check_address = check_address
        self._roots = None if roots is None else tuple(os.path.realpath(root) for root in roots)
        self._open: dict[tuple[str, str], Git] = {}
        self._commits: dict[str, str] = {}
        self._names: dict[str, str] = {}

    def check(self, source: Source) -> None:
        address = self._address(source.uri, source.org)
        if address.remote:
            self._check_remote(address.remote)
        else:
            self._git(address).resolve(address.ref or "HEAD")

    def scan(self, source: Source, state: str | None) -> Scan:
        """Every file of the commit with its blob's id, so that what no commit since `state` touched is not read."""
        address = self._address(source.uri, source.org)
        if address.remote:
            self._mirror(address, address.remote, is_renewed=True)
        git = self._git(address)
        commit = git.resolve(address.ref or "HEAD")
        entries = _listed(git, commit, address.base)
        skipped: dict[str, str] = {}
        own = own_below(address.path, self._own) if address.path else frozenset[str]()
        found = list(_wanted(entries, address.base, _attributes(git, entries), own, skipped))
        skipped.update(_uncommitted(git, address, commit, own))
        self._commits[source.uri] = commit
        return Scan(found, list(skipped.items()), state=commit)

    def fetch(self, source: Source, found: Found) -> Blob:
        address = self._address(source.uri, source.org)
        base, _, quoted = found.uri.rpartition("#")
        if base != address.base:
            raise ContentError("this file is of another repository", value=found.uri, hint="run the source again")
        git, path = self._git(address), unquote_to_bytes(quoted)
        commit = self._commits.get(source.uri) or git.resolve(address.ref or "HEAD")
        blob, data = git.show(commit, path)
        shown = path.decode("utf-8", "replace")
        if data.startswith(_LFS):
            raise ContentError("this file is kept in Git LFS", value=shown, hint="ingest the folder instead")
        if is_binary(shown, data):
            raise BinaryContent(shown)
        return Blob(found.uri, data, shown, revision=blob, repo=self._name(git, address), commit=commit)

    def descends(self, source: Source, commit: str) -> bool:
        address = self._address(source.uri, source.org)
        try:
            return self._git(address).descends(address.ref or "HEAD", commit)
        except (AdapterError, InvalidValue):
            return False

    def close(self) -> None:
        for git in self._open.values():
            git.close()
        self._open.clear()
        self._commits.clear()

    def keep_only(self, org: str, uris: Iterable[str]) -> None:
        """Of remote repositories; one that lies here is its owner's own."""
        kept: list[str] = []
        for uri in filter(_is_remote, uris):
            with suppress(InvalidValue):  # of an address that nothing can be read from there is no copy
                kept.append(self._remote(uri, org).base)
        keep_only(self._cache / org, kept)

    def _address(self, uri: str, org: str = "") -> _Address:
        if _is_remote(uri):
            return self._remote(uri, org)
        path, ref = _split(path_of(uri))
        if self._roots is not None and not any(lies_in(os.path.realpath(path), root) for root in self._roots):
            raise InvalidValue(
                "this path is outside the folders that may be read", value=uri, hint="name its root in the settings"
            )
        return _Address(uri_of(path), ref, path=path)

    def _remote(self, uri: str, org: str) -> _Address:
        parts = urlsplit(uri)
        if parts.scheme != "https":
            raise InvalidValue(
                "only https reaches a remote repository", value=parts.scheme, hint="give its https address"
            )
        if "@" in parts.netloc:
            raise InvalidValue("an address carries no credentials", value=parts.hostname, hint="leave them out of it")
        path, _, ref = parts.path.partition("@")
        # As egress reads it: git must not understand another host by it than the one that was checked.
        url = Target.of(f"https://{parts.netloc}{path}").url
        return _Address(url, ref or None, remote=url, org=org)

    def _check_remote(self, url: str) -> Addresses | None:
        return self._check_address(url) if self._check_address else None

    def _git(self, address: _Address) -> Git:
        git = self._open.get((address.org, address.base))
        if git is None:
            git = Git(address.path or self._mirror(address, address.base))
            if address.path:
                _check_is_repository(git, self._roots)
            self._open[address.org, address.base] = git
        return git

    def _name(self, git: Git, address: _Address) -> str:
        if address.base not in self._names:
            self._names[address.base] = address.remote or _origin(git)
        return self._names[address.base]

    def _mirror(self, address: _Address, url: str, *, is_renewed: bool = False) -> str:
        addresses = self._check_remote(url)
        return mirrored(self._cache / address.org, url, is_renewed=is_renewed, addresses=addresses)


def _is_remote(uri: str) -> bool:
    return "://" in uri and not uri.startswith("file://")


def _origin(git: Git) -> str:
    """Where it came from, without credentials, or what its folder is called."""
    origin = git.setting("remote.origin.url")
    return _CREDENTIALS.sub("", origin).partition("?")[0] if origin else os.path.basename(git.path)


def _split(path: str) -> tuple[str, str | None]:
    """A folder may have an @ in its name, and a ref a slash: the longest path that is a folder is the repository."""
    if os.path.isdir(path):
        return path, None
    for at in reversed([match.start() for match in re.finditer("@", path)]):
        if os.path.isdir(path[:at]) and path[at + 1 :]:
            return path[:at], path[at + 1 :]
    raise InvalidValue("there is no such repository", value=path, hint="give the path of its folder, or path@ref")


def _check_is_repository(git: Git, roots: Sequence[str] | None) -> None:
    """It lies right here, and what belongs to it lies in the roots too: `.git` may be a file that leads elsewhere."""
    told = git.run("rev-parse", "--path-format=absolute", "--git-dir", "--git-common-dir", may_fail=True)
    folders = told.decode("utf-8", "surrogateescape").splitlines()
    if not folders:
        raise InvalidValue("this is no git repository", value=git.path, hint="give the top folder of a repository")
    for folder in folders:
        if roots is not None and not any(lies_in(os.path.realpath(folder), root) for root in roots):
            raise InvalidValue(
                "the repository keeps its history elsewhere", value=git.path, hint="give that repository"
            )


def _listed(git: Git, commit: str, base: str) -> list[TreeEntry]:
    entries: list[TreeEntry] = []
    for entry in git.tree(commit):
        entries.append(entry)
        if len(entries) > _MOST_FILES:
            raise AdapterError("the repository has too many files", value=base, hint=f"at most {_MOST_FILES} are read")
    return entries


def _wanted(
    entries: Iterable[TreeEntry],
    base: str,
    attributes: Sequence[Attributes],
    own: frozenset[str],
    skipped: dict[str, str],
) -> Iterator[Found]:
    folders: dict[bytes, tuple[str, str] | None] = {}
    for entry in entries:
        folder, _, name = entry.path.rpartition(b"/")
        if folder not in folders:
            folders[folder] = _passed_folder(folder, own)
        passed = folders[folder] or _passed_file(entry, name, attributes, own)
        if passed:
            skipped[passed[0]] = passed[1]
        else:
            yield Found(f"{base}#{quote_from_bytes(entry.path)}", entry.sha)


def _passed_folder(folder: bytes, own: frozenset[str]) -> tuple[str, str] | None:
    """The outermost folder that is passed over, told once."""
    parts = folder.decode("utf-8", "replace").split("/")
    for depth, part in enumerate(parts, start=1):
        path = "/".join(parts[:depth])
        reason = THE_STORE if path in own else reason_for_folder(part)
        if reason:
            return f"{path}/", reason
    return None


def _passed_file(
    entry: TreeEntry, name: bytes, attributes: Sequence[Attributes], own: frozenset[str]
) -> tuple[str, str] | None:
    path = entry.path.decode("utf-8", "replace")
    if path in own:
        return path, THE_STORE
    if entry.mode == _SUBMODULE:
        return path, "a submodule"
    if entry.mode == _LINK:
        return path, "a link"
    if b"\n" in entry.path:
        return path, "a line break in its name"
    reason = reason_for_file(name.decode("utf-8", "replace"), entry.size or 0)
    for rules in attributes:
        reason = reason or rules.reason_for(path)
    return (path, reason) if reason else None


def _attributes(git: Git, entries: Iterable[TreeEntry]) -> Sequence[Attributes]:
    """The deepest first."""
    ending = ATTRIBUTES_FILE.encode()
    files = [entry for entry in entries if entry.path.rpartition(b"/")[2] == ending and entry.mode != _LINK]
    read = (attributes_in(entry.path, git.read(entry.sha)) for entry in files[:_MOST_ATTRIBUTES])
    return [own for own in reversed(list(read)) if own]


def _uncommitted(git: Git, address: _Address, commit: str, own: Iterable[str]) -> Mapping[str, str]:
    """Told only where HEAD was read, and where there is a working tree."""
    if address.ref or address.path is None or git.run("rev-parse", "--is-bare-repository").strip() == b"true":
        return {}
    try:
        count = git.uncommitted(own)
    except AdapterError as error:
        return {address.path: f"its working tree cannot be compared: {error.message}"}
    told = f"{count} uncommitted {'change' if count == 1 else 'changes'}: what is read is commit {commit[:12]}"
    return {address.path: told} if count else {}
