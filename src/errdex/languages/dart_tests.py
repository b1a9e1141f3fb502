"""Dart tests that expect an error: package:test and flutter_test."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages.dart_nodes import arguments_of, called_by, climb, whole
from errdex.languages.dart_text import said
from errdex.languages.interface import Captures, Source
from errdex.model.facts import Provocation

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tree_sitter import Node

_EXPECTING = frozenset({"expect", "expectLater", "expectSync"})
_TESTS = frozenset({"test", "testWidgets", "blocTest", "testUsingContext", "testWithGame"})
_NAMED = {
    "throwsArgumentError": "ArgumentError", "throwsStateError": "StateError",
    "throwsFormatException": "FormatException", "throwsRangeError": "RangeError",
    "throwsUnsupportedError": "UnsupportedError", "throwsException": "Exception",
    "throwsUnimplementedError": "UnimplementedError", "throwsNoSuchMethodError":
    "NoSuchMethodError", "throwsAssertionError": "AssertionError", "throwsFlutterError":
    "FlutterError", "throwsToolExit": "ToolExit",
}  # fmt: skip
_THROWS = re.compile(r"\b(throws\w*)")
_CLASS = re.compile(r"\b(?:isA|TypeMatcher|isInstanceOf)<(?:\w+\.)?([A-Z]\w*)")
_IS = re.compile(r"\bis(?!A\b)([A-Z]\w*(?:Error|Exception))\b")
_LITERAL = frozenset({"string_literal"})
MAX_NODES = 800
MAX_MATCH = 300


def provocations(source: Source, captures: Captures) -> Iterable[Provocation]:
    """The expectation of one match of ``tests.scm``."""
    listing = captures["call"][0]
    called = called_by(source, listing)
    if called is None or called[1].name not in _EXPECTING:
        return []
    args = arguments_of(listing)
    if len(args) < 2:
        return []
    written = whole(source, args[1].node, 2_000)
    found = _THROWS.search(written)
    if found is None or found[1] in ("throwsNothing",):
        return []
    named = _CLASS.search(written) or _IS.search(written)
    error_class = named[1] if named is not None else _NAMED.get(found[1])
    line = called[0].start_point.row + 1
    shown = _provoking(source, args[0].node)
    match = _match(source, listing, args[1].node)
    return [Provocation(line, _test(source, listing), error_class, match, False, shown)]


def _provoking(source: Source, node: Node) -> str:
    """The statement that is expected to fail, without the closure around it."""
    text = whole(source, node, 400)
    text = re.sub(r"^\(\)\s*(?:async\s*)?(?:=>\s*)?", "", text)
    return text.strip("{} ;") if text.startswith("{") else text


def _match(source: Source, listing: Node, expected: Node) -> str:
    """The text that the matcher asks for: the longest, names of properties left aside."""
    found = [
        text.template.message
        for node in _literals(listing, expected.start_byte)
        for text in said(source, node)[:1]
        if text.template.literals
    ]
    telling = [text for text in found if " " in text]
    return max(telling, key=len)[:MAX_MATCH] if telling else ""


def _literals(node: Node, start: int) -> Iterator[Node]:
    stack = [node]
    for _ in range(MAX_NODES):
        if not stack:
            return
        at = stack.pop()
        if at.type == "named_argument" and (at.text or b"").startswith(b"reason"):
            continue
        if at.type in _LITERAL and at.start_byte >= start:
            yield at
            continue
        stack.extend(reversed(at.named_children))


def _test(source: Source, node: Node) -> str:
    """The name of the test around a call."""
    for at, _ in climb(node, 40):
        if at.type != "arguments":
            continue
        called = called_by(source, at)
        if called is None or called[1].name not in _TESTS:
            continue
        args = arguments_of(at)
        texts = said(source, args[0].node) if args else []
        if texts:
            return texts[0].template.message[:200]
    return "<module>"
