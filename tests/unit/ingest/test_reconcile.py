"""What changed: passages are known by their words, never by their position."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as some

from wherefrom.core.access import Visibility
from wherefrom.core.documents import Chunk, ContentKind
from wherefrom.core.ids import chunk_id, content_hash
from wherefrom.core.locators import TextLocator
from wherefrom.ingest.reconcile import Changed, reconcile
from wherefrom.ports.documents import ChunkPiece

SEEN = Visibility(org="o")
paragraphs = some.lists(some.sampled_from([f"paragraph {word} tells of {word}s" for word in "abcdefg"]), max_size=12)


def pieces(texts: list[str], heading: str = "Title") -> list[ChunkPiece]:
    made, at = [], 0
    for text in texts:
        place = TextLocator(char_start=at, char_end=at + len(text))
        made.append(ChunkPiece(text, f"{heading}\n{text}", (place,), ContentKind.DOCUMENT))
        at += len(text) + 2
    return made


def changed(now: list[str], stored: dict[str, Chunk], **options: object) -> Changed:
    return reconcile(pieces(now), stored, entry="e", seen_by=SEEN, secret="s", **options)  # type: ignore[arg-type]


def stored(texts: list[str]) -> dict[str, Chunk]:
    return {chunk.id: chunk for chunk in changed(texts, {}).new}


def texts(ids: object, known: dict[str, Chunk]) -> list[str]:
    return [known[id].text for id in ids]  # type: ignore[union-attr]


@given(paragraphs)
def test_the_same_words_again_change_nothing(now: list[str]) -> None:
    found = changed(now, stored(now))
    assert (found.new, found.moved, found.retired, found.unchanged) == ([], [], {}, len(now))


@given(paragraphs, paragraphs)
def test_what_is_there_now_is_new_moved_or_unchanged_and_the_rest_is_retired(was: list[str], now: list[str]) -> None:
    before = stored(was)
    found = changed(now, before)
    assert found.chunks == len(now)
    staying = len(found.moved) + found.unchanged
    assert len(found.retired) == len(before) - staying
    assert set(found.retired.values()) - {None} <= {chunk.id for chunk in found.new} | set(before)


def test_a_paragraph_on_top_is_new_and_the_others_only_move() -> None:
    before = stored(["one is here", "two is here"])
    found = changed(["zero is new", "one is here", "two is here"], before)
    assert [chunk.text for chunk in found.new] == ["zero is new"]
    assert {chunk.id for chunk in found.moved} == set(before)


def test_a_changed_passage_names_what_became_of_it_also_when_others_came_before() -> None:
    before = stored(["alpha stays as it is", "refunds need two approvals each", "omega stays as it is"])
    found = changed(
        ["brand new words", "alpha stays as it is", "refunds need three approvals each", "omega stays as it is"], before
    )
    (gone,) = found.retired
    assert before[gone].text == "refunds need two approvals each"
    heir = next(chunk for chunk in found.new if chunk.id == found.retired[gone])
    assert heir.text == "refunds need three approvals each"


def test_a_passage_that_was_taken_out_has_no_successor() -> None:
    before = stored(["alpha stays as it is", "this one goes away", "omega stays as it is"])
    found = changed(["alpha stays as it is", "omega stays as it is"], before)
    assert list(found.retired.values()) == [None]


def test_equal_paragraphs_are_told_apart_by_their_number() -> None:
    assert len(stored(["again", "again", "again"])) == 3


def test_a_new_title_embeds_nothing_unless_that_is_asked_for() -> None:
    before = stored(["one is here", "two is here"])
    renamed = pieces(["one is here", "two is here"], heading="Another title")
    kept = reconcile(renamed, before, entry="e", seen_by=SEEN, secret="s")
    assert (kept.new, kept.moved) == ([], [])
    asked = reconcile(renamed, before, entry="e", seen_by=SEEN, secret="s", reembed=True)
    assert {chunk.embed_text for chunk in asked.moved} == {"Another title\none is here", "Another title\ntwo is here"}


def test_a_passage_that_comes_back_lives_again() -> None:
    from dataclasses import replace

    before = {id: replace(chunk, retired_at=1.0) for id, chunk in stored(["one is here"]).items()}
    assert [chunk.id for chunk in changed(["one is here"], before).moved] == list(before)


def test_other_line_ends_are_the_same_words_and_what_it_embedded_stays() -> None:
    before = stored(["one\nis here", "two is here"])
    found = changed(["one\r\nis here", "two is here"], before)
    assert (list(found.new), found.retired) == ([], {})
    first = next(chunk for chunk in found.moved if "one" in chunk.text)
    assert (first.text, first.embed_text) == ("one\r\nis here", "Title\none\nis here")


def test_a_passage_that_was_known_by_its_line_ends_keeps_its_id_with_any() -> None:
    text = "one\r\nis here"
    id = chunk_id("s", "e", content_hash(text), 0)
    before = {id: replace(next(iter(stored([text]).values())), id=id)}
    for now in (text, "one\nis here"):
        found = changed([now], before)
        assert (list(found.new), found.retired, found.chunks) == ([], {}, 1)
