from __future__ import annotations

from pathlib import Path

from errdex.source.blobs import EXECUTABLE, FILE, blob_id, is_lfs_pointer, tree_id


def test_ids_are_those_of_git(repo: Path, git) -> None:  # type: ignore[no-untyped-def]
    listed = git(repo, "ls-files", "-s").splitlines()
    files = []
    for line in listed:
        meta, path = line.split("\t")
        mode, blob, _ = meta.split()
        assert blob_id((repo / path).read_bytes()) == blob
        files.append((path, int(mode, 8), blob))
    assert tree_id(files) == git(repo, "write-tree")
    assert tree_id(reversed(files)) == tree_id(files)


def test_folders_sort_as_git_sorts_them(tmp_path: Path, git) -> None:  # type: ignore[no-untyped-def]
    git(tmp_path, "init", "-q")
    for name in ("a.b", "a/x", "a-b", "a0", "b/c/d/e", "é/ü"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    git(tmp_path, "add", "-A")
    names = git(tmp_path, "-c", "core.quotepath=off", "ls-files").splitlines()
    blobs = [(name, FILE, blob_id(name.encode())) for name in names]
    assert tree_id(blobs) == git(tmp_path, "write-tree")


def test_no_files_are_the_empty_tree() -> None:
    assert tree_id([]) == "4b825dc642cb6eb9a060e54bf8d69288fbee4904"


def test_thousands_of_nested_folders_do_not_overflow() -> None:
    assert len(tree_id([("d/" * 5000 + "f", EXECUTABLE, blob_id(b""))])) == 40


def test_lfs_pointers_are_told_by_their_first_line() -> None:
    assert is_lfs_pointer(b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n")
    assert not is_lfs_pointer(b"version 1")
