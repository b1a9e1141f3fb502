"""Reads Python tracebacks: chains, exception groups, syntax errors, warnings."""

from __future__ import annotations

import re

from errdex.lookup.interpret.block import MESSAGE_LINES, Block, Chain, indent_of, trimmed
from errdex.model.answer import Event, Frame

_HEADER = re.compile(
    r"\s*(?:\+ )?(Exception Group )?Traceback \((?:most recent call|innermost) last\):?"
)
_FRAME = re.compile(r'\s*File "(.+)", line (\d+)(?:, in (.+))?')
_ERROR = re.compile(
    r"((?:[A-Za-z_]\w*\.|<locals>\.){0,12}[A-Za-z_]\w*(?:\[[\w., ]{1,80}\])?)(?:: ?(.*)|\s*)$"
)
_CHAINED = re.compile(
    r"(?:During handling of the above exception, another|The above exception was the direct cause)"
)
_MARGIN = re.compile(r"\s*[|+] ?")
_RULE = re.compile(r"\s*\+-[+-]*(?: (?:\d+|\.\.\.) -+)?\s*$")
_COUNT = re.compile(r" \(\d+ sub-exceptions?\)$")
_WARNING = re.compile(r"(\S.*\.pyx?|<\w+>):(\d+): ((?:\w+\.)*\w*Warning): (.*)$")
_STOP = re.compile(r"(?:>>> |\$ |# |\[?\d{4}-\d\d-\d\d |=+ |-{5,}|Process finished|make: \*\*\*)")
_MARKS = re.compile(r"[\s^~]+$")
RULE = "\x00rule"


def read_python(block: Block) -> list[Chain]:
    """Take all Python tracebacks, bare frames with their error, and warnings."""
    return _Machine(block).run()


class _Machine:
    """Walks over the lines once; every method takes a line index and gives the next one."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self.lines = block.lines
        self.grouped = any("Exception Group Traceback" in line for line in block.lines)
        if self.grouped:
            self.lines = _without_margins(block.lines)
        self.chains: list[Chain] = []
        self.open: list[Event] = []
        self.start = 0
        self.cause = -1

    def run(self) -> list[Chain]:
        index, count = 0, len(self.lines)
        while index < count:
            line = self.lines[index]
            if self.block.taken[index]:
                index += 1
            elif "Traceback (" in line and _HEADER.match(line):
                index = self.traceback(index, _HEADER.match(line))
            elif 'File "' in line and _FRAME.match(line):
                index = self.traceback(index - 1, None)
            elif "Warning: " in line and (found := _WARNING.match(line)):
                index = self.warning(index, found)
            elif line == RULE:
                index = self.bare_member(index)
            else:
                index += 1
        self.finish()
        return self.chains

    def traceback(self, header: int, found: re.Match[str] | None) -> int:
        """One traceback from its header line to the end of its message."""
        base = indent_of(self.lines[header]) if found is not None else 0
        frames: list[Frame] = []
        index, count = header + 1, len(self.lines)
        if found is None:
            base = max(0, indent_of(self.lines[index]) - 2)
        while index < count:
            line = self.lines[index]
            frame = _FRAME.match(line) if 'File "' in line else None
            if frame is not None:
                frames.append(Frame(frame[1], int(frame[2][:9]), (frame[3] or "").strip()))
            elif line.strip() and indent_of(line) <= base:
                break
            index += 1
        frames.reverse()
        link = self.link(header)
        if not link:
            self.finish()
        self.cause = len(self.open) - 1 if link == "chain" else -1
        if not self.open:
            self.start = max(header, 0)
        grouped = found is not None and found.group(1) is not None
        end = self.message(index, base, tuple(frames), grouped)
        self.block.take(max(header, 0), end)
        return end

    def link(self, header: int) -> str:
        """Whether a chain sentence, or a group's rule, stands right above a traceback."""
        if not self.open:
            return ""
        for back in range(header - 1, max(header - 4, -1), -1):
            line = self.lines[back].strip()
            if not line:
                continue
            if line == RULE:
                return "member"
            return "chain" if _CHAINED.match(line) is not None else ""
        return ""

    def message(self, index: int, base: int, frames: tuple[Frame, ...], grouped: bool) -> int:
        """The error line below the frames and the message's further lines."""
        if index >= len(self.lines):
            if frames:
                self.open.append(Event("", None, frames, "python", self.cause))
            return index
        line = self.lines[index][base:] if indent_of(self.lines[index]) >= base else ""
        line = line or self.lines[index].strip()
        found = _ERROR.match(line)
        cut = self.block.levels[index] is not None or not self.lines[index - 1].strip()
        if found is None and cut:
            self.open.append(Event("", None, frames, "python", self.cause))
            return index
        error_class = found.group(1) if found is not None else None
        first = (found.group(2) or "") if found is not None else line
        more, end = self.further(index + 1, base)
        text = trimmed([first, *more])
        if grouped:
            head, newline, rest = text.partition("\n")
            text = _COUNT.sub("", head) + newline + rest
        self.open.append(Event(text, error_class, frames, "python", self.cause))
        return end

    def further(self, index: int, base: int) -> tuple[list[str], int]:
        """Lines of a message after its first, up to what cannot belong to it."""
        more: list[str] = []
        count = min(len(self.lines), index + MESSAGE_LINES)
        while index < count:
            line = self.lines[index]
            if (
                line == RULE
                or self.block.levels[index] is not None
                or (line.strip() and indent_of(line) < base)
                or _CHAINED.match(line.strip())
                or ("Traceback (" in line and _HEADER.match(line))
                or _STOP.match(line[base:])
            ):
                break
            more.append(line[base:])
            index += 1
        return more, index

    def bare_member(self, index: int) -> int:
        """A member of an exception group that has no traceback of its own."""
        following = index + 1
        if not self.open or following >= len(self.lines):
            return index + 1
        line = self.lines[following]
        if line == RULE or "Traceback (" in line or not _ERROR.match(line.strip()):
            return index + 1
        self.cause = -1
        end = self.message(following, indent_of(line), (), False)
        self.block.take(index, end)
        return end

    def warning(self, index: int, found: re.Match[str]) -> int:
        """A warning's line; its frame is the place that warned (or was told to)."""
        self.finish()
        frame = Frame(found[1], int(found[2][:9]))
        event = Event(found[4].rstrip(), found[3], (frame,), "python")
        self.chains.append(Chain(index, [event]))
        self.block.take(index, index + 1)
        return index + 1

    def finish(self) -> None:
        """Close the chain at hand; the members of a group come before the group."""
        if self.open:
            events = self.open
            if self.grouped:
                events = _members_first(events)
            self.chains.append(Chain(self.start, events))
        self.open = []


def _members_first(events: list[Event]) -> list[Event]:
    """Groups after their members: the first member stands for what caused a group."""
    order = [i for i, e in enumerate(events) if not _is_group(e)]
    order += [i for i, e in reversed(list(enumerate(events))) if _is_group(e)]
    place = {old: new for new, old in enumerate(order)}
    ordered: list[Event] = []
    for new, old in enumerate(order):
        e = events[old]
        cause = place[e.cause] if e.cause >= 0 else -1
        if _is_group(e) and cause < 0 and new > 0:
            cause = 0
        ordered.append(Event(e.message, e.error_class, e.frames, e.language, cause))
    return ordered


def _is_group(event: Event) -> bool:
    return event.error_class is not None and event.error_class.endswith("Group")


def _without_margins(lines: list[str]) -> list[str]:
    """Exception group lines without the ``|`` at their left and with rules made uniform."""
    out: list[str] = []
    for line in lines:
        if _RULE.match(line):
            out.append(RULE)
            continue
        found = _MARGIN.match(line)
        out.append(line[found.end() :] if found is not None else line)
    return out
