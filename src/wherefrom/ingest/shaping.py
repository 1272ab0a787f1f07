"""From a reading to an entry as it is stored."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from wherefrom.core.documents import ContentKind, EmbeddingStatus, Entry, Known, Source, SourceStatus
from wherefrom.core.ids import Ids, sha256
from wherefrom.core.secrets import SecretPolicy
from wherefrom.errors import WherefromError
from wherefrom.ingest.batch import Document
from wherefrom.ingest.intake import Intake
from wherefrom.ingest.scrubbing import named_clean, scrubbed
from wherefrom.ports.documents import Blob
from wherefrom.ports.reading import Reading

__all__ = ["Shaper", "policy_of"]

_LONGEST_TITLE = 500
_TYPES = {ContentKind.CODE: "code", ContentKind.TICKET_THREAD: "ticket"}
_OTHER_TYPE = "document"


def policy_of(source: Source) -> SecretPolicy:
    return SecretPolicy(str(source.config.get("secrets", SecretPolicy.REDACT.value)))


class Shaper:
    """What all entries of a source have in common: where they come from, who may see them, their type and tags."""

    def __init__(self, source: Source, type: str | None, tags: tuple[str, ...], intake: Intake, ids: Ids) -> None:
        self._source, self._type, self._tags, self._intake, self._ids = source, type, tags, intake, ids

    def document(self, blob: Blob, reading: Reading, known: Known | None, *, reembed: bool) -> Document:
        clean, secrets = scrubbed(reading, policy_of(self._source))
        chunker = self._intake.chunkers[reading.content_kind]
        # The text of a text file is the original; of anything else the original is kept, unless it holds secrets.
        keeps = not secrets and not _is_verbatim(blob, reading.text)
        entry = replace(
            self._bare(blob.uri, known.id if known else None),
            title=clean.title.strip()[:_LONGEST_TITLE] or self._title(blob.uri),
            content=clean.text,
            content_kind=reading.content_kind,
            content_hash=sha256(blob.data),
            blob=sha256(blob.data) if keeps else None,
            media_type=blob.media_type or None,
            revision=blob.revision,
            notices=tuple(clean.notices),
            type=self._type or _TYPES.get(reading.content_kind, _OTHER_TYPE),
            chunker=chunker.name,
            chunker_version=chunker.version,
            status=SourceStatus.INDEXED,
            embedding_status=EmbeddingStatus.READY,
        )
        original = blob.data if keeps else None
        return Document(entry, clean.pieces, known, reembed, original, is_typed=self._type is not None)

    def failed(self, uri: str, error: WherefromError) -> Entry:
        return replace(self._bare(uri), title=self._title(uri), status=SourceStatus.FAILED, error=error.message)

    def _title(self, uri: str) -> str:
        return named_clean(_name(uri), policy_of(self._source))[:_LONGEST_TITLE]

    def _bare(self, uri: str, id: str | None = None) -> Entry:
        return Entry(
            id=id or self._ids(),
            title="",
            content="",
            uri=uri,
            type=self._type or _OTHER_TYPE,
            tags=self._tags,
            source=self._source.id,
            org=self._source.org,
            project=self._source.project,
            contributor=self._source.contributor,
            is_personal=self._source.is_personal,
            audience=self._source.audience,
            agent_scope=self._source.agent_scope,
        )


def _is_verbatim(blob: Blob, text: str) -> bool:
    return blob.data == text.encode("utf-8", "surrogatepass")


def _name(uri: str) -> str:
    """The last part of an address, as people say it."""
    path = unquote(urlsplit(uri).path or uri)
    return PurePosixPath(path).name or uri
