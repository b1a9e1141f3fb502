"""Which assignments of a local name can reach a place: the message in a variable."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tree_sitter import QueryCursor

from errdex.languages.interface import Source, Text, joined, placeholder
from errdex.languages.queries import query

if TYPE_CHECKING:
    from tree_sitter import Node

LIMIT = 6
MENTIONS = 48
MAX_CLIMB = 500
_CASES = frozenset(
    {"switch_case", "switch_default", "switch_block_statement_group", "switch_section"}
)
# branches whose arms are nodes of their own kinds beside the condition
_ARMED = frozenset({"if", "unless", "elsif", "case", "case_match"})
_ARMS = frozenset({"then", "else", "elsif", "when", "in_clause"})
_BRANCHES = frozenset(
    {"if_statement", "else_clause", "while_statement", "for_statement", "for_range_loop"}
    | {"if_modifier", "unless_modifier"}
)


class Assignment(NamedTuple):
    """One assignment: its statement, whether it adds, and the value (None: unknown)."""

    node: Node
    adds: bool
    value: Node | None


def reaching_texts(source: Source, name: str, use: Node) -> list[Text]:
    """What the local ``name`` may say at ``use``; empty when no assignment of it is in sight."""
    scope = enclosing(use, source.language.function_kinds) or source.root
    assignments = _assignments(source, scope, name)
    found: list[Text] = []
    tails: list[tuple[tuple[Node, list[Text]], ...]] = [()]
    block = source.language.block_kinds
    for assignment in reversed(assignments):
        if assignment.node.start_byte >= use.start_byte or len(found) >= LIMIT:
            continue
        if _exclusive(assignment.node, use):
            continue
        home = _home(assignment.node, block) or source.root
        dominates = home.start_byte <= use.start_byte and use.end_byte <= home.end_byte
        if not dominates and _leaves_after(source, assignment.node, home):
            continue
        if assignment.value is None:
            if dominates:
                return found
            continue
        if name in source.resolving:
            return found
        source.resolving.add(name)
        try:
            texts = source.language.texts(source, assignment.value)
        finally:
            source.resolving.discard(name)
        if assignment.adds:
            added = (assignment.node, texts)
            longer = [
                (added, *tail)
                for tail in tails
                if not tail or not _exclusive(added[0], tail[0][0])  # one arm adds, not both
            ]
            tails = (longer if dominates else [*tails, *longer])[:LIMIT]
            continue
        for tail in tails:
            found.extend(joined([texts, *(said for _, said in tail)]))
        if dominates:
            break
    return [text._replace(inline=False) for text in found[:LIMIT]]


def local_value(source: Source, name: str, use: Node) -> Node | None:
    """The value node of the last assignment of ``name`` before ``use`` in the same function."""
    scope = enclosing(use, source.language.function_kinds) or source.root
    assignments = _assignments(source, scope, name)
    for assignment in reversed(assignments):
        if assignment.node.start_byte < use.start_byte and not _exclusive(assignment.node, use):
            return assignment.value
    return None


def text_or_hole(source: Source, node: Node) -> list[Text]:
    """The texts that a name may have at this place, or the name as a hole."""
    return reaching_texts(source, source.text(node), node) or [placeholder(source, node)]


def enclosing(node: Node, kinds: frozenset[str]) -> Node | None:
    """The nearest ancestor of certain kinds; None too where it is further than people nest."""
    at = node.parent
    for _ in range(MAX_CLIMB):
        if at is None or at.type in kinds:
            return at
        at = at.parent
    return None


def _home(node: Node, block: frozenset[str]) -> Node | None:
    """The nearest block around a node, or the arm of a branch that needs no block."""
    at = node
    while at.parent is not None:
        parent = at.parent
        if parent.type in block:
            return parent
        if parent.type in _BRANCHES and at.id in _arms(parent):
            return at
        if parent.type == "if_expression" and at != parent.child_by_field_name("condition"):
            return at
        at = parent
    return None


def _arms(branch: Node) -> set[int]:
    named = (branch.child_by_field_name(name) for name in ("consequence", "alternative", "body"))
    return {arm.id for arm in named if arm is not None}


def _assignments(source: Source, scope: Node, name: str) -> list[Assignment]:
    """The assignments of a name in a scope, in order."""
    return source.once(("locals", scope.id, name), lambda: _find(source, scope, name))


def _find(source: Source, scope: Node, name: str) -> list[Assignment]:
    compiled = query(source.language, "locals")
    found: dict[int, Assignment] = {}
    if compiled is None:
        return []
    cursor = QueryCursor(compiled)
    for start, end in _mentions(source.data, scope, name.encode()):
        cursor.set_byte_range(start, end)
        for _, captures in cursor.matches(scope):
            node = captures["assignment"][0]
            values = captures.get("value")
            for named in captures.get("name", ()):
                if source.text(named) != name:
                    continue
                owner = enclosing(named, source.language.function_kinds) or source.root
                if owner.id == scope.id:
                    value = values[0] if values else None
                    found[named.start_byte] = Assignment(node, "adds" in captures, value)
    return sorted(found.values(), key=lambda item: item.node.start_byte)


def _mentions(data: bytes, scope: Node, name: bytes) -> list[tuple[int, int]]:
    """Where a scope's bytes hold a name; the whole scope where that is nearly everywhere."""
    found: list[tuple[int, int]] = []
    at = data.find(name, scope.start_byte, scope.end_byte)
    while at >= 0 and len(found) <= MENTIONS:
        found.append((at, at + len(name)))
        at = data.find(name, at + len(name), scope.end_byte)
    return found if len(found) <= MENTIONS else [(scope.start_byte, scope.end_byte)]


def _exclusive(assignment: Node, use: Node) -> bool:
    """Whether the two stand in different arms of one branch."""
    before: Node | None = None
    at: Node | None = assignment
    while at is not None and not (at.start_byte <= use.start_byte and use.end_byte <= at.end_byte):
        before = at
        at = at.parent
    if at is None or before is None:
        return False
    if before == at.child_by_field_name("initializer"):
        return False
    if at.type in ("if_statement", "if_expression", "match_statement", "match_expression"):
        return True
    if at.type == "when_expression" and before.type == "when_entry":
        return True
    if at.type in ("switch_body", "match_block", "block", "switch_block") and before.type in (
        "switch_case",
        "match_arm",
        "case_clause",
        "switch_block_statement_group",
        "switch_rule",
        "switch_section",
        "case_statement",
        "default_statement",
    ):
        return True
    if at.type in _ARMED and before.type in _ARMS:
        return True
    return at.type in ("else_clause", "elif_clause")


def _leaves_after(source: Source, assignment: Node, home: Node) -> bool:
    """Whether the block of an assignment ends by leaving, so that its value goes nowhere else."""
    last = [c for c in home.named_children if c.type not in source.language.comment_kinds]
    if home.type in _CASES and last and last[-1].type == "break_statement":
        return False  # it leaves the switch alone
    return bool(last) and source.language.leaves(source, last[-1])
