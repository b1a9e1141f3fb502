from __future__ import annotations

from pathlib import Path

import pytest

from errdex.errors import SourceError
from errdex.source import open as opening
from errdex.source.archive import ArchiveSnapshot
from errdex.source.git import GitSnapshot
from errdex.source.open import open_source
from errdex.source.walk import DirectorySnapshot


def test_directories_and_repositories(repo: Path, tmp_path: Path, git) -> None:  # type: ignore[no-untyped-def]
    git(tmp_path, "clone", "-q", "--bare", str(repo), "bare")
    assert isinstance(open_source(str(repo)), DirectorySnapshot)
    assert isinstance(open_source(str(repo), rev="main"), GitSnapshot)
    assert isinstance(open_source(str(repo / ".git")), GitSnapshot)
    assert isinstance(open_source(str(tmp_path / "bare")), GitSnapshot)
    named = open_source(str(tmp_path / "bare"), repo="o/n")
    assert named.origin.repo == "o/n"
    assert named.origin.permalink.startswith("https://github.com/o/n/blob/")


def test_archives_by_path(repo: Path, tmp_path: Path, git) -> None:  # type: ignore[no-untyped-def]
    git(repo, "archive", "-o", str(tmp_path / "x.zip"), "HEAD")
    assert isinstance(open_source(str(tmp_path / "x.zip")), ArchiveSnapshot)


def test_git_urls(repo: Path) -> None:
    snapshot = open_source(f"file://{repo}", repo="o/n")
    assert isinstance(snapshot, GitSnapshot)
    assert snapshot.origin.repo == "o/n"


def test_owner_and_name_are_a_clone_unless_such_a_directory_is_here(
    repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "GITHUB", f"file://{repo.parent}/{{repo}}")
    (repo.parent / "o").mkdir()
    (repo.parent / "o" / "n").symlink_to(repo)
    monkeypatch.chdir(repo)
    cloned = open_source("o/n")
    assert isinstance(cloned, GitSnapshot)
    assert cloned.origin.repo == "o/n"
    (repo / "o" / "n").mkdir(parents=True)
    assert isinstance(open_source("o/n"), DirectorySnapshot)


@pytest.mark.parametrize(
    ("spec", "rev", "hint"),
    [
        ("/nowhere/at/all", None, "existing path"),
        ("./o/n", None, "existing path"),
        ("nothing", None, "existing path"),
        ("a" * 5000, None, "existing path"),
        ("nul\0byte", None, "existing path"),
        ("/dev/null", None, "give a directory"),
        ("pkg:pypi/x@1", "v1", "version into the package URL"),
        (__file__, None, "scan its folder"),
        (str(Path(__file__).parent.parent), "v1", "leave --rev out"),
    ],
)
def test_what_cannot_be_opened_says_what_to_do(spec: str, rev: str | None, hint: str) -> None:
    with pytest.raises(SourceError) as caught:
        open_source(spec, rev=rev)
    assert hint in caught.value.hint


def test_a_name_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="OWNER/NAME"):
        open_source(str(tmp_path), repo="not a repo")
