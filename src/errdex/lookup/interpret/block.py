"""A stretch of cleaned lines that readers take their traces from, and what a reader yields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from errdex.model.answer import Event

MESSAGE_LINES = 80


class Block:
    """Cleaned lines, which of them a reader has taken, and what their log prefixes said.

    Attributes:
        lines: the lines without colours, prefixes and common indentation.
        levels: per line the log level in lower case, ``""`` for a prefix without one, None for
            a line without prefix (which continues the line before).
        taken: per line whether a reader has taken it.
        fenced: whether the lines stood in a code fence.
    """

    __slots__ = ("fenced", "levels", "lines", "taken")

    def __init__(self, lines: list[str], levels: list[str | None], fenced: bool = False) -> None:
        self.lines = lines
        self.levels = levels
        self.taken = bytearray(len(lines))
        self.fenced = fenced

    def take(self, start: int, end: int) -> None:
        """Mark lines ``start`` to ``end`` (exclusive) as read."""
        self.taken[start:end] = b"\1" * (end - start)


class Chain(NamedTuple):
    """Errors that belong together: the one to look at first comes first.

    Attributes:
        line: where the chain starts in its block.
        events: its events; ``cause`` counts within the chain.
    """

    line: int
    events: list[Event]


def chained(events: Sequence[Event]) -> list[Event]:
    """Events given root cause first, each the cause of the next, with ``cause`` filled in."""
    return [
        Event(e.message, e.error_class, e.frames, e.language, i - 1) for i, e in enumerate(events)
    ]


def indent_of(line: str) -> int:
    """How many blanks a line starts with."""
    return len(line) - len(line.lstrip(" \t"))


def trimmed(lines: Sequence[str]) -> str:
    """Message lines as one text, blank lines at its ends and blanks at line ends dropped."""
    return "\n".join(line.rstrip() for line in lines).strip("\n").rstrip()
