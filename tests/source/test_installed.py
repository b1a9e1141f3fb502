from __future__ import annotations

import json
import os
import pickle
import shutil
from pathlib import Path

import pytest

from errdex.source.installed import installed
from errdex.source.interface import Snapshot
from errdex.source.python_env import python_env


def code(path: str) -> bool:
    return path.endswith((".py", ".js", ".rs"))


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)


def found(project: Path) -> dict[str, Snapshot]:
    return {s.origin.package or s.origin.repo: s for s in installed(project)}


def paths(snapshot: Snapshot) -> list[str]:
    return [file.path for file in snapshot.files(code)]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a virtual environment of a made-up Python."""
    monkeypatch.setenv("CARGO_HOME", str(tmp_path / "cargo"))
    root = tmp_path / "app"
    base = tmp_path / "python"
    write(
        base,
        {
            "bin/python3.11": "",
            "lib/python3.11/os.py": "x",
            "lib/python3.11/json/decoder.py": "x",
            "lib/python3.11/site-packages/other.py": "x",
            "lib/python3.11/__pycache__/os.py": "x",
        },
    )
    site = root / ".venv" / "lib" / "python3.11" / "site-packages"
    write(root, {"app.py": "x", ".venv/pyvenv.cfg": f"home = {base}/bin\nversion = 3.11.9\n"})
    write(
        site,
        {
            "my_pkg/a.py": "a",
            "my_pkg/b.py": "b",
            "single.py": "s",
            "my_pkg-1.2.dist-info/METADATA": "Name: My_Pkg\nVersion: 1.2\n"
            "Project-URL: Source, https://github.com/o/n\n\ntext: x\n",
            "my_pkg-1.2.dist-info/RECORD": "my_pkg/a.py,,\nmy_pkg/gone.py,,\nmy_pkg/b.py,,\n"
            "my_pkg/__pycache__/a.py,,\n../../../bin/tool.py,,\n/etc/x.py,,\nx/../../y.py,,\n",
            "single-0.1.egg-info/PKG-INFO": "Name: single\nVersion: 0.1\n",
            "single-0.1.egg-info/top_level.txt": "single\n",
            "broken-1.dist-info/RECORD": "",
        },
    )
    return root


def test_each_distribution_is_a_snapshot_with_its_own_files(project: Path) -> None:
    snapshots = found(project)
    assert list(snapshots) == [
        "local/app",
        "pkg:pypi/my-pkg@1.2",
        "pkg:pypi/single@0.1",
        "pkg:generic/python@3.11.9",
    ]
    assert paths(snapshots["local/app"]) == ["app.py"]
    package = snapshots["pkg:pypi/my-pkg@1.2"]
    assert (package.origin.repo, package.origin.version) == ("o/n", "1.2")
    assert package.origin.sha == ""
    assert paths(package) == ["my_pkg/a.py", "my_pkg/b.py"]
    assert len(package.origin.sha) == 40
    assert package.skips.counts == {"missing": 1}
    assert package.origin.link("my_pkg/a.py", 1, 1) == "pkg:pypi/my-pkg@1.2#my_pkg/a.py"
    assert paths(snapshots["pkg:pypi/single@0.1"]) == ["single.py"]
    assert snapshots["pkg:pypi/single@0.1"].origin.repo == "pypi/single"
    stdlib = snapshots["pkg:generic/python@3.11.9"]
    assert paths(stdlib) == ["json/decoder.py", "os.py"]
    assert stdlib.origin.repo == "python/cpython"


def test_a_pickled_copy_reads_the_same_files(project: Path) -> None:
    package = found(project)["pkg:pypi/my-pkg@1.2"]
    files = list(package.files(code))
    copy = pickle.loads(pickle.dumps(package))
    assert [copy.read(file) for file in files] == [b"a", b"b"]
    assert list(copy.files(code)) == files


def test_editable_installs_are_followed_unless_they_are_the_project(
    project: Path, tmp_path: Path
) -> None:
    site = project / ".venv/lib/python3.11/site-packages"
    write(tmp_path / "other lib", {"lib.py": "x"})
    for name, target in (("app", project), ("lib", tmp_path / "other lib")):
        told = {"url": target.as_uri(), "dir_info": {"editable": True}}
        write(
            site,
            {
                f"{name}-1.dist-info/METADATA": f"Name: {name}\nVersion: 1\n",
                f"{name}-1.dist-info/direct_url.json": json.dumps(told),
            },
        )
    snapshots = found(project)
    assert [name for name in snapshots if name.startswith("local/")] == [
        "local/app",
        "local/other-lib",
    ]
    assert paths(snapshots["local/other-lib"]) == ["lib.py"]


def test_the_active_environment_wins_and_the_running_one_is_the_last(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(project / ".venv", tmp_path / "active")
    assert python_env(project).packages[0].is_relative_to(project)
    monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path / "active"))
    assert python_env(project).packages[0].is_relative_to(tmp_path / "active")
    monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path / "gone"))
    shutil.rmtree(project / ".venv")
    running = python_env(project)
    assert running.stdlib is not None and running.stdlib.joinpath("os.py").is_file()


def package(name: str, version: str = "1.0.0") -> str:
    return json.dumps({"name": name, "version": version, "repository": f"o/{name.strip('@')}"})


def test_node_packages_are_found_nested_scoped_and_linked(project: Path, tmp_path: Path) -> None:
    modules = project / "node_modules"
    write(
        modules,
        {
            "a/package.json": package("a"),
            "a/lib/index.js": "x",
            "a/node_modules/b/package.json": package("b", "0.9.0"),
            "a/node_modules/b/index.js": "x",
            "b/package.json": package("b"),
            "b/index.js": "x",
            "@s/c/package.json": package("@s/c"),
            "@s/c/index.js": "x",
            ".bin/tool.js": "x",
            "broken/package.json": "{",
            ".pnpm/d@2.0.0/node_modules/d/package.json": package("d", "2.0.0"),
            ".pnpm/d@2.0.0/node_modules/d/index.js": "x",
            ".pnpm/e@2.0.0/node_modules/e/package.json": package("e", "2.0.0"),
        },
    )
    (modules / "d").symlink_to(modules / ".pnpm/d@2.0.0/node_modules/d")
    write(project, {"packages/w/package.json": package("w"), "packages/w/index.js": "x"})
    write(project, {"packages/w/node_modules/f/package.json": package("f")})
    (modules / "w").symlink_to(project / "packages/w")
    write(tmp_path, {"secret/package.json": package("secret"), "secret/index.js": "x"})
    (modules / "secret").symlink_to(tmp_path / "secret")
    snapshots = found(project)
    names = sorted(name for name in snapshots if name.startswith("pkg:npm"))
    assert names == [
        "pkg:npm/%40s/c@1.0.0",
        "pkg:npm/a@1.0.0",
        "pkg:npm/b@0.9.0",
        "pkg:npm/b@1.0.0",
        "pkg:npm/d@2.0.0",
        "pkg:npm/e@2.0.0",
        "pkg:npm/f@1.0.0",
    ]
    assert paths(snapshots["pkg:npm/a@1.0.0"]) == ["lib/index.js"]
    assert snapshots["pkg:npm/d@2.0.0"].origin.repo == "o/d"
    assert snapshots["local/app"].skips.counts["symlink"] == 1


def crate(root: Path, name: str, version: str, extra: dict[str, str] | None = None) -> None:
    manifest = f"[package]\nname='{name}'\nversion='{version}'\n"
    manifest += f"repository='https://github.com/o/{name}'\n"
    write(root, {"Cargo.toml": manifest, "src/lib.rs": "x", **(extra or {})})


def test_crates_are_those_of_the_lock_file(project: Path, tmp_path: Path) -> None:
    registry = tmp_path / "cargo" / "registry" / "src" / "index-1"
    info = json.dumps({"git": {"sha1": "c" * 40}, "path_in_vcs": "serde"})
    crate(registry / "serde-1.0.0", "serde", "1.0.0", {".cargo_vcs_info.json": info})
    crate(registry / "serde-2.0.0", "serde", "2.0.0")
    crate(registry / "unused-1.0.0", "unused", "1.0.0")
    crate(project / "vendor" / "dep", "dep", "0.1.0")
    assert not any("cargo" in name for name in found(project))
    write(project, {"Cargo.toml": "[package]\nname='app'\nversion='0.0.0'\n"})
    assert sum("cargo" in name for name in found(project)) == 4
    lock = "".join(
        f"[[package]]\nname='{name}'\nversion='{version}'\n{source}\n"
        for name, version, source in (
            ("app", "0.0.0", ""),
            ("serde", "1.0.0", "source='registry+x'"),
            ("dep", "0.1.0", "source='registry+x'"),
        )
    )
    write(project, {"Cargo.lock": lock})
    snapshots = {n: s for n, s in found(project).items() if "cargo" in n}
    assert list(snapshots) == ["pkg:cargo/dep@0.1.0", "pkg:cargo/serde@1.0.0"]
    serde = snapshots["pkg:cargo/serde@1.0.0"]
    assert paths(serde) == ["src/lib.rs"]
    assert serde.origin.sha == "c" * 40
    assert "/blob/" + "c" * 40 + "/serde/src/lib.rs" in serde.origin.link("src/lib.rs", 1, 1)
    assert snapshots["pkg:cargo/dep@0.1.0"].origin.permalink == "pkg:cargo/dep@0.1.0#{path}"


def test_links_inside_a_distribution_are_not_followed(project: Path) -> None:
    site = project / ".venv/lib/python3.11/site-packages"
    os.remove(site / "my_pkg" / "b.py")
    (site / "my_pkg" / "b.py").symlink_to("/etc/passwd")
    snapshot = found(project)["pkg:pypi/my-pkg@1.2"]
    assert paths(snapshot) == ["my_pkg/a.py"]
    assert snapshot.skips.counts == {"missing": 1, "symlink": 1}
