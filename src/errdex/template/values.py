"""What a placeholder's value may look like: used to choose between readings, never to refuse."""

from __future__ import annotations

import re
from collections.abc import Sequence

from errdex.model.template import Placeholder

_INT = re.compile(r"\s*[+-]?\d[\d,_']*\s*")
_FLOAT = re.compile(r"\s*[+-]?(?:\d[\d,_]*\.?\d*(?:[eE][+-]?\d+)?%?|\.\d+|inf|nan|Inf|NaN)\s*")
_HEX = re.compile(r"\s*(?:0[xX])?[0-9a-fA-F]+\s*")
_TYPES = {
    "d": "int",
    "i": "int",
    "u": "int",
    "x": "hex",
    "X": "hex",
    "p": "hex",
    "f": "float",
    "F": "float",
    "e": "float",
    "g": "float",
    "c": "char",
    "r": "repr",
    "q": "repr",
}
_PAIRS = (("(", ")"), ("[", "]"), ("{", "}"))
_LONG = 100_000


def kind_of(hole: Placeholder) -> str | None:
    """The kind of value a placeholder writes: its own type, or what its spelling tells."""
    if hole.type is not None:
        return hole.type
    text = hole.text
    if text[:1] == "%":
        return _TYPES.get(text[-1])
    spec = hole.spec
    if spec:
        if spec[-1] == "?":
            return "repr"
        return _TYPES.get(spec[-1]) if spec[-1] in "dxXfFeg" else None
    return "repr" if text.endswith("!r}") else None


def fits(gap: Sequence[Placeholder], text: str, start: int, end: int) -> bool:
    """Whether ``text[start:end]`` looks like what the placeholders of a gap write."""
    if len(gap) != 1 or end - start > _LONG:
        return True
    kind = kind_of(gap[0])
    if kind is None:
        return _balanced(text, start, end)
    if kind == "int":
        return _INT.fullmatch(text, start, end) is not None
    if kind == "float":
        return _FLOAT.fullmatch(text, start, end) is not None
    if kind == "hex":
        return _HEX.fullmatch(text, start, end) is not None
    if kind == "char":
        return end - start <= 1
    if kind == "repr":
        return _quoted(text, start, end)
    return _balanced(text, start, end)


def is_strange(gap: Sequence[Placeholder], value: str) -> bool:
    """Whether a value contradicts the kind that its placeholder is known to write."""
    if len(gap) != 1 or kind_of(gap[0]) is None:
        return False
    return not fits(gap, value, 0, len(value))


def split_values(gap: Sequence[Placeholder], value: str) -> tuple[str, ...]:
    """One value for each placeholder of a gap: numbers take their digits, a text the rest."""
    if len(gap) == 1:
        return (value,)
    values = [""] * len(gap)
    rest = value
    for index, hole in enumerate(gap):
        pattern = {"int": _INT, "float": _FLOAT, "hex": _HEX}.get(kind_of(hole) or "")
        found = pattern.match(rest) if pattern is not None else None
        if found is None:
            values[index] = rest
            break
        values[index] = found.group()
        rest = rest[found.end() :]
    return tuple(values)


def _balanced(text: str, start: int, end: int) -> bool:
    return all(text.count(a, start, end) == text.count(b, start, end) for a, b in _PAIRS)


def _quoted(text: str, start: int, end: int) -> bool:
    """A value in source form: one whole quoted text, or anything with balanced brackets."""
    begin = start
    while begin < end and begin - start < 2 and text[begin] in "bBuUrR":
        begin += 1
    if begin >= end or text[begin] not in "\"'`":
        return _balanced(text, start, end)
    quote = text[begin]
    position = begin + 1
    while True:
        close = text.find(quote, position, end)
        if close < 0:
            return False
        slashes = 0
        while text[close - 1 - slashes] == "\\" and close - 1 - slashes > begin:
            slashes += 1
        if slashes % 2 == 0:
            return close == end - 1
        position = close + 1
