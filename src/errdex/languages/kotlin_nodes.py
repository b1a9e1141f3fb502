"""Kotlin's syntax tree: calls with their lambdas, owners, modifiers, names of declarations."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from errdex.languages.jvm_arguments import Given

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from errdex.languages.interface import Source

FUNCTIONS = frozenset({"function_declaration", "secondary_constructor", "anonymous_function"})
CLASSES = frozenset({"class_declaration", "object_declaration", "companion_object"})
COMMENTS = frozenset({"line_comment", "block_comment"})
LEAVING = frozenset(
    {"throw_expression", "return_expression", "continue_expression", "break_expression"}
)
MAX_CLIMB = 60  # a parent is found from the root down, so that deep nesting costs its square


class Called(NamedTuple):
    """A call as people read it.

    Attributes:
        callee: as written, without type arguments.
        name: its last part.
        owner: what it is called on.
        args: its arguments.
        block: the lambda that follows the brackets.
    """

    callee: str
    name: str
    owner: Node | None
    args: tuple[Given, ...]
    block: Node | None


def bare(node: Node) -> Node:
    """An expression without the brackets around it."""
    while node.type == "parenthesized_expression":
        inner = inner_nodes(node)
        if len(inner) != 1:
            return node
        node = inner[0]
    return node


def inner_nodes(node: Node) -> list[Node]:
    """The named children, comments left out."""
    return [child for child in node.named_children if child.type not in COMMENTS]


def called(source: Source, node: Node) -> Called | None:
    """Read a call; None where no name is called, or the call around it is the whole one."""
    if node.type != "call_expression" or is_inner(node):
        return None
    args: tuple[Given, ...] = ()
    block: Node | None = None
    at = node
    for _ in range(3):
        for child in at.named_children[1:]:
            if child.type == "value_arguments":
                args = args or tuple(given(source, one) for one in inner_nodes(child))
            elif child.type == "annotated_lambda" and block is None:
                block = next((c for c in child.named_children if c.type == "lambda_literal"), None)
        first = at.named_children[0] if at.named_children else None
        if first is None or first.type != "call_expression":
            break
        at = first
    callee = at.named_children[0] if at.named_children else None
    if callee is None:
        return None
    if callee.type == "identifier":
        written = source.text(callee)
        return Called(written, written, None, args, block)
    if callee.type != "navigation_expression":
        return None
    owner, name = callee.named_children[0], source.text(callee.named_children[-1])
    told = source.flat(owner, 160).rstrip("?!")
    return Called(f"{told}.{name}", name, owner, args, block)


def is_inner(node: Node) -> bool:
    """Whether a call is only the callee of one that adds a lambda: ``require(x)`` of ``{ … }``."""
    parent = node.parent
    if parent is None or parent.type != "call_expression" or parent.named_children[0] != node:
        return False
    return any(child.type == "annotated_lambda" for child in parent.named_children[1:])


def given(source: Source, argument: Node) -> Given:
    """An argument with its name, where it has one."""
    inner = inner_nodes(argument)
    if argument.type != "value_argument" or not inner:
        return Given("", argument)
    if len(inner) > 1 and any(child.type == "=" for child in argument.children):
        return Given(source.text(inner[0]), inner[-1])
    return Given("", inner[-1])


def statements(block: Node) -> list[Node]:
    """The statements of a block or lambda."""
    found = inner_nodes(block)
    return [node for node in found if node.type != "lambda_parameters"]


def last_value(block: Node) -> Node | None:
    """What a lambda or block yields: its last expression."""
    found = statements(block)
    return found[-1] if found else None


def name_of(source: Source, node: Node) -> str:
    """The name that a declaration has; a companion goes by the word itself."""
    found = node.child_by_field_name("name")
    if found is not None:
        return source.text(found).strip("`")
    if node.type == "companion_object":
        return "Companion"
    return "<init>" if node.type == "secondary_constructor" else ""


def modifier_words(source: Source, node: Node) -> set[str]:
    """A declaration's modifiers that are words: ``private``, ``override``."""
    for child in node.named_children[:1]:
        if child.type == "modifiers":
            return {
                source.text(one) for one in child.named_children if one.type.endswith("_modifier")
            }
    return set()


def declared(source: Source, node: Node) -> tuple[str, Node | None]:
    """The name that a property declaration binds and its initial value."""
    name, value, after = "", None, False
    for child in node.children:
        if child.type == "variable_declaration" and child.named_children:
            name = next(
                (source.text(c) for c in child.named_children if c.type == "identifier"), ""
            )
        elif child.type == "=":
            after = True
        elif after and child.is_named and child.type not in COMMENTS:
            value, after = child, False
    return name, value


def parameters(source: Source, node: Node) -> list[Node]:
    """The parameter nodes of a function or class."""
    kinds = ("function_value_parameters", "class_parameters")
    for child in node.named_children:
        if child.type in kinds:
            return [c for c in child.named_children if c.type in ("parameter", "class_parameter")]
        if child.type == "primary_constructor":
            return parameters(source, child)
    return []


def parameter_name(source: Source, parameter: Node) -> str:
    """A parameter's name."""
    found = (c for c in parameter.named_children if c.type == "identifier")
    return next((source.text(c) for c in found), "")


def body_of(node: Node) -> Node | None:
    """A function's body, with its ``=`` or braces off."""
    body = next((c for c in node.named_children if c.type in ("function_body", "block")), None)
    if body is None or body.type == "block":
        return body
    inner = inner_nodes(body)
    return inner[0] if inner else None


def above(node: Node, most: int = MAX_CLIMB) -> Iterator[tuple[Node, Node]]:
    """Each node around a node with the child that leads to it, up to the function."""
    child, at = node, node.parent
    for _ in range(most):
        if at is None or at.type in FUNCTIONS:
            return
        yield at, child
        child, at = at, at.parent
