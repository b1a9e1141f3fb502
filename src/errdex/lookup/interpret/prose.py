"""Reads what is left: single messages, log lines of an error level, ``error: …`` lines, prose."""

from __future__ import annotations

import re

from errdex.lookup.interpret.block import Block, Chain, trimmed
from errdex.model.answer import Event

_BAD = frozenset(
    ("error", "fatal", "critical", "severe", "panic", "alert", "emerg", "warning", "err")
)
_CLASS = re.compile(
    r"(?:(?:raise|throw(?: new)?) )?((?:[A-Za-z_$][\w$]{0,80}(?:\.|::)){0,12}[A-Za-z_$][\w$]{0,100}"
    r"(?:Error|Exception|Warning|Exit|Interrupt|Fault|Failure|Rejection|NotFound|Invalid)\w{0,20}"
    r"|(?:[a-z_]\w{0,60}\.){1,12}[A-Z]\w{0,100}"
    r"|(?:[A-Z]\w{0,60}::){1,8}[A-Z]\w{0,80})(?: \[[\w.-]{1,60}\])?(?:: (.*)|:?\s*)$",
    re.S,
)
_LABEL = re.compile(
    r"(?:[\w./+-]{1,80}(?:\[\d{1,9}\])?: ){0,2}(?:(?:[Ff]atal|[Ii]nternal|npm|Runtime|Uncaught) )?"
    r"(?:[Ee]rror|ERR!?|ERROR|[Ff]atal|FATAL|[Ww]arning|WARN(?:ING)?|[Ff]ailed|panic|PANIC)"
    r"(?:\[\w{1,12}\]|\(\w{1,40}\)| \d{1,6})?(?:!|:| -)\s{1,4}(\S.*)$",
    re.S,
)
_ANYWHERE = re.compile(
    r"[Ee]rror|ERR|[Ee]xception|[Ff]ail|[Ff]atal|[Cc]annot|[Cc]an't|[Cc]ould|[Uu]nable"
    r"|[Ii]nvalid|[Mm]issing|[Nn]ot |[Uu]nexpected|[Uu]nsupported|[Mm]ust|[Uu]nknown"
    r"|[Dd]enied|[Rr]efused"
)
_FEW_LINES = 12
_MOST = 60


def read_prose(block: Block, alone: bool) -> list[Chain]:
    """The errors of all lines that no trace reader took.

    ``alone`` tells that the text holds no trace: then a text of few lines is one message, and
    any line may be one; beside a trace only lines count that say they are errors.
    """
    groups = list(_groups(block))
    if alone and len(groups) == 1 and len(groups[0][1]) <= _FEW_LINES:
        start, lines = groups[0]
        if not any(_LABEL.match(line.strip()) for line in lines[1:]):
            return [Chain(start, [plain_event(trimmed(lines))])]
    chains: list[Chain] = []
    for start, lines in groups:
        chains.extend(_group(block, start, lines, alone))
        if len(chains) >= _MOST:
            break
    return chains


def plain_event(text: str) -> Event:
    """One message, without a class name or an ``error:`` label in front of it."""
    text = text.strip()
    found = _CLASS.match(text)
    if found is not None and (found[2] or len(text) < 200):
        return Event((found[2] or "").strip(), found[1])
    if text.startswith(("Uncaught ", "Unhandled ", "(node:")):
        from errdex.lookup.interpret.javascript import split_error

        name, rest = split_error(text)
        return Event(rest.strip(), name)
    found = _LABEL.match(text)
    if found is not None:
        inner = _CLASS.match(found[1])
        if inner is not None and inner[2]:
            return Event(inner[2].strip(), inner[1])
        return Event(found[1].strip())
    return Event(text)


def _groups(block: Block) -> list[tuple[int, list[str]]]:
    """Runs of free lines; a log line starts a new one and its unmarked lines continue it."""
    groups: list[tuple[int, list[str]]] = []
    current: list[str] = []
    start = 0
    for index, line in enumerate(block.lines):
        new = block.levels[index] is not None
        if current and (new or block.taken[index]):
            groups.append((start, current))
            current = []
        if block.taken[index] or (not current and not line.strip()):
            continue
        if not current:
            start = index
        current.append(line)
    if current:
        groups.append((start, current))
    return groups


def _group(block: Block, start: int, lines: list[str], alone: bool) -> list[Chain]:
    level = block.levels[start]
    if level is not None:
        if level not in _BAD and level != "":
            return []
        if level == "" and not _ANYWHERE.search(lines[0]):
            return []
        return [Chain(start, [plain_event(trimmed(lines[:_MOST]))])]
    chains: list[Chain] = []
    for begin, paragraph in _messages(lines, alone):
        chains.append(Chain(start + begin, [plain_event(trimmed(paragraph))]))
        if len(chains) >= _MOST:
            break
    return chains


def _messages(lines: list[str], alone: bool) -> list[tuple[int, list[str]]]:
    """Marked lines with their indented continuations, and when alone every telling line."""
    out: list[tuple[int, list[str]]] = []
    open_until_blank = False
    for index, line in enumerate(lines):
        stripped = line.strip()
        if not stripped:
            open_until_blank = False
            continue
        marked = _LABEL.match(stripped) is not None or (
            _CLASS.match(stripped) is not None and ": " in stripped
        )
        if marked:
            out.append((index, [stripped]))
            open_until_blank = True
        elif open_until_blank and line[:1] in " \t" and len(out[-1][1]) < _FEW_LINES:
            out[-1][1].append(line)
        elif alone and _ANYWHERE.search(stripped[:2000]):
            out.append((index, [stripped]))
            open_until_blank = False
        else:
            open_until_blank = False
    return out
