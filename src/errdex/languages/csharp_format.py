"""C#'s strings: how literals are decoded, and what ``string.Format`` and loggers fill."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from errdex.languages.interface import Text
from errdex.languages.jvm_format import filled
from errdex.model.template import Part, Placeholder

_ESCAPE = re.compile(
    r"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{1,4})|(.))", re.DOTALL
)
_SIMPLE = {
    "0": "\0", "a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "n": "\n", "r": "\r", "t": "\t",
    "v": "\v",
}  # fmt: skip
_COMPOSITE = re.compile(
    r"\{\{|\}\}|\{\s*(?P<index>\d+)\s*(?P<align>,\s*-?\d+\s*)?(?::(?P<spec>(?:[^{}]|\{\{|\}\})*))?\}"
)
_NAMED = re.compile(
    r"\{\{|\}\}|\{(?P<name>[@$]?\w[\w.]*)(?P<align>,\s*-?\d+)?(?::(?P<spec>[^{}]*))?\}"
)
_INDEXED = re.compile(r"\{\s*\d+\s*(?:,\s*-?\d+\s*)?(?::[^{}]*)?\}")
_KINDS = {"D": "int", "X": "hex", **dict.fromkeys("EFGNPCR", "float"), "B": "hex"}
_SPEC = re.compile(r"[A-Za-z]\d{0,3}")
Split = Callable[[str, Sequence[str]], list[Part]]


def unescaped(text: str) -> str:
    """A regular literal's text with its escapes decoded."""
    return _ESCAPE.sub(_char, text) if "\\" in text else text


def _char(found: re.Match[str]) -> str:
    code = found[1] or found[2] or found[3]
    if code is None:
        return _SIMPLE.get(found[4], found[4])
    point = int(code, 16)
    return chr(point) if point < 0x110000 else "�"


def decoded(written: str) -> str:
    """A string or character literal as C# reads it, its quotes included in ``written``."""
    written = written.removesuffix("u8").removesuffix("U8")
    if written.startswith('"""'):
        fence = len(written) - len(written.lstrip('"'))
        return dedented([written[fence:-fence]])[0]
    if written.startswith("@"):
        return written[2:-1].replace('""', '"')
    return unescaped(written[1:-1])


def dedented(pieces: list[str]) -> list[str]:
    """A raw literal's pieces without the line breaks at its ends and the last line's indent."""
    pieces = [piece.replace("\r\n", "\n") for piece in pieces]
    first, _, rest = pieces[0].partition("\n")
    if first.strip() or "\n" not in pieces[0]:
        return pieces
    body, _, indent = pieces[-1].rpartition("\n")
    if indent.strip():
        return pieces
    pieces = [rest.rpartition("\n")[0]] if len(pieces) == 1 else [rest, *pieces[1:-1], body]
    if not indent:
        return pieces
    pieces[0] = pieces[0].removeprefix(indent)
    return [piece.replace("\n" + indent, "\n") for piece in pieces]


def kind_of(spec: str | None) -> str | None:
    """The kind of value that a format tells of, None where it is silent."""
    return _KINDS.get(spec[0].upper()) if spec and _SPEC.fullmatch(spec) else None


def composite_parts(text: str, values: Sequence[str] = ()) -> list[Part]:
    """Split a string that ``string.Format`` fills: ``{0}``, ``{1,10:N2}``, ``{{``."""
    parts: list[Part] = []
    at = 0
    for found in _COMPOSITE.finditer(text):
        parts.append(text[at : found.start()])
        at = found.end()
        if found["index"] is None:
            parts.append(found.group()[0])
            continue
        index = int(found["index"])
        expr = values[index] if index < len(values) else None
        parts.append(
            Placeholder(found.group(), expr, found["spec"] or None, kind_of(found["spec"]))
        )
    parts.append(text[at:])
    return parts


def named_parts(text: str, values: Sequence[str] = ()) -> list[Part]:
    """Split a logger's message template: ``{Name}``, ``{@Order}``, filled in order."""
    parts: list[Part] = []
    at = taken = 0
    for found in _NAMED.finditer(text):
        parts.append(text[at : found.start()])
        at = found.end()
        if found["name"] is None:
            parts.append(found.group()[0])
            continue
        name = found["name"].lstrip("@$")
        index = int(name) if name.isdigit() else taken
        taken += 1
        expr = values[index] if index < len(values) else (None if name.isdigit() else name)
        parts.append(
            Placeholder(found.group(), expr, found["spec"] or None, kind_of(found["spec"]))
        )
    parts.append(text[at:])
    return parts


def as_used(text: Text, values: Sequence[str], *, logger: bool = False) -> Text:
    """A text with the placeholders that the values after it fill, if its format shows any."""
    if not text.is_text or not (values or logger):
        return text
    if logger:
        return filled(text, named_parts, values)
    if any(_INDEXED.search(part) for part in text.template.literals):
        return filled(text, composite_parts, values)
    return text
