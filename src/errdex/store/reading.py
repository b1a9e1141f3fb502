"""The reading side of a store as plain SQL over rows, the same for both engines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from errdex.store.codec import (
    base_key,
    base_name,
    decode_envelope,
    first_needle,
    unpack_envelope,
    unpack_shape,
    unpack_template,
    version_order,
)
from errdex.store.interface import Candidate, Placement
from errdex.template.anchor_keys import ALL_SIGNS, ALL_WORDS, traits

if TYPE_CHECKING:
    from errdex.model.record import Envelope

Row = Sequence[Any]

SCAN_LIMIT = 20_000
"""How many anchor rows one question may read; the most telling keys come first."""

MAX_LINES = 150
"""A site that spans more lines than this is found by its first ones only."""

_PLACEMENT = (
    "SELECT n.shape_id, r.record_id, s.repo, s.version, s.package, COALESCE(n.file, r.file), "
    "n.line, n.end_line, n.function, n.error_class, n.kind, r.language, n.template "
    "FROM needle n JOIN record r ON r.id = n.record_row JOIN snapshot s ON s.id = r.snapshot_id "
)


class RowReader:
    """A LookupStore over any engine that can answer SQL.

    Engines give ``rows`` (run one statement), ``among`` (the SQL that tests membership in one
    bound list, and how a list is bound), and the statements that differ.
    """

    mark = "?"
    candidates_sql = ""

    def rows(self, sql: str, args: Sequence[object]) -> list[Row]:
        """All rows of one statement."""
        raise NotImplementedError

    def among(self) -> str:
        """SQL after a column: true when the bound list holds it."""
        raise NotImplementedError

    def bound(self, values: Sequence[int]) -> object:
        """A list as one bound value."""
        raise NotImplementedError

    def word_rows(self, token: str, stem: bool, limit: int) -> list[int]:
        """Shape ids whose words hold the token (or a word that begins with it)."""
        raise NotImplementedError

    def close(self) -> None:
        """Release the store."""
        raise NotImplementedError

    def _sql(self, text: str) -> str:
        return text.replace("AMONG", self.among()).replace("?", self.mark)

    def candidates(self, keys: Sequence[int], limit: int) -> list[Candidate]:
        """Distinct templates filed under any of the anchor keys, most fixed text first."""
        if not keys:
            return []
        bound = self.bound(keys)
        has = traits(keys)
        lacks = (ALL_WORDS & ~has.words, ALL_SIGNS & ~has.signs)
        rows = self.rows(self.candidates_sql, (bound, SCAN_LIMIT, *lacks, has.cut, bound, limit))
        return [Candidate(row[0], str(row[1], "utf-8", "replace")) for row in rows]

    def placements(
        self, template_ids: Sequence[int], repo: str | None = None, limit: int = 400
    ) -> list[Placement]:
        """Where those templates are said, newest snapshots first within a template.

        A template said in very many places does not crowd out the others.
        """
        if not template_ids:
            return []
        spans = self._spans(repo)
        found: list[Placement] = []
        for span in spans:
            found += self._placed(template_ids, span, limit + 1 - len(found))
            if len(found) > limit:
                share = max(1, limit // len(template_ids))
                found = [
                    place
                    for shape in template_ids
                    for one in spans
                    for place in self._placed([shape], one, share)
                ]
                break
        position = {shape: i for i, shape in enumerate(template_ids)}
        found.sort(key=lambda place: position[place.template_id])
        return found[:limit]

    def _spans(self, repo: str | None) -> list[tuple[int, int] | None]:
        """Ranges of needle ids to read: one for each snapshot of the repository, newest first."""
        if repo is None:
            return [None]
        sql = self._sql("SELECT id FROM snapshot WHERE repo = ? ORDER BY id DESC")
        ids = [row[0] for row in self.rows(sql, (repo,))]
        return [(first_needle(number), first_needle(number + 1)) for number in ids]

    def _placed(
        self, shapes: Sequence[int], span: tuple[int, int] | None, limit: int
    ) -> list[Placement]:
        where, args = "shape_id AMONG ", [self.bound(shapes)]
        if len(shapes) == 1:
            where, args = "shape_id = ? ", [shapes[0]]
        if span is not None:
            where += "AND id >= ? AND id < ? "
            args += span
        # Which rows is answered by the index alone; only those are then read.
        chosen = f"SELECT id FROM needle WHERE {where}ORDER BY id DESC LIMIT ?"  # noqa: S608
        sql = self._sql(f"{_PLACEMENT}WHERE n.id IN ({chosen}) ORDER BY n.id DESC")
        return [_placement(row) for row in self.rows(sql, (*args, limit))]

    def at_lines(
        self, places: Sequence[tuple[str, int]], repo: str | None = None, limit: int = 200
    ) -> list[Placement]:
        """Needles in a file of that base name whose lines enclose that line, place by place."""
        where = "WHERE n.base = ? AND n.line <= ? AND n.line > ? AND n.end_line >= ? "
        if repo is not None:
            where += "AND s.repo = ? "
        sql = self._sql(_PLACEMENT + where + "ORDER BY n.line DESC, n.id DESC LIMIT ?")
        found: list[Placement] = []
        for path, line in dict.fromkeys(places):
            args: list[object] = [base_key(path), line, line - MAX_LINES, line]
            if repo is not None:
                args.append(repo)
            name = base_name(path)
            rows = self.rows(sql, (*args, limit - len(found)))
            found += [p for p in map(_placement, rows) if base_name(p.file) == name]
            if len(found) >= limit:
                break
        return found[:limit]

    def similar(
        self, text: str, repo: str | None = None, limit: int = 25
    ) -> list[tuple[int, float]]:
        """Template ids by full text similarity, best first, with a likeness in 0..1."""
        from errdex.store import similar
        from errdex.store.fulltext import index_token
        from errdex.template.anchor_keys import code_of

        asked = similar.query_words(text)
        total = self.shape_count()
        counts = self.word_counts([code_of(word) for word in asked])
        hits = []
        left = similar.READ_BUDGET
        for probe in similar.probes(asked, counts, total):
            found = self.word_rows(index_token(probe.token), probe.stem, max(500, left))
            left -= len(found)
            hits.append((probe, found))
        best = similar.finalists(hits)
        if repo is not None:
            best = self._said_in(best, repo)
        shapes = self.shapes(best)
        return similar.order(text, shapes, self.word_counts, total, limit)

    def shapes(self, ids: Sequence[int]) -> dict[int, str]:
        """The shapes of those ids."""
        if not ids:
            return {}
        sql = self._sql("SELECT id, text FROM shape WHERE id AMONG")
        return {row[0]: unpack_shape(row[1]) for row in self.rows(sql, (self.bound(ids),))}

    def _said_in(self, shapes: Sequence[int], repo: str) -> list[int]:
        said: set[int] = set()
        sql = self._sql(
            "SELECT DISTINCT shape_id FROM needle WHERE shape_id AMONG AND id >= ? AND id < ?"
        )
        for span in self._spans(repo):
            if span is not None and shapes:
                said.update(row[0] for row in self.rows(sql, (self.bound(shapes), *span)))
        return [shape for shape in shapes if shape in said]

    def word_counts(self, keys: Sequence[int]) -> dict[int, int]:
        """In how many shapes each of the words occurs."""
        if not keys:
            return {}
        sql = self._sql("SELECT key, count FROM word WHERE key AMONG")
        return {row[0]: row[1] for row in self.rows(sql, (self.bound(keys),))}

    def shape_count(self) -> int:
        """How many distinct shapes there are, at least 1."""
        rows = self.rows("SELECT value FROM meta WHERE name = 'shapes'", ())
        return max(1, rows[0][0] if rows else 0)

    def get(self, record_id: str) -> Envelope | None:
        """One record by id: of the tip if it is there, else of the highest version."""
        return self._newest(self._by_id(record_id))

    def _by_id(self, record_id: str) -> list[Row]:
        sql = self._sql(
            "SELECT r.id, r.slug, s.version FROM record r JOIN snapshot s ON s.id = r.snapshot_id "
            "WHERE r.record_id = ?"
        )
        return self.rows(sql, (record_id,))

    def get_plain(self, record_id: str) -> dict[str, Any] | None:
        """The same record as decoded JSON without its prose: it costs no import of the models."""
        found = self._newest_row(self._by_id(record_id))
        return decode_envelope(*found) if found is not None else None

    def by_slug(self, repo: str, slug: str) -> Envelope | None:
        """One record by repository and slug: of the tip, else of the highest version."""
        sql = self._sql(
            "SELECT r.id, r.slug, s.version FROM snapshot s JOIN record r "
            "ON r.snapshot_id = s.id AND r.slug = ? WHERE s.repo = ?"
        )
        return self._newest(self.rows(sql, (slug, repo)))

    def _newest(self, rows: list[Row]) -> Envelope | None:
        found = self._newest_row(rows)
        return unpack_envelope(*found) if found is not None else None

    def _newest_row(self, rows: list[Row]) -> tuple[bytes, str] | None:
        """The packed envelope and slug of the newest of some (record, slug, version)."""
        if not rows:
            return None
        row = max(rows, key=lambda row: (version_order(row[2]), row[0]))
        found = self.rows(self._sql("SELECT envelope FROM record WHERE id = ?"), (row[0],))
        return (found[0][0], row[1]) if found else None


def _placement(row: Row) -> Placement:
    return Placement._make((*row[:12], unpack_template(row[12])))
