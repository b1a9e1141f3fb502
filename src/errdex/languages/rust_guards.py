"""The conditions on the path to a Rust site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.languages import rust_text
from errdex.languages.rust_tokens import COMMENTS, flat
from errdex.model.facts import Guard

if TYPE_CHECKING:
    from tree_sitter import Node

    from errdex.languages.interface import Source

CLOSURE_CALLS = frozenset(
    [
        "unwrap_or_else",
        "map_err",
        "ok_or_else",
        "or_else",
        "with_context",
        "wrap_err_with",
        "inspect_err",
        "map_or_else",
    ]
)
LEAVING_MACROS = frozenset(
    ["panic", "bail", "unreachable", "todo", "unimplemented", "whatever", "compile_error"]
)
_LEAVES = frozenset({"return_expression", "continue_expression", "break_expression"})
_SIMPLE = frozenset(
    [
        "identifier",
        "field_expression",
        "call_expression",
        "index_expression",
        "macro_invocation",
        "scoped_identifier",
        "boolean_literal",
        "self",
    ]
)


def guards(source: Source, parent: Node, child: Node) -> list[Guard]:
    """The conditions under which control goes from ``parent`` into ``child``."""
    rule = _GUARDS.get(parent.type)
    return rule(source, parent, child) if rule is not None else []


def _branch(source: Source, parent: Node, child: Node) -> list[Guard]:
    condition = parent.child_by_field_name("condition")
    if condition is None:
        return []
    if child.type == "block":
        return conditions(source, condition, "if")
    if child.type == "else_clause":
        return [negated(source, condition, "else")]
    return []


def _while(source: Source, parent: Node, child: Node) -> list[Guard]:
    condition = parent.child_by_field_name("condition")
    if condition is None or child.type != "block":
        return []
    return conditions(source, condition, "loop")


def _for(source: Source, parent: Node, child: Node) -> list[Guard]:
    if child.type != "block":
        return []
    header = source.data[parent.start_byte : child.start_byte].decode("utf-8", "replace")
    text = " ".join(header.split())
    return [Guard(text[text.find("for ") :], parent.start_point.row + 1, "loop")]


def _arm(source: Source, parent: Node, child: Node) -> list[Guard]:
    pattern = parent.child_by_field_name("pattern")
    block = parent.parent
    if pattern is None or block is None or child == pattern or block.parent is None:
        return []
    subject = block.parent.child_by_field_name("value")
    shown = flat(source, subject, 200) if subject is not None else ""
    tested = pattern.child_by_field_name("condition")
    line = pattern.start_point.row + 1
    if tested is None:
        return [Guard(f"{shown} matches {flat(source, pattern)}", line, "match")]
    whole = source.data[pattern.start_byte : tested.start_byte].decode("utf-8", "replace")
    bare = " ".join(whole.split()).removesuffix("if").rstrip()
    return [Guard(f"{shown} matches {bare}", line, "match"), *conditions(source, tested, "if")]


def _let(source: Source, parent: Node, child: Node) -> list[Guard]:
    if child.type != "block" or child != parent.child_by_field_name("alternative"):
        return []
    text = _binding(source, parent)
    return [Guard(f"!({text})", parent.start_point.row + 1, "else", text)] if text else []


def _binding(source: Source, let: Node) -> str:
    pattern, value = let.child_by_field_name("pattern"), let.child_by_field_name("value")
    if pattern is None or value is None:
        return ""
    return f"let {flat(source, pattern, 160)} = {flat(source, value, 200)}"


def _closure(source: Source, parent: Node, child: Node) -> list[Guard]:
    if child != parent.child_by_field_name("body"):
        return []
    listing = parent.parent
    call = listing.parent if listing is not None and listing.type == "arguments" else None
    if call is None or call.type != "call_expression":
        return []
    return receiver_guard(source, call)


def receiver_guard(source: Source, call: Node) -> list[Guard]:
    """The expression whose failure or absence a method like ``map_err`` answers."""
    function_node = call.child_by_field_name("function")
    if function_node is None or function_node.type != "field_expression":
        return []
    field = function_node.child_by_field_name("field")
    value = function_node.child_by_field_name("value")
    if field is None or value is None:
        return []
    if source.text(field) not in CLOSURE_CALLS and call.parent is None:
        return []
    if source.text(field) not in CLOSURE_CALLS and not _is_direct(source.text(field)):
        return []
    return [Guard(flat(source, value), value.start_point.row + 1, "closure")]


def _is_direct(method: str) -> bool:
    return method in ("expect", "expect_err", "ok_or", "context", "wrap_err")


_GUARDS = {
    "if_expression": _branch,
    "while_expression": _while,
    "for_expression": _for,
    "match_arm": _arm,
    "let_declaration": _let,
    "closure_expression": _closure,
}


def conditions(source: Source, condition: Node, kind: str) -> list[Guard]:
    """A condition that holds as written; a chain of ``let`` and tests one by one."""
    if condition.type == "let_chain":
        return [
            guard
            for part in condition.named_children
            if part.type not in COMMENTS
            for guard in conditions(source, part, kind)
        ]
    return [Guard(flat(source, condition), condition.start_point.row + 1, kind)]


def negated(source: Source, condition: Node, kind: str) -> Guard:
    """A condition that must not hold, with its negation written out."""
    while condition.type == "parenthesized_expression" and condition.named_child_count == 1:
        condition = condition.named_children[0]
    text = flat(source, condition)
    line = condition.start_point.row + 1
    if condition.type == "unary_expression" and condition.children[0].type == "!":
        inner = condition.children[-1]
        while inner.type == "parenthesized_expression" and inner.named_child_count == 1:
            inner = inner.named_children[0]
        return Guard(flat(source, inner), line, kind, text)
    turned = f"!{text}" if condition.type in _SIMPLE else f"!({text})"
    return Guard(turned, line, kind, text)


def early(source: Source, statement: Node) -> Guard | None:
    """``if c { return … }`` before: ``!(c)`` holds afterwards; ``let … else`` has matched."""
    if statement.type == "let_declaration":
        if statement.child_by_field_name("alternative") is None:
            return None
        text = _binding(source, statement)
        return Guard(text, statement.start_point.row + 1, "early") if text else None
    if statement.type != "expression_statement" or not statement.named_child_count:
        return None
    branch = statement.named_children[0]
    if branch.type != "if_expression" or branch.child_by_field_name("alternative") is not None:
        return None
    body = branch.child_by_field_name("consequence")
    condition = branch.child_by_field_name("condition")
    if body is None or condition is None or not _leaves(source, body):
        return None
    return negated(source, condition, "early")


def tail(node: Node) -> Node:
    """The expression that a block gives back; any other node is its own."""
    while node.type == "block" and node.named_child_count:
        last = node.named_children[-1]
        if last.type == "expression_statement" and last.named_child_count:
            last = last.named_children[0]
        node = last
    return node


def _leaves(source: Source, body: Node) -> bool:
    last = body.named_children[-1] if body.named_child_count else None
    if last is not None and last.type == "expression_statement" and last.named_child_count:
        last = last.named_children[0]
    if last is None:
        return False
    if last.type == "macro_invocation":
        return rust_text.macro_name(source, last) in LEAVING_MACROS
    return last.type in _LEAVES
