"""The story: each capability of the product in a few lines, on an embedded store in a temporary folder.

Each step is a function that does something real, checks that it holds, and says what it did. A capability that arrives
adds its step to `STORY`.
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
from wherefrom.core.paging import EntryFilter
from wherefrom.demo.documents import change_a_word, open_a_citation, read_a_folder
from wherefrom.demo.first_session import ask_a_sentence, change_the_line, read_a_repository
from wherefrom.demo.telling import DoesNotHold, Step, Story, hold
from wherefrom.errors import NotFound, Unauthenticated, WherefromError

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["main"]

HANDBOOK = (
    ("Refunds", "Refunds over 100 euros need two approvals: one from support, one from finance.", ("money",)),
    ("On-call", "Whoever is on call answers within 15 minutes. The rota is changed on Mondays.", ("operations",)),
    ("Travel", "Trains before planes below six hours. Book in the portal, never on a private card.", ("money",)),
)
SALARIES = "The salary band of level 5 is 71,250 to 84,900 euros."
PRIVATE_WORDS = "71,250 to 84,900"


def write_the_handbook(story: Story) -> Iterator[str]:
    """Write three notes of a company handbook"""
    for title, text, tags in HANDBOOK:
        story.ids[title] = story.knowledge.entries.add(title, text, tags=tags).id
        yield f"{story.ids[title][:8]}  {title}"


def read_it_back(story: Story) -> Iterator[str]:
    """Read one back by the beginning of its id"""
    title, text, _ = HANDBOOK[0]
    entry = story.knowledge.entries.get(story.ids[title][:8])
    hold(entry.content == text, "what was read is what was written")
    yield f"“{entry.content}”"
    yield f"written by {entry.contributor}, version {entry.version}"


def list_what_there_is(story: Story) -> Iterator[str]:
    """List what is tagged money"""
    where = EntryFilter(tag="money")
    found = story.knowledge.entries.find(where).items
    total = story.knowledge.entries.count()
    hold({entry.title for entry in found} == {"Refunds", "Travel"}, "two of the notes are about money")
    yield f"{len(found)} of {total} entries: {', '.join(entry.title for entry in found)}"


def search_it(story: Story) -> Iterator[str]:
    """Ask a question; the answer says where it stands"""
    result = story.knowledge.search("how many approvals does a refund need?")
    first = result.hits[0]
    hold(first.citation is not None and first.citation.entry == story.ids["Refunds"], "the note on refunds is found")
    cited = first.citation.locator if first.citation else None
    content = story.knowledge.entries.get(story.ids["Refunds"]).content
    hold(cited is not None and content[cited.char_start : cited.char_end] == first.text, "the citation cuts it out")
    yield f"“{first.text}”"
    yield f"from {first.place}; {len(result.hits)} of {result.passages} passages in {result.milliseconds:.0f} ms"
    nothing = story.knowledge.as_member("bob").search(PRIVATE_WORDS)
    hold(all(PRIVATE_WORDS not in hit.text for hit in nothing.hits), "what is hidden is not found either")
    yield "bob, who is not in finance, finds nothing about salaries"


def keep_it_from_others(story: Story) -> Iterator[str]:
    """Write one for finance only; a colleague outside asks for it"""
    owner = story.knowledge
    owner.groups.create("finance")
    owner.members.set("fatima", groups=["finance"])
    owner.members.set("bob")
    story.ids["Salaries"] = owner.as_member("fatima").entries.add("Salaries", SALARIES, audience=["finance"]).id
    hidden = answer(owner.as_member("bob"), story.ids["Salaries"])
    missing = answer(owner.as_member("bob"), "0" * 32)
    hold(hidden.replace(story.ids["Salaries"], "0" * 32) == missing, "hidden and missing are told alike")
    yield f"fatima reads it: “{owner.as_member('fatima').entries.get(story.ids['Salaries']).title}”"
    yield f"bob hears:       {hidden.partition(' (')[0]}"
    yield "of an id that never was, he hears the same words"


def hand_out_a_key(story: Story) -> Iterator[str]:
    """Make a key for an agent, use it, revoke it"""
    key = story.knowledge.keys.create(actor="agent:build", label="demo", expires_in_days=30)
    seen = story.knowledge.with_key(key.key).entries.count()
    hold(seen == story.knowledge.as_member("bob").entries.count(), "the agent sees what is for everyone")
    yield f"{key.key[:14]}… sees {seen} entries"
    story.knowledge.keys.revoke(key.id)
    try:
        story.knowledge.with_key(key.key)
    except Unauthenticated as error:
        yield f"revoked, the next call is told: {error.message}"
    else:
        raise DoesNotHold("a revoked key is refused")


def move_house(story: Story) -> Iterator[str]:
    """Export everything, import it into a second store"""
    lines = list(story.knowledge.elevated().exporting.lines())
    first = story.copy.importing.lines(lines)
    again = story.copy.importing.lines(lines)
    hold(first.conflicting == 0 and again.added == 0, "the second import adds nothing")
    here, there = story.knowledge.elevated(), story.copy.elevated()
    for title, id in story.ids.items():
        hold(here.entries.get(id) == there.entries.get(id), f"{title} is the same in both stores")
    yield f"{len(lines):,} lines; added {first.added}, merged {first.merged}"
    yield f"imported again: added {again.added}, merged {again.merged}, conflicting {again.conflicting}"


def erase_for_good(story: Story) -> Iterator[str]:
    """Erase the salaries and look for the words in every file of the store"""
    places = holding(story.folder / "first", PRIVATE_WORDS)
    hold(bool(places), "the words are in the store's files before")
    yield f"before: found in {', '.join(places)}"
    story.knowledge.elevated().erase.entry(story.ids["Salaries"])
    places = holding(story.folder / "first", PRIVATE_WORDS)
    hold(not places, f"the words are in no file afterwards (found in {places})")
    yield "after:  found nowhere, not in the log and not in freed pages"


def read_the_trail(story: Story) -> Iterator[str]:
    """Read the audit trail"""
    trail = story.knowledge.audit.find(limit=100).items
    hold(any(entry.action == "knowledge.erase" for entry in trail), "the trail says who erased")
    yield f"{len(trail)} entries; the last three:"
    for entry in trail[:3]:
        yield f"  {entry.actor_id:<8} {entry.action.value:<20} {entry.target_kind} {entry.target_id[:8]}"


STORY: Sequence[Step] = (
    read_a_repository,
    ask_a_sentence,
    change_the_line,
    write_the_handbook,
    read_it_back,
    list_what_there_is,
    keep_it_from_others,
    search_it,
    read_a_folder,
    open_a_citation,
    change_a_word,
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
    return stack.enter_context(wherefrom.open(folder / "store.db", actor=wherefrom.Actor.local_owner()))


def play(screen: Console) -> None:
    with tempfile.TemporaryDirectory(prefix="wherefrom-demo-") as name, ExitStack() as stack:
        folder = Path(name)
        story = Story(folder, opened(stack, folder / "first"), opened(stack, folder / "second"))
        for number, step in enumerate(STORY, start=1):
            screen.print(f"\n[bold]{number}[/]  [bold]{step.__doc__}[/]", highlight=False)
            for line in step(story):
                screen.print(f"   {line}", markup=False, highlight=False, soft_wrap=True)


def main() -> int:
    from rich.console import Console

    screen = Console()
    began = time.perf_counter()
    screen.print("[bold]wherefrom[/]: where agents keep what they know, and every sentence can say where it came from")
    try:
        play(screen)
    except (DoesNotHold, WherefromError) as error:
        screen.print(f"   [red]✗[/] this should hold and does not: {error}", highlight=False)
        return 1
    took = time.perf_counter() - began
    screen.print(f"\n[green]✓[/] {len(STORY)} steps held in {took:.1f} s, with no key and no network.", highlight=False)
    screen.print("   Next: wherefrom init", style="dim", highlight=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
