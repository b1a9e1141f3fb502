"""The whole store over SQLAlchemy: facts cache, atomic snapshots, and records to browse."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from itertools import islice
from typing import TYPE_CHECKING, Any

from sqlalchemy import func, select

from errdex.errors import StoreError
from errdex.store import tables
from errdex.store.codec import (
    first_record,
    pack_facts,
    unpack_envelope,
    unpack_facts,
    version_order,
)
from errdex.store.engine import chunks, run_many, writing
from errdex.store.failures import guarded
from errdex.store.ingest import Ingest, collector_paused, remove_snapshots
from errdex.store.interface import Before, Candidate, Placement, RepoRow
from errdex.store.reading import RowReader
from errdex.store.spool import Spool

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection, Engine, Select

    from errdex.model.record import Envelope
    from errdex.model.snapshot import Origin

_FACTS_BATCH = 200
_PAGE = 200
_PUT_FACTS = (
    "INSERT INTO facts (blob, extractor, data) VALUES (?, ?, ?) "
    "ON CONFLICT (blob, extractor) DO UPDATE SET data = excluded.data"
)
_NEXT_SNAPSHOT = (
    "INSERT INTO meta (name, value) VALUES (?, ?) "
    "ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)


class SqlStore:
    """A Store; its looking-up half is the engine's own LookupStore."""

    def __init__(self, engine: Engine, lookup: RowReader, where: str, write: bool) -> None:
        self._engine = engine
        self._lookup = lookup
        self._where = where
        self._write = write

    # The looking-up half.

    def candidates(self, keys: Sequence[int], limit: int) -> list[Candidate]:
        """Distinct templates filed under any of the anchor keys, most fixed text first."""
        return self._lookup.candidates(keys, limit)

    def placements(
        self, template_ids: Sequence[int], repo: str | None = None, limit: int = 400
    ) -> list[Placement]:
        """Where those templates are said."""
        return self._lookup.placements(template_ids, repo, limit)

    def at_lines(
        self, places: Sequence[tuple[str, int]], repo: str | None = None, limit: int = 200
    ) -> list[Placement]:
        """Needles in a file of that base name whose lines enclose that line."""
        return self._lookup.at_lines(places, repo, limit)

    def similar(
        self, text: str, repo: str | None = None, limit: int = 25
    ) -> list[tuple[int, float]]:
        """Template ids by full text similarity, best first, with a likeness in 0..1."""
        return self._lookup.similar(text, repo, limit)

    def get(self, record_id: str) -> Envelope | None:
        """One record by id: of the tip if it is there, else of the highest version."""
        return self._lookup.get(record_id)

    def get_plain(self, record_id: str) -> dict[str, Any] | None:
        """The same as decoded JSON, its prose not written yet."""
        return self._lookup.get_plain(record_id)

    def by_slug(self, repo: str, slug: str) -> Envelope | None:
        """One record by repository and slug."""
        return self._lookup.by_slug(repo, slug)

    def close(self) -> None:
        """Release the store."""
        self._lookup.close()
        self._engine.dispose()

    def _writing(self) -> AbstractContextManager[Connection]:
        if not self._write:
            raise StoreError(f"the store {self._where} was opened for reading only")
        return writing(self._engine, self._where)

    # The facts cache.

    def facts(self, keys: Sequence[tuple[str, str]]) -> dict[tuple[str, str], bytes]:
        """Cached extraction results by (blob id, extractor key)."""
        table = tables.facts
        by_extractor: dict[str, list[str]] = {}
        for blob, extractor in keys:
            by_extractor.setdefault(extractor, []).append(blob)
        found: dict[tuple[str, str], bytes] = {}
        with guarded(self._where), self._engine.connect() as connection:
            for extractor, blobs in by_extractor.items():
                for piece in chunks(blobs):
                    query = select(table.c.blob, table.c.data).where(
                        table.c.extractor == extractor, table.c.blob.in_(piece)
                    )
                    for blob, data in connection.execute(query):
                        found[blob, extractor] = unpack_facts(data)
        return found

    def put_facts(self, items: Iterable[tuple[str, str, bytes]]) -> None:
        """Cache extraction results; committed as they come, so that a killed scan keeps them."""
        waiting = iter(items)
        while batch := list(islice(waiting, _FACTS_BATCH)):
            rows = [(blob, key, pack_facts(data)) for blob, key, data in batch]
            with self._writing() as connection:
                run_many(connection, _PUT_FACTS, rows)

    # Snapshots.

    @contextmanager
    def write_snapshot(self, origin: Origin, report: dict[str, object]) -> Iterator[Spool]:
        """Replace the snapshot of (repo, version) atomically when the context ends well.

        Entries are collected aside. The store is locked only while they are written, at the end.
        """
        spool = Spool(self._previous(origin))
        try:
            yield spool
            self._keep(origin, report, spool)
        finally:
            spool.close()

    def _keep(self, origin: Origin, report: dict[str, object], spool: Spool) -> None:
        snapshot = tables.snapshot
        with collector_paused(), self._writing() as connection:
            slugs = spool.slugs()
            query = select(snapshot.c.id).where(_same(origin))
            old = [row[0] for row in connection.execute(query)]
            query = select(tables.meta.c.value).where(tables.meta.c.name == "next_snapshot")
            number = connection.execute(query).scalar() or 1
            run_many(connection, _NEXT_SNAPSHOT, [("next_snapshot", number + 1)])
            ingest = Ingest(connection, number)
            for block in spool.blocks():
                ingest.add(block, slugs)
            ingest.finish()
            # Shapes that the new snapshot still says have needles by now, and so they stay.
            remove_snapshots(connection, old)
            connection.execute(
                snapshot.insert().values(
                    id=number,
                    repo=origin.repo,
                    version=origin.version,
                    sha=origin.sha,
                    package=origin.package,
                    location=origin.location,
                    permalink=origin.permalink,
                    records=len(spool),
                    analyzed_at=spool.analyzed_at or _now(),
                    report=json.dumps(report, default=str),
                )
            )

    def _previous(self, origin: Origin) -> Callable[[str], Before | None]:
        """Finds records of the snapshot that is replaced; which there are is read once."""
        known: dict[str, Before] | None = None

        def find(record_id: str) -> Before | None:
            nonlocal known
            if known is None:
                record, snapshot = tables.record, tables.snapshot
                query = (
                    select(record.c.record_id, record.c.content, record.c.changed_at)
                    .join(snapshot, snapshot.c.id == record.c.snapshot_id)
                    .where(_same(origin))
                )
                known = {row[0]: Before(row[1], row[2]) for row in self._all(query)}
            return known.get(record_id)

        return find

    def known(self, origin: Origin) -> tuple[str, dict[str, object]] | None:
        """The sha and report of the snapshot that one of this origin would replace."""
        snapshot = tables.snapshot
        query = select(snapshot.c.sha, snapshot.c.report, snapshot.c.records).where(_same(origin))
        for row in self._all(query):
            return row[0], json.loads(row[1]) | {"records": row[2]}
        return None

    def remove(self, repo: str, version: str | None = None) -> int:
        """Remove a repository's snapshots (or the one of a version); how many there were."""
        snapshot = tables.snapshot
        query = select(snapshot.c.id).where(snapshot.c.repo == repo)
        if version is not None:
            query = query.where(snapshot.c.version == version)
        with self._writing() as connection:
            numbers = [row[0] for row in connection.execute(query)]
            remove_snapshots(connection, numbers)
        return len(numbers)

    # Browsing.

    def repos(self) -> list[RepoRow]:
        """All snapshots, by repository and version."""
        columns = tables.snapshot.c
        query = select(
            columns.repo,
            columns.version,
            columns.sha,
            columns.package,
            columns.location,
            columns.records,
            columns.analyzed_at,
        )
        with guarded(self._where), self._engine.connect() as connection:
            rows = [RepoRow(*row) for row in connection.execute(query)]
        return sorted(rows, key=lambda row: (row.repo, version_order(row.version)))

    def reports(self) -> dict[tuple[str, str], dict[str, Any]]:
        """What the scan of each snapshot reported, by repository and version."""
        columns = tables.snapshot.c
        rows = self._all(select(columns.repo, columns.version, columns.report))
        return {(row[0], row[1]): json.loads(row[2]) for row in rows}

    def _snapshots(self, repo: str | None) -> list[tuple[str, str, int]]:
        """(repo, version, id) by repository and version, the newest version last."""
        columns = tables.snapshot.c
        query = select(columns.repo, columns.version, columns.id)
        if repo is not None:
            query = query.where(columns.repo == repo)
        with guarded(self._where), self._engine.connect() as connection:
            rows = [(row[0], row[1], row[2]) for row in connection.execute(query)]
        return sorted(rows, key=lambda row: (row[0], version_order(row[1])))

    def envelopes(self, repo: str | None = None) -> Iterator[Envelope]:
        """Every record, streamed, ordered by repo, version, file, line."""
        record = tables.record
        order = (record.c.file, record.c.line, record.c.id)
        for _, _, number in self._snapshots(repo):
            offset: tuple[Any, ...] | None = None
            while True:
                query = select(record.c.envelope, record.c.slug, *order)
                query = query.where(record.c.snapshot_id == number).order_by(*order).limit(_PAGE)
                if offset is not None:
                    query = query.where(_after(order, offset))
                rows = self._all(query)
                for row in rows:
                    yield unpack_envelope(row[0], row[1])
                if len(rows) < _PAGE:
                    break
                offset = tuple(rows[-1][2:])

    def _all(self, query: Select[Any]) -> list[Any]:
        with guarded(self._where), self._engine.connect() as connection:
            return list(connection.execute(query).all())

    def listing(self, repo: str, offset: int = 0, limit: int = 100) -> tuple[int, list[Envelope]]:
        """A page of the newest snapshot of a repository by file and line, and the total count."""
        snapshots = self._snapshots(repo)
        if not snapshots:
            return 0, []
        record, number = tables.record, snapshots[-1][2]
        mine = record.c.snapshot_id == number
        total = self._all(select(func.count()).select_from(record).where(mine))[0][0]
        query = (
            select(record.c.envelope, record.c.slug)
            .where(mine)
            .order_by(record.c.file, record.c.line, record.c.id)
            .offset(offset)
            .limit(limit)
        )
        return total, [unpack_envelope(row[0], row[1]) for row in self._all(query)]

    def related(self, record_id: str, limit: int = 5) -> list[Envelope]:
        """Other records of the same file, nearest lines first, then of the same family."""
        record = tables.record
        columns = (record.c.snapshot_id, record.c.file, record.c.line, record.c.family)
        rows = self._all(
            select(*columns).where(record.c.record_id == record_id).order_by(record.c.id.desc())
        )
        if not rows:
            return []
        number, file, line, family = rows[0]
        near = select(record.c.envelope, record.c.slug, record.c.record_id)
        found = self._all(
            near.where(record.c.snapshot_id == number, record.c.file == file)
            .where(record.c.record_id != record_id)
            .order_by(func.abs(record.c.line - line), record.c.line)
            .limit(limit)
        )
        if family is not None and len(found) < limit:
            own = record.c.id.between(first_record(number), first_record(number + 1) - 1)
            found += self._all(
                near.where(record.c.family == family, record.c.record_id != record_id)
                .where((record.c.file != file) | ~own)
                .order_by(record.c.id.desc())
                .limit(limit * 4)
            )
        distinct = {row[2]: row for row in reversed(found)}
        chosen = [row for row in found if distinct[row[2]] is row][:limit]
        return [unpack_envelope(row[0], row[1]) for row in chosen]


def _after(order: tuple[Any, ...], values: tuple[Any, ...]) -> Any:
    from sqlalchemy import literal, tuple_

    return tuple_(*order) > tuple_(*map(literal, values))


def _same(origin: Origin) -> ColumnElement[bool]:
    """The snapshot that one of this origin replaces: same repository, version and package."""
    snapshot = tables.snapshot
    package = origin.package or ""
    return (
        (snapshot.c.repo == origin.repo)
        & (snapshot.c.version == origin.version)
        & (func.coalesce(snapshot.c.package, "") == package)
    )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
