"""The conditions on the path to a place in Java code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.languages.curly import negation
from errdex.languages.interface import Source
from errdex.languages.java_nodes import COMMENTS, bare, name_of
from errdex.languages.jvm_names import THROWING
from errdex.model.facts import Guard

if TYPE_CHECKING:
    from tree_sitter import Node

_SIMPLE = frozenset(
    {"identifier", "field_access", "method_invocation", "array_access", "this", "true", "false"}
)
_LOOPS = frozenset({"for_statement", "enhanced_for_statement"})
MAX_CASES = 12


def guards(source: Source, parent: Node, child: Node) -> list[Guard]:
    """The conditions under which control goes from ``parent`` into ``child``."""
    kind = parent.type
    if kind in ("if_statement", "ternary_expression"):
        condition = parent.child_by_field_name("condition")
        if condition is None or child == condition or not child.is_named:
            return []
        if child == parent.child_by_field_name("consequence"):
            return [plain(source, condition, "if")]
        return [negated(source, condition, "else")]
    if kind == "binary_expression":
        return _short_circuit(source, parent, child)
    if kind in _LOOPS or kind == "while_statement":
        return _loop(source, parent, child)
    if kind == "catch_clause" and child.type == "block":
        return _caught(source, parent)
    if kind in ("switch_block_statement_group", "switch_rule"):
        return _case(source, parent, child)
    if kind == "argument_list" and child.type == "lambda_expression":
        return _callback(source, parent, child)
    return []


def _short_circuit(source: Source, parent: Node, child: Node) -> list[Guard]:
    operator, left = parent.child_by_field_name("operator"), parent.child_by_field_name("left")
    if operator is None or left is None or child == left:
        return []
    if operator.type == "&&":
        return [plain(source, left, "if")]
    return [negated(source, left, "else")] if operator.type == "||" else []


def _loop(source: Source, parent: Node, child: Node) -> list[Guard]:
    if child != parent.child_by_field_name("body"):
        return []
    if parent.type == "while_statement":
        condition = parent.child_by_field_name("condition")
        return [plain(source, condition, "loop")] if condition is not None else []
    header = source.data[parent.start_byte : child.start_byte].decode("utf-8", "replace")
    return [Guard(" ".join(header.split())[:400], parent.start_point.row + 1, "loop")]


def _caught(source: Source, clause: Node) -> list[Guard]:
    named = next((c for c in clause.named_children if c.type == "catch_formal_parameter"), None)
    text = source.flat(named).removeprefix("final ") if named is not None else "any exception"
    return [Guard(text, clause.start_point.row + 1, "catch")]


def labels_of(source: Source, case: Node) -> list[str] | None:
    """The values of a case, None where ``default`` is among them."""
    values: list[str] = []
    for label in case.named_children:
        if label.type != "switch_label":
            continue
        if any(c.type == "default" for c in label.children):
            return None
        for child in label.named_children:
            if child.type == "guard" and values:
                values[-1] += " " + source.flat(child)
            elif child.type not in COMMENTS:
                values.append(source.flat(child))
    return values


def _case(source: Source, case: Node, child: Node) -> list[Guard]:
    """A case with the empty ones that fall into it; ``default`` as none of the others."""
    body = case.parent
    switch = body.parent if body is not None else None
    subject = switch.child_by_field_name("condition") if switch is not None else None
    if child.type == "switch_label" or body is None or subject is None:
        return []
    line = case.start_point.row + 1
    told = source.flat(bare(subject))
    own = labels_of(source, case)
    if own is None:
        listed = [labels_of(source, c) for c in body.named_children if c.type == case.type]
        known = [value for values in listed if values for value in values]
        if not known or len(known) > MAX_CASES:
            return [Guard(f"{told} matches no other case", line, "match")]
        return [Guard(f"!({told} matches {' | '.join(known)})", line, "match", "default")]
    before = case.prev_named_sibling
    while before is not None and before.type == case.type and _is_empty(before):
        fallen = labels_of(source, before)
        if fallen is None:
            break
        own = [*fallen, *own]
        before = before.prev_named_sibling
    return [Guard(f"{told} matches {' | '.join(own)}", line, "match")]


def _is_empty(case: Node) -> bool:
    return all(c.type == "switch_label" or c.type in COMMENTS for c in case.named_children)


def _callback(source: Source, listing: Node, child: Node) -> list[Guard]:
    """``x.orElseThrow(() -> …)`` answers an absent value, ``x.forEach(y -> …)`` is a loop."""
    call = listing.parent
    owner = call.child_by_field_name("object") if call is not None else None
    if call is None or owner is None or call.type != "method_invocation":
        return []
    name = name_of(source, call)
    line = call.start_point.row + 1
    params = child.child_by_field_name("parameters")
    shown = source.flat(params, 60).strip("()") if params is not None else "_"
    if name in THROWING or name in ("orElseGet", "onErrorResume", "onErrorMap", "exceptionally"):
        return [Guard(source.flat(owner, 300), line, "closure")]
    if name == "forEach":
        return [Guard(f"for ({shown} : {source.flat(owner, 200)})", line, "loop")]
    if name == "ifPresent":
        return [Guard(f"{source.flat(owner, 300)}.isPresent()", line, "if")]
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
    if body.type == "block":
        inner = [c for c in body.named_children if c.type not in COMMENTS]
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
        turned = inner.child_by_field_name("operand")
        if turned is not None:
            return Guard(source.flat(bare(turned)), line, kind, text)
    return Guard(negation(text, simple=inner.type in _SIMPLE), line, kind, text)
