"""A user's home, a small project, and a store with it."""

import pytest

from .terminal import POOL, Shell


@pytest.fixture
def shell(tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    return Shell(home)


@pytest.fixture(scope="session")
def project(tmp_path_factory):
    root = tmp_path_factory.mktemp("pool")
    (root / "src").mkdir()
    (root / "src" / "pool.py").write_text(POOL)
    return root


@pytest.fixture(scope="session")
def stocked(tmp_path_factory, project):
    """A user whose store has the project; tests only read it."""
    home = tmp_path_factory.mktemp("stocked")
    shell = Shell(home)
    done = shell("scan", project, "--repo", "acme/pool")
    assert done.code == 0, done
    return shell
