"""Go's format strings: ``%w``, ``%+v``, ``%[2]*.[1]f``, ``%%``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from errdex.languages.interface import Text
from errdex.model.template import Part, Placeholder

_VERB = re.compile(
    r"%[-+ #0]*(?:\[(?P<wide>\d+)\](?=\*))?(?P<width>\*|\d+)?"
    r"(?:\.(?:\[(?P<fine>\d+)\](?=\*))?(?P<precision>\*|\d+)?)?"
    r"(?:\[(?P<index>\d+)\])?(?P<verb>[a-zA-Z%])"
)
_VERBS = frozenset("vTtbcdoOqxXUeEfFgGspw%")
_TYPES = {
    **dict.fromkeys("d", "int"),
    **dict.fromkeys("eEfFgG", "float"),
    **dict.fromkeys("xXoOp", "hex"),
    "c": "char",
    "q": "repr",
}


def as_format(text: Text, values: Sequence[str]) -> Text:
    """A text that is a format string, its verbs filled with the source of the arguments."""
    parts: list[Part] = []
    taken = 0
    for part in text.template.parts:
        if isinstance(part, str):
            taken = _split(part, values, taken, parts)
        else:
            parts.append(part)
    return text._replace(parts=tuple(parts))


def _split(text: str, values: Sequence[str], taken: int, parts: list[Part]) -> int:
    """Add a format string's parts; how many of the values have been used by then."""
    at = 0
    for found in _VERB.finditer(text):
        verb = found["verb"]
        if verb not in _VERBS:
            continue
        parts.append(text[at : found.start()])
        at = found.end()
        if verb == "%":
            parts.append("%")
            continue
        for star, index in ((found["width"], "wide"), (found["precision"], "fine")):
            if star == "*":
                taken = int(found[index]) if found[index] else taken + 1
        place = int(found["index"]) - 1 if found["index"] else taken
        taken = place + 1
        expr = values[place] if 0 <= place < len(values) else None
        parts.append(Placeholder(found.group(), expr, found.group()[1:], _TYPES.get(verb)))
    parts.append(text[at:])
    return taken


def has_verbs(text: Text) -> bool:
    """Whether the fixed text of a text holds verbs that are not split off yet."""
    return any(
        found["verb"] in _VERBS
        for part in text.parts
        if isinstance(part, str) and "%" in part
        for found in _VERB.finditer(part)
    )
