"""Reads Lua's ``file.lua:3: message`` with the stack below it."""

from __future__ import annotations

import re

from errdex.lookup.interpret.block import MESSAGE_LINES, Block, Chain, trimmed
from errdex.model.answer import Event, Frame

_PLACE = re.compile(
    r"(?:.{0,200}?[\s\"':\]])??(?P<file>[^\s:\"'\[\]]{1,400}\.lua)(?:\"\])?:(?P<line>\d{1,7}): "
    r"(?P<said>\S.*)$"
)
_FRAME = re.compile(r"\s+(?:\.{3})?([^\s:]{1,400}\.lua):(\d{1,7}): in (?:function|method|upvalue|"
                    r"local|field|main chunk|global)?\s*'?<?([\w.:]*)")  # fmt: skip
_INSIDE = re.compile(r"\s+(?:\[C\]|\S+:\d+|\(\.\.\.|\.\.\.|\[string|\[builtin)")
_STACK = "stack traceback:"


def read_lua(block: Block) -> list[Chain]:
    """Take all messages with a place in a Lua file, the frames of their stacks among them."""
    chains: list[Chain] = []
    index = 0
    while index < len(block.lines):
        line = block.lines[index]
        found = None if block.taken[index] or ".lua" not in line else _PLACE.match(line)
        if found is None or found["said"].startswith("in "):
            index += 1
            continue
        said, end = [found["said"]], index + 1
        frames = [Frame(found["file"], int(found["line"]))]
        stack = next(
            (
                at
                for at in range(end, min(len(block.lines), index + MESSAGE_LINES))
                if _STACK in block.lines[at]
            ),
            None,
        )
        if stack is not None:
            said += block.lines[end:stack]
            end = stack + 1
            while end < len(block.lines) and _INSIDE.match(block.lines[end]):
                frame = _FRAME.match(block.lines[end])
                if frame is not None:
                    _add(frames, Frame(frame[1], int(frame[2]), frame[3]))
                end += 1
        block.take(index, end)
        chains.append(Chain(index, [Event(trimmed(said), None, tuple(frames), "lua")]))
        index = end
    return chains


def _add(frames: list[Frame], frame: Frame) -> None:
    """Add a frame; the first names the function of the place that the message begins with."""
    top = frames[0]
    if len(frames) == 1 and not top.function and (top.file, top.line) == (frame.file, frame.line):
        frames[0] = frame
    else:
        frames.append(frame)
