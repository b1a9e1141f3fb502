"""Reads pytest's failure reports: ``E`` lines, locations and the short summary."""

from __future__ import annotations

import re

from errdex.lookup.interpret.block import Block, Chain, indent_of, trimmed
from errdex.model.answer import Event, Frame

_PLACE = re.compile(r"([^\s:][^:\n]*\.\w{1,5}):(\d+): ?(?:in (\S+)|([A-Za-z_][\w.]*))?\s*$")
_SECTION = re.compile(r"(?:_{3,} .* _{3,}|={3,} .* ={3,}|_ _ _ _.*)\s*$")
_CLASS = re.compile(r"((?:[A-Za-z_]\w*\.){0,12}[A-Za-z_]\w*): ?(.*)$", re.S)
_SUMMARY = re.compile(r"(?:FAILED|ERROR) (\S+?\.py)(?:::\S+)*(?: - (.+))?$")
_CHAINED = ("During handling of the above", "The above exception was the direct cause")


def read_pytest(block: Block) -> list[Chain]:
    """Take failure sections and, for failures without a section, summary lines."""
    if not any(line.startswith(("E ", "FAILED ", "ERROR ")) for line in block.lines):
        return []
    chains: list[Chain] = []
    state = _Section()
    for index, line in enumerate(block.lines):
        if block.taken[index]:
            continue
        if line[:1] == "E" and (len(line) == 1 or line[1] == " "):
            state.told(index, line[1:])
        elif _PLACE.match(line):
            state.place(_PLACE.match(line))
        elif line.startswith(_CHAINED):
            state.link()
        elif _SECTION.match(line):
            if not line.startswith("_ _"):
                chains.extend(state.close(block))
                state = _Section()
        elif line.startswith(("FAILED ", "ERROR ")) and (found := _SUMMARY.match(line)):
            chains.extend(state.close(block))
            state = _Section()
            chains.extend(_summary(block, index, found))
    chains.extend(state.close(block))
    return chains


class _Section:
    """One failure: places outermost first and the lines marked ``E``."""

    def __init__(self) -> None:
        self.start = -1
        self.last = -1
        self.said: list[str] = []
        self.places: list[Frame] = []
        self.error_class: str | None = None
        self.events: list[Event] = []

    def told(self, index: int, line: str) -> None:
        if self.start < 0:
            self.start = index
        self.last = index
        self.said.append(line)

    def place(self, found: re.Match[str] | None) -> None:
        if found is None:
            return
        self.places.append(Frame(found[1], int(found[2][:9]), found[3] or ""))
        if found[4]:
            self.error_class = found[4]

    def link(self) -> None:
        """A chain sentence: what was read so far caused what follows."""
        event = self.event()
        if event is not None:
            self.events.append(event)
        self.said, self.places, self.error_class = [], [], None

    def event(self) -> Event | None:
        if not self.said:
            return None
        base = min(indent_of(self.said[0]), 40)
        text = trimmed([line[min(base, indent_of(line)) :] for line in self.said])
        name = self.error_class
        found = _CLASS.match(text)
        if found is not None and (
            name is None or found[1].rpartition(".")[2] == name.rpartition(".")[2]
        ):
            if name is not None or found[1].endswith(("Error", "Exception", "Warning")):
                name, text = found[1], found[2]
        elif name is not None and text.rpartition(".")[2] == name.rpartition(".")[2]:
            text = ""
        frames = tuple(reversed(self.places))
        return Event(text, name, frames, "python", len(self.events) - 1)

    def close(self, block: Block) -> list[Chain]:
        event = self.event()
        if event is not None:
            self.events.append(event)
        if not self.events:
            return []
        block.take(self.start, self.last + 1)
        return [Chain(self.start, self.events)]


def _summary(block: Block, index: int, found: re.Match[str]) -> list[Chain]:
    block.take(index, index + 1)
    text = found[2]
    if not text:
        return []
    named = _CLASS.match(text)
    cut = text.endswith("...")
    message = named[2] if named is not None else text
    if cut:
        message = message[:-3].rstrip()
    return [Chain(index, [Event(message, named[1] if named else None, (), "python")])]
