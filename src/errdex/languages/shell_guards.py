"""The conditions on the path to a place in a shell script."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.languages.interface import Source
from errdex.languages.shell_nodes import leaves
from errdex.model.facts import Guard

if TYPE_CHECKING:
    from tree_sitter import Node


def guards(source: Source, parent: Node, child: Node) -> list[Guard]:
    """The conditions under which control goes from ``parent`` into ``child``."""
    kind = parent.type
    if kind in ("if_statement", "elif_clause"):
        return _branch(source, parent, child)
    if kind == "else_clause":
        return _otherwise(source, parent)
    if kind == "list":
        return _joined(source, parent, child)
    if kind == "case_item":
        return _case(source, parent, child)
    if kind in ("while_statement", "for_statement", "c_style_for_statement"):
        return _loop(source, parent, child)
    return []


def _conditions(node: Node) -> list[Node]:
    found = node.children_by_field_name("condition")
    return [one for one in found if one.is_named]


def _branch(source: Source, parent: Node, child: Node) -> list[Guard]:
    if child.type in ("elif_clause", "else_clause"):
        return []
    if parent.type == "elif_clause":
        inner: list[Node] = []
        for one in parent.children:
            if one.type == "then":
                break
            if one.is_named:
                inner.append(one)
        if child in inner or not inner:
            return []
        return [plain(source, inner[-1], "if")]
    conditions = _conditions(parent)
    if not conditions or child in conditions:
        return []
    return [plain(source, conditions[-1], "if")]


def _otherwise(source: Source, clause: Node) -> list[Guard]:
    branch = clause.parent
    conditions = _conditions(branch) if branch is not None else []
    return [negated(source, conditions[-1], "else")] if conditions else []


def _joined(source: Source, parent: Node, child: Node) -> list[Guard]:
    """``a && b`` and ``a || b``."""
    left = parent.named_children[0]
    if child == left or len(parent.children) < 2:
        return []
    sign = parent.children[1].type
    if sign == "&&":
        return [plain(source, left, "if")]
    return [negated(source, left, "else")] if sign == "||" else []


def _case(source: Source, item: Node, child: Node) -> list[Guard]:
    values = item.children_by_field_name("value")
    case = item.parent
    subject = case.child_by_field_name("value") if case is not None else None
    if subject is None or child in values:
        return []
    told, line = source.flat(subject), item.start_point.row + 1
    shown = " | ".join(source.flat(one) for one in values if one.is_named)
    if shown == "*":
        return [Guard(f"{told} matches no other case", line, "match")]
    return [Guard(f"{told} matches {shown}", line, "match")]


def _loop(source: Source, parent: Node, child: Node) -> list[Guard]:
    if child.type != "do_group":
        return []
    header = source.data[parent.start_byte : child.start_byte].decode("utf-8", "replace")
    shown = " ".join(header.split()).rstrip("; ")[:400]
    return [Guard(shown, parent.start_point.row + 1, "loop")]


def early(source: Source, statement: Node) -> Guard | None:
    """``test || exit`` and ``if test; then exit; fi`` before: what holds afterwards."""
    if statement.type == "list" and len(statement.children) > 2:
        left, sign = statement.named_children[0], statement.children[1].type
        if leaves(source, statement.named_children[-1]):
            if sign == "||":
                return plain(source, left, "early")
            if sign == "&&":
                return negated(source, left, "early")
        return None
    if statement.type != "if_statement":
        return None
    kinds = [c.type for c in statement.named_children]
    conditions = _conditions(statement)
    if not conditions or "else_clause" in kinds or "elif_clause" in kinds:
        return None
    last = [c for c in statement.named_children if c.type != "comment"][-1]
    if last in conditions or not leaves(source, last):
        return None
    return negated(source, conditions[-1], "early")


def plain(source: Source, condition: Node, kind: str) -> Guard:
    """A condition that holds as written."""
    return Guard(source.flat(condition), condition.start_point.row + 1, kind)


def negated(source: Source, condition: Node, kind: str) -> Guard:
    """A condition that must not hold, with its negation written out."""
    text, line = source.flat(condition), condition.start_point.row + 1
    if condition.type == "negated_command" and condition.named_children:
        return Guard(source.flat(condition.named_children[-1]), line, kind, text)
    return Guard(f"! {text}", line, kind, text)
