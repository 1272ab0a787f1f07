"""What runs in a reading process: `python -m wherefrom.ingest.limited.child module:factory memory seconds lifeline`.

Requests come on stdin, answers go out on what was stdout. It ends with its input, and with its parent.
"""

from __future__ import annotations

import fcntl
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, BinaryIO, cast

from wherefrom.core.passing_over import Passed
from wherefrom.errors import ContentError, WherefromError
from wherefrom.ingest.limited import confinement
from wherefrom.ingest.limited.frames import Frame, framed, read_frame
from wherefrom.ingest.limited.wire import (
    ARCHIVE,
    BLOB,
    OPEN,
    PASSED,
    PICTURE,
    READY,
    REFUSED,
    RENDER,
    UNPACK,
    UNPACKED,
    Ready,
    blob_frame,
    error_frame,
    frame_of,
    reading_frame,
    requested_blob,
    requested_view,
)
from wherefrom.ports.documents import Blob
from wherefrom.ports.reading import Unpacked

if TYPE_CHECKING:
    from wherefrom.ports.reading import Reader

__all__ = ["main"]

_HEADROOM = 5
"""Seconds of processor time beyond what the parent waits, so that the parent is the one who says why."""


def main(factory: str, memory: int, seconds: float, lifeline: int) -> None:
    die_with_parent(lifeline)
    answers = _take_stdout()
    try:
        reader, ready = _begin(factory, memory)
    except Exception as error:  # noqa: BLE001 -- whatever it is, the parent must hear it: nobody reads this process' stderr
        _say(answers, frame_of(READY, Ready(broken=f"{type(error).__name__}: {error}")))
        return
    _say(answers, frame_of(READY, ready))
    while request := read_frame(sys.stdin.buffer):
        confinement.allow_processor(seconds + _HEADROOM)
        if not _answer(reader, request, answers):
            return


def die_with_parent(lifeline: int) -> None:
    """Its other end is held by the parent alone, and the kernel signals its closing, whatever we are busy with.

    Not PR_SET_PDEATHSIG: that one watches the thread which started us, and threads of a living parent may end.
    """
    fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(lifeline, fcntl.F_SETFL, os.O_ASYNC)


def _take_stdout() -> BinaryIO:
    """For answers only: what libraries print goes nowhere."""
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    return cast("BinaryIO", answers)


def _begin(factory: str, memory: int) -> tuple[Reader, Ready]:
    """Confined before the first import of a parser."""
    confinement.limit_resources(memory)
    by_namespace = confinement.confine_network()
    by_landlock = confinement.confine_files({*sys.path, sys.prefix, sys.base_prefix})
    confinement.refuse_in_process()
    module, _, name = factory.partition(":")
    reader: Reader = getattr(import_module(module), name)()
    return reader, Ready(
        network="no network: a namespace of its own" if by_namespace else "sockets refused inside the process",
        files="files: only its own code can be read, nothing written, by the kernel"
        if by_landlock
        else "files: writing refused inside the process",
    )


def _answer(reader: Reader, request: Frame, answers: BinaryIO) -> bool:
    """False when this process should not go on."""
    try:
        if request.kind == UNPACK:
            _unpack(reader, requested_blob(request), answers)
        elif request.kind == RENDER:
            blob, view = requested_view(request)
            _say(answers, Frame(PICTURE, b"null", reader.render(blob, view.page, view.boxes)))
        else:
            _say(answers, _read(reader, requested_blob(request), may_be_archive=request.kind == OPEN))
    except MemoryError:
        _say(answers, error_frame(ContentError("it needs more memory than a document may take"), is_spent=True))
        return False
    except RecursionError:
        _say(answers, error_frame(ContentError("it is nested too deep to be read")))
    except WherefromError as error:
        _say(answers, error_frame(error))
    except Exception as error:  # noqa: BLE001 -- a bug of a parser is one failed document, never the end of the run
        broken = ContentError("its reader failed on it", hint="leave it out, and report this if it opens elsewhere")
        broken.value = f"{type(error).__name__}: {error}"[:400]
        _say(answers, error_frame(broken))
    return True


def _read(reader: Reader, blob: Blob, *, may_be_archive: bool) -> Frame:
    if may_be_archive and reader.is_archive(blob):
        return Frame(ARCHIVE, b"null")
    return reading_frame(reader.read(blob))


def _unpack(reader: Reader, blob: Blob, answers: BinaryIO) -> None:
    members = refused = 0
    for found in reader.unpack(blob):
        if isinstance(found, Blob):
            members += 1
            _say(answers, blob_frame(BLOB, found))
        elif isinstance(found, Passed):
            _say(answers, frame_of(PASSED, found))
        else:
            refused += 1
            _say(answers, frame_of(REFUSED, found))
    _say(answers, frame_of(UNPACKED, Unpacked(members, refused)))


def _say(answers: BinaryIO, frame: Frame) -> None:
    for part in framed(frame):
        rest = memoryview(part)
        while rest:
            rest = rest[answers.write(rest) :]


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4]))
