"""Files as evidence: as they lie on this machine, or at a commit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from wherefrom.core.evidence import EvidenceRef, GroundState, Standing, expected_words, was_accepted
from wherefrom.core.ids import content_hash, sha256
from wherefrom.core.quotes import find_quote, stands_whole
from wherefrom.errors import InvalidValue, WherefromError
from wherefrom.ports.ground import Pin, Sight
from wherefrom.sources.git import Git
from wherefrom.sources.nearest_lines import nearest_lines
from wherefrom.sources.renamed import Renamed
from wherefrom.text.decoding import decode

__all__ = ["FileGround"]

_LARGEST_FILE = 10_000_000
_NOT_ALLOWED = "it is not in a folder that may be read"
_TOO_FEW_LINES = "it has not so many lines"
_LINES = re.compile(r"(?P<file>[^#]+?)(?P<lines>#.*|:L?\d+(?:[-:]L?\d+)?)")
"""How lines are written that are not written as #L3-L9."""


class _Place(NamedTuple):
    """Where a file is: its folder is what its path is relative to, `top` the repository around it, if any."""

    folder: Path
    file: Path
    top: Path | None

    @property
    def inside(self) -> str:
        """Its path in the repository."""
        return self.file.relative_to(self.top or self.folder).as_posix()


class _Read(NamedTuple):
    data: bytes
    text: str
    commit: str | None


class FileGround:
    """Files as they are, or at a commit. Where roots are named, nothing outside of them can be reached."""

    def __init__(self, here: Path, roots: Sequence[Path] | None = None) -> None:
        self._here = here
        self._roots = None if roots is None else tuple(root.expanduser().resolve() for root in roots)
        self._renamed = Renamed()

    def resolved(self, ref: EvidenceRef) -> EvidenceRef:
        self._refuse_lines_in_the_name(ref)
        asked = self._at_its_ref(ref)
        place = self._place(asked)
        if asked.commit_sha is None or place is None or (place.top is None and asked == ref):
            return ref
        literal = replace(ref, path=f"{asked.path}@{asked.commit_sha}", commit_sha=None)
        try:
            if place.top is not None:
                return replace(asked, commit_sha=Git(str(place.top)).resolve(asked.commit_sha))
        except InvalidValue:
            if self._is_there(literal):
                return literal
        raise InvalidValue(
            "there is no such branch, tag or commit, and no file of this name", value=literal.path, hint="git log"
        )

    def _refuse_lines_in_the_name(self, ref: EvidenceRef) -> None:
        """`pay.py#3-9` where there is a pay.py and nothing of that name: its lines are meant, and badly written."""
        written = _LINES.fullmatch(ref.path or "")
        if written is None or self._is_there(ref):
            return
        meant = self._place(replace(ref, path=written["file"]))
        if meant is not None and meant.file.is_file():
            raise InvalidValue("these are no lines of a file", value=written["lines"], hint="write them as #L3-L9")

    def _at_its_ref(self, ref: EvidenceRef) -> EvidenceRef:
        """What follows the last `@` is a ref, unless it is part of the name of a file or of a folder."""
        name, _, commit = (ref.path or "").rpartition("@")
        is_ref = ref.commit_sha is None and name and commit and not name.endswith("/") and not self._is_there(ref)
        return replace(ref, path=name, commit_sha=commit) if is_ref else ref

    def _is_there(self, ref: EvidenceRef) -> bool:
        place = self._place(ref)
        return place is not None and place.file.exists()

    def pin(self, ref: EvidenceRef) -> Pin:
        place = self._place(ref)
        if place is None:
            return Pin(ref, None, why=_NOT_ALLOWED)
        revision = None if ref.commit_sha else self.revision(ref)  # before it is read: it may be written meanwhile
        try:
            read = self._at_commit(ref, place) if ref.commit_sha else self._on_disk(place)
        except (OSError, ValueError, WherefromError) as error:
            return Pin(ref, None, why=str(error))
        pinned = _named(ref, place, read)
        region = _region(read.text, pinned)
        if region is None:
            return Pin(pinned, None, whole=read.text, why=_TOO_FEW_LINES)
        return Pin(pinned, region, revision=revision)

    def why_not(self, ref: EvidenceRef) -> str:
        return self.pin(ref).why or "it is there now"

    def revision(self, ref: EvidenceRef) -> str | None:
        place = self._place(ref)
        try:
            known = place.file.stat() if place else None
        except (OSError, ValueError):
            return None
        # The time of a file's last write can be set back, that of its last change cannot.
        return f"{known.st_mtime_ns}-{known.st_ctime_ns}-{known.st_size}" if known else None

    def look(self, standing: Standing) -> Sight:
        ref, place = standing.ref, self._place(standing.ref)
        if place is None:
            return Sight(GroundState.UNREACHABLE, why=_NOT_ALLOWED)
        revision = self.revision(ref)
        try:
            data = _bytes(place.file)
            return _seen(data, _text(data), standing)._replace(revision=revision)
        except FileNotFoundError as error:
            return self._look_elsewhere(standing, place, str(error))
        except (OSError, ValueError, WherefromError) as error:
            return Sight(GroundState.UNREACHABLE, why=str(error))

    def _look_elsewhere(self, standing: Standing, place: _Place, why: str) -> Sight:
        """A file that is gone may have another name now, in the repository that it was in."""
        ref = standing.ref
        if standing.seen_hash is None or not place.folder.is_dir() or _is_a_name(ref):
            return Sight(GroundState.UNREACHABLE, why=why)
        found = self._new_place(place, ref.content_hash, standing.seen_revision)
        try:
            data = _bytes(found.file) if found else None
            seen = _seen(data, _text(data), standing) if data is not None else Sight(GroundState.GONE)
        except (OSError, ValueError, WherefromError):
            return Sight(GroundState.GONE)
        if found is None or seen.state is GroundState.GONE:
            return seen
        state = GroundState.MOVED if seen.state is GroundState.FRESH else seen.state
        return seen._replace(state=state, place=found.inside)

    def _new_place(self, place: _Place, content_hash: str | None, revision: str | None) -> _Place | None:
        if place.top is None:
            return None
        size = (revision or "").rpartition("-")[2]
        found = self._renamed.found(place.top, place.inside, content_hash, int(size) if size.isdecimal() else None)
        return place._replace(file=found) if found is not None and self._may_read(found.resolve()) else None

    def _place(self, ref: EvidenceRef) -> _Place | None:
        try:
            folder = Path(ref.repo) if ref.repo and not _is_a_name(ref) else self._here
            file = (folder / Path(ref.path or "").expanduser()).resolve()
            folder = folder.resolve()
        except (OSError, ValueError, RuntimeError):
            return None
        if not ref.path or not self._may_read(file):
            return None
        tops = (folder for folder in file.parents if (folder / ".git").exists())
        base = folder if file.is_relative_to(folder) else file.parent
        return _Place(base, file, next(tops, None))

    def _may_read(self, file: Path) -> bool:
        return self._roots is None or any(file.is_relative_to(root) for root in self._roots)

    def _on_disk(self, place: _Place) -> _Read:
        data = _bytes(place.file)
        return _Read(data, _text(data), self._commit_of(place, data))

    @staticmethod
    def _at_commit(ref: EvidenceRef, place: _Place) -> _Read:
        if place.top is None:
            raise ValueError("there is no repository around it")
        commit = Git(str(place.top)).resolve(ref.commit_sha or "HEAD")
        data = _shown(place, commit)
        return _Read(data, _text(data), commit)

    @staticmethod
    def _commit_of(place: _Place, data: bytes) -> str | None:
        """The commit that is checked out, if the file is as it is there."""
        if place.top is None:
            return None
        try:
            commit = Git(str(place.top)).resolve("HEAD")
            return commit if _shown(place, commit) == data else None
        except WherefromError:
            return None


def _shown(place: _Place, commit: str) -> bytes:
    """By a process that ends with the answer: evidence is looked at one by one."""
    return Git(str(place.top)).run("cat-file", "blob", f"{commit}:{place.inside}")


def _is_a_name(ref: EvidenceRef) -> bool:
    """Whether the repository is called by a name, such as `acme/payments`, and not by its folder."""
    return ref.repo is not None and not Path(ref.repo).is_absolute()


def _named(ref: EvidenceRef, place: _Place, read: _Read) -> EvidenceRef:
    """So that it is found again from any folder; what was called by a name keeps it."""
    pinned = replace(ref, commit_sha=read.commit, content_hash=sha256(read.data))
    if _is_a_name(ref):
        return pinned
    if place.top is None:
        return replace(pinned, path=str(place.file), repo=None)
    return replace(pinned, path=place.inside, repo=str(place.top))


def _bytes(file: Path) -> bytes:
    if not file.is_file():
        raise FileNotFoundError(f"{file} is a folder" if file.is_dir() else f"there is no file {file}")
    if file.stat().st_size > _LARGEST_FILE:
        raise ValueError("it is too large to look at")
    return file.read_bytes()


def _text(data: bytes) -> str:
    """As it is read when it is taken in."""
    return decode(data).text.replace("\r\n", "\n")


def _region(text: str, ref: EvidenceRef) -> str | None:
    """The lines that are meant, or all of it; None if there are not so many."""
    if ref.line_start is None or ref.line_end is None:
        return text
    lines = text.split("\n")
    return "\n".join(lines[ref.line_start - 1 : ref.line_end]) if ref.line_start <= len(lines) else None


def _seen(data: bytes, text: str, standing: Standing) -> Sight:
    region = _region(text, standing.ref)
    as_cited = sha256(data) == standing.ref.content_hash and region is not None
    return Sight(GroundState.FRESH, region) if as_cited else _compared(text, standing)


def _compared(text: str, standing: Standing) -> Sight:
    now, quote = _region(text, standing.ref), expected_words(standing, text)
    if quote is not None:
        return _quoted(quote, text, now or "", standing)
    if now is None and standing.seen_hash is None:
        return Sight(GroundState.UNREACHABLE, why=_TOO_FEW_LINES)  # there never was such a place
    if standing.seen_hash in (None, content_hash(now or "")):
        return Sight(GroundState.FRESH, now or "")
    if standing.ref.line_start is not None and _stands_elsewhere(standing, text):
        return Sight(GroundState.MOVED, standing.seen_text)
    return Sight(GroundState.CHANGED, now or "")


def _stands_elsewhere(standing: Standing, text: str) -> bool:
    """Whether the lines that were cited stand there still. Of many lines only the first are kept, and a hash of all."""
    was = standing.seen_text or ""
    if not was.strip():
        return False
    if content_hash(was) == standing.seen_hash:
        return stands_whole(was, text)
    at = f"\n{text}".find(f"\n{was}")
    count = (standing.ref.line_end or 0) - (standing.ref.line_start or 0) + 1
    return at >= 0 and content_hash("\n".join(text[at:].split("\n", count)[:count])) == standing.seen_hash


def _quoted(quote: str, text: str, now: str, standing: Standing) -> Sight:
    """`now` is the region that was cited; a quote that stands outside of it has moved."""
    if not quote.strip():
        return Sight(GroundState.MOVED, "")  # somebody has seen that nothing of it is left
    found = find_quote(quote, text)
    if found is None:
        return Sight(GroundState.CHANGED, nearest_lines(quote, text))
    if find_quote(quote, now) and standing.seen_hash in (None, content_hash(now)):
        return Sight(GroundState.FRESH, now)
    was = standing.seen_text or ""
    before = find_quote(quote, was)
    stays = standing.ref.line_start is None and before is not None and text[: found.start] == was[: before.start]
    is_back = was_accepted(standing) and quote == standing.ref.detail
    return Sight(GroundState.FRESH if stays or is_back else GroundState.MOVED, text[found.start : found.end])
