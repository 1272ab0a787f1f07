"""An ingest that is killed at any moment is finished by the next one, as if nothing had happened."""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from tests.embedding_server import EmbeddingServer, embedding_server
from tests.faults.ingesting import DOCUMENTS_A_BATCH, ingest, ingest_and_tell
from tests.faults.writing import child
from tests.soak_report import report
from wherefrom.record.record import SqlRecord
from wherefrom.record.tables import chunks, entries, sources, vectors
from wherefrom.testing import factories as make

FILES, SECTIONS = 40, 3
LONGEST = 1.5


@pytest.fixture(scope="module")
def server() -> Iterator[EmbeddingServer]:
    with embedding_server() as server:
        yield server


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "corpus"
    folder.mkdir()
    for number in range(FILES):
        sections = [
            f"## Part {part}\n\nDocument {number} says in part {part} what holds there." for part in range(SECTIONS)
        ]
        (folder / f"{number:02}.md").write_text(f"# Document {number}\n\n" + "\n\n".join(sections))
    return folder


@pytest.mark.soak
@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_a_killed_ingest_is_finished_with_exactly_the_rows_of_an_undisturbed_one(
    store_url: str, folder: Path, server: EmbeddingServer, soaking: bool
) -> None:
    kills, random = 100 if soaking else 10, Random(7)
    undisturbed = _ingested(store_url, "calm", folder, server)
    in_time, most_twice = 0, 0
    for number in range(kills):
        org = f"killed-{number}"
        server.requests.clear()
        in_time += _killed(store_url, org, folder, server, after=random.uniform(0.0, LONGEST))
        assert _ingested(store_url, org, folder, server) == undisturbed
        passages = {embedded or text for _, _, text, embedded, _ in undisturbed["chunks"]}
        read = Counter(text for request in server.requests for text in request["input"] if text in passages)
        twice = sum(count - 1 for count in read.values())
        assert twice <= DOCUMENTS_A_BATCH * (SECTIONS + 1), "at most the interrupted batch is embedded twice"
        most_twice = max(most_twice, twice)
    if soaking:
        kind = "Postgres" if "://" in store_url else "SQLite"
        report(
            f"kill -9 of an ingest, {kind}",
            size=f"{kills} kills, {in_time} before the end, {FILES} documents each",
            result=f"equal rows each time; at most {most_twice} passages embedded twice",
        )


def _killed(store: str, org: str, folder: Path, server: EmbeddingServer, *, after: float) -> bool:
    """Whether it was still at work."""
    _make_org(store, org)
    with child(ingest_and_tell, store, org, str(folder), server.url) as (process, told):
        assert told.recv() == "began"
        time.sleep(after)  # the moment of the kill, somewhere inside the run
        process.kill()
        process.join()
        try:
            return told.recv() != "ended"
        except EOFError:
            return True


def _ingested(store: str, org: str, folder: Path, server: EmbeddingServer) -> dict[str, list[tuple[Any, ...]]]:
    _make_org(store, org)
    assert ingest(store, org, str(folder), server.url).failed == ()
    with closing(SqlRecord(store)) as record, record.database.engine.connect() as connection:
        named = sa.select(entries.c.id, entries.c.uri).where(entries.c.org == org)
        uris = {row.id: row.uri for row in connection.execute(named)}

        def rows(table: sa.Table, *columns: str) -> list[tuple[Any, ...]]:
            found = connection.execute(sa.select(*(table.c[name] for name in columns)).where(table.c.org == org))
            return sorted(
                tuple(uris.get(value, value) if isinstance(value, str) else value for value in row) for row in found
            )

        return {
            "sources": rows(sources, "kind", "uri", "status", "last_run_status", "last_run_entry_count"),
            "entries": rows(entries, "uri", "title", "content", "content_hash", "revision", "status", "chunker"),
            "chunks": rows(chunks, "entry", "position", "text", "embed_text", "content_hash"),
            "vectors": rows(vectors, "embedder", "text_hash"),
        }


def _make_org(store: str, org: str) -> None:
    with closing(SqlRecord(store)) as record:
        if all(each.id != org for each in record.registry.orgs()):
            record.registry.create_org(make.org(id=org))
