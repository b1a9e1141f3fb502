"""Rust tests that expect an error: should_panic, assertions on errors and their text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import rust_places, rust_text, rust_tokens
from errdex.languages.interface import Captures, Source
from errdex.languages.locals import enclosing
from errdex.model.facts import Provocation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

_FUNCTION = frozenset({"function_item"})
_ERR = re.compile(r"\bErr\(\s*&?(?:\w+::)*(\w+::\w+|\w*(?:Error|Err)\w*)")
_MATCHED = re.compile(r"(?:unwrap_err|expect_err)\([^()]*\)|\berr(?:or)?\b|\be\b")
_SHOWN = re.compile(
    r"(?:unwrap_err\(\)|expect_err\([^()]*\)|\berr(?:or)?\b|\be\b|\bmsg\b)[^\"]*?"
    r"(?:to_string\(\)|\.description\(\)|\.message\(\)|contains\(|starts_with\(|ends_with\()|"
    r"format!\(\s*\"\{(?:[:#?]*|err(?:or)?|e)\}\"|unwrap_err\(\)"
)
_VARIANT = re.compile(r"\b([A-Z]\w*::[A-Z]\w*)\b")
_QUICK = re.compile(rb"Err\(|err|\be\.|matches!|@r?#*\"")
MAX_CALL = 400


def provocations(source: Source, captures: Captures) -> Iterable[Provocation]:
    """The expectation of one match of ``tests.scm``."""
    if "should" in captures:
        return _should_panic(source, captures["should"][0])
    node, args = captures["expectation"][0], captures["args"][0]
    if not _QUICK.search(source.data, args.start_byte, args.end_byte):
        return []
    found = _expected(source, node, args)
    return [found] if found is not None else []


def _should_panic(source: Source, attribute: Node) -> Iterable[Provocation]:
    item = attribute.next_named_sibling
    while item is not None and (item.type == "attribute_item" or item.type in rust_tokens.COMMENTS):
        item = item.next_named_sibling
    if item is None or item.type != "function_item":
        return
    name, body = item.child_by_field_name("name"), item.child_by_field_name("body")
    match = ""
    stack = [attribute]
    while stack:
        at = stack.pop()
        if at.type in ("string_literal", "raw_string_literal"):
            match = rust_text.literal(source, at)
            break
        stack.extend(reversed(at.children))
    yield Provocation(
        attribute.start_point.row + 1,
        source.text(name) if name is not None else "",
        None,
        match[:300],
        False,
        _statements(source, body),
    )


def _statements(source: Source, body: Node | None) -> str:
    """A test's statements on one line, the last ones where there are many."""
    if body is None:
        return ""
    lines = [source.flat(c) for c in body.named_children if c.type not in rust_tokens.COMMENTS]
    text = " ".join(lines)
    while len(text) > MAX_CALL and len(lines) > 1:
        lines.pop(0)
        text = " ".join(lines)
    return text[:MAX_CALL]


def _expected(source: Source, node: Node, args: Node) -> Provocation | None:
    test = enclosing(node, _FUNCTION)
    if test is None:
        return None
    text = source.text(args)
    error_class: str | None = None
    match = ""
    found = _ERR.search(text)
    if found is not None:
        error_class = found[1]
    elif _MATCHED.search(text):
        variant = _VARIANT.search(text)
        error_class = variant[1] if variant is not None else None
    if _SHOWN.search(text) or "@" in text:
        match = _text(source, args)
    if not match and error_class is None:
        return None
    name = test.child_by_field_name("name")
    return Provocation(
        node.start_point.row + 1,
        source.text(name) if name is not None else "",
        error_class,
        match[:300],
        False,
        _provoking(source, node),
    )


def _text(source: Source, args: Node) -> str:
    """The last literal among an assertion's first two arguments."""
    best = ""
    stack = [token for tokens in rust_tokens.split(source, args)[:2] for token in tokens]
    while stack:
        at = stack.pop(0)
        if at.type in ("string_literal", "raw_string_literal"):
            said = rust_text.literal(source, at)
            if len(said) > len(best) and not re.fullmatch(r"\{[^}]*\}", said):
                best = said
        stack = [*at.children, *stack]
    return best


def _provoking(source: Source, node: Node) -> str:
    """The statement that made the error, and the assertion itself."""
    at: Node | None = node
    while at is not None and at.parent is not None and at.parent.type != "block":
        at = at.parent
    own = source.flat(node)
    before = at.prev_named_sibling if at is not None else None
    if before is not None and before.type == "let_declaration":
        return f"{source.flat(before)} {own}"[:MAX_CALL]
    return own


def in_tests(source: Source, node: Node) -> bool:
    """Whether a node stands in code that only tests see."""
    return rust_places.is_test(source, node.start_byte)
