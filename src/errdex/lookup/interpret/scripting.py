"""Reads Ruby and PHP errors with their backtraces."""

from __future__ import annotations

import re

from errdex.lookup.interpret.block import MESSAGE_LINES, Block, Chain, chained, trimmed
from errdex.model.answer import Event, Frame

_RUBY = re.compile(
    r"\s*(?:\d+: )?(?:from )?"
    r"([^\s:][^:\n]{0,400}?(?:\.rb|\.rake|\.erb|\.gemspec|\.ru|-e|bin/[\w-]{1,60}))"
    r":(\d{1,9})(?::in [`'\"]([^'\"\n]{1,300})['\"])?(?:: (.*))?$"
)
_RUBY_END = re.compile(r"(.*) \(((?:[A-Z]\w*::)*[A-Z]\w*)\)$", re.S)
_RUBY_HEAD = re.compile(
    r"((?:[A-Z]\w{0,80}::){0,8}[A-Z]\w{0,80}(?:Error|Exception|NotFound|Invalid)\w*)"
    r"(?: \((.*)\))?:(?: (.*))?$"
)
_PHP = re.compile(
    r"(?:PHP )?(?:Fatal error|Parse error|Warning|Notice|Deprecated"
    r"|Catchable fatal error|Recoverable fatal error): +"
    r"(?:Uncaught (?:(?:exception )?'?([\w\\]{1,200}?)'?"
    r"(?: with message '|: ))?)?(.*)$",
    re.S,
)
_PHP_PLACE = re.compile(
    r"'? (?:in|at) (/?[^\n]{1,400}?\.(?:php|phtml|inc)|phar://\S{1,400})(?::| on line )(\d{1,9})\b"
)
_PHP_FRAME = re.compile(
    r"\s*#\d+ (?:(.{1,400}?)\((\d{1,9})\)|\[internal function\]|\{main\})(?:: (.{0,2000}))?$"
)


def read_ruby(block: Block) -> list[Chain]:
    """Take ``file:line:in 'm': message (Class)`` and the backtrace below (or above) it."""
    chains: list[Chain] = []
    lines = block.lines
    index = 0
    while index < len(lines):
        found = None if block.taken[index] or ":" not in lines[index] else _RUBY.match(lines[index])
        if found is None or (found[4] is None and found[3] is None):
            index += 1
            continue
        start = index
        events: list[Event] = []
        if found[4] is None:
            chain, index = _ruby_list(block, index)
            chains.extend(chain)
            continue
        while found is not None and found[4] is not None:
            event, index = _ruby_event(block, index, found)
            events.append(event)
            found = _RUBY.match(lines[index]) if index < len(lines) else None
        block.take(start, index)
        chains.append(Chain(start, chained(events[::-1])))
    return chains


def _ruby_event(block: Block, index: int, found: re.Match[str]) -> tuple[Event, int]:
    lines = block.lines
    frames = [Frame(found[1], int(found[2]), found[3] or "")]
    said = [found[4]]
    index += 1
    stop = min(len(lines), index + MESSAGE_LINES)
    if _RUBY_END.match(said[0]) is None:
        at = index
        more: list[str] = []
        while at < stop and _RUBY.match(lines[at]) is None:
            more.append(lines[at])
            at += 1
            if _RUBY_END.match(more[-1]):
                said, index = [*said, *more], at
                break
    while index < stop and lines[index].strip() and _RUBY.match(lines[index]) is None:
        index += 1
    while index < len(lines) and (inner := _RUBY.match(lines[index])) and inner[4] is None:
        frames.append(Frame(inner[1], int(inner[2]), inner[3] or ""))
        index += 1
    # The class stands at the end of the first line also when more lines follow it.
    text = trimmed(said)
    end = _RUBY_END.match(text)
    name = end[2] if end is not None else None
    return Event(end[1] if end is not None else text, name, tuple(frames), "ruby"), index


def _ruby_list(block: Block, index: int) -> tuple[list[Chain], int]:
    """A bare list of places (Rails, RSpec) with the class and message lines above it."""
    lines = block.lines
    end = index
    frames: list[Frame] = []
    while end < len(lines) and (found := _RUBY.match(lines[end])) and found[4] is None:
        frames.append(Frame(found[1], int(found[2]), found[3] or ""))
        end += 1
    for top in range(index - 1, max(index - 12, -1), -1):
        head = _RUBY_HEAD.match(lines[top].strip())
        if head is not None:
            text = trimmed([head[2] or head[3] or "", *(x.strip() for x in lines[top + 1 : index])])
            block.take(top, end)
            return [Chain(top, [Event(text, head[1], tuple(frames), "ruby")])], end
    return [], end


def read_php(block: Block) -> list[Chain]:
    """Take ``Fatal error: Uncaught Class: message in file:line`` with its ``#0`` frames."""
    chains: list[Chain] = []
    index = 0
    while index < len(block.lines):
        line = block.lines[index]
        found = (
            _PHP.match(line) if "rror: " in line or "PHP " in line or "arning: " in line else None
        )
        if block.taken[index] or found is None or not _php_place_near(block, index):
            index += 1
            continue
        chain, end = _php(block, index, found)
        block.take(index, end)
        chains.append(chain)
        index = end
    return chains


def _php_place_near(block: Block, index: int) -> bool:
    near = block.lines[index : index + 12]
    return any(_PHP_PLACE.search(line[-600:]) for line in near)


def _php(block: Block, start: int, found: re.Match[str]) -> tuple[Chain, int]:
    lines = block.lines
    name, said = found[1], [found[2]]
    index = start + 1
    frames: list[Frame] = []
    events: list[Event] = []
    place: Frame | None = None
    stop = min(len(lines), start + 400)
    for index in range(start, stop):
        line = said[0] if index == start else lines[index]
        frame = _PHP_FRAME.match(line)
        spot = _PHP_PLACE.search(line) if place is None else None
        if spot is not None:
            said[-1 if index == start else len(said) :] = [line[: spot.start()]]
            place = Frame(spot[1], int(spot[2]))
        elif frame is not None:
            frames.append(Frame(frame[1] or "", int(frame[2] or 0), ""))
            _name_caller(frames, place, frame[3])
        elif line.startswith("Next "):
            events.append(_php_event(said, name, place, frames))
            frames, place = [], None
            name, _, text = line[5:].partition(": ")
            spot = _PHP_PLACE.search(text)
            place = Frame(spot[1], int(spot[2])) if spot is not None else None
            said = [text[: spot.start()] if spot is not None else text]
        elif line.strip().startswith("thrown in"):
            index += 1
            break
        elif place is None and index > start:
            said.append(line)
        elif index > start and line.strip() and not line.startswith("Stack trace"):
            break
    else:
        index = stop
    events.append(_php_event(said, name, place, frames))
    return Chain(start, chained(events)), max(index, start + 1)


def _name_caller(frames: list[Frame], place: Frame | None, call: str | None) -> None:
    """``#0 file(line): f()`` tells where ``f`` was called: ``f`` is the frame before's function."""
    if call and len(frames) >= 2:
        before = frames[-2]
        name = call.partition("(")[0]
        frames[-2] = Frame(before.file, before.line, before.function or name)


def _php_event(
    said: list[str], name: str | None, place: Frame | None, frames: list[Frame]
) -> Event:
    kept = ([place] if place is not None else []) + [f for f in frames if f.file]
    return Event(trimmed(said), name, tuple(kept), "php")
