"""The conditions on the path to a place in PHP code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.languages.curly import negation
from errdex.languages.interface import Source
from errdex.languages.php_nodes import CALLS, bare
from errdex.model.facts import Guard

if TYPE_CHECKING:
    from tree_sitter import Node

_SIMPLE = CALLS | {
    "variable_name",
    "member_access_expression",
    "subscript_expression",
    "boolean",
    "class_constant_access_expression",
    "name",
}
_LOOPS = frozenset({"for_statement", "foreach_statement"})
_AND = frozenset({"&&", "and"})
_OR = frozenset({"||", "or"})
MAX_CASES = 12


def guards(source: Source, parent: Node, child: Node) -> list[Guard]:
    """The conditions under which control goes from ``parent`` into ``child``."""
    kind = parent.type
    if kind == "if_statement":
        return _branch(source, parent, child)
    if kind in ("else_if_clause", "while_statement"):
        condition = parent.child_by_field_name("condition")
        if condition is None or child != parent.child_by_field_name("body"):
            return []
        return [plain(source, condition, "if" if kind == "else_if_clause" else "loop")]
    if kind == "conditional_expression":
        return _ternary(source, parent, child)
    if kind == "binary_expression":
        return _short_circuit(source, parent, child)
    if kind in _LOOPS:
        if child != parent.child_by_field_name("body"):
            return []
        header = source.data[parent.start_byte : child.start_byte].decode("utf-8", "replace")
        return [Guard(" ".join(header.split())[:400], parent.start_point.row + 1, "loop")]
    if kind == "catch_clause":
        return _caught(source, parent, child)
    if kind in ("case_statement", "default_statement"):
        return _case(source, parent, child)
    if kind in ("match_conditional_expression", "match_default_expression"):
        return _arm(source, parent, child)
    return []


def _branch(source: Source, parent: Node, child: Node) -> list[Guard]:
    condition = parent.child_by_field_name("condition")
    if condition is None or child == condition:
        return []
    if child == parent.child_by_field_name("body"):
        return [plain(source, condition, "if")]
    found = [negated(source, condition, "else")]
    for other in parent.children_by_field_name("alternative"):
        if other == child:
            break
        tested = other.child_by_field_name("condition")
        if tested is not None:
            found.append(negated(source, tested, "else"))
    return found[-4:]


def _ternary(source: Source, parent: Node, child: Node) -> list[Guard]:
    condition = parent.child_by_field_name("condition")
    if condition is None or child == condition or not child.is_named:
        return []
    if child == parent.child_by_field_name("body"):
        return [plain(source, condition, "if")]
    return [negated(source, condition, "else")]


def _short_circuit(source: Source, parent: Node, child: Node) -> list[Guard]:
    operator, left = parent.child_by_field_name("operator"), parent.child_by_field_name("left")
    if operator is None or left is None or child == left:
        return []
    sign = source.text(operator).lower()
    if sign in _AND:
        return [plain(source, left, "if")]
    if sign in _OR:
        return [negated(source, left, "else")]
    if sign == "??":
        return [Guard(f"{source.flat(left)} === null", left.start_point.row + 1, "else")]
    return []


def _caught(source: Source, clause: Node, child: Node) -> list[Guard]:
    if child != clause.child_by_field_name("body"):
        return []
    kind, name = clause.child_by_field_name("type"), clause.child_by_field_name("name")
    text = " ".join(source.flat(part) for part in (kind, name) if part is not None)
    return [Guard(text or "any exception", clause.start_point.row + 1, "catch")]


def _case(source: Source, case: Node, child: Node) -> list[Guard]:
    """A case with the empty ones that fall into it; ``default`` as none of the others."""
    value = case.child_by_field_name("value")
    body = case.parent
    switch = body.parent if body is not None else None
    subject = switch.child_by_field_name("condition") if switch is not None else None
    if body is None or subject is None or (value is not None and child == value):
        return []
    told, line = source.flat(bare(subject)), case.start_point.row + 1
    if value is None:
        known = [c.child_by_field_name("value") for c in body.named_children]
        return [_none_of(source, told, [v for v in known if v is not None], line)]
    values = [source.flat(value)]
    before = case.prev_named_sibling
    while before is not None and before.type == "case_statement":
        tested = before.child_by_field_name("value")
        if tested is None or any(c != tested for c in before.named_children if c.type != "comment"):
            break
        values.insert(0, source.flat(tested))
        before = before.prev_named_sibling
    return [_one_of(told, values, line)]


def _arm(source: Source, arm: Node, child: Node) -> list[Guard]:
    body = arm.parent
    match = body.parent if body is not None else None
    subject = match.child_by_field_name("condition") if match is not None else None
    tested = arm.child_by_field_name("conditional_expressions")
    if body is None or subject is None or (tested is not None and child == tested):
        return []
    told, line = source.flat(bare(subject)), arm.start_point.row + 1
    if tested is not None:
        return [_one_of(told, [source.flat(c) for c in tested.named_children], line)]
    known: list[Node] = []
    for other in body.named_children:
        listed = other.child_by_field_name("conditional_expressions")
        known.extend(listed.named_children if listed is not None else ())
    return [_none_of(source, told, known, line)]


def _one_of(told: str, values: list[str], line: int) -> Guard:
    if told == "true":
        return Guard(" || ".join(values), line, "match")
    return Guard(f"{told} matches {' | '.join(values)}", line, "match")


def _none_of(source: Source, told: str, values: list[Node], line: int) -> Guard:
    if not values or len(values) > MAX_CASES:
        return Guard(f"{told} matches no other case", line, "match")
    shown = [source.flat(value, 80) for value in values]
    if told == "true":
        return Guard(f"!({' || '.join(shown)})", line, "match", "default")
    return Guard(f"!({told} matches {' | '.join(shown)})", line, "match", "default")


def early(source: Source, statement: Node, leave_kinds: frozenset[str]) -> Guard | None:
    """``if (c) return;`` or ``throw`` before: ``!(c)`` holds afterwards."""
    if statement.type != "if_statement" or statement.child_by_field_name("alternative"):
        return None
    body = statement.child_by_field_name("body")
    condition = statement.child_by_field_name("condition")
    if body is None or condition is None:
        return None
    last: Node | None = body
    if body.type in ("compound_statement", "colon_block"):
        inner = [c for c in body.named_children if c.type != "comment"]
        last = inner[-1] if inner else None
    if last is None or not leaves(source, last, leave_kinds):
        return None
    return negated(source, condition, "early")


def leaves(source: Source, statement: Node, leave_kinds: frozenset[str]) -> bool:
    """Whether control does not reach what follows a statement."""
    if statement.type in leave_kinds:
        return True
    if statement.type != "expression_statement" or not statement.named_children:
        return False
    inner = statement.named_children[0]
    if inner.type == "function_call_expression":
        called = inner.child_by_field_name("function")
        return called is not None and source.text(called) in ("die", "exit", "wp_die", "abort")
    return inner.type == "throw_expression"


def plain(source: Source, condition: Node, kind: str) -> Guard:
    """A condition that holds as written."""
    inner = bare(condition)
    return Guard(source.flat(inner), inner.start_point.row + 1, kind)


def negated(source: Source, condition: Node, kind: str) -> Guard:
    """A condition that must not hold, with its negation written out."""
    inner = bare(condition)
    line = inner.start_point.row + 1
    text = source.flat(inner)
    if inner.type == "unary_op_expression" and text.startswith("!"):
        turned = inner.child_by_field_name("argument")
        if turned is not None:
            return Guard(source.flat(bare(turned)), line, kind, text)
    return Guard(negation(text, simple=inner.type in _SIMPLE), line, kind, text)
