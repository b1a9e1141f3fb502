"""Java's syntax tree: brackets off, arguments, callees, owners, modifiers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

    from errdex.languages.interface import Source

FUNCTIONS = frozenset(
    {
        "method_declaration",
        "constructor_declaration",
        "compact_constructor_declaration",
    }
)
CLASSES = frozenset(
    {
        "class_declaration",
        "enum_declaration",
        "interface_declaration",
        "record_declaration",
        "annotation_type_declaration",
        "enum_constant",
        "object_creation_expression",
    }
)
COMMENTS = frozenset({"line_comment", "block_comment"})
MAX_CLIMB = 60  # a parent is found from the root down, so that deep nesting costs its square
_GENERIC = re.compile(r"<.*", re.DOTALL)


def bare(node: Node) -> Node:
    """An expression without the brackets around it."""
    while node.type == "parenthesized_expression":
        inner = [c for c in node.named_children if c.type not in COMMENTS]
        if len(inner) != 1:
            return node
        node = inner[0]
    return node


def uncast(node: Node) -> Node:
    """An expression without brackets and casts."""
    node = bare(node)
    while node.type == "cast_expression":
        value = node.child_by_field_name("value")
        if value is None:
            return node
        node = bare(value)
    return node


def plain_arguments(listing: Node | None) -> list[Node]:
    """The arguments of a call, comments left out."""
    if listing is None:
        return []
    return [child for child in listing.named_children if child.type not in COMMENTS]


def arguments_of(call: Node) -> list[Node]:
    """The arguments of a call or creation."""
    return plain_arguments(call.child_by_field_name("arguments"))


def name_of(source: Source, node: Node) -> str:
    """The name that a declaration or call gives in its field ``name``."""
    found = node.child_by_field_name("name")
    return source.text(found) if found is not None else ""


def type_name(source: Source, node: Node) -> str:
    """A type as written, without generic arguments."""
    return _GENERIC.sub("", source.text(node)).strip()


def callee(source: Source, call: Node) -> str:
    """What a call calls or a creation creates, as written on one line."""
    if call.type == "object_creation_expression":
        made = call.child_by_field_name("type")
        return type_name(source, made) if made is not None else ""
    owner = call.child_by_field_name("object")
    name = name_of(source, call)
    return f"{source.flat(owner, 160)}.{name}" if owner is not None else name


def modifiers_of(node: Node) -> Node | None:
    """A declaration's modifiers, annotations among them."""
    first = node.named_children[0] if node.named_children else None
    for child in node.children[:3] if first is not None else ():
        if child.type == "modifiers":
            return child
    return None


def modifier_words(node: Node) -> set[str]:
    """A declaration's modifiers that are words: ``public``, ``static``."""
    modifiers = modifiers_of(node)
    return {child.type for child in modifiers.children} if modifiers is not None else set()


def inside(node: Node, kind: str, limit: int = 4_000) -> Iterator[Node]:
    """The nodes of a kind inside a method, in order; nested classes left out."""
    stack = list(reversed(node.named_children))
    while stack and limit:
        limit -= 1
        at = stack.pop()
        if at.type == kind:
            yield at
        if at.type not in ("class_body", "lambda_expression"):
            stack.extend(reversed(at.named_children))
