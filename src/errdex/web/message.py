"""Messages for people: the fixed text, the holes in it, and a title that can be read aloud."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from errdex.model.record import Evidence, PlaceholderFact, Record
from errdex.web.text import clip, one_line

TITLE_LIMIT = 120
MESSAGE_LIMIT = 3000
HOLE = "(.+?)"
_UNESCAPE = re.compile(r"\\(.)")
_HOLES = re.compile(r"…(?:\s*…)+")


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a message: fixed text, or a hole with what the source puts into it."""

    text: str
    hole: bool = False
    expr: str | None = None
    type: str | None = None


def segments(parts: Sequence[str | PlaceholderFact], limit: int = MESSAGE_LIMIT) -> list[Segment]:
    """Template parts as segments, cut where the message grows beyond ``limit`` characters."""
    out, left = [], limit
    for part in parts:
        if left <= 0:
            break
        text = clip(part if isinstance(part, str) else part.text, left)
        left -= len(text)
        if isinstance(part, str):
            out.append(Segment(text))
        else:
            expr = None if part.expr is None else one_line(part.expr, 120)
            out.append(Segment(text, True, expr, part.type))
    return out


def record_segments(record: Record, evidence: Evidence | None) -> list[Segment]:
    """A record's message in segments; from its published pattern where there is no evidence."""
    if evidence and evidence.parts:
        return segments(evidence.parts)
    if not record.errorMessage:
        return []
    return _from_pattern(record.errorMessage, record.messagePattern or "")


def _from_pattern(message: str, pattern: str) -> list[Segment]:
    """Lay the pattern's fixed texts over the message; what lies between them are holes."""
    fixed = [_UNESCAPE.sub(r"\1", piece) for piece in pattern.split(HOLE)]
    out: list[Segment] = []
    at = 0
    for index, piece in enumerate(fixed):
        found = message.find(piece, at) if piece else (at if index == 0 else len(message))
        if found < 0 or (index == 0 and found):
            return [Segment(clip(message, MESSAGE_LIMIT))]
        if found > at:
            out.append(Segment(message[at:found], hole=True))
        if piece:
            out.append(Segment(piece))
        at = found + len(piece)
    if at < len(message):
        out.append(Segment(message[at:]))
    return out if len(message) <= MESSAGE_LIMIT else [Segment(clip(message, MESSAGE_LIMIT))]


def title(record: Record, evidence: Evidence | None, limit: int = TITLE_LIMIT) -> str:
    """A readable form of the message: holes become ``…``; a class or place where it says little."""
    pieces = ["…" if s.hole else s.text for s in record_segments(record, evidence)]
    text = _HOLES.sub("…", one_line("".join(pieces), limit * 2)).strip()
    said = sum(map(str.isalnum, text))
    name = record.errorCode or record.errorClass
    if said == 0:
        where = f"raised at {record.filePath.rpartition('/')[2]}:{record.lineNumber}"
        return clip(f"{name or 'Error'} {where}", limit)
    if said < 4 and name:
        text = f"{name}: {text}"
    return clip(text, limit)
