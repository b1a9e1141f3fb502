"""Full-text search over the words of shapes, and the counts by which rare words are told."""

from __future__ import annotations

from collections import Counter

import sqlalchemy as sa
from alembic import op

from errdex.store.fulltext import DOCUMENT, create_statements, insert_statement
from errdex.template.anchors import Analysis

revision = "0002"
down_revision: str | None = "0001"
_BATCH = 2000


def upgrade() -> None:
    """Create the full-text table and fill it from the shapes that are already there."""
    connection = op.get_bind()
    engine = connection.dialect.name
    for statement in create_statements(engine):
        connection.exec_driver_sql(statement)
    counts: Counter[int] = Counter()
    last = -1
    read = sa.text("SELECT id, text FROM shape WHERE id > :last ORDER BY id LIMIT :batch")
    while rows := connection.execute(read, {"last": last, "batch": _BATCH}).all():
        last = rows[-1][0]
        found = [(shape, Analysis(bytes(text).decode())) for shape, text in rows]
        document = DOCUMENT[engine]
        connection.exec_driver_sql(
            insert_statement(engine),
            [(shape, document(analysis.texts)) for shape, analysis in found],
        )
        for _, analysis in found:
            counts.update(set(analysis.codes))
    op.execute("DELETE FROM word")
    table = sa.table("word", sa.column("key"), sa.column("count"))
    rows_to_add = [{"key": key, "count": count} for key, count in counts.items()]
    if rows_to_add:
        connection.execute(table.insert(), rows_to_add)
