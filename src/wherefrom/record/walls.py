"""Postgres's second wall: row-level security, so that a forgotten condition still shows no other org's rows.

A unit of work drops to a role that owns nothing and names its org; every policy compares that name. Whoever may create
roles gets the role; else the policies are forced on the owner itself, which holds as long as that is no superuser.
"""

from __future__ import annotations

import sqlalchemy as sa

__all__ = [
    "ANY_ORG",
    "APP_ROLE",
    "POSTGRES_SCHEMA",
    "enter_org",
    "keep_out_of_statistics",
    "protect",
    "role_to_take",
    "wall_state",
]

POSTGRES_SCHEMA = "wherefrom"

APP_ROLE = "wherefrom_app"
ANY_ORG = "*"
"""What the registry names: it sees orgs and keys of every org, and no content of any."""

_ACROSS_ORGS = ("orgs", "api_keys", "actors")
_APPEND_ONLY = ("audit",)

_CREATE_ROLE = f"""
DO $$ BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '{APP_ROLE}')
     AND (SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user) THEN
    BEGIN
      CREATE ROLE {APP_ROLE} NOLOGIN;
      EXECUTE format('GRANT {APP_ROLE} TO %I', current_user);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
  END IF;
END $$
"""  # noqa: S608 -- the only thing put in is a constant of this module

_ROLE_TO_TAKE = sa.text(
    "SELECT CASE WHEN EXISTS (SELECT 1 FROM pg_roles WHERE rolname = :role) AND pg_has_role(:role, 'MEMBER') "
    "THEN :role ELSE 'none' END"
)


def enter_org(connection: sa.Connection, org: str, role: str) -> None:
    """For the rest of this transaction: no owner's rights, and one org."""
    connection.execute(
        sa.text("SELECT set_config('wherefrom.org', :org, true), set_config('role', :role, true)"),
        {"org": org, "role": role},
    )


def role_to_take(connection: sa.Connection) -> str:
    """The role without rights, or `none` where it could not be made."""
    return str(connection.scalar(_ROLE_TO_TAKE, {"role": APP_ROLE}))


def protect(connection: sa.Connection, tables: dict[str, str]) -> None:
    """Put the wall around new tables; `tables` maps each name to the column that says whose row it is."""
    connection.execute(sa.text(_CREATE_ROLE))
    for table, column in tables.items():
        named = "current_setting('wherefrom.org', true)"
        own = f"{column} = {named}"
        rule = f"{own} OR {named} = '{ANY_ORG}'" if table in _ACROSS_ORGS else own
        connection.execute(sa.text(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY"))
        connection.execute(sa.text(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY"))
        connection.execute(sa.text(f"CREATE POLICY own_org ON {table} USING ({rule}) WITH CHECK ({rule})"))
    _grant_to_app_role(connection, tables)


def _grant_to_app_role(connection: sa.Connection, tables: dict[str, str]) -> None:
    if not connection.scalar(sa.text("SELECT 1 FROM pg_roles WHERE rolname = :role"), {"role": APP_ROLE}):
        return
    connection.execute(sa.text(f"GRANT USAGE ON SCHEMA {POSTGRES_SCHEMA} TO {APP_ROLE}"))
    connection.execute(sa.text(f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA {POSTGRES_SCHEMA} TO {APP_ROLE}"))
    for table in tables:
        verbs = "SELECT, INSERT" if table in _APPEND_ONLY else "SELECT, INSERT, UPDATE, DELETE"
        connection.execute(sa.text(f"GRANT {verbs} ON {table} TO {APP_ROLE}"))


def keep_out_of_statistics(connection: sa.Connection, columns: dict[str, tuple[str, ...]]) -> None:
    """The planner keeps samples of what it analyses, where no erasure would find them: not of what people wrote."""
    for table, names in columns.items():
        for name in names:
            connection.execute(sa.text(f"ALTER TABLE {table} ALTER COLUMN {name} SET STATISTICS 0"))


def wall_state(connection: sa.Connection) -> str:
    """For `doctor`: "role" (a role without rights), "forced" (policies on the owner), or "none" (a superuser alone)."""
    if role_to_take(connection) == APP_ROLE:
        return "role"
    superuser = connection.scalar(sa.text("SELECT rolsuper FROM pg_roles WHERE rolname = current_user"))
    return "none" if superuser else "forced"
