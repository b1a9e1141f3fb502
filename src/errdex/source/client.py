"""Runs the ordinary clients (git, pip, npm) without prompts and quotes their last word."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from errdex.errors import SourceError
from errdex.source.settings import CLIENT_TIMEOUT

_SECRET = re.compile(r"(\w+://)[^/\s@]+@")


class ClientError(SourceError):
    """A client that ended with an error; ``output`` is all it printed on standard error."""

    output = ""


def run_client(
    command: Sequence[str],
    *,
    what: str,
    hint: str,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    timeout: float = CLIENT_TIMEOUT,
) -> str:
    """The standard output of a client.

    Args:
        command: the client and its arguments.
        what: what was wanted of it, for the error: ``cannot clone URL``.
        hint: what the user can do.
        env: variables set over the user's own, which are kept for proxies and credentials.
        cwd: where it runs.
        timeout: seconds it may take.
    """
    try:
        # The command is a list of our own with checked arguments; no shell reads it.
        done = subprocess.run(  # noqa: S603
            list(command),
            env=dict(os.environ, **(env or {})),
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=timeout,
            check=False,
        )
    except FileNotFoundError as error:
        name = Path(command[0]).name
        raise ClientError(f"{what}: {name} is not installed", f"install {name}") from error
    except subprocess.TimeoutExpired as error:
        raise ClientError(
            f"{what}: no answer within {timeout:.0f} seconds", "check the network"
        ) from error
    except OSError as error:
        raise ClientError(f"{what}: {error.strerror}", hint) from error
    if done.returncode:
        text = without_secrets(done.stderr.decode("utf-8", "replace"))
        failure = ClientError(f"{what}: {_last_word(text) or f'exit {done.returncode}'}", hint)
        failure.output = text
        raise failure
    return done.stdout.decode("utf-8", "replace")


def without_secrets(text: str) -> str:
    """The text with user names and tokens taken out of its URLs."""
    return _SECRET.sub(r"\1", text)


def _last_word(text: str) -> str:
    """The line that says what went wrong: npm says it first, git and pip say it last."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    npm = [line for line in lines if re.match(r"npm err(?:or|!)\s+(?!code\b)", line, re.I)]
    other = [line for line in lines if re.match(r"(?:error|fatal)\b", line, re.I)]
    chosen = npm[0] if npm else other[-1] if other else lines[-1] if lines else ""
    return re.sub(r"^(?:fatal:|error:|npm err(?:or|!))\s*", "", chosen, flags=re.I)[:300]
