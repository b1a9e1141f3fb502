"""Reads what PostgreSQL's clients print: the message, then DETAIL, HINT and CONTEXT."""

from __future__ import annotations

import re

from errdex.lookup.interpret.block import MESSAGE_LINES, Block, Chain, trimmed
from errdex.model.answer import Event, Frame

_HEAD = re.compile(
    r"(?:.{0,200}?(?:\s|:))??(?:ERROR|FATAL|PANIC|WARNING):  (?:[0-9A-Z]{5}: )?(?P<said>\S.*)$"
)
_FIELD = re.compile(
    r"(?:.{0,200}?\s)?(?:DETAIL|HINT|CONTEXT|STATEMENT|QUERY|LOCATION|LINE \d{1,9}):\s"
)
_NEXT = re.compile(r"(?:DETAIL|HINT|CONTEXT):\s+\S")
_FUNCTION = re.compile(r"function \"?([\w.]{1,200})\"?\(?.{0,400} line (\d{1,7}) at ")


def read_postgres(block: Block) -> list[Chain]:
    """Take all messages whose two blanks after the level tell that a server sent them."""
    chains: list[Chain] = []
    index = 0
    while index < len(block.lines):
        found = None if block.taken[index] else _HEAD.match(block.lines[index])
        if found is None and not _is_followed(block, index):
            index += 1
            continue
        said, end = [found["said"] if found else block.lines[index].strip()], index + 1
        stop = min(len(block.lines), index + MESSAGE_LINES)
        fields = next((at for at in range(end, stop) if _FIELD.match(block.lines[at])), None)
        frames: tuple[Frame, ...] = ()
        if fields is not None and fields - end < 6:
            said += block.lines[end:fields]
            end = fields
            while end < stop and (_FIELD.match(block.lines[end]) or block.lines[end][:1] in "\t "):
                inner = _FUNCTION.search(block.lines[end])
                if inner is not None and not frames:
                    # the line counts from the function's own first one
                    frames = (Frame("", 0, inner[1].rpartition(".")[2]),)
                if not block.lines[end].strip():
                    break
                end += 1
        block.take(index, end)
        chains.append(Chain(index, [Event(trimmed(said), None, frames, "sql")]))
        index = end
    return chains


def _is_followed(block: Block, index: int) -> bool:
    """Whether fields follow a line whose level was taken for a log's."""
    if block.taken[index] or not block.lines[index].strip() or index + 1 >= len(block.lines):
        return False
    return not _FIELD.match(block.lines[index]) and bool(_NEXT.match(block.lines[index + 1]))
