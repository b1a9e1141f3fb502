"""``make try``: index the environment, make a library fail, explain what it printed."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
PLACE = ROOT / ".try"
STORE = PLACE / "errdex.db"
ERRDEX = [sys.executable, "-m", "errdex", "--db", f"sqlite:///{STORE}"]
MISTAKE = """\
from sqlalchemy import Column, Integer, MetaData, Table

metadata = MetaData()
Table("users", metadata, Column("id", Integer))
Table("users", metadata, Column("age", Integer))
"""


def say(text: str) -> None:
    """A heading between the steps."""
    bold, plain = ("\033[1m", "\033[0m") if sys.stdout.isatty() else ("", "")
    sys.stdout.write(f"\n{bold}{text}{plain}\n")
    sys.stdout.flush()


def main() -> int:
    """Run the tour; the exit code of the step that failed, else 0."""
    started = time.monotonic()
    environment = {**os.environ, "VIRTUAL_ENV": sys.prefix}
    PLACE.mkdir(exist_ok=True)
    (PLACE / ".gitignore").write_text("*\n", "utf-8")
    for old in PLACE.glob("errdex.db*"):
        old.unlink()

    say("1. Index this project and the sources of everything installed beside it")
    indexed = subprocess.run([*ERRDEX, "index", str(ROOT)], env=environment)
    if indexed.returncode:
        return indexed.returncode

    say("2. A program with a mistake in it, as it fails")
    program = PLACE / "mistake.py"
    program.write_text(MISTAKE, "utf-8")
    failed = subprocess.run([sys.executable, str(program)], capture_output=True, text=True)
    sys.stdout.write(failed.stderr)

    say("3. errdex explain, with that text as its only input")
    asked = time.monotonic()
    explained = subprocess.run(
        [*ERRDEX, "explain", "-"], input=failed.stderr, text=True, env=environment
    )
    answered = time.monotonic() - asked
    if explained.returncode:
        return explained.returncode

    say(f"Answered in {answered:.2f} s; all of this took {time.monotonic() - started:.0f} s.")
    python = Path(sys.executable).parent
    shown = python.relative_to(ROOT) if python.is_relative_to(ROOT) else python
    sys.stdout.write(
        f"Browse it:   {shown}/errdex --db sqlite:///.try/errdex.db serve\n"
        f"Ask it:      YOUR COMMAND 2>&1 | {shown}/errdex --db sqlite:///.try/errdex.db explain\n"
        f"Your code:   cd YOUR PROJECT && {python}/errdex index\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
