from __future__ import annotations

import io
import json
import os
import pickle
import tarfile
import zipfile
from pathlib import Path

import pytest

from errdex.errors import SourceError
from errdex.source.archive import ArchiveSnapshot, is_archive
from errdex.source.blobs import FILE, blob_id, tree_id

PKG_INFO = (
    "Metadata-Version: 2.1\nName: my_pkg\nVersion: 1.2\n"
    "Project-URL: Source, https://github.com/o/n\n"
)


def python(path: str) -> bool:
    return path.endswith(".py")


def tar(path: Path, files: dict[str, str | tarfile.TarInfo], mode: str = "w:gz") -> Path:
    with tarfile.open(path, mode) as archive:  # type: ignore[call-overload]
        for name, content in files.items():
            if isinstance(content, tarfile.TarInfo):
                archive.addfile(content)
                continue
            info = tarfile.TarInfo(name)
            info.size = len(content.encode())
            archive.addfile(info, io.BytesIO(content.encode()))
    return path


def paths(snapshot: ArchiveSnapshot) -> list[str]:
    return [file.path for file in snapshot.files(python)]


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:bz2", "w:xz"])
def test_a_source_distribution_is_its_package(tmp_path: Path, mode: str) -> None:
    suffix = ".tar" + {"w": ""}.get(mode, "." + mode[2:])
    files: dict[str, str | tarfile.TarInfo] = {
        "my_pkg-1.2/PKG-INFO": PKG_INFO,
        "my_pkg-1.2/src/my_pkg/b.py": "b = 1\n",
        "my_pkg-1.2/src/my_pkg/a.py": "a = 1\n",
    }
    path = tar(tmp_path / f"my_pkg-1.2{suffix}", files, mode)
    snapshot = ArchiveSnapshot(path)
    found = list(snapshot.files(python))
    assert [file.path for file in found] == ["src/my_pkg/a.py", "src/my_pkg/b.py"]
    assert found[0].blob == blob_id(b"a = 1\n")
    assert snapshot.read(found[0]) == b"a = 1\n"
    origin = snapshot.origin
    assert (origin.repo, origin.version) == ("o/n", "1.2")
    assert origin.package == "pkg:pypi/my-pkg@1.2"
    assert origin.sha == tree_id((f.path, FILE, f.blob) for f in found)
    assert origin.link("src/my_pkg/a.py", 1, 9) == "pkg:pypi/my-pkg@1.2#src/my_pkg/a.py"
    assert not snapshot.packaged


def test_a_wheel_keeps_its_top_folders(tmp_path: Path) -> None:
    path = tmp_path / "my_pkg-1.2-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("my_pkg/a.py", "a = 1\n")
        archive.writestr("my_pkg-1.2.dist-info/METADATA", PKG_INFO)
    snapshot = ArchiveSnapshot(path)
    assert paths(snapshot) == ["my_pkg/a.py"]
    assert snapshot.origin.package == "pkg:pypi/my-pkg@1.2"
    assert snapshot.packaged


def test_an_npm_tarball_and_a_crate_are_packages(tmp_path: Path) -> None:
    manifest = json.dumps({"name": "@s/x", "version": "3.0.0"})
    files = {"package/package.json": manifest, "package/dist/a.py": "x"}
    npm = ArchiveSnapshot(tar(tmp_path / "s-x-3.0.0.tgz", files))  # type: ignore[arg-type]
    assert paths(npm) == ["dist/a.py"]
    assert (npm.origin.repo, npm.origin.package) == ("npm/@s/x", "pkg:npm/%40s/x@3.0.0")
    assert npm.packaged
    cargo = "[package]\nname='c'\nversion='1.0.0'\nrepository='https://github.com/o/c'\n"
    info = json.dumps({"git": {"sha1": "b" * 40}, "path_in_vcs": "crates/c"})
    crate_files = {
        "c-1.0.0/Cargo.toml": cargo,
        "c-1.0.0/.cargo_vcs_info.json": info,
        "c-1.0.0/a.py": "x",
    }
    crate = ArchiveSnapshot(tar(tmp_path / "c-1.0.0.crate", crate_files))  # type: ignore[arg-type]
    assert paths(crate) == ["a.py"]
    assert crate.origin.sha == "b" * 40
    assert crate.origin.link("a.py", 1, 2) == (
        f"https://github.com/o/c/blob/{'b' * 40}/crates/c/a.py#L1-L2"
    )


@pytest.mark.parametrize("suffix", ["tar.gz", "zip"])
def test_git_archive_tells_the_commit(repo: Path, tmp_path: Path, git, suffix: str) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / f"tool.{suffix}"
    git(repo, "archive", "--prefix=tool-1/", "-o", str(path), "HEAD")
    snapshot = ArchiveSnapshot(path, repo="acme/tool")
    found = list(snapshot.files(python))
    assert [f.path for f in found] == ["src/a.py", "src/run.py", "top.py"]
    assert snapshot.origin.sha == git(repo, "rev-parse", "HEAD")
    assert f"/acme/tool/blob/{snapshot.origin.sha}/" in snapshot.origin.permalink


def test_a_plain_zip_without_a_top_folder_is_a_local_tree(tmp_path: Path) -> None:
    path = tmp_path / "things.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.py", "a")
        archive.writestr("b/c.py", "c")
    snapshot = ArchiveSnapshot(path)
    assert paths(snapshot) == ["a.py", "b/c.py"]
    assert snapshot.origin.repo == "local/things"


def test_path_tricks_links_and_devices_are_counted(tmp_path: Path) -> None:
    def special(name: str, kind: bytes) -> tarfile.TarInfo:
        info = tarfile.TarInfo(name)
        info.type, info.linkname = kind, "/etc/passwd"
        return info

    files: dict[str, str | tarfile.TarInfo] = {
        "./top/a.py": "a",
        "../evil.py": "x",
        "/etc/evil.py": "x",
        "top/../../evil.py": "x",
        "C:\\evil.py": "x",
        "top/link.py": special("top/link.py", tarfile.SYMTYPE),
        "top/hard.py": special("top/hard.py", tarfile.LNKTYPE),
        "top/pipe.py": special("top/pipe.py", tarfile.FIFOTYPE),
        "top/disk.py": special("top/disk.py", tarfile.BLKTYPE),
    }
    snapshot = ArchiveSnapshot(tar(tmp_path / "x.tar.gz", files))
    assert paths(snapshot) == ["a.py"]
    assert snapshot.skips.counts == {
        "path out of the archive": 4,
        "symlink": 2,
        "special file": 2,
    }
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.tar.gz"]


def test_zip_links_and_tricks_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("../evil.py", "x")
        link = zipfile.ZipInfo("link.py")
        link.create_system, link.external_attr = 3, 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
        archive.writestr("a.py", "a")
        archive.writestr("win\\b.py", "b")
    snapshot = ArchiveSnapshot(path)
    assert paths(snapshot) == ["a.py", "win/b.py"]
    assert snapshot.skips.counts == {"path out of the archive": 1, "symlink": 1}


def test_bombs_are_bounded(tmp_path: Path) -> None:
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.py", b"#" * 20_000_000)
        for number in range(8):
            archive.writestr(f"b{number}.py", b"#" * 1_000_000)
    snapshot = ArchiveSnapshot(path, max_total=3_500_000)
    assert paths(snapshot) == ["b0.py", "b1.py", "b2.py"]
    assert snapshot.skips.counts == {"too large": 1, "archive too large": 1}
    stream = tmp_path / "bomb.tar.gz"
    with tarfile.open(stream, "w:gz") as tarball:
        for name, size in (("a.py", 1000), ("zero.py", 50_000_000), ("b.py", 1000)):
            info = tarfile.TarInfo(name)
            info.size = size
            tarball.addfile(info, io.BytesIO(b"\0" * size))
    snapshot = ArchiveSnapshot(stream, max_total=10_000_000)
    assert paths(snapshot) == ["a.py"]
    assert snapshot.skips.counts == {"too large": 1, "archive too large": 1}


def test_names_that_are_not_utf8_are_counted(tmp_path: Path) -> None:
    files: dict[str, str | tarfile.TarInfo] = {"a.py": "a", os.fsdecode(b"b\xff.py"): "b"}
    snapshot = ArchiveSnapshot(tar(tmp_path / "x.tar.gz", files))
    assert paths(snapshot) == ["a.py"]
    assert snapshot.skips.counts == {"name not UTF-8": 1}


def test_the_last_of_two_members_with_one_name_counts(tmp_path: Path) -> None:
    path = tmp_path / "x.tar"
    with tarfile.open(path, "w") as archive:
        for text in (b"old", b"new"):
            info = tarfile.TarInfo("a.py")
            info.size = len(text)
            archive.addfile(info, io.BytesIO(text))
    snapshot = ArchiveSnapshot(path)
    (file,) = snapshot.files(python)
    assert snapshot.read(file) == b"new"


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("x.tar.gz", b"\x1f\x8b not gzip"),
        ("x.zip", b"PK\3\4 broken"),
        ("x.tar", b"nothing of the kind" * 100),
        ("x.tgz", b""),
        ("x.tar.xz", b"\xfd7zXZ\0 broken"),
    ],
)
def test_a_broken_archive_says_so(tmp_path: Path, name: str, data: bytes) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(SourceError, match="cannot read"):
        list(ArchiveSnapshot(tmp_path / name).files(python))


def test_a_cut_archive_says_so(tmp_path: Path) -> None:
    data = {f"d/{n}.py": os.urandom(2000).hex() for n in range(20)}
    path = tar(tmp_path / "x.tar.gz", data)  # type: ignore[arg-type]
    path.write_bytes(path.read_bytes()[:20_000])
    with pytest.raises(SourceError, match="cannot read"):
        ArchiveSnapshot(path)


def test_a_pickled_copy_reads_the_archive_again(tmp_path: Path) -> None:
    path = tar(tmp_path / "x.tar.gz", {"d/a.py": "a", "d/b.py": "b"})
    snapshot = ArchiveSnapshot(path)
    files = list(snapshot.files(python))
    copy = pickle.loads(pickle.dumps(snapshot))
    snapshot.__exit__()
    assert [copy.read(file) for file in files] == [b"a", b"b"]
    assert [snapshot.read(file) for file in files] == [b"a", b"b"]


def test_archives_are_told_by_their_names() -> None:
    assert all(map(is_archive, map(Path, ["a.tgz", "a.WHL", "a.tar.zst", "a-1.0.crate"])))
    assert not is_archive(Path("a.py"))
