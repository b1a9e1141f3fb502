"""The conditions on the path to a statement of a PL/pgSQL body, and what leaves it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.model.facts import Guard

if TYPE_CHECKING:
    from tree_sitter import Node

    from errdex.languages.interface import Source

_ARMS = frozenset({"elsif_clause", "else_clause"})


def _first(node: Node) -> Node | None:
    return next((c for c in node.children if c.type == "sql_expression"), None)


def guards(source: Source, parent: Node, child: Node) -> list[Guard]:
    """The conditions under which control goes from ``parent`` into ``child``."""
    kind = parent.type
    if kind in ("stmt_if", "elsif_clause"):
        condition = _first(parent)
        if condition is None:
            return []
        if child.type == "proc_sect":
            return [Guard(source.flat(condition), parent.start_point.row + 1)]
        if child.type in _ARMS:
            return _not_before(source, parent, child)
    elif kind == "stmt_case" and child.type == "case_when":
        value, tested = _first(parent), _first(child)
        shown = f"CASE {source.flat(value)}" if value is not None else "CASE"
        said = source.flat(tested) if tested is not None else ""
        return [Guard(f"{shown} WHEN {said}", child.start_point.row + 1, "match")]
    elif kind == "proc_exception" and child.type == "proc_sect":
        text = source.data[parent.start_byte : child.start_byte].decode("utf-8", "replace")
        shown = " ".join(text.split())
        return [
            Guard(shown.removesuffix("THEN").strip()[:200], parent.start_point.row + 1, "catch")
        ]
    elif child.type == "loop_body" or kind == "stmt_while":
        text = source.data[parent.start_byte : child.start_byte].decode("utf-8", "replace")
        shown = " ".join(text.split()).removesuffix("LOOP").strip()
        return [Guard(shown[:200], parent.start_point.row + 1, "loop")] if shown else []
    return []


def _not_before(source: Source, node: Node, child: Node) -> list[Guard]:
    """That neither the first condition nor those of earlier branches hold."""
    found = []
    for one in (node, *(c for c in node.children if c.type == "elsif_clause")):
        if one != node and one.start_byte >= child.start_byte:
            break
        condition = _first(one)
        if condition is not None:
            text = source.flat(condition)
            found.append(Guard(f"NOT ({text})", one.start_point.row + 1, "else", text))
    return found[:6]


def leaves(source: Source, node: Node) -> bool:
    """Whether control does not come out behind a statement."""
    if node.type == "proc_stmt" and node.named_children:
        node = node.named_children[0]
    if node.type == "stmt_raise":
        text = source.flat(node, 40).lower()
        return not any(f"raise {w}" in text for w in ("warning", "notice", "info", "log", "debug"))
    return node.type in ("stmt_return", "stmt_exit")


def early(source: Source, statement: Node) -> Guard | None:
    """What holds after a statement that may have left."""
    node = statement.named_children[0] if statement.named_children else statement
    if node.type != "stmt_if" or any(c.type in _ARMS for c in node.children):
        return None
    inner = next((c for c in node.children if c.type == "proc_sect"), None)
    condition = _first(node)
    if inner is None or condition is None:
        return None
    last = [c for c in inner.named_children if c.type == "proc_stmt"]
    if not last or not leaves(source, last[-1]):
        return None
    text = source.flat(condition)
    return Guard(f"NOT ({text})", node.start_point.row + 1, "early", text)
