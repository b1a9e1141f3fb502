"""The conditions on the path to a Go site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.languages.locals import enclosing
from errdex.model.facts import Guard

if TYPE_CHECKING:
    from tree_sitter import Node

    from errdex.languages.interface import Source

LEAVES = frozenset({"return_statement", "continue_statement", "break_statement", "goto_statement"})
_LEAVING_CALLS = frozenset(
    ["panic", "os.Exit", "log.Fatal", "log.Fatalf", "log.Fatalln", "log.Panic", "log.Panicf"]
)
_SIMPLE = frozenset(
    [
        "identifier",
        "selector_expression",
        "call_expression",
        "index_expression",
        "type_assertion_expression",
        "true",
        "false",
    ]
)
_OPPOSITES = {"==": "!=", "!=": "=="}
_STATEMENTS = frozenset({"statement_list"})
MAX_BACK = 6


def _branch(source: Source, parent: Node, child: Node) -> list[Guard]:
    condition = parent.child_by_field_name("condition")
    if condition is None:
        return []
    if child == parent.child_by_field_name("consequence"):
        return [failed(source, condition, parent) or plain(source, condition, "if")]
    if child == parent.child_by_field_name("alternative"):
        return [negated(source, condition, "else")]
    return []


def _loop(source: Source, parent: Node, child: Node) -> list[Guard]:
    if child.type != "block":
        return []
    header = source.before(parent, child)
    return [Guard(header, parent.start_point.row + 1, "loop")] if header != "for" else []


def _case(source: Source, parent: Node, child: Node) -> list[Guard]:
    if child.type != "statement_list":
        return []
    switch = parent.parent
    if switch is None:
        return []
    line = parent.start_point.row + 1
    subject = switch.child_by_field_name("value")
    shown = source.flat(subject, 200) if subject is not None else ""
    if switch.type == "type_switch_statement":
        shown += ".(type)"
        kinds = parent.children_by_field_name("type")
        tests = [k for k in kinds if k.is_named]
    else:
        listing = parent.child_by_field_name("value")
        tests = [c for c in listing.named_children if c.type != "comment"] if listing else []
    if parent.type == "default_case":
        return _default(source, switch, shown, line)
    if not shown and len(tests) == 1:
        return [plain(source, tests[0], "if")]
    if not shown:
        return [Guard(" || ".join(source.flat(t, 200) for t in tests), line, "if")]
    pattern = " | ".join(source.flat(t, 100) for t in tests)
    return [Guard(f"{shown} matches {pattern}", line, "match")]


def _default(source: Source, switch: Node, shown: str, line: int) -> list[Guard]:
    if shown:
        return [Guard(f"{shown} matches any other value", line, "match")]
    found: list[Guard] = []
    for case in switch.named_children:
        listing = case.child_by_field_name("value") if case.type == "expression_case" else None
        if listing is not None:
            found.extend(
                negated(source, c, "else") for c in listing.named_children if c.type != "comment"
            )
    return found[:4]


def _communication(source: Source, parent: Node, child: Node) -> list[Guard]:
    communication = parent.child_by_field_name("communication")
    if child.type != "statement_list" or communication is None:
        return []
    text = f"select matches {source.flat(communication)}"
    return [Guard(text, parent.start_point.row + 1, "match")]


RULES = {
    "if_statement": _branch,
    "for_statement": _loop,
    "expression_case": _case,
    "type_case": _case,
    "default_case": _case,
    "communication_case": _communication,
}


def plain(source: Source, condition: Node, kind: str) -> Guard:
    """A condition that holds as written."""
    return Guard(source.flat(condition), condition.start_point.row + 1, kind)


def negated(source: Source, condition: Node, kind: str) -> Guard:
    """A condition that must not hold, with its negation written out."""
    while condition.type == "parenthesized_expression" and condition.named_child_count == 1:
        condition = condition.named_children[0]
    text = source.flat(condition)
    line = condition.start_point.row + 1
    if condition.type == "unary_expression" and condition.children[0].type == "!":
        inner = condition.children[-1]
        while inner.type == "parenthesized_expression" and inner.named_child_count == 1:
            inner = inner.named_children[0]
        return Guard(source.flat(inner), line, kind, text)
    operator = condition.child_by_field_name("operator")
    if condition.type == "binary_expression" and operator is not None:
        left, right = (condition.child_by_field_name(side) for side in ("left", "right"))
        opposite = _OPPOSITES.get(operator.type)
        if opposite is not None and left is not None and right is not None:
            turned = f"{source.flat(left, 190)} {opposite} {source.flat(right, 190)}"
            return Guard(turned, line, kind, text)
    return Guard(f"!{text}" if condition.type in _SIMPLE else f"!({text})", line, kind, text)


def checked_error(source: Source, condition: Node) -> str:
    """The name that ``err != nil`` tests; ``""`` for any other condition."""
    if condition.type != "binary_expression":
        return ""
    left, right = (condition.child_by_field_name(side) for side in ("left", "right"))
    operator = condition.child_by_field_name("operator")
    if left is None or right is None or operator is None or operator.type != "!=":
        return ""
    if left.type != "identifier" or right.type != "nil":
        return ""
    name = source.text(left)
    return name if name.lower().endswith(("err", "error", "e")) and len(name) < 20 else ""


def failed(source: Source, condition: Node, branch: Node) -> Guard | None:
    """``err != nil`` as the call whose failure it tests, where that call stands right before."""
    name = checked_error(source, condition)
    if not name:
        return None
    made = branch.child_by_field_name("initializer")
    before = branch.prev_named_sibling if made is None else None
    if made is None and branch.parent is not None and branch.parent.type == "if_statement":
        made = branch.parent.child_by_field_name("initializer")
    for _ in range(MAX_BACK):
        call = _call_into(source, made if made is not None else before, name)
        if call is not None:
            text, line = source.flat(call), call.start_point.row + 1
            return Guard(text, line, "closure", source.flat(condition))
        if made is not None or before is None:
            return None
        before = before.prev_named_sibling
    return None


def _call_into(source: Source, statement: Node | None, name: str) -> Node | None:
    """The call whose result a statement puts last into a name."""
    if statement is None or statement.type not in (
        "short_var_declaration",
        "assignment_statement",
    ):
        return None
    left, right = statement.child_by_field_name("left"), statement.child_by_field_name("right")
    if left is None or right is None or right.named_child_count != 1 or not left.named_child_count:
        return None
    if source.text(left.named_children[-1]) != name:
        return None
    value = right.named_children[0]
    return value if value.type == "call_expression" else None


def early(source: Source, statement: Node) -> Guard | None:
    """``if c { return … }`` before: ``!(c)`` holds afterwards; that no error came says nothing."""
    if statement.type != "if_statement" or statement.child_by_field_name("alternative"):
        return None
    condition = statement.child_by_field_name("condition")
    body = statement.child_by_field_name("consequence")
    if condition is None or body is None or checked_error(source, condition):
        return None
    return negated(source, condition, "early") if leaves(source, body) else None


def leaves(source: Source, body: Node) -> bool:
    """Whether a block ends by leaving."""
    listing = next((c for c in body.named_children if c.type == "statement_list"), None)
    last = listing.named_children[-1] if listing is not None and listing.named_children else None
    while last is not None and last.type == "comment":
        last = last.prev_named_sibling
    if last is None:
        return False
    if last.type == "expression_statement" and last.named_child_count:
        call = last.named_children[0]
        callee = call.child_by_field_name("function") if call.type == "call_expression" else None
        return callee is not None and source.text(callee) in _LEAVING_CALLS
    return last.type in LEAVES


def in_statements(node: Node) -> Node | None:
    """The statement of a list in which a node stands."""
    at: Node | None = node
    while at is not None and at.parent is not None and at.parent.type != "statement_list":
        at = at.parent
    return at if at is not None and enclosing(at, _STATEMENTS) is not None else None
