"""What a Scala expression says: interpolators, joining, formatting, choices, names."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from errdex.languages.interface import Source, Text, joined, placeholder
from errdex.languages.jvm_format import filled, formatter_parts, mapped
from errdex.languages.locals import text_or_hole
from errdex.languages.scala_nodes import (
    CLASSES,
    bare,
    called,
    inner_nodes,
    name_of,
    parameters,
    values_of,
)
from errdex.model.template import Part, Placeholder

if TYPE_CHECKING:
    from tree_sitter import Node

_ESCAPE = re.compile(r"\\(?:u+([0-9a-fA-F]{4})|(.))", re.DOTALL)
_PLAIN = {"t": "\t", "n": "\n", "r": "\r", "b": "\b", "f": "\f"}
_SPEC = re.compile(r"%[-#+ 0,(]*\d*(?:\.\d+)?[a-zA-Z]")
_MARGIN = re.compile(r"(?m)^[ \t]*\|")
_STANDING = frozenset({"identifier", "field_expression", "if_expression", "match_expression"})
_SAME = frozenset({"trim", "toString", "stripTrailing", "intern"})
_NUMBERS = frozenset({"integer_literal", "floating_point_literal", "boolean_literal"})
_DEPTH = 30
_PIECES = 300


def texts(source: Source, node: Node, depth: int = 0) -> list[Text]:
    """What an expression says, the likeliest first; never empty."""
    node = bare(node)
    rule = _RULES.get(node.type)
    if rule is None or depth > _DEPTH:
        return [placeholder(source, node)]
    return rule(source, node, depth + 1)


def said(source: Source, node: Node, depth: int = 0) -> list[Text]:
    """The texts of an expression that hold fixed text."""
    return [text for text in texts(source, node, depth) if text.is_text]


# -- literals ---------------------------------------------------------------------------------


def _string(source: Source, node: Node, depth: int) -> list[Text]:
    written = source.text(node)
    if written.startswith('"""'):
        return [Text((written[3:-3],))]
    return [Text((_unescaped(written[1:-1]),))]


def _unescaped(text: str) -> str:
    def one(found: re.Match[str]) -> str:
        return chr(int(found[1], 16)) if found[1] else _PLAIN.get(found[2], found[2])

    return _ESCAPE.sub(one, text) if "\\" in text else text


def _interpolated(source: Source, node: Node, depth: int) -> list[Text]:
    """``s"…$x"``, ``f"$x%5d"`` and the interpolators of projects, which fill like ``s``."""
    mark = node.child_by_field_name("interpolator")
    body = next((c for c in node.named_children if c.type == "interpolated_string"), None)
    if body is None:
        return [placeholder(source, node)]
    kind = source.text(mark) if mark is not None else "s"
    quote = 3 if source.text(body).startswith('"""') else 1
    parts: list[Part] = []
    at, end = body.start_byte + quote, body.end_byte - quote
    for child in body.named_children:
        if child.type != "interpolation":
            continue
        parts.append(_fixed(source, at, child.start_byte, kind))
        written = " ".join(source.text(child).split())
        expr = written[2:-1].strip() if written.startswith("${") else written[1:]
        at = child.end_byte
        spec = None
        if kind == "f":
            found = _SPEC.match(source.data[at : at + 20].decode("utf-8", "replace"))
            if found is not None and not found.group().startswith("%n"):
                spec = found.group()[1:]
                written += found.group()
                at += len(found.group())
        parts.append(Placeholder(written, expr, spec))
    parts.append(_fixed(source, at, end, kind))
    return [Text(tuple(parts))]


def _fixed(source: Source, start: int, end: int, kind: str) -> str:
    text = source.data[start:end].decode("utf-8", "replace").replace("$$", "$")
    if kind == "f":
        text = text.replace("%%", "%").replace("%n", "\n")
    return text if kind == "raw" else _unescaped(text)


# -- joining and choosing ---------------------------------------------------------------------


def _infix(source: Source, node: Node, depth: int) -> list[Text]:
    sign = node.child_by_field_name("operator")
    if sign is not None and source.text(sign) == "format":
        left, right = (node.child_by_field_name(f) for f in ("left", "right"))
        if left is not None and right is not None:
            many = right.type == "tuple_expression"
            values = inner_nodes(right) if many else [bare(right)]
            return _fill(source, said(source, left, depth), values) or [placeholder(source, node)]
    pieces = _operands(source, node)
    if len(pieces) < 2:
        return [placeholder(source, node)]
    shown = [_operand(source, piece, depth) for piece in pieces]
    if any(text.is_text for piece in shown for text in piece):
        return joined(shown)
    return [placeholder(source, node)]


def _operands(source: Source, node: Node) -> list[Node]:
    """What ``a + b + c`` joins, in order; the tree leans left, so that it is walked, not nested."""
    pieces: list[Node] = []
    at = node
    while at.type == "infix_expression" and len(pieces) < _PIECES:
        sign = at.child_by_field_name("operator")
        left, right = at.child_by_field_name("left"), at.child_by_field_name("right")
        if sign is None or source.text(sign) != "+" or left is None or right is None:
            break
        pieces.append(right)
        at = left
    pieces.append(at)
    pieces.reverse()
    return pieces


def _operand(source: Source, node: Node, depth: int) -> list[Text]:
    inner = bare(node)
    if inner.type in _STANDING:
        if inner.type == "field_expression":
            found = _field(source, inner, depth)
            if (
                any(text.is_text for text in found)
                and inner.child_by_field_name("value") is not None
            ):
                value = inner.child_by_field_name("value")
                if value is not None and value.type.endswith(("string", "string_expression")):
                    return found
        return [placeholder(source, inner)]
    if inner.type in _NUMBERS:
        return [Text((source.text(inner),), is_text=False)]
    return texts(source, inner, depth)


def _choice(source: Source, node: Node, depth: int) -> list[Text]:
    found = [
        text for value in values_of(node) if value != node for text in said(source, value, depth)
    ]
    return found[:8] or [placeholder(source, node)]


# -- names ------------------------------------------------------------------------------------


def _identifier(source: Source, node: Node, depth: int) -> list[Text]:
    found = [text for text in text_or_hole(source, node) if text.is_text]
    return found or _constant(source, source.text(node)) or [placeholder(source, node)]


def _constant(source: Source, name: str) -> list[Text]:
    constant = source.constants.get(name)
    return [Text(constant.parts, inline=False)] if constant is not None else []


def _field(source: Source, node: Node, depth: int) -> list[Text]:
    """``Texts.Dark``, ``"…".stripMargin``."""
    value, name = (node.child_by_field_name(f) for f in ("value", "field"))
    if value is not None and name is not None:
        changed = _changed(source, value, source.text(name), depth)
        if changed:
            return changed
    written = source.text(node).removeprefix("this.")
    return _constant(source, written) or [placeholder(source, node)]


def _changed(source: Source, value: Node, name: str, depth: int) -> list[Text]:
    """What a method without arguments makes of a text."""
    if name == "stripMargin":
        return [mapped(t, lambda s: [_MARGIN.sub("", s)]) for t in said(source, value, depth)]
    if name == "trim":
        return [mapped(t, lambda s: [s.strip()]) for t in said(source, value, depth)]
    return said(source, value, depth) if name in _SAME else []


# -- calls ------------------------------------------------------------------------------------


def _call(source: Source, node: Node, depth: int) -> list[Text]:
    call = called(source, node)
    if call is None:
        return [placeholder(source, node)]
    args = [arg.node for arg in call.args]
    found: list[Text] = []
    if call.owner is None:
        found = _returned(source, call.name, len(args), depth)
    elif call.name == "format" and args:
        if source.text(call.owner) == "String":
            found = _fill(source, said(source, args[0], depth), args[1:])
        else:
            found = _fill(source, said(source, call.owner, depth), args)
    elif call.name == "concat" and len(args) == 1:
        both = [_operand(source, one, depth) for one in (call.owner, args[0])]
        found = joined(both) if any(t.is_text for side in both for t in side) else []
    else:
        found = _changed(source, call.owner, call.name, depth)
    return found or [placeholder(source, node)]


def _fill(source: Source, forms: list[Text], args: list[Node]) -> list[Text]:
    values = [source.flat(arg, 200) for arg in args]
    return [filled(form, formatter_parts, values) for form in forms]


def _returned(source: Source, name: str, count: int, depth: int) -> list[Text]:
    """What a function of this file says, where it is nothing but its text."""
    made = functions_of(source).get((name, count))
    body = made.child_by_field_name("body") if made is not None else None
    if body is None or name in source.resolving:
        return []
    source.resolving.add(name)
    try:
        found = said(source, body, depth)
    finally:
        source.resolving.discard(name)
    return [text._replace(inline=False) for text in found]


def functions_of(source: Source) -> dict[tuple[str, int], Node]:
    """The functions of a file's classes by name and number of parameters."""
    return source.once("functions", lambda: _functions(source))


def _functions(source: Source) -> dict[tuple[str, int], Node]:
    found: dict[tuple[str, int], Node] = {}
    stack = [source.root]
    while stack:
        at = stack.pop()
        for child in at.named_children:
            if child.type == "function_definition":
                found.setdefault((name_of(source, child), len(parameters(child))), child)
            elif child.type in CLASSES or child.type == "template_body":
                stack.append(child)
    return found


_Rule = Callable[[Source, "Node", int], list[Text]]
_RULES: dict[str, _Rule] = {
    "string": _string,
    "character_literal": _string,
    "interpolated_string_expression": _interpolated,
    "infix_expression": _infix,
    "if_expression": _choice,
    "match_expression": _choice,
    "block": _choice,
    "indented_block": _choice,
    "identifier": _identifier,
    "field_expression": _field,
    "call_expression": _call,
}
