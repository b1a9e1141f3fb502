"""First tables: snapshots, records, needles, shapes with their anchors, and cached facts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision: str | None = None
_Plain = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
_Id = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _id(name: str = "id") -> sa.Column[int]:
    return sa.Column(name, _Id, primary_key=True, autoincrement=False)


def _big(name: str, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger, nullable=nullable)


def _int(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, nullable=False)


def _text(name: str, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=nullable)


def _bytes(name: str) -> sa.Column[bytes]:
    return sa.Column(name, sa.LargeBinary, nullable=False)


def upgrade() -> None:
    """Create the tables."""
    op.create_table("meta", sa.Column("name", sa.Text, primary_key=True), _big("value"))
    _records()
    _shapes()
    op.create_table(
        "facts",
        _text("blob"),
        _text("extractor"),
        _bytes("data"),
        sa.PrimaryKeyConstraint("blob", "extractor"),
    )


def _records() -> None:
    op.create_table(
        "snapshot",
        _id(),
        _text("repo"),
        _text("version"),
        _text("sha"),
        _text("package", nullable=True),
        _text("location"),
        _text("permalink"),
        _int("records"),
        _text("analyzed_at"),
        _text("report"),
    )
    of: list[str | sa.TextClause] = ["repo", "version", sa.text("coalesce(package, '')")]
    op.create_index("snapshot_of", "snapshot", of, unique=True)
    op.create_table(
        "record",
        _id(),
        _text("record_id"),
        _big("snapshot_id"),
        _text("slug"),
        _text("message", nullable=True),
        _text("class", nullable=True),
        _text("code", nullable=True),
        _text("type"),
        _text("severity"),
        _text("family", nullable=True),
        sa.Column("file", _Plain, nullable=False),
        _int("line"),
        _text("language"),
        _text("content"),
        _text("changed_at"),
        _bytes("envelope"),
    )
    op.create_index("record_by_id", "record", ["record_id"])
    op.create_index("record_by_slug", "record", ["snapshot_id", "slug"], unique=True)
    op.create_index("record_by_place", "record", ["snapshot_id", "file", "line"])
    op.create_index(
        "record_by_family",
        "record",
        ["family", "id"],
        sqlite_where=sa.text("family IS NOT NULL"),
        postgresql_where=sa.text("family IS NOT NULL"),
    )


def _shapes() -> None:
    op.create_table(
        "shape",
        _id(),
        _big("hash"),
        _big("anchor", nullable=True),
        sa.Column("rank", sa.SmallInteger, nullable=False),
        _bytes("text"),
    )
    op.create_index("shape_by_hash", "shape", ["hash"])
    op.create_table(
        "needle",
        _id(),
        _big("shape_id"),
        _big("record_row"),
        _big("base"),
        _int("line"),
        _int("end_line"),
        sa.Column("file", _Plain),
        _text("function"),
        _text("error_class", nullable=True),
        _text("kind"),
        _bytes("template"),
    )
    op.create_index("needle_by_shape", "needle", ["shape_id", "id"])
    op.create_index("needle_by_place", "needle", ["base", "line"])
    op.create_table(
        "anchor",
        _big("key"),
        sa.Column("rank", sa.SmallInteger, nullable=False),
        _big("shape_id"),
        _big("also"),
        _big("words"),
        _big("signs"),
        sa.PrimaryKeyConstraint("key", "rank", "shape_id"),
        sqlite_with_rowid=False,
    )
    op.create_table("word", _id("key"), _int("count"))
