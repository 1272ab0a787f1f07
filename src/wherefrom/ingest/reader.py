"""The reader: finds the loader for what came, and the chunker for what that made of it. Runs in the limited process."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from wherefrom.core.documents import ContentKind
from wherefrom.core.locators import Box, CellsLocator, Locator, PdfLocator, TextLocator, WebLocator
from wherefrom.core.passing_over import Passed
from wherefrom.core.terms import Terms
from wherefrom.errors import ContentError, InvalidValue
from wherefrom.ingest.line_ends import cut
from wherefrom.ports.documents import Blob, Chunker, ChunkPiece, Loader, Paged, RawDocument
from wherefrom.ports.reading import Reading, Refused
from wherefrom.text.analysis import analyse_all
from wherefrom.text.secrets import find_secrets

__all__ = ["DocumentReader"]

_LONGEST_TEXT = 50_000_000
_UNSTORABLE = {0: "\ufffd", **dict.fromkeys(range(0xD800, 0xE000), "\ufffd")}
"""What no database keeps: NUL and lone surrogates. Replaced one for one, so that places stay exact."""


@dataclass(frozen=True)
class DocumentReader:
    find_loader: Callable[[Blob], Loader]
    chunkers: Mapping[ContentKind, Chunker]
    is_archive: Callable[[Blob], bool]
    unpack: Callable[[Blob], Iterator[Blob | Refused | Passed]]

    def read(self, blob: Blob) -> Reading:
        document = self.find_loader(blob)(blob)
        if len(document.text) > _LONGEST_TEXT:
            raise ContentError(
                "this document is too long", value=len(document.text), hint=f"at most {_LONGEST_TEXT:,} characters"
            )
        document = document._replace(text=_storable(document.text), title=_storable(document.title))
        kind = _kind(document)
        # Analysed here, because this process has a core of its own and the parent is the busier one.
        passages = list(cut(self.chunkers[kind], document))
        pieces = [
            piece._replace(terms=Terms.of(terms), locators=_located(piece.locators, blob))
            for piece, terms in zip(passages, analyse_all(piece.text for piece in passages), strict=True)
        ]
        language = document.units[0].language if document.units else None
        secrets = find_secrets(document.text)
        names = _with_secrets(_names(document.title, pieces))
        return Reading(document.title, document.text, pieces, kind, language, document.notices, secrets, names)

    def render(self, blob: Blob, page: int, boxes: Sequence[Box]) -> bytes:
        loader = self.find_loader(blob)
        if not isinstance(loader, Paged):
            raise InvalidValue("this has no pages to look at", value=blob.path, hint="cite a PDF")
        return loader.render(blob, page, boxes)


def _located(places: tuple[Locator, ...], blob: Blob) -> tuple[Locator, ...]:
    """A place in a repository is one at a commit, whatever kind of file it is in; code says so already."""
    if blob.commit is None:
        return places
    return tuple(
        replace(place, path=blob.path, repo=blob.repo, commit=blob.commit)
        if isinstance(place, PdfLocator | WebLocator | CellsLocator | TextLocator)
        else place
        for place in places
    )


def _with_secrets(names: Collection[str]) -> int:
    """How many. No secret needs more than its own line, so that all names can be looked through at once first."""
    return sum(1 for name in names if find_secrets(name)) if find_secrets("\n".join(names)) else 0


def _names(title: str, pieces: Sequence[ChunkPiece]) -> set[str]:
    names = {title}
    for piece in pieces:
        names.add(piece.embed_text.removesuffix(piece.text))
        for place in piece.locators:
            if isinstance(place, TextLocator):
                names.update(place.section)
            elif isinstance(place, WebLocator):
                names.add(place.url)
            names.add(getattr(place, "path", None) or "")
    return names


def _kind(document: RawDocument) -> ContentKind:
    """What most of it is; a notebook with more code than prose is still a document."""
    kinds = {unit.content_kind for unit in document.units}
    return kinds.pop() if len(kinds) == 1 else ContentKind.DOCUMENT


def _storable(text: str) -> str:
    return text.translate(_UNSTORABLE) if "\x00" in text or not _is_encodable(text) else text


def _is_encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
