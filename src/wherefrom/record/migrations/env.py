"""Alembic's entry: runs on the connection that `migrating.py` hands over, inside its transaction and under its lock."""

from __future__ import annotations

from alembic import context

context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
context.run_migrations()
