"""A git repository at any revision, read from its objects without a checkout."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pygit2

from errdex.errors import SourceError
from errdex.model.snapshot import Origin, Skips
from errdex.source.blobs import is_lfs_pointer
from errdex.source.interface import SourceFile
from errdex.source.metadata import project_facts
from errdex.source.origins import checked_repo, tree_origin
from errdex.source.settings import MAX_FILE
from errdex.source.tree import is_utf8
from errdex.source.worktree import open_repository, origin_remote

_FOLDER, _LINK, _SUBMODULE = 0o040000, 0o120000, 0o160000
_LFS_SIZES = range(100, 400)


class GitSnapshot:
    """The files of one commit.

    Args:
        path: the repository: a git folder, bare or not, or a work tree.
        rev: a branch, tag or commit; ``""`` for HEAD.
        repo: the repository's name, where the user gives it.
        location: where it came from, for people; the path unless it was cloned.
        max_size: files over this many bytes are skipped.
    """

    packaged = False

    def __init__(
        self,
        path: Path | str,
        rev: str = "",
        *,
        repo: str | None = None,
        location: str = "",
        max_size: int = MAX_FILE,
        version: str | None = None,
    ) -> None:
        self.path = Path(path).resolve()
        self.max_size = max_size
        self.skips = Skips()
        self._handle: pygit2.Repository | None = None
        commit = self._resolve(rev)
        self._tree = str(commit.peel(pygit2.Tree).id) if commit else ""
        self.origin = self._origin(
            str(commit.id), checked_repo(repo), location, rev if version is None else version
        )

    def files(self, wanted: Callable[[str], bool]) -> Iterator[SourceFile]:
        """The wanted files in path order; sizes come from object headers, nothing is inflated."""
        self.skips = Skips()
        found: list[SourceFile] = []
        self._walk(wanted, found)
        found.sort()
        yield from found

    def read(self, file: SourceFile) -> bytes:
        """The blob's bytes."""
        try:
            return bytes(self._repository.odb.read(pygit2.Oid(hex=file.blob))[1])
        except (KeyError, ValueError, pygit2.GitError) as error:
            raise SourceError(
                f"{file.path} at {self.origin.sha[:12]} cannot be read from {self.path}: {error}",
                "fetch the repository again",
            ) from error

    def __enter__(self) -> GitSnapshot:
        return self

    def __exit__(self, *exc: object) -> None:
        if self._handle is not None:
            self._handle.free()
            self._handle = None

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_handle": None, "skips": Skips()}

    @property
    def _repository(self) -> pygit2.Repository:
        if self._handle is None:
            try:
                self._handle = open_repository(self.path)
            except pygit2.GitError as error:
                raise SourceError(
                    f"{self.path} is no git repository: {error}", "check the path"
                ) from error
        return self._handle

    def _resolve(self, rev: str) -> pygit2.Commit:
        repository = self._repository
        if not rev and repository.head_is_unborn:
            branches = list(repository.branches.local)
            if not branches:
                raise SourceError(f"{self.path} has no commit", "commit something first")
            rev = next((b for b in ("main", "master") if b in branches), branches[0])
        try:
            found = repository.revparse_single(f"{rev or 'HEAD'}")
            return found.peel(pygit2.Commit)
        except (KeyError, ValueError, pygit2.GitError) as error:
            raise SourceError(
                f"no revision '{rev or 'HEAD'}' in {self.path}",
                "name a tag, branch or commit that the repository has",
            ) from error

    def _origin(self, sha: str, repo: str | None, location: str, version: str) -> Origin:
        name = self.path.parent.name if self.path.name == ".git" else self.path.name
        return tree_origin(
            sha,
            repo=repo,
            remote=origin_remote(self._repository),
            facts=project_facts(self._manifest),
            dirname=name.removesuffix(".git") or "repository",
            location=location or str(self.path),
            version=version,
        )

    def _manifest(self, name: str) -> bytes | None:
        try:
            tree = self._repository[self._tree]
            entry = tree[name]  # type: ignore[index]
            return bytes(entry.data) if isinstance(entry, pygit2.Blob) else None
        except (KeyError, ValueError, pygit2.GitError):
            return None

    def _walk(self, wanted: Callable[[str], bool], found: list[SourceFile]) -> None:
        repository, skips = self._repository, self.skips
        header = repository.odb.read_header
        stack = [("", pygit2.Oid(hex=self._tree))]
        while stack:
            prefix, identity = stack.pop()
            try:
                tree = repository[identity]
                entries = list(tree)  # type: ignore[call-overload]
            except (KeyError, ValueError, pygit2.GitError):
                skips.add("missing object", prefix or "/")
                continue
            for entry in entries:
                path = prefix + entry.name
                if not is_utf8(path):
                    skips.add("name not UTF-8", path.encode("utf-8", "replace").decode())
                    continue
                mode = entry.filemode
                if mode == _FOLDER:
                    stack.append((path + "/", entry.id))
                elif mode == _SUBMODULE:
                    skips.add("submodule", path)
                elif mode == _LINK:
                    skips.add("symlink", path)
                elif wanted(path):
                    self._list(path, entry.id, header, found)

    def _list(
        self,
        path: str,
        identity: pygit2.Oid,
        header: Callable[[pygit2.Oid], tuple[int, int]],
        found: list[SourceFile],
    ) -> None:
        try:
            size = header(identity)[1]
            if size in _LFS_SIZES and is_lfs_pointer(self._repository.odb.read(identity)[1]):
                self.skips.add("lfs pointer", path)
                return
        except (KeyError, ValueError, pygit2.GitError):
            self.skips.add("missing object", path)
            return
        if size > self.max_size:
            self.skips.add("too large", path)
            return
        found.append(SourceFile(path, str(identity), size))
