"""Asking and answering: what a search is given, and what it gives back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from wherefrom.core.claims import ACTIVE, ClaimStatus, Scope
from wherefrom.core.documents import Citation
from wherefrom.core.values import value
from wherefrom.core.wellformed import as_choice, as_text, several
from wherefrom.errors import InvalidValue, UsageError

__all__ = [
    "DEFAULT_LIMIT",
    "LARGEST_LIMIT",
    "LONGEST_QUERY",
    "Absence",
    "Explanation",
    "Fusion",
    "Hit",
    "ItemKind",
    "LegRank",
    "NoResult",
    "Query",
    "Recipe",
    "SearchResult",
    "Trust",
    "as_question",
]

LONGEST_QUERY = 1_000
DEFAULT_LIMIT = 20
LARGEST_LIMIT = 100


class ItemKind(StrEnum):
    """What can be found. A piece is a claim that has a piece id."""

    CHUNK = "chunk"
    CLAIM = "claim"
    PIECE = "piece"


class Recipe(StrEnum):
    """FAST uses words alone, HYBRID words and meaning, PRECISE reads the best of both again with a reranker."""

    FAST = "fast"
    HYBRID = "hybrid"
    PRECISE = "precise"


class Fusion(StrEnum):
    """How the two legs become one ranking: TRUSTING weighs their scores, RRF (k = 60) sees their ranks alone."""

    TRUSTING = "trusting"
    RRF = "rrf"


class Trust(StrEnum):
    """Whether a text may reach a model as it is, or only wrapped as something that others wrote."""

    TRUSTED = "trusted"
    UNTRUSTED = "untrusted"


class NoResult(StrEnum):
    """Why nothing was found."""

    NOTHING_INGESTED = "nothing_ingested"
    ALL_FILTERED = "all_filtered"
    WORDS_UNKNOWN = "words_unknown"
    BELOW_THRESHOLD = "below_threshold"


@value
class Query:
    """A question, checked. What was cut or clamped is in `notices`."""

    text: str
    kinds: tuple[ItemKind, ...] = tuple(ItemKind)
    project: str | None = None
    types: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    limit: int = DEFAULT_LIMIT
    recipe: Recipe = Recipe.HYBRID
    fusion: Fusion = Fusion.TRUSTING
    as_of: float | None = None
    scope: Scope | None = None
    """Claims of this scope alone. Without one, claims of every scope but a run's: those hold in their run only."""
    statuses: tuple[ClaimStatus, ...] = ACTIVE
    related: bool = False
    """Only what has a word of the question, or is near to it in meaning; without, the nearest there is."""
    notices: tuple[str, ...] = ()

    @classmethod
    def checked(
        cls,
        text: str,
        *,
        kinds: Sequence[str] = (),
        project: str | None = None,
        types: Sequence[str] = (),
        tags: Sequence[str] = (),
        limit: int = DEFAULT_LIMIT,
        recipe: str = Recipe.HYBRID,
        fusion: str = Fusion.TRUSTING,
        as_of: float | None = None,
        scope: Scope | None = None,
        statuses: tuple[ClaimStatus, ...] = ACTIVE,
        related: bool = False,
    ) -> Query:
        asked = as_question(text)
        if not isinstance(limit, int):  # pyright: ignore[reportUnnecessaryIsInstance]  -- callers are not all typed
            raise InvalidValue("limit must be a whole number", value=limit, hint=f"1 to {LARGEST_LIMIT}")
        notices: list[str] = []
        if len(asked) > LONGEST_QUERY:
            notices.append(f"the query was cut from {len(asked):,} to {LONGEST_QUERY:,} characters")
        wanted = tuple(as_choice(ItemKind, kind, "kind") for kind in several(kinds, "kind")) or _kinds(as_of)
        if as_of is not None and ItemKind.CHUNK in wanted:
            raise UsageError(
                "documents have no past to search in", value="as_of", hint="use --kind claim,piece with --as-of"
            )
        return cls(
            text=asked[:LONGEST_QUERY],
            kinds=wanted,
            project=None if project is None else as_text(project, "project"),
            types=several(types, "type"),
            tags=several(tags, "tag"),
            limit=min(max(limit, 1), LARGEST_LIMIT),
            recipe=as_choice(Recipe, recipe, "recipe"),
            fusion=as_choice(Fusion, fusion, "fusion"),
            as_of=as_of,
            scope=scope,
            statuses=statuses,
            related=related,
            notices=tuple(notices),
        )


def as_question(text: str) -> str:
    """Whatever a person pastes: what no text can hold is dropped, because a question is not kept."""
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]  -- callers are not all typed
        raise InvalidValue("the query must be text", value=text, hint="say what you are looking for")
    cleaned = as_text(text.encode("utf-8", "replace").decode().replace("\x00", " "), "query").strip()
    if not cleaned:
        raise InvalidValue("the query is empty", value=text, hint="say what you are looking for")
    return cleaned


def _kinds(as_of: float | None) -> tuple[ItemKind, ...]:
    return tuple(ItemKind) if as_of is None else (ItemKind.CLAIM, ItemKind.PIECE)


@value
class LegRank:
    """Where one leg put an item, and with which raw score."""

    rank: int
    score: float


@value
class Hit:
    """Something found. `text` is the source's own; `wrapped` is what every outlet towards a model uses."""

    kind: ItemKind
    id: str
    text: str
    score: float
    citation: Citation | None
    place: str
    title: str
    trust: Trust
    wrapped: str
    words: LegRank | None = None
    meaning: LegRank | None = None
    terms: tuple[str, ...] = ()

    def is_of(self, id: str) -> bool:
        """Whether this id, or the beginning of one, names it or the document that it stands in."""
        return self.id.startswith(id) or (self.citation is not None and self.citation.entry.startswith(id))


@value
class Absence:
    """Why an expected item is not among the hits. What may not be seen reads the same as what is not there."""

    id: str
    reason: str
    words: LegRank | None = None
    meaning: LegRank | None = None


@value
class Explanation:
    """How a result came about."""

    terms: Mapping[str, float]
    searched: Mapping[str, int]
    filters: tuple[str, ...]
    expected: Absence | None = None


@value
class SearchResult:
    """Cited hits, best first; an empty one carries its cause and, for unknown words, the nearest known ones."""

    query: Query
    hits: tuple[Hit, ...]
    passages: int
    milliseconds: float
    notices: tuple[str, ...] = ()
    cause: NoResult | None = None
    nearest: Mapping[str, tuple[str, ...]] | None = None
    explanation: Explanation | None = None
