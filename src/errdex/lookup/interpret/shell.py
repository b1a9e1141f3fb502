"""Reads the places that shells put before a message: ``script.sh: line 3: text``."""

from __future__ import annotations

import re

from errdex.lookup.interpret.block import Block, Chain
from errdex.model.answer import Event, Frame

_PLACE = re.compile(
    r"(?:.{0,80}?[\s\]:] ?)??(?P<file>[^\s:'\"]{1,400}): "
    r"(?:line (?P<line>\d{1,7})|(?<=sh: )(?P<bare>\d{1,7})): (?P<said>\S.*)$"
)


def read_shell(block: Block) -> list[Chain]:
    """Take all lines that begin with a script, a line's number and a message."""
    chains: list[Chain] = []
    for index, line in enumerate(block.lines):
        found = None if block.taken[index] else _PLACE.match(line)
        if found is None:
            continue
        frame = Frame(found["file"], int(found["line"] or found["bare"]))
        chains.append(Chain(index, [Event(found["said"].strip(), None, (frame,), "shell")]))
        block.take(index, index + 1)
    return chains
