"""Lists the regular files below a directory, counting everything that is left out."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from errdex.model.snapshot import Skips
from errdex.source.ignore import CONTROL, Ignores, is_cache, read_rules
from errdex.source.worktree import WorkTree


class FoundFile(NamedTuple):
    """A regular file: path relative to the root, size in bytes, mode bits."""

    path: str
    size: int
    mode: int


class _Folder(NamedTuple):
    path: str
    ignores: Ignores | None


def scan_tree(
    root: Path,
    wanted: Callable[[str], bool],
    skips: Skips,
    max_size: int,
    git: WorkTree | None = None,
    *,
    leave_out: frozenset[str] = frozenset(),
    installed: bool = False,
) -> list[FoundFile]:
    """The wanted files below ``root``, sorted by path.

    Args:
        root: the directory, a real path.
        wanted: which paths to list; others are not even asked for their size.
        skips: where what is left out is counted.
        max_size: files over this many bytes are left out.
        git: what git knows about the directory: tracked files are never ignored.
        leave_out: folders directly below the root that belong to others.
        installed: whether this is an installed package, whose ignore files mean nothing.
    """
    walk = _Walk(root, wanted, skips, max_size, git, installed)
    walk.leave_out = leave_out
    walk.run()
    walk.found.sort()
    return walk.found


class _Walk:
    """One walk: a stack instead of recursion, since hostile trees are thousands deep."""

    def __init__(
        self,
        root: Path,
        wanted: Callable[[str], bool],
        skips: Skips,
        max_size: int,
        git: WorkTree | None,
        installed: bool,
    ) -> None:
        self.base = str(root) + os.sep
        self.wanted, self.skips, self.max_size = wanted, skips, max_size
        self.git, self.installed = git, installed
        self.leave_out: frozenset[str] = frozenset()
        self.tracked: set[str] = git.tracked if git else set()
        self.folders = _parents(self.tracked)
        self.found: list[FoundFile] = []
        self.stack = [_Folder("", _outer_rules(git))]

    def run(self) -> None:
        while self.stack:
            folder = self.stack.pop()
            try:
                # os.scandir, not Path.iterdir: it tells the kind of an entry without a stat.
                with os.scandir(self.base + folder.path) as entries:
                    listed = list(entries)
            except OSError as error:
                self.skips.add(_reason(error), folder.path or ".")
                continue
            self._enter(folder, listed)

    def _enter(self, folder: _Folder, entries: list[os.DirEntry[str]]) -> None:
        names = {entry.name for entry in entries}
        if folder.path and self.git is not None and ".git" in names:
            self._skip_repository(folder.path)
            return
        ignores = folder.ignores
        if ".gitignore" in names and not self.installed:
            lines = read_rules(self.base + folder.path + ".gitignore")
            ignores = Ignores(folder.path, lines, ignores)
        for entry in entries:
            path = folder.path + entry.name
            if not is_utf8(path):
                self.skips.add("name not UTF-8", path.encode("utf-8", "replace").decode())
                continue
            try:
                self._visit(entry, path, names, ignores)
            except OSError as error:
                self.skips.add(_reason(error), path)

    def _visit(
        self, entry: os.DirEntry[str], path: str, names: set[str], ignores: Ignores | None
    ) -> None:
        if entry.is_symlink():
            self.skips.add("symlink", path)
        elif entry.is_dir(follow_symlinks=False):
            self._visit_folder(entry.name, path + "/", names, ignores)
        elif not entry.is_file(follow_symlinks=False):
            self.skips.add("special file", path)
        elif self.wanted(path):
            if ignores is not None and path not in self.tracked and ignores(path):
                self.skips.add("ignored", path)
                return
            status = entry.stat(follow_symlinks=False)
            if not stat.S_ISREG(status.st_mode):
                self.skips.add("special file", path)
            elif status.st_size > self.max_size:
                self.skips.add("too large", path)
            else:
                self.found.append(FoundFile(path, status.st_size, status.st_mode))

    def _visit_folder(self, name: str, path: str, names: set[str], ignores: Ignores | None) -> None:
        if name in CONTROL or name == "__pycache__" or path[:-1] in self.leave_out:
            return
        if path not in self.folders:
            if path[:-1] in self.tracked:
                self._skip_repository(path)
                return
            if is_cache(name, names, self.base + path):
                self.skips.add("cache folder", path)
                return
            if ignores is not None and ignores(path):
                self.skips.add("ignored", path)
                return
        self.stack.append(_Folder(path, ignores))

    def _skip_repository(self, path: str) -> None:
        known = self.git is not None and path.rstrip("/") in self.git.links
        self.skips.add("submodule" if known else "nested repository", path)


def _outer_rules(git: WorkTree | None) -> Ignores | None:
    """The rules that hold at the root already: the user's, the clone's, those of folders above."""
    if git is None:
        return None
    rules = Ignores("", git.excludes) if git.excludes else None
    for folder, lines in git.above:
        # Patterns with a folder in them are anchored at their own place above the root.
        inside = git.prefix[len(folder) :]
        rules = Ignores("", _below(lines, inside), rules)
    return rules


def _below(lines: list[str], inside: str) -> list[str]:
    """Rules of a folder above, rewritten for the root; those for other places are dropped."""
    kept = []
    for line in lines:
        rule = line.strip()
        sign, rule = ("!", rule[1:]) if rule.startswith("!") else ("", rule)
        if "/" not in rule.rstrip("/"):
            kept.append(sign + rule)
        elif rule.lstrip("/").startswith(("**/", inside)):
            kept.append(sign + rule.lstrip("/").removeprefix(inside))
    return kept


def _parents(paths: set[str]) -> set[str]:
    folders: set[str] = set()
    for path in paths:
        while (cut := path.rfind("/", 0, -1)) > 0:
            path = path[: cut + 1]
            if path in folders:
                break
            folders.add(path)
    return folders


def is_utf8(path: str) -> bool:
    """Whether a path's bytes are UTF-8; Python shows other bytes as lone surrogates."""
    if path.isascii():
        return True
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _reason(error: OSError) -> str:
    return "path too long" if error.errno == errno.ENAMETOOLONG else "unreadable"
