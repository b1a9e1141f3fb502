"""Format strings of the JVM: ``java.util.Formatter``, ``MessageFormat`` and the loggers' ``{}``."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from errdex.languages.interface import Text
from errdex.model.template import Part, Placeholder

_FORMATTER = re.compile(
    r"%(?:(?P<place>\d+)\$|(?P<again><))?(?P<flags>[-#+ 0,(]*)\d*(?:\.\d+)?"
    r"(?P<verb>[tT][a-zA-Z]|[bBhHsScCdoxXeEfgGaAn%])"
)
_VERB = re.compile(r"%(?:\d+\$|<)?[-#+0,(]*\d*(?:\.\d+)?(?:[tT][a-zA-Z]|[bBhHsScCdoxXeEfgGaA])")
_NUMBERED = re.compile(r"\{\d+(?:,[^{}]*)?\}")
_BRACES = re.compile(r"\\\\\{\}|\\\{\}|\{\}")
_TYPES = {
    "d": "int",
    **dict.fromkeys("eEfgGaA", "float"),
    **dict.fromkeys("xXo", "hex"),
    "c": "char",
    "C": "char",
}
Split = Callable[[str, Sequence[str]], list[Part]]


def formatter_parts(text: str, values: Sequence[str] = ()) -> list[Part]:
    """Split a string that ``String.format`` fills: ``%s``, ``%2$d``, ``%<s``, ``%tY``, ``%n``."""
    parts: list[Part] = []
    at = taken = 0
    last = -1
    for found in _FORMATTER.finditer(text):
        verb = found["verb"]
        parts.append(text[at : found.start()])
        at = found.end()
        if verb in "%n":
            parts.append("%" if verb == "%" else "\n")
            continue
        if found["again"]:
            index = last
        elif found["place"]:
            index = int(found["place"]) - 1
        else:
            index, taken = taken, taken + 1
        last = index
        expr = values[index] if 0 <= index < len(values) else None
        parts.append(Placeholder(found.group(), expr, found.group()[1:], _TYPES.get(verb)))
    parts.append(text[at:])
    return parts


def numbered_parts(text: str, values: Sequence[str] = ()) -> list[Part]:
    """Split a string whose ``{0}`` are filled while its quotes stay."""
    parts: list[Part] = []
    at = 0
    for found in _NUMBERED.finditer(text):
        inner = found.group()[1:-1]
        index = int(inner.partition(",")[0])
        expr = values[index] if index < len(values) else None
        spec = inner.partition(",")[2].strip() or None
        parts += [text[at : found.start()], Placeholder(found.group(), expr, spec)]
        at = found.end()
    parts.append(text[at:])
    return parts


def brace_logger_parts(text: str, values: Sequence[str] = ()) -> list[Part]:
    r"""Split a string whose ``{}`` a logger fills in order; ``\{}`` is no placeholder."""
    parts: list[Part] = []
    at = taken = 0
    for found in _BRACES.finditer(text):
        parts.append(text[at : found.start()])
        at = found.end()
        if found.group() == "\\{}":
            parts.append("{}")
            continue
        if found.group() != "{}":
            parts.append("\\")
        expr = values[taken] if taken < len(values) else None
        taken += 1
        parts.append(Placeholder("{}", expr))
    parts.append(text[at:])
    return parts


def filled(text: Text, split: Split, values: Sequence[str] = ()) -> Text:
    """A text whose format is now filled; the placeholders that it has already stay in place."""
    return mapped(text, lambda whole: split(whole, values))


def mapped(text: Text, change: Callable[[str], list[Part]]) -> Text:
    """Apply a change to a text's fixed parts as one string, each placeholder as U+0000."""
    holes = list(text.template.placeholders)
    if not holes:
        return text._replace(parts=tuple(change("".join(text.template.literals))))
    marked = "".join(p if isinstance(p, str) else "\0" for p in text.template.parts)
    parts: list[Part] = []
    used = 0
    for part in change(marked):
        if not isinstance(part, str):
            parts.append(part)
            continue
        for index, piece in enumerate(part.split("\0")):
            if index and used < len(holes):
                parts.append(holes[used])
                used += 1
            parts.append(piece)
    return text._replace(parts=tuple(parts))


def dialect_of(text: Text, count: int, *, logger: bool = False) -> Split | None:
    """The format that a text is written in, given that ``count`` values follow it.

    Constructors and helpers take a text and what fills it without saying how; the text tells.
    """
    if not text.is_text or count <= 0:
        return None
    whole = "\0".join(text.template.literals)
    if logger and "{}" in whole:
        return brace_logger_parts
    if _VERB.search(whole):
        return formatter_parts
    if "{}" in whole:
        return brace_logger_parts
    if _NUMBERED.search(whole):
        return numbered_parts
    return None


def as_used(text: Text, values: Sequence[str], *, logger: bool = False) -> Text:
    """A text with the placeholders that the values after it fill, if its format shows any."""
    split = dialect_of(text, len(values), logger=logger)
    return filled(text, split, values) if split is not None else text
