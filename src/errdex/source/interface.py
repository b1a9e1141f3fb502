"""What a source yields: files with their blob ids, one snapshot at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, Protocol

from errdex.model.snapshot import Origin, Skips


class SourceFile(NamedTuple):
    """A file of a snapshot that may be read.

    Attributes:
        path: relative to the snapshot's root, with ``/``.
        blob: git blob id (40 hex), so the same text is parsed once wherever it lies.
        size: bytes.
    """

    path: str
    blob: str
    size: int


class Snapshot(Protocol):
    """The files of one code base at one revision; a context manager."""

    origin: Origin
    skips: Skips

    def files(self, wanted: Callable[[str], bool]) -> Iterator[SourceFile]:
        """The regular files whose path is wanted, in path order; others are never opened."""

    def read(self, file: SourceFile) -> bytes:
        """The file's bytes; raises SourceError when it is gone or unreadable."""

    def __enter__(self) -> Snapshot:
        """Open what has to be opened."""

    def __exit__(self, *exc: object) -> None:
        """Release temporary files and handles."""
