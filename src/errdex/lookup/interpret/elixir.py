"""Reads Elixir's ``** (Module) message`` with the stack below it."""

from __future__ import annotations

import re

from errdex.lookup.interpret.block import MESSAGE_LINES, Block, Chain, trimmed
from errdex.model.answer import Event, Frame

_HEAD = re.compile(r"(?:.{0,200}?\s)??\*\* \((?:(EXIT|throw|exit)|([A-Z][\w.]{0,200}))\) ?(.*)$")
_FRAME = re.compile(
    r"\s+(?:\([^()]{1,100}\) )?([^\s():]{1,300}\.(?:ex|exs|erl|eex|heex)):(\d{1,7}): (.{0,300})$"
)
_OTHER = re.compile(
    r"\s+(?:\([^()]{1,100}\) )?[\w:.]+.{0,200}/\d+|\s+\(|Stacktrace:|\s*Last message"
)
_NOISE = re.compile(r"\s*$|Stacktrace:|\s*code: |\s*stacktrace:|\[\w+\] |\d\d:\d\d:\d\d")


def read_elixir(block: Block) -> list[Chain]:
    """Take all exceptions, exits and throws that a process or a task ended with."""
    chains: list[Chain] = []
    index = 0
    while index < len(block.lines):
        line = block.lines[index]
        found = None if block.taken[index] or "** (" not in line else _HEAD.match(line)
        if found is None:
            index += 1
            continue
        said, end = [found[3]], index + 1
        stop = min(len(block.lines), index + MESSAGE_LINES)
        while end < stop and not (_FRAME.match(block.lines[end]) or _NOISE.match(block.lines[end])):
            said.append(block.lines[end].strip() if found[1] else block.lines[end])
            end += 1
        frames: list[Frame] = []
        while end < len(block.lines):
            frame = _FRAME.match(block.lines[end])
            if frame is not None:
                name = frame[3].partition("/")[0].rpartition(".")[2]
                frames.append(Frame(frame[1], int(frame[2]), name))
            elif not _OTHER.match(block.lines[end]):
                break
            end += 1
        block.take(index, end)
        chains.append(Chain(index, [Event(trimmed(said), found[2], tuple(frames), "elixir")]))
        index = end
    return chains
