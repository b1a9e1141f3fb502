"""Reads the members of tar and zip archives front to end, within bounds, from untrusted bytes."""

from __future__ import annotations

import bz2
import gzip
import importlib
import lzma
import re
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple, cast

from errdex.errors import SourceError
from errdex.model.snapshot import Skips

_BROKEN = (
    tarfile.TarError,
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    OSError,
    NotImplementedError,
    RuntimeError,
    ValueError,
)
_MAX_MEMBERS = 1_000_000
_COMMIT = re.compile(r"[0-9a-f]{40}")


Taken = Callable[[str, int], bool]


class Member(NamedTuple):
    """A regular file of an archive; ``data`` is None where its bytes were not asked for."""

    path: str
    executable: bool
    data: bytes | None


class _TooLargeError(Exception):
    """The archive holds more than what is taken from one."""


class Members:
    """The members of one archive, in its own order.

    Args:
        path: the archive.
        max_total: unpacking stops after this many bytes, packed ones for zips not counted.

    Attributes:
        commit: the commit that ``git archive`` wrote into the archive, else ``""``.
    """

    def __init__(self, path: Path, max_total: int) -> None:
        self.path, self.max_total = path, max_total
        self.commit = ""

    def read(self, skips: Skips, taken: Taken) -> Iterator[Member]:
        """Every regular file with a harmless path; what is left out is counted in ``skips``.

        Args:
            skips: where to count.
            taken: whether the bytes of a file of this path and size are wanted.
        """
        try:
            if _is_zip(self.path):
                yield from self._zip(skips, taken)
            else:
                yield from self._tar(skips, taken)
        except _TooLargeError:
            skips.add("archive too large", self.path.name)
        except _BROKEN as error:
            raise SourceError(
                f"cannot read {self.path}: {error or type(error).__name__}",
                "check that it is a whole, unencrypted tar or zip archive",
            ) from error

    def _zip(self, skips: Skips, taken: Taken) -> Iterator[Member]:
        left = self.max_total
        with zipfile.ZipFile(self.path) as archive:
            comment = archive.comment.decode("ascii", "replace")
            self.commit = comment if _COMMIT.fullmatch(comment) else ""
            for count, info in enumerate(archive.infolist()):
                path = _clean(_zip_name(info), skips)
                if path is None or info.is_dir():
                    continue
                kind = stat.S_IFMT(info.external_attr >> 16) if info.create_system == 3 else 0
                if kind not in (0, stat.S_IFREG):
                    skips.add("symlink" if kind == stat.S_IFLNK else "special file", path)
                    continue
                if info.flag_bits & 1:
                    skips.add("encrypted", path)
                    continue
                if count >= _MAX_MEMBERS:
                    raise _TooLargeError
                executable = bool(kind and info.external_attr >> 16 & stat.S_IXUSR)
                data = None
                if taken(path, info.file_size):
                    left -= info.file_size
                    if left < 0:
                        raise _TooLargeError
                    try:
                        data = archive.read(info)
                    except _BROKEN:
                        skips.add("unreadable", path)
                        continue
                yield Member(path, executable, data)

    def _tar(self, skips: Skips, taken: Taken) -> Iterator[Member]:
        with _unpacked(self.path) as stream:
            bounded = cast(IO[bytes], _Bounded(stream, self.max_total))
            with tarfile.open(fileobj=bounded, mode="r|", errors="surrogateescape") as archive:
                for count, info in enumerate(archive):
                    # A stream is never read backwards; remembering members is only memory.
                    archive.members = []  # type: ignore[attr-defined]
                    comment = str(archive.pax_headers.get("comment", ""))
                    self.commit = comment if _COMMIT.fullmatch(comment) else ""
                    if info.isdir():
                        continue
                    path = _clean(info.name, skips)
                    if path is None:
                        continue
                    if not info.isreg():
                        link = info.issym() or info.islnk()
                        skips.add("symlink" if link else "special file", path)
                        continue
                    if count >= _MAX_MEMBERS:
                        raise _TooLargeError
                    data = None
                    if taken(path, info.size):
                        held = archive.extractfile(info)
                        data = held.read() if held else b""
                    yield Member(path, bool(info.mode & stat.S_IXUSR), data)


class _Bounded:
    """A stream that gives up after so many bytes, whatever the archive says of itself."""

    def __init__(self, stream: IO[bytes], limit: int) -> None:
        self._stream, self._left = stream, limit

    def read(self, size: int = -1) -> bytes:
        data = self._stream.read(size)
        self._left -= len(data)
        if self._left < 0:
            raise _TooLargeError
        return data


def _unpacked(path: Path) -> IO[bytes]:
    """The archive's bytes with its compression, told by its first bytes, taken off."""
    with path.open("rb") as stream:
        head = stream.read(6)
    if head.startswith(b"\x1f\x8b"):
        return cast(IO[bytes], gzip.open(path, "rb"))
    if head.startswith(b"BZh"):
        return cast(IO[bytes], bz2.open(path, "rb"))
    if head.startswith((b"\xfd7zXZ", b"]\0\0")):
        return cast(IO[bytes], lzma.open(path, "rb"))
    if head.startswith(b"\x28\xb5\x2f\xfd"):
        return _zstandard(path)
    return path.open("rb")


def _zstandard(path: Path) -> IO[bytes]:
    try:
        zstd: Any = importlib.import_module("compression.zstd")  # in Python 3.14
    except ImportError:
        raise SourceError(
            f"cannot read {path}: this Python has no zstd", "unpack it, or use Python 3.14"
        ) from None
    return cast(IO[bytes], zstd.open(path, "rb"))


def _is_zip(path: Path) -> bool:
    with path.open("rb") as stream:
        return stream.read(4) in (b"PK\3\4", b"PK\5\6")


def _zip_name(info: zipfile.ZipInfo) -> str:
    """The member's name; zips made without the UTF-8 flag mostly hold UTF-8 all the same."""
    if info.flag_bits & 0x800:
        return info.filename
    try:
        return info.filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return info.filename


def _clean(name: str, skips: Skips) -> str | None:
    """The path with ``./`` taken off; None, and counted, where it points out of the archive."""
    path = name.replace("\\", "/")
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if path.startswith("/") or ".." in parts or "\0" in path or re.match(r"^[A-Za-z]:", path):
        skips.add("path out of the archive", _printable(name))
        return None
    try:
        "/".join(parts).encode("utf-8")
    except UnicodeEncodeError:
        skips.add("name not UTF-8", _printable(name))
        return None
    return "/".join(parts) or None


def _printable(name: str) -> str:
    return name.encode("utf-8", "replace").decode("utf-8")
