"""PHP tests that expect an error: PHPUnit, Pest."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import php_text
from errdex.languages.interface import Source
from errdex.languages.php_nodes import (
    METHOD_CALLS,
    arguments_of,
    callee,
    created,
    function_name,
    name_of,
    simple_name,
)
from errdex.model.facts import Provocation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

_MESSAGES = frozenset(
    {
        "expectExceptionMessage", "expectExceptionMessageMatches", "expectErrorMessage",
        "expectWarningMessage", "expectDeprecationMessage", "expectUserDeprecationMessage",
        "expectExceptionMessageRegExp", "expectDeprecation", "expectUserDeprecationMessageMatches",
    }
)  # fmt: skip
_COMPARES = frozenset(
    {
        "assertSame", "assertEquals", "assertStringContainsString", "assertStringStartsWith",
        "assertMatchesRegularExpression", "assertRegExp", "assertStringEndsWith", "assertContains",
    }
)  # fmt: skip
_TESTS = frozenset({"test", "it"})
MAX_MATCH = 300
MAX_CLIMB = 60
MAX_AFTER = 20
_UNTOLD = ("this.expect", "self.expect", "this.assert", "self.assert", "this.fail", "self.fail")


def provocations(source: Source, call: Node) -> Iterable[Provocation]:
    """The expectation of one call, with what its neighbours expect too."""
    name = name_of(source, call) or function_name(source, call)
    args = arguments_of(call)
    if not args:
        return
    if name in _MESSAGES:
        beside = _beside(source, call)
        match, is_regex = _text(source, args[0], name)
        wanted = _class_beside(source, beside)
        if match or wanted is not None:
            yield _made(source, call, wanted, match, is_regex)
    elif name == "expectException":
        if not any(name_of(source, c) in _MESSAGES for c in _beside(source, call)):
            wanted = _class(source, args[0])
            if wanted is not None:
                yield _made(source, call, wanted)
    elif name == "expectExceptionObject":
        made = args[0]
        if made.type == "object_creation_expression":
            given = arguments_of(made)
            match = _text(source, given[0], name)[0] if given else ""
            yield _made(source, call, created(source, made) or None, match)
    elif name == "toThrow" or (name == "throws" and call.type in METHOD_CALLS):
        yield from _pest(source, call, args)
    elif name == "assertThrows":
        wanted = _class(source, args[1]) if len(args) > 1 else None
        match = _text(source, args[2], name)[0] if len(args) > 2 else ""
        yield _made(source, call, wanted, match, provoking=source.flat(args[0]))
    elif name in _COMPARES and len(args) > 1 and "getMessage()" in source.flat(args[1], 200):
        yield from _compared(source, call, args[0], name)


def _pest(source: Source, call: Node, args: list[Node]) -> Iterable[Provocation]:
    wanted = _class(source, args[0])
    said = args[-1] if len(args) > 1 or wanted is None else None
    match = _text(source, said, "toThrow")[0] if said is not None else ""
    owner = call.child_by_field_name("object")
    yield _made(source, call, wanted, match, provoking=source.flat(owner) if owner else "")


def _compared(source: Source, call: Node, wanted: Node, name: str) -> Iterable[Provocation]:
    """``catch (X $e) { $this->assertSame('…', $e->getMessage()); }``."""
    match, is_regex = _text(source, wanted, name)
    clause = _above(call, "catch_clause")
    if not match or clause is None:
        return
    kind = clause.child_by_field_name("type")
    caught = simple_name(source.flat(kind, 120).split("|")[0]) if kind is not None else None
    attempt = clause.parent.child_by_field_name("body") if clause.parent is not None else None
    yield _made(
        source, call, caught, match, is_regex, provoking=source.flat(attempt) if attempt else ""
    )


def _above(node: Node, kind: str) -> Node | None:
    at = node.parent
    for _ in range(MAX_CLIMB):
        if at is None or at.type == kind:
            return at
        at = at.parent
    return None


def _statement(call: Node) -> Node | None:
    at: Node | None = call
    for _ in range(MAX_CLIMB):
        if at is None or at.type == "expression_statement":
            return at
        at = at.parent
    return None


def _inner_call(statement: Node | None) -> Node | None:
    if statement is None or statement.type != "expression_statement":
        return None
    return next(iter(statement.named_children), None)


def _beside(source: Source, call: Node) -> list[Node]:
    """The other expectations that stand right before and after one."""
    statement = _statement(call)
    found: list[Node] = []
    for back in (True, False):
        at = statement
        for _ in range(4):
            if at is None:
                break
            at = at.prev_named_sibling if back else at.next_named_sibling
            inner = _inner_call(at)
            if inner is None or not name_of(source, inner).startswith("expect"):
                break
            found.append(inner)
    return found


def _class_beside(source: Source, beside: list[Node]) -> str | None:
    for other in beside:
        if name_of(source, other) == "expectException":
            args = arguments_of(other)
            return _class(source, args[0]) if args else None
    return None


def _class(source: Source, node: Node) -> str | None:
    written = source.flat(node, 200).strip("'\"")
    if not written.endswith("::class") and node.type != "string":
        return None
    name = simple_name(written.removesuffix("::class").replace("\\\\", "\\"))
    return name if re.fullmatch(r"[A-Za-z_]\w*", name) and name[0].isupper() else None


def _text(source: Source, node: Node, name: str) -> tuple[str, bool]:
    said = php_text.said(source, node)
    match = said[0].template.message if said else ""
    is_regex = "Matches" in name or "Reg" in name
    if is_regex and len(match) > 1:
        match = match[1:].rpartition(match[0])[0] or match
    return match[:MAX_MATCH], is_regex


def _made(
    source: Source,
    call: Node,
    error_class: str | None,
    match: str = "",
    is_regex: bool = False,
    provoking: str | None = None,
) -> Provocation:
    return Provocation(
        call.start_point.row + 1,
        _test_name(source, call),
        error_class,
        match,
        is_regex,
        _provoking(source, call) if provoking is None else provoking,
    )


def _provoking(source: Source, call: Node) -> str:
    """The last statement after the expectations: what stands before it prepares."""
    at = _statement(call)
    last = ""
    for _ in range(MAX_AFTER):
        at = at.next_named_sibling if at is not None else None
        if at is None:
            break
        inner = _inner_call(at)
        if at.type == "comment" or (inner is None and "->expectEx" in source.flat(at)):
            continue
        if inner is None or not callee(source, inner).startswith(_UNTOLD):
            last = source.flat(at)
    return last


def _test_name(source: Source, node: Node) -> str:
    at = node.parent
    for _ in range(MAX_CLIMB):
        if at is None:
            break
        if at.type in ("method_declaration", "function_definition"):
            return name_of(source, at)
        if at.type == "function_call_expression" and function_name(source, at) in _TESTS:
            args = arguments_of(at)
            said = php_text.said(source, args[0]) if args else []
            if said:
                return said[0].template.message
        at = at.parent
    return "<module>"
