"""Brace format strings: ``{}``, ``{0:?}``, ``{name!r:>10}``, ``{{``; str.format, Rust, .NET."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from errdex.model.template import Part, Placeholder

_FIELD = re.compile(
    r"\{\{|\}\}|\{(?P<field>[^{}:!]*(?:\[[^\]]*\])?)(?:!(?P<conversion>[rsa]))?"
    r"(?::(?P<spec>(?:[^{}]|\{[^{}]*\})*))?\}"
)
_SPEC_TYPES = {"d": "int", "n": "int", "f": "float", "F": "float", "e": "float", "g": "float"}


def brace_parts(
    text: str, values: Sequence[str] = (), named: Mapping[str, str] | None = None
) -> list[Part]:
    """Split a format string whose formatting applies.

    Args:
        text: the decoded string.
        values: source expressions of the positional arguments, in order.
        named: source expressions of the keyword arguments; a name that is absent stands for
            itself (Rust's inline captures).
    """
    parts: list[Part] = []
    at = 0
    automatic = 0
    for found in _FIELD.finditer(text):
        parts.append(text[at : found.start()])
        at = found.end()
        if found.group() in ("{{", "}}"):
            parts.append(found.group()[0])
            continue
        field = found["field"].strip()
        expr: str | None
        if not field:
            expr = values[automatic] if automatic < len(values) else None
            automatic += 1
        elif field.isdigit():
            index = int(field)
            expr = values[index] if index < len(values) else None
        else:
            expr = (named or {}).get(field, field)
        spec = found["spec"]
        parts.append(
            Placeholder(found.group(), expr, spec or None, brace_type(found["conversion"], spec))
        )
    parts.append(text[at:])
    return parts


def brace_type(conversion: str | None, spec: str | None) -> str | None:
    """The kind of value that a conversion and format spec tell of, None when they are silent."""
    if conversion in ("r", "a") or spec in ("?", "#?"):
        return "repr"
    if spec:
        if spec[-1] in "xXob":
            return "hex"
        return _SPEC_TYPES.get(spec[-1])
    return None
