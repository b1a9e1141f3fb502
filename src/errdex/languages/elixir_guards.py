"""The conditions on the path to a place in Elixir code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.languages.elixir_nodes import (
    arguments_of,
    head_of,
    is_definition,
    name_of,
    positional,
)
from errdex.languages.interface import Source
from errdex.model.facts import Guard

if TYPE_CHECKING:
    from tree_sitter import Node

_SIMPLE = frozenset({"identifier", "call", "dot", "access_call"})


def guards(source: Source, parent: Node, child: Node) -> list[Guard]:
    """The conditions under which control goes from ``parent`` into ``child``."""
    kind = parent.type
    if kind == "do_block":
        call = parent.parent
        return _branch(source, call, otherwise=child.type == "else_block") if call else []
    if kind == "pair":
        return _keyword(source, parent, child)
    if kind == "stab_clause" and child == parent.child_by_field_name("right"):
        return _clause(source, parent)
    if kind == "binary_operator":
        return _short_circuit(source, parent, child)
    if kind == "call" and is_definition(source, parent):
        return _head(source, parent)
    return []


def _branch(source: Source, call: Node, *, otherwise: bool) -> list[Guard]:
    name, args = name_of(source, call), positional(call)
    if name not in ("if", "unless") or not args:
        return []
    if (name == "if") != otherwise:
        return [plain(source, args[0], "if")]
    return [negated(source, args[0], "else" if name == "if" else "if")]


def _keyword(source: Source, pair: Node, child: Node) -> list[Guard]:
    """``if x, do: …, else: …``."""
    key = pair.child_by_field_name("key")
    if key is None or child == key:
        return []
    word = source.text(key).strip().rstrip(":")
    listing = pair.parent.parent if pair.parent is not None else None
    call = listing.parent if listing is not None else None
    if word not in ("do", "else") or call is None or call.type != "call":
        return []
    return _branch(source, call, otherwise=word == "else")


def _clause(source: Source, clause: Node) -> list[Guard]:
    left = clause.child_by_field_name("left")
    holder = clause.parent
    line = clause.start_point.row + 1
    if left is None or holder is None:
        return []
    told = source.flat(left, 300)
    if holder.type in ("rescue_block", "catch_block"):
        return [Guard(told, line, "catch")]
    call = holder.parent
    if holder.type == "else_block" and call is not None:
        return [Guard(f"the result matches {told}", line, "match")]
    name = name_of(source, call) if call is not None else ""
    if name == "cond":
        return [Guard(told, line, "if")]
    args = positional(call) if call is not None and name == "case" else []
    if not args:
        return []
    subject = source.flat(args[0], 200)
    if told == "_":
        return [Guard(f"{subject} matches no other case", line, "match")]
    return [Guard(f"{subject} matches {told}", line, "match")]


def _short_circuit(source: Source, parent: Node, child: Node) -> list[Guard]:
    operator, left = parent.child_by_field_name("operator"), parent.child_by_field_name("left")
    if operator is None or left is None or child == left:
        return []
    if operator.type in ("&&", "and"):
        return [plain(source, left, "if")]
    return [negated(source, left, "else")] if operator.type in ("||", "or") else []


def _head(source: Source, definition: Node) -> list[Guard]:
    """The ``when`` of a function's head, and the patterns that its arguments must match."""
    head, when = head_of(source, definition)
    found: list[Guard] = []
    line = definition.start_point.row + 1
    args = arguments_of(head) if head is not None and head.type == "call" else []
    args = [_pattern(one) for one in args]
    if any(one.type not in ("identifier", "binary_operator", "keywords") for one in args):
        assert head is not None
        # a name alone matches anything
        shown = ["_" if one.type == "identifier" else source.flat(one, 100) for one in args]
        told = f"{name_of(source, head)}({', '.join(shown)})"[:200]
        found.append(Guard(f"the arguments match {told}", line, "match"))
    if when is not None:
        found.append(plain(source, when, "if"))
    return found


def _pattern(node: Node) -> Node:
    """Of ``%{} = name`` the pattern, since the name matches anything."""
    sign = node.child_by_field_name("operator") if node.type == "binary_operator" else None
    sides = [node.child_by_field_name(f) for f in ("left", "right")]
    if sign is None or sign.type != "=":
        return node
    return next((s for s in sides if s is not None and s.type != "identifier"), node)


def plain(source: Source, condition: Node, kind: str) -> Guard:
    """A condition that holds as written."""
    return Guard(source.flat(condition), condition.start_point.row + 1, kind)


def negated(source: Source, condition: Node, kind: str) -> Guard:
    """A condition that must not hold, with its negation written out."""
    text, line = source.flat(condition), condition.start_point.row + 1
    operand = condition.child_by_field_name("operand")
    if condition.type == "unary_operator" and operand is not None and text[0] in "!n":
        return Guard(source.flat(operand), line, kind, text)
    turned = f"not {text}" if condition.type in _SIMPLE else f"not ({text})"
    return Guard(turned, line, kind, text)
