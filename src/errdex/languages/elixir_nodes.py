"""Elixir's syntax tree: everything is a call; which one, and with what, is told here."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from errdex.languages.interface import Source

DEFINING = frozenset({"def", "defp", "defmacro", "defmacrop"})
MAX_CLIMB = 80


def name_of(source: Source, node: Node) -> str:
    """What a call calls, as written: ``raise``, ``Logger.error``; ``""`` for other nodes."""
    if node.type != "call":
        return ""
    target = node.child_by_field_name("target")
    return source.flat(target, 160) if target is not None else ""


def arguments_of(call: Node) -> list[Node]:
    """The arguments of a call; keywords are one argument, the last."""
    listing = next((c for c in call.named_children if c.type == "arguments"), None)
    return [c for c in listing.named_children if c.type != "comment"] if listing else []


def positional(call: Node) -> list[Node]:
    """The arguments of a call without its keywords."""
    return [one for one in arguments_of(call) if one.type != "keywords"]


def keywords_of(source: Source, node: Node | None) -> dict[str, Node]:
    """The values of keywords, of a list of them, or of the last argument of a call."""
    if node is None:
        return {}
    if node.type == "call":
        node = next((c for c in node.named_children if c.type == "arguments"), node)
    found: dict[str, Node] = {}
    stack = [node]
    while stack:
        at = stack.pop()
        if at.type == "pair":
            key, value = at.child_by_field_name("key"), at.child_by_field_name("value")
            if key is not None and value is not None:
                found[source.text(key).strip().rstrip(":").strip('"')] = value
        elif at.type in ("keywords", "list", "arguments", "map_content", "map"):
            stack.extend(c for c in at.named_children if c.type in ("keywords", "pair", "list",
                                                                    "map_content"))  # fmt: skip
    return found


def block_of(node: Node) -> Node | None:
    """A call's ``do`` block."""
    return next((c for c in node.named_children if c.type == "do_block"), None)


def statements(node: Node) -> list[Node]:
    """The statements of a block or body, its clauses of other kinds left out."""
    kinds = ("comment", "else_block", "rescue_block", "catch_block", "after_block")
    return [c for c in node.named_children if c.type not in kinds]


def is_definition(source: Source, node: Node) -> bool:
    """Whether a node defines a function."""
    return node.type == "call" and name_of(source, node) in DEFINING


def head_of(source: Source, definition: Node) -> tuple[Node | None, Node | None]:
    """A definition's name with its parameters, and its ``when`` guard."""
    args = positional(definition)
    head = args[0] if args else None
    if head is not None and head.type == "binary_operator":
        sign = head.child_by_field_name("operator")
        if sign is not None and sign.type == "when":
            return head.child_by_field_name("left"), head.child_by_field_name("right")
    return head, None


def bodies_of(source: Source, definition: Node) -> list[Node]:
    """What a definition's ``do`` holds, in either form."""
    block = block_of(definition)
    if block is not None:
        return statements(block)
    value = keywords_of(source, definition).get("do")
    return [value] if value is not None else []


def parameters(source: Source, definition: Node) -> list[str]:
    """The names of a definition's parameters; a pattern stands for itself."""
    head, _ = head_of(source, definition)
    if head is None or head.type != "call":
        return []
    found: list[str] = []
    for one in arguments_of(head):
        at = one
        sign = at.child_by_field_name("operator") if at.type == "binary_operator" else None
        if sign is not None and sign.type in ("\\\\", "="):
            left, right = at.child_by_field_name("left"), at.child_by_field_name("right")
            named = [n for n in (left, right) if n is not None and n.type == "identifier"]
            at = named[0] if named else at
        found.append(source.flat(at, 60))
    return found


def above(node: Node) -> Iterator[tuple[Node, Node]]:
    """Each node around a node with the child that leads to it."""
    child, at = node, node.parent
    for _ in range(MAX_CLIMB):
        if at is None:
            return
        yield at, child
        child, at = at, at.parent


def definition_around(source: Source, node: Node) -> Node | None:
    """The definition that a node stands in."""
    return next((at for at, _ in above(node) if is_definition(source, at)), None)
