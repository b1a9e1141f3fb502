"""The crates that a Rust project is built from, in Cargo's registry or vendored."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from pathlib import Path

from errdex.source.listed import InstalledSnapshot
from errdex.source.metadata import ProjectFacts, package_url, project_facts
from errdex.source.origins import package_origin
from errdex.source.settings import MAX_FILE


def cargo_snapshots(project: Path, max_size: int = MAX_FILE) -> Iterator[InstalledSnapshot]:
    """One snapshot a crate that ``Cargo.lock`` names; all that are there without a lock file."""
    if not (project / "Cargo.toml").is_file() and not (project / "Cargo.lock").is_file():
        return
    locked = _locked(project / "Cargo.lock")
    known: set[str] = set()
    for crate in _crates(project, locked):
        facts = project_facts(lambda name, crate=crate: _bytes(crate / name))  # type: ignore[misc]
        if facts.ecosystem != "cargo" or not facts.name or not facts.version:
            continue
        url = package_url(facts)
        if url in known or (locked is not None and (facts.name, facts.version) not in locked):
            continue
        known.add(url)
        yield _snapshot(crate, url, facts, max_size)


def _snapshot(crate: Path, url: str, facts: ProjectFacts, max_size: int) -> InstalledSnapshot:
    origin = package_origin(url, facts, "", str(crate))
    return InstalledSnapshot(crate, origin, max_size=max_size)


def _locked(path: Path) -> set[tuple[str, str]] | None:
    """Names and versions of the crates from outside the project, None without a lock file."""
    try:
        packages = tomllib.loads(path.read_text("utf-8", "replace")).get("package", [])
        return {(str(p["name"]), str(p["version"])) for p in packages if p.get("source")}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _crates(project: Path, locked: set[tuple[str, str]] | None) -> Iterator[Path]:
    yield from _folders(project / "vendor")
    home = Path(os.environ.get("CARGO_HOME") or Path.home() / ".cargo")
    for registry in _folders(home / "registry" / "src"):
        if locked is None:
            yield from _folders(registry)
            continue
        for name, version in sorted(locked):
            crate = registry / f"{name}-{version}"
            if crate.is_dir():
                yield crate


def _folders(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.is_dir() and not path.is_symlink())
    except OSError:
        return []


def _bytes(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None
