"""C#'s string literals as texts: regular, verbatim, raw and interpolated ones, ``nameof``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages.csharp_format import decoded, dedented, kind_of, unescaped
from errdex.languages.csharp_nodes import arguments_of, plain
from errdex.languages.interface import Source, Text, placeholder
from errdex.model.template import Part, Placeholder

if TYPE_CHECKING:
    from tree_sitter import Node

_BRACES = re.compile(r"\{\{|\}\}")


def string(source: Source, node: Node, depth: int) -> list[Text]:
    """A literal's text."""
    return [Text((decoded(source.text(node)),))]


def interpolated(source: Source, node: Node, depth: int) -> list[Text]:
    """An interpolated string: the bytes between its holes, decoded as its marks say."""
    holes = [child for child in node.children if child.type == "interpolation"]
    written = source.text(node)
    opening = re.match(r"[$@]*\"+", written)
    if opening is None:
        return [placeholder(source, node)]
    marks, quotes = opening.group().rstrip('"'), opening.group().count('"')
    if "@" in marks:
        quotes = 1  # the others are quotes inside
    elif quotes == 2:  # an empty string
        return [Text(("",))]
    begin = node.start_byte + len(marks) + quotes
    braces = max(1, marks.count("$"))
    starts = [hole.children[0].end_byte - braces for hole in holes if hole.children]
    if len(starts) < len(holes):
        return [placeholder(source, node)]
    raw: list[str] = []
    for hole, start in zip(holes, starts, strict=True):
        raw.append(source.data[begin:start].decode("utf-8", "replace"))
        begin = hole.end_byte
    raw.append(source.data[begin : node.end_byte - quotes].decode("utf-8", "replace"))
    if quotes > 2:
        raw = dedented(raw)
        if marks == "$":
            raw = [_BRACES.sub(lambda m: m.group()[0], piece) for piece in raw]
    else:
        verbatim = "@" in marks
        raw = [
            _BRACES.sub(
                lambda m: m.group()[0],
                piece.replace('""', '"') if verbatim else unescaped(piece),
            )
            for piece in raw
        ]
    parts: list[Part] = [raw[0]]
    for hole, start, after in zip(holes, starts, raw[1:], strict=True):
        parts += [*_hole(source, hole, start), after]
    return [Text(tuple(parts))]


def _hole(source: Source, node: Node, start: int) -> tuple[Part, ...]:
    """An interpolation: what is fixed in it as text, else a placeholder as written.

    The grammar takes quotes before a hole's brace for a part of it, so that the hole's own start
    is told.
    """
    written = source.data[start : node.end_byte].decode("utf-8", "replace")
    shown = " ".join(written.split())[:300]
    value = next((c for c in plain(node) if not c.type.startswith("interpolation_")), None)
    if value is None:
        return (Placeholder(shown, None),)
    if value.type in ("string_literal", "character_literal", "verbatim_string_literal"):
        return (decoded(source.text(value)),)
    name = nameof(source, value)
    if name is not None:
        return (name,)
    if source.text(value) == "Environment.NewLine":
        return ("\n",)
    form = next((c for c in node.children if c.type == "interpolation_format_clause"), None)
    spec = source.text(form).removeprefix(":") if form is not None else None
    return (Placeholder(shown, source.flat(value, 200), spec, kind_of(spec)),)


def nameof(source: Source, node: Node) -> str | None:
    """The name that ``nameof(a.B)`` stands for, None for anything else."""
    if node.type != "invocation_expression":
        return None
    function = node.child_by_field_name("function")
    if function is None or source.text(function) != "nameof":
        return None
    args = arguments_of(node)
    if len(args) != 1:
        return None
    return re.sub(r"<.*", "", source.text(args[0].node)).rpartition(".")[2].lstrip("@")
