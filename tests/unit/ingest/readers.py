"""Readers for the tests of the limited process: imported in the child, by name."""

import ctypes
import os
import socket
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from wherefrom.core.documents import ContentKind
from wherefrom.core.locators import Box, TextLocator
from wherefrom.core.passing_over import Passed
from wherefrom.errors import AdapterError, ContentError, InvalidValue, MissingExtra
from wherefrom.ports.documents import Blob, ChunkPiece
from wherefrom.ports.reading import Reading, Refused

PNG = b"\x89PNG\r\n\x1a\n"


class Obedient:
    """Does what the document says, however bad; otherwise reads it as one passage."""

    def __init__(self) -> None:
        self._seen = 0
        self._leak: list[bytes] = []

    def is_archive(self, blob: Blob) -> bool:
        return blob.path.endswith(".box")

    def read(self, blob: Blob) -> Reading:
        self._seen += 1
        word, _, rest = blob.data.decode().partition(" ")
        act = getattr(self, f"do_{word}", None)
        return whole(blob.path, act(rest) if act else blob.data.decode())

    def render(self, blob: Blob, page: int, boxes: Sequence[Box]) -> bytes:
        word, _, rest = blob.data.decode().partition(" ")
        act = getattr(self, f"do_{word}", None)
        shown = act(rest) if act else f"{blob.path} {blob.media_type} {page} {list(boxes)}"
        return PNG + shown.encode()

    def unpack(self, blob: Blob) -> Iterator[Blob | Refused | Passed]:
        for number, line in enumerate(blob.data.decode().splitlines()):
            inner = f"{blob.path}!/{number}"
            if line == "pass":
                yield Passed(inner, "not worth it")
            elif line == "refuse":
                yield Refused(inner, inner, "not this one")
            elif line == "break":
                raise ContentError("the box is broken")
            elif line.startswith("crash"):
                os._exit(3)
            elif line.startswith("large"):
                yield Blob(inner, b"x" * int(line.split()[1]), inner)
            else:
                yield Blob(inner, line.encode(), inner)

    def do_hang(self, _: str) -> str:
        while True:
            time.sleep(60)

    def do_nap(self, seconds: str) -> str:
        time.sleep(float(seconds))
        return f"by {os.getpid()}"

    def do_spin(self, _: str) -> str:
        while True:
            pass

    def do_exit(self, code: str) -> str:
        os._exit(int(code))

    def do_segfault(self, _: str) -> str:
        return ctypes.string_at(0).decode()

    def do_eat(self, size: str) -> str:
        return str(len(bytearray(int(size))))

    def do_leak(self, size: str) -> str:
        self._leak.append(bytes(int(size)))
        return "leaked"

    def do_seen(self, _: str) -> str:
        return str(self._seen)

    def do_bug(self, _: str) -> str:
        return {}["no such key"]

    def do_recurse(self, rest: str) -> str:
        return self.do_recurse(rest)

    def do_content(self, value: str) -> str:
        raise ContentError("cannot be read", value=value, hint="try another")

    def do_extra(self, extra: str) -> str:
        raise MissingExtra(extra, "reading PDFs")

    def do_invalid(self, value: str) -> str:
        raise InvalidValue("no good", value=value, hint="better")

    def do_adapter(self, value: str) -> str:
        raise AdapterError("not now", value=value, retryable=True)

    def do_surrogate(self, _: str) -> str:
        return "\ud800"

    def do_print(self, what: str) -> str:
        sys.stdout.write(what)
        sys.stdout.flush()
        os.write(1, what.encode())
        return "printed"

    def do_connect(self, port: str) -> str:
        socket.create_connection(("127.0.0.1", int(port)), timeout=2)
        return "connected"

    def do_connect_below(self, port: str) -> str:
        """As C code does it, which no interpreter can refuse."""
        libc = ctypes.CDLL(None, use_errno=True)
        opened = libc.socket(socket.AF_INET, socket.SOCK_STREAM, 0)
        where = int(socket.AF_INET).to_bytes(2, "little") + int(port).to_bytes(2, "big") + bytes([127, 0, 0, 1])
        return str(libc.connect(opened, where + bytes(8), 16))

    def do_write(self, path: str) -> str:
        Path(path).write_text("here")
        return "written"

    def do_write_below(self, path: str) -> str:
        libc = ctypes.CDLL(None)
        return str(libc.open(path.encode(), os.O_WRONLY | os.O_CREAT, 0o600))

    def do_read_below(self, path: str) -> str:
        return str(ctypes.CDLL(None).open(path.encode(), os.O_RDONLY))

    def do_run(self, command: str) -> str:
        return str(os.system(command))

    def do_environment(self, _: str) -> str:
        return " ".join(sorted(os.environ))

    def do_folder(self, _: str) -> str:
        return os.getcwd()

    def do_process(self, _: str) -> str:
        return str(os.getpid())


class Lying:
    """Sends what no reader may."""

    def is_archive(self, blob: Blob) -> bool:
        return False

    def read(self, blob: Blob) -> Reading:
        text = blob.data.decode()
        if text == "outside":
            return Reading("t", text, [piece(text, 0, 4_000)])
        if text == "number":
            return Reading(5, text, [])  # type: ignore[arg-type]
        if text == "flood":
            os.write(_answers(), b"r" + b"\xff" * 8)
        if text == "garbage":
            os.write(_answers(), b"r\x03\x00\x00\x00\x00\x00\x00\x00{}!")
        return whole(blob.path, text)

    def render(self, blob: Blob, page: int, boxes: Sequence[Box]) -> bytes:
        return b"<svg onload=...>"

    def unpack(self, blob: Blob) -> Iterator[Blob | Refused]:
        yield from ()


def _answers() -> int:
    """The pipe to the parent, found as an intruder would."""
    return max(fd for fd in range(3, 64) if _is_writable_pipe(fd))


def _is_writable_pipe(fd: int) -> bool:
    import fcntl

    try:
        return fcntl.fcntl(fd, fcntl.F_GETFL) & os.O_ACCMODE == os.O_WRONLY
    except OSError:
        return False


def whole(title: str, text: str) -> Reading:
    return Reading(title, text, [piece(text, 0, len(text), title)] if text else [], notices=("read whole",))


def piece(text: str, start: int, end: int, title: str = "") -> ChunkPiece:
    place = TextLocator(char_start=start, char_end=end, section=(title,) if title else ())
    return ChunkPiece(text, f"{title}\n{text}", (place,), ContentKind.DOCUMENT)


def broken() -> Obedient:
    raise RuntimeError("no reader today")
