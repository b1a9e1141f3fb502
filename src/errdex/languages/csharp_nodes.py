"""C#'s syntax tree: brackets off, arguments, callees, owners, modifiers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tree_sitter import Node

    from errdex.languages.interface import Source

FUNCTIONS = frozenset(
    {
        "method_declaration",
        "constructor_declaration",
        "destructor_declaration",
        "operator_declaration",
        "conversion_operator_declaration",
        "local_function_statement",
        "property_declaration",
        "indexer_declaration",
        "event_declaration",
    }
)
CLASSES = frozenset(
    {
        "class_declaration",
        "struct_declaration",
        "interface_declaration",
        "record_declaration",
        "enum_declaration",
    }
)
CREATIONS = frozenset({"object_creation_expression", "implicit_object_creation_expression"})
CALLS = CREATIONS | {"invocation_expression"}
COMMENTS = frozenset({"comment"})
MAX_CLIMB = 60  # a parent is found from the root down, so that deep nesting costs its square
_GENERIC = re.compile(r"<.*", re.DOTALL)
_NESTED = frozenset(
    {"lambda_expression", "local_function_statement", "anonymous_method_expression"}
)


class Arg(NamedTuple):
    """One argument as written: its name, if it is given one, and its expression."""

    name: str | None
    node: Node


def plain(node: Node) -> list[Node]:
    """The named children that are no comments."""
    return [child for child in node.named_children if child.type != "comment"]


def bare(node: Node) -> Node:
    """An expression without the brackets around it and the ``!`` after it."""
    while node.type == "parenthesized_expression" or (
        node.type == "postfix_unary_expression" and node.children[-1].type == "!"
    ):
        inner = plain(node)
        if len(inner) != 1:
            return node
        node = inner[0]
    return node


def uncast(node: Node) -> Node:
    """An expression without brackets, casts and ``as``."""
    node = bare(node)
    while node.type in ("cast_expression", "as_expression"):
        value = node.child_by_field_name("value" if node.type[0] == "c" else "left")
        if value is None:
            return node
        node = bare(value)
    return node


def listing_of(call: Node) -> Node | None:
    """The argument list of a call, a creation, an attribute or a constructor's initializer."""
    found = call.child_by_field_name("arguments")
    if found is not None:
        return found
    kinds = ("argument_list", "attribute_argument_list")
    return next((c for c in call.named_children if c.type in kinds), None)


def arguments_of(call: Node) -> list[Arg]:
    """The arguments of a call, with their names."""
    listing = listing_of(call)
    found = []
    for child in listing.named_children if listing is not None else ():
        if child.type not in ("argument", "attribute_argument"):
            continue
        name = child.child_by_field_name("name")
        inner = plain(child)
        if inner and inner[-1] != name:
            written = name.text.decode("utf-8", "replace") if name is not None and name.text else ""
            found.append(Arg(written or None, inner[-1]))
    return found


def name_of(source: Source, node: Node) -> str:
    """The name that a declaration gives in its field ``name``."""
    found = node.child_by_field_name("name")
    return _GENERIC.sub("", source.text(found)) if found is not None else ""


def type_name(source: Source, node: Node) -> str:
    """A type as written, without generic arguments and what marks it as nullable."""
    return _GENERIC.sub("", source.text(node)).strip().rstrip("?").removeprefix("global::")


def called(source: Source, call: Node) -> str:
    """The simple name of what an invocation calls."""
    function = call.child_by_field_name("function")
    if function is None:
        return ""
    if function.type == "conditional_access_expression":
        function = function.named_children[-1]
    if function.type in ("member_access_expression", "member_binding_expression", "generic_name"):
        return name_of(source, function) or _GENERIC.sub("", source.text(function))
    return source.text(function) if function.type == "identifier" else ""


def generic_of(source: Source, call: Node) -> str:
    """The type argument of a call: ``X`` in ``Throws<X>(…)``."""
    function = call.child_by_field_name("function")
    if function is not None and function.type == "member_access_expression":
        function = function.child_by_field_name("name")
    if function is None or function.type != "generic_name":
        return ""
    listing = function.named_children[-1]
    return source.text(listing.named_children[0]) if listing.named_children else ""


def owner_of(call: Node) -> Node | None:
    """What an invocation is made on: ``a`` in ``a.F()`` and ``a?.F()``."""
    function = call.child_by_field_name("function")
    if function is None:
        return None
    if function.type == "conditional_access_expression":
        return function.child_by_field_name("condition")
    if function.type == "member_access_expression":
        return function.child_by_field_name("expression")
    return None


def callee(source: Source, call: Node) -> str:
    """What a call calls or a creation creates, as written on one line."""
    if call.type == "object_creation_expression":
        made = call.child_by_field_name("type")
        return type_name(source, made) if made is not None else ""
    if call.type == "implicit_object_creation_expression":
        return implied(source, call)
    owner = owner_of(call)
    name = called(source, call)
    return f"{source.flat(owner, 160)}.{name}" if owner is not None else name


def implied(source: Source, node: Node) -> str:
    """The type of ``new(…)``: the declared one of what it is given to."""
    at = node.parent
    for _ in range(4):
        if at is None or at.type == "argument_list":
            return ""
        if at.type in ("throw_statement", "throw_expression"):
            return "Exception"
        if at.type in ("variable_declaration", "property_declaration"):
            kind = at.child_by_field_name("type")
            return type_name(source, kind) if kind is not None else ""
        if at.type in ("arrow_expression_clause", "return_statement"):
            return _returned_type(source, at)
        at = at.parent
    return ""


def _returned_type(source: Source, node: Node) -> str:
    at = node.parent
    for _ in range(12):
        if at is None or at.type in _NESTED:
            return ""
        if at.type in FUNCTIONS:
            kind = at.child_by_field_name("returns") or at.child_by_field_name("type")
            return type_name(source, kind) if kind is not None else ""
        at = at.parent
    return ""


def modifiers(source: Source, node: Node) -> list[str]:
    """A declaration's modifiers: ``public``, ``static``."""
    return [source.text(child) for child in node.children if child.type == "modifier"]


def parameters_of(node: Node) -> list[Node]:
    """A declaration's parameters; ``params`` stands bare in the list, its name alone is given."""
    listing = node.child_by_field_name("parameters") or next(
        (c for c in node.named_children if c.type == "parameter_list"), None
    )
    found: list[Node] = []
    for at, child in enumerate(listing.children if listing is not None else ()):
        bare_name = listing is not None and listing.field_name_for_child(at) == "name"
        if child.type == "parameter" or bare_name:
            found.append(child)
    return found


def parameter_name(source: Source, node: Node) -> str:
    """The name of one parameter."""
    return source.text(node) if node.type == "identifier" else name_of(source, node)


def parameters(source: Source, node: Node) -> list[str]:
    """A declaration's parameter names in order."""
    return [parameter_name(source, one) for one in parameters_of(node)]


def inside(node: Node, kind: str, limit: int = 2_000) -> Iterator[Node]:
    """The nodes of a kind inside a method, in order; nested functions left out."""
    stack = list(reversed(node.named_children))
    while stack and limit:
        limit -= 1
        at = stack.pop()
        if at.type == kind:
            yield at
        if at.type not in _NESTED:
            stack.extend(reversed(at.named_children))


def returns_of(node: Node) -> list[Node]:
    """The expressions that a method or property returns."""
    body = node.child_by_field_name("body") or node.child_by_field_name("value")
    if body is None:
        accessors = node.child_by_field_name("accessors")
        for child in accessors.named_children if accessors is not None else ():
            if any(c.type == "get" for c in child.children):
                body = child.child_by_field_name("body")
    if body is None:
        return []
    if body.type == "arrow_expression_clause":
        return [bare(one) for one in plain(body)[:1]]
    if body.type != "block" or body.end_byte - body.start_byte > 6_000:
        return []
    return [bare(plain(one)[0]) for one in inside(body, "return_statement", 800) if plain(one)]
