"""printf formats as C programs write them, with verbs that macros complete: ``"%" PRIu64 "…"``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages.interface import Text
from errdex.model.template import Part, Placeholder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from errdex.languages.interface import Source

_FLAGS = r"%(?:(?P<place>\d+)\$)?[-+ #0'I!,]*(?P<width>\*|\d+)?(?:\.(?P<precision>\*|\d*))?"
_VERB = re.compile(
    _FLAGS + r"(?:hh?|ll?|L|q(?=[diouxX])|j|z|t|I64|I32|w)?(?P<verb>p[A-Z]\w?\d?(?!\w)|[a-zA-Z%])"
)
# where %V and %uz are verbs, integers name their width after the verb
_WIDE = re.compile(
    _FLAGS
    + r"(?P<verb>u?[xX]?(?:[OPTMzidlDLA]|ud|xd|Xd)(?![a-z])|[VvsSfrpcZNxX%]|u?[xX]?[OPTMzidlDLA])"
)
_WIDE_SIGN = re.compile(rb"\"[^\"\n]*%(?:V|uz|ui|uA|\*V)")
_OPEN = re.compile(_FLAGS + r"(?:hh?|ll?|L|j|z|t)?$")
_COMPLETES = re.compile(r"FORMAT|FMT|PRI|_F$|MODIFIER|SPEC|PFX")
_TYPES = {
    **dict.fromkeys("diu", "int"),
    **dict.fromkeys("fFeEgGaA", "float"),
    **dict.fromkeys("xXop", "hex"),
    "c": "char",
    "q": "repr",
    "Q": "repr",
}


def formatted(source: Source, text: Text, values: Sequence[str]) -> Text:
    """A text as a format string whose formatting applies to ``values``."""
    parts = text.template.parts
    if not any("%" in part if isinstance(part, str) else True for part in parts):
        return text
    wide = source.once("wide verbs", lambda: bool(_WIDE_SIGN.search(source.data)))
    made: list[Part] = []
    taken = 0
    at = 0
    while at < len(parts):
        part = parts[at]
        after = parts[at + 1] if at + 1 < len(parts) else None
        at += 1
        if isinstance(part, Placeholder):
            if _is_verb(part):
                part = Placeholder(part.text, _nth(values, taken), part.expr, "int")
                taken += 1
            made.append(part)
            continue
        open_verb = _OPEN.search(part) if isinstance(after, Placeholder) else None
        if open_verb is not None:
            part = part[: open_verb.start()]
        taken = _split(part, values, taken, made, _WIDE if wide else _VERB)
        if open_verb is not None and isinstance(after, Placeholder):
            taken += (open_verb["width"] == "*") + (open_verb["precision"] == "*")
            spec = open_verb.group()[1:] + (after.expr or "")
            whole = open_verb.group() + after.text
            made.append(Placeholder(whole, _nth(values, taken), spec, "int"))
            taken += 1
            at += 1
    return text._replace(parts=tuple(made))


def _is_verb(hole: Placeholder) -> bool:
    """Whether a macro between strings is a whole verb of its own."""
    name = hole.expr or ""
    return hole.spec is None and name.isidentifier() and bool(_COMPLETES.search(name))


def _nth(values: Sequence[str], place: int) -> str | None:
    return values[place] if 0 <= place < len(values) else None


def _split(
    text: str, values: Sequence[str], taken: int, made: list[Part], verbs: re.Pattern[str]
) -> int:
    """Add one fixed piece's parts, and tell how many values are taken after it."""
    at = 0
    for found in verbs.finditer(text):
        verb = found["verb"]
        made.append(text[at : found.start()])
        at = found.end()
        if verb == "%":
            made.append("%" if found.group() == "%%" else found.group())
            continue
        spec = found.group()[1:]
        if verb == "m":
            made.append(Placeholder(found.group(), "strerror(errno)", spec))
            continue
        taken += (found["width"] == "*") + (found["precision"] == "*")
        place = int(found["place"]) - 1 if found["place"] else taken
        kind = _TYPES.get(verb[-1]) if verbs is _VERB else _wide_type(verb)
        made.append(Placeholder(found.group(), _nth(values, place), spec, kind))
        if not found["place"]:
            taken += 1
    made.append(text[at:])
    return taken


def _wide_type(verb: str) -> str | None:
    if verb[0] in "VvsScZN":
        return "char" if verb == "c" else None
    return "hex" if verb[0] in "xXp" or "x" in verb else "float" if verb == "f" else "int"
