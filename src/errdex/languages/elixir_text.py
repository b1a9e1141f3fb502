"""What an Elixir expression says: strings, heredocs, sigils, ``<>``, names, choices."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from errdex.languages.elixir_nodes import (
    arguments_of,
    block_of,
    bodies_of,
    definition_around,
    head_of,
    is_definition,
    keywords_of,
    name_of,
    positional,
    statements,
)
from errdex.languages.interface import Source, Text, joined, placeholder
from errdex.model.template import Part, Placeholder

if TYPE_CHECKING:
    from tree_sitter import Node

_ESCAPE = re.compile(
    r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|(\r?\n|.))", re.DOTALL
)
_PLAIN = {"n": "\n", "t": "\t", "r": "\r", "s": " ", "0": "\0", "a": "\a", "e": "\x1b", "b": "\b"}
_TRANSLATED = re.compile(r"(?:^|\.)d?p?gettext(?:_noop)?$")
_STANDING = frozenset({"identifier", "call", "access_call", "dot"})
_CHOICES = frozenset({"if", "unless", "case", "cond", "with"})
_DEPTH = 20
_PIECES = 200
MAX_TEXTS = 8


def texts(source: Source, node: Node, depth: int = 0) -> list[Text]:
    """What an expression says, the likeliest first; never empty."""
    rule = _RULES.get(node.type)
    if rule is None or depth > _DEPTH:
        return [placeholder(source, node)]
    return rule(source, node, depth + 1)


def said(source: Source, node: Node, depth: int = 0) -> list[Text]:
    """The texts of an expression that hold fixed text."""
    return [text for text in texts(source, node, depth) if text.is_text]


# -- literals ---------------------------------------------------------------------------------


def _string(source: Source, node: Node, depth: int) -> list[Text]:
    start, end = (node.child_by_field_name(f) for f in ("quoted_start", "quoted_end"))
    if start is None or end is None:
        return [placeholder(source, node)]
    name = next((source.text(c) for c in node.named_children if c.type == "sigil_name"), "s")
    if name not in ("s", "S"):
        return [placeholder(source, node)]
    raw = name == "S"
    parts: list[Part] = []
    at = start.end_byte
    for child in node.named_children:
        if child.type != "interpolation":
            continue
        parts.append(source.data[at : child.start_byte].decode("utf-8", "replace"))
        written = " ".join(source.text(child).split())
        parts.append(Placeholder(written, written[2:-1].strip()))
        at = child.end_byte
    parts.append(source.data[at : end.start_byte].decode("utf-8", "replace"))
    if source.text(start) in ('"""', "'''"):
        parts = _dedented(parts, end.start_point.column)
    if not raw:
        parts = [_unescaped(p) if isinstance(p, str) else p for p in parts]
    return [Text(tuple(parts))]


def _dedented(parts: list[Part], indent: int) -> list[Part]:
    """A heredoc's text: it begins on the next line, and is indented as its end is."""
    margin = re.compile(rf"\n[ \t]{{0,{indent}}}")
    found = [margin.sub("\n", p) if isinstance(p, str) else p for p in parts]
    if found and isinstance(found[0], str):
        found[0] = found[0].removeprefix("\n")
    return found


def _unescaped(text: str) -> str:
    def one(found: re.Match[str]) -> str:
        number = found[1] or found[2] or found[3]
        if number:
            point = int(number, 16)
            return chr(point) if point <= 0x10FFFF else "\ufffd"
        return "" if "\n" in found[4] else _PLAIN.get(found[4], found[4])

    return _ESCAPE.sub(one, text) if "\\" in text else text


# -- joining and choosing ---------------------------------------------------------------------


def _binary(source: Source, node: Node, depth: int) -> list[Text]:
    sign = node.child_by_field_name("operator")
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if sign is None or left is None or right is None:
        return [placeholder(source, node)]
    if sign.type == "||":
        return said(source, right, depth) or [placeholder(source, node)]
    if sign.type != "<>":
        return [placeholder(source, node)]
    pieces: list[Node] = []
    stack = [node]
    while stack and len(pieces) < _PIECES:
        at = stack.pop()
        mark = at.child_by_field_name("operator") if at.type == "binary_operator" else None
        sides = [at.child_by_field_name(f) for f in ("right", "left")]
        if mark is not None and mark.type == "<>":
            stack += [side for side in sides if side is not None]
        else:
            pieces.append(at)
    return _joined(source, node, pieces, depth)


def _joined(source: Source, node: Node, pieces: list[Node], depth: int) -> list[Text]:
    shown = [_piece(source, piece, depth) for piece in pieces]
    if any(text.is_text for piece in shown for text in piece):
        return joined(shown)
    return [placeholder(source, node)]


def _piece(source: Source, node: Node, depth: int) -> list[Text]:
    """What one part of a text says; one that may be a value as well is a placeholder first."""
    inner = node
    while inner.type == "block" and len(statements(inner)) == 1:
        inner = statements(inner)[0]
    if inner.type == "call" and name_of(source, inner) in _CHOICES:
        found = texts(source, inner, depth)
        valued = found[0].is_text and _may_be_value(source, inner)
        return [placeholder(source, inner), *found] if valued else found
    sign = inner.child_by_field_name("operator") if inner.type == "binary_operator" else None
    if inner.type in _STANDING or (sign is not None and sign.type == "||"):
        return [placeholder(source, inner)]
    return texts(source, inner, depth)


def _may_be_value(source: Source, node: Node, depth: int = 0) -> bool:
    """Whether a choice has a branch that is no text."""
    if node.type in ("block", "body", "do_block") and (inner := statements(node)):
        node = inner[-1]
    if node.type == "call":
        name = name_of(source, node)
        if name in _CHOICES and depth < _DEPTH:
            return any(_may_be_value(source, one, depth + 1) for one in _branches(source, node))
        return _TRANSLATED.search(name) is None
    sign = node.child_by_field_name("operator") if node.type == "binary_operator" else None
    return node.type not in ("string", "sigil") and (sign is None or sign.type != "<>")


def _bits(source: Source, node: Node, depth: int) -> list[Text]:
    """``<<"…", value::binary>>``, as long as its values are texts too."""
    pieces: list[Node] = []
    for one in node.named_children[:_PIECES]:
        sign = one.child_by_field_name("operator") if one.type == "binary_operator" else None
        left, right = one.child_by_field_name("left"), one.child_by_field_name("right")
        if sign is None or sign.type != "::" or left is None or right is None:
            pieces.append(one)
        elif source.text(right) in ("binary", "bitstring", "bytes", "bits"):
            pieces.append(left)
        else:
            return [placeholder(source, node)]
    return _joined(source, node, pieces, depth)


def _block(source: Source, node: Node, depth: int) -> list[Text]:
    inner = statements(node)
    return texts(source, inner[-1], depth) if inner else [placeholder(source, node)]


def _choice(source: Source, node: Node, depth: int) -> list[Text]:
    """``if``, ``case``, ``cond`` and ``with`` say what one of their branches says."""
    found = [text for branch in _branches(source, node) for text in said(source, branch, depth)]
    return found[:MAX_TEXTS] or [placeholder(source, node)]


def _branches(source: Source, node: Node) -> list[Node]:
    branches = [v for k, v in keywords_of(source, node).items() if k in ("do", "else")]
    block = block_of(node)
    if block is not None:
        inner = [c for c in block.named_children if c.type == "else_block"]
        for one in (block, *inner):
            clauses = [c for c in one.named_children if c.type == "stab_clause"]
            rights = [c.child_by_field_name("right") for c in clauses]
            branches += [r for r in rights if r is not None]
            if not clauses and statements(one):
                branches.append(statements(one)[-1])
    return branches


# -- names ------------------------------------------------------------------------------------


def _identifier(source: Source, node: Node, depth: int) -> list[Text]:
    """What a variable was last given before, in the same function and around this place."""
    name = source.text(node)
    home = definition_around(source, node)
    if home is None or name in source.resolving:
        return [placeholder(source, node)]
    best: Node | None = None
    for left, right in source.once(("given", home.id), lambda: _assignments(source, home)):
        if left != name or right.start_byte >= node.start_byte:
            continue
        around = right.parent.parent if right.parent is not None else None
        if around is not None and around.start_byte <= node.start_byte < around.end_byte:
            best = right
    if best is None:
        return [placeholder(source, node)]
    source.resolving.add(name)
    try:
        found = said(source, best, depth)
    finally:
        source.resolving.discard(name)
    return [text._replace(inline=False) for text in found] or [placeholder(source, node)]


def _assignments(source: Source, home: Node) -> list[tuple[str, Node]]:
    found: list[tuple[str, Node]] = []
    stack, seen = [home], 0
    while stack and seen < 4_000:
        at = stack.pop()
        seen += 1
        if at.type == "binary_operator":
            sign, left = at.child_by_field_name("operator"), at.child_by_field_name("left")
            right = at.child_by_field_name("right")
            assigns = sign is not None and sign.type == "="
            if assigns and left is not None and right is not None and left.type == "identifier":
                found.append((source.text(left), right))
        stack.extend(at.named_children)
    return sorted(found, key=lambda one: one[1].start_byte)


def _attribute(source: Source, node: Node, depth: int) -> list[Text]:
    """``@message`` of the module."""
    constant = source.constants.get(source.text(node))
    if constant is not None:
        return [Text(constant.parts, inline=False)]
    return [placeholder(source, node)]


# -- calls ------------------------------------------------------------------------------------


def _call(source: Source, node: Node, depth: int) -> list[Text]:
    name, args = name_of(source, node), positional(node)
    if name in _CHOICES:
        return _choice(source, node, depth)
    if _TRANSLATED.search(name) and args:
        place = 1 if name.rpartition(".")[2].startswith("d") and len(args) > 1 else 0
        return [_named(text) for text in said(source, args[place], depth)] or [
            placeholder(source, node)
        ]
    if name in ("to_string", "String.trim", "String.trim_trailing", "IO.iodata_to_binary") and args:
        return said(source, args[0], depth) or [placeholder(source, node)]
    if "." not in name:
        found = _returned(source, name, len(arguments_of(node)), depth)
        if found:
            return found
    return [placeholder(source, node)]


def _returned(source: Source, name: str, count: int, depth: int) -> list[Text]:
    """What functions of this file say that are nothing but their text, clause by clause."""
    made = source.once("functions", lambda: _functions(source)).get((name, count), [])
    if not made or name in source.resolving:
        return []
    source.resolving.add(name)
    try:
        found = [
            text
            for one in made[:6]
            for body in bodies_of(source, one)[-1:]
            for text in said(source, body, depth)
        ]
    finally:
        source.resolving.discard(name)
    return [text._replace(inline=False) for text in found[:MAX_TEXTS]]


def _functions(source: Source) -> dict[tuple[str, int], list[Node]]:
    found: dict[tuple[str, int], list[Node]] = {}
    stack = [source.root]
    while stack:
        at = stack.pop()
        for child in at.named_children:
            if is_definition(source, child):
                head, _ = head_of(source, child)
                if head is not None and head.type == "call":
                    key = name_of(source, head), len(arguments_of(head))
                    found.setdefault(key, []).append(child)
            elif name_of(source, child) == "defmodule" and (block := block_of(child)) is not None:
                stack.append(block)
    return found


_HOLE = re.compile(r"%\{(\w+)\}")


def _named(text: Text) -> Text:
    return text._replace(parts=tuple(p for part in text.parts for p in named_parts(part)))


def named_parts(part: Part) -> list[Part]:
    """A text whose ``%{count}`` are filled by name."""
    if not isinstance(part, str):
        return [part]
    parts: list[Part] = []
    at = 0
    for hole in _HOLE.finditer(part):
        parts += [part[at : hole.start()], Placeholder(hole.group(), hole[1])]
        at = hole.end()
    return [*parts, part[at:]]


_Rule = Callable[[Source, "Node", int], list[Text]]
_RULES: dict[str, _Rule] = {
    "string": _string,
    "charlist": _string,
    "sigil": _string,
    "binary_operator": _binary,
    "bitstring": _bits,
    "identifier": _identifier,
    "unary_operator": _attribute,
    "call": _call,
    "block": _block,
    "body": _block,
    "do_block": _block,
}
