"""What was learned. A claim cannot exist without evidence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from operator import attrgetter

from wherefrom.core.access import Visibility, as_audience
from wherefrom.core.actors import ActorKind
from wherefrom.core.clock import DAY, as_timestamp
from wherefrom.core.evidence import EvidenceRef, as_evidence
from wherefrom.core.ids import new_id
from wherefrom.core.wellformed import JSON, as_choice, as_fraction, as_text, required, several
from wherefrom.errors import InvalidValue, MissingEvidence

__all__ = [
    "ACTIVE",
    "LONGEST_CLAIM",
    "RUN_SCOPE_LASTS",
    "Claim",
    "ClaimStatus",
    "Curation",
    "Scope",
    "ScopeType",
    "as_claim",
    "as_reason",
    "as_recall_limit",
    "as_scope",
    "as_statuses",
]

LONGEST_CLAIM = 10_000
_LARGEST_RECALL = 100
_A_SCOPE = 'Scope("repo", "github.com/acme/payments")'
RUN_SCOPE_LASTS = 30 * DAY
"""What holds for one run only is forgotten after so many seconds."""


class ClaimStatus(StrEnum):
    """Whether it is true, as far as anybody knows."""

    HYPOTHESIS = "hypothesis"
    INFERRED = "inferred"
    OBSERVED = "observed"
    VERIFIED = "verified"
    DISPUTED = "disputed"
    SUPERSEDED = "superseded"


ACTIVE = (ClaimStatus.OBSERVED, ClaimStatus.INFERRED, ClaimStatus.VERIFIED)
"""What recall gives unless it is asked for more."""


class Curation(StrEnum):
    """Whether the org wants it passed on; a column of its own beside the truth."""

    PENDING = "pending"
    APPROVED = "approved"
    REJECTED = "rejected"
    MANDATORY = "mandatory"


class ScopeType(StrEnum):
    PROJECT = "project"
    REPO = "repo"
    AGENT = "agent"
    RUN = "run"


@dataclass(frozen=True, slots=True)
class Scope:
    """What a claim is about: `Scope("repo", "github.com/acme/payments")`."""

    type: ScopeType
    id: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "type", as_choice(ScopeType, self.type, "scope type"))
        required(self.id, "scope id")


_TEXTS = (
    "project",
    "scope_id",
    "session_id",
    "branch_id",
    "actor_id",
    "domain",
    "supersedes",
    "knowledge_type",
    "info_type",
    "entity_id",
    "piece_id",
    "embedding_text",
    "run_id",
    "show_id",
    "artifact_id",
    "template",
)
_read_texts = attrgetter(*_TEXTS)


@dataclass(frozen=True, slots=True)
class Claim:
    """A unit of learned knowledge.

    `confidence` is what the product computed, `stated_confidence` what the caller said. `supersedes` stands on the new
    claim and names the old one. `verified_by` and `verified_at` stand as long as it is verified.
    """

    text: str
    evidence: tuple[EvidenceRef, ...]
    claim_status: ClaimStatus = ClaimStatus.OBSERVED
    confidence: float = 1.0
    id: str = field(default_factory=new_id, kw_only=True)
    org: str = field(default="", kw_only=True)
    project: str | None = field(default=None, kw_only=True)
    scope_type: ScopeType | None = field(default=None, kw_only=True)
    scope_id: str | None = field(default=None, kw_only=True)
    session_id: str | None = field(default=None, kw_only=True)
    branch_id: str | None = field(default=None, kw_only=True)
    actor_type: ActorKind = field(default=ActorKind.AGENT, kw_only=True)
    actor_id: str | None = field(default=None, kw_only=True)
    created_at: float = field(default=0.0, kw_only=True)
    updated_at: float = field(default=0.0, kw_only=True)
    domain: str | None = field(default=None, kw_only=True)
    tags: tuple[str, ...] = field(default=(), kw_only=True)
    supersedes: str | None = field(default=None, kw_only=True)
    stated_confidence: float | None = field(default=None, kw_only=True)
    verified_by: ActorKind | None = field(default=None, kw_only=True)
    verified_at: float | None = field(default=None, kw_only=True)
    curation: Curation = field(default=Curation.PENDING, kw_only=True)
    is_personal: bool = field(default=False, kw_only=True)
    audience: frozenset[str] = field(default=frozenset(), kw_only=True)
    agent_scope: frozenset[str] = field(default=frozenset(), kw_only=True)
    knowledge_type: str | None = field(default=None, kw_only=True)
    info_type: str | None = field(default=None, kw_only=True)
    entity_id: str | None = field(default=None, kw_only=True)
    piece_id: str | None = field(default=None, kw_only=True)
    embedding_text: str | None = field(default=None, kw_only=True)
    valid_from: float | None = field(default=None, kw_only=True)
    valid_until: float | None = field(default=None, kw_only=True)
    run_id: str | None = field(default=None, kw_only=True)
    show_id: str | None = field(default=None, kw_only=True)
    artifact_id: str | None = field(default=None, kw_only=True)
    template: str | None = field(default=None, kw_only=True)
    fields: Mapping[str, JSON] = field(default_factory=dict[str, JSON], kw_only=True)
    erased_at: float | None = field(default=None, kw_only=True)
    version: int = field(default=0, kw_only=True)

    def __post_init__(self) -> None:
        self._freeze("evidence", as_evidence(self.evidence))
        self._freeze("tags", several(self.tags, "tags"))
        self._freeze("audience", as_audience(self.audience))
        if self.agent_scope or type(self.agent_scope) is not frozenset:
            self._freeze("agent_scope", frozenset(several(self.agent_scope, "agent")))
        self._freeze("claim_status", as_choice(ClaimStatus, self.claim_status, "claim status"))
        self._freeze("curation", as_choice(Curation, self.curation, "curation"))
        self._freeze("actor_type", as_choice(ActorKind, self.actor_type, "actor type"))
        self._freeze("confidence", as_fraction(self.confidence, "confidence"))
        if self.stated_confidence is not None:
            self._freeze("stated_confidence", as_fraction(self.stated_confidence, "stated confidence"))
        if self.verified_by is not None:
            self._freeze("verified_by", as_choice(ActorKind, self.verified_by, "actor type"))
        if self.erased_at is None:
            required(self.text, "claim", longest=LONGEST_CLAIM)
        self._check_evidence()
        self._check_texts()
        self._check_scope()
        self._check_times()
        self._check_fields()
        if type(self.is_personal) is not bool:
            raise InvalidValue("is_personal is neither True nor False", value=self.is_personal, hint="give a bool")
        if self.is_personal and self.actor_id is None:
            raise InvalidValue("a personal claim needs its actor", value=self.id, hint="say whose it is: actor_id=…")
        if self.supersedes == self.id:
            raise InvalidValue("a claim cannot supersede itself", value=self.id, hint="name the older claim")

    def _freeze(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def _check_evidence(self) -> None:
        if not self.evidence:
            raise MissingEvidence(self.text)

    def _check_texts(self) -> None:
        for name, said in zip(_TEXTS, _read_texts(self), strict=True):
            if said is not None and (type(said) is not str or not said.isascii() or "\x00" in said):
                as_text(said, name)

    def _check_scope(self) -> None:
        if (self.scope_type is None) != (self.scope_id is None):
            raise InvalidValue(
                "a scope needs both its type and its id", value=self.scope_type or self.scope_id, hint=_A_SCOPE
            )
        if self.scope_type is not None:
            self._freeze("scope_type", as_choice(ScopeType, self.scope_type, "scope type"))
            required(self.scope_id, "scope id")

    def _check_times(self) -> None:
        for name in ("created_at", "updated_at", "verified_at", "valid_from", "valid_until", "erased_at"):
            if getattr(self, name) is not None:
                self._freeze(name, as_timestamp(getattr(self, name), name))
        if self.valid_from is not None and self.valid_until is not None and self.valid_until < self.valid_from:
            raise InvalidValue(
                "valid_until is before valid_from", value=self.valid_until, hint="give the later time as valid_until"
            )

    def _check_fields(self) -> None:
        if not self.fields:
            self._freeze("fields", {})
            return
        if not isinstance(self.fields, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]  -- not every caller has types
            raise InvalidValue("fields must have names", value=self.fields, hint='{"amount": 100}')
        if self.template is None:
            raise InvalidValue(
                "fields need a template", value=sorted(map(str, self.fields))[0], hint="name it: template=…"
            )

    def holds_at(self, time: float) -> bool:
        """Whether it is true then, as far as anybody said when it is."""
        has_begun = self.valid_from is None or self.valid_from <= time
        return has_begun and (self.valid_until is None or time < self.valid_until)

    @property
    def is_of_a_run(self) -> bool:
        """It holds for one run, and is recalled in no other."""
        return self.scope_type is ScopeType.RUN

    @property
    def scope(self) -> Scope | None:
        return Scope(self.scope_type, self.scope_id) if self.scope_type and self.scope_id else None

    @property
    def visibility(self) -> Visibility:
        return Visibility(
            org=self.org,
            project=self.project,
            personal_to=self.actor_id if self.is_personal else None,
            audience=self.audience,
            agent_scope=self.agent_scope,
        )


def as_claim(given: object) -> Claim:
    """What a caller gave as a claim."""
    if isinstance(given, Claim):
        return given
    raise InvalidValue("this is no claim", value=given, hint="Claim(text, [from_file(…)])")


def as_scope(given: object) -> Scope | None:
    """What a caller gave as a scope."""
    if given is None or isinstance(given, Scope):
        return given
    raise InvalidValue("this is no scope", value=given, hint=_A_SCOPE)


def as_statuses(asked: Iterable[str] | None) -> tuple[ClaimStatus, ...]:
    """Those that hold, unless others are asked for."""
    if asked is None:
        return ACTIVE
    return tuple(as_choice(ClaimStatus, each, "claim status") for each in several(asked, "status"))


def as_recall_limit(limit: object) -> int:
    """How many claims may be asked for at once."""
    if type(limit) is not int or not 1 <= limit <= _LARGEST_RECALL:
        raise InvalidValue("limit is out of range", value=limit, hint=f"ask for 1 to {_LARGEST_RECALL}")
    return limit


def as_reason(said: object) -> str | None:
    """Why somebody did it, where they say so."""
    return None if said is None else required(said, "reason", longest=LONGEST_CLAIM)
