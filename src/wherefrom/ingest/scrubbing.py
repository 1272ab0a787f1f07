"""Secrets in what was read: masked, character for character, before anything is stored, embedded or logged.

A mask has the length of what it hides, so every place in the document stays exact. They were found in the limited
process; here is decided what becomes of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from wherefrom.core.ingestion import IngestReport
from wherefrom.core.locators import Locator, MessageLocator, TextLocator, TicketLocator, WebLocator
from wherefrom.core.secrets import SecretPolicy
from wherefrom.core.terms import Terms
from wherefrom.ports.documents import ChunkPiece
from wherefrom.ports.reading import Reading
from wherefrom.text.secrets import find_secrets, mask, scrub

__all__ = ["named_clean", "reported_clean", "scrubbed"]


def scrubbed(reading: Reading, policy: SecretPolicy) -> tuple[Reading, int]:
    """The reading as it may be stored, and how many secrets were in it."""
    if policy is SecretPolicy.ALLOW:
        return reading, 0
    found = len(reading.secrets) or reading.secret_names
    if not found:
        return reading, 0
    text = mask(reading.text, reading.secrets)
    pieces = list(_pieces(reading, text, rejects=policy is SecretPolicy.REJECT))
    left_out = len(reading.pieces) - len(pieces)
    notice = f"{_many(left_out, 'passage')} with secrets left out" if left_out else f"{_many(found, 'secret')} masked"
    clean = reading._replace(
        title=scrub(reading.title), text=text, pieces=pieces, notices=(*reading.notices, notice), secrets=()
    )
    return clean, found


def named_clean(name: str, policy: SecretPolicy) -> str:
    """What people call a document or a source: a file may be named after a secret."""
    return name if policy is SecretPolicy.ALLOW else scrub(name)


def reported_clean(report: IngestReport, policy: SecretPolicy) -> IngestReport:
    """As it may be printed and kept: it names files. Their addresses stay in the record, to find them again."""
    names = [each.uri for each in report.failed] + [name for name, _ in (*report.skipped, *report.notices)]
    # No secret needs more than its own line, so that all can be looked through at once.
    if policy is SecretPolicy.ALLOW or not find_secrets("\n".join(names)):
        return report
    return replace(
        report,
        failed=tuple(replace(each, uri=scrub(each.uri)) for each in report.failed),
        skipped=tuple((scrub(name), reason) for name, reason in report.skipped),
        notices=tuple((scrub(name), notice) for name, notice in report.notices),
    )


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'s' if count != 1 else ''}"


def _pieces(reading: Reading, text: str, *, rejects: bool) -> Iterator[ChunkPiece]:
    for piece in reading.pieces:
        # A piece is one stretch of the document, whatever parts of it that touches.
        clean = text[piece.locators[0].char_start : piece.locators[-1].char_end]
        if clean != piece.text and rejects:
            continue
        heading = scrub(piece.embed_text.removesuffix(piece.text))
        places = tuple(map(_clean_place, piece.locators))
        terms = piece.terms if clean == piece.text else Terms()
        yield piece._replace(text=clean, embed_text=heading + clean, locators=places, terms=terms)


def _clean_place(place: Locator) -> Locator:
    """A heading may be a secret too, and so may the name of a file be; the entry's own address leads there."""
    if isinstance(place, TextLocator) and place.section:
        place = replace(place, section=tuple(map(scrub, place.section)))
    if isinstance(place, WebLocator):
        place = replace(place, url=scrub(place.url))
    if isinstance(place, TicketLocator | MessageLocator) or place.path is None:
        return place
    return replace(place, path=scrub(place.path))
