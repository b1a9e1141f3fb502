"""The packages in a project's ``node_modules``: nested, scoped, and linked as pnpm does."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from errdex.model.snapshot import Skips
from errdex.source.ignore import is_cache
from errdex.source.listed import InstalledSnapshot
from errdex.source.metadata import ProjectFacts, npm_metadata, package_url
from errdex.source.origins import package_origin
from errdex.source.settings import MAX_FILE

_MODULES = "node_modules"
_STORES = frozenset({".pnpm", ".store"})
_NOT_WALKED = frozenset({_MODULES, ".git"})
_DEPTH = 4


def node_snapshots(
    project: Path, skips: Skips, max_size: int = MAX_FILE
) -> Iterator[InstalledSnapshot]:
    """One snapshot a package and version, wherever in the project it is installed.

    Args:
        project: the project's directory.
        skips: where links that lead out of every ``node_modules`` are counted.
        max_size: files over this many bytes are skipped.
    """
    seen: set[str] = set()
    known: set[str] = set()
    for folder in _module_folders(project):
        for package in _packages(folder, project, skips, seen):
            facts = _facts(package)
            if facts is None:
                continue
            url = package_url(facts)
            if url in known:
                continue
            known.add(url)
            origin = package_origin(url, facts, "", str(package))
            yield InstalledSnapshot(package, origin, max_size=max_size)


def _module_folders(project: Path) -> Iterator[Path]:
    """The project's ``node_modules`` and those of the members of its workspace."""
    waiting = [(project, 0)]
    while waiting:
        folder, depth = waiting.pop()
        if (folder / _MODULES).is_dir():
            yield folder / _MODULES
        if depth == _DEPTH:
            continue
        try:
            with os.scandir(folder) as entries:
                names = [e.name for e in entries if e.is_dir(follow_symlinks=False)]
        except OSError:
            continue
        for name in sorted(names, reverse=True):
            child = folder / name
            if not name.startswith(".") and not is_cache(name, set(), str(child)):
                waiting.append((child, depth + 1))


def _packages(folder: Path, project: Path, skips: Skips, seen: set[str]) -> Iterator[Path]:
    """The real folders of the packages below a ``node_modules``, each once."""
    waiting = [folder]
    while waiting:
        folder = waiting.pop()
        for path in _children(folder):
            if path.name in _STORES:
                waiting.extend(child / _MODULES for child in _children(path))
                continue
            if path.name.startswith("@"):
                waiting.append(path)
                continue
            real = _real_package(path, project, skips)
            if real is None or str(real) in seen:
                continue
            seen.add(str(real))
            if (real / _MODULES).is_dir():
                waiting.append(real / _MODULES)
            yield real


def _children(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as entries:
            names = sorted(e.name for e in entries if e.is_dir())
    except OSError:
        return []
    return [folder / n for n in names if not n.startswith(".") or n in _STORES]


def _real_package(path: Path, project: Path, skips: Skips) -> Path | None:
    """Where a package really is.

    A package manager links into some ``node_modules``; a link to elsewhere is a member of the
    workspace, which is scanned with the project, or leads out of it and is not followed.
    """
    real = path.resolve()
    if not path.is_symlink() or _MODULES in real.parts:
        return real
    if project not in real.parents:
        skips.add("symlink", str(path))
    return None


def _facts(package: Path) -> ProjectFacts | None:
    try:
        facts = npm_metadata((package / "package.json").read_text("utf-8-sig", "replace"))
    except (OSError, ValueError, TypeError, AttributeError, RecursionError):
        return None
    return facts if facts.name and facts.version else None
