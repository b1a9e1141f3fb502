"""The conditions on the path to a Ruby statement: branches, modifiers, ``or``, early exits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.languages.interface import Source
from errdex.model.facts import Guard

if TYPE_CHECKING:
    from tree_sitter import Node

LEAVING = frozenset({"return", "break", "next", "redo", "retry"})
_RAISING = frozenset({
    "raise", "fail", "abort", "exit", "exit!", "throw", "halt", "render_404", "not_found!", "odie",
})  # fmt: skip
_SIMPLE = frozenset({
    "identifier", "call", "constant", "instance_variable", "element_reference", "scope_resolution",
    "global_variable", "nil", "true", "false", "class_variable",
})  # fmt: skip
_LOOPS = frozenset({
    "each", "each_with_index", "each_pair", "each_value", "each_key", "map", "times", "select",
    "reject", "flat_map", "each_slice", "each_with_object", "each_line", "loop", "upto", "collect",
    "each_char", "each_byte", "reverse_each", "find_each", "inject", "reduce",
})  # fmt: skip
_CALLED = frozenset({"fetch", "dig", "find_index", "synchronize", "transform_values"})


def guards(source: Source, parent: Node, child: Node) -> list[Guard]:
    """The conditions under which control goes from ``parent`` into ``child``."""
    rule = _RULES.get(parent.type)
    return rule(source, parent, child) if rule is not None else []


def plain(source: Source, condition: Node, kind: str) -> Guard:
    """A condition that holds as written."""
    return Guard(source.flat(_bare(condition)), condition.start_point.row + 1, kind)


def negated(source: Source, condition: Node, kind: str) -> Guard:
    """A condition that must not hold, with its negation written out."""
    condition = _bare(condition)
    text = source.flat(condition)
    line = condition.start_point.row + 1
    if condition.type == "unary":
        inner = condition.child_by_field_name("operand")
        operator = condition.child_by_field_name("operator")
        if inner is not None and operator is not None and source.text(operator) in ("!", "not"):
            return Guard(source.flat(_bare(inner)), line, kind, text)
    turned = f"not {text}" if condition.type in _SIMPLE else f"not ({text})"
    return Guard(turned, line, kind, text)


def _bare(node: Node) -> Node:
    while node.type == "parenthesized_statements" and node.named_child_count == 1:
        node = node.named_children[0]
    return node


def early(source: Source, statement: Node) -> Guard | None:
    """What holds after a statement that leaves under a condition."""
    kind = statement.type
    if kind in ("if_modifier", "unless_modifier", "if", "unless"):
        condition = statement.child_by_field_name("condition")
        body = statement.child_by_field_name("body") or statement.child_by_field_name("consequence")
        if condition is None or body is None or statement.child_by_field_name("alternative"):
            return None
        if not leaves(source, body):
            return None
        turn = negated if kind.startswith("if") else plain
        return turn(source, condition, "early")
    if kind == "binary":
        left, right = statement.child_by_field_name("left"), statement.child_by_field_name("right")
        operator = statement.child_by_field_name("operator")
        if left is None or right is None or operator is None or not leaves(source, right):
            return None
        sign = source.text(operator)
        if sign in ("or", "||"):
            return plain(source, left, "early")
        if sign in ("and", "&&") and not leaves(source, left):
            return negated(source, left, "early")
    return None


def leaves(source: Source, node: Node | None) -> bool:
    """Whether control does not come out behind a statement or a block of them."""
    for _ in range(4):
        if node is None:
            return False
        if node.type in LEAVING:
            return True
        if node.type == "call":
            method = node.child_by_field_name("method")
            receiver = node.child_by_field_name("receiver")
            return (
                method is not None
                and source.text(method) in _RAISING
                and (receiver is None or source.text(receiver) in ("Kernel", "self"))
            )
        if node.type == "identifier":
            return source.text(node) in _RAISING
        if node.type == "binary":  # render(…) and return
            node = node.child_by_field_name("right")
            continue
        if node.type not in ("then", "body_statement", "parenthesized_statements", "block_body"):
            return False
        inner = [c for c in node.named_children if c.type not in ("comment", "heredoc_body")]
        node = inner[-1] if inner else None
    return False


def _branch(source: Source, parent: Node, child: Node) -> list[Guard]:
    condition = parent.child_by_field_name("condition")
    if condition is None or child == condition:
        return []
    positive = parent.type != "unless"
    if child == parent.child_by_field_name("alternative"):
        turn = negated if positive else plain
        return [turn(source, condition, "else")]
    return [(plain if positive else negated)(source, condition, "if")]


def _modifier(source: Source, parent: Node, child: Node) -> list[Guard]:
    condition = parent.child_by_field_name("condition")
    if condition is None or child == condition:
        return []
    if parent.type in ("while_modifier", "until_modifier", "while", "until"):
        turn = plain if parent.type.startswith("while") else negated
        return [turn(source, condition, "loop")]
    turn = plain if parent.type == "if_modifier" else negated
    return [turn(source, condition, "if")]


def _either(source: Source, parent: Node, child: Node) -> list[Guard]:
    left, operator = parent.child_by_field_name("left"), parent.child_by_field_name("operator")
    if left is None or operator is None or child != parent.child_by_field_name("right"):
        return []
    sign = source.text(operator)
    if sign in ("or", "||"):
        return [negated(source, left, "if")]
    return [plain(source, left, "if")] if sign in ("and", "&&") else []


def _defaulted(source: Source, parent: Node, child: Node) -> list[Guard]:
    """``x ||= raise(…)``."""
    left, operator = parent.child_by_field_name("left"), parent.child_by_field_name("operator")
    if left is None or operator is None or child == left or source.text(operator) != "||=":
        return []
    return [negated(source, left, "if")]


def _when(source: Source, parent: Node, child: Node) -> list[Guard]:
    """One arm of a ``case``: ``x matches a, b``, or the condition itself without a subject."""
    if child != parent.child_by_field_name("body"):
        return []
    case = parent.parent
    subject = case.child_by_field_name("value") if case is not None else None
    shown = source.before(parent, child).removeprefix("when ").removeprefix("in ")
    shown = shown.removesuffix(" then")
    text = f"{source.flat(subject)} matches {shown}" if subject is not None else shown
    kind = "match" if subject is not None else "if"
    return [Guard(text, parent.start_point.row + 1, kind)]


def _otherwise(source: Source, parent: Node, child: Node) -> list[Guard]:
    """The ``else`` of a ``case``: none of its patterns matches."""
    if child.type != "else":
        return []
    subject = parent.child_by_field_name("value")
    patterns = [
        source.flat(pattern, 80)
        for arm in parent.named_children[:40]
        if arm.type in ("when", "in_clause")
        for pattern in arm.children_by_field_name("pattern")
    ]
    if not patterns:
        return []
    shown = ", ".join(patterns)[:300]
    line = parent.start_point.row + 1
    if subject is None:
        return [Guard(f"not ({shown.replace(', ', ' or ')})", line, "else", shown)]
    text = f"{source.flat(subject)} matches {shown}"
    return [Guard(f"not ({text})", line, "else", text)]


def _rescue(source: Source, parent: Node, child: Node) -> list[Guard]:
    if child != parent.child_by_field_name("body"):
        return []
    caught = parent.child_by_field_name("exceptions")
    text = source.flat(caught) if caught is not None else "StandardError"
    return [Guard(text, parent.start_point.row + 1, "catch")]


def _rescued(source: Source, parent: Node, child: Node) -> list[Guard]:
    if child != parent.child_by_field_name("handler"):
        return []
    return [Guard("StandardError", parent.start_point.row + 1, "catch")]


def _for(source: Source, parent: Node, child: Node) -> list[Guard]:
    if child != parent.child_by_field_name("body"):
        return []
    header = source.before(parent, child).removesuffix(" do")
    return [Guard(header, parent.start_point.row + 1, "loop")]


def _called(source: Source, parent: Node, child: Node) -> list[Guard]:
    """A block that a call runs: once for each element, or when a key is absent."""
    if child.type not in ("block", "do_block"):
        return []
    method = parent.child_by_field_name("method")
    name = source.text(method) if method is not None else ""
    if name not in _LOOPS and name not in _CALLED:
        return []
    body = child.child_by_field_name("body") or child
    text = source.before(parent, body).removesuffix(" do").rstrip(" {")
    if name in _CALLED:
        text = " ".join(
            source.data[parent.start_byte : child.start_byte].decode("utf-8", "replace").split()
        )
        return [Guard(text[:400], parent.start_point.row + 1, "closure")]
    return [Guard(text, parent.start_point.row + 1, "loop")]


_RULES = {
    "if": _branch,
    "unless": _branch,
    "elsif": _branch,
    "conditional": _branch,
    "if_modifier": _modifier,
    "unless_modifier": _modifier,
    "while_modifier": _modifier,
    "until_modifier": _modifier,
    "while": _modifier,
    "until": _modifier,
    "binary": _either,
    "operator_assignment": _defaulted,
    "when": _when,
    "in_clause": _when,
    "case": _otherwise,
    "case_match": _otherwise,
    "rescue": _rescue,
    "rescue_modifier": _rescued,
    "for": _for,
    "call": _called,
}
