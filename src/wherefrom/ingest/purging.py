"""After a source's policy on secrets was changed: what was kept of it in the meantime, without its secrets.

What was read again since is clean; its former passages need not be, nor what was deleted or could not be read again.
Those that were stored masked stay, for citations of them; those that were not go with their words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from wherefrom.core.actors import Actor
from wherefrom.core.documents import Chunk, Entry, Source, SourceStatus
from wherefrom.core.paging import ChunkFilter, EntryFilter
from wherefrom.core.secrets import SecretPolicy
from wherefrom.ingest.intake import Intake
from wherefrom.ingest.shaping import policy_of
from wherefrom.ingest.workplace import Workplace
from wherefrom.ports.record import UnitOfWork
from wherefrom.text.secrets import MASK, find_secrets, scrub

__all__ = ["must_purge", "purge"]

_ENTRIES_AT_ONCE = 100
_A_MASK = MASK * 4
"""One alone may be a bullet of a list."""


def must_purge(source: Source) -> bool:
    """It is stale until a run has ended that did so: one that is killed leaves it to the next."""
    return source.status is SourceStatus.STALE and policy_of(source) is not SecretPolicy.ALLOW


def purge(place: Workplace, intake: Intake, source: Source) -> Sequence[str]:
    """No table, index or original has a secret of this source any more. What people should be told of it.

    By the platform: what somebody made their own was read by the same policy.
    """
    org = place.actor.org
    everything = EntryFilter(source=source.id, personal=True)
    with place.record.write(Actor.system(org)) as unit:
        erased = _clean(unit, unit.entries.every(everything), is_buried=False)
        erased += _clean(unit, unit.tombstones.every(everything), is_buried=True)
        unit.commit()
    with place.record.write(place.actor) as unit:
        intake.blobs.sweep(org, unit.erasure.begin_sweep())
    place.library.forget(org)
    told = [f"former passages that were stored with secrets: {erased}; what cited them is gone without words"]
    if not place.record.forget():
        told.append(
            "a long-running reader keeps old pages with secrets in the log; end it, then run `wherefrom doctor`"
        )
    return told if erased else told[1:]


def _clean(unit: UnitOfWork, entries: Iterable[Entry], *, is_buried: bool) -> int:
    """How many passages had to go."""
    erased, waiting = 0, iter(entries)
    while some := {entry.id: entry for entry in islice(waiting, _ENTRIES_AT_ONCE)}:
        unread = {
            id: scrub(entry.content)
            for id, entry in some.items()
            if is_buried or entry.status is not SourceStatus.INDEXED
        }
        passages = unit.remains if is_buried else unit.chunks
        stored = passages.every(ChunkFilter(entry=tuple(some), retired=True, personal=True))
        raw = [chunk.id for chunk in stored if _holds_secrets(chunk, some[chunk.entry], unread.get(chunk.entry))]
        unit.erasure.passages(raw)
        erased += len(raw)
        for id, content in unread.items():
            entry = some[id]
            if (clean := scrub(entry.title)) != entry.title or content != entry.content:
                unit.erasure.rewrite(id, title=clean, content=content)
    return erased


def _holds_secrets(chunk: Chunk, entry: Entry, unread: str | None) -> bool:
    """By its own words, or because a part of something longer stands there that is a secret as a whole.

    `unread` is the clean text of an entry that was not read again; of any other only former passages are unclean.
    """
    if unread is None and chunk.retired_at is None:
        return False
    place = slice(chunk.locators[0].char_start, chunk.locators[-1].char_end)
    if unread is None:
        is_part = _is_masked_since(chunk.text, entry.content[place])
    else:
        is_part = unread[place] != entry.content[place]
    return is_part or bool(find_secrets(chunk.embed_text or chunk.text))


def _is_masked_since(was: str, now: str) -> bool:
    """Whether there is a mask now where there was none. Masks have the length of what they hide."""
    if _A_MASK not in now:
        return False
    return len(was) != len(now) or any(new == MASK != old for old, new in zip(was, now, strict=True))
