"""Groups: documents with the same acl and the same facets share one small number.

A filter is decided once per group, for both legs, however many documents there are.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from wherefrom.ports.engines import Doc, Facet, Where

__all__ = ["GroupKey", "Groups", "encoded", "group_of"]

GroupKey: TypeAlias = tuple[int, tuple[tuple[Facet, tuple[str, ...]], ...]]


def group_of(doc: Doc) -> GroupKey:
    return doc.acl, tuple((facet, tuple(sorted(values))) for facet, values in sorted(doc.facets.items()))


class Groups:
    """The groups of one generation, numbered in order of appearance; stored one a line."""

    def __init__(self, stored: bytes = b"", before: Groups | None = None) -> None:
        """`before`: the groups of an earlier generation of the same file, so that only what is new is read."""
        self._stored = stored
        self._before = before

    @cached_property
    def keys(self) -> list[GroupKey]:
        """In order of their numbers."""
        before, self._before = self._before, None
        if before is not None and self._stored.startswith(before._stored):
            return before.keys + _decoded(self._stored[len(before._stored) :])
        return _decoded(self._stored)

    @cached_property
    def numbers(self) -> dict[GroupKey, int]:
        return {key: number for number, key in enumerate(self.keys)}

    def facets(self, number: int) -> Mapping[Facet, frozenset[str]]:
        return {facet: frozenset(values) for facet, values in self.keys[number][1]}

    def admitted(self, where: Where) -> NDArray[np.bool_]:
        """By number of the group: whether its documents may be found."""
        admitted = self._marked(numbers for acl, numbers in self._by_acl.items() if acl in where.acls)
        for facet, values in where.any_of.items():
            known = self._by_value.get(facet, {})
            admitted &= self._marked(known[value] for value in values if value in known)
        return admitted

    def _marked(self, lists: Iterable[NDArray[np.intp]]) -> NDArray[np.bool_]:
        marked = np.zeros(len(self.keys), dtype=np.bool_)
        for numbers in lists:
            marked[numbers] = True
        return marked

    @cached_property
    def _by_acl(self) -> dict[int, NDArray[np.intp]]:
        found: defaultdict[int, list[int]] = defaultdict(list)
        for number, (acl, _) in enumerate(self.keys):
            found[acl].append(number)
        return {acl: np.asarray(numbers) for acl, numbers in found.items()}

    @cached_property
    def _by_value(self) -> dict[Facet, dict[str, NDArray[np.intp]]]:
        found: defaultdict[Facet, defaultdict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        for number, (_, facets) in enumerate(self.keys):
            for facet, values in facets:
                for value in values:
                    found[facet][value].append(number)
        return {facet: {value: np.asarray(n) for value, n in values.items()} for facet, values in found.items()}


def encoded(key: GroupKey) -> bytes:
    return json.dumps(key).encode() + b"\n"


def _decoded(stored: bytes) -> list[GroupKey]:
    rows: list[tuple[int, list[tuple[Facet, list[str]]]]] = [json.loads(row) for row in stored.splitlines()]
    return [(acl, tuple((facet, tuple(values)) for facet, values in facets)) for acl, facets in rows]
