"""How JavaScript spells and formats text: string escapes and the console's ``%`` verbs."""

from __future__ import annotations

import re

from errdex.languages.interface import Text
from errdex.model.template import Part, Placeholder

_ESCAPE = re.compile(
    r"\\(?:(\r?\n|[\u2028\u2029])|u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|"
    r"([0-3][0-7]{0,2}|[4-7][0-7]?)|(.))",
    re.DOTALL,
)
_SIMPLE = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_SURROGATES = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_LONE = re.compile("[\ud800-\udfff]")
_VERB = re.compile(r"%[sdifjoOc%]")
_TYPES = {"d": "float", "i": "int", "f": "float"}


def unescaped(text: str) -> str:
    """A string's content as JavaScript reads it; half a surrogate pair becomes U+FFFD."""
    if "\\" not in text:
        return text
    text = _ESCAPE.sub(_one, text)
    if _LONE.search(text):
        text = _SURROGATES.sub(_pair, text)
        text = _LONE.sub("\ufffd", text)
    return text


def _one(found: re.Match[str]) -> str:
    fold, braced, four, two, octal, simple = found.groups()
    if fold is not None:
        return ""
    if simple is not None:
        return _SIMPLE.get(simple, simple)
    if octal is not None:
        return chr(int(octal, 8))
    value = int(braced or four or two, 16)
    return chr(value) if value <= 0x10FFFF else found.group()


def _pair(found: re.Match[str]) -> str:
    return found.group().encode("utf-16", "surrogatepass").decode("utf-16")


def escaped(text: str) -> str:
    """A text as it stands in a regular expression."""
    return re.sub(r"([\\^$.|?*+()\[\]{}/])", r"\\\1", text)


def as_console_format(text: Text, values: list[str] | None) -> Text:
    """A text whose ``%`` verbs are filled as ``util.format`` fills them.

    Args:
        text: the format.
        values: the source of the values that follow it. Verbs beyond the last value are shown as
            they stand, and with no value nothing is formatted. None: the values are not in sight.
    """
    if values is not None and not values:
        return text
    parts: list[Part] = []
    taken = 0
    for part in text.template.parts:
        if not isinstance(part, str):
            parts.append(part)
            continue
        at = 0
        for found in _VERB.finditer(part):
            verb = found.group()[1]
            if verb == "%":
                parts.extend((part[at : found.start()], "%"))
                at = found.end()
                continue
            if values is not None and taken >= len(values):
                break
            expr = values[taken] if values is not None else None
            taken += 1
            parts.append(part[at : found.start()])
            parts.append(Placeholder(found.group(), expr, verb, _TYPES.get(verb)))
            at = found.end()
        parts.append(part[at:])
    return text._replace(parts=tuple(parts))
