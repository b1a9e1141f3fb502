"""Unpacks fetched archives into a corpus folder, keeping source text and leaving out the rest."""

from __future__ import annotations

import io
import subprocess
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

SOURCE_SUFFIXES = {
    "python": {".py"},
    "javascript": {".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx"},
    "rust": {".rs"},
}
KEPT_NAMES = {"package.json", "pyproject.toml", "setup.cfg", "PKG-INFO", "METADATA", "Cargo.toml"}


def unpack(archive: Path, language: str, to: Path) -> int:
    """Write an archive's source files of one language under `to`; returns how many."""
    written = 0
    for name, data in _members(archive):
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts:
            continue
        wanted = path.suffix in SOURCE_SUFFIXES[language] or path.name in KEPT_NAMES
        if not wanted or path.name.endswith(".min.js"):
            continue
        target = to / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        written += path.suffix in SOURCE_SUFFIXES[language]
    return written


def _members(archive: Path) -> Iterator[tuple[str, bytes]]:
    if archive.suffix in {".whl", ".zip"}:
        with zipfile.ZipFile(archive) as wheel:
            for name in wheel.namelist():
                if not name.endswith("/"):
                    yield name, wheel.read(name)
    elif archive.suffix == ".deb":
        command = ["dpkg-deb", "--fsys-tarfile", str(archive)]
        listing = subprocess.run(command, capture_output=True, check=True).stdout
        with tarfile.open(fileobj=io.BytesIO(listing)) as tar:
            yield from _tar_members(tar, "usr/share/cargo/registry/")
    else:
        with tarfile.open(archive) as tar:
            yield from _tar_members(tar, "")


def _tar_members(tar: tarfile.TarFile, below: str) -> Iterator[tuple[str, bytes]]:
    for member in tar:
        name = member.name.removeprefix("./")
        if not member.isfile() or not name.startswith(below):
            continue
        stream = tar.extractfile(member)
        if stream is not None:
            yield _without_first_folder(name, below), stream.read()


def _without_first_folder(name: str, below: str) -> str:
    """`package-1.0/src/a.py` → `src/a.py`; a Debian crate keeps `crate-1.0/`."""
    if below:
        return name.removeprefix(below)
    return name.split("/", 1)[1] if "/" in name else name
