"""Scanning well and badly: the project's settings, its packages, kills and full disks."""

import json
import os
import re
import shutil
import signal
import subprocess
import time

import pytest

from errdex.cli import scanning
from errdex.cli.settings import Settings
from errdex.config import parse_config
from errdex.errors import SourceError, UsageError

from .terminal import POOL, Done, one_line


def install(site, name, version, text):
    """A package as pip leaves it."""
    (site / name).mkdir(parents=True)
    (site / name / "__init__.py").write_text(text)
    info = site / f"{name}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (info / "RECORD").write_text(f"{name}/__init__.py,,\n{name}-{version}.dist-info/RECORD,,\n")


@pytest.fixture
def with_packages(tmp_path):
    root = tmp_path / "app"
    site = root / ".venv" / "lib" / "python3.11" / "site-packages"
    (root / ".venv").mkdir(parents=True)
    (root / ".venv" / "pyvenv.cfg").write_text("version = 3.11.7\n")
    (root / "main.py").write_text('raise SystemError("the app has no main loop")\n')
    install(site, "alpha", "1.0", 'raise ValueError("alpha is not a letter here")\n')
    install(site, "beta", "2.0", 'raise ValueError("beta is not a letter here")\n')
    return root


def test_index_reads_the_project_and_its_packages_once(shell, with_packages):
    done = shell("index", with_packages)
    assert done.code == 0, done
    assert done.out.startswith("Indexed the project and 2 packages: 3 errors")
    found = shell("explain", "beta is not a letter here", cwd=with_packages)
    assert found.out.startswith("pypi/beta 2.0 beta/__init__.py:1\n")
    assert "the installed version" in found.out
    again = shell("index", cwd=with_packages)
    assert again.out.startswith("Indexed the project and 0 packages, 2 unchanged: 1 error ")


def test_one_bad_package_costs_only_itself(with_packages, tmp_path, monkeypatch, capsys):
    from errdex.pipeline import scan as pipeline

    real = pipeline.scan

    def scan(snapshot, *rest):
        if "alpha" in str(snapshot.origin.package):
            raise SourceError("alpha cannot be read", "install it again")
        return real(snapshot, *rest)

    monkeypatch.setattr(pipeline, "scan", scan)
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    settings = Settings(db=f"sqlite:///{tmp_path / 'x.db'}")
    assert scanning.index(settings, str(with_packages), jobs=1) == 0
    shown = capsys.readouterr()
    assert "pypi/alpha@1.0 is left out: alpha cannot be read" in shown.err
    assert "1 package, 1 left out: 2 errors" in shown.out


def test_the_projects_settings_skip_folders(shell, tmp_path):
    root = tmp_path / "app"
    (root / "gen").mkdir(parents=True)
    (root / ".venv" / "lib" / "python3.11" / "site-packages").mkdir(parents=True)
    (root / ".venv" / "pyvenv.cfg").write_text("version = 3.11.7\n")
    (root / "gen" / "made.py").write_text('raise ValueError("a generated error")\n')
    (root / "own.py").write_text('raise ValueError("an own error")\n')
    (root / "errdex.toml").write_text('[errdex]\nskip = ["gen/"]\n')
    for command in ("scan", "index"):
        done = shell(command, root, "-v")
        assert done.code == 0, done
        assert "1 skipped by errdex.toml" in done.out
        assert "gen/made.py" in done.out
    texts = [
        json.loads(line)["record"]["errorMessage"] for line in shell("export").out.splitlines()
    ]
    assert "an own error" in texts
    assert "a generated error" not in texts


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[errdex]\nskips = ["x"]\n', "unknown key 'skips'"),
        ("[errdex\n", "not valid TOML"),
        ('[errdex]\nskip = "x"\n', "'skip'"),
        ("[tool]\n", "'tool'"),
        ("errdex = 1\n", "no table"),
    ],
)
def test_bad_settings_are_told(shell, tmp_path, text, said):
    root = tmp_path / "app"
    root.mkdir()
    (root / "errdex.toml").write_text(text)
    with pytest.raises(UsageError, match=re.escape(said)):
        parse_config(text.encode())
    if text == "[errdex\n":
        assert said in one_line(shell("scan", root))


def test_one_bad_source_of_several_costs_only_itself(shell, project):
    done = shell("scan", "no-such-place", project)
    assert done.code == 2
    assert done.err.startswith("errdex: no-such-place: ")
    assert done.err.count("\n") == 1
    assert "3 errors" in done.out


def many(root, count, word):
    root.mkdir(exist_ok=True)
    for number in range(count):
        body = "".join(
            f"def f{i}(x):\n"
            f"    if x > {i}:\n"
            f'        raise ValueError(f"{word} {number} {i} {{x}}")\n'
            for i in range(40)
        )
        (root / f"m{number}.py").write_text(body)


@pytest.fixture
def large(tmp_path):
    root = tmp_path / "large"
    many(root, 120, "old")
    return root


def children_of(pid):
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True)
    return [int(word) for word in found.stdout.split()]


@pytest.mark.skipif(os.name != "posix", reason="sends signals")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_scan_that_is_cut_off_leaves_the_old_snapshot(shell, tmp_path, number):
    root = tmp_path / "app"
    many(root, 2, "first")
    assert shell("scan", root, "--repo", "a/b").code == 0
    many(root, 160, "second")
    process = shell.start("scan", root, "--repo", "a/b", "--jobs", "2", start_new_session=True)
    deadline = time.monotonic() + 20
    while not children_of(process.pid) and time.monotonic() < deadline:
        time.sleep(0.02)
    workers = children_of(process.pid)
    assert workers and process.poll() is None
    process.send_signal(number)
    out, err = process.communicate(timeout=30)
    if number == signal.SIGINT:
        assert process.returncode == 130
        assert one_line(Done(130, out.decode(), err.decode()), 130).startswith(
            "errdex: interrupted"
        )
    texts = shell("export").out
    assert texts.count('"errorMessage":"first ') == 80
    assert "second" not in texts
    deadline = time.monotonic() + 15
    while any(os.path.exists(f"/proc/{pid}") for pid in workers) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not any(os.path.exists(f"/proc/{pid}") for pid in workers)
    assert shell("scan", root, "--repo", "a/b").code == 0


def can_mount():
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("mount") is not None


@pytest.mark.skipif(not can_mount(), reason="needs to mount a small file system")
def test_a_full_disk_is_one_line_and_costs_nothing(shell, tmp_path, large, project):
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1500k", "tmpfs", str(disk)], capture_output=True
    )
    if mounted.returncode:
        pytest.skip("mounting is not allowed here")
    try:
        shell.db = f"sqlite:///{disk / 'errdex.db'}"
        assert shell("scan", project, "--repo", "a/b").code == 0
        line = one_line(shell("scan", large))
        assert "full" in line or "No space" in line
        assert "3 errors in 1 snapshot" in shell("status").out
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_a_scan_into_a_folder_that_cannot_be_made(shell, project):
    blocked = shell.home / "file"
    blocked.write_text(POOL)
    line = one_line(shell("scan", project, "--db", f"sqlite:///{blocked}/x.db"))
    assert "--db" in line
