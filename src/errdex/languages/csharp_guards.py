"""The conditions on the path to a place in C# code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.languages.csharp_nodes import bare, plain
from errdex.languages.curly import negation
from errdex.languages.interface import Source
from errdex.model.facts import Guard

if TYPE_CHECKING:
    from tree_sitter import Node

_SIMPLE = frozenset(
    {
        "identifier", "member_access_expression", "invocation_expression", "this_expression",
        "element_access_expression", "boolean_literal",
    }
)  # fmt: skip
MAX_CASES = 12


def guards(source: Source, parent: Node, child: Node) -> list[Guard]:
    """The conditions under which control goes from ``parent`` into ``child``."""
    kind = parent.type
    if kind in ("if_statement", "conditional_expression"):
        condition = parent.child_by_field_name("condition")
        if condition is None or child == condition or not child.is_named:
            return []
        if child == parent.child_by_field_name("consequence"):
            return [holding(source, condition, "if")]
        return [negated(source, condition, "else")]
    if kind == "binary_expression":
        return _short_circuit(source, parent, child)
    if kind in ("for_statement", "foreach_statement", "while_statement"):
        return _loop(source, parent, child)
    if kind == "catch_clause" and child.type == "block":
        return _caught(source, parent)
    if kind == "switch_section":
        return _section(source, parent, child)
    if kind == "switch_expression_arm":
        return _arm(source, parent, child)
    return []


def _short_circuit(source: Source, parent: Node, child: Node) -> list[Guard]:
    operator, left = parent.child_by_field_name("operator"), parent.child_by_field_name("left")
    if operator is None or left is None or child == left:
        return []
    if operator.type == "&&":
        return [holding(source, left, "if")]
    if operator.type == "??":
        shown = source.flat(bare(left), 380)
        return [Guard(f"{shown} is null", left.start_point.row + 1, "if", shown)]
    return [negated(source, left, "else")] if operator.type == "||" else []


def _loop(source: Source, parent: Node, child: Node) -> list[Guard]:
    if child != parent.child_by_field_name("body"):
        return []
    if parent.type == "while_statement":
        condition = parent.child_by_field_name("condition")
        return [holding(source, condition, "loop")] if condition is not None else []
    header = source.data[parent.start_byte : child.start_byte].decode("utf-8", "replace")
    return [Guard(" ".join(header.split())[:400], parent.start_point.row + 1, "loop")]


def _caught(source: Source, clause: Node) -> list[Guard]:
    line = clause.start_point.row + 1
    named = next((c for c in clause.named_children if c.type == "catch_declaration"), None)
    text = source.flat(named).strip("()") if named is not None else "any exception"
    found = [Guard(text, line, "catch")]
    tested = next((c for c in clause.named_children if c.type == "catch_filter_clause"), None)
    if tested is not None and plain(tested):
        found.append(holding(source, plain(tested)[0], "if"))
    return found


def _pattern(source: Source, case: Node) -> str | None:
    """A case's patterns as written, None where ``default`` or ``_`` is among them."""
    told: list[str] = []
    after: Node | None = None
    for child in case.children:
        if child.type == "default" or (child.type == "discard" and case.type[7] == "e"):
            return None
        if child.type == "case" or (child.type == "when_clause" and after is not None):
            continue
        if child.type in (":", "=>"):
            break
        if child.is_named and child.type != "comment":
            told.append(source.flat(child))
            after = child
    tested = next((c for c in case.named_children if c.type == "when_clause"), None)
    if tested is not None and told:
        told[-1] += " " + source.flat(tested)
    return " | ".join(told)


def _matched(source: Source, case: Node, subject: Node, cases: list[Node]) -> Guard:
    """A case with the empty ones that fall into it; ``default`` as none of the others."""
    line = case.start_point.row + 1
    told = source.flat(bare(subject))
    own = _pattern(source, case)
    place = next((at for at, one in enumerate(cases) if one == case), 0)
    before = place - 1
    while own is not None and before >= 0 and _is_empty(cases[before]):
        fallen = _pattern(source, cases[before])
        own = f"{fallen} | {own}" if fallen is not None else None
        before -= 1
    if own is None:
        known = [text for one in cases if (text := _pattern(source, one))]
        if not known or len(known) > MAX_CASES:
            return Guard(f"{told} matches no other case", line, "match")
        return Guard(f"!({told} matches {' | '.join(known)})", line, "match", "default")
    return Guard(f"{told} matches {own}", line, "match")


def _is_empty(case: Node) -> bool:
    """Whether a section holds no statement, so that the next one is its own."""
    return case.type == "switch_section" and case.children[-1].type == ":"


def _section(source: Source, section: Node, child: Node) -> list[Guard]:
    body = section.parent
    switch = body.parent if body is not None else None
    subject = switch.child_by_field_name("value") if switch is not None else None
    statement = child.type.endswith("statement") or child.type in ("block", "preproc_if")
    if body is None or subject is None or not statement:
        return []
    cases = [c for c in body.named_children if c.type == "switch_section"]
    return [_matched(source, section, subject, cases)]


def _arm(source: Source, arm: Node, child: Node) -> list[Guard]:
    switch = arm.parent
    if switch is None or child != plain(arm)[-1]:
        return []
    cases = [c for c in switch.named_children if c.type == "switch_expression_arm"]
    return [_matched(source, arm, plain(switch)[0], cases)]


def early(source: Source, statement: Node, leave_kinds: frozenset[str]) -> Guard | None:
    """``if (c) return;`` or ``throw`` before: ``!(c)`` holds afterwards."""
    if statement.type != "if_statement" or statement.child_by_field_name("alternative"):
        return None
    body = statement.child_by_field_name("consequence")
    condition = statement.child_by_field_name("condition")
    if body is None or condition is None:
        return None
    last: Node | None = body
    if body.type == "block":
        inner = plain(body)
        last = inner[-1] if inner else None
    if last is None:
        return None
    leaves = last.type in leave_kinds
    if not leaves and last.type == "yield_statement":
        leaves = any(c.type == "break" for c in last.children)
    return negated(source, condition, "early") if leaves else None


def holding(source: Source, condition: Node, kind: str) -> Guard:
    """A condition that holds as written."""
    inner = bare(condition)
    return Guard(source.flat(inner), inner.start_point.row + 1, kind)


def negated(source: Source, condition: Node, kind: str) -> Guard:
    """A condition that must not hold, with its negation written out."""
    inner = bare(condition)
    line = inner.start_point.row + 1
    text = source.flat(inner)
    if inner.type == "prefix_unary_expression" and text.startswith("!"):
        turned = plain(inner)
        if turned:
            return Guard(source.flat(bare(turned[0])), line, kind, text)
    return Guard(negation(text, simple=inner.type in _SIMPLE), line, kind, text)
