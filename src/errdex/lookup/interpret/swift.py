"""Reads what Swift prints when a program traps: fatal errors, preconditions, assertions."""

from __future__ import annotations

import re

from errdex.lookup.interpret.block import MESSAGE_LINES, Block, Chain, trimmed
from errdex.model.answer import Event, Frame

_TRAP = re.compile(
    r"(?:.{0,120}?[\s:])??(?:(?P<file>[^\s:]{1,400}\.swift):(?P<line>\d{1,9}): |Thread \d{1,4}: |)"
    r"(?:Fatal error|Precondition failed|Assertion failed)(?:: (?P<said>.*))?$"
)
_OLD_PLACE = re.compile(r":? file ([^\s,]{1,400}\.swift), line (\d{1,9})\s*$")
_WRAPPED = re.compile(
    r"(?:'try!' expression unexpectedly raised an error|Error raised at top level): (.*)$",
    re.DOTALL,
)
_END = re.compile(
    r"\s*$|Current stack trace|Stack dump|\d{1,3} +\S|\*\*\* |Program crashed|Thread \d|Illegal|"
    r"Trace/BPT|\[?\d{4}-\d\d-\d\d|zsh: |\$ |💣|Crash:"
)


def read_swift(block: Block) -> list[Chain]:
    """Take all traps; one that tells of an error that nobody caught is its last word."""
    chains: list[Chain] = []
    index = 0
    while index < len(block.lines):
        line = block.lines[index]
        found = None if block.taken[index] else _TRAP.match(line)
        if found is None or not _tells(line, found):
            index += 1
            continue
        end = index + 1
        said = [found["said"] or ""]
        while end < min(len(block.lines), index + MESSAGE_LINES) and not _END.match(
            block.lines[end]
        ):
            if block.levels[end] is not None or block.taken[end]:
                break
            said.append(block.lines[end])
            end += 1
        chains.append(Chain(index, _events(trimmed(said), found)))
        block.take(index, end)
        index = end
    return chains


def _tells(line: str, found: re.Match[str]) -> bool:
    """Whether the words are Swift's: C's assertions name a function, other tools say no more."""
    swift = "Fatal error" in line and "PHP Fatal" not in line
    return found["file"] is not None or swift or ".swift, line " in line


def _events(text: str, found: re.Match[str]) -> list[Event]:
    frames: tuple[Frame, ...] = ()
    if found["file"] is not None:
        frames = (Frame(found["file"], int(found["line"])),)
    place = _OLD_PLACE.search(text)
    if place is not None:
        text = text[: place.start()]
        frames = (Frame(place[1], int(place[2])),)
    inner = _WRAPPED.match(text)
    if inner is not None:
        # the place is that of the trap, not of the error that it tells of
        return [Event(inner[1], None, (), "swift")]
    return [Event(text, None, frames, "swift")]
