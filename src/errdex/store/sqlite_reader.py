"""Look-ups in a SQLite store through the standard library alone, to start in milliseconds."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from errdex.errors import StoreError
from errdex.store.codec import APPLICATION_ID, SCHEMA
from errdex.store.failures import SQLITE_ERRORS, explain_sqlite
from errdex.store.reading import Row, RowReader

_MMAP = 1 << 31
_MAGIC = b"SQLite format 3\0"


def connect_readonly(path: Path) -> sqlite3.Connection:
    """A read-only connection; also for a file in a directory where nothing can be created."""
    address = "file:" + quote(str(path.absolute())) + "?mode=ro"
    try:
        connection = _connect(address)
    except sqlite3.OperationalError as error:
        # In WAL mode even a reader makes files beside the store, unless it is told that nobody
        # writes; where nothing can be created, nobody does.
        if path.with_name(path.name + "-wal").exists() or "malformed" in str(error):
            raise
        connection = _connect(address + "&immutable=1")
    return connection


def _connect(address: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        address, uri=True, check_same_thread=False, isolation_level=None, timeout=30.0
    )
    try:
        connection.execute(f"PRAGMA mmap_size={_MMAP}")
        connection.execute("PRAGMA query_only=1")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except BaseException:
        connection.close()
        raise
    return connection


def check_magic(path: Path) -> bool:
    """Whether the file holds anything; a clear error unless it is a SQLite file.

    Read without SQLite, so that a foreign file is never touched.
    """
    try:
        with path.open("rb") as file:
            head = file.read(100)
    except FileNotFoundError:
        return False
    except OSError as error:
        raise StoreError(
            f"cannot read the store {path}: {error.strerror}", "name another file with --db"
        ) from error
    if head and (len(head) < 100 or not head.startswith(_MAGIC)):
        raise StoreError(
            f"{path} is not an errdex store (nor a SQLite file)",
            "name another file with --db, or move this one away",
        )
    return bool(head)


class Header(NamedTuple):
    """Whose file it is."""

    application: int
    schema: int
    tables: bool

    @property
    def unfinished(self) -> bool:
        """Whether its creation was cut off: nothing is in it yet."""
        return not self.tables and not self.application and not self.schema


def read_header(connection: sqlite3.Connection) -> Header:
    """Whose file a connection is on; asked of SQLite, for the newest pages may be in the WAL."""
    read = connection.execute
    return Header(
        read("PRAGMA application_id").fetchone()[0],
        read("PRAGMA user_version").fetchone()[0],
        bool(read("SELECT 1 FROM sqlite_master LIMIT 1").fetchall()),
    )


def check_header(where: str, header: Header) -> None:
    """Refuse what is not a store, or a store from a newer errdex."""
    if header.application != APPLICATION_ID:
        raise StoreError(
            f"{where} is a SQLite file of another program, not an errdex store",
            "name another file with --db",
        )
    if header.schema > SCHEMA:
        raise StoreError(
            f"the store {where} was made by a newer errdex (schema {header.schema}, "
            f"this one knows {SCHEMA})",
            "upgrade errdex, or name another file with --db",
        )


class OlderStoreError(StoreError):
    """A store whose tables are older than this errdex reads."""

    code = "store-older"


class SqliteLookup(RowReader):
    """A LookupStore over one file; safe to share between threads."""

    candidates_sql = (
        "SELECT s.id, s.text FROM (SELECT shape_id, rank, also, words, signs FROM anchor "
        "WHERE key IN (SELECT value FROM json_each(?)) LIMIT ?) a "
        "CROSS JOIN shape s ON s.id = a.shape_id "
        "WHERE a.words & ? = 0 AND a.signs & ? = 0 AND "
        "(? OR a.also = 0 OR a.also IN (SELECT value FROM json_each(?))) ORDER BY a.rank LIMIT ?"
    )

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        missing = StoreError(
            f"there is no store at {path}", "run `errdex index` or `errdex scan` to make one"
        )
        if not check_magic(path):
            raise missing
        try:
            self._connection = connect_readonly(path)
        except SQLITE_ERRORS as error:
            raise explain_sqlite(error, str(path)) from error
        try:
            header = read_header(self._connection)
            if header.unfinished:
                raise missing
            check_header(str(path), header)
            if header.schema < SCHEMA:
                raise OlderStoreError(
                    f"the store {path} was made by an older errdex (schema {header.schema}, "
                    f"this one reads {SCHEMA})",
                    "make the file writable, so that it can be brought up to date",
                )
        except BaseException as error:
            self._connection.close()
            if isinstance(error, SQLITE_ERRORS):
                raise explain_sqlite(error, str(path)) from error
            raise

    def rows(self, sql: str, args: Sequence[object]) -> list[Row]:
        """All rows of one statement."""
        try:
            with self._lock:
                return self._connection.execute(sql, args).fetchall()
        except SQLITE_ERRORS as error:
            raise explain_sqlite(error, str(self._path)) from error

    def among(self) -> str:
        """SQL after a column: true when the bound list holds it."""
        return "IN (SELECT value FROM json_each(?))"

    def bound(self, values: Sequence[int]) -> object:
        """A list as one bound value."""
        return json.dumps(list(values))

    def word_rows(self, token: str, stem: bool, limit: int) -> list[int]:
        """Shape ids whose words hold the token (or a word that begins with it)."""
        sql = "SELECT rowid FROM shape_words WHERE shape_words MATCH ? LIMIT ?"
        return [row[0] for row in self.rows(sql, (f'"{token}"{"*" if stem else ""}', limit))]

    def close(self) -> None:
        """Release the file."""
        with self._lock:
            self._connection.close()
