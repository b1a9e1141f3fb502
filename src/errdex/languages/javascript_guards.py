"""The conditions on the path to a place in JavaScript code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.languages.interface import Source
from errdex.languages.javascript_text import bare
from errdex.model.facts import Guard

if TYPE_CHECKING:
    from tree_sitter import Node

_SIMPLE = frozenset(
    {"identifier", "member_expression", "call_expression", "subscript_expression", "this"}
)
_LITERALS = frozenset({"string", "number", "true", "false", "null", "undefined", "identifier"})
MAX_CASES = 12


def guards(source: Source, parent: Node, child: Node) -> list[Guard]:
    """The conditions under which control goes from ``parent`` into ``child``."""
    kind = parent.type
    if kind in ("if_statement", "ternary_expression"):
        condition = parent.child_by_field_name("condition")
        if condition is None or child == condition:
            return []
        if child == parent.child_by_field_name("consequence"):
            return [plain(source, condition, "if")]
        return [negated(source, condition, "else")] if child.is_named else []
    if kind == "binary_expression":
        return _short_circuit(source, parent, child)
    if kind in ("while_statement", "for_statement", "for_in_statement"):
        return _loop(source, parent, child)
    if kind == "catch_clause":
        named = parent.child_by_field_name("parameter")
        text = f"any error as {source.flat(named)}" if named is not None else "any error"
        return [Guard(text, parent.start_point.row + 1, "catch")]
    if kind in ("switch_case", "switch_default"):
        return _case(source, parent, child)
    if kind == "arguments":
        return _callback(source, parent, child)
    return []


def _short_circuit(source: Source, parent: Node, child: Node) -> list[Guard]:
    operator, left = parent.child_by_field_name("operator"), parent.child_by_field_name("left")
    if operator is None or left is None or child == left:
        return []
    if operator.type == "&&":
        return [plain(source, left, "if")]
    if operator.type == "||":
        return [negated(source, left, "else")]
    if operator.type == "??":
        return [Guard(f"{source.flat(left)} == null", left.start_point.row + 1, "else")]
    return []


def _loop(source: Source, parent: Node, child: Node) -> list[Guard]:
    if child != parent.child_by_field_name("body"):
        return []
    line = parent.start_point.row + 1
    if parent.type == "while_statement":
        condition = parent.child_by_field_name("condition")
        return [plain(source, condition, "loop")] if condition is not None else []
    header = source.data[parent.start_byte : child.start_byte].decode("utf-8", "replace")
    return [Guard(" ".join(header.split())[:400], line, "loop")]


def _case(source: Source, parent: Node, child: Node) -> list[Guard]:
    """``case`` with the empty cases that fall into it; ``default`` as none of the others."""
    value = parent.child_by_field_name("value")
    if value is not None and child == value:
        return []
    body = parent.parent
    switch = body.parent if body is not None else None
    subject = switch.child_by_field_name("value") if switch is not None else None
    if body is None or subject is None:
        return []
    line = parent.start_point.row + 1
    told = source.flat(bare(subject))
    if value is None:
        values = [c.child_by_field_name("value") for c in body.named_children]
        listed = [v for v in values if v is not None]
        if told == "true" or not listed or len(listed) > MAX_CASES:
            return [Guard(f"{told} matches any other value", line, "match")]
        if all(v.type in _LITERALS for v in listed):
            text = ", ".join(source.flat(v) for v in listed)
            return [Guard(f"![{text}].includes({told})", line, "match", "default")]
        return [Guard(f"{told} matches any other value", line, "match")]
    alternatives = [source.flat(value)]
    before = parent.prev_named_sibling
    while before is not None and before.type == "switch_case" and not _has_body(before):
        tested = before.child_by_field_name("value")
        if tested is not None:
            alternatives.insert(0, source.flat(tested))
        before = before.prev_named_sibling
    if told == "true":
        return [Guard(" || ".join(alternatives), line, "match")]
    return [Guard(f"{told} matches {' | '.join(alternatives)}", line, "match")]


def _has_body(case: Node) -> bool:
    return case.child_by_field_name("body") is not None


def _callback(source: Source, parent: Node, child: Node) -> list[Guard]:
    """``.catch(e => …)`` handles an error, ``.forEach(x => …)`` is a loop."""
    if child.type not in ("arrow_function", "function_expression") or parent.parent is None:
        return []
    called = parent.parent.child_by_field_name("function")
    if called is None or called.type != "member_expression":
        return []
    method = called.child_by_field_name("property")
    owner = called.child_by_field_name("object")
    name = source.text(method) if method is not None else ""
    line = parent.parent.start_point.row + 1
    params = child.child_by_field_name("parameter") or child.child_by_field_name("parameters")
    first = params
    if params is not None and params.type == "formal_parameters":
        first = params.named_children[0] if params.named_children else None
    shown = source.flat(first, 60) if first is not None else "_"
    if name == "catch":
        return [Guard(f"any error as {shown}" if first else "any error", line, "catch")]
    if name == "forEach" and owner is not None:
        return [Guard(f"for (const {shown} of {source.flat(owner, 200)})", line, "loop")]
    return []


def early(source: Source, statement: Node, leave_kinds: frozenset[str]) -> Guard | None:
    """``if (c) return;`` or ``throw`` before: ``!(c)`` holds afterwards."""
    if statement.type != "if_statement" or statement.child_by_field_name("alternative"):
        return None
    body = statement.child_by_field_name("consequence")
    condition = statement.child_by_field_name("condition")
    if body is None or condition is None:
        return None
    last: Node | None = body
    if body.type == "statement_block":
        inner = [c for c in body.named_children if c.type != "comment"]
        last = inner[-1] if inner else None
    if last is None or last.type not in leave_kinds:
        return None
    return negated(source, condition, "early")


def plain(source: Source, condition: Node, kind: str) -> Guard:
    """A condition that holds as written."""
    inner = bare(condition)
    return Guard(source.flat(inner), inner.start_point.row + 1, kind)


def negated(source: Source, condition: Node, kind: str) -> Guard:
    """A condition that must not hold, with its negation written out."""
    inner = bare(condition)
    line = inner.start_point.row + 1
    text = source.flat(inner)
    if inner.type == "unary_expression" and text.startswith("!"):
        argument = inner.child_by_field_name("argument")
        if argument is not None:
            return Guard(source.flat(bare(argument)), line, kind, text)
    return Guard(f"!{text}" if inner.type in _SIMPLE else f"!({text})", line, kind, text)
