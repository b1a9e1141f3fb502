"""Finds runs of ``at …`` lines and the header above, as JavaScript, the JVM and .NET print them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from errdex.lookup.interpret.block import Block
from errdex.model.answer import Frame

FrameReader = Callable[[str], Frame | None]
_LOOK_BACK = 40


class Run(NamedTuple):
    """Consecutive frame lines ``start`` to ``end`` (exclusive) of a block."""

    start: int
    end: int
    frames: tuple[Frame, ...]


def runs(block: Block, read: FrameReader, skip: Callable[[str], bool]) -> Iterator[Run]:
    """All runs of frame lines; ``skip`` names lines that may stand between frames."""
    lines = block.lines
    index, count = 0, len(lines)
    while index < count:
        frame = None if block.taken[index] else read(lines[index])
        if frame is None:
            index += 1
            continue
        start = index
        frames: list[Frame] = []
        end = index
        while index < count and not block.taken[index]:
            frame = read(lines[index])
            if frame is not None:
                if frame.file or frame.function:
                    frames.append(frame)
                end = index + 1
            elif not skip(lines[index]):
                break
            index += 1
        index = end
        yield Run(start, end, tuple(frames))


def header_above(
    block: Block, start: int, is_header: Callable[[str], bool], is_other: Callable[[str], bool]
) -> int:
    """The line where the message above ``start`` begins; ``start`` itself when there is none.

    The nearest line upwards that names an error class wins, else the nearest filled line.
    ``is_other`` names lines (code frames, finished traces) that a message cannot cross.
    """
    nearest = start
    for index in range(start - 1, max(start - 1 - _LOOK_BACK, -1), -1):
        line = block.lines[index]
        if block.taken[index]:
            break
        if is_other(line):
            if nearest != start:
                break
            continue
        if is_header(line):
            return index
        if line.strip() and nearest == start:
            nearest = index
        if block.levels[index] is not None:
            if nearest == start:
                nearest = index
            break
    return nearest
