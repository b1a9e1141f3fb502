"""Swift's conditional compilation where the grammar has no place for it: around cases."""

from __future__ import annotations

import re

_DIRECTIVE = re.compile(rb"(?m)^[ \t]*#(if|elseif|else|endif)\b[^\n]*")
_CASE = re.compile(rb"(?:\s|//[^\n]*\n)*(?:case\b|default\s*:|@unknown\b|#if\b)")


def without_directives(data: bytes) -> bytes:
    """A file whose ``#if`` lines around cases of a ``switch`` are blank; places stay as they are.

    The branches are read one after the other, as if all of them were compiled.
    """
    if b"#if" not in data:
        return data
    open_ones: list[list[tuple[int, int]]] = []
    blank: list[tuple[int, int]] = []
    for found in _DIRECTIVE.finditer(data):
        kind = found[1]
        if kind == b"if":
            open_ones.append([])
        if not open_ones:
            continue
        open_ones[-1].append(found.span())
        if kind == b"endif":
            spans = open_ones.pop()
            if any(_CASE.match(data, end) for _, end in spans[:-1]):
                blank += spans
    if not blank:
        return data
    made = bytearray(data)
    for start, end in blank:
        made[start:end] = b" " * (end - start)
    return bytes(made)
