"""The conditions on the path to a place in Scala code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.languages.curly import negation
from errdex.languages.interface import Source
from errdex.languages.scala_nodes import bare, called, inner_nodes
from errdex.model.facts import Guard

if TYPE_CHECKING:
    from tree_sitter import Node

_SIMPLE = frozenset({"identifier", "field_expression", "call_expression"})
_ABSENT = frozenset({"getOrElse", "orElse", "fold", "getOrElseUpdate", "toRight", "applyOrElse"})
_LOOPS = frozenset({"for_expression", "while_expression", "do_while_expression"})
MAX_CASES = 12


def guards(source: Source, parent: Node, child: Node) -> list[Guard]:
    """The conditions under which control goes from ``parent`` into ``child``."""
    kind = parent.type
    if kind == "if_expression":
        condition = parent.child_by_field_name("condition")
        if condition is None or child == condition or not child.is_named:
            return []
        if child == parent.child_by_field_name("consequence"):
            return [plain(source, condition, "if")]
        return [negated(source, condition, "else")]
    if kind == "case_clause":
        return _case(source, parent, child)
    if kind == "infix_expression":
        return _short_circuit(source, parent, child)
    if kind in _LOOPS:
        return _loop(source, parent, child)
    if kind == "call_expression" and child == parent.child_by_field_name("arguments"):
        call = called(source, parent)
        if call is not None and call.owner is not None and call.name in _ABSENT:
            line = parent.start_point.row + 1
            return [Guard(f"{source.flat(call.owner, 300)}", line, "closure")]
    return []


def _case(source: Source, clause: Node, child: Node) -> list[Guard]:
    pattern = clause.child_by_field_name("pattern")
    if pattern is None or child == pattern or child.type == "guard":
        return []
    block = clause.parent
    outer = block.parent if block is not None else None
    line = clause.start_point.row + 1
    told = source.flat(pattern)
    condition = next((c for c in clause.named_children if c.type == "guard"), None)
    also = [plain(source, inner_nodes(condition)[-1], "if")] if condition is not None else []
    if outer is not None and outer.type == "catch_clause":
        return [Guard(told, line, "catch"), *also]
    value = outer.child_by_field_name("value") if outer is not None else None
    if value is None or outer is None or outer.type != "match_expression":
        return [Guard(f"case {told}", line, "match"), *also]
    subject = source.flat(bare(value))
    if told == "_" and not also and block is not None:
        others = [
            source.flat(p)
            for c in block.named_children
            if c.type == "case_clause" and (p := c.child_by_field_name("pattern")) is not None
        ]
        others = [one for one in others if one != "_"]
        if others and len(others) <= MAX_CASES:
            return [Guard(f"!({subject} matches {' | '.join(others)})", line, "match", "_")]
        return [Guard(f"{subject} matches no other case", line, "match")]
    return [Guard(f"{subject} matches {told}", line, "match"), *also]


def _short_circuit(source: Source, parent: Node, child: Node) -> list[Guard]:
    operator, left = parent.child_by_field_name("operator"), parent.child_by_field_name("left")
    if operator is None or left is None or child == left:
        return []
    sign = source.text(operator)
    if sign == "&&":
        return [plain(source, left, "if")]
    return [negated(source, left, "else")] if sign == "||" else []


def _loop(source: Source, parent: Node, child: Node) -> list[Guard]:
    if child != parent.child_by_field_name("body"):
        return []
    condition = parent.child_by_field_name("condition")
    if condition is not None:
        return [plain(source, condition, "loop")]
    header = source.data[parent.start_byte : child.start_byte].decode("utf-8", "replace")
    return [Guard(" ".join(header.split())[:400], parent.start_point.row + 1, "loop")]


def early(source: Source, statement: Node) -> Guard | None:
    """``if (c) return`` or ``throw`` before: ``!(c)`` holds afterwards."""
    if statement.type != "if_expression" or statement.child_by_field_name("alternative"):
        return None
    condition = statement.child_by_field_name("condition")
    body = statement.child_by_field_name("consequence")
    if condition is None or body is None:
        return None
    inner = inner_nodes(body)[-1] if body.type in ("block", "indented_block") else body
    return negated(source, condition, "early") if leaves(source, inner) else None


def leaves(source: Source, statement: Node) -> bool:
    """Whether control does not reach what follows a statement."""
    if statement.type in ("throw_expression", "return_expression"):
        return True
    call = called(source, statement) if statement.type == "call_expression" else None
    return call is not None and call.callee in ("sys.error", "sys.exit")


def plain(source: Source, condition: Node, kind: str) -> Guard:
    """A condition that holds as written."""
    inner = bare(condition)
    return Guard(source.flat(inner), inner.start_point.row + 1, kind)


def negated(source: Source, condition: Node, kind: str) -> Guard:
    """A condition that must not hold, with its negation written out."""
    inner = bare(condition)
    text, line = source.flat(inner), inner.start_point.row + 1
    if inner.type == "prefix_expression" and text.startswith("!") and inner.named_children:
        return Guard(source.flat(bare(inner.named_children[-1])), line, kind, text)
    return Guard(negation(text, simple=inner.type in _SIMPLE), line, kind, text)
