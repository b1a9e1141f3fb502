"""Brings a store's tables to the newest schema by Alembic's numbered steps."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlalchemy import Connection


def upgrade(connection: Connection, target: str = "head") -> None:
    """Run the missing steps up to ``target`` within the connection's own transaction."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, target)
