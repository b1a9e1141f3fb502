"""Reads Go panics, runtime errors, goroutine stacks and pkg/errors ``%+v`` stacks."""

from __future__ import annotations

import re

from errdex.lookup.interpret.block import MESSAGE_LINES, Block, Chain, trimmed
from errdex.lookup.interpret.rust import inner_texts
from errdex.model.answer import Event, Frame

_PANIC = re.compile(r"(?:panic|fatal error|http: panic serving [^\n]{1,100}?): (.*)$")
_ROUTINE = re.compile(r"goroutine \d+ (?:gp=\S+ m=\S+ (?:mp=\S+ )?)?\[")
_CALL = re.compile(
    r"(?:created by )?([\w./*()\-·\[\]~%$@{}]{1,400}?)(?:\(.{0,2000}\))?(?: in goroutine \d+)?$"
)
_STOPS = ("exit status", "FAIL", "---", "panic: ", "fatal error: ")
_PLACE = re.compile(
    r"\s+(\S.{0,600}?\.(?:go|s|c)):(\d{1,9})(?: \+0x[0-9a-f]+)?(?: pc=\S+)?.{0,80}$"
)
_RECOVERED = re.compile(r" \[recovered(?:, repanicked)?\]$")
_VALUE = re.compile(r"&?[\w./*]{1,120}[({].*[)}]$", re.S)
_TEST = re.compile(r"\s{2,}([\w./-]{1,200}_test\.go|[\w./-]{1,200}\.go):(\d{1,9}): (.*)$")


def read_go(block: Block) -> list[Chain]:
    """Take panics with their first goroutine, and messages with a ``pkg/errors`` stack."""
    chains: list[Chain] = []
    index = 0
    lines = block.lines
    while index < len(lines):
        line = lines[index]
        if block.taken[index]:
            index += 1
        elif found := _PANIC.match(line):
            chain, index = _panic(block, index, found[1])
            chains.extend(chain)
        elif line[:1] == "\t" and _PLACE.match(line) and index >= 2:
            chain, index = _stack(block, index)
            chains.extend(chain)
        elif line[:2] == "  " and ".go:" in line and (found := _TEST.match(line)):
            frame = Frame(found[1], int(found[2]))
            chains.append(Chain(index, [Event(found[3], None, (frame,), "go")]))
            block.take(index, index + 1)
            index += 1
        else:
            index += 1
    return chains


def _panic(block: Block, start: int, first: str) -> tuple[list[Chain], int]:
    lines = block.lines
    said = [first]
    index = start + 1
    stop = min(len(lines), index + MESSAGE_LINES)
    again: list[str] = []
    while index < stop and not _ROUTINE.match(lines[index]):
        line = lines[index]
        if block.levels[index] is not None or line.startswith(_STOPS):
            break
        if line.startswith("\tpanic: "):
            again.append(line[8:])
        elif not line.startswith(("[signal ", "goroutine ")):
            said.append(line)
        index += 1
    frames, end = _goroutine(block, index)
    if not frames and not any(_ROUTINE.match(x) for x in lines[index : index + 1]):
        if start + 1 < index and not lines[start + 1].strip():
            said, index = [first], start + 1
        end = index
    texts = [_RECOVERED.sub("", text) for text in (trimmed(said), *again)]
    told = list(dict.fromkeys(texts))
    if _VALUE.match(told[0]):
        told = inner_texts(told[0]) + told
    events = [
        Event(text, None, frames if text == texts[-1] else (), "go", i - 1)
        for i, text in enumerate(told)
    ]
    block.take(start, end)
    return [Chain(start, events)], end


def _goroutine(block: Block, index: int) -> tuple[tuple[Frame, ...], int]:
    """The frames of the goroutine that panicked; other goroutines are taken but not told."""
    lines = block.lines
    while index < len(lines) and not lines[index].strip():
        index += 1
    if index >= len(lines) or not _ROUTINE.match(lines[index]):
        return (), index
    frames, at = _calls(lines, index + 1)
    while at + 1 < len(lines):
        ahead = at + 1 if not lines[at].strip() else at
        if not _ROUTINE.match(lines[ahead]):
            break
        _, at = _calls(lines, ahead + 1)
    last = max((i for i, f in enumerate(frames) if _is_panic(f)), default=-1)
    return tuple(f for f in frames[last + 1 :] if not f.file.startswith("runtime/")), at


def _is_panic(frame: Frame) -> bool:
    if frame.function == "panic" or frame.function.startswith(("runtime.", "runtime/debug.")):
        return not frame.function.startswith(("runtime.main", "runtime.goexit"))
    return frame.function.endswith("debug.Stack")


def _calls(lines: list[str], index: int) -> tuple[list[Frame], int]:
    """Pairs of a function line and an indented place line."""
    frames: list[Frame] = []
    while index + 1 < len(lines):
        call, place = _CALL.match(lines[index]), _PLACE.match(lines[index + 1])
        if call is None or place is None or lines[index][:1].isspace():
            break
        if not lines[index].startswith("created by "):
            frames.append(Frame(place[1], int(place[2]), call[1]))
        index += 2
    return frames, index


def _stack(block: Block, index: int) -> tuple[list[Chain], int]:
    """A ``%+v`` stack: message lines right above the first function line."""
    lines = block.lines
    first = index - 1
    if _CALL.match(lines[first]) is None or lines[first][:1].isspace():
        return [], index + 1
    frames, end = _calls(lines, first)
    top = first - 1
    if not frames or top < 0 or block.taken[top] or not lines[top].strip():
        return [], index + 1
    block.take(top, end)
    kept = tuple(f for f in frames if not f.function.startswith("runtime."))
    return [Chain(top, [Event(lines[top].strip(), None, kept, "go")])], end
