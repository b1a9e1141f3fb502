"""The conditions on the path to a C site."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import c_evidence
from errdex.model.facts import Guard

if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Node

    from errdex.languages.interface import Source

LEAVES = frozenset(
    {
        "return_statement",
        "goto_statement",
        "continue_statement",
        "break_statement",
        "throw_statement",
    }
)
_SIMPLE = frozenset(
    {
        "identifier",
        "field_expression",
        "call_expression",
        "subscript_expression",
        "pointer_expression",
        "qualified_identifier",
        "true",
        "false",
        "this",
    }
)
_INCLUDE_ONCE = re.compile(r"_H_*$|_HPP_*$|_INCLUDED_*$|_HH_*$|_HXX_*$|^__cplusplus$")


def _is(node: Node | None, child: Node) -> bool:
    return node is not None and node.id == child.id


def _branch(source: Source, parent: Node, child: Node) -> list[Guard]:
    condition = parent.child_by_field_name("condition")
    if condition is None:
        return []
    if _is(parent.child_by_field_name("consequence"), child):
        return [plain(source, condition, "if")]
    if _is(parent.child_by_field_name("alternative"), child):
        return [negated(source, condition, "else")]
    return []


def _loop(source: Source, parent: Node, child: Node) -> list[Guard]:
    condition = parent.child_by_field_name("condition")
    if condition is None or not _is(parent.child_by_field_name("body"), child):
        return []
    if parent.type == "do_statement":
        return []
    text = source.flat(bare(condition))
    return [] if text in ("1", "true") else [Guard(text, condition.start_point.row + 1, "loop")]


def _for(source: Source, parent: Node, child: Node) -> list[Guard]:
    if not _is(parent.child_by_field_name("body"), child):
        return []
    header = source.before(parent, child)
    return [Guard(header, parent.start_point.row + 1, "loop")]


def _case(source: Source, parent: Node, child: Node) -> list[Guard]:
    label = parent.child_by_field_name("value")
    if _is(label, child):
        return []
    body = parent.parent
    switch = body.parent if body is not None else None
    condition = switch.child_by_field_name("condition") if switch is not None else None
    subject = source.flat(bare(condition), 200) if condition is not None else "switch"
    line = parent.start_point.row + 1
    if label is None:
        return [Guard(f"{subject} matches default", line, "match")]
    labels = [source.flat(label, 120)]
    above = parent.prev_named_sibling
    while above is not None and above.type == "case_statement" and above.named_child_count == 1:
        other = above.child_by_field_name("value")
        if other is None or len(labels) > 7:
            break
        labels.append(source.flat(other, 120))
        above = above.prev_named_sibling
    return [Guard(f"{subject} matches {' | '.join(reversed(labels))}", line, "match")]


def _catch(source: Source, parent: Node, child: Node) -> list[Guard]:
    if not _is(parent.child_by_field_name("body"), child):
        return []
    caught = parent.child_by_field_name("parameters")
    text = source.flat(caught, 200).strip("() ") if caught is not None else "any exception"
    return [Guard("any exception" if text == "..." else text, parent.start_point.row + 1, "catch")]


def _shortcut(source: Source, parent: Node, child: Node) -> list[Guard]:
    """``x || die("…")`` and ``x && error("…")``."""
    left, right = parent.child_by_field_name("left"), parent.child_by_field_name("right")
    operator = parent.child_by_field_name("operator")
    if left is None or operator is None or not _is(right, child):
        return []
    if operator.type in ("&&", "and"):
        return [plain(source, left, "if")]
    return [negated(source, left, "if")] if operator.type in ("||", "or") else []


def _configured(source: Source, parent: Node, child: Node) -> list[Guard]:
    """What the preprocessor tests; the guard of a whole header is no condition."""
    if parent.type == "preproc_if" or parent.type == "preproc_elif":
        tested = parent.child_by_field_name("condition")
        text = source.flat(tested, 300) if tested is not None else ""
    else:
        tested = parent.child_by_field_name("name")
        name = source.text(tested) if tested is not None else ""
        if not name or _INCLUDE_ONCE.search(name):
            return []
        negative = parent.children[0].type == "#ifndef"
        text = f"!defined({name})" if negative else f"defined({name})"
    if not text or tested is None or _is(tested, child):
        return []
    if not _is(parent.child_by_field_name("alternative"), child):
        return [Guard(text, tested.start_point.row + 1, "if")]
    turned = text[1:] if re.fullmatch(r"!defined\(\w+\)", text) else f"!({text})"
    turned = f"!{text}" if re.fullmatch(r"defined\(\w+\)", text) else turned
    return [Guard(turned, tested.start_point.row + 1, "else", text)]


RULES: dict[str, Callable[[Source, Node, Node], list[Guard]]] = {
    "if_statement": _branch,
    "conditional_expression": _branch,
    "while_statement": _loop,
    "for_statement": _for,
    "for_range_loop": _for,
    "case_statement": _case,
    "catch_clause": _catch,
    "binary_expression": _shortcut,
    "preproc_if": _configured,
    "preproc_ifdef": _configured,
    "preproc_elif": _configured,
}


def bare(condition: Node) -> Node:
    """A condition without the brackets around it."""
    while condition.type in ("parenthesized_expression", "condition_clause"):
        inner = [c for c in condition.named_children if c.type != "comment"]
        if len(inner) != 1:
            break
        condition = inner[0]
    return condition


def plain(source: Source, condition: Node, kind: str) -> Guard:
    """A condition that holds as written."""
    at = bare(condition)
    text = source.flat(at)
    if at.type == "condition_clause":
        text = text[1:-1].strip()
    return Guard(text, at.start_point.row + 1, kind)


def negated(source: Source, condition: Node, kind: str) -> Guard:
    """A condition that must not hold, with its negation written out."""
    at = bare(condition)
    text = source.flat(at)
    line = at.start_point.row + 1
    if at.type == "condition_clause":
        text = text[1:-1].strip()
    if at.type == "unary_expression" and at.children[0].type in ("!", "not"):
        return Guard(source.flat(bare(at.children[-1])), line, kind, text)
    turned = f"!{text}" if at.type in _SIMPLE else f"!({text})"
    return Guard(turned, line, kind, text)


def early(source: Source, statement: Node) -> Guard | None:
    """``if (c) return …;`` before: ``!(c)`` holds afterwards."""
    if statement.child_by_field_name("alternative") is not None:
        return None
    body = statement.child_by_field_name("consequence")
    condition = statement.child_by_field_name("condition")
    if body is None or condition is None:
        return None
    last: Node | None = body
    if body.type == "compound_statement":
        inner = [c for c in body.named_children if c.type != "comment"]
        last = inner[-1] if inner else None
    if last is None or not (last.type in LEAVES or c_evidence.calls_exit(source, last)):
        return None
    return negated(source, condition, "early")
