"""Reads Swift's traps, backtraces and Foundation's errors."""

from __future__ import annotations

import re

from errdex.lookup.interpret.block import MESSAGE_LINES, Block, Chain, trimmed
from errdex.lookup.interpret.rust import inner_texts
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
_FRAME = re.compile(
    r"\s*\d{1,4} (?:\[[\w ]{1,40}\] )?(?:0x[0-9a-f]{1,16} )?(\S.{0,400}?)(?: \+ \d{1,9})?"
    r" in \S{1,200} at (.{1,400}?\.swift):(\d{1,9})(?::\d{1,9})?\s*$"
)
_DOMAIN = re.compile(r'Error Domain=(\S{1,200}) Code=(-?\d{1,12}) "((?:[^"\\]|\\.){1,2000})"')
_RUNTIME = ("_assertionFailure", "swift_", "_swift", "closure #1 in _assertionFailure", "$s")
_LOOK_AHEAD = 60


def read_swift(block: Block) -> list[Chain]:
    """Take all traps with the frames that follow, and errors with a domain."""
    chains: list[Chain] = []
    for index, line in enumerate(block.lines):
        if block.taken[index]:
            continue
        if "rror Domain=" in line and (domain := _DOMAIN.search(line)):
            chains.append(Chain(index, [Event(domain[3], None, (), "swift")]))
            block.take(index, index + 1)
            continue
        found = _TRAP.match(line) if "atal error" in line or " failed" in line else None
        if found is not None and _tells(line, found):
            chains.append(_trap(block, index, found))
    return chains


def _tells(line: str, found: re.Match[str]) -> bool:
    """Whether the words are Swift's: C's assertions name a function, other tools say no more."""
    swift = "Fatal error" in line and "PHP Fatal" not in line
    return found["file"] is not None or swift or ".swift, line " in line


def _trap(block: Block, index: int, found: re.Match[str]) -> Chain:
    end = index + 1
    said = [found["said"] or ""]
    while end < min(len(block.lines), index + MESSAGE_LINES) and not _END.match(block.lines[end]):
        if block.levels[end] is not None or block.taken[end]:
            break
        said.append(block.lines[end])
        end += 1
    text = trimmed(said)
    place = Frame(found["file"], int(found["line"])) if found["file"] is not None else None
    old = _OLD_PLACE.search(text)
    if old is not None:
        text, place = text[: old.start()], Frame(old[1], int(old[2]))
    frames, end = _frames(block, end)
    inner = _WRAPPED.match(text)
    if inner is None and place is not None and not place.file.startswith("Swift/"):
        known = any(f.file.endswith(place.file) and f.line == place.line for f in frames)
        frames = frames if known else (place, *frames)
    block.take(index, end)
    # the place is that of the trap, not of the error that it tells of
    text = inner[1] if inner is not None else text
    events = [Event(one, None, (), "swift") for one in inner_texts(text)] if inner else []
    return Chain(index, [*events, Event(text, None, frames, "swift", len(events) - 1)])


def _frames(block: Block, index: int) -> tuple[tuple[Frame, ...], int]:
    """The frames of the thread that crashed, which may stand some lines below."""
    frames: list[Frame] = []
    end = index
    for at in range(index, min(len(block.lines), index + _LOOK_AHEAD + 400)):
        found = _FRAME.match(block.lines[at])
        if found is not None:
            if not found[1].startswith(_RUNTIME):
                frames.append(Frame(found[2], int(found[3]), found[1].partition("(")[0]))
            end = at + 1
        elif (frames and block.lines[at].startswith("Thread ")) or at - end > _LOOK_AHEAD:
            break
    return tuple(frames), end
