"""Traces that real programs print: Python and, where it is there, Node."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from memory_store import MemoryStore

from errdex.lookup.answer import answer, ask
from errdex.lookup.interpret import interpret

PYTHON = """
class LeaseError(Exception):
    pass

def low(n):
    raise LeaseError(
        f"lease {n!r} of shard {n + 1} ran out"
    )

def high():
    try:
        low(7)
    except LeaseError as error:
        raise RuntimeError("outer: cannot renew") from error

def group():
    found = []
    for n in (1, 2):
        try:
            low(n)
        except LeaseError as error:
            found.append(error)
    raise ExceptionGroup("renewals", found)

import sys
{"high": high, "group": group}[sys.argv[1]]()
"""

NODE = """
class LeaseError extends Error {
  constructor(text, options) { super(text, options); this.name = 'LeaseError'; this.code = 'E1'; }
}
function low(n) {
  throw new LeaseError(`lease ${n} of\\nshard ran out`);
}
function high() {
  try { low(7); } catch (error) { throw new TypeError('cannot renew', { cause: error }); }
}
high();
"""


def stderr_of(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode != 0
    return done.stderr


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "lease.py"
    path.write_text(PYTHON)
    return path


def test_python_chain(script: Path) -> None:
    events = interpret(stderr_of([sys.executable, str(script), "high"]))
    assert [(e.message, e.error_class, e.cause) for e in events] == [
        ("lease 7 of shard 8 ran out", "LeaseError", -1),
        ("outer: cannot renew", "RuntimeError", 0),
    ]
    assert [(f.line, f.function) for f in events[0].frames] == [(6, "low"), (12, "high")]


def test_python_group(script: Path) -> None:
    events = interpret(stderr_of([sys.executable, str(script), "group"]))
    assert [(e.message, e.cause) for e in events] == [
        ("lease 1 of shard 2 ran out", -1),
        ("lease 2 of shard 3 ran out", -1),
        ("renewals", 0),
    ]


def test_python_answer(script: Path) -> None:
    store = MemoryStore()
    store.add(
        "lease <n:repr> of shard <n + 1> ran out",
        "lease.py",
        6,
        end_line=8,
        function="low",
        error_class="LeaseError",
    )
    store.add("<text>", "lease.py", 14, function="high", error_class="RuntimeError")
    found = answer(store, stderr_of([sys.executable, str(script), "high"]))
    assert [(a.confident, a.matches[0].line) for a in found] == [(True, 6), (True, 14)]


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node")
def test_node_cause(tmp_path: Path) -> None:
    path = tmp_path / "lease.js"
    path.write_text(NODE)
    text = stderr_of(["node", str(path)])
    events = interpret(text)
    assert [(e.message, e.error_class, e.cause) for e in events] == [
        ("lease 7 of\nshard ran out", "LeaseError", -1),
        ("cannot renew", "TypeError", 0),
    ]
    assert (events[0].frames[0].line, events[0].frames[0].function) == (6, "low")
    store = MemoryStore()
    store.add(
        "lease <n> of\nshard ran out",
        "lease.js",
        6,
        function="low",
        error_class="LeaseError",
        language="javascript",
    )
    found = ask(store, text)
    assert found.confident
    assert found.matches[0].captures[0].value == "7"
