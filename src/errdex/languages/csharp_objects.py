"""Error objects in C#: which expressions are thrown, and how one built elsewhere is used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.languages.csharp_nodes import CREATIONS, FUNCTIONS, MAX_CLIMB, called, plain, uncast
from errdex.languages.interface import Source

if TYPE_CHECKING:
    from tree_sitter import Node

REJECTING = frozenset(
    {
        "FromException", "SetException", "TrySetException", "OnError", "Fault", "Fail", "Failure",
        "FromExceptionAsValueTask", "TryComplete", "Complete", "Throw", "Rejected", "SetFailed",
        "FromError", "FailWith", "Abort",
    }
)  # fmt: skip
_NO_ERRORS = frozenset({"StackTrace", "GetType", "ToString"})
_ENDS = frozenset({"block", "declaration_list", "compilation_unit", "switch_body"})
MAX_ARMS = 16


def thrown_of(node: Node) -> Node | None:
    """What a ``throw`` throws; a bare ``throw;`` throws on what was caught."""
    inner = plain(node)
    return inner[0] if inner else None


def arms_of(thrown: Node, depth: int = 0) -> list[Node]:
    """The expressions that may be thrown: arms of ``?:``, ``??`` and ``switch``."""
    thrown = uncast(thrown)
    if depth > 8:
        return [thrown]
    if thrown.type == "conditional_expression":
        both = [thrown.child_by_field_name(f) for f in ("consequence", "alternative")]
        return [one for arm in both if arm is not None for one in arms_of(arm, depth + 1)]
    right = thrown.child_by_field_name("right")
    if thrown.type == "assignment_expression" and right is not None:
        return arms_of(right, depth + 1)
    if thrown.type == "binary_expression" and right is not None:
        sign = thrown.child_by_field_name("operator")
        return arms_of(right, depth + 1) if sign is not None and sign.type == "??" else [thrown]
    if thrown.type == "switch_expression":
        found = [
            one
            for arm in thrown.named_children
            if arm.type == "switch_expression_arm"
            for one in arms_of(plain(arm)[-1], depth + 1)
            if one.type not in ("throw_expression",)
        ]
        return found[:MAX_ARMS] or [thrown]
    return [thrown]


def role_of(source: Source, node: Node) -> str | None:
    """How an error built somewhere is used: ``construct`` or ``reject``.

    None when a ``throw`` tells of it, or when only a part of it is wanted.
    """
    at, child = node.parent, node
    direct = True
    for _ in range(MAX_CLIMB):
        if at is None or at.type in FUNCTIONS or at.type in _ENDS:
            break
        kind = at.type
        if kind in ("throw_statement", "throw_expression"):
            return None if direct else "construct"
        if kind.endswith("_statement") and kind != "expression_statement":
            break
        if kind == "member_access_expression":
            name = at.child_by_field_name("name")
            if direct and name is not None and source.text(name) in _NO_ERRORS:
                return None
        elif kind == "argument":
            call = at.parent.parent if at.parent is not None else None
            if call is None or call.type in CREATIONS:
                break
            if call.type == "invocation_expression" and called(source, call) in REJECTING:
                return "reject"
            direct = False
            child, at = call, call.parent
            continue
        elif kind == "assignment_expression" and child == at.child_by_field_name("left"):
            return None
        elif kind in ("lambda_expression", "variable_declarator", "initializer_expression"):
            direct = False
        child, at = at, at.parent
    return "construct"


def is_caught(source: Source, name: str, node: Node) -> bool:
    """Whether a name stands for an error caught here."""
    at = node.parent
    for _ in range(MAX_CLIMB):
        if at is None or at.type in FUNCTIONS:
            return False
        if at.type == "catch_clause":
            caught = next((c for c in at.named_children if c.type == "catch_declaration"), None)
            named = caught.child_by_field_name("name") if caught is not None else None
            if named is not None and source.text(named) == name:
                return True
        at = at.parent
    return False
