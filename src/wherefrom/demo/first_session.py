"""The first session in one's own repository: rules are checked, a sentence is asked, a line changes."""

from __future__ import annotations

from collections.abc import Iterator

from wherefrom.core.actors import Actor, ActorKind
from wherefrom.core.claims import Scope, ScopeType
from wherefrom.core.evidence import GroundState
from wherefrom.core.pointers import from_file
from wherefrom.core.support import Verdict
from wherefrom.demo.corpus import write_corpus
from wherefrom.demo.telling import Story, hold

__all__ = ["ask_a_sentence", "change_the_line", "read_a_repository"]

_SIGNS = {Verdict.SUPPORTED: "✓", Verdict.CONTRADICTED: "✗", Verdict.UNKNOWN: "?"}
_SENTENCES = {
    "refunds need two approvals": Verdict.SUPPORTED,
    "refunds over 100 euros need three approvals": Verdict.CONTRADICTED,
    "refunds are announced by letter": Verdict.UNKNOWN,
}
_HANDBOOK = "Lantern Handbook"
_LINE = "DAYS_TO_PAY = 5"
_CHANGED = "DAYS_TO_PAY = 10"


def read_a_repository(story: Story) -> Iterator[str]:
    """Read a repository, PDF and code included, and check its rules for agents"""
    yield "$ wherefrom init --yes"
    folder = write_corpus(story.repository)
    (folder / "docs" / "releases.md").rename(folder / "CHANGES.md")  # somebody did, and told nobody
    documents = story.knowledge.ingest(str(folder))
    hold(not documents.failed, "every file can be read")
    yield f"{documents.entries} documents, {documents.chunks} passages"
    report = story.knowledge.rules.read(folder)
    hold((report.rules, len(report.stale)) == (6, 3), "what is missing is noticed")
    yield f"{', '.join(report.files)}: {report.summary}"
    for stale in report.stale:
        yield f"✗ {stale.place}  {'; '.join(stale.missing)}"
    again = story.knowledge.rules.read(folder)
    hold((again.unchanged, again.learned, again.changed) == (6, 0, 0), "a second look changes nothing")


def ask_a_sentence(story: Story) -> Iterator[str]:
    """Ask of a sentence: is it so, who says so, and where?"""
    for sentence, expected in _SENTENCES.items():
        yield f'$ wherefrom "{sentence}"'
        support = story.knowledge.why(sentence)
        hold(support.verdict is expected, f"“{sentence}” is {expected}")
        witness = next((each for each in support.deciding if each.title == _HANDBOOK), None)
        others = f" · and {len(support.deciding) - 1} more" if len(support.deciding) > 1 else ""
        hold((witness is None) is (expected is Verdict.UNKNOWN), "whoever says so is named")
        if witness is None:
            yield f"{_SIGNS[expected]} nothing here says so"
        else:
            because = "" if expected is Verdict.SUPPORTED else f": {witness.reason}"
            yield f"{_SIGNS[expected]} {expected.value}{because}"
            yield f"  “{witness.text}”"
            yield f"  {witness.place} · {witness.freshness} · {witness.behind}{others}"
    yield "Judged by rules; a language model judges where one is named."


def change_the_line(story: Story) -> Iterator[str]:
    """Learn from a line of code, verify it, change the line: somebody hears of it"""
    file = story.repository / "src" / "pay.py"
    number = file.read_text().splitlines().index(_LINE) + 1
    scope = Scope(ScopeType.REPO, str(story.repository))
    agent = story.knowledge.act_as(Actor(org=story.knowledge.actor.org, id="builder", kind=ActorKind.AGENT))
    yield f'$ wherefrom learn "Refunds take five days" --evidence file:src/pay.py#L{number}'
    evidence = from_file(str(file), lines=(number, number))
    claim = agent.learn("Refunds take five days", [evidence], scope=scope)
    yield f"{claim.id[:8]} · {claim.claim_status} · by {agent.actor.id}, an agent"
    yield f'$ wherefrom verify {claim.id[:8]} --reason "read the line"'
    verified = story.knowledge.verify(claim.id, reason="read the line")
    yield f"{claim.id[:8]} · {verified.claim_status} · by {story.knowledge.actor.id}, a person"
    hold(not story.knowledge.check(scope=scope).counts.get(GroundState.CHANGED), "nothing has changed yet")
    yield f"$ sed -i 's/{_LINE}/{_CHANGED}/' src/pay.py && wherefrom check"
    file.write_text(file.read_text().replace(_LINE, _CHANGED))
    report = story.knowledge.check(scope=scope)
    item = next(item for item in story.knowledge.attention.find().items if item.target_id == claim.id)
    hold(report.counts.get(GroundState.CHANGED) == 1 and item.event == "evidence.changed", "the change is noticed")
    hold((item.detail["was"], item.detail["now"]) == (_LINE, _CHANGED), "both versions are shown")
    yield f"≠ changed  {file.name}:L{number}  (claim {claim.id[:8]})"
    yield f"  - {item.detail['was']}"
    yield f"  + {item.detail['now']}"
    yield f"In the inbox: {item.action[0].lower()}{item.action[1:]}."
