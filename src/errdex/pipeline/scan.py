"""A snapshot from its files to the store: the whole product's scanning half on one screen."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from errdex import __version__
from errdex.extract.read import EXTRACTOR
from errdex.pipeline.crew import Crew, uncollected
from errdex.pipeline.linking import link
from errdex.pipeline.reading import Task, read_calls, read_facts, tasks_of
from errdex.pipeline.records import FileGroups, make_entries, now

if TYPE_CHECKING:
    from errdex.extract.group import Group
    from errdex.model.entry import Entry
    from errdex.model.facts import FileFacts
    from errdex.source.interface import Snapshot
    from errdex.store.interface import SnapshotWriter, Store

BATCH = 250
Progress = Callable[[str, int, int, str], None]
"""Stage, done, total (bytes or records) and what is being worked on."""


@dataclass(slots=True)
class ScanReport:
    """What a scan did; every file that was not read is counted by reason."""

    repo: str
    version: str
    sha: str = ""
    files: int = 0
    bytes: int = 0
    sites: int = 0
    records: int = 0
    broken: int = 0
    seconds: float = 0.0
    unrecovered: dict[str, int] = field(default_factory=dict)
    skipped: dict[str, int] = field(default_factory=dict)
    names: dict[str, list[str]] = field(default_factory=dict)
    unchanged: bool = False


def scan(
    snapshot: Snapshot, store: Store, crew: Crew, progress: Progress | None = None
) -> ScanReport:
    """Read, link, explain and store one snapshot; the store shows it only when it is whole.

    Raises:
        SourceError: the source cannot be read at all.
        StoreError: the store cannot be written.
    """
    started = time.monotonic()
    show = progress or (lambda *_: None)
    with uncollected(), snapshot:
        tasks = tasks_of(snapshot)
        total = sum(task.file.size for task in tasks)
        unchanged = _unchanged(snapshot, store, len(tasks), total)
        if unchanged is not None:
            return unchanged
        done = 0

        def reading(size: int, path: str) -> None:
            nonlocal done
            done += size
            show("reading", done, total, path)

        files = read_facts(snapshot, tasks, store, crew, reading)
        report = _report(snapshot, tasks, files, total)
        grouped = list(link(files, lambda sieve: read_calls(snapshot, tasks, sieve, store, crew)))
        report.records = sum(map(len, grouped))
        with store.write_snapshot(snapshot.origin, _stored(report)) as writer:
            written = 0
            for entries in _entries(snapshot, tasks, grouped, crew):
                writer.add(_dated(entries, writer))
                written += len(entries)
                show("writing", written, report.records, "")
    report.seconds = time.monotonic() - started
    return report


def _unchanged(snapshot: Snapshot, store: Store, files: int, size: int) -> ScanReport | None:
    """The report of the last scan, when this one would read the very same files the same way."""
    known = store.known(snapshot.origin)
    if known is None:
        return None
    sha, last = known
    read = (snapshot.origin.sha, files, size, EXTRACTOR, __version__)
    if read != (sha, *(last.get(k) for k in ("files", "bytes", "extractor", "errdex"))):
        return None
    fields = {k: v for k, v in last.items() if k in ScanReport.__dataclass_fields__}
    fields |= {"names": dict(snapshot.skips.names), "unchanged": True}
    return ScanReport(snapshot.origin.repo, snapshot.origin.version, sha, **fields)  # type: ignore[arg-type]


def _entries(
    snapshot: Snapshot, tasks: list[Task], grouped: list[list[Group]], crew: Crew
) -> Iterable[list[Entry]]:
    by_path = {task.file.path: task.file for task in tasks}
    at = now()
    batches: list[list[FileGroups]] = []
    size = BATCH
    for groups in grouped:
        if size >= BATCH:
            batches.append([])
            size = 0
        file = by_path[groups[0].path]
        batches[-1].append(FileGroups(snapshot, file, groups, snapshot.origin, at))
        size += len(groups)
    return crew.each(make_entries, batches, small=len(batches) < 2)


def _dated(entries: list[Entry], writer: SnapshotWriter) -> list[Entry]:
    """Entries whose ``contentChangedAt`` stays where nothing else of the record changed."""
    for entry in entries:
        old = writer.previous(entry.envelope.record.id)
        if old is not None and old.content == entry.content:
            entry.envelope.record.contentChangedAt = old.changed_at
    return entries


def _report(
    snapshot: Snapshot, tasks: list[Task], files: dict[str, FileFacts], total: int
) -> ScanReport:
    reasons = Counter(
        site.reason for facts in files.values() for site in facts.sites if site.reason
    )
    return ScanReport(
        repo=snapshot.origin.repo,
        version=snapshot.origin.version,
        sha=snapshot.origin.sha,
        files=len(tasks),
        bytes=total,
        sites=sum(len(facts.sites) for facts in files.values()),
        broken=sum(facts.broken for facts in files.values()),
        unrecovered=dict(reasons),
        skipped=dict(snapshot.skips.counts),
        names=dict(snapshot.skips.names),
    )


def _stored(report: ScanReport) -> dict[str, object]:
    return {
        "files": report.files,
        "bytes": report.bytes,
        "sites": report.sites,
        "broken": report.broken,
        "skipped": report.skipped,
        "unrecovered": report.unrecovered,
        "extractor": EXTRACTOR,
        "errdex": __version__,
    }


def up_to_date(store: Store) -> set[str]:
    """Package URLs of the snapshots that this extractor would read to the same records."""
    reports = store.reports()
    return {
        row.package
        for row in store.repos()
        if row.package and reports[row.repo, row.version].get("extractor") == EXTRACTOR
    }
