"""Writes a spooled snapshot's rows: shapes filed under their anchors, needles and records."""

from __future__ import annotations

import gc
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sqlalchemy import delete, select

from errdex.store import tables
from errdex.store.codec import first_needle, first_record, shape_hash, unpack_shape
from errdex.store.engine import bulk_insert, chunks, run_many
from errdex.store.fulltext import DOCUMENT, insert_statement
from errdex.template.anchors import COMMON, Analysis, common_frequency

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from errdex.store.spool import SpooledRecord

_KNOWN_SHAPES = 400_000
_COUNT = (
    "INSERT INTO word (key, count) VALUES (?, ?) "
    "ON CONFLICT (key) DO UPDATE SET count = word.count + excluded.count"
)
_META = (
    "INSERT INTO meta (name, value) VALUES (?, ?) "
    "ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)


@contextmanager
def collector_paused() -> Iterator[None]:
    """Write blocks without the cyclic collector: they make many objects and no cycles."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class Ingest:
    """One snapshot being written within one transaction."""

    def __init__(self, connection: Connection, snapshot: int) -> None:
        self._connection = connection
        self._engine = connection.dialect.name
        self._record = first_record(snapshot)
        self._needle = first_needle(snapshot)
        self._snapshot = snapshot
        read = connection.execute(select(tables.meta.c.name, tables.meta.c.value))
        numbers: dict[str, int] = {row.name: row.value for row in read}
        self._next_shape = numbers.get("next_shape", 1)
        self._shape_count = numbers.get("shapes", 0)
        self._known: dict[bytes, int] = {}
        self._counts: defaultdict[int, int] = defaultdict(int)
        self._added: Counter[int] = Counter()
        self._load(list(COMMON))
        floor = common_frequency(self._shape_count)
        self._counts.update((code, max(floor, self._counts[code])) for code in COMMON)

    def add(self, block: list[SpooledRecord], slugs: dict[str, str]) -> None:
        """Write a block of records."""
        shapes = self._shape_ids(block)
        records, needles = [], []
        for record in block:
            row = self._record
            self._record += 1
            records.append((row, record[0], self._snapshot, slugs[record[0]], *record[1:13]))
            for text, _rank, base, line, end, file, function, error, kind, packed in record[13]:
                needles.append(
                    (
                        self._needle, shapes[text], row, base, line, end, file, function, error,
                        kind, packed,
                    )
                )  # fmt: skip
                self._needle += 1
        bulk_insert(self._connection, tables.record, records)
        bulk_insert(self._connection, tables.needle, needles)

    def _shape_ids(self, block: list[SpooledRecord]) -> dict[bytes, int]:
        known = self._known
        wanted = {needle[0]: needle[1] for record in block for needle in record[13]}
        unknown = {shape_hash(text): text for text in wanted if text not in known}
        found = self._find(list(unknown))
        for text in unknown.values():
            if text in found:
                known[text] = found[text]
        fresh = [text for text in wanted if text not in known]
        if fresh:
            self._file_shapes([(text, wanted[text]) for text in fresh])
        ids = {text: known[text] for text in wanted}
        if len(known) > _KNOWN_SHAPES:
            known.clear()
        return ids

    def _find(self, hashes: list[int]) -> dict[bytes, int]:
        shape = tables.shape
        found: dict[bytes, int] = {}
        for piece in chunks(hashes):
            query = select(shape.c.text, shape.c.id).where(shape.c.hash.in_(piece))
            found.update((bytes(text), number) for text, number in self._connection.execute(query))
        return found

    def _file_shapes(self, fresh: list[tuple[bytes, int]]) -> None:
        """Give new shapes their ids and file each under the rarest of its keys."""
        analyses = [Analysis(unpack_shape(raw)) for raw, _ in fresh]
        self._shape_count += len(fresh)
        self._count([code for found in analyses for code in set(found.codes)])
        frequency, idioms = self._counts.__getitem__, self._idioms(analyses)
        document = DOCUMENT[self._engine]
        shapes, anchors, documents = [], [], []
        for (raw, rank), found in zip(fresh, analyses, strict=True):
            number = self._next_shape
            self._next_shape += 1
            anchor = found.anchor(frequency, idioms, self._shape_count)
            if anchor is not None:
                anchors.append((anchor.key, rank, number, *anchor[1:]))
            shapes.append((number, shape_hash(raw), anchor and anchor.key, rank, raw))
            if found.texts:
                documents.append((number, document(found.texts)))
            self._known[raw] = number
        bulk_insert(self._connection, tables.shape, shapes)
        anchors.sort()
        bulk_insert(self._connection, tables.anchor, anchors)
        if documents:
            self._connection.exec_driver_sql(insert_statement(self._engine), documents)

    def _idioms(self, analyses: list[Analysis]) -> dict[int, int]:
        """How often runs of frequent words occur, those counted that occur twice in a block."""
        frequency = self._counts.__getitem__
        met = Counter(key for found in analyses for key in found.idioms(frequency))
        self._count([key for key, count in met.items() for _ in range(count) if count > 1])
        self._load([key for key in met if key not in self._counts])
        return self._counts

    def _count(self, keys: list[int]) -> None:
        """Count words and idioms of new shapes, starting from the counts in the store."""
        fresh = Counter(keys)
        counts = self._counts
        self._load([key for key in fresh if key not in counts])
        for key, count in fresh.items():
            counts[key] += count
        self._added.update(fresh)

    def _load(self, keys: list[int]) -> None:
        counts, word = self._counts, tables.word
        for piece in chunks(keys):
            query = select(word.c.key, word.c.count).where(word.c.key.in_(piece))
            counts.update(dict.fromkeys(piece, 0))
            counts.update((key, count) for key, count in self._connection.execute(query))

    def finish(self) -> None:
        """Write the counters."""
        run_many(self._connection, _COUNT, sorted(self._added.items()))
        run_many(
            self._connection,
            _META,
            [("next_shape", self._next_shape), ("shapes", self._shape_count)],
        )


def remove_snapshots(connection: Connection, numbers: list[int]) -> None:
    """Remove snapshots with all that only they say."""
    needle, record = tables.needle, tables.record
    touched: set[int] = set()
    for number in numbers:
        mine = needle.c.id.between(first_needle(number), first_needle(number + 1) - 1)
        query = select(needle.c.shape_id).where(mine).distinct()
        touched.update(row[0] for row in connection.execute(query))
        connection.execute(delete(needle).where(mine))
        low, high = first_record(number), first_record(number + 1) - 1
        connection.execute(delete(record).where(record.c.id.between(low, high)))
        connection.execute(delete(tables.snapshot).where(tables.snapshot.c.id == number))
    _remove_orphans(connection, sorted(touched))


def _remove_orphans(connection: Connection, shapes: list[int]) -> None:
    """Remove those of the shapes that no needle says any more, from every index."""
    needle, shape = tables.needle, tables.shape
    removed: Counter[int] = Counter()
    gone = 0
    for piece in chunks(shapes):
        said = select(needle.c.shape_id).where(needle.c.shape_id == shape.c.id).exists()
        query = select(shape).where(shape.c.id.in_(piece), ~said)
        rows = connection.execute(query).all()
        if not rows:
            continue
        gone += len(rows)
        analyses = [Analysis(unpack_shape(row.text)) for row in rows]
        for analysis in analyses:
            removed.update(set(analysis.codes))
        found = [(row.id, analysis.texts) for row, analysis in zip(rows, analyses, strict=True)]
        _remove_documents(connection, found)
        run_many(
            connection,
            "DELETE FROM anchor WHERE key = ? AND rank = ? AND shape_id = ?",
            [(row.anchor, row.rank, row.id) for row in rows if row.anchor is not None],
        )
        connection.execute(delete(shape).where(shape.c.id.in_([row.id for row in rows])))
    if gone:
        run_many(
            connection,
            "UPDATE word SET count = count - ? WHERE key = ?",
            [(count, key) for key, count in removed.items()],
        )
        connection.execute(delete(tables.word).where(tables.word.c.count <= 0))
        run_many(connection, "UPDATE meta SET value = value - ? WHERE name = 'shapes'", [(gone,)])


def _remove_documents(connection: Connection, found: list[tuple[int, list[str]]]) -> None:
    engine = connection.dialect.name
    if engine == "sqlite":
        # A contentless index can only forget a document that it is told word by word.
        rows = [(number, DOCUMENT[engine](tokens)) for number, tokens in found if tokens]
        run_many(
            connection,
            "INSERT INTO shape_words (shape_words, rowid, words) VALUES ('delete', ?, ?)",
            rows,
        )
    else:
        run_many(
            connection,
            "DELETE FROM shape_words WHERE shape_id = ?",
            [(number,) for number, _ in found],
        )
