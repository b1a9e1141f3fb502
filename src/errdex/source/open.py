"""Opens whatever the user names: a directory, a repository, an archive, a package."""

from __future__ import annotations

import re
from pathlib import Path

from errdex.errors import SourceError
from errdex.source.archive import ArchiveSnapshot, is_archive
from errdex.source.clone import git_url, open_remote
from errdex.source.git import GitSnapshot
from errdex.source.interface import Snapshot
from errdex.source.origins import checked_repo
from errdex.source.package import open_package
from errdex.source.settings import GITHUB, MAX_FILE
from errdex.source.walk import DirectorySnapshot

_OWNER_NAME = re.compile(r"^[A-Za-z0-9][\w-]*/[\w.-]+$")


def open_source(
    spec: str, *, repo: str | None = None, rev: str | None = None, max_size: int = MAX_FILE
) -> Snapshot:
    """The snapshot that a source argument means.

    What exists on disk comes before what a name may mean elsewhere: ``owner/name`` that is a
    directory here is that directory. Without ``rev`` a work tree is read as it lies on disk.

    Args:
        spec: a directory, git repository (bare too), archive, ``pkg:`` URL, git URL or
            ``OWNER/NAME``.
        repo: the repository's name, where it cannot or should not be found out.
        rev: a branch, tag or commit.
        max_size: files over this many bytes are skipped.
    """
    repo = checked_repo(repo)
    if spec.startswith("pkg:"):
        _no_revision(rev, spec, "put the version into the package URL")
        return open_package(spec, repo=repo, max_size=max_size)
    path = Path(spec).expanduser()
    if _exists(path):
        return _open_path(path, repo, rev, max_size)
    url = git_url(spec)
    if url is not None:
        return open_remote(url, rev or "", repo=repo, max_size=max_size)
    if _OWNER_NAME.match(spec) and not spec.startswith("."):
        name = spec.removesuffix(".git")
        url = GITHUB.replace("{repo}", name)
        return open_remote(url, rev or "", repo=repo or name, max_size=max_size)
    raise SourceError(
        f"no such directory, repository or archive: {spec}",
        "give an existing path, a git URL, OWNER/NAME or pkg:pypi/NAME@VERSION",
    )


def _open_path(path: Path, repo: str | None, rev: str | None, max_size: int) -> Snapshot:
    if path.is_dir():
        if _is_git_folder(path):
            return GitSnapshot(path, rev or "", repo=repo, max_size=max_size)
        if rev:
            return GitSnapshot(_work_tree(path, rev), rev, repo=repo, max_size=max_size)
        return DirectorySnapshot(path, repo=repo, max_size=max_size)
    if not path.is_file():
        raise SourceError(f"{path} is neither a directory nor a file", "give a directory")
    _no_revision(rev, str(path), "an archive has only one revision")
    if is_archive(path):
        return ArchiveSnapshot(path, repo=repo, max_size=max_size)
    raise SourceError(
        f"{path} is a single file and no archive", f"scan its folder: {path.resolve().parent}"
    )


def _work_tree(path: Path, rev: str) -> Path:
    if (path / ".git").exists():
        return path
    raise SourceError(
        f"{path} is no git repository, so that it has no revision '{rev}'",
        "leave --rev out, or name the top folder of the repository",
    )


def _is_git_folder(path: Path) -> bool:
    return (
        (path / "HEAD").is_file() and (path / "objects").is_dir() and not (path / ".git").exists()
    )


def _no_revision(rev: str | None, spec: str, hint: str) -> None:
    if rev:
        raise SourceError(f"--rev does not go with {spec}", hint)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False
