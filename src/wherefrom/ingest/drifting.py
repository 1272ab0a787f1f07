"""Drift: how a source differs now from what was read of it."""

from __future__ import annotations

from wherefrom.core.archives import members_of, origin_of
from wherefrom.core.documents import Known, Source
from wherefrom.core.erasures import Erasures
from wherefrom.core.ids import sha256
from wherefrom.core.ingestion import Drift
from wherefrom.errors import BinaryContent, WherefromError
from wherefrom.ingest.intake import Intake
from wherefrom.ingest.workplace import Workplace
from wherefrom.ports.documents import Connector, Found

__all__ = ["drift_of"]


def drift_of(place: Workplace, intake: Intake, source: Source) -> Drift:
    with place.reading() as unit:
        known = unit.entries.known(source.id)
        erased = unit.erasure.of_source(source.id)
    connector = intake.connector(source.kind)
    inside = members_of(known)
    try:
        scan = connector.scan(source, None)
        changed = [
            found.uri
            for found in scan.found
            if (found.uri in known and _differs(connector, source, found, known[found.uri]))
            or any(_is_of_another(known[uri], found) for uri in inside.get(found.uri, ()))
        ]
    except WherefromError as error:
        return Drift(source=source.id, error=str(error))
    there = {found.uri for found in scan.found}
    return Drift(
        source=source.id,
        new=tuple(
            found.uri
            for found in scan.found
            if found.uri not in known and found.uri not in inside and _would_be_read(connector, source, found, erased)
        ),
        changed=tuple(changed),
        gone=tuple(uri for uri in known if origin_of(uri) not in there) if scan.is_whole else (),
    )


def _would_be_read(connector: Connector, source: Source, found: Found, erased: Erasures) -> bool:
    """What a run would leave alone is not new: it was erased, under this name or another, or holds no text."""
    if erased.has(found.uri):
        return False
    try:
        data = connector.fetch(source, found).data
    except BinaryContent:
        return False
    except WherefromError:
        return True
    return not (erased.marks and erased.has(sha256(data)))


def _differs(connector: Connector, source: Source, found: Found, known: Known) -> bool:
    """By its bytes, whatever its times say; where they cannot be had, by what the origin calls its version."""
    if not _was_read(known):
        return _is_of_another(known, found)
    try:
        return sha256(connector.fetch(source, found).data) != known.content_hash
    except WherefromError:
        return known.revision != found.revision


def _is_of_another(known: Known, found: Found) -> bool:
    """It was read, or failed, at another revision than this. Of what failed no other may be known: it is failed, and
    not out of date."""
    return known.revision != found.revision and (known.revision is not None or _was_read(known))


def _was_read(known: Known) -> bool:
    return bool(known.content_hash)
