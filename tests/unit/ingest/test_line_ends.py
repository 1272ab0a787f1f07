"""Other line ends move no cut, and every place stays exact."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from wherefrom.chunking.code import CodeChunker
from wherefrom.chunking.passages import Passages
from wherefrom.core.documents import ContentKind
from wherefrom.core.locators import Box, CodeLocator, Locator, PdfLocator, TextLocator, TicketLocator
from wherefrom.ingest.line_ends import cut
from wherefrom.ports.documents import Chunker, ChunkPiece, RawDocument, RawUnit

WORDS = st.text("abc .\n\r", max_size=40)
LONG = "\n\n".join(f"Paragraph {n} says {n * 7} things.\nAnd one more on a line of its own." for n in range(200))
CODE = "\n\n".join(f"def step_{n}(a):\n    return a + {n}" for n in range(100))


def document(text: str, locator: Locator, **unit: object) -> RawDocument:
    return RawDocument("notes", text, [RawUnit(locator, **unit)])  # pyright: ignore[reportArgumentType]


def pieces(chunker: Chunker, text: str, locator: Locator, **unit: object) -> Sequence[ChunkPiece]:
    made = list(cut(chunker, document(text, locator, **unit)))
    for piece in made:
        assert text[piece.locators[0].char_start : piece.locators[-1].char_end] == piece.text
        assert piece.embed_text.endswith(piece.text)
    return made


def even(made: Sequence[ChunkPiece]) -> list[tuple[str, str]]:
    return [(each.text.replace("\r\n", "\n"), each.embed_text.replace("\r\n", "\n")) for each in made]


def test_prose_is_cut_alike() -> None:
    before = pieces(Passages(), LONG, TextLocator(char_end=len(LONG)))
    text = LONG.replace("\n", "\r\n")
    after = pieces(Passages(), text, TextLocator(char_end=len(text)))
    assert even(after) == even(before)
    assert "\r\n" in after[0].text


def test_code_is_cut_alike_and_on_the_same_lines() -> None:
    def cut_up(text: str) -> Sequence[ChunkPiece]:
        place = CodeLocator(path="a.py", line_start=1, line_end=text.count("\n") + 1, char_end=len(text))
        return pieces(CodeChunker(), text, place, content_kind=ContentKind.CODE, language="python")

    before, after = cut_up(CODE), cut_up(CODE.replace("\n", "\r\n"))
    assert even(after) == even(before)
    assert [each.locators[0].named("") for each in after] == [each.locators[0].named("") for each in before]


def test_the_offset_in_a_comment_and_the_boxes_on_a_page_are_those_of_its_own_text() -> None:
    text = f"Hello\r\n\r\n{LONG.replace(chr(10), chr(13) + chr(10))}"
    start = text.index("Paragraph")
    for piece in pieces(Passages(), text, TicketLocator(ticket_id="A-1", char_start=start, char_end=len(text))):
        place = piece.locators[0]
        assert isinstance(place, TicketLocator)
        assert place.offset == place.char_start - start
    box = (text.index("says 7"), text.index("says 7") + 6, Box(1, 1, 2, 2))
    made = pieces(Passages(), text, PdfLocator(page=1, char_end=len(text)), boxes=[box])
    regions = [
        one for piece in made for place in piece.locators if isinstance(place, PdfLocator) for one in place.regions
    ]
    assert [text[one.char_start : one.char_end] for one in regions] == ["says 7"]


@given(WORDS, WORDS)
def test_any_mixture_of_line_ends_keeps_its_places(before: str, text: str) -> None:
    whole = before + text
    place = TextLocator(char_start=len(before), char_end=len(whole))
    for piece in pieces(Passages(), whole, place):
        assert piece.locators[0].char_start >= len(before) - 1
