"""Swift's string literals as texts: one line, several lines, raw ones, with interpolation."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages.interface import Source, Text
from errdex.languages.swift_nodes import bare, plain, shown_name
from errdex.model.template import Part, Placeholder

if TYPE_CHECKING:
    from tree_sitter import Node

LITERALS = frozenset({"line_string_literal", "multi_line_string_literal", "raw_string_literal"})
_OPENING = re.compile(r"(#*)(\"\"\"|\")")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", '"': '"', "'": "'", "\\": "\\"}
_HOLE = "\ue000"  # stands for an interpolation while lines are cut
_NAMED = re.compile(r"\s*\w+\s*:")


def string(source: Source, node: Node) -> Text:
    """A literal's text; its bytes between the interpolations are decoded as its marks say."""
    opening = _OPENING.match(source.text(node))
    if opening is None:
        return Text(
            (Placeholder("{" + source.flat(node, 200) + "}", source.flat(node, 200)),), False
        )
    hashes, quotes = opening.groups()
    size = len(hashes) + len(quotes)
    begin, end = node.start_byte + size, node.end_byte - size
    pieces: list[str] = []
    holes: list[Part] = []
    for first, last, hole in _interpolations(source, node):
        pieces.append(source.data[begin:first].decode("utf-8", "replace"))
        holes.append(hole)
        begin = last
    pieces.append(source.data[begin : max(begin, end)].decode("utf-8", "replace"))
    raw = _HOLE.join(piece.replace(_HOLE, " ") for piece in pieces)
    if len(quotes) == 3:
        raw = _dedented(raw.replace("\r\n", "\n"))
    told = _unescaped(raw, hashes).split(_HOLE)
    parts: list[Part] = [told[0]]
    for hole, after in zip(holes, told[1:], strict=False):
        parts += [hole, after]
    return Text(tuple(part for part in parts if part != ""))


def _interpolations(source: Source, node: Node) -> list[tuple[int, int, Part]]:
    """Where the interpolations of a literal start and end, and the hole that each makes."""
    found: list[tuple[int, int, Part]] = []
    start: Node | None = None
    values: list[Node] = []
    for child in node.children:
        if child.type == "raw_str_interpolation":
            inner = [c for c in child.named_children if c.type == "interpolated_expression"]
            found.append((child.start_byte, child.end_byte, _hole(source, child, child, inner)))
        elif child.type == "\\(":
            start, values = child, []
        elif child.type == "interpolated_expression":
            values.append(child)
        elif child.type == ")" and start is not None:
            hole = _hole(source, start, child, values)
            found.append((start.start_byte, child.end_byte, hole))
            start = None
    return found


def _hole(source: Source, first: Node, last: Node, values: list[Node]) -> Part:
    written = source.data[first.start_byte : last.end_byte].decode("utf-8", "replace")
    shown = " ".join(written.split())[:300]
    value = values[0].child_by_field_name("value") if values else None
    if value is None:
        return Placeholder(shown, None)
    inner = bare(value)
    if len(values) == 1 and inner.type == "line_string_literal" and len(plain(inner)) <= 1:
        fixed = string(source, inner)
        if all(isinstance(part, str) for part in fixed.parts):
            return "".join(str(part) for part in fixed.parts)
    label = values[0].child_by_field_name("name")
    spec = source.flat(values[1], 80) if len(values) > 1 else None
    if spec is not None and spec.startswith("privacy:"):
        spec = None
    expr = source.flat(value, 200)
    if label is not None:
        spec = source.text(label)
    if inner.type == "call_expression" and expr.startswith("String(describing:"):
        expr = _NAMED.sub("", expr[7:-1], count=1).strip()
    return Placeholder(shown, shown_name(source, expr), spec)


def _dedented(raw: str) -> str:
    """Several lines without the first and last break and the closing marks' indentation."""
    lines = raw.split("\n")
    indent = lines[-1]
    if len(lines) < 2 or indent.strip():
        return raw
    return "\n".join(line.removeprefix(indent) for line in lines[1:-1])


def _unescaped(raw: str, hashes: str) -> str:
    mark = "\\" + hashes
    if mark not in raw:
        return raw
    pattern = re.compile(
        re.escape(mark) + r"(?:u\{([0-9a-fA-F]{1,8})\}|([ntr0\"'\\])|[ \t]*\n|[ \t]*$)"
    )
    return pattern.sub(_character, raw)


def _character(found: re.Match[str]) -> str:
    if found[1]:
        number = int(found[1], 16)
        return chr(number) if number < 0x110000 else "\ufffd"
    return _ESCAPES.get(found[2] or "", "")
