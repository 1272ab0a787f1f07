"""After a source's policy on secrets was changed: what was kept of it in the meantime, without its secrets.

What was read again since is clean; its former passages are not, nor is what was deleted or could not be read again.
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
        _clean(unit, unit.entries.every(everything), is_buried=False)
        _clean(unit, unit.tombstones.every(everything), is_buried=True)
        unit.commit()
    with place.record.write(place.actor) as unit:
        intake.blobs.sweep(org, unit.erasure.begin_sweep())
    place.library.forget(org)
    if place.record.forget():
        return ()
    return ("a long-running reader keeps old pages with secrets in the log; end it, then run `wherefrom doctor`",)


def _clean(unit: UnitOfWork, entries: Iterable[Entry], *, is_buried: bool) -> None:
    waiting = iter(entries)
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
        for id, content in unread.items():
            entry = some[id]
            if (clean := scrub(entry.title)) != entry.title or content != entry.content:
                unit.erasure.rewrite(id, title=clean, content=content)


def _holds_secrets(chunk: Chunk, entry: Entry, unread: str | None) -> bool:
    """By its own words, or because a part of something longer stands there that is a secret as a whole.

    `unread` is the clean text of an entry that was not read again; of any other only former passages are unclean.
    """
    if unread is None and chunk.retired_at is None:
        return False
    place = slice(chunk.locators[0].char_start, chunk.locators[-1].char_end)
    masked = _A_MASK in entry.content[place] if unread is None else unread[place] != entry.content[place]
    return masked or bool(find_secrets(chunk.embed_text or chunk.text))
