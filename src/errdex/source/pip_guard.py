"""Runs pip in a process that cannot start another one, so that no package's code ever runs.

pip asks a source distribution's own build code for metadata that ``pip download --no-deps``
never needs, and has no option to leave that out: docs/decisions/0004. This file is run as a
script, by whatever Python has pip, and so imports nothing of errdex.
"""

from __future__ import annotations

import os
import runpy
import shutil
import sys
from pathlib import Path

_STARTS = frozenset(
    {
        "_winapi.CreateProcess",
        "os.exec",
        "os.fork",
        "os.forkpty",
        "os.posix_spawn",
        "os.spawn",
        "os.startfile",
        "os.system",
        "pty.spawn",
        "subprocess.Popen",
    }
)
_CREDENTIALS = frozenset({"keyring", "keyring.exe"})
_ARCHIVES = (".tar.gz", ".tgz", ".zip", ".tar.bz2", ".tar.xz")


def main() -> None:
    """Run ``pip ARGS…``; source archives it had opened when it wanted to build are kept.

    ``sys.argv[1]`` is the folder to keep them in, the rest pip's arguments.
    """
    keep = Path(sys.argv[1])
    sys.argv = ["pip", *sys.argv[2:]]
    here = str(Path(__file__).resolve().parent)
    sys.path[:] = [entry for entry in sys.path if entry and str(Path(entry).resolve()) != here]
    opened: dict[str, None] = {}

    def audit(event: str, arguments: tuple[object, ...]) -> None:
        if event == "open":
            path, mode = arguments[0], arguments[1]
            if isinstance(path, str) and path.endswith(_ARCHIVES) and mode in {"r", "rb"}:
                opened[os.path.abspath(path)] = None  # noqa: PTH100 - no symlink is followed
            return
        if event not in _STARTS or _asks_for_credentials(event, arguments):
            return
        for path in list(opened):
            source = Path(path)
            if source.parent != keep and source.is_file():
                shutil.copyfile(source, keep / source.name)
        # OSError, since callers that only look around (which Linux is this?) expect it.
        raise PermissionError("errdex lets pip start no other program")

    sys.addaudithook(audit)
    runpy.run_module("pip", run_name="__main__", alter_sys=True)


def _asks_for_credentials(event: str, arguments: tuple[object, ...]) -> bool:
    """Whether this is pip's look into the user's keyring, a program of the user's own."""
    if event != "subprocess.Popen" or len(arguments) < 2 or not isinstance(arguments[1], list):
        return False
    return bool(arguments[1]) and Path(str(arguments[1][0])).name in _CREDENTIALS


if __name__ == "__main__":
    main()
