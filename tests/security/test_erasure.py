"""What was erased is found in no table, index, log or free page of the store.

On Postgres the server's write-ahead log is outside of the store: it is recycled by the server, and an archive of it is
the operator's own backup.
"""

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

import wherefrom
from tests.security.remains import postgres_files, remains, secret, sqlite_files
from wherefrom.core.documents import Entry
from wherefrom.core.pointers import from_chunk, from_human_assertion
from wherefrom.errors import AdapterError, NotFound
from wherefrom.record import erasure, forgetting
from wherefrom.record.columns import Holds
from wherefrom.record.record import SqlRecord
from wherefrom.record.tables import metadata
from wherefrom.testing import factories as make
from wherefrom.testing.record.place import Place

SIZES = [10, 100, 10_000, 1_000_000]
SPEAKS = (sa.String, sa.JSON, sa.LargeBinary)


def files(place: Place) -> list[Path]:
    database = place.record.database
    return postgres_files(database.store) if database.is_postgres else sqlite_files(database.store)


def erase(place: Place, kind: str, *ids: str) -> None:
    with place.record.write(place.system) as unit:
        for id in ids:
            getattr(unit.erasure, kind)(id)
        unit.commit()


def remains_after(place: Place) -> list[str]:
    """What is left once the store was told to forget."""
    assert place.record.forget()
    return remains(files(place))


def passages(place: Place, entry: Entry, text: str) -> None:
    """Read as passages, one of them since replaced, and quoted in every place that can hold a quote."""
    old, new = place.keep(make.chunk(entry, text=text[: len(text) // 2])), place.keep(make.chunk(entry, text=text))
    with place.record.write(place.system) as unit:
        unit.chunks.retire(old.id, successor=new.id)
        unit.commit()
    claim = place.keep(make.claim(evidence=(from_chunk(new.id, text[-200:], new.content_hash),)))
    other = place.keep(make.claim())
    place.keep(make.claim_event(claim, reason=f"it says {text[:200]}"))
    place.keep(make.claim_event(other, evidence=(from_chunk(old.id, text[:200]),)))
    place.keep(make.attention(claim, detail={"was": text[:200], "now": [text[-200:]]}))
    place.keep(make.attention(entry, action=f"read {text[:100]}", links=(text[:50],)))


def unclassed(of: sa.MetaData) -> list[str]:
    return [
        str(column)
        for table in of.sorted_tables
        for column in table.columns
        if isinstance(column.type, SPEAKS) and not isinstance(column.info.get("holds"), Holds)
    ]


def test_every_column_that_can_hold_words_says_what_it_holds() -> None:
    assert unclassed(metadata) == []


@pytest.mark.parametrize("type", [sa.Text(), sa.String(10), sa.JSON(), sa.LargeBinary()])
def test_a_new_column_without_its_class_is_noticed(type: sa.types.TypeEngine[object]) -> None:
    copy = sa.MetaData()
    for table in metadata.sorted_tables:
        table.to_metadata(copy)
    copy.tables["entries"].append_column(sa.Column("remark", type))
    assert unclassed(copy) == ["entries.remark"]


def test_what_is_blanked_has_a_blank() -> None:
    kept_blank = {table.name for table in (erasure.entries, erasure.claims, erasure.evidence, erasure.claim_events)}
    for table in metadata.sorted_tables:
        for column in table.columns:
            if table.name in kept_blank and column.info["holds"] is not Holds.SYSTEM:
                assert column.info["blank"] is not None, str(column)


@pytest.mark.postgres
def test_postgres_keeps_no_samples_of_words(postgres_url: str) -> None:
    sampled = sa.text(
        "SELECT attname FROM pg_attribute WHERE attrelid = CAST(:name AS regclass) AND attstattarget IS DISTINCT FROM 0"
    )
    with closing(SqlRecord(postgres_url)) as record, record.database.engine.connect() as connection:
        for table in metadata.sorted_tables:
            names = set(connection.scalars(sampled, {"name": f"wherefrom.{table.name}"}))
            words = {column.name for column in table.columns if column.info["holds"] is not Holds.SYSTEM}
            assert not names & words, table.name


@pytest.mark.parametrize("size", SIZES)
def test_an_erased_entry_leaves_no_byte(place: Place, size: int) -> None:
    text = secret(size)
    entry = make.entry(content=text, title=text[:100], uri=text[:90], tags=(text[:32],))
    entry = place.keep(replace(entry, error=text[:100]))
    passages(place, entry, text)
    assert remains(files(place))
    erase(place, "entry", entry.id)
    assert remains_after(place) == []
    with pytest.raises(NotFound):
        place.look(entry)


def test_an_erased_source_leaves_no_byte_of_what_was_read_from_it(place: Place) -> None:
    text = secret(10_000)
    source = place.keep(make.source(uri=text[:500], config={"token": text[:64]}, error=text[:64]))
    passages(place, place.keep(make.entry(source=source.id, content=text)), text)
    deleted = place.keep(make.entry(source=source.id, content=text))
    place.delete(deleted)
    erase(place, "source", source.id)
    assert remains_after(place) == []


def test_an_erased_claim_leaves_no_byte(place: Place) -> None:
    text = secret(9_000)
    claim = make.claim(
        text,
        evidence=(from_human_assertion("ann", 1.0, text),),
        domain=text[:50],
        tags=(text[:32],),
        template="deep",
        fields={"deep": [{"er": text}]},
        embedding_text=text,
    )
    place.keep(claim)
    place.keep(make.claim_event(claim, reason=text, evidence=claim.evidence))
    place.keep(make.attention(claim, detail={"text": text}))
    erase(place, "claim", claim.id)
    assert remains_after(place) == []
    assert place.look(claim).claim_status == claim.claim_status


def test_an_erased_person_leaves_no_byte_of_what_they_contributed(place: Place) -> None:
    text = secret(3_000)
    source = place.keep(make.source(contributor="ann", is_personal=True, title=text[:80]))
    place.keep(make.entry(source=source.id, content=text))
    passages(place, place.keep(make.entry(contributor="ann", content=text)), text)
    place.keep(make.claim(text, actor_id="ann", is_personal=True))
    others = place.keep(make.claim(evidence=(from_human_assertion("ann", 1.0, text),)))
    place.keep(make.claim_event(others, actor_id="ann", reason=text))
    erase(place, "person", "ann")
    assert remains_after(place) == []
    assert place.look(others).text == others.text


def test_rows_that_grew_and_shrank_and_moved_between_pages_leave_no_byte(place: Place) -> None:
    """SQLite copies rows when pages split and merge; a copy of what is erased later must not survive."""
    random, entries = Random(0), [make.entry(id=f"{number:03}") for number in range(150)]
    with place.record.write(place.system) as unit:
        for number in (each for _ in range(3) for each in random.sample(range(150), 150)):
            size = random.choice([32, 64, 224, 704, 1504, 4000])
            text = secret(size, seed=number) if number % 2 else "x" * size
            unit.entries.save(replace(entries[number], content=text))
        unit.commit()
    erase(place, "entry", *(entry.id for entry in entries[1::2]))
    assert remains_after(place) == []


@pytest.mark.postgres
def test_samples_that_were_taken_before_are_no_hiding_place(postgres_url: str) -> None:
    text = secret(300)
    with closing(SqlRecord(postgres_url)) as record:
        record.registry.create_org(org := make.org())
        place = Place(record, org.id)
        entries = [place.keep(make.entry(content=text, title=text[:60])) for _ in range(30)]
        with record.database.engine.connect() as connection:
            connection.execution_options(isolation_level="AUTOCOMMIT").execute(sa.text("ANALYZE"))
        erase(place, "entry", *(entry.id for entry in entries))
        assert remains_after(place) == []


def test_a_long_read_is_told_and_the_next_erasure_finishes(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forgetting, "_PATIENCE", 1.0)
    text, entry = secret(5_000), make.entry()
    place.keep(replace(entry, content=text))
    with place.record.read(place.owner) as reading:
        reading.entries.get(entry.id)
        erase(place, "entry", entry.id)
        assert not place.record.forget()
        assert reading.entries.get(entry.id).content == text
    assert remains_after(place) == []


def test_whoever_erases_during_a_long_read_is_told_to_try_again(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forgetting, "_PATIENCE", 0.5)
    with wherefrom.open(store_url) as knowledge:
        entry = knowledge.entries.add("kept", secret(500))
        with knowledge.record.read(knowledge.actor) as reading:
            reading.entries.get(entry.id)
            with pytest.raises(AdapterError) as told:
                knowledge.erase.entry(entry.id)
        assert told.value.retryable
        with pytest.raises(NotFound):
            knowledge.entries.get(entry.id)
        knowledge.erase.entry(knowledge.entries.add("another", "other words").id)
        database = knowledge.record.database
        left = postgres_files(database.store) if database.is_postgres else sqlite_files(database.store)
        assert remains(left) == []
