"""Alembic's environment: steps run on the connection that ``upgrade`` was given."""

from __future__ import annotations

from alembic import context

from errdex.store.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
