"""What is told of claims: logs, events, lenses, provenance."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
import sqlalchemy as sa
from prov.model import ProvDocument

from tests.unit.claims.conftest import Watch
from wherefrom import Actor, ActorKind, Knowledge, Role
from wherefrom.claims.logs import JsonlLog, MemoryLog, SeveralLogs
from wherefrom.core.actions import Announcement
from wherefrom.core.claims import Scope
from wherefrom.core.clock import DAY
from wherefrom.core.paging import ChunkFilter, ClaimFilter
from wherefrom.core.pointers import from_artifact, from_chunk, from_human_assertion, from_url
from wherefrom.core.severity import claim_line
from wherefrom.errors import BadCursor, MissingEvidence
from wherefrom.ports.logs import ActionLog, LogEntry

WORD = from_human_assertion("ann", 1.0)
SHAPE = {
    "event",
    "claim_id",
    "claim_status",
    "evidence_count",
    "evidence_kinds",
    "scope_type",
    "scope_id",
    "actor_type",
    "actor_id",
    "branch_id",
    "session_id",
    "timestamp",
}


def logging_to(knowledge: Knowledge, log: ActionLog) -> Knowledge:
    return Knowledge(replace(knowledge._desk, log=log))


def test_the_line_of_a_verified_claim_says_who_verified_it_and_when(knowledge: Knowledge, watch: Watch) -> None:
    agent = knowledge.act_as(Actor(org="default", id="reviewer", kind=ActorKind.AGENT, role=Role.MEMBER))
    knowledge.projects.create("pay")
    made = agent.learn("The ferry runs.", [from_url("https://a.invalid")], project="pay")
    watch.now = 1779235200.0
    knowledge.verify(made.id)
    watch.turn(10 * DAY)
    agent.learn("The ferry runs.", [from_url("https://b.invalid")], project="pay")
    knowledge.share(made.id, "org")
    for shown in (knowledge.claims.get(made.id), *knowledge.recall("ferry"), *knowledge.claims.find().items):
        assert claim_line(shown) == "verified · by user · 2026-05-20"


class Broken:
    def emit(self, entry: LogEntry) -> None:
        raise OSError("no room left")


def test_every_action_is_logged_in_the_shape_that_tools_read(knowledge: Knowledge, tmp_path: Path) -> None:
    memory, file = MemoryLog(), tmp_path / "deep" / "actions.jsonl"
    logged = logging_to(knowledge, SeveralLogs([memory, JsonlLog(file)]))
    one = logged.learn("The sea.", [WORD], scope=Scope("repo", "x"), session_id="s", branch_id="b")
    other = logged.learn("A mountain.", [WORD])
    logged.verify(one.id)
    logged.dispute(one.id, "dry")
    logged.supersede(one.id, other.id)
    logged.relate(one.id, "supports", other.id)
    logged.projects.create("pay")
    logged.share(logged.learn("Some bread.", [WORD], project="pay").id, "org")
    assert [entry["event"] for entry in memory.entries] == [
        "knowledge.learn",
        "knowledge.learn",
        "knowledge.verify",
        "knowledge.dispute",
        "knowledge.supersede",
        "knowledge.relate",
        "knowledge.learn",
        "knowledge.share",
    ]
    assert all(set(entry) == SHAPE for entry in memory.entries)
    first = memory.entries[0]
    assert (first["claim_id"], first["claim_status"], first["evidence_kinds"]) == (
        one.id,
        "observed",
        ["human_assertion"],
    )
    assert (first["scope_type"], first["session_id"], first["branch_id"], first["actor_type"]) == (
        "repo",
        "s",
        "b",
        "user",
    )
    assert [json.loads(line) for line in file.read_text().splitlines()] == [dict(entry) for entry in memory.entries]


def test_a_log_may_be_named_by_its_path_in_the_home_directory(
    knowledge: Knowledge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    claim = logging_to(knowledge, JsonlLog("~/logs/of/claims.jsonl")).learn("The sea.", [WORD])
    (entry,) = (tmp_path / "logs/of/claims.jsonl").read_text().splitlines()
    assert json.loads(entry)["claim_id"] == claim.id


def test_a_log_that_fails_blocks_nothing_and_the_error_channel_hears_of_it(
    knowledge: Knowledge, caplog: pytest.LogCaptureFixture
) -> None:
    claim = logging_to(knowledge, Broken()).learn("The sea.", [WORD])
    assert knowledge.claims.get(claim.id) == claim
    assert "a knowledge action was not logged: knowledge.learn" in caplog.text


def test_an_action_is_logged_before_the_store_is_called(knowledge: Knowledge) -> None:
    counts: list[int] = []

    class Watching:
        def emit(self, entry: LogEntry) -> None:
            counts.append(knowledge.claims.count())

    logging_to(knowledge, Watching()).learn("The sea.", [WORD])
    assert counts == [0]


def test_spans_are_made_where_opentelemetry_is_at_work(knowledge: Knowledge, monkeypatch: pytest.MonkeyPatch) -> None:
    spans: list[tuple[str, dict[str, Any]]] = []

    class Tracer:
        def start_span(self, name: str, attributes: dict[str, Any]) -> "Tracer":
            spans.append((name, attributes))
            return self

        def end(self) -> None:
            spans.append(("end", {}))

    class Trace:
        @staticmethod
        def get_tracer(name: str) -> Tracer:
            return Tracer()

    monkeypatch.setitem(__import__("sys").modules, "opentelemetry.trace", cast("Any", Trace))
    claim = knowledge.learn("The sea.", [WORD])
    assert [name for name, _ in spans] == ["knowledge.learn", "end"]
    assert spans[0][1]["wherefrom.claim_id"] == claim.id


def test_what_happens_is_heard_at_once_and_read_later_from_where_one_stopped(knowledge: Knowledge) -> None:
    heard: list[str] = []
    stop = knowledge.events.listen(lambda told: heard.append(told.event.value))
    start = knowledge.events.now()
    one = knowledge.learn("The sea.", [WORD])
    knowledge.verify(one.id)
    first = knowledge.events.after(start, limit=1)
    rest = knowledge.events.after(first.next)
    assert [told.event.value for told in (*first.items, *rest.items)] == heard
    assert heard == ["knowledge.claim.learned", "knowledge.claim.verified"]
    assert {told.target_id for told in rest.items} == {one.id}
    assert knowledge.events.after(rest.next).items == []
    assert knowledge.events.after(rest.next).next == rest.next
    stop()
    knowledge.dispute(one.id, "dry")
    assert len(heard) == 2
    with pytest.raises(BadCursor):
        knowledge.events.after("17")


def test_a_listener_that_fails_keeps_nobody_from_hearing(knowledge: Knowledge) -> None:
    heard: list[Announcement] = []

    def broken(told: Announcement) -> None:
        raise RuntimeError("not today")

    knowledge.events.listen(broken)
    knowledge.events.listen(heard.append)
    knowledge.learn("The sea.", [WORD])
    assert len(heard) == 1


def test_nobody_hears_of_what_they_may_not_see(knowledge: Knowledge) -> None:
    knowledge.members.set("eve", kind="user")
    eve, heard = knowledge.as_member("eve"), list[Announcement]()
    eve.events.listen(heard.append)
    start = eve.events.now()
    claim = knowledge.learn("I dislike the sea.", [WORD], is_personal=True)
    assert heard == []
    assert eve.events.after(start).items == []
    other = knowledge.learn("I like the sea.", [WORD])
    assert [told.target_id for told in eve.events.after(start).items] == [other.id]
    assert claim.id not in {told.target_id for told in heard}


def test_events_are_hidden_with_what_they_are_about(knowledge: Knowledge) -> None:
    knowledge.groups.create("leads")
    knowledge.members.set("local", groups=["leads"])
    knowledge.members.set("eve", kind="user")
    entry = knowledge.entries.add("Handbook", "words")
    eve = knowledge.as_member("eve")
    assert [told.target_id for told in eve.events.after().items] == [entry.id]
    knowledge.entries.edit(entry.id, audience=["leads"])
    assert eve.events.after().items == []


def test_a_write_that_was_refused_is_announced_to_nobody(knowledge: Knowledge) -> None:
    start = knowledge.events.now()
    with pytest.raises(MissingEvidence):
        knowledge.learn("The sea.", [])
    assert knowledge.events.after(start).items == []


def test_lenses_show_the_claims_of_a_run_a_show_an_agent_an_artifact_and_a_source(
    knowledge: Knowledge, tmp_path: Path
) -> None:
    source = knowledge.sources.add("folder", str(tmp_path))
    entry = knowledge.entries.add("Handbook", "Refunds need two approvals.")
    with knowledge.record.write(knowledge.actor) as unit:
        unit.entries.save(replace(unit.entries.get(entry.id), source=source.id))
        (chunk,) = unit.chunks.find(ChunkFilter(entry=entry.id)).items
        unit.commit()
    agent = knowledge.act_as(Actor(org="default", id="reviewer", kind=ActorKind.AGENT, role=Role.MEMBER))
    made = {
        "run": knowledge.learn("Of a run.", [WORD], run_id="r1", show_id="s1"),
        "show": knowledge.learn("Of its show.", [WORD], run_id="r2", show_id="s1"),
        "agent": agent.learn("Of an agent.", [WORD], scope=Scope("agent", "reviewer")),
        "artifact": knowledge.learn("Citing a report.", [from_artifact("report-1")]),
        "source": knowledge.learn("Two.", [from_chunk(chunk.id)]),
    }

    def seen(**where: Any) -> set[str]:
        found = {claim.id for claim in knowledge.claims.find(ClaimFilter(**where)).items}
        return {name for name, claim in made.items() if claim.id in found}

    assert seen(run_id="r1") == {"run"}
    assert seen(show_id="s1") == {"run", "show"}
    assert seen(scope=Scope("agent", "reviewer")) == {"agent"}
    assert seen(citing_artifact="report-1") == {"artifact"}
    assert seen(from_source=source.id) == {"source"}


def test_each_lens_is_one_query_by_an_index(knowledge: Knowledge) -> None:
    """No lens walks through all claims of the org."""
    knowledge.learn("The sea.", [WORD])
    lenses = {
        "org_run_id": ClaimFilter(run_id="r"),
        "org_show_id": ClaimFilter(show_id="s"),
        "org_scope_type": ClaimFilter(scope=Scope("agent", "a")),
        "evidence_org_artifact_id": ClaimFilter(citing_artifact="x"),
        "entries_org_source": ClaimFilter(from_source="x"),
        "pk_attention": ClaimFilter(of_attention="x"),
    }
    asked: list[tuple[str, Any]] = []

    def note(_: Any, __: Any, statement: str, parameters: Any, *rest: Any) -> None:
        asked.append((statement, parameters))

    with knowledge.record.read(knowledge.actor) as unit:
        connection = cast("Any", unit.transaction)
        sa.event.listen(connection.engine, "before_cursor_execute", note)
        for index, where in lenses.items():
            asked.clear()
            unit.claims.find(where)
            (query,) = [each for each in asked if "FROM claims" in each[0]]
            steps = [str(row[-1]) for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query[0]}", query[1])]
            walked = [step for step in steps if step.startswith("SCAN") or "claims_org_created_at" in step]
            assert walked == [], (index, steps)
        sa.event.remove(connection.engine, "before_cursor_execute", note)


def test_the_provenance_of_a_claim_is_what_a_prov_reader_accepts(knowledge: Knowledge) -> None:
    old = knowledge.learn("The sea.", [WORD, from_url("https://a.invalid/x")])
    new = knowledge.learn("A mountain.", [WORD])
    knowledge.verify(old.id, reason="I was there")
    knowledge.supersede(old.id, new.id)
    for id, texts in ((old.id, {"The sea."}), (new.id, {"A mountain."})):
        document = ProvDocument.deserialize(content=json.dumps(knowledge.claims.prov(id)), format="json")
        kinds = {type(record).__name__ for record in document.get_records()}
        assert {"ProvEntity", "ProvActivity", "ProvAgent", "ProvDerivation", "ProvGeneration"} <= kinds
        values = {str(value) for record in document.get_records() for value in record.value}
        assert texts <= values
        assert ProvDocument.deserialize(content=document.serialize(), format="json") == document


def test_a_person_and_an_agent_of_the_same_id_are_two_in_the_provenance(knowledge: Knowledge) -> None:
    agent = knowledge.act_as(Actor(org="default", id="local", kind=ActorKind.AGENT, role=Role.MEMBER))
    claim = agent.learn("The sea.", [WORD])
    knowledge.verify(claim.id)
    told = knowledge.claims.prov(claim.id)
    kinds = {name: facts["prov:type"]["$"] for name, facts in told["agent"].items()}
    assert kinds == {"wf:agent-local": "prov:SoftwareAgent", "wf:user-local": "prov:Person"}
    events = {name: facts["wf:event"] for name, facts in told["activity"].items()}
    whose = {events[link["prov:activity"]]: link["prov:agent"] for link in told["wasAssociatedWith"].values()}
    assert whose == {"learned": "wf:agent-local", "verified": "wf:user-local"}
    assert [link["prov:agent"] for link in told["wasAttributedTo"].values()] == ["wf:agent-local"]


def test_each_step_used_what_it_brought_and_a_claim_is_not_derived_from_what_speaks_against_it(
    knowledge: Knowledge,
) -> None:
    says, adds, proves, denies = (from_url(f"https://{each}.invalid/") for each in ("says", "adds", "proves", "denies"))
    claim = knowledge.learn("The sea.", [WORD, says])
    knowledge.learn("The sea.", [adds])
    knowledge.verify(claim.id, evidence=[proves])
    knowledge.dispute(claim.id, "dry", evidence=[denies])
    newer = knowledge.learn("A mountain.", [WORD])
    knowledge.supersede(claim.id, newer.id)
    told = knowledge.claims.prov(claim.id)
    places = {name: facts.get("prov:location", facts.get("wf:person")) for name, facts in told["entity"].items()}
    derived = [places[link["prov:usedEntity"]] for link in told["wasDerivedFrom"].values()]
    assert derived == ["ann", says.url, adds.url, proves.url]
    used: dict[str, list[str | None]] = {}
    for link in told["used"].values():
        if places[link["prov:entity"]]:
            used.setdefault(told["activity"][link["prov:activity"]]["wf:event"], []).append(places[link["prov:entity"]])
    assert used == {
        "learned": ["ann", says.url],
        "evidence_added": [adds.url],
        "verified": [proves.url],
        "disputed": [denies.url],
    }
    assert len(told["wasGeneratedBy"]) == 1
    assert len(knowledge.claims.prov(newer.id)["wasGeneratedBy"]) == 1
