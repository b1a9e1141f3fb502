"""The conditions on the path to a place in Kotlin code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.languages.curly import negation
from errdex.languages.interface import Source
from errdex.languages.kotlin_nodes import (
    LEAVING,
    bare,
    called,
    declared,
    inner_nodes,
    statements,
)
from errdex.model.facts import Guard

if TYPE_CHECKING:
    from tree_sitter import Node

_SIMPLE = frozenset({"identifier", "navigation_expression", "call_expression", "index_expression"})
_ABSENT = frozenset({"orElseThrow", "orElseGet", "getOrElse", "getOrPut", "ifEmpty", "ifBlank"})
MAX_CASES = 12


def guards(source: Source, parent: Node, child: Node) -> list[Guard]:
    """The conditions under which control goes from ``parent`` into ``child``."""
    kind = parent.type
    if kind == "if_expression":
        return _if(source, parent, child)
    if kind == "when_entry":
        return _case(source, parent, child)
    if kind == "binary_expression":
        return _short_circuit(source, parent, child)
    if kind in ("for_statement", "while_statement", "do_while_statement"):
        return _loop(source, parent, child)
    if kind == "catch_block" and child.type == "block":
        header = source.data[parent.start_byte : child.start_byte].decode("utf-8", "replace")
        caught = " ".join(header.partition("(")[2].rpartition(")")[0].split())
        return [Guard(caught or "any exception", parent.start_point.row + 1, "catch")]
    if kind == "annotated_lambda":
        return _callback(source, parent)
    return []


def _if(source: Source, parent: Node, child: Node) -> list[Guard]:
    condition = parent.child_by_field_name("condition")
    if condition is None or child == condition or not child.is_named:
        return []
    before = child.prev_sibling
    while before is not None and before.is_named and before != condition:
        before = before.prev_sibling
    if before is not None and before.type == "else":
        return [negated(source, condition, "else")]
    return [plain(source, condition, "if")]


def _case(source: Source, entry: Node, child: Node) -> list[Guard]:
    """An entry of ``when``; ``else`` is none of the others."""
    conditions = entry.children_by_field_name("condition")
    when = entry.parent
    if when is None or child in conditions:
        return []
    subject = next((c for c in when.named_children if c.type == "when_subject"), None)
    told = source.flat(inner_nodes(subject)[-1]) if subject and inner_nodes(subject) else ""
    line = entry.start_point.row + 1
    if conditions:
        values = [source.flat(one) for one in conditions]
        if not told:
            return [Guard(" || ".join(values), line, "if")]
        return [Guard(f"{told} matches {' | '.join(values)}", line, "match")]
    others = [
        source.flat(one)
        for other in when.named_children
        if other.type == "when_entry"
        for one in other.children_by_field_name("condition")
    ]
    if not others or len(others) > MAX_CASES:
        return [Guard(f"{told or 'nothing'} matches no other case", line, "match")]
    if not told:
        return [Guard(negation(" || ".join(others), simple=False), line, "else", "else")]
    return [Guard(f"!({told} matches {' | '.join(others)})", line, "match", "else")]


def _short_circuit(source: Source, parent: Node, child: Node) -> list[Guard]:
    operator, left = parent.child_by_field_name("operator"), parent.child_by_field_name("left")
    if operator is None or left is None or child == left:
        return []
    if operator.type == "?:":
        line = left.start_point.row + 1
        return [Guard(f"{source.flat(bare(left))} == null", line, "if", source.flat(bare(left)))]
    if operator.type == "&&":
        return [plain(source, left, "if")]
    return [negated(source, left, "else")] if operator.type == "||" else []


def _loop(source: Source, parent: Node, child: Node) -> list[Guard]:
    if child.type != "block" and child != parent.named_children[-1]:
        return []
    condition = parent.child_by_field_name("condition")
    if parent.type == "while_statement" and condition is not None:
        return [plain(source, condition, "loop")]
    header = source.data[parent.start_byte : child.start_byte].decode("utf-8", "replace")
    return [Guard(" ".join(header.split())[:400], parent.start_point.row + 1, "loop")]


def _callback(source: Source, block: Node) -> list[Guard]:
    """``x.orElseThrow { … }`` answers an absent value, ``x.forEach { … }`` is a loop."""
    call = called(source, block.parent) if block.parent is not None else None
    if call is None or call.owner is None or block.parent is None:
        return []
    owner, line = source.flat(call.owner, 300), block.parent.start_point.row + 1
    if call.name in _ABSENT:
        return [Guard(owner, line, "closure")]
    if call.name in ("forEach", "onEach"):
        return [Guard(f"for (it in {owner})", line, "loop")]
    safe = source.data[call.owner.end_byte : call.owner.end_byte + 2] == b"?."
    if safe and call.name in ("let", "also", "run", "apply"):
        return [Guard(f"{owner} != null", line, "if")]
    return []


def early(source: Source, statement: Node) -> Guard | None:
    """``if (c) return`` or ``val x = y ?: return`` before: what holds afterwards."""
    if statement.type == "property_declaration":
        value = declared(source, statement)[1]
        operator = value.child_by_field_name("operator") if value is not None else None
        if value is None or operator is None or operator.type != "?:":
            return None
        left, right = value.child_by_field_name("left"), value.child_by_field_name("right")
        if left is None or right is None or not leaves(source, right):
            return None
        shown = source.flat(bare(left))
        return Guard(f"{shown} != null", statement.start_point.row + 1, "early", shown)
    if statement.type != "if_expression" or any(c.type == "else" for c in statement.children):
        return None
    condition = statement.child_by_field_name("condition")
    body = inner_nodes(statement)[-1] if inner_nodes(statement) else None
    if condition is None or body is None or body == condition:
        return None
    inner = statements(body) if body.type == "block" else [body]
    if not inner or not leaves(source, inner[-1]):
        return None
    return negated(source, condition, "early")


def leaves(source: Source, statement: Node) -> bool:
    """Whether control does not reach what follows a statement."""
    if statement.type in LEAVING:
        return True
    call = called(source, statement) if statement.type == "call_expression" else None
    return call is not None and call.owner is None and call.name in ("error", "TODO", "exitProcess")


def plain(source: Source, condition: Node, kind: str) -> Guard:
    """A condition that holds as written."""
    inner = bare(condition)
    return Guard(source.flat(inner), inner.start_point.row + 1, kind)


def negated(source: Source, condition: Node, kind: str) -> Guard:
    """A condition that must not hold, with its negation written out."""
    inner = bare(condition)
    text, line = source.flat(inner), inner.start_point.row + 1
    if inner.type == "unary_expression" and text.startswith("!") and inner.named_children:
        return Guard(source.flat(bare(inner.named_children[-1])), line, kind, text)
    return Guard(negation(text, simple=inner.type in _SIMPLE), line, kind, text)
