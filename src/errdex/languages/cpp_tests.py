"""C++ tests that expect an error: GoogleTest, Catch2, doctest, Boost.Test."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import c_text
from errdex.languages.c_evidence import function_name, statement_of
from errdex.languages.cpp_sites import simple
from errdex.languages.interface import Captures, Source
from errdex.languages.locals import enclosing
from errdex.model.facts import Provocation

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

_FUNCTION = frozenset({"function_definition"})
_EXPECTS = re.compile(
    r"^(?:(?:EXPECT|ASSERT)_(?:ANY_|NO_)?(?:THROW|DEATH|EXIT|DEATH_IF_SUPPORTED|DEBUG_DEATH|THAT)|"
    r"(?:CHECK|REQUIRE|WARN)_THROWS?\w*|BOOST_(?:CHECK|REQUIRE|WARN)_(?:THROW|EXCEPTION)\w*|"
    r"QVERIFY_\w*THROW\w*|EXPECT_\w*ERROR\w*|ASSERT_\w*ERROR\w*)$"
)
_SHOWN = re.compile(r"HasSubstr|StrEq|Error|Status|what|Message|Regex|Matches|StartsWith|EndsWith")
_CLASS = re.compile(
    r"^(?:\w+::)*\w*(?:Error|Exception|error|exception|_argument|_range|failure)\w*$"
)


def provocations(source: Source, captures: Captures) -> Iterator[Provocation]:
    """The expectation of one match of ``tests.scm``."""
    node = captures["expectation"][0]
    name = source.text(captures["name"][0])
    if not _EXPECTS.match(name) or "NO_THROW" in name or name.endswith("NOTHROW"):
        return
    args = c_text.arguments(node)
    if not args:
        return
    error_class: str | None = None
    for arg in args[1:]:
        text = source.flat(arg, 120)
        if error_class is None and _CLASS.match(text):
            error_class = simple(text)
    said, regex = _text(source, args[1:])
    if name.endswith("THAT") and not (said and _SHOWN.search(source.text(node))):
        return
    if error_class is None and not said:
        return
    function = enclosing(node, _FUNCTION)
    yield Provocation(
        node.start_point.row + 1,
        _test_name(source, function) if function is not None else "",
        error_class,
        said[:300],
        regex or "DEATH" in name,
        source.flat(statement_of(node)),
    )


def _text(source: Source, args: list[Node]) -> tuple[str, bool]:
    """The longest literal among the arguments, and whether it is a pattern."""
    best, regex = "", False
    stack: list[tuple[Node, bool]] = [(arg, False) for arg in args]
    for _ in range(200):
        if not stack:
            break
        at, pattern = stack.pop()
        if at.type in c_text.STRINGS:
            said = c_text.texts(source, at)[0].template.message
            if len(said) > len(best):
                best, regex = said, pattern
            continue
        if at.type == "call_expression":
            pattern = pattern or "Regex" in c_text.callee_name(source, at)
        stack.extend((child, pattern) for child in at.named_children)
    return best, regex


def _test_name(source: Source, function: Node) -> str:
    """``Suite.Name`` of a test macro, else the function's name."""
    declarator = function.child_by_field_name("declarator")
    text = source.flat(declarator, 160) if declarator is not None else ""
    found = re.match(r"TEST\w*\(\s*(\w+)\s*,\s*(\w+)\s*\)", text)
    return f"{found[1]}.{found[2]}" if found is not None else function_name(source, function)
