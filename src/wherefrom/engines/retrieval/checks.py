"""What every engine takes and refuses, decided once and before anything is staged."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from math import isfinite
from typing import cast, get_args

import numpy as np

from wherefrom.core.terms import Terms
from wherefrom.errors import InvalidValue
from wherefrom.ports.engines import Doc, Facet, IndexSpec, Seek, Vector, Where

__all__ = ["accepted", "admits", "key_of", "query_vector", "terms_of"]

_FACETS = frozenset(cast("tuple[str, ...]", get_args(Facet)))
_INT64 = 2**63
_UNIT_TOLERANCE = 1e-3


def key_of(spec: IndexSpec) -> str:
    """A name for files and tables; any other embedder or analysis is another index."""
    return hashlib.blake2b(repr(tuple(spec)).encode("utf-8", "surrogatepass"), digest_size=10).hexdigest()


def accepted(docs: Iterable[Doc], spec: IndexSpec) -> list[Doc]:
    """The documents with unit vectors and no empty terms, or InvalidValue and not one of them."""
    taken = list(docs)
    for doc in taken:
        _check_fields(doc)
    # Many documents share one object, which is looked at once; none of them goes away meanwhile.
    for doc in {id(doc.facets): doc for doc in reversed(taken)}.values():
        _check_facets(doc)
    vectors = _unit_vectors(taken, spec)
    return [_tidied(doc, vector) for doc, vector in zip(taken, vectors, strict=True)]


def query_vector(seek: Seek, spec: IndexSpec) -> Vector | None:
    """None where nothing can be near: no embedder, no vector, or the zero vector of a blank query."""
    if seek.vector is None or spec.embedder is None:
        return None
    vector = np.asarray(seek.vector, dtype=np.float32)
    if vector.shape != (spec.embedder.dimensions,):
        raise _wrong_dimension(vector.shape, spec, "the query")
    if not np.isfinite(vector).all():
        raise InvalidValue("a query vector holds NaN or infinity", hint="embed the query again")
    length = float(np.linalg.norm(vector))
    return vector / np.float32(length) if length else None


def terms_of(seek: Seek) -> list[tuple[str, float]]:
    """Terms that can match, in one order for all, so that sums of scores are the same sums."""
    return sorted((term, weight) for term, weight in seek.terms.items() if term and weight and _encodable(term))


def admits(where: Where, doc: Doc) -> bool:
    """The filter rule itself; engines with faster ways must agree with it."""
    return (
        doc.acl in where.acls
        and (where.ids is None or doc.id in where.ids)
        and (where.since is None or doc.at >= where.since)
        and (where.until is None or doc.at <= where.until)
        and all(not values.isdisjoint(doc.facets.get(facet, ())) for facet, values in where.any_of.items())
    )


def _tidied(doc: Doc, vector: Vector | None) -> Doc:
    if vector is doc.vector and "" not in doc.body and "" not in doc.title:
        return doc
    body = [term for term in doc.body if term] if "" in doc.body else doc.body
    title = [term for term in doc.title if term] if "" in doc.title else doc.title
    return Doc(doc.id, body, title, vector, doc.acl, doc.at, doc.facets, doc.payload)


def _check_fields(doc: Doc) -> None:
    if not isinstance(doc.id, str) or not doc.id or "\0" in doc.id or not _encodable(doc.id):  # pyright: ignore[reportUnnecessaryIsInstance]  -- a wrong type kills tantivy's writer
        raise InvalidValue("a document needs a non-empty id without NUL", value=doc.id)
    for name, terms in (("body", doc.body), ("title", doc.title)):
        _check_terms(doc.id, name, terms)
    for name, number in (("acl", doc.acl), ("at", doc.at)):
        if type(number) is not int or not -_INT64 <= number < _INT64:
            raise InvalidValue(f"{name} of {doc.id} is no 64-bit integer", value=number)
    if not isinstance(doc.payload, bytes):  # pyright: ignore[reportUnnecessaryIsInstance]  -- likewise
        raise InvalidValue(f"the payload of {doc.id} is not bytes", value=type(doc.payload).__name__)


def _check_terms(id: str, name: str, terms: Sequence[str]) -> None:
    if isinstance(terms, str):
        raise InvalidValue(f"the {name} of {id} is a text", value=terms, hint="analyse it into terms first")
    try:
        (terms.written if isinstance(terms, Terms) else "".join(terms)).encode()
    except (TypeError, UnicodeEncodeError) as error:
        raise InvalidValue(f"the {name} of {id} holds a term that is no text", value=str(error)) from error


def _check_facets(doc: Doc) -> None:
    for facet, values in doc.facets.items():
        if facet not in _FACETS:
            raise InvalidValue(
                f"{doc.id} has an unknown facet", value=facet, hint=f"one of {', '.join(sorted(_FACETS))}"
            )
        if isinstance(values, str) or not all(_is_label(value) for value in values):
            raise InvalidValue(f"{facet} of {doc.id} is no set of texts without NUL", value=values)


def _is_label(value: object) -> bool:
    return isinstance(value, str) and "\0" not in value and _encodable(value)


def _unit_vectors(docs: Sequence[Doc], spec: IndexSpec) -> Sequence[Vector | None]:
    """A zero vector says nothing and becomes None; what is not of unit length is brought to it."""
    vectors: list[Vector | None] = [None] * len(docs)
    places = [place for place, doc in enumerate(docs) if doc.vector is not None]
    if not places:
        return vectors
    given = [np.asarray(docs[place].vector, dtype=np.float32) for place in places]
    for place, vector in zip(places, given, strict=True):
        if spec.embedder is None or vector.shape != (spec.embedder.dimensions,):
            raise _wrong_dimension(vector.shape, spec, docs[place].id)
    matrix = np.concatenate(given).reshape(len(given), -1)
    lengths = np.sqrt(np.einsum("ij,ij->i", matrix, matrix))
    for place, vector, length in zip(places, given, cast("list[float]", lengths.tolist()), strict=True):
        if not isfinite(length):
            raise InvalidValue(f"the vector of {docs[place].id} holds NaN or infinity", hint="embed it again")
        if length:
            vectors[place] = vector if abs(length - 1) <= _UNIT_TOLERANCE else vector / np.float32(length)
    return vectors


def _wrong_dimension(shape: tuple[int, ...], spec: IndexSpec, whose: str) -> InvalidValue:
    if spec.embedder is None:
        return InvalidValue(f"{whose} has a vector, but this index has no embedder", value=shape)
    return InvalidValue(
        f"the vector of {whose} has another dimension than {spec.embedder.name} ({spec.embedder.dimensions})",
        value=shape,
        hint="use the embedder that the index was built with, or `wherefrom reembed`",
    )


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
