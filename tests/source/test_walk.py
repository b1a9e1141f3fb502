from __future__ import annotations

import os
import pickle
from pathlib import Path

import pytest

from errdex.errors import SourceError
from errdex.source.walk import DirectorySnapshot


def python(path: str) -> bool:
    return path.endswith(".py")


def paths(snapshot: DirectorySnapshot, wanted=python) -> list[str]:  # type: ignore[no-untyped-def]
    return [file.path for file in snapshot.files(wanted)]


def write(root: Path, *names: str, text: str = "x = 1\n") -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)


def test_a_clean_work_tree_is_its_commit(repo: Path, git) -> None:  # type: ignore[no-untyped-def]
    snapshot = DirectorySnapshot(repo)
    files = list(snapshot.files(python))
    head = git(repo, "rev-parse", "HEAD")
    assert [file.path for file in files] == ["src/a.py", "src/run.py", "top.py"]
    assert [file.blob for file in files] == [
        git(repo, "rev-parse", f"HEAD:{file.path}") for file in files
    ]
    origin = snapshot.origin
    assert (origin.repo, origin.sha, origin.version) == ("acme/tool", head, "")
    assert origin.link("src/a.py", 1, 2) == (
        f"https://github.com/acme/tool/blob/{head}/src/a.py#L1-L2"
    )
    assert "token" not in repr(origin)


def test_a_changed_file_makes_it_a_tree(repo: Path, git) -> None:  # type: ignore[no-untyped-def]
    (repo / "src" / "a.py").write_text("changed = True\n")
    write(repo, "new.py")
    snapshot = DirectorySnapshot(repo)
    files = list(snapshot.files(lambda path: True))
    git(repo, "add", "-A")
    assert snapshot.origin.sha == git(repo, "write-tree")
    assert snapshot.origin.sha in snapshot.origin.permalink
    assert snapshot.read(files[1]) == b"x = 1\n" or files[1].path != "new.py"


@pytest.mark.parametrize("change", ["unwanted", "staged", "deleted", "mode"])
def test_what_counts_as_a_local_change(repo: Path, git, change: str) -> None:  # type: ignore[no-untyped-def]
    head = git(repo, "rev-parse", "HEAD")
    if change == "unwanted":
        (repo / "README.md").write_text("other\n")
    elif change == "staged":
        write(repo, "new.py")
        git(repo, "add", "new.py")
    elif change == "deleted":
        (repo / "top.py").unlink()
    else:
        (repo / "top.py").chmod(0o755)
    snapshot = DirectorySnapshot(repo)
    list(snapshot.files(python))
    assert (snapshot.origin.sha == head) == (change == "unwanted")


def test_an_edit_that_keeps_size_and_time_is_seen(repo: Path) -> None:
    path = repo / "top.py"
    before = path.stat()
    path.write_text("x = 2\n")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    snapshot = DirectorySnapshot(repo)
    file = next(f for f in snapshot.files(python) if f.path == "top.py")
    assert snapshot.read(file) == b"x = 2\n"


def test_a_folder_of_a_work_tree_links_into_the_whole(repo: Path, git) -> None:  # type: ignore[no-untyped-def]
    snapshot = DirectorySnapshot(repo / "src")
    assert paths(snapshot) == ["a.py", "run.py"]
    head = git(repo, "rev-parse", "HEAD")
    assert snapshot.origin.link("a.py", 1, 1) == (
        f"https://github.com/acme/tool/blob/{head}/src/a.py#L1-L1"
    )


def test_ignored_files_are_left_out_and_tracked_ones_are_not(repo: Path, git) -> None:  # type: ignore[no-untyped-def]
    write(repo, "out/a.py", "out/kept.py", "log/a.py", "src/skip_me.py", "src/deep/skip_me.py")
    write(repo, ".gitignore", text="out/\n/log\n")
    write(repo, "src/.gitignore", text="skip_*.py\n!/deep/skip_me.py\n")
    (repo / ".git" / "info" / "exclude").write_text("secret.py\n")
    write(repo, "secret.py")
    git(repo, "add", "-f", "out/kept.py")
    snapshot = DirectorySnapshot(repo)
    listed = paths(snapshot)
    assert listed == ["out/kept.py", "src/a.py", "src/deep/skip_me.py", "src/run.py", "top.py"]
    assert snapshot.skips.counts["ignored"] == 4
    expected = git(repo, "ls-files", "-co", "--exclude-standard", "*.py").splitlines()
    assert sorted(expected) == listed


def test_rules_above_a_scanned_folder_hold(repo: Path) -> None:
    write(repo, "src/gen/x.py", "src/tmp.py", "src/gen.py")
    write(repo, ".gitignore", text="tmp.py\nsrc/gen/\nother/a.py\n")
    assert paths(DirectorySnapshot(repo / "src")) == ["a.py", "gen.py", "run.py"]


def test_a_folder_without_git_is_the_tree_git_would_write(tmp_path: Path, git) -> None:  # type: ignore[no-untyped-def]
    root = tmp_path / "plain"
    write(root, "a/b.py", "c.py", "Makefile")
    (root / "c.py").chmod(0o755)
    snapshot = DirectorySnapshot(root)
    assert snapshot.origin.sha == ""
    list(snapshot.files(lambda path: True))
    origin = snapshot.origin
    assert origin.repo == "local/plain"
    assert origin.link("c.py", 1, 2) == f"pkg:generic/plain@{origin.sha}#c.py"
    git(root, "init", "-q")
    git(root, "add", "-A")
    assert origin.sha == git(root, "write-tree")


def test_the_given_name_and_the_manifest_name_the_repository(tmp_path: Path) -> None:
    write(tmp_path, "a.py")
    given = DirectorySnapshot(tmp_path, repo="o/n")
    list(given.files(python))
    assert given.origin.link("a.py", 1, 3) == (
        f"https://github.com/o/n/blob/{given.origin.sha}/a.py#L1-L3"
    )
    write(tmp_path, "package.json", text='{"name": "x", "repository": "gitlab:g/n"}')
    told = DirectorySnapshot(tmp_path)
    assert told.origin.repo == "g/n"
    with pytest.raises(SourceError, match="OWNER/NAME"):
        DirectorySnapshot(tmp_path, repo="nonsense")


def test_nothing_is_followed_out_of_the_root(tmp_path: Path) -> None:
    write(tmp_path, "outside/secret.py", "root/a.py")
    root = tmp_path / "root"
    (root / "loop").symlink_to(root)
    (root / "escape").symlink_to(tmp_path / "outside")
    (root / "file.py").symlink_to(tmp_path / "outside" / "secret.py")
    (root / "broken.py").symlink_to("nowhere")
    (root / "device.py").symlink_to("/dev/zero")
    os.mkfifo(root / "pipe.py")
    snapshot = DirectorySnapshot(root)
    assert paths(snapshot) == ["a.py"]
    assert snapshot.skips.counts == {"symlink": 5, "special file": 1}


def test_a_file_replaced_by_a_pipe_or_link_is_refused(tmp_path: Path) -> None:
    write(tmp_path, "a.py", "b.py")
    snapshot = DirectorySnapshot(tmp_path)
    first, second = snapshot.files(python)
    (tmp_path / "a.py").unlink()
    os.mkfifo(tmp_path / "a.py")
    (tmp_path / "b.py").unlink()
    (tmp_path / "b.py").symlink_to("/etc/passwd")
    for file in (first, second):
        with pytest.raises(SourceError, match="scan again"):
            snapshot.read(file)


def test_huge_files_are_skipped_unread(tmp_path: Path) -> None:
    write(tmp_path, "a.py")
    with (tmp_path / "huge.py").open("wb") as stream:
        stream.truncate(1 << 32)
    snapshot = DirectorySnapshot(tmp_path)
    assert paths(snapshot) == ["a.py"]
    assert snapshot.skips.names == {"too large": ["huge.py"]}
    assert paths(DirectorySnapshot(tmp_path, max_size=3)) == []


def test_strange_names_are_read_or_counted(tmp_path: Path) -> None:
    write(tmp_path, "A.py", "a.py", "ü {start} #.py", "new\nline.py")
    with open(os.fsencode(tmp_path) + b"/bad\xff.py", "wb") as stream:
        stream.write(b"x")
    snapshot = DirectorySnapshot(tmp_path)
    assert paths(snapshot) == ["A.py", "a.py", "new\nline.py", "ü {start} #.py"]
    assert snapshot.skips.counts == {"name not UTF-8": 1}
    assert snapshot.origin.link("ü {start} #.py", 1, 2).endswith("%C3%BC%20%7Bstart%7D%20%23.py")


def test_two_thousand_folders_deep_ends_and_is_counted(tmp_path: Path) -> None:
    write(tmp_path, "a.py")
    here = os.open(tmp_path, os.O_RDONLY)
    back = os.open(".", os.O_RDONLY)
    try:
        os.fchdir(here)
        for _ in range(2500):
            os.mkdir("d")
            os.chdir("d")
        with open("deep.py", "w") as stream:
            stream.write("x")
    finally:
        os.fchdir(back)
        os.close(here)
        os.close(back)
    snapshot = DirectorySnapshot(tmp_path)
    assert paths(snapshot) == ["a.py"]
    assert snapshot.skips.counts == {"path too long": 1}
    os.system(f"rm -rf {tmp_path / 'd'}")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_unreadable_files_are_counted(tmp_path: Path) -> None:
    write(tmp_path, "a.py", "b.py")
    (tmp_path / "b.py").chmod(0)
    snapshot = DirectorySnapshot(tmp_path)
    assert paths(snapshot) == ["a.py"]
    assert snapshot.skips.counts == {"unreadable": 1}


def test_caches_and_builds_are_left_out(tmp_path: Path) -> None:
    write(tmp_path, "a.py", "__pycache__/b.py", "node_modules/x/y.py", ".venv/lib/z.py")
    write(tmp_path, "env/pyvenv.cfg", "env/lib/x.py", "rust/Cargo.toml", "rust/target/debug/x.py")
    write(tmp_path, "compiler/target/spec.py", ".cache/CACHEDIR.TAG", ".cache/x.py")
    write(tmp_path, ".github/x.py")
    snapshot = DirectorySnapshot(tmp_path)
    assert paths(snapshot) == [".github/x.py", "a.py", "compiler/target/spec.py"]
    assert snapshot.skips.counts == {"cache folder": 5}


def test_submodules_and_repositories_inside_are_other_code(repo: Path, git, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    other = tmp_path / "other"
    write(other, "b.py")
    git(other, "init", "-q")
    git(other, "add", "-A")
    git(other, "commit", "-q", "-m", "x")
    git(repo, "submodule", "--quiet", "add", str(other), "sub")
    git(repo, "commit", "-q", "-am", "sub")
    git(repo, "clone", "-q", str(other), "nested")
    snapshot = DirectorySnapshot(repo)
    assert paths(snapshot) == ["src/a.py", "src/run.py", "top.py"]
    assert snapshot.skips.counts == {"submodule": 1, "nested repository": 1}
    assert snapshot.origin.sha == git(repo, "rev-parse", "HEAD")


def test_lfs_pointers_are_counted(tmp_path: Path) -> None:
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n"
    write(tmp_path, "model.py", text=pointer)
    snapshot = DirectorySnapshot(tmp_path)
    assert paths(snapshot) == []
    assert snapshot.skips.counts == {"lfs pointer": 1}


def test_attributes_that_change_bytes_make_every_file_be_hashed(repo: Path, git) -> None:  # type: ignore[no-untyped-def]
    write(repo, ".gitattributes", text="*.py text eol=crlf\n")
    git(repo, "add", "-A")
    git(repo, "commit", "-q", "-m", "crlf")
    (repo / "top.py").unlink()
    git(repo, "checkout", "--", "top.py")
    snapshot = DirectorySnapshot(repo)
    file = next(f for f in snapshot.files(python) if f.path == "top.py")
    assert snapshot.read(file) == b"x = 1\r\n"


def test_an_ignored_folder_in_a_work_tree_is_a_folder_of_its_own(repo: Path) -> None:
    write(repo, ".gitignore", text="libs/\n")
    write(repo, "libs/pkg/a.py")
    snapshot = DirectorySnapshot(repo / "libs" / "pkg")
    assert paths(snapshot) == ["a.py"]
    assert snapshot.origin.repo == "local/pkg"


def test_a_broken_repository_is_still_a_directory(tmp_path: Path, git) -> None:  # type: ignore[no-untyped-def]
    write(tmp_path, "a.py")
    git(tmp_path, "init", "-q")
    assert paths(DirectorySnapshot(tmp_path)) == ["a.py"]
    (tmp_path / ".git" / "HEAD").write_text("garbage")
    assert paths(DirectorySnapshot(tmp_path)) == ["a.py"]
    (tmp_path / ".git" / "index").write_bytes(b"DIRC garbage")
    assert paths(DirectorySnapshot(tmp_path)) == ["a.py"]


def test_a_pickled_copy_reads_the_same_files(repo: Path) -> None:
    snapshot = DirectorySnapshot(repo)
    files = list(snapshot.files(python))
    copy = pickle.loads(pickle.dumps(snapshot))
    assert copy.origin == snapshot.origin
    assert [copy.read(file) for file in files] == [snapshot.read(file) for file in files]
    assert list(copy.files(python)) == files
    assert copy.origin == snapshot.origin


def test_a_missing_directory_says_so(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no directory"):
        DirectorySnapshot(tmp_path / "nope")
