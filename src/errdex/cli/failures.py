"""What goes wrong → one clear line on standard error and an exit code, never a traceback."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Callable

from errdex.cli.text import one_line
from errdex.errors import ErrdexError

OK, NO_MATCH, USAGE, BUG, INTERRUPTED = 0, 1, 2, 3, 130
_HINTS = {
    errno.ENOSPC: "free some space; what was stored before is unchanged",
    errno.EDQUOT: "free some space; what was stored before is unchanged",
    errno.EACCES: "check the permissions",
    errno.EPERM: "check the permissions",
    errno.EROFS: "name another place",
    errno.EMFILE: "raise the limit of open files (ulimit -n)",
    errno.ENOMEM: "free some memory, or run with --jobs 1",
}


def tell(line: str) -> None:
    """One line on standard error; a closed one is no reason to fail."""
    try:
        sys.stderr.write(f"errdex: {one_line(line)}\n")
        sys.stderr.flush()
    except (OSError, ValueError):
        pass


def safely(work: Callable[[], int | None], verbose: bool = False) -> int:
    """The exit code of ``work``; whatever it raises becomes a line and its code."""
    try:
        code = work()
        sys.stdout.flush()
    except BrokenPipeError:
        _leave_stdout()
        return OK
    except KeyboardInterrupt:
        tell("interrupted; what was stored before is unchanged")
        return INTERRUPTED
    except ErrdexError as error:
        tell(str(error))
        return USAGE
    except Exception as error:
        return _other(error, verbose)
    return code or OK


def _other(error: Exception, verbose: bool) -> int:
    if isinstance(error, OSError) and error.errno in _HINTS:
        place = f"{error.filename}: " if error.filename else ""
        tell(f"{place}{error.strerror}; {_HINTS[error.errno]}")
        return USAGE
    if isinstance(error, MemoryError):
        tell("not enough memory; free some, or run with --jobs 1")
        return USAGE
    format_message = getattr(error, "format_message", None)
    if format_message is not None and hasattr(error, "exit_code"):
        tell(_usage(str(format_message()), error))
        return USAGE
    if verbose:
        import traceback

        traceback.print_exception(error)
    said = (str(error).splitlines() or [""])[0][:300]
    more = "" if verbose else "run with -v for the traceback"
    tell(f"{type(error).__name__}: {said}; this is a bug; {more}".rstrip("; "))
    return BUG


def _usage(said: str, error: Exception) -> str:
    context = getattr(error, "ctx", None)
    path = getattr(context, "command_path", "errdex")
    return f"{said.rstrip('.')}; see `{path} --help`"


def _leave_stdout() -> None:
    """Point standard output at nothing, so that the interpreter's last flush is silent."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
