"""The tables of a store, one definition for SQLite and PostgreSQL.

Ids carry their snapshot in the high bits (``codec.first_record``, ``codec.first_needle``), so
that what belongs to a snapshot is a range of the primary key and needs no index of its own.
Full-text search over shapes is the one part that differs per engine: ``shape_words``, made by
the migration ``0002``.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    SmallInteger,
    Table,
    Text,
    text,
)

metadata = MetaData()
# Paths and versions sort by code point on every engine, whatever the database's language is.
_Plain = Text().with_variant(Text(collation="C"), "postgresql")
_Id = BigInteger().with_variant(Integer(), "sqlite")

meta = Table(
    "meta",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", BigInteger, nullable=False),
)

snapshot = Table(
    "snapshot",
    metadata,
    Column("id", _Id, primary_key=True, autoincrement=False),
    Column("repo", Text, nullable=False),
    Column("version", Text, nullable=False),
    Column("sha", Text, nullable=False),
    Column("package", Text),
    Column("location", Text, nullable=False),
    Column("permalink", Text, nullable=False),
    Column("records", Integer, nullable=False),
    Column("analyzed_at", Text, nullable=False),
    Column("report", Text, nullable=False),
    # Packages of one repository share its name and often their versions.
    Index("snapshot_of", "repo", "version", text("coalesce(package, '')"), unique=True),
)

record = Table(
    "record",
    metadata,
    Column("id", _Id, primary_key=True, autoincrement=False),
    Column("record_id", Text, nullable=False),
    Column("snapshot_id", BigInteger, nullable=False),
    Column("slug", Text, nullable=False),
    Column("message", Text),
    Column("class", Text),
    Column("code", Text),
    Column("type", Text, nullable=False),
    Column("severity", Text, nullable=False),
    Column("family", Text),
    Column("file", _Plain, nullable=False),
    Column("line", Integer, nullable=False),
    Column("language", Text, nullable=False),
    Column("content", Text, nullable=False),
    Column("changed_at", Text, nullable=False),
    Column("envelope", LargeBinary, nullable=False),
    Index("record_by_id", "record_id"),
    Index("record_by_slug", "snapshot_id", "slug", unique=True),
    Index("record_by_place", "snapshot_id", "file", "line"),
    Index(
        "record_by_family",
        "family",
        "id",
        sqlite_where=text("family IS NOT NULL"),
        postgresql_where=text("family IS NOT NULL"),
    ),
)

shape = Table(
    "shape",
    metadata,
    Column("id", _Id, primary_key=True, autoincrement=False),
    Column("hash", BigInteger, nullable=False),
    Column("anchor", BigInteger),
    Column("rank", SmallInteger, nullable=False),
    Column("text", LargeBinary, nullable=False),
    Index("shape_by_hash", "hash"),
)

needle = Table(
    "needle",
    metadata,
    Column("id", _Id, primary_key=True, autoincrement=False),
    Column("shape_id", BigInteger, nullable=False),
    Column("record_row", BigInteger, nullable=False),
    Column("base", BigInteger, nullable=False),
    Column("line", Integer, nullable=False),
    Column("end_line", Integer, nullable=False),
    Column("file", _Plain),
    Column("function", Text, nullable=False),
    Column("error_class", Text),
    Column("kind", Text, nullable=False),
    Column("template", LargeBinary, nullable=False),
    Index("needle_by_shape", "shape_id", "id"),
    Index("needle_by_place", "base", "line"),
)

anchor = Table(
    "anchor",
    metadata,
    Column("key", BigInteger, nullable=False),
    Column("rank", SmallInteger, nullable=False),
    Column("shape_id", BigInteger, nullable=False),
    Column("also", BigInteger, nullable=False),
    Column("words", BigInteger, nullable=False),
    Column("signs", BigInteger, nullable=False),
    PrimaryKeyConstraint("key", "rank", "shape_id"),
    sqlite_with_rowid=False,
)

word = Table(
    "word",
    metadata,
    Column("key", _Id, primary_key=True, autoincrement=False),
    Column("count", Integer, nullable=False),
)

facts = Table(
    "facts",
    metadata,
    Column("blob", Text, nullable=False),
    Column("extractor", Text, nullable=False),
    Column("data", LargeBinary, nullable=False),
    PrimaryKeyConstraint("blob", "extractor"),
)
