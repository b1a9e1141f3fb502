"""Records what a library raises while its own tests run; a pytest plugin and a script wrapper.

It stands alone (Python 3.12 or newer, standard library only), for it is copied beside the tests
and runs in the environment of the library under test. What it is told comes by environment:
``RUNTIME_TRUTH_OUT`` (the file to write), ``RUNTIME_TRUTH_ROOT`` (the folder of packages) and
``RUNTIME_TRUTH_TOPS`` (what counts as the library there, separated by commas).
"""

from __future__ import annotations

import dis
import json
import os
import random
import runpy
import sys
import traceback
from collections import defaultdict
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, TextIO

EXAMPLES = 3
LONGEST = 20_000
TOOL = 4
RAISE = dis.opmap["RAISE_VARARGS"]
FOREIGN = ("/_pytest/", "/pluggy/", "/unittest/", "/pytest_asyncio/", "runtime_truth_recorder.py")
SHUFFLE_SEED = 5


class Recorder:
    """Writes one JSON line for every distinct message that a raise statement raises."""

    def __init__(self, out: TextIO, root: str, tops: tuple[str, ...]) -> None:
        self.out = out
        self.prefixes = tuple(f"{root}/{top}" for top in tops)
        self.cut = len(root) + 1
        self.wanted: dict[CodeType, bool] = {}
        self.seen: dict[tuple[str, int], set[tuple[str, str]]] = defaultdict(set)
        self.busy = False

    def start(self) -> None:
        """Listen to every exception from now on."""
        monitoring: Any = vars(sys)["monitoring"]  # absent before Python 3.12
        monitoring.use_tool_id(TOOL, "runtime-truth")
        monitoring.register_callback(TOOL, monitoring.events.RAISE, self.raised)
        monitoring.set_events(TOOL, monitoring.events.RAISE)

    def raised(self, code: CodeType, offset: int, error: BaseException) -> None:
        """What the interpreter calls in every frame that an exception passes."""
        wanted = self.wanted.get(code)
        if wanted is None:
            wanted = self.wanted[code] = code.co_filename.startswith(self.prefixes)
        if not wanted or self.busy:
            return
        trace = error.__traceback__
        if trace is None or trace.tb_next is not None:  # passing by, or raised once before
            return
        if len(self.seen[code.co_filename, trace.tb_lineno]) >= EXAMPLES:
            return
        self.busy = True
        try:
            self.record(code, offset, error, trace.tb_frame)
        finally:
            self.busy = False

    def record(self, code: CodeType, offset: int, error: BaseException, frame: FrameType) -> None:
        """Write an exception down, if a raise statement raised it."""
        bytecode = code.co_code
        if bytecode[offset] != RAISE or bytecode[offset + 1] == 0:
            return
        assert error.__traceback__ is not None
        line = error.__traceback__.tb_lineno
        try:
            message = str(error)
        except Exception:
            return
        kind = type(error)
        name = f"{kind.__module__}.{kind.__qualname__}"
        known = self.seen[code.co_filename, line]
        if (name, message) in known or len(message) > LONGEST:
            return
        known.add((name, message))
        found = {
            "file": code.co_filename[self.cut :],
            "line": line,
            "function": code.co_qualname,
            "class": name,
            "message": message,
            "traceback": formatted(error, frame),
        }
        self.out.write(json.dumps(found, ensure_ascii=True) + "\n")
        self.out.flush()


def formatted(error: BaseException, frame: FrameType) -> str:
    """The traceback as it is printed when nothing but the test's caller catches the error."""
    told = traceback.TracebackException.from_exception(error)
    stack: list[tuple[FrameType, int]] = []
    for inner, line in traceback.walk_stack(frame):
        if any(name in inner.f_code.co_filename for name in FOREIGN):
            break
        stack.append((inner, line))
    told.stack = traceback.StackSummary.extract(iter(reversed(stack[:40])))
    return "".join(told.format())


def started() -> None:
    """Start recording as the environment says."""
    out = Path(os.environ["RUNTIME_TRUTH_OUT"]).open("a", encoding="utf-8")  # noqa: SIM115
    tops = tuple(os.environ["RUNTIME_TRUTH_TOPS"].split(","))
    Recorder(out, os.environ["RUNTIME_TRUTH_ROOT"], tops).start()


def pytest_configure(config: Any) -> None:
    """Pytest's hook: record from the collection on."""
    started()


def pytest_collection_modifyitems(items: list[Any]) -> None:
    """Pytest's hook: test modules in a random order, so that a cut run saw a bit of all."""
    modules: dict[str, list[Any]] = defaultdict(list)
    for item in items:
        modules[item.nodeid.partition("::")[0]].append(item)
    order = sorted(modules)
    random.Random(SHUFFLE_SEED).shuffle(order)
    items[:] = [item for module in order for item in modules[module]]


def main() -> None:
    """Run a script with its arguments under the recorder."""
    started()
    del sys.argv[0]
    sys.path[0] = str(Path(sys.argv[0]).resolve().parent)
    runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    main()
