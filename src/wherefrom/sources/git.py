"""Reading a repository with git, and running nothing that the repository brings along.

Hooks, filters, text conversion, file-system monitors, submodules and every transport are off; the settings of the
machine and of its user are not read. Content comes from the object store (`cat-file`), never from a checkout.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from threading import Lock
from typing import NamedTuple

from wherefrom.errors import AdapterError, ContentError, InvalidValue
from wherefrom.sources.piping import Ended, Pipe, TooLong, TooSlow

__all__ = ["Git", "TreeEntry"]

_SECONDS = 120.0
_SECONDS_A_BLOB = 60.0
_MOST_OUTPUT = 256_000_000
_LONGEST_HEADER = 10_000
_VERSION = re.compile(rb"(\d+)\.(\d+)")
_OFF: Mapping[str, str] = {
    "core.hooksPath": os.devnull,
    "core.fsmonitor": "false",
    "core.symlinks": "false",
    "core.attributesFile": os.devnull,
    "core.excludesFile": os.devnull,
    "core.sshCommand": "false",
    "core.askPass": "",
    "credential.helper": "",
    "protocol.ext.allow": "never",
    "http.followRedirects": "false",
    "submodule.recurse": "false",
    "fetch.recurseSubmodules": "false",
    "gc.auto": "0",
    "maintenance.auto": "false",
    # Whose files these are says nothing about what may be read; and nothing of theirs is run.
    "safe.directory": "*",
}


class TreeEntry(NamedTuple):
    path: bytes
    sha: str
    size: int | None
    """None for what is not a file: a submodule."""
    mode: str


class Git:
    """One repository. `protocols` are those that `clone` and `fetch` may use; none unless said."""

    def __init__(self, path: str, *, protocols: str = "none") -> None:
        self.path = path
        self._protocols = protocols
        self._batch: subprocess.Popen[bytes] | None = None
        self._batch_pipe: Pipe | None = None
        self._lock = Lock()

    @property
    def version(self) -> tuple[int, int]:
        """Of git itself; (0, 0) where it does not say so in numbers."""
        found = _VERSION.search(self.run("version"))
        return (int(found[1]), int(found[2])) if found else (0, 0)

    def resolve(self, ref: str = "HEAD") -> str:
        """The full id of a commit."""
        answer = self.run("rev-parse", "--verify", "--quiet", "--end-of-options", f"{ref}^{{commit}}", may_fail=True)
        if not answer.strip() and ref == "HEAD":
            raise InvalidValue(
                "nothing was committed to the repository yet",
                value=ref,
                hint="commit something, name a branch, or read the files as they lie there: folder:PATH",
            )
        if not answer.strip():
            raise InvalidValue("the repository has no such commit", value=ref, hint="name a branch, tag or commit")
        return answer.decode("ascii", "replace").strip()

    def descends(self, ref: str, commit: str) -> bool:
        """Whether a ref has a commit behind it, or is it."""
        full = self.resolve(commit)
        return self.run("merge-base", full, self.resolve(ref), may_fail=True).decode("ascii", "replace").strip() == full

    def tree(self, commit: str) -> Iterator[TreeEntry]:
        """Every file of a commit, in git's own order."""
        for line in self.run("ls-tree", "-r", "-l", "-z", "--full-tree", commit).split(b"\0")[:-1]:
            told, _, path = line.partition(b"\t")
            mode, _, sha, size = told.decode("ascii", "replace").split()
            yield TreeEntry(path, sha, None if size == "-" else int(size), mode)

    def changed(self, old: str, new: str) -> Mapping[bytes, str]:
        """Paths that differ between two commits, with git's letter: Added, Modified, Deleted, Type changed."""
        told = self.run("diff-tree", "-r", "-z", "--name-status", "--no-renames", "--no-ext-diff", old, new)
        parts = told.split(b"\0")[:-1]
        return {path: letter.decode("ascii", "replace") for letter, path in zip(parts[::2], parts[1::2], strict=True)}

    def uncommitted(self, but: Iterable[str] = ()) -> int:
        """How many files of the working tree differ from the commit that is checked out. Filters stay off."""
        named = self.run("config", "-z", "--name-only", "--get-regexp", r"^filter\.", may_fail=True)
        filters = {name.decode("utf-8", "replace"): "" for name in named.split(b"\0") if name}
        told = self.run(
            *("status", "--porcelain", "-z", "--no-renames", "--untracked-files=normal", "--ignore-submodules=all"),
            *("--", ".", *(f":(exclude,top,literal){path}" for path in but)),
            settings=filters,
        )
        return told.count(b"\0")

    def setting(self, name: str) -> str | None:
        answer = self.run("config", "--get", name, may_fail=True)
        return answer.decode("utf-8", "replace").strip() or None

    def show(self, commit: str, path: bytes) -> tuple[str, bytes]:
        """The blob's id and bytes of a file at a commit."""
        if b"\n" in path:
            raise ContentError("a file name with a line break cannot be asked for", value=path, hint="rename it")
        return self._read(commit.encode() + b":" + path)

    def read(self, sha: str) -> bytes:
        return self._read(sha.encode())[1]

    def run(
        self,
        *arguments: str,
        may_fail: bool = False,
        settings: Mapping[str, str] | None = None,
        seconds: float = _SECONDS,
    ) -> bytes:
        """What a command says. One process a call, ended when it says too much or takes too long."""
        process = self._started(arguments, settings or {}, subprocess.DEVNULL)
        with process, Pipe(process, seconds=seconds) as pipe:
            try:
                said = pipe.rest(_MOST_OUTPUT)
            except (TooSlow, TooLong) as error:
                raise AdapterError(
                    f"git {arguments[0]} {error}", value=self.path, hint="is it a sound repository?"
                ) from None
            complaint = pipe.complaint()
            if process.wait() != 0 and not may_fail:
                raise AdapterError(
                    f"git {arguments[0]} failed: {complaint}", value=self.path, hint="check the repository"
                )
        return said

    def close(self) -> None:
        with self._lock:
            self._end_batch()

    def _read(self, name: bytes) -> tuple[str, bytes]:
        """Through one process that stays: starting one for each file would take longer than reading it."""
        with self._lock:
            try:
                return self._asked(name)
            except (TooSlow, TooLong, Ended, BrokenPipeError) as error:
                self._end_batch()
                raise AdapterError(f"git cat-file {error}", value=self.path, hint="try again", retryable=True) from None

    def _asked(self, name: bytes) -> tuple[str, bytes]:
        if self._batch is None:
            self._batch = self._started(("cat-file", "--batch"), {}, subprocess.PIPE)
            self._batch_pipe = Pipe(self._batch, seconds=_SECONDS_A_BLOB)
        batch, pipe = self._batch, self._batch_pipe
        if batch.stdin is None or pipe is None:
            raise Ended
        pipe.renew()
        batch.stdin.write(name + b"\n")
        batch.stdin.flush()
        header = pipe.line(_LONGEST_HEADER).decode("utf-8", "replace").split(" ")
        if len(header) < 3 or not header[-1].isdigit():
            raise ContentError("the repository does not have this file", value=name, hint="run the source again")
        data = pipe.exactly(int(header[-1]) + 1, _MOST_OUTPUT)[:-1]
        if header[-2] != "blob":
            raise ContentError("this is no file", value=name, hint="name a file, not a folder")
        return header[0], data

    def _end_batch(self) -> None:
        if self._batch_pipe:
            self._batch_pipe.close()
        if self._batch:
            self._batch.kill()
            with suppress(BrokenPipeError):
                self._batch.__exit__(None, None, None)
        self._batch = self._batch_pipe = None

    def _started(self, arguments: Sequence[str], settings: Mapping[str, str], stdin: int) -> subprocess.Popen[bytes]:
        executable = shutil.which("git")
        if executable is None:
            raise AdapterError("git is not installed", value="git", hint="install git to read repositories")
        return subprocess.Popen(  # noqa: S603 -- a fixed program, arguments without a shell
            [executable, *arguments],
            cwd=self.path,
            env=self._environment(settings),
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )

    def _environment(self, settings: Mapping[str, str]) -> dict[str, str]:
        said = {**_OFF, **settings}
        numbered = {f"GIT_CONFIG_KEY_{number}": name for number, name in enumerate(said)}
        numbered |= {f"GIT_CONFIG_VALUE_{number}": text for number, text in enumerate(said.values())}
        return {
            **numbered,
            "GIT_CONFIG_COUNT": str(len(said)),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_ATTR_NOSYSTEM": "1",
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_ALLOW_PROTOCOL": self._protocols,
            "GIT_NO_LAZY_FETCH": "1",
            "GIT_NO_REPLACE_OBJECTS": "1",
            "GIT_OPTIONAL_LOCKS": "0",
            "GIT_CEILING_DIRECTORIES": os.path.dirname(self.path),
            "HOME": os.devnull,
            "LC_ALL": "C",
            "PATH": os.defpath,
        }
