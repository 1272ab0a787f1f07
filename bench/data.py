"""Test collections in BEIR's layout: corpus.jsonl, queries.jsonl, qrels.tsv."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

__all__ = ["Collection", "Passage", "Question", "read_collection"]


class Passage(NamedTuple):
    """`part` is the conversation it belongs to; a question that names one searches only there."""

    id: str
    title: str
    text: str
    part: str

    @property
    def full_text(self) -> str:
        """What is embedded."""
        return f"{self.title}\n{self.text}".strip()


class Question(NamedTuple):
    id: str
    text: str
    part: str


class Collection(NamedTuple):
    name: str
    passages: list[Passage]
    questions: list[Question]
    grades: Mapping[str, Mapping[str, int]]


def read_collection(folder: Path) -> Collection:
    """Read a folder; ids may stand under `_id` or `id`, judgements in qrels.tsv or qrels/test.tsv."""
    passages = [
        Passage(_id(row), str(row.get("title") or ""), str(row.get("text") or ""), str(row.get("conv") or ""))
        for row in _rows(folder / "corpus.jsonl")
    ]
    grades = _grades(folder)
    questions = [
        Question(_id(row), str(row["text"]), str(row.get("conv") or ""))
        for row in _rows(folder / "queries.jsonl")
        if _id(row) in grades
    ]
    return Collection(folder.name, passages, questions, grades)


def _id(row: dict[str, Any]) -> str:
    return str(row["_id"] if "_id" in row else row["id"])


def _rows(file: Path) -> Iterator[dict[str, Any]]:
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield json.loads(line)


def _grades(folder: Path) -> dict[str, dict[str, int]]:
    file = next(place for place in (folder / "qrels.tsv", folder / "qrels" / "test.tsv") if place.is_file())
    grades: dict[str, dict[str, int]] = {}
    for line in file.read_text("utf-8").splitlines():
        fields = line.split("\t")
        if len(fields) in (3, 4) and fields[-1].strip().lstrip("-").isdigit():
            grades.setdefault(fields[0], {})[fields[-2]] = int(fields[-1])
    return grades
