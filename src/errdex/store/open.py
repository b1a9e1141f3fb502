"""Opens a store by URL: a SQLite file or a PostgreSQL database."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from errdex.errors import StoreError

if TYPE_CHECKING:
    from errdex.store.interface import LookupStore, Store
    from errdex.store.sqlite_reader import SqliteLookup

_SQLITE = "sqlite:///"
_POSTGRES = ("postgresql://", "postgres://", "postgresql+psycopg://")


def default_url() -> str:
    """The store when none is named: ``ERRDEX_DB``, else a file in the user's data directory."""
    named = os.environ.get("ERRDEX_DB")
    return named if named else _SQLITE + str(_data_directory() / "errdex" / "errdex.db")


def _data_directory() -> Path:
    given = os.environ.get("XDG_DATA_HOME")
    if given and Path(given).is_absolute():
        return Path(given)
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return Path(local) if local else Path.home() / "AppData" / "Local"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path.home() / ".local" / "share"


def sqlite_path(url: str) -> Path | None:
    """The file that a URL (or a bare path) names; None for a PostgreSQL URL."""
    if url.startswith(_POSTGRES):
        return None
    if url.startswith(_SQLITE):
        path = url.removeprefix(_SQLITE)
    elif "://" in url or not url:
        raise StoreError(
            f"{url!r} is not the URL of a store",
            "use sqlite:///FILE or postgresql://USER@HOST/DATABASE",
        )
    else:
        path = url
    if not path or path == ":memory:":
        raise StoreError(f"{url!r} names no file", "use sqlite:///FILE")
    return Path(path).expanduser()


def open_lookup(url: str) -> LookupStore:
    """The reading side for look-ups, opened in milliseconds; the store must exist."""
    path = sqlite_path(url)
    if path is not None:
        return _sqlite_lookup(path)
    from errdex.store.engine import postgres_engine
    from errdex.store.postgres_reader import PostgresLookup

    return PostgresLookup(postgres_engine(url, write=False))


def _sqlite_lookup(path: Path) -> SqliteLookup:
    from errdex.store.sqlite_reader import OlderStoreError, SqliteLookup

    try:
        return SqliteLookup(path)
    except OlderStoreError as older:
        from errdex.store.engine import sqlite_engine

        try:
            sqlite_engine(path).dispose()
        except StoreError:
            raise older from None
        return SqliteLookup(path)


def open_store(url: str, write: bool = True) -> Store:
    """The whole store; with ``write`` it is made or brought up to date if need be."""
    path = sqlite_path(url)
    from errdex.store import engine as engines
    from errdex.store.writer import SqlStore

    if path is None:
        from errdex.store.postgres_reader import PostgresLookup

        engine = engines.postgres_engine(url, write)
        shown = engine.url.render_as_string(hide_password=True)
        return SqlStore(engine, PostgresLookup(engine), shown, write)
    lookup = None if write else _sqlite_lookup(path)
    engine = engines.sqlite_engine(path) if write else engines.sqlite_reading_engine(path)
    try:
        return SqlStore(engine, lookup or _sqlite_lookup(path), str(path), write)
    except BaseException:
        engine.dispose()
        raise
