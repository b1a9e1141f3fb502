"""Error objects in PHP: which expressions are thrown, and how one built elsewhere is used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.languages import php_calls
from errdex.languages.interface import Source
from errdex.languages.php_nodes import (
    FUNCTIONS,
    MAX_CLIMB,
    METHOD_CALLS,
    arguments_of,
    bare,
    inside,
    name_of,
)
from errdex.languages.php_places import parameters

if TYPE_CHECKING:
    from tree_sitter import Node

_ARMS = frozenset({"conditional_expression", "match_expression", "parenthesized_expression"})
_PASSED = _ARMS | METHOD_CALLS | {"assignment_expression", "match_block", "binary_expression"}
_RETURN = frozenset({"return_statement"})
MAX_ARMS = 16


def arms_of(thrown: Node, depth: int = 0) -> list[Node]:
    """The expressions that may be thrown: arms of ``?:``, ``??`` and ``match``."""
    thrown = bare(thrown)
    if depth > 8:
        return [thrown]
    fields: tuple[str, ...] = ()
    if thrown.type == "conditional_expression":
        fields = ("body", "alternative")
    elif thrown.type == "assignment_expression":
        fields = ("right",)
    elif thrown.type == "binary_expression":
        sign = thrown.child_by_field_name("operator")
        fields = ("left", "right") if sign is not None and sign.type == "??" else ()
    elif thrown.type == "match_expression":
        body = thrown.child_by_field_name("body")
        values = [
            value
            for arm in (body.named_children if body is not None else ())
            if (value := arm.child_by_field_name("return_expression")) is not None
        ]
        return [one for value in values[:MAX_ARMS] for one in arms_of(value, depth + 1)] or [thrown]
    arms = [thrown.child_by_field_name(field) for field in fields]
    return [one for arm in arms if arm is not None for one in arms_of(arm, depth + 1)] or [thrown]


def is_thrown(node: Node) -> bool:
    """Whether a ``throw`` tells of an error already."""
    at: Node | None = node.parent
    child = node
    for _ in range(MAX_CLIMB):
        if at is None or at.type == "throw_expression":
            break
        if at.type in METHOD_CALLS:
            if at.child_by_field_name("object") != child:
                return False
        elif at.type in ("match_conditional_expression", "match_default_expression"):
            if at.child_by_field_name("return_expression") != child:
                return False
        elif at.type not in _PASSED:
            return False
        child, at = at, at.parent
    return at is not None and at.type == "throw_expression"


def is_caught(source: Source, name: str, node: Node) -> bool:
    """Whether a name stands for an error caught here."""
    at = node.parent
    for _ in range(MAX_CLIMB):
        if at is None or at.type in FUNCTIONS:
            return False
        if at.type == "catch_clause" and name_of(source, at) == name:
            return True
        at = at.parent
    return False


def returned(source: Source, call: Node) -> tuple[php_calls.Built, list[str]] | None:
    """What a method of this file builds and returns, and its parameters."""
    name = name_of(source, call)
    owner = call.child_by_field_name("object") or call.child_by_field_name("scope")
    if owner is None or source.text(owner) not in ("$this", "self", "static"):
        return None
    return source.once(("returns", name), lambda: _returned(source, name))


def _returned(source: Source, name: str) -> tuple[php_calls.Built, list[str]] | None:
    word = f"function {name}(".encode()
    at = source.data.find(word)
    node = source.root.descendant_for_byte_range(at + 9, at + 9) if at >= 0 else None
    method = node.parent if node is not None else None
    if method is None or method.type not in FUNCTIONS:
        return None
    body = method.child_by_field_name("body")
    for found in inside(body, _RETURN, 1_500) if body is not None else ():
        for value in found.named_children[:1]:
            made = php_calls.built(source, value) if value.type.startswith("object_") else None
            if made is not None and made.name:
                return made, parameters(source, method)
    return None


def only_traced(source: Source, node: Node) -> bool:
    """Whether an error is built for its stack trace alone."""
    parent = node.parent
    while parent is not None and parent.type == "parenthesized_expression":
        parent = parent.parent
    if parent is not None and parent.type in METHOD_CALLS:
        return name_of(source, parent).startswith("getTrace")
    return not arguments_of(node) and parent is not None and parent.type == "argument"
