"""The pure rule and the SQL, compared on every read of a random world."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from wherefrom.core.access import Visibility, can_view
from wherefrom.core.actors import Actor
from wherefrom.core.directory import Group, Project
from wherefrom.core.paging import EntryFilter, Filter
from wherefrom.errors import NotFound
from wherefrom.ports.record import UnitOfWork
from wherefrom.record.record import SqlRecord
from wherefrom.record.tables import VIEWABLE
from wherefrom.testing import factories as make
from wherefrom.testing.record.place import EVERYTHING_OF, KINDS, repository
from wherefrom.testing.worlds import GROUPS, PROJECTS, World


def check_agreement(record: SqlRecord, world: World) -> None:
    """For every actor of an org, on every read of every kind, beside another org that looks the same."""
    (org, items), (_, foreign) = _build(record, world), _build(record, world)
    classes = {each.id + each.org: acl for each, acl in _classes(record, [*items, *foreign])}
    for turn, actor in enumerate(world.asking(org)):
        known = world.as_known(actor)
        with record.read(actor) as unit:
            for kind, name in KINDS.items():
                here = [each for each in items if type(each).__name__ == kind]
                _check_reads(repository(unit, name), EVERYTHING_OF[name], known, here)
                _check_one(repository(unit, name), known, here[turn % len(here)])
            _check_narrowed(unit, known, [each for each in items if type(each).__name__ == "Entry"])
            acls = unit.acls()
        for each in (*items, *foreign):
            assert (classes[each.id + each.org] in acls) == can_view(known, each)


def _build(record: SqlRecord, world: World) -> tuple[str, list[Any]]:
    org = make.org()
    record.registry.create_org(org)
    with record.write(Actor.system(org.id)) as unit:
        for group in GROUPS:
            unit.directory.save_group(Group(org=org.id, id=group, title=group))
        for project in PROJECTS:
            restricted = project in world.restricted
            unit.directory.save_project(Project(org=org.id, id=project, title=project, restricted=restricted))
        for member in world.members:
            unit.directory.save_member(replace(member, org=org.id))
        items = [
            repository(unit, item).save(item)
            for number, seen in enumerate(world.seen)
            for item in _items(replace(seen, org=org.id), number)
        ]
        for group in world.gone:
            unit.directory.delete_group(group)
        unit.commit()
    return org.id, items


def _items(seen: Visibility, number: int) -> Iterator[Any]:
    """One item of each kind that is seen so; the same ids in every org."""
    fields: dict[str, Any] = {
        "project": seen.project,
        "is_personal": seen.personal_to is not None,
        "audience": seen.audience,
        "agent_scope": seen.agent_scope,
    }
    yield make.source(id=f"source-{number}-", contributor=seen.personal_to, **fields)
    yield (entry := make.entry(id=f"entry-{number}-", contributor=seen.personal_to, **fields))
    yield make.chunk(entry, id=f"chunk-{number}-")
    yield (claim := make.claim(id=f"claim-{number}-", actor_id=seen.personal_to, **fields))
    yield make.claim_event(claim, id=f"event-{number}-")
    yield (other := make.claim(id=f"other-{number}-", actor_id=seen.personal_to, **fields))
    yield make.claim_relation(claim, other, id=f"relation-{number}-")
    yield make.template(id=f"template-{number}x", seen_by=seen)
    yield make.agent_entry(id=f"agent-{number}-", seen_by=seen)
    yield make.run(id=f"run-{number}-", seen_by=seen)
    yield make.message(owner=seen.personal_to or "ann", message_id=f"message-{number}-")
    yield make.tool_result(owner=seen.personal_to or "ann", tool_call_id=f"call-{number}-")
    yield make.attention(claim, id=f"attention-{number}-")
    yield make.audit_entry(make.owner(seen.org), id=f"audit-{number}-", seen_by=seen)
    yield make.entity(id=f"entity-{number}-", project=seen.project)
    yield (node := make.node(id=f"node-{number}-", project=seen.project))
    yield make.edge(node, node, id=f"edge-{number}-", project=seen.project)


def _check_reads(reading: Any, every: Filter, actor: Actor, items: list[Any]) -> None:
    may = {each.id for each in items if can_view(actor, each)}
    assert set(reading.get_many([each.id for each in items])) == may
    assert _found(reading, every) == may
    assert reading.count(every) == len(may)


def _check_one(reading: Any, actor: Actor, item: Any) -> None:
    may = can_view(actor, item)
    assert (_got(reading, item.id), _resolved(reading, item.id)) == (may, may)


def _check_narrowed(unit: UnitOfWork, actor: Actor, entries: list[Any]) -> None:
    """Filters about whole classes narrow, and never widen."""
    may = {each.id: each.visibility for each in entries if can_view(actor, each)}
    impersonal = {id for id, seen in may.items() if seen.personal_to is None}
    assert _found(unit.entries, EntryFilter()) == impersonal
    in_project = {id for id, seen in may.items() if seen.project in (None, PROJECTS[0])}
    assert _found(unit.entries, EntryFilter(project=PROJECTS[0], personal=True)) == in_project


def _classes(record: SqlRecord, items: list[Any]) -> Iterator[tuple[Any, int]]:
    """The class of every item, read past all walls."""
    with record.database.engine.connect() as connection:
        for table in VIEWABLE:
            here = {(each.org, each.id): each for each in items if KINDS[type(each).__name__] == table.name}
            rows = sa.select(table.c.org, table.c.id, table.c.acl).where(table.c.org.in_({org for org, _ in here}))
            yield from ((here[row.org, row.id], row.acl) for row in connection.execute(rows))


def _found(reading: Any, where: Any) -> set[str]:
    return {each.id for each in reading.find(where, limit=1000).items}


def _got(reading: Any, id: str) -> bool:
    try:
        return reading.get(id).id == id
    except NotFound:
        return False


def _resolved(reading: Any, id: str) -> bool:
    try:
        return reading.resolve(id[:-1]) == id
    except NotFound:
        return False
