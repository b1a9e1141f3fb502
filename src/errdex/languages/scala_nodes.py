"""Scala's syntax tree: calls and creations, arguments, declarations."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from errdex.languages.jvm_arguments import Given

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from errdex.languages.interface import Source

FUNCTIONS = frozenset({"function_definition"})
CLASSES = frozenset(
    {"class_definition", "object_definition", "trait_definition", "enum_definition"}
)
COMMENTS = frozenset({"comment", "block_comment"})
BLOCKS = frozenset(
    {"block", "indented_block", "template_body", "compilation_unit", "case_clause", "enum_body"}
)
MAX_CLIMB = 60


class Called(NamedTuple):
    """A call or creation: what is called as written, its last name, its owner and arguments."""

    callee: str
    name: str
    owner: Node | None
    args: tuple[Given, ...]


def bare(node: Node) -> Node:
    """An expression without the brackets and single-statement blocks around it."""
    while node.type in ("parenthesized_expression", "block", "indented_block"):
        inner = inner_nodes(node)
        if len(inner) != 1:
            return node
        node = inner[0]
    return node


def inner_nodes(node: Node) -> list[Node]:
    """The named children, comments left out."""
    return [child for child in node.named_children if child.type not in COMMENTS]


def called(source: Source, node: Node) -> Called | None:
    """Read a call, or a creation with ``new``; None for other expressions."""
    if node.type == "instance_expression":
        made = next((c for c in node.named_children if "type" in c.type), None)
        if made is None:
            return None
        written = source.text(made).partition("[")[0].strip()
        listing = node.child_by_field_name("arguments")
        return Called(written, written.rpartition(".")[2], None, arguments(source, listing))
    if node.type != "call_expression":
        return None
    function = node.child_by_field_name("function")
    listing = node.child_by_field_name("arguments")
    if function is not None and function.type == "generic_function":
        function = function.child_by_field_name("function")
    if function is None:
        return None
    args = arguments(source, listing)
    if function.type == "identifier":
        written = source.text(function)
        return Called(written, written, None, args)
    if function.type == "field_expression":
        owner, name = (function.child_by_field_name(f) for f in ("value", "field"))
        if owner is not None and name is not None:
            told = source.text(name)
            return Called(f"{source.flat(owner, 160)}.{told}", told, owner, args)
    if function.type == "call_expression":  # a second list of arguments
        first = called(source, function)
        return first._replace(args=first.args + args) if first is not None else None
    return None


def arguments(source: Source, listing: Node | None) -> tuple[Given, ...]:
    """The arguments of a call."""
    if listing is None:
        return ()
    if listing.type != "arguments":
        return (Given("", listing),)
    found: list[Given] = []
    for child in inner_nodes(listing):
        if child.type == "assignment_expression":
            left, right = (child.child_by_field_name(f) for f in ("left", "right"))
            if left is not None and right is not None:
                found.append(Given(source.text(left), right))
                continue
        found.append(Given("", child))
    return tuple(found)


def name_of(source: Source, node: Node) -> str:
    """The name that a declaration has."""
    found = node.child_by_field_name("name")
    return source.text(found).strip("`") if found is not None else ""


def modifier_words(source: Source, node: Node) -> set[str]:
    """A declaration's modifiers, ``private[spark]`` without what is in its brackets."""
    for child in node.named_children[:2]:
        if child.type == "modifiers":
            return {word.partition("[")[0] for word in source.text(child).split()}
    return set()


def parameters(node: Node) -> list[Node]:
    """The parameter nodes of a function or class, of all its lists."""
    found: list[Node] = []
    for child in node.named_children:
        if child.type in ("parameters", "class_parameters"):
            found += [c for c in child.named_children if c.type in ("parameter", "class_parameter")]
    return found


def values_of(node: Node, depth: int = 0) -> list[Node]:
    """The expressions that a choice or block may yield."""
    node = bare(node)
    if depth > 6:
        return [node]
    branches: list[Node] = []
    if node.type == "if_expression":
        arms = (node.child_by_field_name(f) for f in ("consequence", "alternative"))
        branches = [arm for arm in arms if arm is not None]
    elif node.type == "match_expression":
        body = node.child_by_field_name("body")
        clauses = body.named_children if body is not None else []
        branches = [last for c in clauses if (last := _last_body(c)) is not None]
    elif node.type in ("block", "indented_block"):
        branches = inner_nodes(node)[-1:]
    if not branches:
        return [node]
    return [one for branch in branches for one in values_of(branch, depth + 1)][:12]


def _last_body(clause: Node) -> Node | None:
    found = [one for one in clause.children_by_field_name("body") if one.is_named]
    return found[-1] if found else None


def above(node: Node) -> Iterator[tuple[Node, Node]]:
    """Each node around a node with the child that leads to it, up to the function."""
    child, at = node, node.parent
    for _ in range(MAX_CLIMB):
        if at is None or at.type in FUNCTIONS:
            return
        yield at, child
        child, at = at, at.parent
