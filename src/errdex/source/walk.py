"""A directory as a snapshot: what the developer sees, without following anything out of it."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from errdex.errors import SourceError
from errdex.model.snapshot import Origin, Skips
from errdex.source.blobs import EXECUTABLE, FILE, blob_id, is_lfs_pointer, tree_id
from errdex.source.interface import SourceFile
from errdex.source.metadata import project_facts
from errdex.source.origins import checked_repo, tree_origin
from errdex.source.settings import MAX_FILE
from errdex.source.tree import FoundFile, scan_tree
from errdex.source.worktree import WorkTree, find_worktree

_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
)


def read_regular(path: str, size: int) -> bytes:
    """The bytes of a file believed to be regular and about that long.

    A link or FIFO that has taken its place since is refused or reads as empty, and never waited
    for; a file that has grown is read a little further only.
    """
    handle = os.open(path, _FLAGS)
    try:
        data = os.read(handle, size + 1)
        if 0 < len(data) < size:  # a signal or a network file system cut the read short
            pieces = [data]
            while piece := os.read(handle, size + 1):
                pieces.append(piece)
            data = b"".join(pieces)
        return data
    finally:
        os.close(handle)


class DirectorySnapshot:
    """The files of a directory.

    ``origin.sha`` is the commit while no scanned file differs from it, else the id of the git
    tree of the scanned files. It depends on which files are wanted, and so is final once
    ``files`` has yielded its first file (or ended); before, it is the commit or ``""``.

    Args:
        root: the directory.
        repo: the repository's name, where the user gives it.
        max_size: files over this many bytes are skipped.
    """

    def __init__(self, root: Path | str, *, repo: str | None = None, max_size: int = MAX_FILE):
        self.root = Path(root).resolve()
        if not self.root.is_dir():
            raise SourceError(f"no directory at {root}", "check the path")
        self.repo = checked_repo(repo)
        self.max_size = max_size
        self.skips = Skips()
        self._base = str(self.root) + os.sep
        # False in a pickled copy, which looks again only if it is asked for its files.
        self._git: WorkTree | Literal[False] | None = find_worktree(self.root)
        self._facts = project_facts(self._manifest)
        if self._facts.remote is None and self._git and self._git.prefix:
            self._facts = project_facts(self._manifest_of_the_whole)
        # an unpacked npm package has its real code in dist/, a work tree only what it builds
        self.packaged = not self._git and self._facts.ecosystem == "npm"
        self.origin = self._origin((self._git.head if self._git else None) or "")

    def files(self, wanted: Callable[[str], bool]) -> Iterator[SourceFile]:
        """The wanted regular files in path order, each hashed unless git knows its blob."""
        self.skips = Skips()
        if self._git is False:
            self._git = find_worktree(self.root)
        known = self._git.blobs if self._git else {}
        found = scan_tree(self.root, wanted, self.skips, self.max_size, self._git)
        listed: list[SourceFile] = []
        modes: list[tuple[str, int, str]] = []
        for file in found:
            blob = known.get(file.path) or self._hash(file)
            if blob is not None:
                listed.append(SourceFile(file.path, blob, file.size))
                modes.append((file.path, EXECUTABLE if file.mode & stat.S_IXUSR else FILE, blob))
        if self._is_clean(listed, wanted):
            self.origin = self._origin(str(self._git.head if self._git else ""))
        else:
            self.origin = self._origin(tree_id(modes))
        yield from listed

    def read(self, file: SourceFile) -> bytes:
        """The file's bytes, checked against its blob id.

        Facts are cached by blob id; a file saved while it is scanned must not be filed under
        the id of its older text.
        """
        try:
            data = read_regular(self._base + file.path, file.size)
        except OSError as error:
            raise SourceError(
                f"cannot read {self._base}{file.path}: {error.strerror}", "scan again"
            ) from error
        if blob_id(data) != file.blob:
            raise SourceError(f"{self._base}{file.path} changed while it was scanned", "scan again")
        return data

    def __enter__(self) -> DirectorySnapshot:
        return self

    def __exit__(self, *exc: object) -> None:
        return None

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_git": False, "skips": Skips()}

    def _hash(self, file: FoundFile) -> str | None:
        try:
            data = read_regular(self._base + file.path, file.size)
        except OSError:
            self.skips.add("unreadable", file.path)
            return None
        if is_lfs_pointer(data):
            self.skips.add("lfs pointer", file.path)
            return None
        return blob_id(data)

    def _is_clean(self, listed: list[SourceFile], wanted: Callable[[str], bool]) -> bool:
        git = self._git
        if not git or git.head is None:
            return False
        if any(file.path not in git.tracked for file in listed):
            return False
        for path in git.changed:
            if not wanted(path):
                continue
            if git.sparse and not (self.root / path).exists():
                continue
            return False
        return True

    def _origin(self, sha: str) -> Origin:
        if hasattr(self, "origin"):
            if self.origin.sha == sha:
                return self.origin
            if self.origin.sha and self.origin.sha in self.origin.permalink:
                link = self.origin.permalink.replace(self.origin.sha, sha)
                return replace(self.origin, sha=sha, permalink=link)
        return tree_origin(
            sha,
            repo=self.repo,
            remote=self._git.remote if self._git else None,
            facts=self._facts,
            dirname=self.root.name,
            location=str(self.root),
            prefix=self._git.prefix if self._git else "",
        )

    def _manifest_of_the_whole(self, name: str) -> bytes | None:
        depth = self._git.prefix.count("/") if self._git else 0
        return self._manifest("../" * depth + name)

    def _manifest(self, name: str) -> bytes | None:
        try:
            return read_regular(self._base + name, 1 << 20)
        except OSError:
            return None
