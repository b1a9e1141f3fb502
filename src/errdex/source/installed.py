"""Everything whose errors a project's developer can see: the project and what it stands on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from errdex.source.cargo_env import cargo_snapshots
from errdex.source.interface import Snapshot
from errdex.source.node_env import node_snapshots
from errdex.source.python_env import python_env, python_snapshots
from errdex.source.settings import MAX_FILE
from errdex.source.walk import DirectorySnapshot


def installed(
    directory: Path | str, *, repo: str | None = None, max_size: int = MAX_FILE
) -> Iterator[Snapshot]:
    """The project as a directory, then its installed dependencies at their exact versions.

    Python distributions and the standard library, npm packages, Cargo crates, each as a
    snapshot of its own. Nothing is run to find them, and none is read before its ``files`` is.
    """
    project = DirectorySnapshot(directory, repo=repo, max_size=max_size)
    yield project
    yield from python_snapshots(python_env(project.root), project.root, max_size)
    yield from node_snapshots(project.root, project.skips, max_size)
    yield from cargo_snapshots(project.root, max_size)
