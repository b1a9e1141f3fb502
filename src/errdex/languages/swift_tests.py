"""Swift tests that expect an error: XCTest and Swift Testing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages.interface import Captures, Source
from errdex.languages.swift_functions import name_of
from errdex.languages.swift_nodes import arguments_of, bare, called, climb, plain, written_name
from errdex.languages.swift_text import said
from errdex.model.facts import Provocation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tree_sitter import Node

_ASSERTING = re.compile(r"\w*[aA]ssertThrows\w*$|assertThrows\w*$")
_CLASS = re.compile(
    r"\b(?:as[?!]|is)\s+(?:any\s+)?([A-Z][\w.]*)|\bcase\s+(?:let\s+)?([A-Z]\w*(?:\.\w+)+)"
)
_CASE = re.compile(r",\s*\.?(?:([A-Z][\w.]*)\.)?(\w+)")
_ABOUT = re.compile(r"error|err\b|\$0|description|message|reason")
_COMPARING = frozenset({"XCTAssertEqual", "XCTAssertTrue", "expect", "XCTAssert", "AssertEqual",
                        "contains", "hasPrefix", "hasSuffix", "require"})  # fmt: skip
MAX_MATCH = 300
MAX_NODES = 1_500


def provocations(source: Source, captures: Captures) -> Iterable[Provocation]:
    """The expectation of one match of ``tests.scm``."""
    call = captures["call"][0]
    name = called(source, call) or _macro(source, call)
    args = arguments_of(call)
    if call.type == "macro_invocation":
        if name not in ("expect", "require"):
            return []
        thrown = next((arg.node for arg in args if arg.name == "throws"), None)
        if thrown is None or "Never" in source.flat(thrown, 60):
            return []
        return [_expected(source, call, _class_of(source, thrown))]
    if not _ASSERTING.match(name) or not args:
        return []
    given = [arg for arg in args if arg.name not in ("file", "line")]
    error_class = None
    if len(given) > 1:
        error_class = _class_of(source, given[1].node) or _class_of(source, given[0].node)
    return [_asserted(source, call, given[0].node, error_class)]


def _macro(source: Source, call: Node) -> str:
    name = next((c for c in call.named_children if c.type == "simple_identifier"), None)
    return source.text(name) if name is not None else ""


def _class_of(source: Source, node: Node) -> str | None:
    """``E.self``, ``E.missing``, ``E(…)`` as the class that a test expects."""
    inner = bare(node)
    if inner.type == "call_expression":
        inner = inner.children[0]
    name = written_name(source, inner).removesuffix(".self")
    if not name[:1].isupper():
        return None
    return None if name in ("Error", "Swift.Error") else _short(name)


def _short(name: str) -> str:
    words = name.split(".")
    cased = len(words) > 1 and not words[-1][:1].isupper()
    return ".".join(words[-2:]) if cased else words[-1]


def _asserted(source: Source, call: Node, failing: Node, error_class: str | None) -> Provocation:
    handler = _closure(call)
    match = ""
    if handler is not None:
        named, match = _handled(source, handler)
        error_class = named or error_class
    return _made(source, call, error_class, match, source.flat(bare(failing)))


def _expected(source: Source, call: Node, error_class: str | None) -> Provocation:
    block = _closure(call)
    statements = [c for c in block.named_children if c.type == "statements"] if block else []
    inner = plain(statements[0]) if statements else []
    shown = source.flat(bare(inner[-1])) if inner else source.flat(call)
    return _made(source, call, error_class, "", shown)


def _closure(call: Node) -> Node | None:
    suffix = next((c for c in reversed(call.children) if c.type == "call_suffix"), None)
    if suffix is None:
        return None
    return next((c for c in suffix.named_children if c.type == "lambda_literal"), None)


def _handled(source: Source, handler: Node) -> tuple[str | None, str]:
    """The class and text that a handler compares its error with."""
    written = source.data[handler.start_byte : handler.end_byte][:4_000].decode("utf-8", "replace")
    found = _CLASS.search(written)
    error_class = _short(found[1] or found[2]) if found is not None else None
    if found is not None and found[1] and error_class:
        case = _CASE.match(written, found.end())
        if case is not None and not written[case.end() :].startswith('"'):
            error_class = f"{error_class}.{case[2]}"
    for call in _calls(handler):
        if (called(source, call) or _macro(source, call)) not in _COMPARING:
            continue
        args = arguments_of(call)
        if call.type == "macro_invocation" or not _ABOUT.search(source.flat(call, 400)):
            continue
        for arg in args:
            texts = [t for t in said(source, arg.node) if " " in t.template.message]
            if texts and texts[0].template.literals:
                return error_class, texts[0].template.message
    return error_class, ""


def _calls(node: Node) -> Iterator[Node]:
    stack = [node]
    for _ in range(MAX_NODES):
        if not stack:
            return
        at = stack.pop()
        if at.type in ("call_expression", "macro_invocation"):
            yield at
        stack.extend(reversed(at.named_children))


def _made(
    source: Source, call: Node, error_class: str | None, match: str, shown: str
) -> Provocation:
    test = "<module>"
    for at, _ in climb(call, 40):
        if at.type == "function_declaration":
            test = name_of(source, at)
            break
    line = call.start_point.row + 1
    return Provocation(line, test, error_class, match[:MAX_MATCH], False, shown[:400])
