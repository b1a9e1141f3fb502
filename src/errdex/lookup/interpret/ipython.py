"""Reads the tracebacks that IPython and Jupyter print."""

from __future__ import annotations

import re

from errdex.lookup.interpret.block import MESSAGE_LINES, Block, Chain, trimmed
from errdex.model.answer import Event, Frame

_HEADER = re.compile(r"([A-Za-z_][\w.]*)\s{2,}Traceback \(most recent call last\):?\s*$")
_FRAME = re.compile(
    r"(?:File )?(?P<file>~?[\w./\\: +@-]{1,300}\.\w{1,4}|<[\w -]{1,80}>"
    r"|(?:Cell |Input )?In ?\[\d+\])"
    r"(?::(?P<line>\d+))?(?:, line (?P<line2>\d+)|, in | in |:|\s*$)"
)
_IN = re.compile(r"(?:, | )in (<?[\w.<>]+)")
_ARROW = re.compile(r"-{2,}> ?(\d+)")
_CODE = re.compile(r"\s+\d*|-{2,}> ?\d|\s*$|\.\.\.")
_CHAINED = ("During handling of the above", "The above exception was the direct cause")


def read_ipython(block: Block) -> list[Chain]:
    """Take all tracebacks whose header names the class at its left."""
    chains: list[Chain] = []
    events: list[Event] = []
    start, index, linked = 0, 0, False
    while index < len(block.lines):
        line = block.lines[index]
        found = _HEADER.match(line) if "Traceback (most" in line else None
        if found is None:
            linked = linked or line.startswith(_CHAINED)
            index += 1
            continue
        if events and not linked:
            chains.append(Chain(start, events))
            events = []
        if not events:
            start = index
        event, end = _traceback(block, index + 1, found[1], len(events) - 1)
        events.append(event)
        block.take(index, end)
        index, linked = end, False
    if events:
        chains.append(Chain(start, events))
    return chains


def _traceback(block: Block, index: int, name: str, cause: int) -> tuple[Event, int]:
    simple = name.rpartition(".")[2]
    frames: list[Frame] = []
    lines = block.lines
    while index < len(lines):
        line = lines[index]
        head = line.partition(":")[0].rstrip()
        if head.rpartition(".")[2] == simple and (":" in line or head == line):
            break
        found = _FRAME.match(line) if line[:1].strip() else None
        if found is not None and line[:2] != "--":
            where = int((found["line"] or found["line2"] or "0")[:9])
            inner = _IN.search(line, found.end("file"))
            frames.append(Frame(found["file"], where, inner[1] if inner else ""))
        elif frames and (arrow := _ARROW.match(line)):
            frames[-1] = Frame(frames[-1].file, int(arrow[1][:9]), frames[-1].function)
        index += 1
    frames.reverse()
    if index >= len(lines):
        return Event("", name, tuple(frames), "python", cause), index
    head, _, first = lines[index].partition(":")
    said = [first.lstrip(" ")]
    index += 1
    stop = min(len(lines), index + MESSAGE_LINES)
    while index < stop:
        line = lines[index]
        if line.startswith((*_CHAINED, "-----", "In [")) or block.levels[index] is not None:
            break
        said.append(line)
        index += 1
    return Event(trimmed(said), head, tuple(frames), "python", cause), index
