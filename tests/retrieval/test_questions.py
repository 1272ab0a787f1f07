"""Whatever a person pastes is a question."""

import gzip
import json
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.retrieval.languages import SENTENCES
from tests.retrieval.material import HANDBOOK, fill, texts
from wherefrom import Knowledge

NAUGHTY = Path(__file__).parents[2].parent / "shared/data/security/strings/blns.json.gz"

STRANGE = (
    *"\"'`*?:;()[]{}<>+-^~|&!\\/%_=#@$.,",
    '"unbalanced',
    "AND OR NOT NEAR",
    "title:refund AND body:*",
    "refund* OR -refund",
    "'; DROP TABLE chunks; --",
    "\\",
    "%s %(ids)s {key} {0}",
    "a & !b | (c <-> d):*",
    "refund\x00approval",
    "refund\ud800approval\udfff",
    "\ud83d",
    "\x01\x02\x1b[31mred\x7f\x9f",
    "\u200b\u200f\u202e",
    "🙂🏴󠁧󠁢󠁥󠁮󠁧󠁿👩‍👩‍👧‍👦",
    "a" * 1_000,
    "a " * 500,
    "\u0301" * 900,
    "㍿ ﷽ ẞ ŉ İ ı",
    "१२३ ٤٥٦ ½ Ⅷ",
)


def test_no_character_breaks_a_search(knowledge: Knowledge) -> None:
    knowledge.entries.add("Handbook", HANDBOOK)
    for question, recipe in product(STRANGE, ("fast", "hybrid")):
        result = knowledge.search(question, recipe=recipe, explain=True)
        assert result.hits or result.cause is not None


def test_what_is_put_between_words_does_not_keep_them_from_being_found(knowledge: Knowledge) -> None:
    knowledge.entries.add("Handbook", HANDBOOK)
    fill(knowledge)
    between = (" AND ", "\x00", "\ud800 ", '":("', " -")
    for question in (f'"refunds{what}approvals"' for what in between):
        assert "two approvals" in knowledge.search(question).hits[0].text, question


@pytest.mark.soak
def test_the_big_list_of_naughty_strings_is_searched(knowledge: Knowledge, soaking: bool) -> None:
    if not NAUGHTY.is_file():
        pytest.skip("the list is not on this machine")
    strings = [text for text in json.loads(gzip.decompress(NAUGHTY.read_bytes())) if text.strip()]
    knowledge.entries.add("naughty", "\n\n".join(text.replace("\x00", "") for text in strings))
    for question in strings if soaking else strings[::4]:
        result = knowledge.search(question, recipe="fast", limit=1)
        assert result.hits or result.cause is not None


def test_a_sentence_in_any_language_is_found_by_a_word_of_it_and_by_itself(knowledge: Knowledge) -> None:
    content = "\n\n".join(f"# {language}\n\n{sentence}" for language, (sentence, _) in SENTENCES.items())
    knowledge.entries.add("logbook", content)
    assert len(SENTENCES) >= 40
    for language, (sentence, word) in SENTENCES.items():
        for question in (word, sentence):
            found = texts(knowledge.search(question, recipe="fast", limit=5))
            assert any(sentence in text for text in found), (language, question)


def test_expecting_a_strange_id_is_expecting_what_is_not_there(knowledge: Knowledge) -> None:
    knowledge.entries.add("Handbook", HANDBOOK)
    for strange in ("", "\x00", "\ud800", "%", "a'b", "🙂"):
        explanation = knowledge.search("refunds", expect=strange).explanation
        assert explanation is not None
        assert explanation.expected is not None
        assert explanation.expected.reason == "nothing of this id is there for you"


def test_one_tag_alone_may_be_given_as_a_text(knowledge: Knowledge) -> None:
    knowledge.entries.add("Handbook", HANDBOOK, tags=["policy"])
    assert knowledge.search("refunds", tags="policy").hits
    assert knowledge.search("refunds", kinds="chunk").hits


@pytest.fixture(scope="module")
def lit(house: Knowledge) -> Knowledge:
    house.entries.add("Handbook", HANDBOOK)
    return house


@given(text=st.text(alphabet=st.characters(), max_size=60))
def test_any_text_is_a_question(text: str, lit: Knowledge) -> None:
    result = lit.search(f"? {text}", limit=3)
    assert result.hits or result.cause is not None
