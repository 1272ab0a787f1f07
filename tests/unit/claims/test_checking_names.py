"""Evidence is looked at again: under another name, as part of another word, and after somebody accepted it."""

from pathlib import Path

import pytest

from wherefrom import Knowledge
from wherefrom.core.evidence import EvidenceRef
from wherefrom.core.paging import ChunkFilter
from wherefrom.core.pointers import from_chunk, from_file


def states(knowledge: Knowledge) -> dict[str, int]:
    return {state.value: number for state, number in knowledge.check().counts.items()}


def learned(knowledge: Knowledge, quote: str | None = None) -> None:
    with knowledge.record.read(knowledge.actor) as unit:
        (chunk,) = unit.chunks.find(ChunkFilter(personal=True)).items
    knowledge.learn("Two.", [from_chunk(chunk.id, quote)])


def test_a_passage_of_a_document_with_another_name_has_moved(knowledge: Knowledge, here: Path) -> None:
    (here / "docs").mkdir()
    (here / "docs/refunds.md").write_text("# Refunds\n\nThey need two approvals.\n")
    knowledge.ingest(str(here / "docs"))
    learned(knowledge)
    assert states(knowledge) == {"fresh": 1}
    assert knowledge.check().looked_at == 0
    (here / "docs/refunds.md").rename(here / "docs/policy.md")
    knowledge.ingest(str(here / "docs"))
    (finding,) = knowledge.check().findings
    assert (finding.state, finding.moved_to) == ("moved", "policy.md#Refunds")
    assert knowledge.check().is_sound
    (here / "docs/policy.md").rename(here / "docs/refunds.md")
    knowledge.ingest(str(here / "docs"))
    assert states(knowledge) == {"fresh": 1}


def test_a_quote_that_became_part_of_a_number_has_changed(knowledge: Knowledge) -> None:
    entry = knowledge.entries.add("Handbook", "The limit is 5 MB for uploads.")
    learned(knowledge, "limit is 5")
    knowledge.entries.edit(entry.id, content="The limit is 50 MB for uploads.")
    assert states(knowledge) == {"changed": 1}


@pytest.mark.parametrize("ref", [from_file("a.py", lines=(1, 1)), from_file("a.py"), from_file("a.py", quote="two")])
def test_after_a_change_was_accepted_check_and_why_say_the_same(
    knowledge: Knowledge, here: Path, ref: EvidenceRef
) -> None:
    (here / "a.py").write_text("two\nrest\n")
    knowledge.learn("Refunds need two approvals.", [ref])
    (here / "a.py").write_text("three four\nrest\n")
    assert states(knowledge) == {"changed": 1}
    (item,) = knowledge.attention.find().items
    knowledge.attention.resolve(item.id)
    (state,) = states(knowledge)
    (witness,) = knowledge.why("Refunds need two approvals.").supporting
    assert witness.freshness == state
