"""Reads Java, Kotlin and Scala traces with their ``Caused by`` and ``Suppressed`` parts."""

from __future__ import annotations

import re

from errdex.lookup.interpret.at_frames import Run, header_above, runs
from errdex.lookup.interpret.block import Block, Chain, trimmed
from errdex.model.answer import Event, Frame

_AT = re.compile(
    r"\s*at (?:[\w.@$-]{0,200}/{1,2}){0,2}([\w.$<>/-]{1,400})"
    r"\((?:([\w.$-]{1,200}\.\w{1,8})(?::(\d{1,9}))?"
    r"|Native Method|Unknown Source|<generated>|[A-Za-z ]{1,40})\)(?: ~?\[.{0,200})?\s*$"
)
_PREFIX = re.compile(
    r"\s*(?:Exception in thread \"?[^\"\n]{0,200}\"? |(Caused by: )|(Suppressed: )|(Wrapped by: )"
    r"|\[CIRCULAR REFERENCE: |Unhandled exception:? )?"
)
_CLASS = re.compile(
    r"((?:[\w$]{1,100}\.){0,20}[A-Za-z_$][\w$]{0,120})(?::(?: (.*)|\s*)|\s*)$", re.S
)
_NAME = re.compile(r".*(?:Exception|Error|Throwable|Failure|Fault|Interrupted|Violation)\w*$")


def read_jvm(block: Block) -> list[Chain]:
    """Take all traces; parts joined by ``Caused by`` are one chain, root cause first."""
    chains: list[Chain] = []
    parts: list[tuple[int, str, Event]] = []
    for run in runs(block, _frame, _between):
        start, link, event = _event(block, run)
        if parts and link == "":
            chains.append(_chain(parts))
            parts = []
        parts.append((start, link, event))
        block.take(start, run.end)
    if parts:
        chains.append(_chain(parts))
    return chains


def _frame(line: str) -> Frame | None:
    if "(" not in line or not line.lstrip().startswith("at "):
        return None
    found = _AT.match(line)
    if found is None:
        return None
    return Frame(found[2] or "", int(found[3] or 0), found[1])


def _between(line: str) -> bool:
    stripped = line.strip()
    return stripped.startswith("... ") and ("more" in stripped or "omitted" in stripped)


def _header(line: str) -> bool:
    prefix = _PREFIX.match(line)
    rest = line[prefix.end() :] if prefix is not None else line
    if prefix is not None and prefix.end() > len(line) - len(line.lstrip()):
        return True
    found = _CLASS.match(rest)
    return found is not None and ("." in found[1] or _NAME.match(found[1]) is not None)


def _event(block: Block, run: Run) -> tuple[int, str, Event]:
    start = header_above(block, run.start, _header, lambda line: _frame(line) is not None)
    if start == run.start:
        return start, "", Event("", None, run.frames, "java")
    first = block.lines[start]
    prefix = _PREFIX.match(first)
    link = "".join(word or "" for word in prefix.groups()) if prefix is not None else ""
    rest = first[prefix.end() :] if prefix is not None else first
    found = _CLASS.match(rest)
    name, text = (found[1], found[2] or "") if found is not None else (None, rest)
    if name is None and ": " in rest:
        _, _, tail = rest.partition(": ")
        inner = _CLASS.match(tail)
        if inner is not None and _NAME.match(inner[1]) and "." in inner[1]:
            name, text = inner[1], inner[2] or ""
    message = trimmed([text, *block.lines[start + 1 : run.start]])
    return start, link, Event(message, name, run.frames, "java")


def _chain(parts: list[tuple[int, str, Event]]) -> Chain:
    """``Caused by`` parts are printed outermost first; suppressed ones come last."""
    main = [event for _, link, event in parts if not link.startswith("Supp")]
    side = [event for _, link, event in parts if link.startswith("Supp")]
    wrapped = any(link.startswith("Wrapped") for _, link, _ in parts)
    ordered = main if wrapped else main[::-1]
    events = [
        Event(e.message, e.error_class, e.frames, e.language, i - 1) for i, e in enumerate(ordered)
    ]
    return Chain(parts[0][0], [*events, *side])
