"""Secrets that stand where no text is."""

from collections.abc import Sequence

import pytest

from wherefrom.core.documents import ContentKind
from wherefrom.core.locators import TextLocator
from wherefrom.core.secrets import SecretPolicy
from wherefrom.ingest.reader import DocumentReader
from wherefrom.ingest.scrubbing import scrubbed
from wherefrom.ports.documents import Blob, ChunkPiece, RawDocument
from wherefrom.ports.reading import Reading

SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" * 2
SECRET = SECRET[:40]


class _OnePiece:
    name, version = "one", 1

    def __init__(self, piece: ChunkPiece) -> None:
        self._piece = piece

    def chunk(self, document: RawDocument) -> Sequence[ChunkPiece]:
        return [self._piece]


def reading(title: str = "Deploy", heading: str = "", section: tuple[str, ...] = ()) -> Reading:
    """As the limited process reads it."""
    place = TextLocator(char_start=0, char_end=5, section=section)
    piece = ChunkPiece("words", f"{heading}words", (place,), ContentKind.DOCUMENT)
    reader = DocumentReader(
        find_loader=lambda _: lambda _: RawDocument(title, "words", []),
        chunkers={ContentKind.DOCUMENT: _OnePiece(piece)},
        is_archive=lambda _: False,
        unpack=lambda _: iter(()),
    )
    return reader.read(Blob("file:///a", b"words", "a"))


@pytest.mark.parametrize(
    "read", [reading(title=f"Key {SECRET}"), reading(heading=f"Key {SECRET}\n"), reading(section=("A", SECRET))]
)
def test_a_secret_is_masked_also_where_only_a_title_or_heading_has_it(read: Reading) -> None:
    clean, count = scrubbed(read, SecretPolicy.REDACT)
    assert SECRET not in repr(clean)
    assert (count, clean.text, len(clean.pieces)) == (1, "words", 1)
    assert clean.notices == ("1 secret masked",)
    assert scrubbed(read, SecretPolicy.ALLOW) == (read, 0)


def test_names_without_secrets_leave_the_reading_as_it_is() -> None:
    read = reading(heading="Deploy\n", section=("Deploy",))
    assert scrubbed(read, SecretPolicy.REDACT) == (read, 0)
