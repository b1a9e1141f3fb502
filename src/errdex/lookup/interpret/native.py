"""Reads C and C++ aborts, assertion failures, and sanitizer or gdb stacks."""

from __future__ import annotations

import re

from errdex.lookup.interpret.block import MESSAGE_LINES, Block, Chain, trimmed
from errdex.model.answer import Event, Frame

_TERMINATE = re.compile(
    r"(?:libc\+\+abi: )?terminat(?:e called after throwing an instance of '([^']{1,400})'"
    r"|ing (?:due to|with) uncaught exception of type ([^\n:]{1,400}?)(?:: (.*))?)$"
)
_ASSERT = re.compile(
    r"(?:[^\s:]{1,200}: )?([^\s:]{1,400}):(\d{1,9}): (?:(.{0,400}?): )?"
    r"Assertion [`'](.{1,2000}?)' failed\.?$"
    r"|Assertion failed: (.{1,2000}?), (?:function (.{1,300}?), )?"
    r"file (.{1,400}?), line (\d{1,9})\.?$"
)
_GDB = re.compile(
    r"#(\d{1,4}) +(?:0x[0-9a-f]+ in )?(.{1,300}?)(?: ?\(.{0,1000}\))?"
    r"(?: (?:at )?([^\s()]{1,400}):(\d{1,9})(?::\d+)?)?$"
)
_WHAT = re.compile(r"\s*what\(\): {1,2}(.*)$")
_SIGNAL = re.compile(
    r"(?:Aborted|Segmentation fault|Process finished|\[?\d{4}-\d\d-\d\d|zsh: |#0 |\$ )"
)


def read_native(block: Block) -> list[Chain]:
    """Take ``terminate called …`` with ``what()``, and failed assertions."""
    chains: list[Chain] = []
    index = 0
    while index < len(block.lines):
        line = block.lines[index]
        if not block.taken[index]:
            if "terminat" in line and (found := _TERMINATE.match(line)):
                chain, index = _terminate(block, index, found)
                chains.append(chain)
                continue
            if "ssertion" in line and (found := _ASSERT.match(line)):
                chains.append(Chain(index, [_assertion(found)]))
                block.take(index, index + 1)
        index += 1
    return chains


def _terminate(block: Block, start: int, found: re.Match[str]) -> tuple[Chain, int]:
    name = found[1] or found[2]
    text = found[3] or ""
    index = start + 1
    said = [text] if text else []
    what = _WHAT.match(block.lines[index]) if index < len(block.lines) else None
    if what is not None:
        said = [what[1]]
        index += 1
    if said:
        stop = min(len(block.lines), index + MESSAGE_LINES)
        while index < stop and not _SIGNAL.match(block.lines[index]):
            if block.levels[index] is not None:
                break
            said.append(block.lines[index])
            index += 1
    frames, index = _frames(block, index)
    block.take(start, index)
    return Chain(start, [Event(trimmed(said), name, frames, "cpp")]), index


def _frames(block: Block, index: int) -> tuple[tuple[Frame, ...], int]:
    frames: list[Frame] = []
    end = index
    for at in range(index, min(len(block.lines), index + 400)):
        found = _GDB.match(block.lines[at].strip()) if "#" in block.lines[at][:8] else None
        if found is not None:
            frames.append(Frame(found[3] or "", int(found[4] or 0), found[2]))
            end = at + 1
        elif frames or at > index + 3:
            break
    return tuple(f for f in frames if f.file), end


def _assertion(found: re.Match[str]) -> Event:
    if found[4] is not None:
        frame = Frame(found[1], int(found[2]), _function(found[3] or ""))
        return Event(found[4], None, (frame,), "c")
    return Event(found[5], None, (Frame(found[7], int(found[8]), found[6] or ""),), "c")


def _function(signature: str) -> str:
    return signature.partition("(")[0].rpartition(" ")[2]
