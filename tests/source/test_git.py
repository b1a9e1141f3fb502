from __future__ import annotations

import os
import pickle
from pathlib import Path

import pytest

from errdex.errors import SourceError
from errdex.source.clone import git_url, ls_remote, open_remote
from errdex.source.git import GitSnapshot


def every(path: str) -> bool:
    return True


def paths(snapshot: GitSnapshot, wanted=every) -> list[str]:  # type: ignore[no-untyped-def]
    return [file.path for file in snapshot.files(wanted)]


@pytest.fixture
def bare(repo: Path, tmp_path: Path, git) -> Path:  # type: ignore[no-untyped-def]
    git(repo, "tag", "-a", "v1", "-m", "first")
    (repo / "src" / "a.py").write_text("raise ValueError('b')\n")
    git(repo, "commit", "-q", "-am", "two")
    git(tmp_path, "clone", "-q", "--bare", str(repo), "bare.git")
    git(tmp_path / "bare.git", "remote", "set-url", "origin", "git@gitlab.com:g/s/tool.git")
    return tmp_path / "bare.git"


def test_head_and_tags_are_read_without_a_checkout(bare: Path, git) -> None:  # type: ignore[no-untyped-def]
    tip, tagged = GitSnapshot(bare), GitSnapshot(bare, "v1")
    assert paths(tip) == paths(tagged) == ["README.md", "src/a.py", "src/run.py", "top.py"]
    assert tip.origin.sha == git(bare, "rev-parse", "HEAD")
    assert tagged.origin.sha == git(bare, "rev-parse", "v1^{commit}")
    assert (tip.origin.version, tagged.origin.version) == ("", "v1")
    assert tip.origin.repo == "g/s/tool"
    assert tip.origin.link("top.py", 1, 2) == (
        f"https://gitlab.com/g/s/tool/-/blob/{tip.origin.sha}/top.py#L1-2"
    )
    file = next(f for f in tagged.files(every) if f.path == "src/a.py")
    assert tagged.read(file) == b"raise ValueError('a')\n"
    assert file.size == len(tagged.read(file))


def test_work_trees_are_read_at_their_commit(repo: Path) -> None:
    (repo / "top.py").write_text("changed")
    for place in (repo, repo / ".git"):
        with GitSnapshot(place) as snapshot:
            file = next(f for f in snapshot.files(every) if f.path == "top.py")
            assert snapshot.read(file) == b"x = 1\n"
            assert snapshot.origin.repo == "acme/tool"


def test_a_short_sha_and_a_branch_are_revisions(repo: Path, git) -> None:  # type: ignore[no-untyped-def]
    head = git(repo, "rev-parse", "HEAD")
    assert GitSnapshot(repo, head[:10]).origin.sha == head
    assert GitSnapshot(repo, "main").origin.sha == head


@pytest.mark.parametrize("rev", ["nope", "--help", "HEAD:src", "HEAD^{tree}", "a b"])
def test_an_unknown_revision_says_so(repo: Path, rev: str) -> None:
    with pytest.raises(SourceError, match="no revision"):
        GitSnapshot(repo, rev)


def test_a_repository_without_commits_says_so(tmp_path: Path, git) -> None:  # type: ignore[no-untyped-def]
    git(tmp_path, "init", "-q")
    with pytest.raises(SourceError, match="no commit"):
        GitSnapshot(tmp_path)
    with pytest.raises(SourceError, match="no git repository"):
        GitSnapshot(tmp_path / "nowhere")


def test_links_submodules_pointers_and_large_files_are_counted(repo: Path, git) -> None:  # type: ignore[no-untyped-def]
    (repo / "link.py").symlink_to("/etc/passwd")
    (repo / "huge.py").write_bytes(b"#" * 5000)
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:" + "0" * 64 + "\nsize 1\n"
    (repo / "model.py").write_text(pointer)
    git(repo, "add", "-A")
    git(repo, "update-index", "--add", "--cacheinfo", "160000," + "1" * 40 + ",sub")
    git(repo, "commit", "-q", "-m", "odd")
    snapshot = GitSnapshot(repo, max_size=4000)
    assert paths(snapshot) == ["README.md", "src/a.py", "src/run.py", "top.py"]
    assert snapshot.skips.counts == {
        "symlink": 1,
        "submodule": 1,
        "lfs pointer": 1,
        "too large": 1,
    }


def test_names_that_are_not_utf8_or_clash_by_case(repo: Path, git) -> None:  # type: ignore[no-untyped-def]
    (repo / "TOP.py").write_text("other\n")
    with open(os.fsencode(repo) + b"/bad\xff.py", "wb") as stream:
        stream.write(b"x")
    git(repo, "add", "-A")
    git(repo, "commit", "-q", "-m", "odd")
    snapshot = GitSnapshot(repo)
    assert paths(snapshot, lambda p: p.endswith(".py")) == [
        "TOP.py",
        "src/a.py",
        "src/run.py",
        "top.py",
    ]
    assert snapshot.skips.counts == {"name not UTF-8": 1}


def test_missing_blobs_and_trees_are_counted(repo: Path, git) -> None:  # type: ignore[no-untyped-def]
    for name in ("HEAD:top.py", "HEAD:src"):
        identity = git(repo, "rev-parse", name)
        (repo / ".git" / "objects" / identity[:2] / identity[2:]).unlink()
    snapshot = GitSnapshot(repo)
    assert paths(snapshot) == ["README.md"]
    assert snapshot.skips.counts == {"missing object": 2}


def test_partial_and_shallow_clones_are_read(repo: Path, tmp_path: Path, git) -> None:  # type: ignore[no-untyped-def]
    git(repo, "config", "uploadpack.allowFilter", "true")
    url = f"file://{repo}"
    git(tmp_path, "clone", "-q", "--bare", "--depth=1", url, "shallow.git")
    assert len(paths(GitSnapshot(tmp_path / "shallow.git"))) == 4
    git(tmp_path, "clone", "-q", "--bare", "--filter=blob:none", url, "partial.git")
    partial = GitSnapshot(tmp_path / "partial.git")
    assert paths(partial) == []
    assert partial.skips.counts == {"missing object": 4}


def test_a_blob_that_vanished_cannot_be_read(repo: Path, git) -> None:  # type: ignore[no-untyped-def]
    snapshot = GitSnapshot(repo)
    file = next(f for f in snapshot.files(every) if f.path == "top.py")
    snapshot.__exit__()
    (repo / ".git" / "objects" / file.blob[:2] / file.blob[2:]).unlink()
    with pytest.raises(SourceError, match=r"top\.py"):
        snapshot.read(file)


def test_a_pickled_copy_opens_the_repository_again(bare: Path) -> None:
    snapshot = GitSnapshot(bare, "v1")
    files = list(snapshot.files(every))
    copy = pickle.loads(pickle.dumps(snapshot))
    assert [copy.read(f) for f in files] == [snapshot.read(f) for f in files]
    assert list(copy.files(every)) == files


@pytest.mark.parametrize(
    ("spec", "url"),
    [
        ("https://github.com/o/n", "https://github.com/o/n"),
        ("git@github.com:o/n.git", "git@github.com:o/n.git"),
        ("github.com:o/n.git", "github.com:o/n.git"),
        ("git+https://x.org/y", "https://x.org/y"),
        ("file:///srv/x.git", "file:///srv/x.git"),
        ("ext::sh -c x", None),
        ("o/n", None),
        ("--upload-pack=x", None),
        ("https://-oProxyCommand=x", None),
        ("./a:b", None),
    ],
)
def test_clone_urls_are_told_from_other_words(spec: str, url: str | None) -> None:
    assert git_url(spec) == url


def test_a_remote_is_fetched_once_and_brought_up_to_date(repo: Path, git) -> None:  # type: ignore[no-untyped-def]
    url = f"file://{repo}"
    git(repo, "tag", "-a", "v1", "-m", "x")
    first = open_remote(url)
    assert first.origin.sha == git(repo, "rev-parse", "HEAD")
    assert first.origin.location == url
    (repo / "more.py").write_text("more\n")
    git(repo, "add", "-A")
    git(repo, "commit", "-q", "-m", "two")
    second = open_remote(url)
    assert second.path == first.path
    assert "more.py" in paths(second) and "more.py" not in paths(open_remote(url, "v1"))
    assert open_remote(url, "v1").origin.version == "v1"
    head = git(repo, "rev-parse", "HEAD")
    for rev in (head, head[:9], "HEAD~1", "main"):
        assert open_remote(url, rev).origin.sha == git(repo, "rev-parse", rev)
    (repo / ".git" / "HEAD").unlink()  # the remote is gone; the commit is there already
    assert open_remote(url, head).origin.sha == head


def test_refs_of_a_remote_come_with_their_commits(repo: Path, git) -> None:  # type: ignore[no-untyped-def]
    git(repo, "tag", "-a", "v1", "-m", "x")
    head = git(repo, "rev-parse", "HEAD")
    refs = ls_remote(f"file://{repo}")
    assert refs == {"HEAD": head, "refs/heads/main": head, "refs/tags/v1": head}


def test_a_remote_that_is_not_there_says_so_without_secrets(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="cannot fetch HEAD") as caught:
        open_remote(f"file://me:secret@{tmp_path}/nope.git")
    assert "secret" not in str(caught.value)
    with pytest.raises(SourceError, match="cannot fetch v9"):
        open_remote(f"file://{tmp_path}/nope.git", "v9")
    with pytest.raises(SourceError, match="is no revision"):
        open_remote(f"file://{tmp_path}/nope.git", "--help")


def test_git_that_is_not_installed_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SourceError, match="git is not installed"):
        open_remote("file:///srv/x.git")
