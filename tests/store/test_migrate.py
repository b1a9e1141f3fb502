"""Stores of older and newer schemas, on both engines."""

import sqlite3

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, make_url

from errdex.errors import StoreError
from errdex.store.codec import APPLICATION_ID, pack_shape, shape_hash
from errdex.store.engine import run_many
from errdex.store.migrate import upgrade
from errdex.store.open import open_lookup, open_store, sqlite_path
from errdex.store.tables import metadata

from .samples import entry, template, write

TEXTS = ["cannot open {} for reading", "kernel {} failed", "无法打开文件 {}"]


def raw_engine(url):
    path = sqlite_path(url)
    if path:
        path.parent.mkdir(exist_ok=True)
    return create_engine(make_url(url).set(drivername="postgresql+psycopg" if not path else None))


def make_first_schema(url):
    engine = raw_engine(url) if not sqlite_path(url) else create_engine(_ready(url))
    with engine.begin() as connection:
        upgrade(connection, "0001")
        rows = []
        for number, text in enumerate(TEXTS, 1):
            shape = pack_shape(template(text).shape)
            rows.append((number, shape_hash(shape), None, -9, shape))
        run_many(
            connection, "INSERT INTO shape (id, hash, anchor, rank, text) VALUES (?,?,?,?,?)", rows
        )
        run_many(
            connection,
            "INSERT INTO meta (name, value) VALUES (?, ?)",
            [("next_shape", 4), ("shapes", 3)],
        )
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")
            connection.exec_driver_sql("PRAGMA user_version=1")
    engine.dispose()


def _ready(url):
    sqlite_path(url).parent.mkdir(exist_ok=True)
    return url


def test_an_older_store_is_brought_up_to_date_when_written(url):
    make_first_schema(url)
    store = open_store(url)
    assert [shape for shape, _ in store.similar("reading what cannot be opened")] == [1]
    assert [shape for shape, _ in store.similar("打开文件")] == [3]
    write(store, [entry("kernel {} failed")])
    [place] = store.placements([2])
    assert place.file == "src/a.py"
    store.close()
    open_lookup(url).close()


def test_an_older_store_is_brought_up_to_date_when_read(url):
    make_first_schema(url)
    if sqlite_path(url):
        lookup = open_lookup(url)
        assert lookup.similar("打开文件")[0][0] == 3
        lookup.close()
    else:
        with pytest.raises(StoreError, match="schema 1"):
            open_lookup(url)


def test_the_steps_make_the_tables_that_the_code_uses(url):
    store = open_store(url)
    with store._engine.connect() as connection:
        context = MigrationContext.configure(connection)
        differences = compare_metadata(context, metadata)
    added = [d for d in differences if "shape_words" not in str(d)]
    assert added == []
    store.close()


@pytest.mark.postgres
def test_a_newer_or_foreign_database_is_refused(postgres):
    postgres.psql("CREATE DATABASE newer")
    url = postgres.get_uri(database="newer")
    open_store(url).close()
    engine = raw_engine(url)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0099'")
    for opener in (open_store, open_lookup):
        with pytest.raises(StoreError, match="newer errdex"):
            opener(url)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = 'ab12cd'")
    with pytest.raises(StoreError, match="another program"):
        open_store(url)
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE alembic_version")
    with pytest.raises(StoreError, match="another program"):
        open_store(url)
    engine.dispose()


@pytest.mark.postgres
def test_an_unreachable_server_is_told_without_the_password():
    for opener in (open_store, open_lookup):
        with pytest.raises(StoreError, match="cannot connect") as caught:
            opener("postgresql://me:secret@127.0.0.1:1/errdex")
        assert "secret" not in str(caught.value)


def test_a_file_is_not_upgraded_by_looking(url):
    path = sqlite_path(url)
    if path is None:
        pytest.skip("a question of files")
    open_store(url).close()
    before = path.read_bytes()
    open_lookup(url).close()
    assert path.read_bytes() == before
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA user_version").fetchone() == (2,)
    connection.close()
