"""Reads Dart's unhandled exceptions, Flutter's framed reports, and their numbered frames."""

from __future__ import annotations

import re

from errdex.lookup.interpret.block import MESSAGE_LINES, Block, Chain, trimmed
from errdex.model.answer import Event, Frame

_FRAME = re.compile(
    r"#\d{1,4}\s+(\S.{0,300}?) \(((?:package:|file://|dart:)?[^()\s]{1,400}?)"
    r"(?::(\d{1,9})(?::\d{1,9})?)?\)\s*$"
)
_TERSE = re.compile(
    r"\s*(package:\S{1,300}?\.dart|\S{1,300}?\.dart) (\d{1,9}):\d{1,9}\s{1,40}(\S.*)$"
)
_UNHANDLED = re.compile(r".{0,120}?Unhandled [Ee]xception:\s*(.*)$")
_FRAMED = re.compile(r"The following (?:(\w{1,100}) (?:object )?)?was thrown[^\n]{0,300}:\s*$")
_REPORT_END = re.compile(
    r"(?:When the exception was thrown|The relevant error-causing|Either the assertion|"
    r"In either case|═{3,}|#0 |◢|User-created ancestor)"
)
_SKIPPED = ("<asynchronous suspension>", "...", "(elided ", "===== asynchronous gap")
_PACKAGE = re.compile(r"package:[\w.]+/")
_ASSERTED = re.compile(
    r"'[^'\n]{1,300}': Failed assertion: (?:line \d+ pos \d+: )?(.{1,2000}?)(?:': (.*))?$", re.S
)
_NAMED = re.compile(
    r"(\w*(?:Error|Exception|Failure|Exit)\w*)(?: [(\[][^()\[\]\n]{1,80}[)\]])?: (.*)$", re.S
)
_CORE = (
    ("Bad state: ", "StateError"),
    ("Unsupported operation: ", "UnsupportedError"),
    ("Invalid argument(s): ", "ArgumentError"),
    ("Concurrent modification during iteration: ", "ConcurrentModificationError"),
)
_ARGUMENT = re.compile(r"Invalid argument(?:\(s\))? \([^()\n]{1,80}\): (.*)$", re.S)


def read_dart(block: Block) -> list[Chain]:
    """Take all traces with the message above them, and Flutter's reports."""
    chains: list[Chain] = []
    index = 0
    while index < len(block.lines):
        line = block.lines[index]
        if not block.taken[index]:
            if "was thrown" in line and (found := _FRAMED.match(line.strip())):
                chain, index = _report(block, index, found[1])
                chains.append(chain)
                continue
            if "nhandled" in line and (found := _UNHANDLED.match(line)):
                thrown, end = _unhandled(block, index, found[1])
                if thrown is not None:
                    chains.append(thrown)
                    index = end
                    continue
            if line.lstrip().startswith("#0 ") and _FRAME.match(line.strip()):
                chain, index = _bare(block, index)
                chains.append(chain)
                continue
        index += 1
    return chains


def _frames(block: Block, index: int) -> tuple[tuple[Frame, ...], int]:
    """The frames from a line on, those of the libraries of Dart itself left out."""
    frames: list[Frame] = []
    end = index
    for at in range(index, min(len(block.lines), index + 600)):
        line = block.lines[at].strip()
        found = _FRAME.match(line)
        terse = _TERSE.match(line) if found is None else None
        if found is not None:
            if not found[2].startswith("dart:"):
                frames.append(Frame(_path(found[2]), int(found[3] or 0), _function(found[1])))
        elif terse is not None:
            frames.append(Frame(_path(terse[1]), int(terse[2]), _function(terse[3])))
        elif not line.startswith(_SKIPPED):
            break
        end = at + 1
    return tuple(frames), end


def _path(written: str) -> str:
    """A file as its repository keeps it: a package's libraries lie in ``lib``."""
    if written.startswith("file://"):
        return written[7:]
    return _PACKAGE.sub("lib/", written, count=1)


def _function(written: str) -> str:
    return written.replace(".<anonymous closure>", "").replace(".<fn>", "").removeprefix("new ")


def _said(block: Block, index: int) -> tuple[list[str], int]:
    """Lines up to the first frame."""
    said: list[str] = []
    stop = min(len(block.lines), index + MESSAGE_LINES)
    while index < stop and not _FRAME.match(block.lines[index].strip()):
        if block.taken[index] or _TERSE.match(block.lines[index]):
            break
        said.append(block.lines[index])
        index += 1
    return said, index


def _unhandled(block: Block, start: int, first: str) -> tuple[Chain | None, int]:
    more, index = _said(block, start + 1)
    frames, end = _frames(block, index)
    if end == index:
        if first or not more:
            if not first:
                return None, start + 1
            more, end = [], start + 1
        else:
            more, end = more[:1], start + 2
    event = told(trimmed([first, *more] if first else more), frames)
    block.take(start, end)
    return Chain(start, [event]), end


def _bare(block: Block, index: int) -> tuple[Chain, int]:
    """Frames with a message right above them."""
    top = index
    while (
        top > 0 and not block.taken[top - 1] and block.lines[top - 1].strip() and index - top < 12
    ):
        if block.levels[top - 1] is not None:
            top -= 1
            break
        top -= 1
    frames, end = _frames(block, index)
    block.take(top, end)
    return Chain(top, [told(trimmed(block.lines[top:index]), frames)]), end


def _report(block: Block, start: int, name: str | None) -> tuple[Chain, int]:
    """``The following StateError was thrown building Page:`` and what stands below."""
    lines = block.lines
    index = start + 1
    stop = min(len(lines), index + MESSAGE_LINES)
    said: list[str] = []
    while index < stop and not _REPORT_END.match(lines[index].strip()):
        said.append(lines[index])
        index += 1
    at = index
    while at < min(len(lines), index + 40) and not _FRAME.match(lines[at].strip()):
        at += 1
    frames, end = _frames(block, at)
    end = end if frames else index
    block.take(start, end)
    event = told(trimmed(said), frames)
    known = name if name not in (None, "assertion", "message") else event.error_class
    return Chain(start, [Event(event.message, known, frames, "dart")]), end


def told(text: str, frames: tuple[Frame, ...]) -> Event:
    """An error as Dart prints it, its class taken from the words before the message."""
    for words, name in _CORE:
        if text.startswith(words):
            return Event(text[len(words) :], name, frames, "dart")
    found = _ARGUMENT.match(text)
    if found is not None:
        return Event(found[1], "ArgumentError", frames, "dart")
    found = _ASSERTED.match(text)
    if found is not None:
        return Event(found[2] or found[1].strip("'"), "AssertionError", frames, "dart")
    found = _NAMED.match(text)
    if found is not None and found[1] != "RangeError":
        return Event(found[2], found[1], frames, "dart")
    return Event(text, found[1] if found is not None else None, frames, "dart")
