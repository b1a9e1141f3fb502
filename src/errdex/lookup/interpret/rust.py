"""Reads Rust panics (old and new form), backtraces and anyhow's cause lists."""

from __future__ import annotations

import re

from errdex.lookup.interpret.block import MESSAGE_LINES, Block, Chain, trimmed
from errdex.model.answer import Event, Frame

_PANIC = re.compile(
    r"(?:.{0,80}?)thread '?[^'\n]{0,200}'? (?:\(\d+\) )?panicked at (.*)$|panicked at (.*)$"
)
_PLACE = re.compile(r"([^\s'].{0,400}?):(\d{1,9}):(\d{1,9}):?\s*(.*)$")
_OLD_END = re.compile(r"', ([^\s'][^'\n]{0,400}?):(\d{1,9}):\d{1,9}\s*$")
_END = re.compile(
    r"(?:note: |stack backtrace:|error: |warning: |thread '|Traceback|\$ |fatal runtime error"
    r"|failures:"
    r"|---- |test |query stack during panic|\[?\d{4}-\d\d-\d\d)"
)
_NUMBER = re.compile(r"\s*(\d{1,5}): +(?:0x[0-9a-f]+ - )?(.+)$")
_AT = re.compile(r"\s+at (.{1,400}?):(\d{1,9})(?::\d{1,9})?\s*$")
_RUNTIME = re.compile(
    r"(?:rust_begin_unwind|__rustc|_?_?rust_|std::|core::|alloc::|<?backtrace|test::|anyhow::"
    r"|eyre::"
    r"|color_eyre::|main$|_start|__libc|<alloc|<core|<std|start_thread|clone)"
)
_HASH = re.compile(r"::h[0-9a-f]{16}$")
_ERROR = re.compile(r"(?:Error|error|fatal|ERROR): (.*)$")
_CAUSE = re.compile(r"\s{1,12}(?:(\d{1,4}): )?(.*)$")
_INNER = re.compile(r"(?:on an? `Err` value|\A[^\n]{1,400}?): (?=\S)")
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')


def read_rust(block: Block) -> list[Chain]:
    """Take all panics and all ``Error: …`` with ``Caused by:``."""
    chains: list[Chain] = []
    index = 0
    while index < len(block.lines):
        line = block.lines[index]
        if not block.taken[index]:
            if "panicked at " in line and (found := _PANIC.match(line)):
                chain, index = _panic(block, index, found[1] if found[1] is not None else found[2])
                chains.append(chain)
                continue
            if line.startswith("Caused by:"):
                chains.extend(_causes(block, index))
        index += 1
    return chains


def _panic(block: Block, start: int, rest: str) -> tuple[Chain, int]:
    if rest.startswith("'"):
        message, frame, index = _old_message(block, start, rest[1:])
    else:
        message, frame, index = _new_message(block, start, rest)
    frames, end = _backtrace(block, index)
    frames = _own(frames)
    if frame is not None:
        if frames and frames[0].file.endswith(frame.file.lstrip("./")):
            frames[0] = Frame(frame.file, frame.line, frames[0].function)
        else:
            frames.insert(0, frame)
    block.take(start, end)
    event = Event(message, None, tuple(frames), "rust")
    return Chain(start, with_inner(event)), end


def _new_message(block: Block, start: int, rest: str) -> tuple[str, Frame | None, int]:
    """``file:line:col:`` and the message on the lines below."""
    found = _PLACE.match(rest)
    if found is None:
        return rest.strip(), None, start + 1
    frame = Frame(found[1], int(found[2]))
    said = [found[4]] if found[4] else []
    index = start + 1
    stop = min(len(block.lines), index + MESSAGE_LINES)
    while index < stop:
        line = block.lines[index]
        if _END.match(line) or (block.levels[index] is not None and index > start + 1):
            break
        said.append(line)
        index += 1
    return trimmed(said), frame, index


def _old_message(block: Block, start: int, first: str) -> tuple[str, Frame | None, int]:
    """``'message', file:line:col``, the message perhaps over several lines."""
    said: list[str] = []
    line = first
    stop = min(len(block.lines), start + MESSAGE_LINES)
    for index in range(start, stop):
        if index > start:
            line = block.lines[index]
        found = _OLD_END.search(line)
        if found is not None:
            said.append(line[: found.start()])
            return "\n".join(said), Frame(found[1], int(found[2])), index + 1
        said.append(line)
    return first.rstrip("'"), None, start + 1


def _backtrace(block: Block, index: int) -> tuple[list[Frame], int]:
    """Frames of a ``stack backtrace:`` within the next lines, and where it ends."""
    lines = block.lines
    begin = index
    while begin < min(len(lines), index + 4) and "backtrace:" not in lines[begin].lower():
        begin += 1
    if begin >= min(len(lines), index + 4) or "note:" in lines[begin]:
        return [], index
    frames: list[Frame] = []
    at = begin + 1
    while at < len(lines):
        found = _NUMBER.match(lines[at])
        place = _AT.match(lines[at])
        if found is not None:
            frames.append(Frame("", 0, _HASH.sub("", found[2])))
        elif place is not None and frames:
            frames[-1] = Frame(place[1], int(place[2]), frames[-1].function)
        elif lines[at].strip():
            break
        at += 1
    return frames, at


def _own(frames: list[Frame]) -> list[Frame]:
    """Frames outside the runtime and the standard library."""
    return [
        f for f in frames if not _RUNTIME.match(f.function) and not f.file.startswith("/rustc/")
    ]


def _causes(block: Block, index: int) -> list[Chain]:
    """``Caused by:`` with numbered or plain lines, below an ``Error:`` line or a message."""
    lines = block.lines
    top = index - 1
    while top >= max(0, index - MESSAGE_LINES) and not _ERROR.match(lines[top]):
        if block.taken[top] or block.levels[top] is not None or lines[top].startswith("Caused by"):
            break
        top -= 1
    outer: list[str] = []
    if top >= 0 and (found := _ERROR.match(lines[top])):
        outer = [found[1], *lines[top + 1 : index]]
    else:
        top = index - 1
        while top >= 0 and not lines[top].strip():
            top -= 1
        if top < 0 or block.taken[top] or lines[top].startswith(("\t", "    at ")):
            return []
        outer = [lines[top]]
    causes, at = _cause_list(block, index + 1)
    if not causes:
        return []
    frames, end = _backtrace(block, at)
    kept = tuple(_own(frames))
    block.take(max(top, 0), end)
    texts = [*reversed(causes), trimmed(outer)]
    events = [
        Event(text, None, kept if i == len(texts) - 1 else (), "rust", i - 1)
        for i, text in enumerate(texts)
    ]
    return [Chain(max(top, 0), events)]


def _cause_list(block: Block, index: int) -> tuple[list[str], int]:
    causes: list[list[str]] = []
    numbered = False
    while index < len(block.lines):
        line = block.lines[index]
        found = _CAUSE.match(line)
        if not line.strip():
            following = block.lines[index + 1] if index + 1 < len(block.lines) else ""
            if not (numbered and following.startswith("   ")):
                break
        elif found is None:
            break
        elif found[1] is not None or not causes:
            numbered = numbered or found[1] is not None
            causes.append([found[2]])
        else:
            causes[-1].append(found[2].strip())
        index += 1
    return [trimmed(c) for c in causes], index


def with_inner(event: Event) -> list[Event]:
    """The texts inside a Debug value that a panic prints, then the panic itself."""
    found = _INNER.search(event.message)
    if found is None:
        return [event]
    inner = inner_texts(event.message[found.end() :])
    events = [Event(text, None, (), "rust", -1) for text in inner]
    cause = len(events) - 1
    return [*events, Event(event.message, None, event.frames, "rust", cause)]


def inner_texts(value: str) -> list[str]:
    """Texts quoted within a Debug value, unescaped, those that read like a message."""
    out: list[str] = []
    for found in _STRING.finditer(value[:20_000]):
        text = debug_unescape(found[1])
        if len(text) >= 8 and " " in text.strip() and text not in out:
            out.append(text)
        if len(out) == 4:
            break
    return out[::-1]


def debug_unescape(text: str) -> str:
    """The text that a quoted Debug or repr form stands for."""
    if "\\" not in text:
        return text
    text = text.replace("\\\\", "\0").replace('\\"', '"').replace("\\'", "'")
    return text.replace("\\n", "\n").replace("\\t", "\t").replace("\\r", "\r").replace("\0", "\\")
