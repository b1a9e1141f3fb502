"""One progress bar over the bytes of all snapshots, on a terminal only."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING

from errdex.cli.text import is_terminal, one_line

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


class Meter:
    """Shows how far a scan is; a context manager.

    How many bytes there will be is known only for the snapshots that have been begun; the
    others are taken to be as large as those, so that the bar never jumps back by much.
    """

    def __init__(self, quiet: bool) -> None:
        self._wanted = not quiet and is_terminal(sys.stderr)
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        self._expected = 1
        self._begun = 0
        self._before = 0
        self._current = 0

    def expect(self, snapshots: int) -> None:
        """How many snapshots there will be."""
        self._expected = snapshots

    def begin(self, name: str) -> None:
        """The next snapshot."""
        self._begun += 1
        self._current = 0
        if self._wanted and self._bar is None:
            self._start()
        if self._bar is not None and self._task is not None:
            place = f" ({self._begun}/{self._expected})" if self._expected > 1 else ""
            self._bar.update(self._task, description=one_line(name, 40) + place)

    def step(self, stage: str, done: int, total: int, what: str) -> None:
        """Progress of the current snapshot as the pipeline tells it."""
        if stage != "reading" or self._bar is None or self._task is None:
            return
        self._current = total
        whole = self._before + total
        ahead = whole // self._begun * max(0, self._expected - self._begun)
        self._bar.update(self._task, completed=self._before + done, total=whole + ahead)

    def end(self) -> None:
        """The current snapshot is done."""
        self._before += self._current

    def clear(self) -> None:
        """Take the bar away, for a line is going to be printed."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def _start(self) -> None:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            DownloadColumn,
            Progress,
            SpinnerColumn,
            TextColumn,
            TimeRemainingColumn,
        )

        self._bar = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            DownloadColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._bar.start()
        self._task = self._bar.add_task("", total=None)

    def __enter__(self) -> Meter:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.clear()
