"""``index`` and ``scan``: sources into the store, one bad one costing only itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from errdex.cli.failures import OK, USAGE, tell
from errdex.cli.progress import Meter
from errdex.cli.settings import Settings
from errdex.cli.text import counted, one_line, write_json, write_lines
from errdex.errors import ErrdexError, StoreError, UsageError

if TYPE_CHECKING:
    from errdex.pipeline.crew import Crew
    from errdex.pipeline.scan import ScanReport
    from errdex.source.interface import Snapshot
    from errdex.store.interface import Store


class Desk:
    """What a scanning command works with: a store, worker processes and a progress bar."""

    def __init__(self, store: Store, crew: Crew, meter: Meter) -> None:
        self.store, self.crew, self.meter = store, crew, meter

    def scan(self, snapshot: Snapshot) -> ScanReport:
        """Scan one snapshot while the bar moves."""
        from errdex.pipeline.scan import scan

        self.meter.begin(named(snapshot))
        try:
            return scan(snapshot, self.store, self.crew, self.meter.step)
        finally:
            self.meter.end()


@contextmanager
def desk(settings: Settings, jobs: int | None) -> Iterator[Desk]:
    """Open the store for writing, and everything else a scan needs."""
    from errdex.pipeline.crew import Crew
    from errdex.store.open import open_store

    store = open_store(settings.url)
    try:
        with Crew(jobs) as crew, Meter(settings.quiet) as meter:
            yield Desk(store, crew, meter)
    finally:
        store.close()


def scan_sources(
    settings: Settings,
    sources: list[str],
    *,
    repo: str | None = None,
    rev: str | None = None,
    jobs: int | None = None,
) -> int:
    """Scan each source; the exit code tells whether all of them went well."""
    from errdex.source.open import open_source
    from errdex.source.skipping import with_config

    if len(sources) > 1 and repo is not None:
        raise UsageError("--repo names one repository, not several", "scan them one by one")
    if len(sources) == 1:  # a mistyped path must not make a store
        snapshot = with_config(open_source(sources[0], repo=repo, rev=rev))
        with desk(settings, jobs) as work:
            report = work.scan(snapshot)
        _print_report(settings, report)
        return OK
    code = OK
    with desk(settings, jobs) as work:
        for source in sources:
            try:
                report = work.scan(with_config(open_source(source, rev=rev)))
            except StoreError:
                raise
            except ErrdexError as error:
                work.meter.clear()
                tell(f"{source}: {error}")
                code = USAGE
                continue
            work.meter.clear()
            _print_report(settings, report)
    return code


def index(settings: Settings, directory: str, *, jobs: int | None = None) -> int:
    """Scan the project and everything installed for it, what is known already left out."""
    from errdex.pipeline.scan import up_to_date
    from errdex.source.installed import installed
    from errdex.source.skipping import with_config

    snapshots = installed(Path(directory).expanduser())
    project = with_config(next(snapshots))
    reports: list[ScanReport] = []
    failed: list[str] = []
    with desk(settings, jobs) as work:
        known = up_to_date(work.store)
        found = list(snapshots)
        todo = [s for s in found if s.origin.package not in known]
        work.meter.expect(len(todo) + 1)
        reports.append(work.scan(project))
        for snapshot in todo:
            try:
                reports.append(work.scan(snapshot))
            except StoreError:
                raise
            except Exception as error:  # whatever is wrong with one package, the others count
                failed.append(named(snapshot))
                work.meter.clear()
                kind = "" if isinstance(error, ErrdexError) else f"{type(error).__name__}: "
                tell(f"{named(snapshot)} is left out: {kind}{error}")
    _print_index(settings, reports, len(found) - len(todo), failed)
    return OK


def named(snapshot: Snapshot) -> str:
    """A snapshot as people know it."""
    origin = snapshot.origin
    if origin.package:
        return origin.package.removeprefix("pkg:")
    return f"{origin.repo} {origin.version}".strip()


def _print_report(settings: Settings, report: ScanReport) -> None:
    if settings.json:
        write_json(asdict(report))
    elif not settings.quiet:
        title = f"{report.repo} {report.version}".strip()
        write_lines([f"{one_line(title)}: {_counts([report])}", *_skips(settings, [report])])


def _print_index(
    settings: Settings, reports: list[ScanReport], known: int, failed: list[str]
) -> None:
    if settings.json:
        packages = [asdict(report) for report in reports]
        write_json({"scanned": packages, "unchanged": known, "failed": failed})
    elif not settings.quiet:
        of = f"the project and {counted(len(reports) - 1, 'package')}"
        more = f", {known} unchanged" * bool(known) + f", {len(failed)} left out" * bool(failed)
        write_lines([f"Indexed {of}{more}: {_counts(reports)}", *_skips(settings, reports)])


def _counts(reports: list[ScanReport]) -> str:
    records, sites, files, size = (
        sum(getattr(r, name) for r in reports) for name in ("records", "sites", "files", "bytes")
    )
    seconds = sum(r.seconds for r in reports)
    return (
        f"{counted(records, 'error')} from {counted(sites, 'site')} in {counted(files, 'file')} "
        f"({size / 1e6:,.1f} MB) in {seconds:,.1f} s"
    )


def _skips(settings: Settings, reports: list[ScanReport]) -> list[str]:
    """What was not read, by reason; with -v some of the names."""
    counts: dict[str, int] = {}
    names: dict[str, list[str]] = {}
    for report in reports:
        for reason, number in report.skipped.items():
            counts[reason] = counts.get(reason, 0) + number
            names.setdefault(reason, []).extend(report.names.get(reason, ()))
    if not counts:
        return []
    told = ", ".join(f"{number:,} {reason}" for reason, number in sorted(counts.items()))
    lines = [f"  not read: {told}"]
    if settings.verbose:
        lines += [f"    {r}: {one_line(', '.join(names[r][:5]))}" for r in sorted(names)]
    return lines
