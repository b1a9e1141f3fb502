"""Turns an engine's errors into store errors that say what happened and what to do."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from errdex.errors import StoreError

_SQLITE = (
    ("locked", "is being written by another process", "wait for it to end, then run this again"),
    ("busy", "is being written by another process", "wait for it to end, then run this again"),
    ("full", "cannot grow, the disk is full", "free some space; what was stored is unchanged"),
    ("disk i/o", "cannot be read or written (disk I/O error)", "check the disk and its free space"),
    (
        "readonly",
        "cannot be written, it is read-only",
        "make the file and its directory writable, or name another with --db",
    ),
    (
        "unable to open",
        "cannot be opened",
        "check that the directory exists and that you may write to it",
    ),
    (
        "not a database",
        "is damaged (not a database)",
        "move it away and index again, or restore a copy",
    ),
    ("malformed", "is damaged", "move it away and index again, or restore a copy"),
    ("no such module: fts5", "needs SQLite's FTS5", "use a Python whose sqlite3 has FTS5"),
)


# Damage in a file may first show as text that is no text.
SQLITE_ERRORS = (sqlite3.Error, UnicodeDecodeError)


def explain_sqlite(error: BaseException, where: str) -> StoreError:
    """The store error for an error of SQLite."""
    said = str(error)
    low = "malformed" if isinstance(error, UnicodeDecodeError) else said.lower()
    for sign, what, hint in _SQLITE:
        if sign in low:
            return StoreError(f"the store {where} {what}", hint)
    return StoreError(f"the store {where} cannot be used: {said.splitlines()[0] if said else ''}")


def explain_postgres(error: BaseException, where: str) -> StoreError:
    """The store error for an error of PostgreSQL."""
    said = (str(error).strip().splitlines() or [type(error).__name__])[0]
    if "could not connect" in said or "connection failed" in said or "refused" in said:
        return StoreError(f"cannot connect to {where}: {said}", "check the URL and the server")
    return StoreError(f"the store {where} cannot be used: {said}")


@contextmanager
def guarded(where: str) -> Iterator[None]:
    """Turn the engines' errors inside into store errors about ``where``."""
    from sqlalchemy.exc import DBAPIError, SQLAlchemyError

    try:
        yield
    except SQLITE_ERRORS as error:
        raise explain_sqlite(error, where) from error
    except DBAPIError as error:
        original = error.orig if error.orig is not None else error
        if isinstance(original, sqlite3.Error):
            raise explain_sqlite(original, where) from error
        raise explain_postgres(original, where) from error
    except SQLAlchemyError as error:
        raise explain_postgres(error, where) from error
