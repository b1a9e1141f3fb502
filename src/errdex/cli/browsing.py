"""``show``, ``export`` and ``status``: reading what the store holds."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from errdex.cli.failures import OK
from errdex.cli.settings import Settings
from errdex.cli.text import Pen, counted, one_line, write_json, write_lines
from errdex.errors import UsageError

if TYPE_CHECKING:
    from errdex.model.record import Envelope
    from errdex.store.interface import LookupStore, RepoRow

_ID = re.compile(r"^[0-9a-f]{16}$")


def show(settings: Settings, name: str) -> int:
    """Print one record, by its id or by repository and slug."""
    from errdex.store.open import open_lookup

    store = open_lookup(settings.url)
    try:
        envelope = _find(store, name)
    finally:
        store.close()
    if settings.json:
        write_json(envelope.model_dump(), indent=2)
        return OK
    from errdex.cli.page import page

    pen = Pen()
    write_lines(page(envelope, pen))
    return OK


def _find(store: LookupStore, name: str) -> Envelope:
    found = store.get(name) if _ID.match(name) else None
    if found is None and "/" in name:
        repo, _, slug = name.rpartition("/")
        found = store.by_slug(repo, slug)
    if found is None:
        raise UsageError(
            f"there is no record {name} in the store",
            "give the 16 hex digits of an id, or OWNER/NAME/SLUG as `errdex export` has them",
        )
    return found


def export(settings: Settings, repo: str | None) -> int:
    """Print the envelopes of all records (or a repository's), one a line."""
    from errdex.store.open import open_store

    store = open_store(settings.url, write=False)
    try:
        rows = store.repos()
        if repo is not None and not any(row.repo == repo for row in rows):
            names = sorted({row.repo for row in rows})
            known = ", ".join(names[:5]) + " …" * (len(names) > 5)
            raise UsageError(
                f"there is no repository {repo} in the store", f"it has {known or 'none yet'}"
            )
        version = max((row.analyzed_at for row in rows), default=None)
        out = sys.stdout.buffer
        for envelope in store.envelopes(repo):
            envelope.datasetVersion = version
            out.write(envelope.model_dump_json().encode() + b"\n")
        out.flush()
    finally:
        store.close()
    return OK


def status(settings: Settings) -> int:
    """Print what the store holds and where it lies."""
    from errdex import __version__
    from errdex.store.open import open_store, sqlite_path

    url = settings.url
    store = open_store(url, write=False)
    try:
        rows, reports = store.repos(), store.reports()
    finally:
        store.close()
    path = sqlite_path(url)
    snapshots = [_snapshot(row, reports.get((row.repo, row.version), {})) for row in rows]
    data: dict[str, Any] = {
        "errdex": __version__,
        "store": str(path.absolute()) if path is not None else _without_password(url),
        "bytes": _size(path) if path is not None else None,
        "snapshots": len(rows),
        "records": sum(row.records for row in rows),
        "repos": snapshots,
    }
    if settings.json:
        write_json(data, indent=2)
    else:
        write_lines(_status_lines(data, settings.verbose, Pen()))
    return OK


def _snapshot(row: RepoRow, report: dict[str, Any]) -> dict[str, Any]:
    return {
        "repo": row.repo,
        "version": row.version,
        "sha": row.sha,
        "package": row.package,
        "location": row.location,
        "records": row.records,
        "analyzedAt": row.analyzed_at,
        "files": report.get("files", 0),
        "sites": report.get("sites", 0),
        "extractor": report.get("extractor"),
        "skipped": report.get("skipped", {}),
    }


def _size(path: Path) -> int:
    total = 0
    for name in (path, path.with_name(path.name + "-wal")):
        try:
            total += name.stat().st_size
        except OSError:
            continue
    return total


def _without_password(url: str) -> str:
    return re.sub(r"(?<=://)([^:/@]+):[^@/]*@", r"\1:***@", url)


def _status_lines(data: dict[str, Any], verbose: bool, pen: Pen) -> list[str]:
    size = f" ({data['bytes'] / 1e6:,.1f} MB)" if data["bytes"] is not None else ""
    lines = [
        f"errdex {data['errdex']}",
        f"store: {one_line(data['store'])}{size}",
        f"{counted(data['records'], 'error')} in {counted(data['snapshots'], 'snapshot')}",
    ]
    skipped: dict[str, int] = {}
    width = max((len(_name(s)) for s in data["repos"]), default=0)
    for found in data["repos"]:
        for reason, number in found["skipped"].items():
            skipped[reason] = skipped.get(reason, 0) + number
        tail = f"{found['records']:>8,} errors  {found['files']:>6,} files  {found['sha'][:10]}"
        lines.append(
            f"  {pen('cyan', _name(found).ljust(width))}  {tail}  {found['analyzedAt'][:16]}"
        )
        if verbose:
            lines.append(pen("dim", f"    from {one_line(found['location'])}"))
            lines += [pen("dim", f"    not read: {n:,} {r}") for r, n in found["skipped"].items()]
    if skipped:
        told = ", ".join(f"{number:,} {reason}" for reason, number in sorted(skipped.items()))
        lines.append(f"not read: {told}")
    return lines


def _name(found: dict[str, Any]) -> str:
    return one_line(f"{found['repo']} {found['version']}".strip())
