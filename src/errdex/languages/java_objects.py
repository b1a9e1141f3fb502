"""Error objects in Java: which expressions are thrown, and how one built elsewhere is used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.languages.interface import Source
from errdex.languages.java_nodes import COMMENTS, FUNCTIONS, MAX_CLIMB, name_of, uncast
from errdex.languages.jvm_names import REJECTING, THROWING

if TYPE_CHECKING:
    from tree_sitter import Node

_TRACES = frozenset(
    {"getStackTrace", "printStackTrace", "getStackTraceAsString", "fillInStackTrace"}
)
_ENDS = frozenset({"block", "constructor_body", "class_body", "program", "switch_block"})
MAX_ARMS = 16


def arms_of(thrown: Node, depth: int = 0) -> list[Node]:
    """The expressions that may be thrown: both arms of ``a ? x : y``, those of a ``switch``."""
    thrown = uncast(thrown)
    if depth > 8:
        return [thrown]
    if thrown.type == "ternary_expression":
        both = [thrown.child_by_field_name(f) for f in ("consequence", "alternative")]
        return [one for arm in both if arm is not None for one in arms_of(arm, depth + 1)]
    if thrown.type == "assignment_expression":
        right = thrown.child_by_field_name("right")
        return arms_of(right, depth + 1) if right is not None else [thrown]
    if thrown.type == "switch_expression":
        body = thrown.child_by_field_name("body")
        found: list[Node] = []
        for rule in body.named_children if body is not None else ():
            last = rule.named_children[-1] if rule.type == "switch_rule" else None
            if last is not None and last.type == "expression_statement":
                found += arms_of(last.named_children[0], depth + 1)
        return found[:MAX_ARMS] or [thrown]
    return [thrown]


def thrown_of(node: Node) -> Node | None:
    """What a ``throw`` statement throws."""
    return next((c for c in node.named_children if c.type not in COMMENTS), None)


def role_of(source: Source, node: Node) -> str | None:
    """How an error built somewhere is used: ``construct``, ``reject``, ``raise``.

    None when a ``throw`` tells of it, or when only its stack trace is wanted.
    """
    at, child = node.parent, node
    direct = True
    for _ in range(MAX_CLIMB):
        if at is None or at.type in FUNCTIONS or at.type in _ENDS:
            break
        kind = at.type
        if kind == "throw_statement":
            return None if direct else "construct"
        if kind.endswith("_statement") and kind != "expression_statement":
            break
        if kind == "method_invocation" and at.child_by_field_name("object") == child:
            if direct and name_of(source, at) in _TRACES:
                return None
        elif kind == "argument_list":
            call = at.parent
            if call is not None and call.type == "method_invocation":
                name = name_of(source, call)
                if name in REJECTING:
                    return "reject"
                if name in THROWING:
                    return "raise"
            direct = False
            if call is None or call.type == "object_creation_expression":
                break
            child = call
            at = call.parent
            continue
        elif kind in ("lambda_expression", "variable_declarator"):
            direct = False
        child = at
        at = at.parent
    return "construct"


def is_caught(source: Source, name: str, node: Node) -> bool:
    """Whether a name stands for an error caught here."""
    at = node.parent
    for _ in range(MAX_CLIMB):
        if at is None or at.type in FUNCTIONS:
            return False
        if at.type == "catch_clause":
            caught = next(
                (c for c in at.named_children if c.type == "catch_formal_parameter"), None
            )
            if caught is not None and name_of(source, caught) == name:
                return True
        at = at.parent
    return False
