"""The conditions on the path to a place in Swift code."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages.curly import negation
from errdex.languages.interface import Source
from errdex.languages.swift_nodes import CALLS, COMMENTS, bare, called, plain
from errdex.model.facts import Guard

if TYPE_CHECKING:
    from tree_sitter import Node

_SIMPLE = frozenset(
    {
        "simple_identifier", "navigation_expression", "call_expression", "self_expression",
        "boolean_literal", "availability_condition",
    }
)  # fmt: skip
_BINDING = re.compile(r"(?:let|var)\s+(\w+)(?:\s*:\s*[\w.<>?\[\], ]+)?(?:\s*=\s*(.*))?$", re.DOTALL)
NEVER = frozenset({"fatalError", "preconditionFailure", "exit", "abort"})
MAX_CASES = 12


def guards(source: Source, parent: Node, child: Node) -> list[Guard]:
    """The conditions under which control goes from ``parent`` into ``child``."""
    kind = parent.type
    if kind == "if_statement":
        return _branch(source, parent, child)
    if kind == "guard_statement":
        if child.type != "statements":
            return []
        return [unmet(source, conditions_of(source, parent), "else")]
    if kind == "ternary_expression":
        condition = parent.child_by_field_name("condition")
        if condition is None or child == condition or not child.is_named:
            return []
        if child == parent.child_by_field_name("if_true"):
            return [holding(source, condition, "if")]
        return [negated(source, condition, "else")]
    if kind in ("nil_coalescing_expression", "conjunction_expression", "disjunction_expression"):
        return _short_circuit(source, parent, child)
    if kind in ("for_statement", "while_statement") and child.type == "statements":
        return _loop(source, parent, child)
    if kind == "catch_block" and child.type == "statements":
        return _caught(source, parent)
    if kind == "switch_entry" and child.type == "statements":
        return _entry(source, parent)
    return []


def conditions_of(source: Source, statement: Node) -> list[tuple[str, int]]:
    """The comma-separated conditions of ``if``, ``guard`` or ``while``, each with its line."""
    found: list[tuple[str, int]] = []
    pieces: list[Node] = []
    for child in statement.children[1:]:
        if child.type in ("{", "else"):
            break
        if child.type == ",":
            found += _condition(source, pieces)
            pieces = []
        elif child.type not in COMMENTS:
            pieces.append(child)
    return found + _condition(source, pieces)


def _condition(source: Source, pieces: list[Node]) -> list[tuple[str, int]]:
    if not pieces:
        return []
    if len(pieces) == 1:
        pieces = [bare(pieces[0])] if pieces[0].type == "tuple_expression" else pieces
    text = source.data[pieces[0].start_byte : pieces[-1].end_byte].decode("utf-8", "replace")
    return [(" ".join(text.split())[:380], pieces[0].start_point.row + 1)]


def _branch(source: Source, parent: Node, child: Node) -> list[Guard]:
    if child.type not in ("statements", "if_statement"):
        return []
    other = next((c for c in parent.children if c.type == "else"), None)
    conditions = conditions_of(source, parent)
    if other is None or child.start_byte < other.start_byte:
        return [Guard(_said(text), line, "if") for text, line in conditions]
    return [unmet(source, conditions, "else")]


def _said(text: str) -> str:
    """A binding as the condition that it is."""
    found = _BINDING.match(text)
    if found is None:
        return text
    return f"{(found[2] or found[1]).strip()} is not nil"


def unmet(source: Source, conditions: list[tuple[str, int]], kind: str) -> Guard:
    """That not all of some conditions hold."""
    line = conditions[0][1] if conditions else 1
    written = ", ".join(text for text, _ in conditions)[:380]
    if len(conditions) == 1:
        return Guard(_turned(conditions[0][0]), line, kind, written)
    joined = " && ".join(_said(text) for text, _ in conditions)[:380]
    return Guard(f"!({joined})", line, kind, written)


def _turned(text: str) -> str:
    found = _BINDING.match(text)
    if found is not None:
        return f"{(found[2] or found[1]).strip()} is nil"
    if re.fullmatch(r"!\w[\w.]*(?:\([^()]*\))?", text):
        return text[1:]
    return negation(text, simple=re.fullmatch(r"\w[\w.]*(?:\([^()]*\))?", text) is not None)


def _short_circuit(source: Source, parent: Node, child: Node) -> list[Guard]:
    left = plain(parent)[0]
    if child == left or not child.is_named:
        return []
    if parent.type == "nil_coalescing_expression":
        shown = source.flat(bare(left), 380)
        return [Guard(f"{shown} is nil", left.start_point.row + 1, "if", shown)]
    if parent.type == "conjunction_expression":
        return [holding(source, left, "if")]
    return [negated(source, left, "else")]


def _loop(source: Source, parent: Node, child: Node) -> list[Guard]:
    if parent.type == "while_statement":
        conditions = conditions_of(source, parent)
        return [Guard(_said(text), line, "loop") for text, line in conditions]
    header = source.data[parent.start_byte : child.start_byte].decode("utf-8", "replace")
    header = " ".join(header.split()).rstrip("{ ")
    return [Guard(header[:400], parent.start_point.row + 1, "loop")]


def _caught(source: Source, clause: Node) -> list[Guard]:
    pattern = clause.child_by_field_name("error")
    text = source.flat(pattern) if pattern is not None else "any error"
    found = [Guard(text, clause.start_point.row + 1, "catch")]
    where = next((c for c in clause.named_children if c.type == "where_clause"), None)
    if where is not None:
        found.append(holding(source, plain(where)[-1], "if"))
    return found


def pattern_of(source: Source, entry: Node) -> str | None:
    """A case's patterns as written, None for ``default``."""
    told: list[str] = []
    for child in entry.children:
        if child.type == "default_keyword":
            return None
        if child.type == ":":
            break
        if child.type == "switch_pattern":
            told.append(source.flat(child, 160))
        elif child.is_named and told and child.type != "where_keyword":
            told[-1] += " where " + source.flat(child, 160)
    return ", ".join(told) or None


def _entry(source: Source, entry: Node) -> list[Guard]:
    switch = entry.parent
    subject = switch.child_by_field_name("expr") if switch is not None else None
    if switch is None or subject is None:
        return []
    line = entry.start_point.row + 1
    told = source.flat(bare(subject), 200)
    own = pattern_of(source, entry)
    if own is not None:
        return [Guard(f"{told} matches {own}", line, "match")]
    others = [c for c in switch.named_children if c.type == "switch_entry"]
    known = [text for one in others[: MAX_CASES + 1] if (text := pattern_of(source, one))]
    if not known or len(known) > MAX_CASES:
        return [Guard(f"{told} matches no other case", line, "match")]
    return [Guard(f"!({told} matches {' | '.join(known)})", line, "match", "default")]


def early(source: Source, statement: Node) -> Guard | None:
    """``guard c else { … }`` or ``if c { return }`` before: ``c`` holds, or does not."""
    if statement.type == "guard_statement":
        conditions = conditions_of(source, statement)
        if not conditions:
            return None
        text = " && ".join(_said(one) for one, _ in conditions)[:380]
        return Guard(text, conditions[0][1], "early", ", ".join(t for t, _ in conditions)[:380])
    if statement.type != "if_statement" or any(c.type == "else" for c in statement.children):
        return None
    block = next((c for c in statement.children if c.type == "statements"), None)
    inner = plain(block) if block is not None else []
    if not inner or not leaves(source, inner[-1]):
        return None
    conditions = conditions_of(source, statement)
    return unmet(source, conditions, "early") if conditions else None


def leaves(source: Source, statement: Node) -> bool:
    """Whether control does not reach the statement after this one."""
    if statement.type == "control_transfer_statement":
        return True
    return statement.type in CALLS and called(source, statement) in NEVER


def holding(source: Source, condition: Node, kind: str) -> Guard:
    """A condition that holds as written."""
    inner = bare(condition)
    return Guard(source.flat(inner), inner.start_point.row + 1, kind)


def negated(source: Source, condition: Node, kind: str) -> Guard:
    """A condition that must not hold, with its negation written out."""
    inner = bare(condition)
    line = inner.start_point.row + 1
    text = source.flat(inner)
    if inner.type == "prefix_expression" and text.startswith("!"):
        target = inner.child_by_field_name("target")
        if target is not None:
            return Guard(source.flat(bare(target)), line, kind, text)
    return Guard(negation(text, simple=inner.type in _SIMPLE), line, kind, text)
