"""A snapshot of an installed package: given files below a folder, under its package URL."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from errdex.errors import SourceError
from errdex.model.snapshot import Origin, Skips
from errdex.source.blobs import EXECUTABLE, FILE, blob_id, tree_id
from errdex.source.interface import SourceFile
from errdex.source.settings import MAX_FILE
from errdex.source.tree import FoundFile, scan_tree
from errdex.source.walk import read_regular


class InstalledSnapshot:
    """The files of one installed package, or of a standard library.

    ``origin`` has the exact version and the package URL from the start, so that a package
    already known is not read again; its ``sha`` is final once ``files`` has yielded.

    Args:
        root: the folder that paths are relative to.
        origin: where the package comes from, its sha still empty unless the commit is known.
        paths: the package's files; None for everything below ``root``.
        leave_out: top folders below ``root`` that belong to others.
        max_size: files over this many bytes are skipped.
    """

    packaged = True

    def __init__(
        self,
        root: Path,
        origin: Origin,
        *,
        paths: tuple[str, ...] | None = None,
        leave_out: frozenset[str] = frozenset(),
        max_size: int = MAX_FILE,
    ) -> None:
        self.root, self.origin = root, origin
        self.skips = Skips()
        self.max_size = max_size
        self._paths, self._leave_out = paths, leave_out
        self._base = str(root) + os.sep

    def files(self, wanted: Callable[[str], bool]) -> Iterator[SourceFile]:
        """The package's wanted files in path order, each read once for its blob id."""
        self.skips = Skips()
        listed: list[SourceFile] = []
        modes: list[tuple[str, int, str]] = []
        for found in self._found(wanted):
            try:
                data = read_regular(self._base + found.path, found.size)
            except OSError:
                self.skips.add("unreadable", found.path)
                continue
            blob = blob_id(data)
            listed.append(SourceFile(found.path, blob, len(data)))
            modes.append((found.path, EXECUTABLE if found.mode & stat.S_IXUSR else FILE, blob))
        if not self.origin.sha:
            self.origin = replace(self.origin, sha=tree_id(modes))
        yield from listed

    def read(self, file: SourceFile) -> bytes:
        """The file's bytes, checked against its blob id."""
        try:
            data = read_regular(self._base + file.path, file.size)
        except OSError as error:
            raise SourceError(
                f"cannot read {self._base}{file.path}: {error.strerror}", "scan again"
            ) from error
        if blob_id(data) != file.blob:
            raise SourceError(f"{self._base}{file.path} changed while it was scanned", "scan again")
        return data

    def __enter__(self) -> InstalledSnapshot:
        return self

    def __exit__(self, *exc: object) -> None:
        return None

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"skips": Skips()}

    def _found(self, wanted: Callable[[str], bool]) -> list[FoundFile]:
        if self._paths is None:
            return scan_tree(
                self.root,
                wanted,
                self.skips,
                self.max_size,
                leave_out=self._leave_out,
                installed=True,
            )
        found = []
        for path in sorted(filter(wanted, self._paths)):
            try:
                status = os.lstat(self._base + path)
            except OSError:
                self.skips.add("missing", path)
                continue
            if stat.S_ISLNK(status.st_mode):
                self.skips.add("symlink", path)
            elif not stat.S_ISREG(status.st_mode):
                self.skips.add("special file", path)
            elif status.st_size > self.max_size:
                self.skips.add("too large", path)
            else:
                found.append(FoundFile(path, status.st_size, status.st_mode))
        return found
