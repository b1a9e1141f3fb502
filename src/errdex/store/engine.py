"""SQLAlchemy engines of stores: SQLite in WAL mode with one writer at a time, or PostgreSQL."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, cast

from sqlalchemy import Connection, Engine, Table, create_engine, event, make_url

from errdex.errors import StoreError
from errdex.store.codec import APPLICATION_ID, SCHEMA
from errdex.store.failures import guarded
from errdex.store.migrate import upgrade
from errdex.store.sqlite_reader import (
    Header,
    check_header,
    check_magic,
    connect_readonly,
    read_header,
)

BUSY_SECONDS = 60.0
_LOCK = 0x65727264
_CHUNK = 500


def sqlite_engine(path: Path) -> Engine:
    """An engine on a file, made or brought up to date if need be."""
    where = str(path)
    header = _header(path) if check_magic(path) else None
    fresh = header is None or header.unfinished
    if header is None:
        _make_directory(path)
    elif not fresh:
        check_header(where, header)
    engine = create_engine("sqlite+pysqlite://", creator=lambda: _connect(path), pool_size=4)
    event.listen(engine, "begin", _begin)
    with guarded(where):
        if fresh:
            _prepare(path)
        if header is None or header.schema < SCHEMA:
            _upgrade_sqlite(engine, where)
    return engine


def _header(path: Path) -> Header:
    with guarded(str(path)), closing(connect_readonly(path)) as connection:
        return read_header(connection)


def sqlite_reading_engine(path: Path) -> Engine:
    """An engine on a file that is only read."""
    engine = create_engine(
        "sqlite+pysqlite://", creator=lambda: connect_readonly(path), pool_size=4
    )
    event.listen(engine, "begin", _begin)
    return engine


def _make_directory(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"cannot make the directory {path.parent} for the store: {error.strerror}",
            "name another file with --db",
        ) from error


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(
        path, isolation_level=None, timeout=BUSY_SECONDS, check_same_thread=False
    )
    for pragma in (
        "synchronous=NORMAL",
        "cache_size=-262144",
        "temp_store=MEMORY",
        "mmap_size=1073741824",
        "secure_delete=OFF",
        "journal_size_limit=67108864",
    ):
        connection.execute(f"PRAGMA {pragma}")
    return connection


def _prepare(path: Path) -> None:
    connection = _connect(path)
    try:
        connection.execute("PRAGMA page_size=8192")
        connection.execute("PRAGMA journal_mode=WAL")
    finally:
        connection.close()


def _begin(connection: Connection) -> None:
    write = connection.get_execution_options().get("errdex_write", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")


def _upgrade_sqlite(engine: Engine, where: str) -> None:
    with writing(engine, where) as connection:
        raw = connection.connection.driver_connection
        header = read_header(cast(sqlite3.Connection, raw))
        if not header.unfinished:
            check_header(where, header)
        if header.schema == SCHEMA:
            return  # another process was faster
        upgrade(connection)
        connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")
        connection.exec_driver_sql(f"PRAGMA user_version={SCHEMA}")


def postgres_engine(url: str, write: bool) -> Engine:
    """An engine on a PostgreSQL database, its tables brought up to date if ``write``."""
    address = make_url(url).set(drivername="postgresql+psycopg")
    where = address.render_as_string(hide_password=True).replace("+psycopg", "")
    try:
        engine = create_engine(address, pool_size=4, pool_pre_ping=True)
    except ModuleNotFoundError as error:
        raise StoreError(
            "PostgreSQL stores need psycopg, which is not installed",
            "pip install 'errdex[postgres]'",
        ) from error
    with guarded(where):
        if write:
            with writing(engine, where) as connection:
                if _postgres_schema(connection, where) < SCHEMA:
                    upgrade(connection)
        else:
            with engine.connect() as connection:
                schema = _postgres_schema(connection, where)
            if schema < SCHEMA:
                raise StoreError(
                    f"{where} holds no errdex store of this version (schema {schema}, "
                    f"this one reads {SCHEMA})",
                    "write to it once: `errdex scan DIR --db URL`",
                )
    return engine


def _postgres_schema(connection: Connection, where: str) -> int:
    read = connection.exec_driver_sql
    if read("SELECT to_regclass('alembic_version')").scalar_one() is None:
        if read("SELECT to_regclass('record')").scalar_one() is not None:
            raise StoreError(
                f"{where} holds tables of another program",
                "name an empty database (or schema) with --db",
            )
        return 0
    found = read("SELECT version_num FROM alembic_version").scalar()
    if found is None:
        return 0
    if not str(found).isdigit():
        raise StoreError(
            f"{where} holds tables of another program (revision {found})",
            "name an empty database (or schema) with --db",
        )
    if int(found) > SCHEMA:
        raise StoreError(
            f"the store {where} was made by a newer errdex (schema {int(found)}, "
            f"this one knows {SCHEMA})",
            "upgrade errdex, or name another database with --db",
        )
    return int(found)


@contextmanager
def writing(engine: Engine, where: str) -> Iterator[Connection]:
    """One transaction that writes; a second writer waits for it."""
    with guarded(where), engine.connect() as plain:
        connection = plain.execution_options(errdex_write=True)
        with connection.begin():
            if engine.dialect.name == "postgresql":
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
            yield connection


def bulk_insert(connection: Connection, table: Table, rows: Sequence[tuple[Any, ...]]) -> None:
    """Insert rows given in the table's column order, by the engine's fastest way."""
    if not rows:
        return
    columns = ", ".join(f'"{column.name}"' for column in table.columns)
    if connection.dialect.name == "postgresql":
        cursor = connection.connection.cursor()
        with cursor.copy(f'COPY "{table.name}" ({columns}) FROM STDIN') as copy:
            for row in rows:
                copy.write_row(row)
        cursor.close()
        return
    marks = ", ".join("?" * len(rows[0]))
    sql = f'INSERT INTO "{table.name}" ({columns}) VALUES ({marks})'  # noqa: S608 (own names)
    connection.exec_driver_sql(sql, list(rows))


def run_many(connection: Connection, sql: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """Run one statement, written with ``?`` marks, for each of the rows."""
    if rows:
        if connection.dialect.name == "postgresql":
            sql = sql.replace("?", "%s")
        connection.exec_driver_sql(sql, list(rows))


def chunks(values: Sequence[Any], size: int = _CHUNK) -> Iterator[Sequence[Any]]:
    """The values in pieces that fit into one statement's parameters."""
    for start in range(0, len(values), size):
        yield values[start : start + size]
