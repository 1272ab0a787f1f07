"""Alembic's entry: runs on the connection that `migrating.py` hands over, inside its transaction and under its lock."""

from __future__ import annotations

from alembic import context

from wherefrom.record.walls import POSTGRES_SCHEMA

connection = context.config.attributes["connection"]
schema = POSTGRES_SCHEMA if connection.dialect.name == "postgresql" else None
context.configure(connection=connection, version_table_schema=schema, transactional_ddl=True)
context.run_migrations()
