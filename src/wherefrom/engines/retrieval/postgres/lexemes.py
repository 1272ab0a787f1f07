"""Terms as lexemes: exact, field by field, with their frequency as the number of positions.

`ts_rank` is not BM25, but for a single lexeme with all weights equal it is a known, strictly growing function of the
number of positions. Read backwards it gives the term frequency in C, many times faster than unnesting the vector.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Literal, TypeAlias

from wherefrom.errors import InvalidValue
from wherefrom.ports.engines import Doc

__all__ = ["FREQUENCY_STEPS", "Field", "as_query", "as_vector", "lexeme"]

Field: TypeAlias = Literal["b", "t"]

_HIGHEST_FREQUENCY = 100
_LONGEST_LEXEME = 1_000  # Postgres refuses 2,047 bytes
_LARGEST_VECTOR = 1_000_000  # Postgres refuses 1 MiB
_SCALE = 1.64493406685  # what ts_rank divides by


def _steps() -> list[float]:
    ranks, total = [0.0], 0.0
    for frequency in range(1, _HIGHEST_FREQUENCY + 1):
        total += 1 / frequency**2
        ranks.append(total / _SCALE)
    return [(low + high) / 2 for low, high in pairwise(ranks)]


FREQUENCY_STEPS: Sequence[float] = _steps()
"""`width_bucket(ts_rank(…), steps)` is the frequency."""


def lexeme(field: Field, term: str) -> str:
    """What Postgres cannot hold (NUL, very long) goes by its hash; `=` and `#` keep the two apart."""
    content = term.encode()
    if len(content) > _LONGEST_LEXEME or b"\0" in content:
        return f"{field}#{hashlib.blake2b(content, digest_size=20).hexdigest()}"
    return f"{field}={term}"


def as_query(field: Field, term: str) -> str:
    return _quoted(lexeme(field, term))


def as_vector(doc: Doc) -> str:
    fields: Mapping[Field, Sequence[str]] = {"b": doc.body, "t": doc.title}
    parts = [
        _quoted(lexeme(field, term)) + _POSITIONS[min(count, _HIGHEST_FREQUENCY)]
        for field, terms in fields.items()
        for term, count in Counter(terms).items()
    ]
    vector = " ".join(parts)
    if len(vector) > _LARGEST_VECTOR // 4 and len(vector.encode()) > _LARGEST_VECTOR:
        raise InvalidValue(
            f"{doc.id} holds more terms than Postgres can index", value=len(parts), hint="chunk it smaller"
        )
    return vector


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'"


_POSITIONS = [""] + [
    ":" + ",".join(str(position) for position in range(1, count + 1)) for count in range(1, _HIGHEST_FREQUENCY + 1)
]
