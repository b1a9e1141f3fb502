"""What git knows about a directory: its commit, the blobs of unchanged files, what changed."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pygit2
from pygit2.enums import ObjectType, Option

from errdex.source.hosts import Remote, parse_remote
from errdex.source.ignore import read_rules

# Objects are only read, no hook, filter or configured command ever runs, so that whose
# repository it is does not matter; a mounted or sudo-scanned tree is then no error.
pygit2.option(Option.SET_OWNER_VALIDATION, 0)

_FILTERS = ("filter=", "eol=crlf", "working-tree-encoding", "ident")


@dataclass(slots=True)
class WorkTree:
    """A directory inside a git work tree.

    Attributes:
        head: the commit checked out, None before the first one.
        prefix: the directory relative to the work tree, ``""`` or with ``/`` at the end.
        blobs: blob ids of files that are as the index has them, by path.
        changed: paths that differ from the commit, gone ones included.
        tracked: all paths in the index, ``links`` among them being submodules.
        sparse: whether files may be left out of the work tree on purpose.
        remote: where ``origin`` points to.
        excludes: ignore rules of the clone and of the user, outside the work tree.
    """

    head: str | None
    prefix: str
    remote: Remote | None
    blobs: dict[str, str] = field(default_factory=dict)
    changed: set[str] = field(default_factory=set)
    tracked: set[str] = field(default_factory=set)
    links: set[str] = field(default_factory=set)
    sparse: bool = False
    excludes: list[str] = field(default_factory=list)
    above: list[tuple[str, list[str]]] = field(default_factory=list)


def open_repository(path: str | Path) -> pygit2.Repository:
    """Open exactly this repository (a git folder or a work tree), never one above it."""
    return pygit2.Repository(str(path))


def origin_remote(repository: pygit2.Repository) -> Remote | None:
    """The host and name that the remote ``origin`` (else the only remote) points to."""
    try:
        names = [remote.name for remote in repository.remotes if remote.name]
        name = "origin" if "origin" in names else names[0] if len(names) == 1 else None
        return parse_remote(repository.remotes[name].url) if name else None
    except (pygit2.GitError, KeyError, ValueError):
        return None


def find_worktree(directory: Path) -> WorkTree | None:
    """What git knows about a directory; None where it is not versioned.

    A directory below a work tree counts when the index has files in it: an ignored folder of
    installed packages is no part of the repository around it.
    """
    try:
        found = pygit2.discover_repository(str(directory))
        if found is None:
            return None
        repository = pygit2.Repository(found)
        if repository.is_bare or repository.workdir is None:
            return None
        root = Path(repository.workdir).resolve()
        prefix = directory.relative_to(root).as_posix()
        prefix = "" if prefix == "." else prefix + "/"
        return _read(repository, root, prefix)
    except (pygit2.GitError, ValueError, KeyError, OSError):
        return None


def _read(repository: pygit2.Repository, root: Path, prefix: str) -> WorkTree | None:
    head = None if repository.head_is_unborn else str(repository.head.peel(pygit2.Commit).id)
    tree = WorkTree(head, prefix, origin_remote(repository))
    index = repository.index
    cut = len(prefix)
    for entry in index:
        path = entry.path
        if path.startswith(prefix):
            path = path[cut:]
            tree.tracked.add(path)
            if entry.mode == 0o160000:
                tree.links.add(path)
            else:
                tree.blobs[path] = str(entry.id)
    if prefix and not tree.tracked:
        return None
    _note_changes(repository, tree)
    tree.sparse = _flag(repository, "core.sparseCheckout")
    if _rewrites(repository, root):
        tree.blobs = {}
    tree.excludes = _excludes(repository)
    tree.above = _rules_above(root, prefix)
    return tree


def _note_changes(repository: pygit2.Repository, tree: WorkTree) -> None:
    cut = len(tree.prefix)
    for delta in repository.index.diff_to_workdir().deltas:
        for path in (delta.old_file.path, delta.new_file.path):
            if path.startswith(tree.prefix):
                tree.changed.add(path[cut:])
                tree.blobs.pop(path[cut:], None)
    if tree.head is None:
        return
    commit = repository[tree.head].peel(ObjectType.TREE)
    for delta in repository.index.diff_to_tree(commit).deltas:
        for path in (delta.old_file.path, delta.new_file.path):
            if path.startswith(tree.prefix):
                tree.changed.add(path[cut:])


def _flag(repository: pygit2.Repository, key: str) -> bool:
    try:
        return bool(repository.config.get_bool(key))
    except (KeyError, ValueError, pygit2.GitError):
        return False


def _rewrites(repository: pygit2.Repository, root: Path) -> bool:
    """Whether checking out may change bytes, so that the index's blob ids are not the files'."""
    if _flag(repository, "core.autocrlf"):
        return True
    places = [root / ".gitattributes", Path(repository.path) / "info" / "attributes"]
    nested = (e.path for e in repository.index if e.path.endswith("/.gitattributes"))
    places.extend(root / path for path in nested)
    return any(
        word in line
        for place in places
        for line in read_rules(place)
        if not line.lstrip().startswith("#")
        for word in _FILTERS
    )


def _excludes(repository: pygit2.Repository) -> list[str]:
    try:
        chosen = Path(repository.config["core.excludesFile"] or "").expanduser()
    except (KeyError, RuntimeError):
        chosen = Path.home() / ".config" / "git" / "ignore"
    return read_rules(chosen) + read_rules(Path(repository.path) / "info" / "exclude")


def _rules_above(root: Path, prefix: str) -> list[tuple[str, list[str]]]:
    """The ignore files between the work tree's root and a scanned subfolder, outermost first."""
    rules, folder = [], ""
    for part in prefix.split("/")[:-1]:
        rules.append((folder, read_rules(root / folder / ".gitignore")))
        folder += part + "/"
    return rules
