"""Import: an export into this org. Nothing is overwritten: what is here is merged, or reported as conflicting."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, replace
from itertools import groupby, islice
from typing import Any

from wherefrom.claims.likeness import bands
from wherefrom.core.actions import Action
from wherefrom.core.actors import Role
from wherefrom.core.claims import Claim
from wherefrom.core.directory import Member
from wherefrom.core.documents import Entry, Source
from wherefrom.core.paging import ClaimFilter, ClaimRelationFilter, EntryFilter, SourceFilter
from wherefrom.core.relations import ClaimRelation
from wherefrom.core.values import value
from wherefrom.ports.blobs import Blobs
from wherefrom.ports.record import UnitOfWork
from wherefrom.services.desk import Verbs
from wherefrom.services.directory import check_may_set
from wherefrom.services.exchange import Line, read_lines
from wherefrom.services.originals import originals_of, sweep_originals, whole_originals

__all__ = ["Imported", "Importing"]

_BATCH = 500
_MINE_TO_SET = frozenset({"id", "org", "version", "updated_at", "created_at"})
"""Fields that two equal items may differ in."""


@value
class Imported:
    """How many items were added, were here already, or differ from the one of the same id that is here and stays."""

    added: int
    merged: int
    conflicting: int
    conflicts: tuple[str, ...]


class Importing(Verbs):
    def lines(self, lines: Iterable[str]) -> Imported:
        """All of it or, if a line is bad, nothing of it. People do this, not agents."""
        self._actor.require(Role.ADMIN, "import")
        # What moves in says itself who said and verified it: an agent could bring any word it likes.
        self._actor.require_chooser("import")
        read = read_lines(iter(lines))
        header = next(read)
        try:
            return self._taken_in(header, read)
        except BaseException:
            sweep_originals(self._desk)  # what was kept already has nothing that refers to it
            raise

    def _taken_in(self, header: Line, read: Iterator[Line]) -> Imported:
        with self._record.write(self._actor.elevate()) as unit:
            import_ = _Import(unit, self._desk.intake.blobs)
            if import_.into_empty_org:
                unit.adopt_secret(str(header.item.get("secret") or unit.org.secret))
            for kind, group in groupby(read, key=lambda line: line.kind):
                if kind == "original":
                    import_.take_originals(group)
                    continue
                for batch in _batches(group):
                    import_.take(kind, batch)
            unit.note(Action.IMPORT, "org", unit.org.id)
            unit.commit()
        return Imported(
            added=import_.added,
            merged=import_.merged,
            conflicting=len(import_.conflicts),
            conflicts=tuple(import_.conflicts),
        )


class _Import:
    """One import on its way: what was counted, and which ids of the file are called otherwise here."""

    def __init__(self, unit: UnitOfWork, blobs: Blobs) -> None:
        self._unit = unit
        self._blobs = blobs
        self._originals: set[str] = set()
        self._claims: set[str] = set()
        self._org = unit.org.id
        self._renamed: dict[str, str] = {}
        self._left_alone: set[str] = set()
        self.added = 0
        self.merged = 0
        self.conflicts: list[str] = []
        self.into_empty_org = not (
            unit.entries.count(EntryFilter(personal=True))
            or unit.claims.count(ClaimFilter(personal=True))
            or unit.sources.count(SourceFilter(personal=True))
        )

    def take(self, kind: str, batch: list[Line]) -> None:
        if kind in ("project", "group", "member"):
            for line in batch:
                self._take_named(kind, replace(line.item, org=self._org))
            return
        if kind == "standing":
            self._unit.grounds.keep(line.item for line in batch if line.item.claim in self._claims)
            return
        repository = self._repository(kind)
        items = [self._at_home(line.item) for line in batch]
        stored = dict(repository.get_many(item.id for item in items))
        if kind == "entry":  # what was deleted here stays deleted, and is told as a conflict
            stored |= self._unit.tombstones.get_many(item.id for item in items)
        fresh = [item for item in items if self._is_new(kind, item, stored.get(item.id))]
        repository.save_new(fresh)
        if kind == "claim":
            self._claims.update(claim.id for claim in fresh)
            self._sketch(fresh)
        self.added += len(fresh)

    def _sketch(self, claims: Iterable[Claim]) -> None:
        """So that whoever says nearly the same here finds them."""
        for claim in claims:
            if claim.erased_at is None:
                self._unit.sketches.keep(claim.id, bands(claim.text))

    def take_originals(self, lines: Iterator[Line]) -> None:
        """Of what is here now. Those of items that were left alone are not needed, and others are nobody's."""
        self._unit.erasure.delay_sweeps()
        for hash, data in whole_originals((line.number, line.item) for line in lines):
            if hash in self._originals:
                self._blobs.put(self._org, data)

    def _is_new(self, kind: str, item: Any, stored: Any) -> bool:
        if self._belongs_to_what_was_left_alone(item):
            self.merged += 1
            return False
        twin = stored or self._twin(item)
        if twin is None:
            self._originals |= originals_of(item)
            return True
        if _equal(twin, item):
            self._originals |= originals_of(item)
            self.merged += 1
            self._renamed[item.id] = twin.id
        else:
            self.conflicts.append(f"{kind} {item.id}")
        if twin.id != item.id or not _equal(twin, item):
            self._left_alone.add(item.id)
        return False

    def _belongs_to_what_was_left_alone(self, item: Any) -> bool:
        """A passage of an entry, or a step of a claim, that was left as it is here."""
        parent = getattr(item, "entry", None) or getattr(item, "claim", None)
        return parent in self._left_alone

    def _twin(self, item: Any) -> Any:
        """The item that says the same under another id; only asked where there was something before."""
        if self.into_empty_org:
            return None
        if isinstance(item, Entry):
            alike = self._unit.entries.find(EntryFilter(content_hash=item.content_hash, personal=True)).items
        elif isinstance(item, Source):
            alike = self._unit.sources.find(SourceFilter(uri=item.uri, kind=item.kind, personal=True)).items
        elif isinstance(item, Claim):
            alike = self._unit.claims.same_statement(item.text)
        elif isinstance(item, ClaimRelation):
            same = ClaimRelationFilter(claim=item.claim, other=item.other, relation=item.relation, personal=True)
            return next(iter(self._unit.claim_relations.find(same).items), None)
        else:
            return None
        return next((each for each in alike if _equal(each, item)), None)

    def _at_home(self, item: Any) -> Any:
        """The same item in this org, its references following what is called otherwise here."""
        changed: dict[str, Any] = {"org": self._org}
        names = {each.name for each in fields(item)}
        if "seen_by" in names:
            changed["seen_by"] = replace(item.seen_by, org=self._org)
        for name in names & {"source", "supersedes", "other"}:
            changed[name] = self._renamed.get(getattr(item, name), getattr(item, name))
        return replace(item, **changed)

    def _take_named(self, kind: str, item: Any) -> None:
        known, save = self._named(kind)
        here = next((each for each in known if each.id == item.id), None)
        is_equal = here is not None and _equal(here, item)
        if here is not None and not is_equal and not self.into_empty_org:
            self.conflicts.append(f"{kind} {item.id}")
            return
        # An org that holds nothing yet has its local owner, who becomes the one that moves in.
        if isinstance(item, Member) and not is_equal:
            check_may_set(self._unit.actor, here, item)
        save(item)
        if here is None:
            self.added += 1
        else:
            self.merged += 1

    def _named(self, kind: str) -> tuple[Sequence[Any], Callable[[Any], None]]:
        directory = self._unit.directory
        if kind == "project":
            return directory.projects(), directory.save_project
        if kind == "group":
            return directory.groups(), directory.save_group
        return directory.members(), directory.save_member

    def _repository(self, kind: str) -> Any:
        unit = self._unit
        return {
            "source": unit.sources,
            "entry": unit.entries,
            "chunk": unit.chunks,
            "agent": unit.agents,
            "run": unit.runs,
            "message": unit.messages,
            "tool_result": unit.tool_results,
            "template": unit.templates,
            "claim": unit.claims,
            "claim_event": unit.claim_events,
            "claim_relation": unit.claim_relations,
            "entity": unit.entities,
            "node": unit.nodes,
            "edge": unit.edges,
            "attention": unit.attention,
            "audit": unit.audit,
        }[kind]


def _equal(one: Any, other: Any) -> bool:
    names = {each.name for each in fields(one)} - _MINE_TO_SET
    return all(getattr(one, name) == getattr(other, name) for name in names)


def _batches(lines: Iterator[Line]) -> Iterator[list[Line]]:
    while batch := list(islice(lines, _BATCH)):
        yield batch
