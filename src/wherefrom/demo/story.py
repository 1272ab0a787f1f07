"""The story: each capability of the product in a few lines, on an embedded store in a temporary folder.

Each step is a function that does something real, checks that it holds, and says what it did. A line that begins with
`$` is the command that does the same, for whoever the next line names. A capability that arrives adds its step to
`STORY`.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import wherefrom
from wherefrom.core.actions import AuditEntry
from wherefrom.demo.documents import change_a_word, open_a_citation
from wherefrom.demo.first_session import ask_a_sentence, change_the_line, read_a_repository
from wherefrom.demo.telling import DoesNotHold, Step, Story, hold, in_columns
from wherefrom.errors import NotFound, Unauthenticated, WherefromError

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["main"]

SALARIES = "The salary band of level 5 is 71,250 to 84,900 euros."
PRIVATE_WORDS = "71,250 to 84,900"
STORE = Path(".wherefrom") / "store.db"
_SHOWN = 5


def keep_it_from_others(story: Story) -> Iterator[str]:
    """Write a note for finance only; a colleague outside asks for it"""
    owner = story.knowledge
    owner.groups.create("finance")
    owner.members.set("fatima", groups=["finance"])
    owner.members.set("bob")
    fatima, bob = owner.as_member("fatima"), owner.as_member("bob")
    yield '$ wherefrom entries add "Salaries" "…" --audience finance'
    id = story.ids["Salaries"] = fatima.entries.add("Salaries", SALARIES, audience=["finance"]).id
    found = fatima.search("salary band of level 5").hits[0]
    hold(found.text == SALARIES, "the note is found by who may read it")
    yield f"fatima, who wrote it, finds “{found.text}”"
    hold(all(PRIVATE_WORDS not in hit.text for hit in bob.search(PRIVATE_WORDS).hits), "what is hidden is not found")
    hidden, missing = answer(bob, id), answer(bob, "0" * 32)
    hold(hidden.replace(id, "0" * 32) == missing, "hidden and missing are told alike")
    yield f"bob finds nothing of it; asked by its id he hears “{hidden.partition(' (')[0]}”, as of an id that never was"


def hand_out_a_key(story: Story) -> Iterator[str]:
    """Make a key for an agent, use it, revoke it"""
    yield "$ wherefrom keys create --actor agent:build"
    key = story.knowledge.keys.create(actor="agent:build", label="demo", expires_in_days=30)
    seen = story.knowledge.with_key(key.key).entries.count()
    hold(seen == story.knowledge.as_member("bob").entries.count(), "the agent sees what is for everyone")
    yield f"{key.key[:14]}… sees {seen} of {story.knowledge.elevated().entries.count()} documents"
    story.knowledge.keys.revoke(key.id)
    try:
        story.knowledge.with_key(key.key)
    except Unauthenticated as error:
        yield f"revoked, the next call is told “{error.message}”"
    else:
        raise DoesNotHold("a revoked key is refused")


def move_house(story: Story) -> Iterator[str]:
    """Export everything, import it into a second store"""
    yield "$ wherefrom export --elevated > all.jsonl && wherefrom --store second.db import all.jsonl"
    lines = list(story.knowledge.elevated().exporting.lines())
    first = story.copy.importing.lines(lines)
    again = story.copy.importing.lines(lines)
    hold(first.conflicting == 0 and again.added == 0, "the second import adds nothing")
    here, there = story.knowledge.elevated(), story.copy.elevated()
    for title, id in story.ids.items():
        hold(here.entries.get(id) == there.entries.get(id), f"{title} is the same in both stores")
    yield f"{len(lines):,} lines, {first.added} rows added; imported again: {again.added} added"


def erase_for_good(story: Story) -> Iterator[str]:
    """Erase the salaries, and look for the words in every file of the store"""
    folder = (story.repository / STORE).parent
    places = holding(folder, PRIVATE_WORDS)
    hold(bool(places), "the words are in the store's files before")
    yield f"before: found in {', '.join(places)}"
    yield f"$ wherefrom erase entry {story.ids['Salaries'][:8]} --elevated --yes"
    story.knowledge.elevated().erase.entry(story.ids["Salaries"])
    places = holding(folder, PRIVATE_WORDS)
    hold(not places, f"the words are in no file afterwards (found in {places})")
    yield "after: found nowhere, not in the log and not in freed pages"


def read_the_trail(story: Story) -> Iterator[str]:
    """Read who did what"""
    yield "$ wherefrom audit"
    trail = story.knowledge.audit.find(limit=100).items
    hold(any(entry.action == "knowledge.erase" for entry in trail), "the trail says who erased")
    newest: dict[str, AuditEntry] = {}
    for entry in trail:
        if entry.target_kind in ("entry", "claim", "key"):
            newest.setdefault(entry.action, entry)
    for entry in list(newest.values())[:_SHOWN]:
        yield f"{entry.actor_id:<8} {entry.action.value:<20} {entry.target_kind} {entry.target_id[:8]}"
    yield f"… {len(trail)} in all"


STORY: Sequence[Step] = (
    read_a_repository,
    ask_a_sentence,
    change_the_line,
    open_a_citation,
    change_a_word,
    keep_it_from_others,
    hand_out_a_key,
    move_house,
    erase_for_good,
    read_the_trail,
)


def answer(knowledge: wherefrom.Knowledge, id: str) -> str:
    try:
        return knowledge.entries.get(id).content
    except NotFound as error:
        return str(error)


def holding(folder: Path, words: str) -> list[str]:
    return sorted(file.name for file in folder.rglob("*") if file.is_file() and words.encode() in file.read_bytes())


def opened(stack: ExitStack, folder: Path) -> wherefrom.Knowledge:
    """Whatever key or org the person's environment names, the story has its own."""
    return stack.enter_context(wherefrom.open(folder / STORE, actor=wherefrom.Actor.local_owner()))


def play(screen: Console) -> None:
    with tempfile.TemporaryDirectory(prefix="wherefrom-demo-") as name, ExitStack() as stack:
        repository = Path(name) / "lantern"
        story = Story(repository, opened(stack, repository), opened(stack, Path(name) / "second"))
        for number, step in enumerate(STORY, start=1):
            screen.print(f"\n[bold]{number:>2} {step.__doc__}[/]", highlight=False, soft_wrap=True)
            for line in step(story):
                screen.print(in_columns(line, screen.width), soft_wrap=True)


def main() -> int:
    from rich.console import Console

    screen = Console()
    began = time.perf_counter()
    screen.print("[bold]wherefrom[/]: every sentence can say where it came from", highlight=False)
    try:
        play(screen)
    except (DoesNotHold, WherefromError) as error:
        screen.print(f"   [red]✗[/] this should hold and does not: {error}", highlight=False)
        return 1
    took = time.perf_counter() - began
    screen.print(f"\n[green]✓[/] {len(STORY)} steps held in {took:.1f} s, with no key and no network.", highlight=False)
    command = Path(sys.executable).with_name("wherefrom")
    screen.print(f"Next, in a repository of your own: {command} init", style="dim", highlight=False, soft_wrap=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
