"""PHP's strings: both kinds of quotes, heredocs and nowdocs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages.interface import Source, Text
from errdex.model.template import Part, Placeholder

if TYPE_CHECKING:
    from tree_sitter import Node

_ESCAPE = re.compile(
    r"\\(?:u\{([0-9a-fA-F]+)\}|x([0-9a-fA-F]{1,2})|([0-7]{1,3})|([nrtvef\\$\"]))", re.DOTALL
)
_SIMPLE = {
    "n": "\n", "r": "\r", "t": "\t", "v": "\v", "e": "\x1b", "f": "\f", "\\": "\\", "$": "$",
    '"': '"',
}  # fmt: skip
_FIXED = frozenset({"string_content", "escape_sequence", "nowdoc_string", "comment", "ERROR"})


def single(source: Source, node: Node, depth: int) -> list[Text]:
    """What single quotes say: only they and the backslash are escaped."""
    return [Text((re.sub(r"\\(['\\])", r"\1", source.text(node).lstrip("b")[1:-1]),))]


def double(source: Source, node: Node, depth: int) -> list[Text]:
    """What double quotes say, the expressions in them as holes."""
    start = source.data.find(b'"', node.start_byte) + 1
    return [Text(tuple(_pieces(source, node, start, node.end_byte - 1, "")))]


def heredoc(source: Source, node: Node, depth: int) -> list[Text]:
    """What a heredoc or nowdoc says, without the indent of its end."""
    body = node.child_by_field_name("value")
    end = node.child_by_field_name("end_tag")
    first = source.data.find(b"\n", node.start_byte) + 1
    if body is None or end is None or not first:
        return [Text(("",))]
    stop = source.data.rfind(b"\n", first - 1, end.start_byte)
    indent = source.data[stop + 1 : end.start_byte].decode("utf-8", "replace")
    indent = indent if not indent.strip() else ""
    if stop < first:
        return [Text(("",))]
    if node.type == "nowdoc":
        whole = source.data[first:stop].decode("utf-8", "replace")
        return [Text((_dedented(whole, indent, fresh=True),))]
    return [Text(tuple(_pieces(source, body, first, stop, indent, fresh=True)))]


def _dedented(text: str, indent: str, *, fresh: bool) -> str:
    if indent:
        text = text.replace("\n" + indent, "\n")
        if fresh:
            text = text.removeprefix(indent)
    return text.replace("\r\n", "\n")


def _pieces(
    source: Source, node: Node, start: int, end: int, indent: str, *, fresh: bool = False
) -> list[Part]:
    """Fixed text and holes between two offsets; what no node covers is fixed text."""
    parts: list[Part] = []
    quoted = node.type == "encapsed_string"

    def fixed(first: int, last: int) -> None:
        raw = source.data[first:last].decode("utf-8", "replace")
        raw = _dedented(raw, indent, fresh=fresh and not parts)
        parts.append(unescaped(raw, quoted=quoted) if "\\" in raw else raw)

    at = start
    for child in node.named_children:
        if child.type in _FIXED or child.start_byte < at:
            continue
        first, last = child.start_byte, child.end_byte
        if source.data[first - 1 : first] == b"{" and source.data[last : last + 1] == b"}":
            first, last = first - 1, last + 1
        fixed(at, first)
        expr = source.flat(child, 200)
        if child.type == "dynamic_variable_name":
            expr = "$" + expr.strip("${}")
        written = source.data[first:last].decode("utf-8", "replace")
        parts.append(Placeholder(" ".join(written.split()), expr))
        at = last
    fixed(at, end)
    return parts


def unescaped(text: str, *, quoted: bool = True) -> str:
    """The escapes of double quotes; in a heredoc a quote needs none."""

    def change(found: re.Match[str]) -> str:
        unicode, hexadecimal, octal, char = found.groups()
        if unicode:
            return chr(int(unicode, 16)) if int(unicode, 16) < 0x110000 else "\ufffd"
        if hexadecimal or octal:
            return chr(int(hexadecimal, 16) if hexadecimal else int(octal, 8) & 0xFF)
        if char == '"' and not quoted:
            return found.group()
        return _SIMPLE[char]

    return _ESCAPE.sub(change, text)
