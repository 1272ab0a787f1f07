"""Who may see what: the permission rule of `core.access` in SQL, over the small table of visibility classes.

Rows carry the number of their class. `CONJUNCTS` are the parts of the rule one by one, so that a test can drop each and
see the property test fail.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import sqlalchemy as sa

from wherefrom.core.actors import Actor, ActorKind
from wherefrom.core.paging import Filter
from wherefrom.core.wellformed import as_text
from wherefrom.record.prepared import Prepared
from wherefrom.record.tables import (
    group_members,
    project_members,
    projects,
    visibilities,
    visibility_agents,
    visibility_groups,
)

__all__ = ["CONJUNCTS", "as_seen_by", "visible", "visible_classes"]

_v = visibilities.c

_ACTOR = sa.bindparam("viewer", type_=sa.String())
_ORG = sa.bindparam("viewer_org", type_=sa.String())
_GROUPS = sa.bindparam("viewer_groups", type_=sa.String(), expanding=True)
_EVERYTHING = sa.bindparam("viewer_sees_everything", type_=sa.Boolean())
_IS_PERSON = sa.bindparam("viewer_is_person", type_=sa.Boolean())


def _in_own_org() -> sa.ColumnElement[bool]:
    return _v.org == _ORG


def _in_project_that_may_be_entered() -> sa.ColumnElement[bool]:
    is_open = sa.exists().where(projects.c.org == _v.org, projects.c.id == _v.project, sa.not_(projects.c.restricted))
    is_member = sa.exists().where(
        project_members.c.org == _v.org, project_members.c.project == _v.project, project_members.c.actor == _ACTOR
    )
    return sa.or_(_v.project.is_(None), is_open, is_member)


def _not_somebody_elses() -> sa.ColumnElement[bool]:
    return sa.or_(_v.personal_to.is_(None), _v.personal_to == _ACTOR)


def _in_audience() -> sa.ColumnElement[bool]:
    of_actor = sa.select(group_members.c.group_id).where(group_members.c.org == _ORG, group_members.c.actor == _ACTOR)
    named = visibility_groups.c.group_id
    meets = sa.exists().where(
        visibility_groups.c.org == _v.org,
        visibility_groups.c.visibility == _v.id,
        sa.or_(named.in_(of_actor), named.in_(_GROUPS)),
    )
    return sa.or_(sa.not_(_v.for_groups), meets)


def _in_agent_scope() -> sa.ColumnElement[bool]:
    named = sa.exists().where(
        visibility_agents.c.org == _v.org,
        visibility_agents.c.visibility == _v.id,
        visibility_agents.c.agent == _ACTOR,
    )
    return sa.or_(sa.not_(_v.for_agents), _IS_PERSON, named)


CONJUNCTS: dict[str, sa.ColumnElement[bool]] = {
    "org": _in_own_org(),
    "project": _in_project_that_may_be_entered(),
    "personal": _not_somebody_elses(),
    "audience": _in_audience(),
    "agent_scope": _in_agent_scope(),
}


def visible(actor: Actor, connection: sa.Connection, where: Filter | None = None) -> frozenset[int] | None:
    """The classes that this actor may read, narrowed by what a filter says about whole classes.

    None means every class of the org, which is what an administrator who chose to look at everything gets.
    """
    in_project = where is not None and where.project is not None
    impersonal = where is not None and not where.personal
    if actor.sees_everything and not in_project and not impersonal:
        return None
    statement = visible_classes(in_project=in_project, impersonal=impersonal)
    return frozenset(statement.column(connection, _parameters(actor, where)))


@cache
def visible_classes(*, in_project: bool, impersonal: bool) -> Prepared:
    """The predicate, built once for each way of narrowing it."""
    org, *others = CONJUNCTS.values()
    statement = sa.select(_v.id).where(org, sa.or_(_EVERYTHING, sa.and_(*others)))
    if in_project:
        named = sa.bindparam("in_project", type_=sa.String())
        statement = statement.where(sa.or_(_v.project.is_(None), _v.project == named))
    return Prepared(statement.where(_v.personal_to.is_(None)) if impersonal else statement)


def _parameters(actor: Actor, where: Filter | None) -> Mapping[str, object]:
    named = {} if where is None or where.project is None else {"in_project": as_text(where.project, "project")}
    return named | {
        "viewer": actor.id,
        "viewer_org": actor.org,
        "viewer_groups": sorted(actor.groups),
        "viewer_sees_everything": actor.sees_everything,
        "viewer_is_person": actor.kind in (ActorKind.USER, ActorKind.SYSTEM),
    }


def as_seen_by(actor: Actor, connection: sa.Connection) -> Actor:
    """The actor with the groups and projects that the record knows now."""
    own = {"org": actor.org, "actor": actor.id}
    member_of = sa.select(group_members.c.group_id).where(
        group_members.c.org == sa.bindparam("org"), group_members.c.actor == sa.bindparam("actor")
    )
    joined = sa.select(project_members.c.project).where(
        project_members.c.org == sa.bindparam("org"), project_members.c.actor == sa.bindparam("actor")
    )
    enterable = sa.select(projects.c.id).where(
        projects.c.org == sa.bindparam("org"), sa.or_(sa.not_(projects.c.restricted), projects.c.id.in_(joined))
    )
    return replace(
        actor,
        groups=actor.groups | frozenset(connection.scalars(member_of, own)),
        projects=frozenset(connection.scalars(enterable, own)),
    )
