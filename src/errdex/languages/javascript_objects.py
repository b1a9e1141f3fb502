"""Error objects in JavaScript: which expression builds one, and how it is used."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import javascript_names as names
from errdex.languages.interface import Source
from errdex.languages.javascript_text import bare, plain_arguments

if TYPE_CHECKING:
    from tree_sitter import Node

ERROR = re.compile(r"(?:Error|Exception|Fault|Failure|Invalid|Warning|Errors)\d*$|^ERR_[A-Z0-9_]+$")
_CAUGHT = re.compile(r"(?i)^_?(?:e|er|err|error|ex|exc|exception|cause|reason)\d?$")
MAX_DEPTH = 20
MAX_CLIMB = 80  # a parent is found from the root down, so that deep nesting costs its square


def callee_of(node: Node) -> Node | None:
    """What a call calls or a ``new`` builds."""
    return node.child_by_field_name("function") or node.child_by_field_name("constructor")


def arms_of(raised: Node, depth: int = 0) -> list[Node]:
    """The expressions that may be thrown: both arms of ``a ? x : y``, ``a || x``."""
    raised = bare(raised)
    if depth > MAX_DEPTH:
        return [raised]
    if raised.type == "ternary_expression":
        both = [raised.child_by_field_name(f) for f in ("consequence", "alternative")]
        return [one for arm in both if arm is not None for one in arms_of(arm, depth + 1)]
    if raised.type == "binary_expression":
        operator, right = (raised.child_by_field_name(f) for f in ("operator", "right"))
        if operator is not None and operator.type in ("||", "??") and right is not None:
            return arms_of(right, depth + 1)
    if raised.type == "await_expression" and raised.named_children:
        return arms_of(raised.named_children[0], depth + 1)
    if raised.type == "assignment_expression":
        right = raised.child_by_field_name("right")
        return arms_of(right, depth + 1) if right is not None else [raised]
    return [raised]


def unwrapped(source: Source, call: Node) -> Node:
    """The call that builds the error in ``Object.assign(new X(…), …)`` or ``new X(…).with(…)``."""
    for _ in range(4):
        callee = callee_of(call)
        if call.type != "call_expression" or callee is None:
            return call
        if callee.type == "member_expression":
            inner = callee.child_by_field_name("object")
            inner = bare(inner) if inner is not None else None
            if inner is not None and inner.type == "new_expression":
                return inner
        args = plain_arguments(call.child_by_field_name("arguments"))
        first = bare(args[0]) if args else None
        if first is None or first.type not in ("new_expression", "call_expression"):
            return call
        if first.type == "call_expression":
            name = source.flat(callee_of(first) or first, 80).rpartition(".")[2]
            if not ERROR.search(name) or not name[:1].isupper():
                return call
        elif source.flat(callee, 40) != "Object.assign" and any(
            bare(a).type in ("string", "template_string") for a in args[1:]
        ):
            return call
        call = first
    return call


def role_of(source: Source, node: Node) -> str | None:
    """How an error object built somewhere is used; None when a wider site tells of it."""
    at: Node | None = node.parent
    child = node
    direct = True
    for _ in range(MAX_CLIMB):
        if at is None or at.type in names.FUNCTIONS:
            break
        kind = at.type
        if kind == "throw_statement":
            return None
        if kind in ("ternary_expression", "binary_expression"):
            direct = False
        if kind.endswith("_statement") or kind in ("statement_block", "program", "class_body"):
            break
        if kind == "member_expression" and direct:
            member = at.child_by_field_name("property")
            if member is not None and source.text(member) in ("stack", "name", "prototype"):
                return None
        if kind == "call_expression":
            callee = at.child_by_field_name("function")
            written = source.flat(callee, 60) if callee is not None and callee != child else ""
            if written == "Promise.reject" and direct:
                return None
            if written == "reject" or written.endswith(".reject"):
                return "reject"
            direct = False
        child = at
        at = at.parent
    return "construct"


def is_caught(source: Source, name: str, node: Node) -> bool:
    """Whether a name stands for an error caught here or given to this callback."""
    at = node.parent
    for _ in range(MAX_CLIMB):
        if at is None:
            break
        if at.type == "catch_clause":
            named = at.child_by_field_name("parameter")
            if named is not None and source.text(named) == name:
                return True
        if at.type in names.FUNCTIONS and name in names.parameter_nodes(source, at):
            return bool(_CAUGHT.match(name))
        at = at.parent
    return False
