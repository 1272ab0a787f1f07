"""Pages as evidence: fetched through the one door, and asked for again only if they changed."""

from __future__ import annotations

import json
from dataclasses import replace
from html.parser import HTMLParser

from wherefrom.core.clock import Clock
from wherefrom.core.evidence import EvidenceRef, GroundState, Standing, expected_words, was_accepted
from wherefrom.core.ids import content_hash, sha256
from wherefrom.core.quotes import find_quote
from wherefrom.egress import Egress, Fetched
from wherefrom.errors import WherefromError
from wherefrom.ports.ground import Pin, Sight
from wherefrom.sources.nearest_lines import nearest_lines

__all__ = ["PageGround"]

_GONE = (404, 410)
_MOST_REFUSALS = 1_000
"""So many are remembered, for whoever asks right after."""
_UNSEEN = frozenset({"script", "style", "template", "noscript", "head"})
_BREAKS = frozenset({"p", "div", "br", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "section", "article", "pre"})


class PageGround:
    def __init__(self, egress: Egress, clock: Clock) -> None:
        self._egress = egress
        self._clock = clock
        self._refusals: dict[str, str] = {}

    def resolved(self, ref: EvidenceRef) -> EvidenceRef:
        return ref

    def pin(self, ref: EvidenceRef) -> Pin:
        try:
            answer = self._egress.fetch(ref.url or "")
        except WherefromError as error:
            return Pin(ref, None, why=self._refused(ref, error))
        pinned = replace(ref, content_hash=sha256(answer.data), fetched_at=self._clock())
        text = _text(answer)
        return Pin(pinned, text, whole=_decoded(answer), revision=_revision(answer))

    def why_not(self, ref: EvidenceRef) -> str:
        """It is not fetched again for that: whoever waited for an answer in vain would wait once more."""
        return self._refusals.get(ref.url or "", "it could not be fetched")

    def _refused(self, ref: EvidenceRef, error: WherefromError) -> str:
        """Without the address: the one that it led to may hold a key that whoever cites it never wrote."""
        why = f"{error.message} → {error.hint}" if error.hint else error.message
        if len(self._refusals) >= _MOST_REFUSALS:
            self._refusals.clear()
        self._refusals[ref.url or ""] = why
        return why

    def revision(self, ref: EvidenceRef) -> str | None:
        """Only the server knows, and it is asked when the page is looked at."""
        return None

    def look(self, standing: Standing) -> Sight:
        etag, modified, url = _conditions(standing.seen_revision)
        try:
            answer = self._egress.fetch(standing.ref.url or "", etag=etag, modified=modified, held_from=url, also=_GONE)
        except WherefromError as error:
            why = self._refused(standing.ref, error)
            return Sight(GroundState.UNREACHABLE, revision=standing.seen_revision, why=why)
        if answer.status in _GONE:
            was_reached = standing.seen_hash is not None
            state = GroundState.GONE if was_reached else GroundState.UNREACHABLE
            return Sight(state, why=f"there is nothing here ({answer.status})")
        if answer.not_modified:
            return Sight(standing.state or GroundState.FRESH, revision=standing.seen_revision)
        return _compared(_text(answer), _decoded(answer), standing)._replace(revision=_revision(answer))


def _compared(text: str, whole: str, standing: Standing) -> Sight:
    quote = expected_words(standing, text, whole)
    if quote is not None and not quote.strip():
        return Sight(GroundState.MOVED, "")  # somebody has seen that nothing of it is left
    is_there = quote is None or any(find_quote(quote, each) for each in (text, whole))
    if is_there and standing.seen_hash in (None, content_hash(text)):
        return Sight(GroundState.FRESH, text)
    if quote is None:
        return Sight(GroundState.CHANGED, text)
    if is_there:
        is_back = was_accepted(standing) and quote == standing.ref.detail
        return Sight(GroundState.FRESH if is_back else GroundState.MOVED, quote)
    return Sight(GroundState.CHANGED, nearest_lines(quote, text))


def _revision(answer: Fetched) -> str:
    return json.dumps([answer.etag, answer.last_modified, answer.url])


def _conditions(revision: str | None) -> tuple[str | None, str | None, str | None]:
    try:
        etag, modified, url = json.loads(revision or "")
    except ValueError:
        return None, None, None
    return etag, modified, url


def _decoded(answer: Fetched) -> str:
    try:
        text = answer.data.decode(answer.charset or "utf-8", "replace")
    except LookupError:
        text = answer.data.decode("utf-8", "replace")
    return text.replace("\0", "")


def _text(answer: Fetched) -> str:
    """What a reader sees of a page."""
    whole = _decoded(answer)
    if "html" not in answer.media_type and not whole.lstrip()[:15].lower().startswith(("<!doctype html", "<html")):
        return whole
    reader = _Reader()
    reader.feed(whole)
    reader.close()
    return "\n".join(line for line in (" ".join(each.split()) for each in "".join(reader.parts).split("\n")) if line)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._unseen += tag in _UNSEEN
        if tag in _BREAKS:
            self.parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        self._unseen -= tag in _UNSEEN and self._unseen > 0
        if tag in _BREAKS:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self.parts.append(data)
