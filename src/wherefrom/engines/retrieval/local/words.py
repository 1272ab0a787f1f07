"""The word leg of `local`: a tantivy index of our own terms, each exactly as it was analysed."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from tantivy import (
    Document,
    FieldType,
    Index,
    Occur,
    Query,
    Schema,
    SchemaBuilder,
    TextAnalyzerBuilder,
    Tokenizer,
)

from wherefrom.core.terms import Terms
from wherefrom.errors import StoreCorrupt

__all__ = ["Limits", "Words", "WordsWriter", "terms_in", "text_of"]

_ANALYZER = "terms"
_SPLITTING = " \t\n\f\r"
_ESCAPE = "\x1f"
_ESCAPED = str.maketrans({sign: f"{_ESCAPE}{number}" for number, sign in enumerate(_ESCAPE + _SPLITTING)})
_NEEDS_ESCAPE = re.compile("[\x1f\t\n\f\r]")
_UNESCAPED = re.compile(f"{_ESCAPE}([0-5])")
_LOCK_FILES = (".tantivy-writer.lock", ".tantivy-meta.lock")
_SMALL_BATCH = 2_000
_SMALL_HEAP, _LARGE_HEAP = 20_000_000, 150_000_000
# Where more documents than this share the score at the cut, the cut among them follows the order of writing.
_LONGEST_TIE = 500


def _schema() -> Schema:
    builder = SchemaBuilder()
    builder.add_text_field("title", tokenizer_name=_ANALYZER, index_option="freq")
    builder.add_text_field("body", tokenizer_name=_ANALYZER, index_option="freq")
    builder.add_unsigned_field("row", indexed=True, fast=True)
    builder.add_unsigned_field("group", indexed=True)
    builder.add_integer_field("at", fast=True)
    return builder.build()


_SCHEMA = _schema()


def text_of(terms: Sequence[str]) -> str:
    """Terms as a text that splits at spaces into exactly these terms; `terms_in` is the way back."""
    if isinstance(terms, Terms):
        text, is_exact = terms.written.replace("\n", " "), " " not in terms.written
    else:
        text = " ".join(terms)
        is_exact = text.count(" ") == len(terms) - 1
    if is_exact and not _NEEDS_ESCAPE.search(text):
        return text
    return " ".join(term.translate(_ESCAPED) for term in terms)


def terms_in(text: str) -> tuple[str, ...]:
    if not text:
        return ()
    signs = _ESCAPE + _SPLITTING
    terms = text.split(" ")
    if _ESCAPE not in text:
        return tuple(terms)
    return tuple(_UNESCAPED.sub(lambda found: signs[int(found[1])], term) for term in terms)


class Limits(NamedTuple):
    """What the filter leaves, in the numbers that the index knows. None: no limit."""

    groups: Sequence[int] | None = None
    excluded_groups: Sequence[int] | None = None
    rows: Sequence[int] | None = None
    since: int | None = None
    until: int | None = None


class Words:
    """One generation, opened to read."""

    def __init__(self, directory: Path) -> None:
        self._searcher = _opened(directory).searcher()

    def best(
        self, terms: Iterable[tuple[str, float]], limits: Limits, depth: int, title_weight: float
    ) -> list[tuple[int, float]]:
        """Rows with their scores: at least the best `depth`, with all that tie with the last of them."""
        query = _limited(_any_of(terms, title_weight), limits)
        hits = self._searcher.search(query, depth + 1, count=False).hits
        if len(hits) > depth > 0 and hits[-1][0] == hits[-2][0]:
            hits = self._searcher.search(query, depth + _LONGEST_TIE, count=False).hits
        rows = self._searcher.fast_field_values("row", [address for _, address in hits])
        return [(int(row or 0), score) for row, (score, _) in zip(rows, hits, strict=True)]


class WordsWriter:
    """Writes the next generation into a directory of its own that shares all unchanged files with the last one."""

    def __init__(self, directory: Path, previous: Path | None, batch: int) -> None:
        directory.mkdir()
        if previous is None:
            self._index = _prepared(Index(_SCHEMA, str(directory)))
        else:
            _link_files(previous, directory)
            self._index = _opened(directory)
        self._writer = self._index.writer(_LARGE_HEAP if batch > _SMALL_BATCH else _SMALL_HEAP, num_threads=1)

    def add(self, row: int, group: int, at: int, title: str, body: str) -> None:
        document = Document()
        if title:
            document.add_text("title", title)
        document.add_text("body", body)
        document.add_unsigned("row", row)
        document.add_unsigned("group", group)
        document.add_integer("at", at)
        self._writer.add_document(document)

    def remove(self, rows: Sequence[int]) -> None:
        # By query: `delete_documents_by_term` takes a Python integer for a signed one and finds no unsigned row.
        if rows:
            self._writer.delete_documents_by_query(Query.term_set_query(_SCHEMA, "row", rows))

    def finish(self) -> None:
        """On the disk, with merges done: afterwards nothing in the directory changes any more."""
        self._writer.commit()
        self._writer.wait_merging_threads()


def _prepared(index: Index) -> Index:
    index.register_tokenizer(_ANALYZER, TextAnalyzerBuilder(Tokenizer.whitespace()).build())
    index.config_reader("manual")
    return index


def _opened(directory: Path) -> Index:
    if not directory.is_dir():
        raise FileNotFoundError(directory)
    try:
        return _prepared(Index.open(str(directory)))
    except ValueError as error:
        raise StoreCorrupt(
            "the words of an index cannot be read", value=str(error), hint="rebuild it with `wherefrom reindex`"
        ) from error


def _link_files(source: Path, target: Path) -> None:
    """tantivy never changes a file, it writes new ones: sharing them costs no copy and risks nothing."""
    for name in os.listdir(source):
        if name in _LOCK_FILES:
            continue
        try:
            os.link(source / name, target / name)
        except OSError:  # a file system without hard links
            shutil.copy2(source / name, target / name)


def _any_of(terms: Iterable[tuple[str, float]], title_weight: float) -> list[tuple[Occur, Query]]:
    parts: list[tuple[Occur, Query]] = []
    for term, weight in terms:
        for field, boost in (("title", title_weight), ("body", 1.0)):
            if boost:
                hit = Query.term_query(_SCHEMA, field, term.translate(_ESCAPED), "freq")
                parts.append((Occur.Should, Query.boost_query(hit, weight * boost)))
    return parts


def _limited(parts: list[tuple[Occur, Query]], limits: Limits) -> Query:
    """A filter neither adds to the score nor lets in what holds no term."""
    needed: list[Query] = []
    if limits.groups is not None:
        needed.append(Query.term_set_query(_SCHEMA, "group", limits.groups))
    if limits.rows is not None:
        needed.append(Query.term_set_query(_SCHEMA, "row", limits.rows))
    if limits.since is not None or limits.until is not None:
        needed.append(Query.range_query(_SCHEMA, "at", FieldType.Integer, limits.since, limits.until))
    if limits.excluded_groups is not None:
        parts = [*parts, (Occur.MustNot, Query.term_set_query(_SCHEMA, "group", limits.excluded_groups))]
    if not needed:
        return Query.boolean_query(parts)
    free = [(Occur.Must, Query.const_score_query(query, 0.0)) for query in needed]
    return Query.boolean_query([(Occur.Must, Query.boolean_query(parts)), *free])
