"""Ruby tests that expect an error: RSpec, Minitest, test-unit."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import ruby_text
from errdex.languages.interface import Captures, Source
from errdex.model.facts import Provocation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

_NAMED = frozenset({"it", "specify", "test", "example", "scenario", "should", "its", "they"})
_EXPECTED = frozenset({"raise_error", "raise_exception"})
_MATCHERS = frozenset({
    "assert_match", "assert_equal", "assert_includes", "assert_include", "must_match",
    "assert_same", "must_equal",
})  # fmt: skip
_CONSTANTS = frozenset({"constant", "scope_resolution"})


def provocations(source: Source, captures: Captures) -> Iterable[Provocation]:
    """The expectation of one match of ``tests.scm``."""
    call = captures["expected"][0]
    name = source.text(captures["name"][0])
    args = ruby_text.given(call.child_by_field_name("arguments"))
    error_class: str | None = None
    match, is_regex = "", False
    for arg in args:
        if arg.type in _CONSTANTS and error_class is None:
            error_class = "".join(source.text(arg).split()).removeprefix("::")
        elif not match:
            match, is_regex = _wanted(source, arg)
    body = _provoking(source, call) if name in _EXPECTED else call.child_by_field_name("block")
    if name not in _EXPECTED and not match:
        match, is_regex = _afterwards(source, call)
    if name in _EXPECTED and not match:
        match, is_regex = _chained(source, call)
    yield Provocation(
        call.start_point.row + 1,
        _test_name(source, call),
        error_class,
        match[:300],
        is_regex,
        _inner(source, body) if body is not None else source.flat(call),
    )


def _wanted(source: Source, node: Node) -> tuple[str, bool]:
    """A text or pattern that is expected."""
    if node.type == "regex":
        return source.text(node).partition("/")[2].rpartition("/")[0], True
    if node.type == "call":
        method = node.child_by_field_name("method")
        args = ruby_text.given(node.child_by_field_name("arguments"))
        if method is not None and args and source.text(method) in ("include", "eq", "match"):
            return _wanted(source, args[0])
        if method is not None and args and source.text(method) in ("escape", "new", "start_with"):
            return _wanted(source, args[0])
    said = ruby_text.texts(source, node)[0]
    return (said.template.message, False) if said.is_text else ("", False)


def _provoking(source: Source, node: Node) -> Node | None:
    """The block of the ``expect`` that a matcher belongs to."""
    at: Node | None = node
    for _ in range(8):
        if at is None:
            return None
        receiver = at.child_by_field_name("receiver") if at.type == "call" else None
        if receiver is not None and receiver.type == "call":
            block = receiver.child_by_field_name("block")
            if block is not None and source.text(receiver)[:7] in ("expect ", "expect{"):
                return block
        if receiver is not None and receiver.type == "lambda":
            return receiver.child_by_field_name("body")
        at = at.parent
    return None


def _chained(source: Source, call: Node) -> tuple[str, bool]:
    """``raise_error(X).with_message(/…/)``."""
    outer = call.parent
    method = outer.child_by_field_name("method") if outer is not None else None
    if outer is None or method is None or source.text(method) != "with_message":
        return "", False
    args = ruby_text.given(outer.child_by_field_name("arguments"))
    return _wanted(source, args[0]) if args else ("", False)


def _afterwards(source: Source, call: Node) -> tuple[str, bool]:
    """``error = assert_raises(X) { … }`` and then ``assert_match(/…/, error.message)``."""
    statement = call.parent
    if statement is None or statement.type != "assignment":
        return "", False
    left = statement.child_by_field_name("left")
    name = source.text(left) if left is not None else ""
    after = statement.next_named_sibling
    for _ in range(4):
        if after is None:
            break
        method = after.child_by_field_name("method") if after.type == "call" else None
        if method is not None and source.text(method) in _MATCHERS:
            args = ruby_text.given(after.child_by_field_name("arguments"))
            if any(re.search(rf"\b{re.escape(name)}\b", source.text(arg)) for arg in args):
                for arg in args:
                    found = _wanted(source, arg)
                    if found[0]:
                        return found
        after = after.next_named_sibling
    return "", False


def _inner(source: Source, block: Node) -> str:
    body = block.child_by_field_name("body") or block
    return source.flat(body)


def _test_name(source: Source, node: Node) -> str:
    at = node.parent
    while at is not None:
        if at.type == "method":
            name = at.child_by_field_name("name")
            return source.text(name) if name is not None else "<module>"
        if at.type == "call":
            method = at.child_by_field_name("method")
            if method is not None and source.text(method) in _NAMED:
                args = ruby_text.given(at.child_by_field_name("arguments"))
                return source.flat(args[0], 200).strip("'\"") if args else source.text(method)
        at = at.parent
    return "<module>"
