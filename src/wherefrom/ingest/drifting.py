"""Drift: how a source differs now from what was read of it."""

from __future__ import annotations

from wherefrom.core.archives import INSIDE, origin_of
from wherefrom.core.documents import Known, Source
from wherefrom.core.erasures import Erasures
from wherefrom.core.ids import sha256
from wherefrom.core.ingestion import Drift
from wherefrom.errors import WherefromError
from wherefrom.ingest.intake import Intake
from wherefrom.ingest.workplace import Workplace
from wherefrom.ports.documents import Connector, Found

__all__ = ["drift_of"]


def drift_of(place: Workplace, intake: Intake, source: Source) -> Drift:
    with place.reading() as unit:
        known = unit.entries.known(source.id)
        erased = unit.erasure.of_source(source.id)
    connector = intake.connector(source.kind)
    inside = {origin_of(uri): each for uri, each in known.items() if INSIDE in uri}
    try:
        scan = connector.scan(source, None)
        changed = [
            found.uri
            for found in scan.found
            if (found.uri in known and _differs(connector, source, found, known[found.uri]))
            or (found.uri in inside and inside[found.uri].revision != found.revision)
        ]
    except WherefromError as error:
        return Drift(source=source.id, error=str(error))
    there = {found.uri for found in scan.found}
    return Drift(
        source=source.id,
        new=tuple(
            found.uri
            for found in scan.found
            if found.uri not in known and found.uri not in inside and not _was_erased(connector, source, found, erased)
        ),
        changed=tuple(changed),
        gone=tuple(uri for uri in known if origin_of(uri) not in there) if scan.is_whole else (),
    )


def _was_erased(connector: Connector, source: Source, found: Found, erased: Erasures) -> bool:
    """What a run would leave alone, under its own name or another, is not new."""
    if erased.has(found.uri):
        return True
    try:
        return bool(erased.marks) and erased.has(sha256(connector.fetch(source, found).data))
    except WherefromError:
        return False


def _differs(connector: Connector, source: Source, found: Found, known: Known) -> bool:
    """By its bytes, whatever its times say; where they cannot be had, by what the origin calls its version."""
    try:
        return sha256(connector.fetch(source, found).data) != known.content_hash
    except WherefromError:
        return known.revision != found.revision
