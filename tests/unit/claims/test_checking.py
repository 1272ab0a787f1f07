"""Evidence is looked at again: files, commits, passages; and whoever minds hears of it once."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.unit.claims.conftest import Unreachable, Watch, with_ground
from wherefrom import Knowledge
from wherefrom.core.attention import AttentionItem
from wherefrom.core.claims import ClaimStatus, Scope
from wherefrom.core.clock import DAY
from wherefrom.core.evidence import EvidenceRef, GroundState, Standing
from wherefrom.core.paging import ChunkFilter, ClaimFilter
from wherefrom.core.pointers import from_chunk, from_file, from_human_assertion, from_model_inference, from_url
from wherefrom.errors import Conflict, InvalidValue, MissingEvidence
from wherefrom.ports.ground import Pin, Sight
from wherefrom.sources.ground import FileGround

CODE = "import os\n\ndef refund(amount):\n    return approvals >= 2\n\ndef close():\n    pass\n"


def states(knowledge: Knowledge) -> dict[str, int]:
    return {state.value: number for state, number in knowledge.check().counts.items()}


def inbox(knowledge: Knowledge) -> list[AttentionItem]:
    return list(knowledge.attention.find().items)


def write(file: Path, text: str) -> None:
    """With a time of its own, as if an editor had saved it later."""
    later = file.stat().st_mtime_ns + 1_000_000 if file.exists() else None
    file.write_text(text)
    if later:
        os.utime(file, ns=(later, later))


class Vanishing(Unreachable):
    """A page that was there, and answers 404 when it is looked at again."""

    def pin(self, ref: EvidenceRef) -> Pin:
        return Pin(ref, "two approvals")

    def look(self, standing: Standing) -> Sight:
        return Sight(GroundState.GONE, why="there is nothing here (404)")


def test_why_a_page_is_gone_is_told_by_the_check_and_by_the_item(knowledge: Knowledge) -> None:
    reading = with_ground(knowledge, Vanishing())
    reading.learn("Refunds need two approvals.", [from_url("https://example.org/refunds")])
    assert [each.why for each in reading.check().findings] == ["there is nothing here (404)"]
    assert [item.detail["why"] for item in inbox(reading)] == ["there is nothing here (404)"]


def git(folder: Path, *words: str) -> str:
    done = subprocess.run(
        ["git", "-c", "user.name=t", "-c", "user.email=t@t", *words],
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.strip()


def test_lines_of_a_file_are_fresh_moved_changed_and_gone(knowledge: Knowledge, here: Path) -> None:
    file = here / "pay.py"
    write(file, CODE)
    claim = knowledge.learn("Refunds need two approvals.", [from_file("pay.py", lines=(3, 4), quote="approvals >= 2")])
    assert claim.evidence[0].path == str(file)
    assert claim.evidence[0].content_hash is not None
    assert states(knowledge) == {"fresh": 1}
    write(file, "# money\n" + CODE)
    assert states(knowledge) == {"moved": 1}
    assert inbox(knowledge) == []
    write(file, CODE.replace(">= 2", ">= 3"))
    assert states(knowledge) == {"changed": 1}
    (item,) = inbox(knowledge)
    assert (item.event, item.severity, item.target_id) == ("evidence.changed", "warning", claim.id)
    assert (item.detail["was"], item.detail["now"]) == ("approvals >= 2", "    return approvals >= 3")
    assert "+    return approvals >= 3" in item.detail["diff"]
    write(file, CODE)
    assert states(knowledge) == {"fresh": 1}
    assert inbox(knowledge) == [], "the cause is gone"
    file.unlink()
    assert states(knowledge) == {"gone": 1}
    assert [item.event for item in inbox(knowledge)] == ["evidence.gone"]


def test_a_quote_that_the_file_does_not_say_makes_a_hypothesis(knowledge: Knowledge, here: Path) -> None:
    write(here / "pay.py", CODE)
    assert (
        knowledge.learn("Three.", [from_file("pay.py", quote="approvals >= 3")]).claim_status is ClaimStatus.HYPOTHESIS
    )
    assert knowledge.learn("Two.", [from_file("pay.py", quote="approvals >= 2")]).claim_status is ClaimStatus.OBSERVED
    absent = knowledge.learn("Four.", [from_file("nothing.py", quote="approvals >= 4")])
    assert absent.claim_status is ClaimStatus.OBSERVED
    assert knowledge.claims.evidence(absent.id)[0].state is GroundState.UNREACHABLE


def test_one_item_a_cause_however_often_it_is_checked(knowledge: Knowledge, here: Path) -> None:
    write(here / "pay.py", CODE)
    knowledge.learn("Two.", [from_file("pay.py", lines=(4, 4))])
    write(here / "pay.py", CODE.replace(">= 2", ">= 3"))
    assert knowledge.check().raised == 1
    assert knowledge.check().raised == 0
    first = inbox(knowledge)
    write(here / "pay.py", CODE.replace(">= 2", ">= 4"))
    assert knowledge.check().raised == 1
    assert [item.id for item in inbox(knowledge)] == [item.id for item in first]


def test_whoever_resolves_a_change_accepts_what_it_says_now(knowledge: Knowledge, here: Path) -> None:
    write(here / "pay.py", CODE)
    knowledge.learn("Two.", [from_file("pay.py", lines=(4, 4)), from_file("pay.py", quote="approvals >= 2")])
    write(here / "pay.py", CODE.replace(">= 2", ">= 3"))
    assert states(knowledge) == {"changed": 2}
    for item in inbox(knowledge):
        knowledge.attention.resolve(item.id)
    report = knowledge.check()
    assert report.is_sound
    write(here / "pay.py", CODE.replace(">= 2", ">= 4"))
    assert not knowledge.check().is_sound
    assert len(inbox(knowledge)) == 2, "opened again, because it changed again"


def test_all_that_is_not_sound_is_told_every_time(knowledge: Knowledge, here: Path) -> None:
    entry = knowledge.entries.add("Handbook", "Refunds need two approvals.")
    for name in ("a.py", "b.py"):
        write(here / name, CODE)
    refs = [from_file("a.py", lines=(4, 4)), from_file("b.py"), from_chunk(passages(knowledge, entry.id)[0])]
    knowledge.learn("Two.", refs)
    write(here / "a.py", CODE.replace(">= 2", ">= 3"))
    (here / "b.py").unlink()
    knowledge.entries.delete(entry.id)
    first = knowledge.check()
    assert [finding.state for finding in first.findings] == ["gone", "changed", "gone"]
    write(here / "c.py", CODE)
    knowledge.learn("Another.", [from_file("c.py")])
    again = knowledge.check()
    assert again.findings == first.findings
    assert "+    return approvals >= 3" in again.findings[1].diff
    assert (again.raised, again.is_sound) == (0, False)


def test_what_somebody_accepted_as_gone_is_no_news_until_it_is_back_and_gone_again(
    knowledge: Knowledge, here: Path
) -> None:
    write(here / "pay.py", CODE)
    entry = knowledge.entries.add("Handbook", "Refunds need two approvals.")
    knowledge.learn("Two.", [from_file("pay.py"), from_chunk(passages(knowledge, entry.id)[0])])
    (here / "pay.py").unlink()
    knowledge.entries.delete(entry.id)
    assert not knowledge.check().is_sound
    for item in inbox(knowledge):
        knowledge.attention.resolve(item.id)
    for _ in range(2):
        assert states(knowledge) == {"unreachable": 2}
    assert inbox(knowledge) == []
    write(here / "pay.py", CODE)
    assert states(knowledge) == {"fresh": 1, "unreachable": 1}
    (here / "pay.py").unlink()
    assert states(knowledge) == {"gone": 1, "unreachable": 1}
    assert [item.event for item in inbox(knowledge)] == ["evidence.gone"]


@pytest.mark.parametrize(("title", "state"), [("Handbook", "fresh"), ("Rules", "moved")])
def test_a_document_that_was_deleted_and_is_back_carries_its_claims_again(
    knowledge: Knowledge, title: str, state: str
) -> None:
    text = "Refunds need two approvals."
    entry = knowledge.entries.add("Handbook", text)
    knowledge.learn("Two.", [from_chunk(passages(knowledge, entry.id)[0], "two approvals")])
    knowledge.entries.delete(entry.id)
    assert states(knowledge) == {"gone": 1}
    assert [item.event for item in inbox(knowledge)] == ["evidence.gone"]
    back = knowledge.entries.add(title, text)
    assert states(knowledge) == {state: 1}
    assert inbox(knowledge) == [], "the cause is gone"
    knowledge.entries.delete(back.id)
    assert states(knowledge) == {"gone": 1}
    assert [item.event for item in inbox(knowledge)] == ["evidence.gone"]


def test_lines_that_never_were_are_asked_about_once(knowledge: Knowledge, here: Path) -> None:
    write(here / "pay.py", CODE)
    made = knowledge.learn("Nine.", [from_file("pay.py", lines=(90, 95))])
    assert made.claim_status is ClaimStatus.HYPOTHESIS
    assert knowledge.history(made.id)[0].reason == f"there is no {here}/pay.py:L90-L95"
    for text in (CODE, "# money\n" + CODE):
        write(here / "pay.py", text)
        report = knowledge.check()
        assert (report.is_sound, dict(report.counts)) == (True, {GroundState.UNREACHABLE: 1})
        assert [item.event for item in inbox(knowledge)] == ["evidence.not_found"]


def test_an_item_says_whether_the_quote_or_the_place_is_wrong(knowledge: Knowledge, here: Path) -> None:
    write(here / "pay.py", CODE)
    knowledge.learn("Nine.", [from_file("pay.py", lines=(90, 95)), from_file("pay.py", quote="nine")])
    lines, quote = sorted(inbox(knowledge), key=lambda item: item.event)
    assert lines.detail["reason"] == f"there is no {here}/pay.py:L90-L95"
    assert lines.action == "Cite what is there, and observe it on that; the claim stays a hypothesis"
    assert quote.detail["reason"] == f"the quote was not found in {here}/pay.py"
    assert quote.action == "Check the quote; the claim stays a hypothesis"
    knowledge.transition(quote.target_id, "observed", evidence=[from_file("pay.py", lines=(3, 4))])
    assert inbox(knowledge) == []


@pytest.mark.parametrize("ref", [from_file("pay.py", quote="approvals  >= 2"), from_file("pay.py", lines=(4, 4))])
def test_what_is_as_it_was_cited_is_fresh_whatever_was_accepted_meanwhile(
    knowledge: Knowledge, here: Path, ref: EvidenceRef
) -> None:
    write(here / "pay.py", CODE)
    knowledge.learn("Two.", [ref])
    write(here / "pay.py", CODE.replace(">= 2", ">= 3"))
    assert states(knowledge) == {"changed": 1}
    knowledge.attention.resolve(inbox(knowledge)[0].id)
    assert knowledge.check().is_sound
    write(here / "pay.py", CODE.replace(">= 2", ">= 4"))
    (finding,) = knowledge.check().findings
    assert (finding.was, finding.now) == ("    return approvals >= 3", "    return approvals >= 4")
    write(here / "pay.py", CODE)
    assert states(knowledge) == {"fresh": 1}
    assert inbox(knowledge) == []


def test_a_quote_is_back_wherever_it_stands_and_however_it_is_spaced(knowledge: Knowledge, here: Path) -> None:
    write(here / "pay.py", CODE)
    knowledge.learn("Two.", [from_file("pay.py", quote="approvals >= 2")])
    write(here / "pay.py", CODE.replace(">= 2", ">= 3"))
    knowledge.check()
    knowledge.attention.resolve(inbox(knowledge)[0].id)
    write(here / "pay.py", "# again\n" + CODE.replace("approvals >= 2", "approvals\n      >= 2"))
    assert states(knowledge) == {"fresh": 1}


@pytest.mark.parametrize(
    "ref",
    [from_file("pay.py", quote="approvals >= 2"), from_file("pay.py", lines=(4, 4))],
)
def test_that_nothing_of_it_is_left_can_be_accepted_too(knowledge: Knowledge, here: Path, ref: EvidenceRef) -> None:
    write(here / "pay.py", CODE)
    knowledge.learn("Two.", [ref])
    write(here / "pay.py", "nothing")
    assert states(knowledge) == {"changed": 1}
    knowledge.attention.resolve(inbox(knowledge)[0].id)
    for text in ("nothing", "nothing at all"):
        write(here / "pay.py", text)
        assert knowledge.check().is_sound
    write(here / "pay.py", CODE)
    assert states(knowledge) == {"fresh": 1}


@pytest.mark.parametrize("status", ["disputed", "superseded"])
@pytest.mark.parametrize("trouble", ["changed", "gone"])
def test_trouble_with_evidence_is_nobodys_while_the_claim_does_not_hold(
    knowledge: Knowledge, here: Path, status: str, trouble: str
) -> None:
    file = here / "pay.py"
    write(file, CODE)
    claim = knowledge.learn("Two.", [from_file("pay.py")])
    if trouble == "gone":
        file.unlink()
    else:
        write(file, "three")
    knowledge.check()
    (item,) = inbox(knowledge)
    knowledge.transition(claim.id, status, reason="it is three")
    assert inbox(knowledge) == []
    resolved = knowledge.attention.get(item.id)
    assert (resolved.status, resolved.detail["resolved"]) == ("resolved", f"{claim.id} is {status}")
    knowledge.check()
    knowledge.undo(claim.id)
    assert inbox(knowledge) == [knowledge.attention.get(item.id)]
    assert inbox(knowledge)[0].detail == item.detail
    write(file, CODE)
    knowledge.check()
    assert inbox(knowledge) == []
    knowledge.undo(claim.id)
    knowledge.undo(claim.id)
    assert inbox(knowledge) == [], "the cause is not back"


def test_what_a_person_resolved_stays_so(knowledge: Knowledge, here: Path) -> None:
    write(here / "pay.py", CODE)
    claim = knowledge.learn("Two.", [from_file("pay.py", quote="approvals >= 9")])
    (item,) = inbox(knowledge)
    knowledge.attention.resolve(item.id)
    knowledge.dispute(claim.id, "no")
    knowledge.undo(claim.id)
    assert inbox(knowledge) == []


def test_a_quote_that_was_not_found_matters_as_long_as_it_is_a_guess(knowledge: Knowledge, here: Path) -> None:
    write(here / "pay.py", CODE)
    claim = knowledge.learn("Two.", [from_file("pay.py", quote="approvals >= 9")])
    for status in ("observed", "disputed", "superseded"):
        (item,) = inbox(knowledge)
        knowledge.transition(claim.id, status, reason="looked")
        assert inbox(knowledge) == []
        assert knowledge.attention.get(item.id).detail["resolved"] == f"{claim.id} is {status}"
        knowledge.undo(claim.id)


def test_trouble_with_evidence_that_is_withdrawn_is_nobodys_until_it_is_back(knowledge: Knowledge, here: Path) -> None:
    write(here / "pay.py", CODE)
    claim = knowledge.learn("Two.", [from_human_assertion("ann", 1.0)])
    knowledge.verify(claim.id, evidence=[from_file("pay.py")])
    (here / "pay.py").unlink()
    assert not knowledge.check().is_sound
    knowledge.undo(claim.id)
    assert (inbox(knowledge), knowledge.check().is_sound) == ([], True)
    knowledge.undo(claim.id)
    assert ([item.event for item in inbox(knowledge)], knowledge.check().is_sound) == (["evidence.gone"], False)


def test_every_item_leads_somewhere_and_says_what_it_is_about(knowledge: Knowledge, here: Path) -> None:
    strong = knowledge.learn("Two.", [from_human_assertion("ann", 1.0)])
    weak = knowledge.learn("Three.", [from_model_inference("s", "m", "so it seems")])
    knowledge.relate(strong.id, "contradicts", weak.id)
    run = knowledge.sessions.begin(title="Count them")
    knowledge.sessions.end(run.id, error="out of fingers")
    with pytest.raises(MissingEvidence):
        knowledge.learn("Four.", [])
    told = {item.event: (item.links, item.detail["text"]) for item in inbox(knowledge)}
    one, other = sorted([strong, weak], key=lambda claim: claim.id)
    assert told == {
        "claim.contradiction": ((f"claim:{one.id}", f"claim:{other.id}"), f"{one.text} ↔ {other.text}"),
        "run.failed": ((f"run:{run.id}",), "Count them"),
        "claim.write_rejected": (("member:local",), "Four."),
    }
    knowledge.supersede(strong.id, weak.id)
    weakened = next(item for item in inbox(knowledge) if item.event == "claim.weakened")
    assert weakened.detail["text"] == "Three."


@pytest.mark.parametrize("status", ["disputed", "superseded"])
def test_what_a_claim_stood_on_that_holds_no_more_is_left_alone(knowledge: Knowledge, here: Path, status: str) -> None:
    write(here / "pay.py", CODE)
    claim = knowledge.learn("Two.", [from_file("pay.py")])
    write(here / "pay.py", "three")
    assert not knowledge.check().is_sound
    knowledge.transition(claim.id, status, reason="it is three", evidence=[from_file("pay.py")])
    write(here / "pay.py", "four")
    report = knowledge.check()
    assert (report.is_sound, dict(report.counts), report.findings) == (True, {}, ())
    knowledge.undo(claim.id)
    assert states(knowledge) == {"changed": 1}, "what was brought against it is withdrawn"


def test_a_file_in_a_repository_is_pinned_to_its_commit(knowledge: Knowledge, here: Path) -> None:
    git(here, "init", "-q")
    write(here / "pay.py", CODE)
    git(here, "add", ".")
    git(here, "commit", "-qm", "one")
    head = git(here, "rev-parse", "HEAD")
    clean = knowledge.learn("Two.", [from_file("pay.py", lines=(4, 4))])
    assert (clean.evidence[0].commit_sha, clean.evidence[0].repo, clean.evidence[0].path) == (head, str(here), "pay.py")
    write(here / "pay.py", CODE.replace(">= 2", ">= 3"))
    dirty = knowledge.learn("Three.", [from_file("pay.py", quote="approvals >= 3")])
    assert dirty.evidence[0].commit_sha is None
    old = knowledge.learn("It was two.", [from_file("pay.py", commit=head[:8], quote="approvals >= 2")])
    assert (old.claim_status, old.evidence[0].commit_sha) == (ClaimStatus.OBSERVED, head)
    never = knowledge.learn("It was nine.", [from_file("pay.py", commit=head, quote="approvals >= 9")])
    assert never.claim_status is ClaimStatus.HYPOTHESIS
    unknown = knowledge.learn("It was ten.", [from_file("pay.py", commit="0" * 40, quote="approvals >= 10")])
    assert unknown.claim_status is ClaimStatus.OBSERVED
    report = knowledge.check()
    assert {finding.claim for finding in report.findings if finding.state is GroundState.CHANGED} == {
        clean.id,
        old.id,
        never.id,
        unknown.id,
    }


def test_a_repository_that_is_called_by_name_is_out_of_reach_and_not_gone(knowledge: Knowledge, here: Path) -> None:
    made = knowledge.learn("Sagas.", [from_file("src/saga.py", repo="acme/payments", commit="abc123")])
    assert made.claim_status is ClaimStatus.OBSERVED
    assert made.evidence[0] == from_file("src/saga.py", repo="acme/payments", commit="abc123")
    assert states(knowledge) == {"unreachable": 1}
    assert inbox(knowledge) == []


def test_files_outside_of_the_roots_are_out_of_reach(tmp_path: Path) -> None:
    inside, outside = tmp_path / "in", tmp_path / "out"
    inside.mkdir()
    outside.mkdir()
    (outside / "secret.txt").write_text("secret")
    (inside / "link.txt").symlink_to(outside / "secret.txt")
    (inside / "open.txt").write_text("open")
    ground = FileGround(inside, roots=[inside])
    assert ground.pin(from_file("open.txt")).text == "open"
    for path in ("../out/secret.txt", str(outside / "secret.txt"), "link.txt", "~/x", "\0"):
        assert ground.pin(from_file(path)).text is None
        assert ground.revision(from_file(path)) is None
    assert ground.pin(from_file("secret.txt", repo=str(outside))).text is None


@pytest.mark.parametrize("content", [b"\x00\x01binary", b"x" * 10_000_001])
def test_what_is_no_text_or_too_large_is_out_of_reach(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "blob").write_bytes(content)
    assert FileGround(tmp_path).pin(from_file("blob", quote="x")).text is None


def passages(knowledge: Knowledge, entry: str) -> list[str]:
    with knowledge.record.read(knowledge.actor) as unit:
        return [chunk.id for chunk in unit.chunks.find(ChunkFilter(entry=entry, personal=True)).items]


def test_a_passage_is_fresh_moved_changed_and_gone(knowledge: Knowledge) -> None:
    refunds, parking = "# Refunds\n\nRefunds need two approvals.", "# Parking\n\nCars park in the yard all day."
    entry = knowledge.entries.add("Handbook", refunds)
    (chunk,) = passages(knowledge, entry.id)
    claim = knowledge.learn("Two.", [from_chunk(chunk)])
    assert states(knowledge) == {"fresh": 1}
    knowledge.entries.edit(entry.id, content=f"{parking}\n\n{refunds}")
    assert states(knowledge) == {"moved": 1}
    knowledge.entries.edit(entry.id, content=f"{parking}\n\n{refunds.replace('two', 'three')}")
    assert states(knowledge) == {"changed": 1}
    (item,) = inbox(knowledge)
    assert "two approvals" in item.detail["was"]
    assert "three approvals" in item.detail["now"]
    knowledge.attention.resolve(item.id)
    assert states(knowledge) == {"moved": 1}
    knowledge.entries.delete(entry.id)
    assert states(knowledge) == {"gone": 1}
    knowledge.transition(claim.id, "superseded")
    assert states(knowledge) == {}, "what is superseded is left alone"


def test_a_quote_that_still_stands_in_the_document_has_only_moved(knowledge: Knowledge) -> None:
    entry = knowledge.entries.add("Handbook", "Refunds need two approvals. Ask the lead.")
    knowledge.learn("Two.", [from_chunk(passages(knowledge, entry.id)[0], "two approvals")])
    knowledge.entries.edit(entry.id, content="Refunds need two approvals. Ask nobody.")
    assert states(knowledge) == {"moved": 1}


def test_a_change_in_a_hidden_document_is_not_told_to_who_may_not_see_it(knowledge: Knowledge) -> None:
    knowledge.groups.create("leads")
    knowledge.members.set("local", groups=["leads"])
    knowledge.members.set("eve", kind="user")
    entry = knowledge.entries.add("Handbook", "Refunds need two approvals.", audience=["leads"])
    claim = knowledge.learn("Two.", [from_chunk(passages(knowledge, entry.id)[0])])
    knowledge.share(claim.id, "org")
    knowledge.entries.edit(entry.id, content="Refunds need three approvals.")
    eve = knowledge.as_member("eve")
    assert eve.check().counts == {}
    assert not knowledge.check().is_sound
    assert eve.attention.find().items == []
    assert len(inbox(knowledge)) == 1


class Counting(FileGround):
    """Files that count how often they are really looked at."""

    looks = 0

    def look(self, standing: Standing) -> Sight:
        self.looks += 1
        return super().look(standing)


def test_only_what_may_have_changed_is_looked_at(knowledge: Knowledge, here: Path) -> None:
    counting = Counting(here)
    facade = with_ground(knowledge, counting)
    for name in ("a.py", "b.py"):
        write(here / name, CODE)
    for number in range(20):
        facade.learn(f"Fact {number} of this.", [from_file("a.py" if number % 2 else "b.py", lines=(4, 4))])
    assert facade.check().looked_at == 0
    write(here / "a.py", CODE.replace(">= 2", ">= 3"))
    report = facade.check()
    assert (report.looked_at, counting.looks, report.raised) == (10, 10, 10)
    again = facade.check()
    assert (again.looked_at, again.raised) == (10, 0), "what is troubled is shown again"
    for item in facade.attention.find().items:
        facade.attention.resolve(item.id)
    assert facade.check().looked_at == 0


def test_a_scope_narrows_what_is_checked(knowledge: Knowledge, here: Path) -> None:
    write(here / "a.py", CODE)
    knowledge.learn("One.", [from_file("a.py")], scope=Scope("repo", "x"))
    knowledge.learn("Two.", [from_file("a.py")], scope=Scope("repo", "y"))
    write(here / "a.py", "other")
    report = knowledge.check(scope=Scope("repo", "x"))
    assert (report.looked_at, dict(report.counts)) == (1, {GroundState.CHANGED: 1})


def test_what_nobody_was_sure_of_and_nobody_verified_in_a_week_asks_for_attention(
    knowledge: Knowledge, watch: Watch
) -> None:
    unsure = knowledge.learn("Perhaps.", [from_model_inference("s", "m", "because")], confidence=0.3)
    knowledge.learn("Surely.", [from_human_assertion("ann", 1.0)])
    watch.turn(6 * DAY)
    assert inbox(knowledge) == []
    watch.turn(1 * DAY)
    (item,) = inbox(knowledge)
    assert (item.event, item.action, item.target_id) == ("claim.unverified", "Verify or discard", unsure.id)
    knowledge.verify(unsure.id)
    assert inbox(knowledge) == []


def test_what_other_evidence_made_sure_need_not_be_verified(knowledge: Knowledge, watch: Watch) -> None:
    unsure = knowledge.learn("Perhaps.", [from_model_inference("s", "m", "because")], confidence=0.3)
    watch.turn(7 * DAY)
    assert [item.target_id for item in inbox(knowledge)] == [unsure.id]
    knowledge.learn("Perhaps.", [from_model_inference("s", "m2", "because")], confidence=0.4)
    assert [item.target_id for item in inbox(knowledge)] == [unsure.id], "nobody is sure yet"
    knowledge.learn("Perhaps.", [from_human_assertion("ann", 1.0)], confidence=0.9)
    assert inbox(knowledge) == []
    knowledge.dispute(unsure.id, "no")
    knowledge.undo(unsure.id)
    assert inbox(knowledge) == []


def test_items_are_assigned_snoozed_resolved_and_reopened(knowledge: Knowledge, watch: Watch) -> None:
    claim = knowledge.learn("Surely.", [from_human_assertion("ann", 1.0)])
    knowledge.verify(claim.id)
    knowledge.dispute(claim.id, "no")
    (item,) = inbox(knowledge)
    assert item.links == (f"claim:{claim.id}",)
    assert [each.id for each in knowledge.claims.find(ClaimFilter(of_attention=item.id)).items] == [claim.id]
    with pytest.raises(InvalidValue):
        knowledge.attention.assign(item.id, "nobody")
    assert knowledge.attention.assign(item.id[:8], "local").assignee == "local"
    with pytest.raises(InvalidValue):
        knowledge.attention.snooze(item.id, watch.now - 1)
    knowledge.attention.snooze(item.id, watch.now + 60)
    assert inbox(knowledge) == []
    watch.turn(61)
    assert [each.id for each in inbox(knowledge)] == [item.id]
    knowledge.attention.resolve(item.id)
    assert inbox(knowledge) == []
    assert knowledge.attention.reopen(item.id).status == "open"


def test_what_slept_long_enough_is_counted_before_anybody_lists_it(knowledge: Knowledge, watch: Watch) -> None:
    claim = knowledge.learn("Surely.", [from_human_assertion("ann", 1.0)])
    knowledge.verify(claim.id)
    knowledge.dispute(claim.id, "no")
    (item,) = inbox(knowledge)
    knowledge.attention.snooze(item.id, watch.now + 60)
    assert knowledge.attention.count() == 0
    watch.turn(61)
    assert knowledge.attention.count() == len(inbox(knowledge)) == 1


def test_whoever_moves_a_claim_on_lines_that_are_not_there_is_told_to_cite_others(
    knowledge: Knowledge, here: Path
) -> None:
    write(here / "pay.py", CODE)
    made = knowledge.learn("Two.", [from_file("pay.py", lines=(3, 4))])
    for ref, hint in (
        (from_file("pay.py", lines=(90, 95)), "cite what is there"),
        (from_file("pay.py", quote="nine"), "quote it word for word, or leave the quote out"),
    ):
        with pytest.raises(Conflict) as refused:
            knowledge.verify(made.id, evidence=[ref])
        assert refused.value.hint == hint
