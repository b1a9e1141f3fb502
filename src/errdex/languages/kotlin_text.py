"""What a Kotlin expression says: string templates, joining, formatting, choices, names."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING

from errdex.languages.interface import Source, Text, joined, placeholder
from errdex.languages.jvm_format import filled, formatter_parts, mapped
from errdex.languages.kotlin_nodes import (
    CLASSES,
    Called,
    bare,
    body_of,
    called,
    inner_nodes,
    last_value,
    name_of,
    parameters,
    statements,
)
from errdex.languages.locals import text_or_hole
from errdex.model.template import Part, Placeholder

if TYPE_CHECKING:
    from tree_sitter import Node

_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))|\$([A-Za-z_]\w*|`[^`]+`)", re.DOTALL)
_NAME = re.compile(r"\$([A-Za-z_]\w*|`[^`]+`)")
_PLAIN = {"t": "\t", "n": "\n", "r": "\r", "b": "\b"}
_MARGIN = re.compile(r"(?m)^[ \t]*\|")
_STANDING = frozenset({"identifier", "navigation_expression", "if_expression", "when_expression"})
_SAME = frozenset({"toString", "trimEnd", "trimStart", "let", "also", "apply", "intern"})
_DEPTH = 30
_PIECES = 300
_ARMS = 8


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
    """A literal, whose ``$name`` the grammar leaves in its content."""
    raw = node.type == "multiline_string_literal"
    quote = 3 if raw else 1
    parts: list[Part] = []
    at = node.start_byte + quote
    end = node.end_byte - quote
    for child in node.named_children:
        if child.type != "interpolation":
            continue
        parts += _content(source.data[at : child.start_byte].decode("utf-8", "replace"), raw=raw)
        written = source.text(child)
        expr = written[2:-1] if written.startswith("${") else written[1:]
        shown = " ".join(written.split())
        parts.append(Placeholder(shown, " ".join(expr.split())))
        at = child.end_byte
    parts += _content(source.data[at:end].decode("utf-8", "replace"), raw=raw)
    return [Text(tuple(parts))]


def _content(text: str, *, raw: bool) -> list[Part]:
    """The text between two ``${…}``: escapes decoded, ``$name`` as a placeholder."""
    parts: list[Part] = []
    at = 0
    for found in (_NAME if raw else _ESCAPE).finditer(text):
        parts.append(text[at : found.start()])
        at = found.end()
        if raw or found[3]:
            name = found[1] if raw else found[3]
            parts.append(Placeholder(found.group(), name))
        elif found[1]:
            parts.append(chr(int(found[1], 16)))
        else:
            parts.append(_PLAIN.get(found[2], found[2]))
    parts.append(text[at:])
    return parts


def _character(source: Source, node: Node, depth: int) -> list[Text]:
    written = source.text(node)[1:-1]
    return [Text(tuple(_content(written, raw=False)))]


# -- joining and choosing ---------------------------------------------------------------------


def _binary(source: Source, node: Node, depth: int) -> list[Text]:
    sign = node.child_by_field_name("operator")
    if sign is not None and sign.type == "?:":
        sides = [node.child_by_field_name(f) for f in ("left", "right")]
        found = [t for side in sides if side is not None for t in said(source, side, depth)]
        return found or [placeholder(source, node)]
    pieces = _operands(node)
    if len(pieces) < 2:
        return [placeholder(source, node)]
    shown = [_operand(source, piece, depth) for piece in pieces]
    if any(text.is_text for piece in shown for text in piece):
        return joined(shown)
    return [placeholder(source, node)]


def _operands(node: Node) -> list[Node]:
    """What ``a + b + c`` joins, in order; the tree leans left, so that it is walked, not nested."""
    pieces: list[Node] = []
    at = node
    while at.type == "binary_expression" and len(pieces) < _PIECES:
        sign = at.child_by_field_name("operator")
        left, right = at.child_by_field_name("left"), at.child_by_field_name("right")
        if sign is None or sign.type != "+" or left is None or right is None:
            break
        pieces.append(right)
        at = left
    pieces.append(at)
    pieces.reverse()
    return pieces


def _operand(source: Source, node: Node, depth: int) -> list[Text]:
    inner = bare(node)
    if inner.type in _STANDING:
        return [placeholder(source, inner)]
    return texts(source, inner, depth)


def _if(source: Source, node: Node, depth: int) -> list[Text]:
    """``if (x) "a" else "b"`` says one of its arms."""
    condition = node.child_by_field_name("condition")
    arms = [c for c in inner_nodes(node) if c != condition]
    return _arms(source, node, arms, depth)


def _when(source: Source, node: Node, depth: int) -> list[Text]:
    entries = [c for c in node.named_children if c.type == "when_entry"]
    return _arms(source, node, [e.named_children[-1] for e in entries if e.named_children], depth)


def _arms(source: Source, node: Node, arms: list[Node], depth: int) -> list[Text]:
    found: list[Text] = []
    for arm in arms[:_ARMS]:
        value = last_value(arm) if arm.type == "block" else arm
        if value is not None:
            found += said(source, value, depth)
    return found[:_ARMS] or [placeholder(source, node)]


def _lambda(source: Source, node: Node, depth: int) -> list[Text]:
    """A lambda says what its last expression says."""
    value = last_value(node)
    return texts(source, value, depth) if value is not None else [placeholder(source, node)]


# -- names ------------------------------------------------------------------------------------


def _identifier(source: Source, node: Node, depth: int) -> list[Text]:
    found = [text for text in text_or_hole(source, node) if text.is_text]
    return found or _constant(source, source.text(node)) or [placeholder(source, node)]


def _constant(source: Source, name: str) -> list[Text]:
    constant = source.constants.get(name)
    return [Text(constant.parts, inline=False)] if constant is not None else []


def _navigation(source: Source, node: Node, depth: int) -> list[Text]:
    """``Texts.MISSING``, ``this.text`` of this file."""
    written = source.text(node).removeprefix("this.")
    return _constant(source, written) or [placeholder(source, node)]


# -- calls ------------------------------------------------------------------------------------


def _call(source: Source, node: Node, depth: int) -> list[Text]:
    call = called(source, node)
    found = _called(source, call, depth) if call is not None else None
    return found or [placeholder(source, node)]


def _called(source: Source, call: Called, depth: int) -> list[Text] | None:
    args = [arg.node for arg in call.args]
    if call.owner is None:
        if call.name == "buildString" and call.block is not None:
            return _built(source, call.block, depth)
        return _returned(source, call, depth)
    if call.name == "format":
        if call.owner.type == "identifier" and source.text(call.owner) == "String":
            return _format(source, args, depth)
        return _fill(source, said(source, call.owner, depth), args)
    if call.name in ("trimIndent", "trimMargin"):
        change = _dedented if call.name == "trimIndent" else _unmargined
        return [mapped(t, lambda s: [change(s)]) for t in said(source, call.owner, depth)]
    if call.name == "trim" and not args:
        return [mapped(t, lambda s: [s.strip()]) for t in said(source, call.owner, depth)]
    if call.name in ("replace", "plus") and len(args) == 2:
        return None
    if call.name == "plus" and len(args) == 1:
        both = [_operand(source, one, depth) for one in (call.owner, args[0])]
        return joined(both) if any(t.is_text for side in both for t in side) else None
    return said(source, call.owner, depth) if call.name in _SAME else None


def _format(source: Source, args: list[Node], depth: int) -> list[Text] | None:
    """``String.format(locale, "…", x)``."""
    for place, arg in enumerate(args[:2]):
        forms = said(source, arg, depth)
        if forms:
            return _fill(source, forms, args[place + 1 :])
    return None


def _fill(source: Source, forms: list[Text], args: list[Node]) -> list[Text]:
    values = [source.flat(arg, 200) for arg in args]
    return [filled(form, formatter_parts, values) for form in forms]


def _dedented(text: str) -> str:
    """``trimIndent()``: the common indent and blank first and last lines go."""
    lines = text.split("\n")
    if lines and not lines[0].strip():
        lines.pop(0)
    if lines and not lines[-1].strip():
        lines.pop()
    return textwrap.dedent("\n".join(lines))


def _unmargined(text: str) -> str:
    """``trimMargin()``: what stands before each ``|`` goes."""
    lines = text.split("\n")
    if lines and not lines[0].strip():
        lines.pop(0)
    if lines and not lines[-1].strip():
        lines.pop()
    return "\n".join(_MARGIN.sub("", line) for line in lines)


def _built(source: Source, block: Node, depth: int) -> list[Text] | None:
    """``buildString { append("…"); append(x) }``; what else it does is one hole."""
    pieces: list[list[Text]] = []
    for statement in statements(block)[:_PIECES]:
        call = called(source, statement)
        if call is not None and call.name in ("append", "appendLine") and call.owner is None:
            said_here = [_operand(source, arg.node, depth) for arg in call.args[:1]]
            ending = [[Text(("\n",), is_text=False)]] if call.name == "appendLine" else []
            pieces += [*said_here, *ending]
        else:
            pieces.append([placeholder(source, statement)])
    return joined(pieces) if any(t.is_text for piece in pieces for t in piece) else None


def _returned(source: Source, call: Called, depth: int) -> list[Text] | None:
    """What a one-expression function of this file says."""
    made = functions_of(source).get((call.name, len(call.args)))
    if made is None or call.name in source.resolving:
        return None
    source.resolving.add(call.name)
    try:
        body = body_of(made)
        if body is not None and body.type == "block":
            only = statements(body)
            body = only[0] if len(only) == 1 and only[0].type == "return_expression" else None
            body = inner_nodes(body)[-1] if body is not None and inner_nodes(body) else None
        found = said(source, body, depth) if body is not None else []
    finally:
        source.resolving.discard(call.name)
    return [text._replace(inline=False) for text in found] or None


def functions_of(source: Source) -> dict[tuple[str, int], Node]:
    """The functions of a file's top and classes by name and number of parameters."""
    return source.once("functions", lambda: _functions(source))


def _functions(source: Source) -> dict[tuple[str, int], Node]:
    found: dict[tuple[str, int], Node] = {}
    stack = [source.root]
    while stack:
        at = stack.pop()
        for child in at.named_children:
            if child.type == "function_declaration":
                found.setdefault((name_of(source, child), len(parameters(source, child))), child)
            elif child.type in CLASSES or child.type in ("class_body", "enum_class_body"):
                stack.append(child)
    return found


_Rule = Callable[[Source, "Node", int], list[Text]]
_RULES: dict[str, _Rule] = {
    "string_literal": _string,
    "multiline_string_literal": _string,
    "binary_expression": _binary,
    "if_expression": _if,
    "when_expression": _when,
    "lambda_literal": _lambda,
    "identifier": _identifier,
    "navigation_expression": _navigation,
    "call_expression": _call,
    "character_literal": _character,
}
