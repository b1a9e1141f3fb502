"""Real repositories, made with the git client of the machine and its own settings left out."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Git = Callable[..., str]


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ERRDEX_CACHE", str(tmp_path_factory.mktemp("cache")))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    for name in ("VIRTUAL_ENV", "CONDA_PREFIX"):
        monkeypatch.delenv(name, raising=False)
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "a")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "a@example.org")


@pytest.fixture
def git() -> Git:
    """Run git in a folder and give back what it printed."""

    def run(folder: Path, *arguments: str) -> str:
        done = subprocess.run(
            ["git", "-c", "protocol.file.allow=always", *arguments],
            cwd=folder,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()

    return run


@pytest.fixture
def repo(tmp_path: Path, git: Git) -> Path:
    """A repository with one commit on GitHub's ``acme/tool``."""
    root = tmp_path / "work"
    (root / "src").mkdir(parents=True)
    (root / "src" / "a.py").write_text("raise ValueError('a')\n")
    (root / "src" / "run.py").write_text("print('x')\n")
    (root / "src" / "run.py").chmod(0o755)
    (root / "top.py").write_text("x = 1\n")
    (root / "README.md").write_text("hello\n")
    git(root, "init", "-q", "-b", "main")
    git(root, "remote", "add", "origin", "https://me:token@github.com/acme/tool.git")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "one")
    return root
