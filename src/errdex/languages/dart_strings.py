"""Dart's string literals as texts: side by side, raw, of several lines, with interpolation."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages.interface import Source, Text
from errdex.model.template import Part, Placeholder

if TYPE_CHECKING:
    from tree_sitter import Node

_QUOTE = re.compile(r"r?('''|\"\"\"|'|\")$")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v"}
_FIRST_BREAK = re.compile(r"[ \t]*\\?[ \t]*\r?\n")


def string(source: Source, node: Node) -> Text:
    """The text of literals that stand side by side."""
    parts: list[Part] = []
    quote = ""
    fresh = False
    begin = node.start_byte

    def add(end: int) -> None:
        nonlocal fresh
        piece = source.data[begin:end].decode("utf-8", "replace")
        if fresh and len(quote) == 3:
            piece = _FIRST_BREAK.sub("", piece, count=1) if _FIRST_BREAK.match(piece) else piece
        fresh = False
        if piece:
            parts.append(piece)

    for child in node.children:
        if not quote:
            found = _QUOTE.match(source.text(child)) if child.end_byte - begin < 4_000 else None
            if found is not None:
                quote, begin, fresh = found[1], child.end_byte, True
            continue
        if child.type == "template_substitution":
            add(child.start_byte)
            parts.append(_hole(source, child))
            begin = child.end_byte
        elif child.type == "escape_sequence":
            add(child.start_byte)
            parts.append(_character(source.text(child)))
            begin = child.end_byte
        elif child.type == quote:
            add(child.start_byte)
            quote, begin = "", child.end_byte
    return Text(tuple(parts))


def _hole(source: Source, node: Node) -> Placeholder:
    written = source.flat(node, 300)
    expr = written[2:-1].strip() if written.startswith("${") else written[1:]
    return Placeholder(written, expr[:200] or None)


def _character(written: str) -> str:
    if written[1:2] in ("x", "u"):
        digits = written[2:].strip("{}")
        try:
            number = int(digits, 16)
        except ValueError:
            return written
        return chr(number) if number < 0x110000 else "\ufffd"
    return _ESCAPES.get(written[1:], written[1:])
