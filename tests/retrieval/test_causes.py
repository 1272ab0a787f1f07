"""Why nothing was found, why something was, and why something was not."""

from itertools import pairwise

import pytest

from tests.retrieval.material import HANDBOOK, fill, learn
from wherefrom import Knowledge
from wherefrom.core.search import Absence, Explanation, NoResult
from wherefrom.errors import AmbiguousId


def explained(knowledge: Knowledge, question: str, **options: object) -> Explanation:
    found = knowledge.search(question, explain=True, **options).explanation  # pyright: ignore[reportArgumentType]
    assert found is not None
    return found


def missing(knowledge: Knowledge, question: str, expect: str, **options: object) -> Absence:
    absent = explained(knowledge, question, expect=expect, **options).expected
    assert absent is not None
    return absent


def test_nothing_was_ingested(knowledge: Knowledge) -> None:
    result = knowledge.search("anything")
    assert (result.cause, result.passages, result.hits) == (NoResult.NOTHING_INGESTED, 0, ())


def test_the_filters_left_nothing(knowledge: Knowledge) -> None:
    knowledge.entries.add("Handbook", HANDBOOK)
    for filters in ({"tags": ["none"]}, {"types": ["report"]}, {"kinds": ["claim"]}):
        result = knowledge.search("refunds", **filters)  # pyright: ignore[reportArgumentType]
        assert (result.cause, result.hits) == (NoResult.ALL_FILTERED, ()), filters


MEANT = {
    "aprovals": "approvals",
    "aprrovals": "approvals",
    "refudns": "Refunds",
    "refnd": "Refunds",
    "holidyas": "Holidays",
    "gatway": "gateway",
    "finanse": "finance",
    "declnd": "declined",
}


def test_unknown_words_come_with_the_nearest_known_ones_and_nonsense_with_none(knowledge: Knowledge) -> None:
    knowledge.entries.add("Handbook", HANDBOOK)
    for written, meant in MEANT.items():
        result = knowledge.search(written, recipe="fast")
        assert result.cause is NoResult.WORDS_UNKNOWN
        assert result.nearest is not None
        assert result.nearest[written][0] == meant
    assert knowledge.search("qqqqqq zx", recipe="fast").nearest == {"qqqqqq": (), "zx": ()}


def test_near_words_are_found_in_titles_claims_and_other_scripts_too(knowledge: Knowledge) -> None:
    knowledge.entries.add("Reiseführer", "Пристань работает до осени.")
    learn(knowledge, "Marmalade keeps.")
    nearest = knowledge.search("riesefuhrer marmaldae пристнаь", recipe="fast").nearest
    assert nearest == {"riesefuhrer": ("Reiseführer",), "marmaldae": ("Marmalade",), "пристнаь": ("Пристань",)}


def test_nothing_reached_the_threshold(knowledge: Knowledge) -> None:
    fill(knowledge)
    assert knowledge.search("?!", recipe="fast").cause is NoResult.BELOW_THRESHOLD


def test_a_hit_tells_which_words_and_which_leg_brought_it(knowledge: Knowledge) -> None:
    knowledge.entries.add("Handbook", HANDBOOK)
    fill(knowledge)
    result = knowledge.search("declined card PAY-4711", explain=True)
    hit = result.hits[0]
    assert "PAY-4711" in hit.text
    assert {"declin", "card", "pay-4711"} <= set(hit.terms)
    assert hit.words is not None
    assert hit.words.rank == 1
    assert result.explanation is not None
    assert set(hit.terms) <= set(result.explanation.terms)
    assert result.explanation.searched == {"chunks": 11, "claims": 0}


def test_an_explanation_names_the_filters(knowledge: Knowledge) -> None:
    fill(knowledge)
    filters = explained(knowledge, "violin", tags=["red", "blue"], project="apollo", kinds=["chunk"]).filters
    assert filters == ("project in the whole org, apollo", "tag in blue, red")


def test_what_is_there_is_not_missing(knowledge: Knowledge) -> None:
    fill(knowledge)
    hit = knowledge.search("violin").hits[0]
    assert explained(knowledge, "violin", expect=hit.id).expected is None
    assert explained(knowledge, "violin", expect=hit.id[:12]).expected is None


def test_a_missing_hit_is_told_which_filter_left_it_out(knowledge: Knowledge) -> None:
    knowledge.entries.add("Handbook", HANDBOOK, type="policy", tags=["money"])
    claim = learn(knowledge, "Refunds are slow.", claim_status="disputed")
    hit = knowledge.search("refunds").hits[0]
    assert (
        missing(knowledge, "refunds", hit.id, tags=["red"]).reason == "left out by the filter: tag in red (it is money)"
    )
    by_two = missing(knowledge, "refunds", hit.id, tags=["red"], types=["note"]).reason
    assert by_two == "left out by the filter: tag in red (it is money); type in note (it is policy)"
    assert missing(knowledge, "refunds", hit.id, kinds=["claim"]).reason == "left out by the filter: kind"
    assert "status in" in missing(knowledge, "refunds", claim.id).reason
    assert "(it is disputed)" in missing(knowledge, "refunds", claim.id).reason
    assert "it came later" in missing(knowledge, "refunds", claim.id, as_of=1.0).reason


def test_a_hit_that_came_too_late_is_told_its_ranks(knowledge: Knowledge) -> None:
    fill(knowledge, 30)
    hits = knowledge.search("numbered trains", limit=30).hits
    last = hits[-1]
    absent = missing(knowledge, "numbered trains", last.id, limit=1)
    assert absent.words is not None
    assert absent.meaning is not None
    assert absent.words == last.words
    similarity = f"similarity {absent.meaning.score:.2f}, rank {absent.meaning.rank} in meaning"
    assert absent.reason == f"rank {absent.words.rank} in words, {similarity}; shown are 1"


def test_what_shares_no_word_says_so(knowledge: Knowledge) -> None:
    fill(knowledge, 8)
    other = knowledge.search("violin", recipe="fast").hits[0]
    absent = missing(knowledge, "bees", other.id, recipe="fast")
    assert absent.reason == "none of the query's words are in it, meaning was not asked for; shown are 1"


def test_a_passage_that_was_replaced_says_so(knowledge: Knowledge) -> None:
    entry = knowledge.entries.add("note", "The pelican is grey.")
    old = knowledge.search("pelican").hits[0].id
    knowledge.entries.edit(entry.id, content="The heron is grey.")
    assert "has changed since" in missing(knowledge, "grey", old).reason


def test_a_beginning_that_several_ids_share_is_refused(knowledge: Knowledge) -> None:
    fill(knowledge, 40)
    ids = sorted(hit.id for hit in knowledge.search("numbered", limit=100).hits)
    shared = next(one[:1] for one, other in pairwise(ids) if one[0] == other[0])
    with pytest.raises(AmbiguousId):
        knowledge.search("numbered", expect=shared)
