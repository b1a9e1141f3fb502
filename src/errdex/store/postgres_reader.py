"""Look-ups in a PostgreSQL store, through the engine's pool."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from errdex.store.failures import guarded
from errdex.store.reading import Row, RowReader

if TYPE_CHECKING:
    from sqlalchemy import Engine


class PostgresLookup(RowReader):
    """A LookupStore over a PostgreSQL database."""

    mark = "%s"
    # One index scan for each key, the most telling first, so that a long list of a vague key
    # can neither be read whole nor crowd out the others.
    candidates_sql = (
        "WITH k AS (SELECT unnest(%s::bigint[]) AS key ORDER BY 1), a AS (SELECT l.* FROM k, "
        "LATERAL (SELECT shape_id, rank, also, words, signs FROM anchor WHERE key = k.key "
        "ORDER BY rank, shape_id LIMIT %s) l) "
        "SELECT s.id, s.text FROM a JOIN shape s ON s.id = a.shape_id "
        "WHERE a.words & %s = 0 AND a.signs & %s = 0 AND "
        "(%s OR a.also = 0 OR a.also = ANY(%s::bigint[])) "
        "ORDER BY a.rank, s.id LIMIT %s"
    )

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._where = engine.url.render_as_string(hide_password=True)

    def rows(self, sql: str, args: Sequence[object]) -> list[Row]:
        """All rows of one statement."""
        with guarded(self._where), self._engine.connect() as connection:
            return [tuple(row) for row in connection.exec_driver_sql(sql, tuple(args))]

    def among(self) -> str:
        """SQL after a column: true when the bound list holds it."""
        return "= ANY(?::bigint[])"

    def bound(self, values: Sequence[int]) -> object:
        """A list as one bound value."""
        return list(values)

    def word_rows(self, token: str, stem: bool, limit: int) -> list[int]:
        """Shape ids whose words hold the token (or a word that begins with it)."""
        sql = "SELECT shape_id FROM shape_words WHERE words @@ %s::tsquery LIMIT %s"
        return [row[0] for row in self.rows(sql, (f"'{token}'{':*' if stem else ''}", limit))]

    def close(self) -> None:
        """Release the connections."""
        self._engine.dispose()
