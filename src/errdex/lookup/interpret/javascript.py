"""Reads JavaScript traces: Node, browsers, causes, aggregates, jest, vitest, mocha, ts-node."""

from __future__ import annotations

import re

from errdex.lookup.interpret.at_frames import Run, header_above, runs
from errdex.lookup.interpret.block import Block, Chain, indent_of, trimmed
from errdex.model.answer import Event, Frame

_PLACE = (
    r"(?P<file>(?:[\w+.-]{1,40}:/{0,3})?[^\s():][^()\n]{0,600}?):(?P<line>\d{1,9})(?::\d{1,9})?"
)
_AT = re.compile(
    r"\s*(?:at|❯) (?:(?P<fn>[^()\n]{1,300}?(?:\[as [^\]\n]{1,80}\])?) \((?:"
    + _PLACE
    + r"|(?P<odd>[^\n]{0,600}))\)|"
    + _PLACE.replace("<file>", "<file2>").replace("<line>", "<line2>")
    + r"|(?P<plain>[^\s()\n]{1,300}))\s*\{?\s*,?\s*$"
)
_VITEST = re.compile(
    r"\s*❯ (?:(?P<fn>[\w.<>$ ]{1,200}) )?(?P<file>[^\s:]{1,400}):(?P<line>\d{1,9}):\d+\s*$"
)
_GECKO = re.compile(
    r"\s*(?P<fn>[\w$./<>*]{0,200})@"
    r"(?P<file>[a-z][a-z-]{1,30}:[^\n]{1,600}?):(?P<line>\d{1,9}):\d{1,9}$"
)
_PREFIX = re.compile(
    r"\s*(?:\(node:\d+\) )?(?:\[cause\]: |Caused by:? |cause: |Cause: |\d+\) |● [^\n:]{0,200}: )?"
    r"(?:\(node:\d+\) )?(?:\w*Warning: (?=\w*(?:Error|Exception)))?"
    r"(?:(?:⨯|✖|×|Error:) (?=\w*Error))?"
    r"(?:Uncaught |Unhandled (?:Promise )?[Rr]ejection:? |thrown: |Unhandled Runtime Error )?"
    r"(?:\((?:in promise|at [^)\n]{1,200})\):? )?(?:exception |Exception )?"
)
_CLASS = re.compile(
    r"\[?((?:[A-Za-z_$][\w$]{0,80}\.){0,6}[A-Za-z_$][\w$]{0,80})(?: \[([\w.-]{1,80})\])?"
    r"(?: \((\w{1,60})\))?: ?(.*)$",
    re.S,
)
_NAME = re.compile(r"[\w$.]*(?:Error|Exception|Rejection|Warning|Fault|Failure)$|Error$")
_UNUSUAL = re.compile(r"[A-Z][\w$]{1,60}(?:\.[\w$]{1,60}){0,4}(?: \[[\w.-]{1,60}\])?: \S")
_SOURCE = re.compile(r"(?:>\s*)?\d{0,6}\s*\|")
_THROWN = re.compile(r"((?:file://)?(?:/|[A-Za-z]:\\|node:|\.)[^\s]{0,600}?):(\d{1,9})$")
_EVAL = re.compile(r"\(([^()\s]{1,400}):(\d{1,9}):\d{1,9}\)")
_PROPERTY = re.compile(r"\s+(?:\[?\w+\]?|'[\w-]+'): ")


def read_javascript(block: Block) -> list[Chain]:
    """Take all traces; a header that says it is a cause belongs to the trace above it."""
    chains: list[Chain] = []
    open_events: list[tuple[int, bool, Event]] = []
    last_end = -1
    for run in runs(block, _frame, _between):
        start, cause, event = _event(block, run)
        joined = open_events and (cause or _inside(block, open_events[0][0], last_end, start))
        if not joined:
            chains.extend(_closed(open_events, _depths(block, open_events)))
            open_events = []
        open_events.append((start, cause, event))
        block.take(start, run.end)
        last_end = _properties(block, run.end)
    chains.extend(_closed(open_events, _depths(block, open_events)))
    return chains


def _depths(block: Block, events: list[tuple[int, bool, Event]]) -> list[int]:
    return [indent_of(block.lines[start]) for start, _, _ in events]


def _frame(line: str) -> Frame | None:
    if "@" in line and (found := _GECKO.match(line)):
        return Frame(_path(found["file"]), int(found["line"]), found["fn"].rstrip("/<*"))
    if "❯ " in line and (found := _VITEST.match(line)):
        return Frame(_path(found["file"]), int(found["line"]), found["fn"] or "")
    if "at " not in line[:60] or not line.lstrip().startswith("at "):
        return None
    found = _AT.match(line)
    if found is None or line.rstrip().endswith((".java)", "(Native Method)", "(Unknown Source)")):
        return None
    function = (found["fn"] or found["plain"] or "").strip()
    function = function.removeprefix("async ").removeprefix("new ")
    file, number = found["file"] or found["file2"], found["line"] or found["line2"]
    if found["odd"] and (inner := _EVAL.search(found["odd"])):
        file, number = inner[1], inner[2]
    if not file and found["odd"] not in (None, "<anonymous>", "native", "index 0"):
        return Frame("", 0, function) if "anonymous" in found["odd"] else None
    if found["plain"] and not re.fullmatch(r"[\w$.<>\[\]]+", found["plain"]):
        return None
    return Frame(_path(file or ""), int(number or 0), function)


def _path(file: str) -> str:
    file = file.removeprefix("file://").removeprefix("async ")
    for scheme in ("webpack-internal:///", "webpack:///", "webpack://", "turbopack://", "vite://"):
        if file.startswith(scheme):
            file = file[len(scheme) :]
    if "(rsc)/" in file or "(ssr)/" in file:
        file = re.sub(r"^\([a-z-]+\)/", "", file)
    return file.partition("?")[0]


def _between(line: str) -> bool:
    stripped = line.strip()
    return stripped.startswith(("... ", "at async Promise.all", "From previous event"))


def _named(line: str) -> bool:
    rest = line[_end_of_prefix(line) :]
    found = _CLASS.match(rest)
    if found is not None:
        return _NAME.match(found[1]) is not None
    return _NAME.fullmatch(rest.strip()) is not None


def _end_of_prefix(line: str) -> int:
    found = _PREFIX.match(line)
    return found.end() if found is not None else 0


def _barrier(line: str) -> bool:
    stripped = line.strip()
    return (
        _SOURCE.match(stripped) is not None
        or stripped in ("^", "}", "{", "]", "},")
        or (bool(stripped) and not stripped.strip("^~"))
        or stripped.startswith("● ")
    )


def _event(block: Block, run: Run) -> tuple[int, bool, Event]:
    start = header_above(block, run.start, _named, _barrier)
    if start != run.start and not _named(block.lines[start]):
        start = _unusual_header(block, start)
    if start == run.start:
        return start, False, Event("", None, run.frames, "javascript")
    first = block.lines[start]
    cause = "cause" in first[: _end_of_prefix(first)].lower()
    error_class, message = split_error(first, above_frames=True)
    base = indent_of(first)
    said = [message]
    for line in block.lines[start + 1 : run.start]:
        if _SOURCE.match(line.strip()) or line.lstrip().startswith("● "):
            break
        said.append(line[min(base, indent_of(line)) :])
    frames = run.frames
    if not any(frame.file for frame in frames):
        thrown = _thrown_at(block, start)
        frames = (thrown, *frames) if thrown is not None else frames
    return start, cause, Event(trimmed(said), error_class, frames, "javascript")


def _unusual_header(block: Block, start: int) -> int:
    """The first line of a paragraph that starts with any capitalised name and a colon."""
    best = index = start
    while index >= 0 and start - index < 40:
        line = block.lines[index]
        if not line.strip() or block.taken[index] or _barrier(line):
            break
        if _UNUSUAL.match(line):
            best = index
        index -= 1
    return best


def split_error(line: str, above_frames: bool = False) -> tuple[str | None, str]:
    """Class and message of a header line; a line without a class is all message.

    Right above frames any capitalised name before a colon is a class.
    """
    rest = line[_end_of_prefix(line) :]
    found = _CLASS.match(rest)
    if found is not None and (
        _NAME.match(found[1]) or (above_frames and _UNUSUAL.match(rest) is not None)
    ):
        text = found[4]
        if rest.startswith("[") and text.endswith("]"):
            text = text[:-1]
        return found[1], text
    if _NAME.fullmatch(rest.strip()):
        return rest.strip(), ""
    return None, rest.strip()


def _thrown_at(block: Block, start: int) -> Frame | None:
    """Node prints the throwing place and its source line above the error."""
    for index in range(start - 1, max(start - 8, -1), -1):
        line = block.lines[index]
        if line.strip() and not line.strip().strip("^~") and index >= 2:
            for above in range(index - 1, max(index - 4, -1), -1):
                found = _THROWN.match(block.lines[above])
                if found is not None:
                    return Frame(_path(found[1]), int(found[2]))
            return None
    return None


def _properties(block: Block, index: int) -> int:
    """The end of the ``{ code: … }`` block below a trace, its lines taken."""
    if index == 0 or not block.lines[index - 1].rstrip().endswith("{"):
        return index
    stop = min(len(block.lines), index + 100)
    while index < stop and _PROPERTY.match(block.lines[index]):
        if "cause]: " in block.lines[index] or "errors]: " in block.lines[index]:
            break
        block.take(index, index + 1)
        index += 1
    return index


def _inside(block: Block, top: int, end: int, start: int) -> bool:
    """Whether an error stands within the properties of the trace that began at ``top``."""
    if end < 0 or start - end > 12:
        return False
    if indent_of(block.lines[start]) <= indent_of(block.lines[top]):
        return False
    between = block.lines[end - 1 : start + 1]
    return any(
        line.rstrip().endswith(("errors]: [", "cause]: {", ",")) or "cause]: " in line
        for line in between
    )


def _closed(events: list[tuple[int, bool, Event]], depths: list[int]) -> list[Chain]:
    """Causes and members are printed after what they caused or belong to: turn them round."""
    if not events:
        return []
    children: list[list[int]] = [[] for _ in events]
    for index in range(1, len(events)):
        parent = index - 1
        while parent > 0 and depths[parent] >= depths[index] and not events[index][1]:
            parent -= 1
        children[parent].append(index)
    order: list[int] = []
    pending = [0]
    while pending:
        index = pending.pop()
        order.append(index)
        pending.extend(children[index])
    order.reverse()
    place = {old: new for new, old in enumerate(order)}
    ordered: list[Event] = []
    for index in order:
        e = events[index][2]
        cause = place[children[index][0]] if children[index] else -1
        ordered.append(Event(e.message, e.error_class, e.frames, e.language, cause))
    return [Chain(events[0][0], ordered)]
