"""Passages: what stays together, where cuts fall, and how few of them an edit moves."""

import random
from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wherefrom.chunking.cuts import LARGEST, SMALLEST
from wherefrom.chunking.passages import Passages
from wherefrom.core.documents import ContentKind
from wherefrom.core.locators import Box, CellsLocator, Locator, PdfLocator, TextLocator, TicketLocator, WebLocator
from wherefrom.ports.documents import ChunkPiece, RawDocument, RawUnit

WORDS = tuple(
    f"{a}{b}{c}" for a in ("ka", "lo", "mi", "ne") for b in ("ra", "so", "tu") for c in ("n", "ven", "lis", "")
)
A_PAGE = 3_000
"""Characters."""


def note(text: str, title: str = "Handbook") -> RawDocument:
    return RawDocument(title, text, [RawUnit(TextLocator(char_start=0, char_end=len(text)))])


def chunk(document: RawDocument) -> list[ChunkPiece]:
    return list(Passages().chunk(document))


def pieces(text: str) -> list[ChunkPiece]:
    return chunk(note(text))


def sentence(chance: random.Random, words: int = 14) -> str:
    return " ".join(chance.choices(WORDS, k=chance.randint(4, 2 * words))).capitalize() + "."


def paragraph(chance: random.Random, sentences: int = 8) -> str:
    return " ".join(sentence(chance) for _ in range(chance.randint(1, sentences)))


def book(seed: int, pages: int = 500) -> list[str]:
    chance = random.Random(seed)
    paragraphs: list[str] = []
    length = 0
    while length < pages * A_PAGE:
        paragraphs.append(paragraph(chance))
        length += len(paragraphs[-1])
    return paragraphs


def renewed(before: Sequence[str], after: Sequence[str]) -> int:
    """How many passages of the second text would have to be embedded, the first being known."""
    known, now = (Counter(piece.text for piece in pieces("\n\n".join(said))) for said in (before, after))
    return sum((now - known).values())


def with_another_word(paragraphs: Sequence[str], chance: random.Random) -> list[str]:
    changed = list(paragraphs)
    at = chance.randrange(len(changed))
    words = changed[at].split(" ")
    words[chance.randrange(len(words))] = "different"
    changed[at] = " ".join(words)
    return changed


@given(st.text(alphabet=st.sampled_from("ab.\n\n \t字🙂-|#`é7\r"), max_size=400).map(lambda text: text * 9))
def test_passages_are_the_text_in_order_and_all_of_it_and_none_too_long(text: str) -> None:
    document = note(text)
    end = 0
    for piece in Passages().chunk(document):
        (place,) = piece.locators
        assert place.char_start >= end
        assert not text[end : place.char_start].strip()
        assert text[place.char_start : place.char_end] == piece.text == piece.text.strip() != ""
        assert len(piece.text.encode()) <= LARGEST
        end = place.char_end
    assert not text[end:].strip()


@pytest.mark.parametrize(
    "text", ["x" * 9_000, "字" * 9_000, "x\n\n" * 9_000, "ab " * 9_000, "- a\n\n" * 9_000, "\n" * 9_000]
)
def test_text_that_repeats_itself_is_cut_all_the_same(text: str) -> None:
    found = pieces(text)
    assert "".join("".join(piece.text.split()) for piece in found) == "".join(text.split())
    assert all(len(piece.text.encode()) <= LARGEST for piece in found)


def test_one_other_word_in_five_hundred_pages_renews_one_passage() -> None:
    before = book(1)
    chance = random.Random(2)
    counts = Counter(renewed(before, with_another_word(before, chance)) for _ in range(12))
    assert counts[1] >= 11
    assert max(counts) <= 3


def test_a_word_in_the_middle_of_a_paragraph_never_moves_a_cut() -> None:
    before = [paragraph(random.Random(number)) for number in range(60)]
    for at in range(60):
        words = before[at].split(" ")
        words[len(words) // 2] = words[len(words) // 2][::-1] + ","
        assert renewed(before, [*before[:at], " ".join(words), *before[at + 1 :]]) <= (1 if len(words) > 30 else 3)


def test_a_word_anywhere_hardly_ever_renews_more_than_its_own_passage() -> None:
    """Only the first letters of a paragraph decide whether a passage may begin there."""
    counts = Counter[int]()
    for seed in range(8):
        chance = random.Random(seed)
        before = [" ".join(chance.choices(WORDS, k=70)) + "." for _ in range(40)]
        counts.update(renewed(before, with_another_word(before, chance)) for _ in range(200))
    assert sum(count for passages, count in counts.items() if passages > 1) <= counts.total() * 0.015


@pytest.mark.parametrize("seed", range(6))
def test_a_paragraph_inserted_on_the_first_page_renews_three_passages_at_most(seed: int) -> None:
    before = book(seed)
    chance = random.Random(seed)
    at = chance.randrange(5)
    assert 1 <= renewed(before, [*before[:at], paragraph(chance), *before[at:]]) <= 3


def test_cuts_inside_an_endless_paragraph_do_not_move_either() -> None:
    chance = random.Random(3)
    before = [sentence(chance) for _ in range(3_000)]
    after = [*before[:4], sentence(chance), *before[4:]]
    assert renewed([" ".join(before)], [" ".join(after)]) <= 3


def test_a_cut_in_a_long_paragraph_is_at_the_end_of_a_sentence() -> None:
    chance = random.Random(4)
    found = pieces(" ".join(sentence(chance) for _ in range(200)))
    assert len(found) > 5
    assert all(piece.text.endswith(".") and piece.text[0].isupper() for piece in found)


def test_paragraphs_that_fit_are_whole() -> None:
    paragraphs = book(5, pages=30)
    for piece in pieces("\n\n".join(paragraphs)):
        for part in piece.text.split("\n\n"):
            assert part in paragraphs


def test_few_passages_are_small() -> None:
    sizes = sorted(len(piece.text) for piece in pieces("\n\n".join(book(6, pages=60))))
    assert sizes[len(sizes) // 20] >= SMALLEST / 2
    assert sum(sizes) / len(sizes) >= LARGEST / 2


@pytest.mark.parametrize(
    "whole",
    [
        "\n\n".join(f"- point {number}, which says something of its own" for number in range(16)),
        "\n".join(f"| {number} | cell | another cell |" for number in range(30)),
        "These are the steps:\n\n" + "\n\n".join(f"{number}. do this and then that" for number in range(1, 12)),
        "```python\n" + "\n\n".join(f"def f{number}():\n    return {number}" for number in range(16)) + "\n```",
        "\n\n".join(f"row {number}\t{number * 17}\t{number * 31}" for number in range(30)),
    ],
    ids=["list", "table", "introduced list", "fence", "cells"],
)
def test_what_belongs_together_is_kept_whole_where_it_fits(whole: str) -> None:
    chance = random.Random(7)
    around = [paragraph(chance, 6) for _ in range(40)]
    for at in range(5, 35, 5):
        text = "\n\n".join([*around[:at], whole, *around[at:]])
        holding = [piece for piece in pieces(text) if any(line in piece.text for line in whole.split("\n") if line)]
        assert any(whole in piece.text for piece in holding) or len(whole) > LARGEST


def test_headings_divide_and_name_what_follows() -> None:
    refunds = "# Refunds\n\n## Approvals\n\nTwo of them.\n\n```\n# no heading\n```\n\n## Times\nTen days."
    text = f"Before.\n\n{refunds}\n# Other\nMore."
    found = pieces(text)
    assert [piece.text.split("\n")[0] for piece in found] == ["Before.", "# Refunds", "## Times", "# Other"]
    assert [piece.locators[0].section for piece in found if isinstance(piece.locators[0], TextLocator)] == [
        (),
        ("Refunds", "Approvals"),
        ("Refunds", "Times"),
        ("Other",),
    ]
    assert found[2].embed_text == "Handbook › Refunds › Times\n## Times\nTen days."


def test_units_stay_apart_and_keep_what_their_locators_say() -> None:
    locators: list[Locator] = [
        WebLocator(url="https://example.org/a", css_path="main", char_start=0, char_end=5),
        TicketLocator(ticket_id="PAY-1", comment_id="7", offset=0, char_start=6, char_end=11),
        TicketLocator(ticket_id="PAY-1", comment_id="8", offset=0, char_start=12, char_end=17),
        CellsLocator(sheet="Sheet1", range="A1:C9", char_start=18, char_end=23),
        TextLocator(section=("One",), anchor="slide=1", char_start=24, char_end=29),
        TextLocator(section=("One", "Two"), anchor="slide=2", char_start=30, char_end=35),
    ]
    text = "\n".join(["words"] * 6)
    units = [RawUnit(place, ContentKind.DOCUMENT, section=getattr(place, "section", ())) for place in locators]
    assert [piece.locators for piece in chunk(RawDocument("", text, units))] == [(place,) for place in locators]


def test_a_heading_that_is_a_unit_alone_stays_with_the_section_below() -> None:
    text = "# Guide\n\n## Start\n\nDo this.\n\n# Next\n\nDo that."
    spans = [(0, 9, ("Guide",)), (9, 29, ("Guide", "Start")), (29, 45, ("Next",))]
    units = [
        RawUnit(TextLocator(section=path, char_start=start, char_end=end), section=path) for start, end, path in spans
    ]
    found = chunk(RawDocument("T", text, units))
    assert [piece.text for piece in found] == ["# Guide\n\n## Start\n\nDo this.", "# Next\n\nDo that."]
    assert found[0].locators == (TextLocator(section=("Guide", "Start"), char_start=0, char_end=27),)


def test_text_flows_over_the_edges_of_pages_and_not_of_sections() -> None:
    text = "one two\nthree\n\nfour"
    words = [(0, 3, 1), (4, 7, 1), (8, 13, 2), (15, 19, 3)]
    units = [
        RawUnit(
            PdfLocator(page=page, char_start=start, char_end=end),
            ContentKind.PDF_PAGE,
            section=section,
            boxes=[(a, b, Box(a, page, b, page + 1)) for a, b, on in words if on == page],
        )
        for page, start, end, section in [(1, 0, 7, ()), (2, 8, 13, ()), (3, 15, 19, ("New",))]
    ]
    crossing, alone = chunk(RawDocument("T", text, units))
    assert (crossing.text, alone.text) == ("one two\nthree", "four")
    first, second = crossing.locators
    assert isinstance(first, PdfLocator)
    assert isinstance(second, PdfLocator)
    assert [(first.page, first.char_start, first.char_end), (second.page, second.char_start, second.char_end)] == [
        (1, 0, 7),
        (2, 8, 13),
    ]
    assert [(region.page, region.box) for region in first.regions] == [(1, Box(0, 1, 7, 2))]
    assert alone.embed_text == "T › New\nfour"
