"""What a Lua expression says: strings, ``..``, formatting, names, choices by ``and`` and ``or``."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from errdex.languages.interface import Source, Text, joined, placeholder
from errdex.languages.locals import text_or_hole
from errdex.model.template import Part
from errdex.template.printf import printf_parts

if TYPE_CHECKING:
    from tree_sitter import Node

_ESCAPE = re.compile(
    r"\\(?:x([0-9a-fA-F]{2})|u\{([0-9a-fA-F]{1,6})\}|([0-9]{1,3})|z\s*|(\r?\n|.))", re.DOTALL
)
_PLAIN = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
_FORMAT = re.compile(r"(?:string\.)?s?(?:format|fmt|printf)$|(?:^|[._])f$|(?:^|\.)fmt$")
_TRANSLATED = re.compile(r"(?:^|\.)(?:_|gettext|T|translate)$")
_STANDING = frozenset({"identifier", "dot_index_expression", "bracket_index_expression"})
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


def bare(node: Node) -> Node:
    """An expression without the brackets around it."""
    while node.type == "parenthesized_expression" and len(node.named_children) == 1:
        node = node.named_children[0]
    return node


def arguments_of(call: Node) -> list[Node]:
    """The arguments of a call, comments left out."""
    listing = call.child_by_field_name("arguments")
    return [c for c in listing.named_children if c.type != "comment"] if listing else []


def callee(source: Source, call: Node) -> str:
    """What a call calls, as written on one line."""
    name = call.child_by_field_name("name")
    return source.flat(name, 160) if name is not None else ""


def sentence(source: Source, nodes: list[Node]) -> list[Text]:
    """Values that are printed one after the other."""
    return joined([_operand(source, node, 0) for node in nodes]) if nodes else []


# -- literals ---------------------------------------------------------------------------------


def _string(source: Source, node: Node, depth: int) -> list[Text]:
    written = source.text(node)
    if written[0] == "[":
        inner = re.sub(r"^\[=*\[|\]=*\]$", "", written)
        return [Text((re.sub(r"^\r?\n", "", inner),))]
    return [Text((_unescaped(written[1:-1]),))]


def _unescaped(text: str) -> str:
    def one(found: re.Match[str]) -> str:
        number = found[1] or found[2]
        if number:
            point = int(number, 16)
            return chr(point) if point <= 0x10FFFF else "\ufffd"
        if found[3]:
            return chr(int(found[3]) & 0xFF)
        return _PLAIN.get(found[4], found[4]) if found[4] else ""

    return _ESCAPE.sub(one, text) if "\\" in text else text


# -- joining and choosing ---------------------------------------------------------------------


def _binary(source: Source, node: Node, depth: int) -> list[Text]:
    sign = _sign(source, node)
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return [placeholder(source, node)]
    if sign == "or":
        found = [*said(source, left, depth), *said(source, right, depth)]
        return found or [placeholder(source, node)]
    if sign == "and":
        return said(source, right, depth) or [placeholder(source, node)]
    pieces = _operands(source, node) if sign == ".." else []
    shown = [_operand(source, piece, depth) for piece in pieces]
    if any(text.is_text for piece in shown for text in piece):
        return joined(shown)
    return [placeholder(source, node)]


def _sign(source: Source, node: Node) -> str:
    sign = node.child_by_field_name("operator")
    return source.text(sign) if sign is not None else ""


def _operands(source: Source, node: Node) -> list[Node]:
    """What ``a .. b .. c`` joins, in order; walked, since it may lean to either side."""
    pieces: list[Node] = []
    stack = [node]
    while stack and len(pieces) < _PIECES:
        at = bare(stack.pop()) if len(stack) else stack.pop()
        left, right = at.child_by_field_name("left"), at.child_by_field_name("right")
        joins = at.type == "binary_expression" and _sign(source, at) == ".."
        if joins and left is not None and right is not None:
            stack += [right, left]
        else:
            pieces.append(at)
    return pieces


def _operand(source: Source, node: Node, depth: int) -> list[Text]:
    inner = bare(node)
    if inner.type in _STANDING:
        return [placeholder(source, inner)]
    if inner.type == "number":
        return [Text((source.text(inner),), is_text=False)]
    found = texts(source, inner, depth)
    if found and found[0].is_text and _may_be_value(source, inner):
        return [placeholder(source, inner), *found]
    return found


def _may_be_value(source: Source, node: Node, depth: int = 0) -> bool:
    """Whether ``a or "none"`` may come out as a value: inside a text, that is what varies."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    sign = _sign(source, node) if node.type == "binary_expression" else ""
    if sign in ("or", "and") and left is not None and right is not None and depth < _DEPTH:
        if sign == "or" and _may_be_value(source, bare(left), depth + 1):
            return True
        return _may_be_value(source, bare(right), depth + 1)
    if node.type == "function_call":
        name = callee(source, node)
        return not (name.endswith(":format") or _FORMAT.search(name) or _TRANSLATED.search(name))
    return node.type != "string" and sign != ".."


# -- names ------------------------------------------------------------------------------------


def _identifier(source: Source, node: Node, depth: int) -> list[Text]:
    found = [text for text in text_or_hole(source, node) if text.is_text]
    return found or _constant(source, source.text(node)) or [placeholder(source, node)]


def _constant(source: Source, name: str) -> list[Text]:
    constant = source.constants.get(name)
    return [Text(constant.parts, inline=False)] if constant is not None else []


def _index(source: Source, node: Node, depth: int) -> list[Text]:
    return _constant(source, source.text(node)) or [placeholder(source, node)]


# -- calls ------------------------------------------------------------------------------------


def _call(source: Source, node: Node, depth: int) -> list[Text]:
    args = arguments_of(node)
    name = node.child_by_field_name("name")
    if name is not None and name.type == "method_index_expression":
        owner, method = name.child_by_field_name("table"), name.child_by_field_name("method")
        if owner is not None and method is not None and source.text(method) == "format":
            found = [fill(source, form, args) for form in said(source, owner, depth)]
            return found or [placeholder(source, node)]
    written = callee(source, node)
    if args and _FORMAT.search(written):
        found = [fill(source, form, args[1:]) for form in said(source, args[0], depth)]
        return found or [placeholder(source, node)]
    if len(args) == 1 and _TRANSLATED.search(written):
        return said(source, args[0], depth) or [placeholder(source, node)]
    if written == "table.concat" and args:
        return _concatenated(source, args, depth) or [placeholder(source, node)]
    return [placeholder(source, node)]


def fill(source: Source, form: Text, args: list[Node]) -> Text:
    """A format with the values that fill it."""
    values = [source.flat(arg, 200) for arg in args]
    parts: list[Part] = []
    used = 0
    for part in form.template.parts:
        if isinstance(part, str):
            made = printf_parts(part, values[used:], verbs="diouxXeEfgGaAcsqp")
            used += sum(not isinstance(one, str) for one in made)
            parts += made
        else:
            parts.append(part)
    return form._replace(parts=tuple(parts))


def _concatenated(source: Source, args: list[Node], depth: int) -> list[Text]:
    """``table.concat({ "a", b }, " ")``."""
    if args[0].type != "table_constructor":
        return []
    between = said(source, args[1], depth)[:1] if len(args) > 1 else []
    pieces: list[list[Text]] = []
    for field in args[0].named_children:
        value = field.child_by_field_name("value") if field.type == "field" else None
        if value is None:
            continue
        if pieces and between:
            pieces.append(between)
        pieces.append(_operand(source, value, depth))
    whole = joined(pieces)
    return whole if any(text.is_text for text in whole) else []


_Rule = Callable[[Source, "Node", int], list[Text]]
_RULES: dict[str, _Rule] = {
    "string": _string,
    "binary_expression": _binary,
    "identifier": _identifier,
    "dot_index_expression": _index,
    "function_call": _call,
}
