"""A write is found by the next search, from any process."""

import subprocess
import sys

import pytest

from tests.retrieval.material import learn, person, texts
from wherefrom import Knowledge
from wherefrom.config import Settings
from wherefrom.core.search import NoResult


def found(knowledge: Knowledge, question: str) -> list[str]:
    return texts(knowledge.search(question, recipe="fast"))


def test_what_was_just_written_is_found(knowledge: Knowledge) -> None:
    for colour in ("grey", "white", "brown"):
        knowledge.entries.add("note", f"A {colour} pelican.")
        assert found(knowledge, colour) == [f"A {colour} pelican."]
    assert len(found(knowledge, "pelican")) == 3
    learn(knowledge, "Pelicans fish in groups.")
    assert "Pelicans fish in groups." in found(knowledge, "groups")


def test_after_an_edit_the_new_words_are_found_and_the_old_are_not(knowledge: Knowledge) -> None:
    entry = knowledge.entries.add("note", "The pelican is grey.", tags=["bird"])
    assert found(knowledge, "pelican")
    knowledge.entries.edit(entry.id, content="The heron is grey.")
    assert found(knowledge, "heron") == ["The heron is grey."]
    assert found(knowledge, "pelican") == []
    knowledge.entries.edit(entry.id, title="Waders of the delta")
    assert found(knowledge, "delta") == ["The heron is grey."]
    knowledge.entries.edit(entry.id, tags=["wader"])
    assert texts(knowledge.search("heron", tags=["wader"])) == ["The heron is grey."]
    assert knowledge.search("heron", tags=["bird"]).cause is NoResult.ALL_FILTERED


def test_what_is_deleted_is_gone_at_once_and_for_everybody(knowledge: Knowledge) -> None:
    entry = knowledge.entries.add("note", "The pelican is grey.")
    kept = knowledge.entries.add("note", "The heron is grey.")
    assert len(found(knowledge, "grey")) == 2
    knowledge.entries.delete(entry.id)
    assert found(knowledge, "grey") == ["The heron is grey."]
    assert found(knowledge, "pelican") == []
    assert found(knowledge.elevated(), "pelican") == []
    knowledge.entries.delete(kept.id)
    assert knowledge.search("grey").cause is NoResult.NOTHING_INGESTED


def test_a_changed_audience_holds_for_the_next_search(knowledge: Knowledge) -> None:
    knowledge.groups.create("leads")
    lead, bob = person(knowledge, "lea", groups=["leads"]), person(knowledge, "bob")
    entry = lead.entries.add("note", "The pelican is grey.")
    assert found(bob, "pelican")
    lead.entries.edit(entry.id, audience=["leads"])
    assert found(bob, "pelican") == []
    assert found(lead, "pelican") == ["The pelican is grey."]
    lead.entries.edit(entry.id, audience=[])
    assert found(bob, "pelican") == ["The pelican is grey."]


def test_what_becomes_personal_leaves_everybodys_index_and_comes_back(knowledge: Knowledge) -> None:
    ann, bob = person(knowledge, "ann"), person(knowledge, "bob")
    entry = ann.entries.add("note", "The pelican is grey.")
    before = bob.search("pelican")
    ann.entries.edit(entry.id, is_personal=True)
    assert found(ann, "pelican") == ["The pelican is grey."]
    assert found(bob, "pelican") == []
    assert bob.search("pelican").passages == 0
    ann.entries.edit(entry.id, is_personal=False)
    assert found(ann, "pelican") == ["The pelican is grey."]
    assert [(hit.id, hit.score) for hit in bob.search("pelican").hits] == [(hit.id, hit.score) for hit in before.hits]


@pytest.mark.parametrize("is_personal", [False, True])
def test_what_is_erased_is_found_by_nobody(is_personal: bool, knowledge: Knowledge) -> None:
    entry = knowledge.entries.add("note", "The pelican is grey.", is_personal=is_personal)
    assert found(knowledge, "pelican")
    knowledge.erase.entry(entry.id)
    assert found(knowledge, "pelican") == []
    assert knowledge.elevated().search("pelican").cause is NoResult.NOTHING_INGESTED


_OTHER = """
import sys
from wherefrom.bootstrap import open_settings
from wherefrom.config import Settings
from wherefrom.core.actors import Actor
store, engine, org = sys.argv[1:4]
with open_settings(Settings(store=store, engine=engine, embedder="hash")) as opened:
    knowledge = opened.act_as(Actor.local_owner(org))
    for line in sys.stdin:
        verb, _, text = line.rstrip().partition(" ")
        if verb == "add":
            knowledge.entries.add("other", text)
        print(*(hit.text for hit in knowledge.search(text, recipe="fast").hits), sep="|", flush=True)
"""


def test_two_processes_find_what_the_other_wrote_at_once(knowledge: Knowledge, settings: Settings) -> None:
    arguments = [settings.store, settings.engine or "", knowledge.actor.org]
    with subprocess.Popen(
        [sys.executable, "-c", _OTHER, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdin is not None
        assert other.stdout is not None

        def ask(line: str) -> list[str]:
            print(line, file=other.stdin, flush=True)
            return [text for text in other.stdout.readline().rstrip().split("|") if text]

        assert ask("add Pelicans from the other side") == ["Pelicans from the other side"]
        assert found(knowledge, "pelicans") == ["Pelicans from the other side"]
        for here, there in (("heron", "egret"), ("stork", "crane"), ("ibis", "swan")):
            knowledge.entries.add("here", f"A {here} seen here")
            assert ask(f"search {here}") == [f"A {here} seen here"]
            ask(f"add A {there} seen there")
            assert found(knowledge, there) == [f"A {there} seen there"]
        entry = knowledge.search("pelicans", recipe="fast").hits[0].citation
        assert entry is not None
        knowledge.entries.delete(entry.entry)
        assert ask("search pelicans") == []
        other.stdin.close()
        assert other.wait(timeout=30) == 0
