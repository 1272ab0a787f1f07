"""Exports of tickets among other files: each is opened like an archive, and what lies in it are its tickets.

For the limited process: nothing here reaches anything outside.
"""

from __future__ import annotations

from collections.abc import Iterator

from wherefrom.core.archives import INSIDE
from wherefrom.errors import ContentError
from wherefrom.ports.documents import Blob
from wherefrom.ports.reading import Refused
from wherefrom.sources.thread import TICKET_MEDIA_TYPE, Ticket
from wherefrom.text.issues import LOOKED_AT, are_issues

__all__ = ["is_export", "tickets_in"]

_ENDINGS = (".json", ".jsonl", ".ndjson")
_MOST_BYTES_A_CHARACTER = 4
_AGAIN = "look at it in the file, or export it again"


def is_export(blob: Blob) -> bool:
    """Other JSON may have the same names in it: what gives no ticket is read as what it is."""
    if not blob.path.lower().endswith(_ENDINGS) or blob.media_type.startswith(TICKET_MEDIA_TYPE):
        return False
    if not are_issues(blob.data[: LOOKED_AT * _MOST_BYTES_A_CHARACTER].decode("utf-8-sig", "replace")):
        return False
    from wherefrom.sources.export import read_export

    try:
        return bool(read_export(blob.data, blob.uri).tickets)
    except ContentError:
        return False


def tickets_in(blob: Blob) -> Iterator[Blob | Refused]:
    """One by one, each at its own address inside the file; ContentError if it is no export."""
    from wherefrom.sources.export import read_export

    export = read_export(blob.data, blob.uri)
    seen = set[str]()
    for ticket in export.tickets.values():
        child = _inside(blob, ticket)
        if child.uri in seen:
            yield Refused(child.uri, child.path, "another of this name came before it", _AGAIN)
        else:
            seen.add(child.uri)
            yield child
    strange = [reason for place, reason in export.skipped if place == blob.uri]
    for number, reason in enumerate(strange, start=1):
        name = f"{INSIDE}no ticket {number}"
        yield Refused(blob.uri + name, blob.path + name, reason, _AGAIN)


def _inside(blob: Blob, ticket: Ticket) -> Blob:
    name = f"{INSIDE}{ticket.id}"
    title = ticket.title or ticket.id
    return blob._replace(
        uri=blob.uri + name, path=blob.path + name, data=ticket.as_json(), media_type=TICKET_MEDIA_TYPE, title=title
    )
