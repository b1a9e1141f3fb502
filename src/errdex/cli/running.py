"""``run``: a command as it would run alone, and afterwards what its errors mean."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from errdex.cli.asking import explain_text
from errdex.cli.failures import NO_MATCH, safely, tell
from errdex.cli.passing import Passer
from errdex.cli.settings import Settings
from errdex.cli.text import Pen, is_terminal
from errdex.errors import UsageError

NOT_FOUND, NOT_RUNNABLE = 127, 126
_PASSED_ON = ("SIGTERM", "SIGHUP", "SIGUSR1", "SIGUSR2")
_KEYS = ("SIGINT", "SIGQUIT")


def run(settings: Settings, arguments: list[str], *, repo: str | None, limit: int) -> int:
    """Run a command and leave as it left; an explanation never changes the exit code."""
    if not arguments:
        raise UsageError("there is no command to run", "write it after --")
    try:
        code, printed = _run(arguments)
    except OSError as error:
        tell(f"cannot run {arguments[0]}: {error.strerror}; check its name and your PATH")
        return NOT_FOUND if isinstance(error, FileNotFoundError) else NOT_RUNNABLE
    if printed.strip():
        _explain(settings, printed, code, repo, limit)
    return code if code >= 0 else _die_by(-code)


def _explain(settings: Settings, printed: str, code: int, repo: str | None, limit: int) -> None:
    def work() -> int:
        return explain_text(
            settings,
            printed,
            repo=repo,
            limit=limit,
            pen=Pen(sys.stderr),
            only_confident=True,
            title="errdex:",
        )

    if safely(work, settings.verbose) == NO_MATCH and code and not settings.quiet:
        tell("no confident match for what it printed")


def _run(arguments: list[str]) -> tuple[int, str]:
    """The exit code (negative for a signal) and the end of what was printed."""
    children: list[subprocess.Popen[bytes]] = []
    with Passer() as passer, _signals(children, passer):
        child = subprocess.Popen(arguments, stdout=passer.out.inner, stderr=passer.err.inner)  # noqa: S603
        children.append(child)
        passer.pass_on(child)
        code = child.wait()
    return code, passer.printed()


@contextmanager
def _signals(children: list[subprocess.Popen[bytes]], passer: Passer) -> Iterator[None]:
    """Pass on what is sent to errdex alone; a terminal's Ctrl-C reaches the child by itself.

    Handlers are functions, not "ignore": an ignored signal would stay ignored in the child.
    """

    def pass_on(number: int, _: object) -> None:
        for child in children:
            child.send_signal(number)

    shared = any(map(is_terminal, (sys.stdin, sys.stdout, sys.stderr)))
    wanted: dict[str, Callable[[int, object], None]] = dict.fromkeys(_PASSED_ON, pass_on)
    wanted |= dict.fromkeys(_KEYS, (lambda *_: None) if shared else pass_on)
    wanted["SIGWINCH"] = lambda *_: passer.resize()
    before: dict[int, Any] = {}
    for name, handler in wanted.items():
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) != signal.SIG_IGN:
            before[number] = signal.signal(number, handler)
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)


def _die_by(number: int) -> int:
    """End by the signal that ended the command, so that a shell sees what it would have seen."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
        sys.stdout.flush()
        if number not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    except (ImportError, OSError, ValueError):
        pass
    return 128 + number
