"""What Swift's error types say of themselves: descriptions, case by case."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from errdex.languages import swift_text
from errdex.languages.interface import Source, Text
from errdex.languages.swift_nodes import COMMENTS, bare, bases_of, body_of, type_text

if TYPE_CHECKING:
    from tree_sitter import Node

# what shows an error to people, the likeliest first
SHOWING = (
    "errorDescription", "localizedDescription", "description", "message", "reason",
    "failureReason", "debugDescription", "errorUserInfo",
)  # fmt: skip
_CONFORMING = re.compile(
    r"(?:^|\.)(?:\w*Error|LocalizedError|CustomNSError|Error|AbortError|\w*Exception)$"
)
_REASON = re.compile(r"(?:Error|Exception|Failure|Reason|Err|Problem|Abort|Fault|Violation)s?\d*$")
_CASE = re.compile(r"^(?:let\s+|var\s+)?([\w.]*)\.`?(\w+)`?\s*(\(.*)?$", re.DOTALL)
_SUBJECTS = frozenset({"self", "self.code", "code", "kind", "self.kind", "reason", "type"})
_BLOCKS = frozenset(
    {
        "statements", "computed_getter", "do_statement", "guard_statement", "if_statement",
        "for_statement", "while_statement",
    }
)  # fmt: skip
MAX_CASES = 200


class Said(NamedTuple):
    """One text of an error type: the cases that say it, and the expression.

    A case is its name and what its values are bound to, in order; none stands for the whole type.
    """

    cases: tuple[tuple[str, tuple[str, ...]], ...]
    node: Node
    texts: list[Text]


def is_error(source: Source, node: Node) -> bool:
    """Whether a type or extension is an error's by its name or what it conforms to."""
    if node.type != "class_declaration":
        return False
    name = type_text(source, node)
    if _REASON.search(name):
        return True
    return any(_CONFORMING.search(base) for base in bases_of(source, node))


def told(source: Source, node: Node) -> list[Said]:
    """What the properties of an error type say, those of the likeliest property first."""
    return source.once(("told", node.id), lambda: _told(source, node))


def _told(source: Source, node: Node) -> list[Said]:
    found: list[tuple[int, Said]] = []
    for name, _, value in _properties(source, node):
        if name in SHOWING and value.type == "computed_property":
            rank = SHOWING.index(name)
            found += [(rank, one) for one in shown_by(source, value)]
    found.sort(key=lambda pair: pair[0])
    return [one for _, one in found]


def _properties(source: Source, node: Node) -> Iterator[tuple[str, Node, Node]]:
    """The properties of a type's body: name, declaration, value or getter."""
    body = body_of(node)
    for child in body.named_children if body is not None else ():
        if child.type != "property_declaration":
            continue
        name, value = child.child_by_field_name("name"), child.child_by_field_name("computed_value")
        value = value or child.child_by_field_name("value")
        if name is not None and value is not None:
            yield source.text(name), child, value


def shown_by(source: Source, getter: Node) -> list[Said]:
    """The texts that a getter returns, each with the cases of ``self`` that return it."""
    found: list[Said] = []
    _gather(source, getter, (), found, 0)
    return found


def _gather(
    source: Source,
    block: Node,
    cases: tuple[tuple[str, tuple[str, ...]], ...],
    found: list[Said],
    depth: int,
) -> None:
    """Walk the statements of a block for what it returns."""
    if depth > 10 or len(found) >= MAX_CASES:
        return
    inner = [c for c in block.named_children if c.type not in COMMENTS]
    for child in inner:
        if child.type in _BLOCKS:
            _gather(source, child, cases, found, depth + 1)
        elif child.type == "switch_statement":
            _switched(source, child, cases, found, depth + 1)
        elif child.type == "control_transfer_statement":
            result = child.child_by_field_name("result")
            if result is not None:
                _returned(source, result, cases, found, depth)
        elif block.type == "statements" and child == inner[-1]:
            _returned(source, child, cases, found, depth)


def _returned(
    source: Source,
    value: Node,
    cases: tuple[tuple[str, tuple[str, ...]], ...],
    found: list[Said],
    depth: int,
) -> None:
    inner = bare(value)
    if inner.type == "switch_statement":
        _switched(source, inner, cases, found, depth + 1)
    elif inner.type == "if_statement":
        _gather(source, inner, cases, found, depth + 1)
    elif inner.type == "dictionary_literal":
        for one in inner.children_by_field_name("value")[:2]:
            _returned(source, one, cases, found, depth + 1)
    elif inner.type not in ("nil_literal", "assignment", "property_declaration"):
        found.append(Said(cases, inner, swift_text.texts(source, inner)))


def _switched(
    source: Source,
    switch: Node,
    outer: tuple[tuple[str, tuple[str, ...]], ...],
    found: list[Said],
    depth: int,
) -> None:
    subject = switch.child_by_field_name("expr")
    own = subject is not None and source.flat(subject, 40) in _SUBJECTS
    for entry in switch.named_children:
        if entry.type != "switch_entry":
            continue
        cases = outer
        if own:
            patterns = [c for c in entry.named_children if c.type == "switch_pattern"]
            cases = tuple(one for p in patterns[:12] if (one := case_of(source.flat(p, 400))))
        _gather(source, entry, cases or outer, found, depth)


def case_of(pattern: str) -> tuple[str, tuple[str, ...]] | None:
    """A pattern's case and the names that it binds, in order."""
    found = _CASE.match(pattern)
    if found is None:
        return None
    names: list[str] = []
    level = 0
    piece = ""
    for char in (found[3] or "")[1:]:
        if char in "([":
            level += 1
        elif char in ")]":
            level -= 1
            if level < 0:
                break
        if char == "," and level == 0:
            names.append(piece)
            piece = ""
        else:
            piece += char
    if piece.strip():
        names.append(piece)
    bound = [re.sub(r"^\w+\s*:\s*|\b(?:let|var)\s+", "", one.strip()).strip() for one in names]
    bound = [re.sub(r"^(?:let|var)\s+|\s+as\s.*$", "", one) for one in bound]
    return found[2], tuple(one if one.isidentifier() else "_" for one in bound)
