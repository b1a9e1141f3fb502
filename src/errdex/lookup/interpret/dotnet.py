"""Reads .NET traces: ``---> `` inner exceptions and their ends."""

from __future__ import annotations

import re

from errdex.lookup.interpret.at_frames import Run, header_above, runs
from errdex.lookup.interpret.block import Block, Chain, chained, trimmed
from errdex.model.answer import Event, Frame

_AT = re.compile(
    r"\s{1,12}at ([^\s(][^(\n]{0,600})\([^)\n]{0,2000}\)(?:\[[^\]\n]{0,200}\])?"
    r"(?: in (.{1,600}?):line (\d{1,9}))?\s*$"
)
_PREFIX = re.compile(
    r"\s*(?:Unhandled [Ee]xception[.:]? |Unhandled Exception:\s*"
    r"|(?:crit|fail|warn): .{0,200}?(?=System\.)"
    r"|An unhandled exception [^:\n]{0,100}: )?(?:\(Inner Exception #\d+\) )?(?:---> ?)?"
    r"(?:\(Inner Exception #\d+\) )?"
)
_CLASS = re.compile(
    r"((?:[A-Za-z_]\w{0,120}\.){0,20}[A-Za-z_]\w{0,160}(?:`\d+(?:\[.{0,200}?\])?)?)"
    r"(?: \((?:0x[0-9A-Fa-f]+|\d+)\))?:(?: (.*)|\s*)$",
    re.S,
)
_END = "--- End of"


def read_dotnet(block: Block) -> list[Chain]:
    """Take all traces; a header may hold the inner exceptions' texts after ``---> ``."""
    chains: list[Chain] = []
    for run in runs(block, _frame, lambda line: line.lstrip().startswith(_END)):
        start = header_above(block, run.start, _header, lambda line: _frame(line) is not None)
        while start > 0 and block.lines[start].lstrip().startswith("---> "):
            above = header_above(block, start, _header, lambda line: _frame(line) is not None)
            if above == start:
                break
            start = above
        chains.append(_chain(block, start, run))
        block.take(start, run.end)
    return chains


def _frame(line: str) -> Frame | None:
    if "(" not in line or not line.lstrip().startswith("at "):
        return None
    found = _AT.match(line)
    if found is None or found[1].endswith(" "):
        return None
    return Frame((found[2] or "").replace("\\", "/"), int(found[3] or 0), found[1])


def _header(line: str) -> bool:
    prefix = _PREFIX.match(line)
    rest = line[prefix.end() :] if prefix is not None else line
    found = _CLASS.match(rest)
    if found is None:
        return False
    return "." in found[1] or "Exception" in found[1]


def _chain(block: Block, start: int, run: Run) -> Chain:
    if start == run.start:
        return Chain(start, [Event("", None, run.frames, "csharp")])
    pieces: list[list[str]] = []
    for line in block.lines[start : run.start]:
        head, *inner = line.split("---> ")
        if not pieces:
            pieces.append([head])
        elif head.strip():
            pieces[-1].append(head)
        pieces.extend([piece] for piece in inner)
    stacks = _stacks(block, run, len(pieces))
    events: list[Event] = []
    for piece, frames in zip(reversed(pieces), stacks, strict=True):
        events.append(_event(trimmed(piece), frames))
    return Chain(start, chained(events))


def _event(text: str, frames: tuple[Frame, ...]) -> Event:
    prefix = _PREFIX.match(text)
    rest = text[prefix.end() :] if prefix is not None else text
    found = _CLASS.match(rest)
    if found is None:
        return Event(rest, None, frames, "csharp")
    return Event(found[2] or "", found[1], frames, "csharp")


def _stacks(block: Block, run: Run, count: int) -> list[tuple[Frame, ...]]:
    """The frames of each exception, innermost exception first, cut at ``--- End of inner``."""
    stacks: list[list[Frame]] = [[]]
    for line in block.lines[run.start : run.end]:
        if "End of inner exception" in line and len(stacks) < count:
            stacks.append([])
        frame = _frame(line)
        if frame is not None:
            stacks[-1].append(frame)
    stacks.extend([] for _ in range(count - len(stacks)))
    return [tuple(stack) for stack in stacks]
