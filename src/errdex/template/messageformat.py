"""``java.text.MessageFormat`` and its like: ``{0}``, ``{1,number}``, text quoted with ``'``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from errdex.model.template import Part, Placeholder

_MESSAGE = re.compile(
    r"''|'(?P<quoted>[^']*)(?:'|$)|\{\s*(?P<index>\d+)\s*(?:,(?P<spec>[^{}]*(?:\{[^{}]*\}[^{}]*)*))?\}"
)


def message_parts(text: str, values: Sequence[str] = ()) -> list[Part]:
    """Split a string that ``MessageFormat`` fills.

    Args:
        text: the decoded string.
        values: source expressions of the arguments, in order.
    """
    parts: list[Part] = []
    at = 0
    for found in _MESSAGE.finditer(text):
        parts.append(text[at : found.start()])
        at = found.end()
        if found["index"] is None:
            parts.append(found["quoted"] if found["quoted"] else "'")
            continue
        index = int(found["index"])
        spec = (found["spec"] or "").strip()
        expr = values[index] if index < len(values) else None
        kind = "int" if spec.startswith("number,integer") else None
        parts.append(Placeholder(found.group(), expr, spec or None, kind))
    parts.append(text[at:])
    return parts
