"""printf-like format strings: ``%s``, ``%5.2f``, ``%(name)s``, ``%+v``, ``%1$s``, ``%%``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from errdex.model.template import Part, Placeholder

_VERB = re.compile(
    r"%(?:\((?P<name>[^)]*)\)|<(?P<ruby>\w+)>)?"
    r"(?:\[(?P<index>\d+)\]|(?P<position>\d+)\$)?"
    r"[-+ #0',]*(?P<width>\*|\d+)?(?:\.(?P<precision>\*|\d+)?)?"
    r"(?:hh|h|ll|l|L|q(?=[diouxX])|j|z|t|I64|I32)?(?P<verb>[a-zA-Z%@])"
)
_TYPES = {
    **dict.fromkeys("diu", "int"),
    **dict.fromkeys("fFeEgG", "float"),
    **dict.fromkeys("xXop", "hex"),
    "c": "char",
    "r": "repr",
    "q": "repr",
    "a": "repr",
}


def printf_parts(
    text: str,
    values: Sequence[str] = (),
    named: Mapping[str, str] | None = None,
    verbs: str | None = None,
) -> list[Part]:
    """Split a format string whose formatting applies.

    Args:
        text: the decoded string.
        values: source expressions of the positional arguments, in order.
        named: source expressions by key.
        verbs: the letters that are verbs in the dialect; None takes every letter. A ``%`` that
            starts no verb is fixed text.
    """
    parts: list[Part] = []
    at = 0
    taken = 0
    for found in _VERB.finditer(text):
        verb = found["verb"]
        if verb != "%" and verbs is not None and verb not in verbs:
            continue
        parts.append(text[at : found.start()])
        at = found.end()
        if verb == "%":
            parts.append("%" if found.group() == "%%" else found.group())
            continue
        expr: str | None
        name = found["name"] or found["ruby"]
        if name is not None:
            expr = (named or {}).get(name, name)
        else:
            taken += (found["width"] == "*") + (found["precision"] == "*")
            place = found["index"] or found["position"]
            index = int(place) - 1 if place else taken
            taken = index + 1 if not found["position"] else taken
            expr = values[index] if 0 <= index < len(values) else None
        parts.append(Placeholder(found.group(), expr, found.group()[1:], _TYPES.get(verb)))
    parts.append(text[at:])
    return parts
