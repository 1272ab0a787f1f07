"""`wherefrom "a sentence"`: over every face, and as people type it."""

from pathlib import Path
from typing import Any

import pytest

from tests.flows.faces import CliFace, Face, PythonFace, run_here
from wherefrom.cli.why import with_verb
from wherefrom.cli.wording import plain
from wherefrom.demo.corpus import write_corpus


@pytest.fixture
def lantern(face: Face, tmp_path: Path) -> Face:
    face.do("ingest", str(write_corpus(tmp_path / "lantern")))
    return face


def asked(face: Face, sentence: str) -> dict[str, Any]:
    if isinstance(face, PythonFace):
        with face._opened() as knowledge:
            return plain(knowledge.why(sentence))
    assert isinstance(face, CliFace)
    code = {"supported": 0, "contradicted": 5, "unknown": 3}
    done = run_here(["--store", face.store, "--json", sentence])
    import json

    told: dict[str, Any] = json.loads(done.stdout)
    assert done.code == code[told["verdict"]]
    return told


def test_a_sentence_is_supported_contradicted_or_unknown_with_its_place(lantern: Face) -> None:
    supported = asked(lantern, "refunds need two approvals")
    assert (supported["verdict"], supported["judged_by"]) == ("supported", "rules")
    places = {witness["place"]: witness["freshness"] for witness in supported["supporting"]}
    assert places["Lantern Handbook#p7"] == "fresh"
    contradicted = asked(lantern, "refunds over 100 euros need three approvals")
    assert contradicted["verdict"] == "contradicted"
    assert "two approvals, not three approvals" in {each["reason"] for each in contradicted["contradicting"]}
    unknown = asked(lantern, "dogs are allowed in the office")
    assert (unknown["verdict"], unknown["supporting"], unknown["contradicting"]) == ("unknown", [], [])


def test_a_person_reads_the_verdict_the_words_and_the_place(tmp_path: Path) -> None:
    store = ["--store", str(tmp_path / "store.db")]
    run_here([*store, "ingest", str(write_corpus(tmp_path / "lantern"))])
    done = run_here([*store, "Laptops lock after ten minutes"])
    assert done.code == 5
    lines = done.stdout.splitlines()
    assert lines[0] == "✗ contradicted"
    assert lines[1].strip() == "Lantern Handbook#p5"
    assert "“Laptops lock after five minutes.”" in lines[2]
    assert "five minutes, not ten minutes · fresh · brought by local" in lines[3]
    assert "Judged by rules" in done.stderr
    question = run_here([*store, "when do laptops lock?"])
    assert question.code == 3
    assert "this is a question" in question.stdout


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        (["refunds need two approvals"], ["why", "refunds need two approvals"]),
        (["--json", "a b"], ["--json", "why", "a b"]),
        (["--store", "my store.db", "a b", "--json"], ["--store", "my store.db", "why", "a b", "--json"]),
        (["search", "a b"], ["search", "a b"]),
        (["refunds"], ["refunds"]),
        ([" search "], [" search "]),
        (["--store", "my store.db"], ["--store", "my store.db"]),
        ([], []),
    ],
)
def test_a_first_word_with_a_blank_is_a_sentence(typed: list[str], meant: list[str]) -> None:
    assert with_verb(typed) == meant
