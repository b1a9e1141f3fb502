"""Git's names for contents: blob ids of files and tree ids of folders, without a repository."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

FILE, EXECUTABLE = 0o100644, 0o100755
_LFS = b"version https://git-lfs.github.com/spec/"


def blob_id(data: bytes) -> str:
    """The id git gives to a file with these bytes."""
    digest = hashlib.sha1(b"blob %d\0" % len(data), usedforsecurity=False)
    digest.update(data)
    return digest.hexdigest()


def is_lfs_pointer(data: bytes) -> bool:
    """Whether the bytes only point to a file kept in Git LFS."""
    return len(data) < 1024 and data.startswith(_LFS)


def tree_id(files: Iterable[tuple[str, int, str]]) -> str:
    """The id that ``git write-tree`` gives for these (path, mode, blob) files.

    Folders are finished deepest first instead of by recursion, since a hostile tree may be
    thousands of folders deep.
    """
    folders: dict[str, list[tuple[bytes, int, str]]] = {"": []}
    for path, mode, blob in files:
        folder, _, name = path.rpartition("/")
        encoded = name.encode("utf-8", "surrogateescape")
        if folder not in folders:
            _add_folder(folders, folder)
        folders[folder].append((encoded, mode, blob))
    tree = ""
    for folder in sorted(folders, key=lambda name: -_depth(name)):
        tree = _hash_tree(folders[folder])
        if folder:
            parent, _, name = folder.rpartition("/")
            folders[parent].append((name.encode("utf-8", "surrogateescape"), 0o40000, tree))
    return tree


def _add_folder(folders: dict[str, list[tuple[bytes, int, str]]], folder: str) -> None:
    while folder and folder not in folders:
        folders[folder] = []
        folder = folder.rpartition("/")[0]


def _depth(folder: str) -> int:
    return folder.count("/") + 1 if folder else 0


def _hash_tree(entries: list[tuple[bytes, int, str]]) -> str:
    entries.sort(key=lambda entry: entry[0] + b"/" if entry[1] == 0o40000 else entry[0])
    body = b"".join(
        b"%o %s\0%s" % (mode, name, bytes.fromhex(identity)) for name, mode, identity in entries
    )
    return hashlib.sha1(b"tree %d\0%s" % (len(body), body), usedforsecurity=False).hexdigest()
