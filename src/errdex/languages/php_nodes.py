"""PHP's syntax tree: brackets off, arguments, callees, owners, modifiers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

    from errdex.languages.interface import Source

FUNCTIONS = frozenset({"function_definition", "method_declaration"})
CLASSES = frozenset(
    {
        "class_declaration",
        "enum_declaration",
        "interface_declaration",
        "trait_declaration",
        "anonymous_class",
    }
)
METHOD_CALLS = frozenset({"member_call_expression", "nullsafe_member_call_expression"})
CALLS = METHOD_CALLS | {"function_call_expression", "scoped_call_expression"}
OWN = frozenset({"self", "static"})
MAX_CLIMB = 60  # a parent is found from the root down, so that deep nesting costs its square
ERROR = re.compile(r"(?:Exception|Error|Throwable|Failure|Fault)\d*$|^[A-Z]\w*Warning$")


def bare(node: Node) -> Node:
    """An expression without the brackets around it."""
    while node.type == "parenthesized_expression":
        inner = [c for c in node.named_children if c.type != "comment"]
        if len(inner) != 1:
            return node
        node = inner[0]
    return node


def simple_name(written: str) -> str:
    """The last part of a namespaced name."""
    return written.rpartition("\\")[2].strip()


def argument_nodes(call: Node) -> list[Node]:
    """The arguments of a call or creation as the tree has them, names included."""
    listing = call.child_by_field_name("arguments")
    if listing is None:
        listing = next((c for c in call.named_children if c.type == "arguments"), None)
    if listing is None:
        made = next((c for c in call.named_children if c.type == "anonymous_class"), None)
        return argument_nodes(made) if made is not None else []
    return [c for c in listing.named_children if c.type == "argument"]


def value_of(argument: Node) -> Node | None:
    """The expression of an argument."""
    inner = [c for c in argument.named_children if c.type != "comment"]
    name = argument.child_by_field_name("name")
    inner = [c for c in inner if name is None or c != name]
    return inner[-1] if inner else None


def arguments_of(call: Node) -> list[Node]:
    """The expressions that a call or creation is given."""
    values = (value_of(argument) for argument in argument_nodes(call))
    return [value for value in values if value is not None]


def name_of(source: Source, node: Node) -> str:
    """The name that a declaration or call gives in its field ``name``."""
    found = node.child_by_field_name("name")
    return source.text(found) if found is not None else ""


def function_name(source: Source, call: Node) -> str:
    """What a plain call calls, without namespace."""
    found = call.child_by_field_name("function")
    if found is None or found.type not in ("name", "qualified_name"):
        return ""
    return simple_name(source.text(found))


def class_around(source: Source, node: Node) -> Node | None:
    """The class that a node stands in."""
    at = node.parent
    for _ in range(MAX_CLIMB):
        if at is None or at.type in CLASSES:
            return at
        at = at.parent
    return None


def own_name(source: Source, node: Node) -> str:
    """The name of the class that a node stands in."""
    owner = class_around(source, node)
    return name_of(source, owner) if owner is not None else ""


def base_of(source: Source, node: Node) -> str:
    """The simple name of a class's base."""
    clause = next((c for c in node.named_children if c.type == "base_clause"), None)
    if clause is None or not clause.named_children:
        return ""
    return simple_name(source.text(clause.named_children[0]))


def created(source: Source, node: Node) -> str:
    """The class that a creation creates, without namespace; ``""`` when a value tells it."""
    first = next((c for c in node.named_children if c.type != "comment"), None)
    if first is None:
        return ""
    if first.type == "anonymous_class":
        return base_of(source, first)
    if first.type in ("name", "qualified_name", "relative_scope"):
        written = simple_name(source.text(first))
        if written in OWN:
            return own_name(source, node)
        if written == "parent":
            owner = class_around(source, node)
            return base_of(source, owner) if owner is not None else ""
        return written
    return ""


def scope_of(source: Source, call: Node) -> str:
    """The class that a static call names, ``self`` and ``static`` put in words."""
    found = call.child_by_field_name("scope")
    if found is None or found.type == "variable_name":
        return ""
    written = simple_name(source.text(found))
    return own_name(source, call) if written in OWN else written


def callee(source: Source, call: Node) -> str:
    """What a call calls or a creation creates, in the form that linking reads."""
    kind = call.type
    if kind == "object_creation_expression":
        return created(source, call)
    if kind == "function_call_expression":
        return function_name(source, call)
    name = name_of(source, call)
    if kind == "scoped_call_expression":
        found = call.child_by_field_name("scope")
        written = simple_name(source.text(found)) if found is not None else ""
        if written in ("self", "static", "parent"):
            return f"self.{name}"
        return f"{written}::{name}" if written else name
    owner = call.child_by_field_name("object")
    written = source.flat(owner, 160) if owner is not None else ""
    return f"this.{name}" if written == "$this" else f"{written}.{name}"


def receiver(source: Source, call: Node) -> str:
    """The last word of what a method is called on."""
    owner = call.child_by_field_name("object")
    if owner is None:
        return ""
    if owner.type in ("member_access_expression", "nullsafe_member_access_expression"):
        return name_of(source, owner)
    if owner.type in CALLS:
        return name_of(source, owner) or function_name(source, owner)
    return source.flat(owner, 80).lstrip("$")


def inside(node: Node, kinds: frozenset[str], limit: int = 4_000) -> Iterator[Node]:
    """The nodes of some kinds inside a method, in order; closures and classes left out."""
    stack = list(reversed(node.named_children))
    while stack and limit:
        limit -= 1
        at = stack.pop()
        if at.type in kinds:
            yield at
        if at.type not in ("anonymous_class", "anonymous_function", "arrow_function"):
            stack.extend(reversed(at.named_children))
