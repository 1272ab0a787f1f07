"""How a reading process binds itself before it sees a document: little memory, no network, no files but its own code.

The kernel does it where it can (a network namespace, Landlock). The interpreter refuses as well, which holds for Python
code everywhere but not for a parser that was taken over: where only that is left, `doctor` says so.
"""

from __future__ import annotations

import os
import resource
import struct
import sys
from collections.abc import Iterable
from ctypes import CDLL

__all__ = ["allow_processor", "confine_files", "confine_network", "limit_resources", "refuse_in_process"]

_OPEN_FILES = 64
"""Pipes, and the few that an import has open at once."""
_SYSTEM = (
    *("/usr", "/lib", "/lib64", os.devnull, "/dev/urandom"),
    *("/etc/ld.so.cache", "/etc/localtime", "/etc/timezone", "/etc/fonts", "/etc/ssl/openssl.cnf"),
    *("/etc/mime.types", "/etc/apache/mime.types", "/etc/apache2/mime.types", "/etc/httpd"),  # openpyxl asks mimetypes
)
"""What the interpreter and its libraries read besides their own folders; nothing of it belongs to a person."""

_NEW_USER, _NEW_NETWORK = 0x10000000, 0x40000000  # linux/sched.h
_NO_NEW_PRIVILEGES = 38  # linux/prctl.h
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same on every architecture
_ASK_VERSION, _PATH_BENEATH = 1, 1  # linux/landlock.h
_READ_FILE, _READ_FOLDER = 1 << 2, 1 << 3
_RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1}
"""Everything that can be done to files, as the versions of Landlock learnt it."""

_REFUSED = ("socket.", "subprocess.", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.system", "pty.")
_REFUSED_TO_FILES = frozenset(
    f"os.{verb}" for verb in ("chmod", "chown", "link", "mkdir", "remove", "rename", "rmdir", "symlink", "truncate")
)
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def limit_resources(memory: int) -> None:
    """Address space, and nothing left on the disk: no core dump, no byte written to a file."""
    for kind, most in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_NOFILE, _OPEN_FILES),
    ):
        resource.setrlimit(kind, (most, most))


def allow_processor(seconds: float) -> None:
    """So much more from now on; the kernel ends a process that takes it, even if its parent no longer watches."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    most = int(used.ru_utime + used.ru_stime + seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))


def confine_network() -> bool:
    """Into a network of its own, which leads nowhere. False where the system does not permit it."""
    return sys.platform == "linux" and CDLL(None).unshare(_NEW_USER | _NEW_NETWORK) == 0


def confine_files(readable: Iterable[str]) -> bool:
    """Nothing is written, run or removed, and nothing read but these folders. False where the kernel cannot do it."""
    if sys.platform != "linux":
        return False
    libc = CDLL(None)
    version = libc.syscall(_CREATE_RULESET, None, 0, _ASK_VERSION)
    if version < 1:
        return False
    rights = struct.pack("=Q", _RIGHTS[min(version, max(_RIGHTS))])
    rules = libc.syscall(_CREATE_RULESET, rights, len(rights), 0)
    for path in {*readable, *_SYSTEM}:
        _allow_reading(libc, rules, path)
    libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    is_confined = libc.syscall(_RESTRICT_SELF, rules, 0) == 0
    os.close(rules)
    return is_confined


def _allow_reading(libc: CDLL, rules: int, path: str) -> None:
    try:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return  # not on this system
    rights = _READ_FILE | (_READ_FOLDER if os.path.isdir(path) else 0)
    libc.syscall(_ADD_RULE, rules, _PATH_BENEATH, struct.pack("=Qi", rights, opened), 0)
    os.close(opened)


def refuse_in_process() -> None:
    """Sockets, programs and writing, refused by the interpreter from now on; it cannot be undone."""

    def refuse(event: str, args: tuple[object, ...]) -> None:
        if event == "open":
            path, _, flags = args
            if isinstance(flags, int) and flags & _WRITING and path != os.devnull:
                raise PermissionError("a reading process writes no files")
        elif event.startswith(_REFUSED) or event in _REFUSED_TO_FILES:
            raise PermissionError(f"a reading process may not do this: {event}")

    sys.addaudithook(refuse)
