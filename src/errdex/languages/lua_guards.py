"""The conditions on the path to a place in Lua code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.languages.interface import Source
from errdex.languages.lua_text import bare, callee
from errdex.model.facts import Guard

if TYPE_CHECKING:
    from tree_sitter import Node

_SIMPLE = frozenset({"identifier", "dot_index_expression", "function_call", "true", "false"})
_LEAVING = frozenset({"error", "os.exit"})


def guards(source: Source, parent: Node, child: Node) -> list[Guard]:
    """The conditions under which control goes from ``parent`` into ``child``."""
    kind = parent.type
    if kind in ("if_statement", "elseif_statement"):
        condition = parent.child_by_field_name("condition")
        if condition is None or child != parent.child_by_field_name("consequence"):
            return []
        return [plain(source, condition, "if")]
    if kind == "else_statement" and child.type == "block":
        branch = parent.parent
        condition = branch.child_by_field_name("condition") if branch is not None else None
        return [negated(source, condition, "else")] if condition is not None else []
    if kind == "binary_expression":
        return _short_circuit(source, parent, child)
    if kind in ("for_statement", "while_statement", "repeat_statement") and child.type == "block":
        header = source.data[parent.start_byte : child.start_byte].decode("utf-8", "replace")
        shown = " ".join(header.split()).removesuffix(" do")[:400]
        return [Guard(shown, parent.start_point.row + 1, "loop")]
    return []


def _short_circuit(source: Source, parent: Node, child: Node) -> list[Guard]:
    operator, left = parent.child_by_field_name("operator"), parent.child_by_field_name("left")
    if operator is None or left is None or child == left:
        return []
    sign = source.text(operator)
    if sign == "and":
        return [plain(source, left, "if")]
    return [negated(source, left, "else")] if sign == "or" else []


def early(source: Source, statement: Node) -> Guard | None:
    """``if c then return end`` before: ``not (c)`` holds afterwards."""
    if statement.type != "if_statement" or statement.child_by_field_name("alternative"):
        return None
    condition = statement.child_by_field_name("condition")
    body = statement.child_by_field_name("consequence")
    inner = [c for c in body.named_children if c.type != "comment"] if body is not None else []
    if condition is None or not inner or not leaves(source, inner[-1]):
        return None
    return negated(source, condition, "early")


def leaves(source: Source, statement: Node) -> bool:
    """Whether control does not reach what follows a statement."""
    if statement.type in ("return_statement", "break_statement", "goto_statement"):
        return True
    return statement.type == "function_call" and callee(source, statement) in _LEAVING


def plain(source: Source, condition: Node, kind: str) -> Guard:
    """A condition that holds as written."""
    inner = bare(condition)
    return Guard(source.flat(inner), inner.start_point.row + 1, kind)


def negated(source: Source, condition: Node, kind: str) -> Guard:
    """A condition that must not hold, with its negation written out."""
    inner = bare(condition)
    text, line = source.flat(inner), inner.start_point.row + 1
    operand = inner.child_by_field_name("operand")
    if inner.type == "unary_expression" and text.startswith("not") and operand is not None:
        return Guard(source.flat(bare(operand)), line, kind, text)
    negation = f"not {text}" if inner.type in _SIMPLE else f"not ({text})"
    return Guard(negation, line, kind, text)
