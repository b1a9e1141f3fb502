"""Runs the real command in a process of its own, as a user's shell would."""

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

COMMAND = [sys.executable, "-m", "errdex"]
POOL = '''"""A pool of workers."""


class PoolError(Exception):
    """A pool that cannot be used."""


def make(size, limit=10):
    """Make a pool.

    Raises:
        ValueError: the size is over the limit.
    """
    if size > limit:
        raise ValueError(f"pool size {size} exceeds the limit {limit}")
    if size < 0:
        raise PoolError("pool size is negative: %d" % size)
    return [None] * size


def join(parts, name):
    if not parts:
        raise PoolError(f"cannot join {name} with {name}: nothing there")
    return parts
'''
TRACE = """Traceback (most recent call last):
  File "/app/run.py", line 3, in <module>
    make(12)
  File "/app/src/pool.py", line 15, in make
    raise ValueError(f"pool size {size} exceeds the limit {limit}")
ValueError: pool size 12 exceeds the limit 10
"""


class Done(NamedTuple):
    """What a process left."""

    code: int
    out: str
    err: str


def environment(home: Path, **more: str) -> dict[str, str]:
    """The environment of a user whose home is that folder."""
    kept = {"PATH", "PYTHONPATH", "LANG", "LC_ALL", "TMPDIR", "SYSTEMROOT", "VIRTUAL_ENV_PROMPT"}
    found = {name: value for name, value in os.environ.items() if name in kept}
    return found | {"HOME": str(home), "XDG_DATA_HOME": str(home / "data")} | more


class Shell:
    """A user in a home of their own; calling it runs errdex."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.db = f"sqlite:///{home / 'errdex.db'}"

    def __call__(
        self, *arguments: object, stdin: str | bytes = "", cwd: Path | None = None, **more: str
    ) -> Done:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        done = subprocess.run(
            [*COMMAND, *map(str, arguments)],
            input=given,
            capture_output=True,
            cwd=cwd or self.home,
            env=environment(self.home, ERRDEX_DB=self.db, **more),
            timeout=60,
        )
        return Done(done.returncode, done.stdout.decode(), done.stderr.decode())

    def start(self, *arguments: object, **more) -> subprocess.Popen:
        """Start errdex and do not wait."""
        options = {
            "stdin": subprocess.DEVNULL,
            "stdout": subprocess.PIPE,
            "stderr": subprocess.PIPE,
            "cwd": self.home,
            "env": environment(self.home, ERRDEX_DB=self.db),
        }
        return subprocess.Popen([*COMMAND, *map(str, arguments)], **(options | more))


def one_line(done: Done, code: int = 2) -> str:
    """The one line on standard error of a command that failed as it should."""
    assert done.code == code, done
    assert done.out == ""
    assert "Traceback" not in done.err
    assert done.err.endswith("\n")
    assert done.err.count("\n") == 1, done.err
    assert done.err.startswith("errdex: ")
    return done.err
