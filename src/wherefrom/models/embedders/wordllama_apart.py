"""WordLlama in a process of its own, for many texts: Python runs on one core at a time, and who reads has other work.

`python -m wherefrom.models.embedders.wordllama_apart DIMENSIONS PATIENCE`: the lengths of texts and the texts come in,
and rows go out as they lie in memory, each told how many bytes it has. It ends when its input does, and when nobody
asked for so many seconds.
"""

from __future__ import annotations

import os
import select
import sys
import weakref
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from struct import Struct
from threading import Lock
from typing import IO, TYPE_CHECKING, Literal

import numpy as np

from wherefrom.errors import InvalidValue
from wherefrom.models.embedders import EmbedderOptions
from wherefrom.models.embedders.rows import Rows
from wherefrom.models.embedders.wordllama import DIMENSIONS, WordLlamaEmbedder, load_wordllama
from wherefrom.ports.models import EmbedderId

if TYPE_CHECKING:
    from subprocess import Popen

__all__ = ["WordLlamaApart", "main", "open_wordllama"]

_FEWEST = 100
"""Texts that are worth a word with another process."""
_MANY = 2_000
"""Texts after which one is started. It takes most of a second to begin; until then they are embedded here."""
_PATIENCE = 120.0
"""Seconds without a question after which it ends; whoever comes later starts another."""
_GRACE = 5.0

_LENGTH = Struct("<I")
_READY = b"ready"


class WordLlamaApart:
    """The embedder that it is given, helped out by a process where there are two cores and many texts."""

    def __init__(self, here: WordLlamaEmbedder) -> None:
        self._here = here
        self._seen = 0
        self._helper: _Helper | None = None
        self._may_help = _cores() > 1
        self._turn = Lock()

    @property
    def id(self) -> EmbedderId:
        return self._here.id

    @property
    def max_tokens(self) -> int:
        return self._here.max_tokens

    @property
    def helper(self) -> int | None:
        """The process that has taken over, if one has."""
        return self._helper.id if self._helper is not None and self._helper.is_ready() else None

    def embed(self, texts: Sequence[str], *, role: Literal["query", "passage"]) -> Rows:
        if len(texts) >= _FEWEST and self._may_help and self._turn.acquire(blocking=False):
            try:
                made = self._by_helper(texts)
            finally:
                self._turn.release()
            if made is not None:
                return made
        return self._here.embed(texts, role=role)

    def _by_helper(self, texts: Sequence[str]) -> Rows | None:
        """None while there is none, or none yet."""
        self._seen += len(texts)
        if self._seen <= _MANY:
            return None
        if self._helper is None or not self._helper.is_ours:
            self._helper = self._started()
        if self._helper is None or not self._helper.is_ready():
            return None
        made = self._helper.ask(texts)
        if made is None:
            self._may_help = self._helper.end() == 0  # it had nothing to do for long; else it failed, and would again
            self._helper = None
        return made

    def _started(self) -> _Helper | None:
        try:
            return _Helper(self.id.dimensions)
        except OSError:
            self._may_help = False
            return None


class _Helper:
    """The process, seen from here. One question at a time."""

    def __init__(self, dimensions: int) -> None:
        from subprocess import DEVNULL, PIPE, Popen  # not needed to embed a question

        self._dimensions = dimensions
        self._popen = Popen(  # noqa: S603 -- our own interpreter and module
            [sys.executable, "-P", "-s", "-m", __name__, str(dimensions), str(_PATIENCE)],
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            cwd="/",
            env={"PYTHONPATH": os.pathsep.join(filter(os.path.isabs, sys.path)), "PYTHONUTF8": "1"},
            start_new_session=True,  # Ctrl-C is for the parent
        )
        self.id = self._popen.pid
        self._owner = os.getpid()
        self._is_ready = False
        self._end = weakref.finalize(self, _ended, self._popen)

    @property
    def is_ours(self) -> bool:
        """A forked process has a copy of us, and must not speak on the same pipes."""
        return self._owner == os.getpid()

    def is_ready(self) -> bool:
        """Also if it has failed to become so, which the next question tells."""
        if not self._is_ready:
            poll = select.poll()
            poll.register(_pipe(self._popen.stdout), select.POLLIN)
            if poll.poll(0):
                self._is_ready = True
                _received(_pipe(self._popen.stdout))
        return self._is_ready

    def ask(self, texts: Sequence[str]) -> Rows | None:
        """None if it is gone."""
        try:
            _send(_pipe(self._popen.stdin), np.fromiter(map(len, texts), dtype=np.uint32).tobytes())
            _send(_pipe(self._popen.stdin), "".join(texts).encode("utf-8", "surrogatepass"))
        except BrokenPipeError:
            return None
        answer = _received(_pipe(self._popen.stdout))
        if answer is None or len(answer) != len(texts) * self._dimensions * 4:
            return None
        return np.frombuffer(answer, dtype=np.float32).reshape(len(texts), self._dimensions)

    def end(self) -> int:
        """How it ended, by its exit code: it is gone, or about to be."""
        from subprocess import TimeoutExpired

        with suppress(TimeoutExpired):
            self._popen.wait(_GRACE)
        self._end()
        return self._popen.returncode


def open_wordllama(argument: str, options: EmbedderOptions) -> WordLlamaApart:
    """`wordllama`, or `wordllama:64` for shorter vectors."""
    if argument and not argument.isdecimal():
        raise InvalidValue(
            "WordLlama is followed by nothing, or by how many dimensions", value=argument, hint="1 to 256"
        )
    return WordLlamaApart(load_wordllama(int(argument or options.dimensions or DIMENSIONS)))


def main(dimensions: int, patience: float) -> None:
    embedder = load_wordllama(dimensions)
    embedder.prepare()
    inlet, outlet = os.fdopen(0, "rb", buffering=0), os.fdopen(os.dup(1), "wb")
    _send(outlet, _READY)
    poll = select.poll()
    poll.register(inlet, select.POLLIN)
    while poll.poll(patience * 1000) and (lengths := _received(inlet)) is not None:
        together = (_received(inlet) or b"").decode("utf-8", "surrogatepass")
        ends = np.frombuffer(lengths, dtype=np.uint32).cumsum().tolist()
        texts = [together[start:end] for start, end in pairwise([0, *ends])]
        _send(outlet, embedder.embed(texts, role="passage").tobytes())


def _send(pipe: IO[bytes], message: bytes) -> None:
    pipe.write(_LENGTH.pack(len(message)))
    pipe.write(message)
    pipe.flush()


def _received(pipe: IO[bytes]) -> bytearray | None:
    """None at the end of the pipe."""
    length = _exactly(pipe, _LENGTH.size)
    return None if length is None else _exactly(pipe, *_LENGTH.unpack(length))


def _exactly(pipe: IO[bytes], size: int) -> bytearray | None:
    read = bytearray()
    while len(read) < size and (part := pipe.read(size - len(read))):
        read += part
    return read if len(read) == size else None


def _pipe(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None  # noqa: S101 -- both were asked for when it was started
    return stream


def _ended(popen: Popen[bytes]) -> None:
    """At once: what it is at is of no use any more."""
    popen.kill()
    popen.wait()
    for stream in (popen.stdin, popen.stdout):
        with suppress(BrokenPipeError):
            _pipe(stream).close()


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]))
