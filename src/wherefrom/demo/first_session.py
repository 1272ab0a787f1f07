"""The first session in one's own repository: rules are checked, a sentence is asked, a line changes."""

from __future__ import annotations

from collections.abc import Iterator

import wherefrom
from wherefrom.core.actors import Actor, ActorKind
from wherefrom.core.claims import Scope, ScopeType
from wherefrom.core.evidence import GroundState, from_file
from wherefrom.core.support import Verdict, Witness
from wherefrom.demo.corpus import write_corpus
from wherefrom.demo.telling import Story, hold

__all__ = ["ask_a_sentence", "change_the_line", "read_a_repository"]

_SIGNS = {Verdict.SUPPORTED: "✓", Verdict.CONTRADICTED: "✗", Verdict.UNKNOWN: "?"}
_SENTENCES = {
    "refunds need two approvals": Verdict.SUPPORTED,
    "refunds over 100 euros need three approvals": Verdict.CONTRADICTED,
    "refunds are announced by letter": Verdict.UNKNOWN,
}
_LINE = "DAYS_TO_PAY = 5"
_CHANGED = "DAYS_TO_PAY = 10"
_FOLDER = "first-session"


def read_a_repository(story: Story) -> Iterator[str]:
    """wherefrom init in a repository: read its documents, and check its rules for agents"""
    folder = write_corpus(story.folder / _FOLDER)
    (folder / "docs" / "releases.md").rename(folder / "CHANGES.md")  # somebody did, and told nobody
    with _opened(story) as knowledge:
        documents = knowledge.ingest(str(folder))
        hold(not documents.failed, "every file can be read")
        yield f"{documents.entries} documents, {documents.chunks} passages"
        report = knowledge.rules.read(folder)
        hold((report.rules, len(report.stale)) == (6, 3), "what is missing is noticed")
        yield f"{', '.join(report.files)}: {report.summary}"
        for stale in report.stale:
            yield f"  ✗ {stale.place}  {'; '.join(stale.missing)}"
        again = knowledge.rules.read(folder)
        hold((again.unchanged, again.learned, again.changed) == (6, 0, 0), "a second look changes nothing")


def ask_a_sentence(story: Story) -> Iterator[str]:
    """wherefrom "a sentence": is it so, who says so, and where?"""
    with _opened(story) as knowledge:
        for sentence, expected in _SENTENCES.items():
            support = knowledge.why(sentence)
            hold(support.verdict is expected, f"“{sentence}” is {expected}")
            yield f"{_SIGNS[support.verdict]} {support.verdict.value:<12} “{sentence}”"
            yield from (_told(witness) for witness in support.deciding if witness.title == "Lantern Handbook")
            hold(expected is Verdict.UNKNOWN or bool(support.deciding), "whoever says so is named")
    yield "judged by rules, with no model"


def _told(witness: Witness) -> str:
    because = "" if witness.reason == "says so" else f" ({witness.reason})"
    return f"    {witness.place}, {witness.freshness}, {witness.behind}: “{witness.text}”{because}"


def change_the_line(story: Story) -> Iterator[str]:
    """Learn from a line of code, verify it, change the line: the inbox shows both"""
    file = story.folder / _FOLDER / "src" / "pay.py"
    number = file.read_text().splitlines().index(_LINE) + 1
    scope = Scope(ScopeType.REPO, str(story.folder / _FOLDER))
    with _opened(story) as knowledge:
        agent = knowledge.act_as(Actor(org=knowledge.actor.org, id="builder", kind=ActorKind.AGENT))
        evidence = from_file(str(file), lines=(number, number), quote=_LINE)
        claim = agent.learn("Refunds are paid within five days", [evidence], scope=scope)
        yield f"{claim.id[:8]}  {claim.claim_status} by {agent.actor.id}: “{claim.text}”, from {file.name}:L{number}"
        verified = knowledge.verify(claim.id, reason="read the line")
        yield f"{claim.id[:8]}  {verified.claim_status} by {knowledge.actor.id}"
        hold(not knowledge.check(scope=scope).counts.get(GroundState.CHANGED), "nothing has changed yet")
        file.write_text(file.read_text().replace(_LINE, _CHANGED))
        report = knowledge.check(scope=scope)
        item = next(item for item in knowledge.attention.find().items if item.target_id == claim.id)
    hold(report.counts.get(GroundState.CHANGED) == 1 and item.event == "evidence.changed", "the change is noticed")
    hold((item.detail["was"], item.detail["now"]) == (_LINE, _CHANGED), "both versions are shown")
    yield f"check: 1 changed; inbox: {item.action.lower()}"
    yield f"    was  {item.detail['was']}"
    yield f"    now  {item.detail['now']}"


def _opened(story: Story) -> wherefrom.Knowledge:
    """The store of the repository itself, opened anew by every command."""
    return wherefrom.open(story.folder / _FOLDER / ".wherefrom" / "store.db", actor=Actor.local_owner())
