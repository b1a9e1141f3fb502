"""C# tests that expect an error: xUnit, NUnit, MSTest, FluentAssertions, Shouldly."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import csharp_text
from errdex.languages.csharp_nodes import (
    FUNCTIONS,
    Arg,
    arguments_of,
    bare,
    called,
    generic_of,
    name_of,
    owner_of,
)
from errdex.languages.interface import Captures, Source
from errdex.languages.locals import enclosing, local_value
from errdex.model.facts import Provocation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

_THROWS = frozenset(
    {
        "Throws", "ThrowsAsync", "ThrowsAny", "ThrowsAnyAsync", "ThrowsException",
        "ThrowsExceptionAsync", "ThrowsExactly", "ThrowsExactlyAsync", "Throw", "ThrowAsync",
        "ThrowExactly", "ThrowExactlyAsync", "Catch", "CatchAsync", "ShouldThrow",
        "ShouldThrowAsync", "ThrowsWithMessage",
    }
)  # fmt: skip
_COMPARED = frozenset(
    {
        "ShouldBe", "ShouldContain", "ShouldStartWith", "ShouldEndWith", "ShouldEqual", "Be",
        "Contain", "StartWith", "EndWith", "Match", "BeEquivalentTo", "ShouldMatch",
    }
)  # fmt: skip
_ASSERTED = frozenset(
    {"Equal", "AreEqual", "Contains", "StartsWith", "EndsWith", "Matches", "AreEqualNormalized",
     "That", "IsTrue", "True"}
)  # fmt: skip
_CONSTRAINT = re.compile(
    r"Throws\.(?:Exception\.)?(?:TypeOf|InstanceOf)<([\w.]+)>|Throws\.(\w+Exception)"
)
_MESSAGE = re.compile(r"(\w+)[?!]?(?:\.InnerException[?!]?)?\.Message\b")
MAX_MATCH = 300
MAX_CHAIN = 24


def provocations(source: Source, captures: Captures) -> Iterable[Provocation]:
    """The expectations of one match of ``tests.scm``."""
    if "attribute" in captures:
        return _annotated(source, captures["attribute"][0])
    call = captures["call"][0]
    name = called(source, call)
    if name in _THROWS:
        return _thrown(source, call, name)
    if name in _ASSERTED:
        return _asserted(source, call, arguments_of(call))
    if name in _COMPARED:
        return _compared(source, call, arguments_of(call))
    return []


def _thrown(source: Source, call: Node, name: str) -> Iterable[Provocation]:
    """``Assert.Throws<X>(() => …)``, ``act.Should().Throw<X>().WithMessage("…")``."""
    args = arguments_of(call)
    error_class = generic_of(source, call)
    if not error_class and args and args[0].node.type == "typeof_expression":
        error_class = source.text(args[0].node.named_children[0])
    if not error_class:
        return []
    failing = next((a.node for a in args if a.node.type in _FAILING), None)
    owner = owner_of(call)
    if failing is None and owner is not None and name.startswith(("Throw", "ShouldThrow")):
        failing = _subject(source, owner)
    texts = [t for a in args for t in csharp_text.said(source, a.node) if a.node != failing]
    match = texts[0].template.message if texts and name.startswith("Throws") else ""
    match = match or _with_message(source, call)
    return [_made(source, call, error_class, match, failing)]


_FAILING = frozenset({"lambda_expression", "anonymous_method_expression"})


def _subject(source: Source, owner: Node) -> Node | None:
    """The code behind ``act`` in ``act.Should().Throw<X>()``."""
    at = bare(owner)
    for _ in range(MAX_CHAIN):
        if at.type in _FAILING:
            return at
        if at.type == "identifier":
            value = local_value(source, source.text(at), at)
            return value if value is not None and value.type in _FAILING else None
        inner = owner_of(at) if at.type == "invocation_expression" else None
        if inner is None:
            return None
        args = arguments_of(at)
        if args and args[0].node.type in _FAILING:
            return args[0].node
        at = bare(inner)
    return None


def _with_message(source: Source, call: Node) -> str:
    """The text of a ``WithMessage`` chained after; ``*`` stands for anything at its ends."""
    at: Node | None = call.parent
    asked = False
    for _ in range(MAX_CHAIN):
        if at is None or at.type not in (
            "member_access_expression", "invocation_expression", "parenthesized_expression",
            "await_expression",
        ):  # fmt: skip
            return ""
        asked = asked or name_of(source, at) == "Message"
        step = called(source, at) if at.type == "invocation_expression" else ""
        if step == "WithMessage" or (asked and step in _COMPARED):
            args = arguments_of(at)
            texts = csharp_text.said(source, args[0].node) if args else []
            return texts[0].template.message.strip("*") if texts else ""
        at = at.parent
    return ""


def _asserted(source: Source, call: Node, args: list[Arg]) -> Iterable[Provocation]:
    """``Assert.Equal("…", ex.Message)``; NUnit's ``Assert.That(() => …, Throws.…)``."""
    if len(args) == 2 and called(source, call) == "That":
        return _constrained(source, call, args)
    flat = [source.flat(arg.node, 200) for arg in args]
    for one, other in ((0, 1), (1, 0)):
        if max(one, other) >= len(args):
            continue
        asked = _MESSAGE.match(flat[one])
        texts = csharp_text.said(source, args[other].node) if asked else []
        if asked and texts:
            return [_behind(source, call, asked[1], texts[0].template.message)]
    if len(args) == 1 and args[0].node.type == "invocation_expression":
        return _compared(source, args[0].node, arguments_of(args[0].node))
    return []


def _constrained(source: Source, call: Node, args: list[Arg]) -> Iterable[Provocation]:
    written = source.flat(args[1].node, 400)
    found = _CONSTRAINT.search(written)
    if found is not None:
        match = ""
        if ".Message" in written and args[1].node.type == "invocation_expression":
            given = arguments_of(args[1].node)
            texts = csharp_text.said(source, given[0].node) if given else []
            match = texts[0].template.message if texts else ""
        return [_made(source, call, found[1] or found[2], match, args[0].node)]
    asked = _MESSAGE.match(source.flat(args[0].node, 120))
    given = arguments_of(args[1].node)
    texts = csharp_text.said(source, given[0].node) if asked and given else []
    if asked and texts:
        return [_behind(source, call, asked[1], texts[0].template.message)]
    return []


def _compared(source: Source, call: Node, args: list[Arg]) -> Iterable[Provocation]:
    """``ex.Message.ShouldBe("…")``, ``ex.Message.Should().Contain("…")``."""
    owner = owner_of(call)
    asked = _MESSAGE.match(source.flat(owner, 120)) if owner is not None else None
    texts = csharp_text.said(source, args[0].node) if asked and args else []
    if not asked or not texts:
        return []
    return [_behind(source, call, asked[1], texts[0].template.message)]


def _behind(source: Source, call: Node, name: str, text: str) -> Provocation:
    """What is known of a named error: the assertion that caught it."""
    value = local_value(source, name, call)
    error_class, failing = None, None
    inner = value
    if inner is not None and inner.type == "await_expression" and inner.named_children:
        inner = inner.named_children[-1]
    if inner is not None and inner.type == "invocation_expression":
        error_class = generic_of(source, inner) or None
        args = arguments_of(inner)
        failing = next((a.node for a in args if a.node.type in _FAILING), None)
    return _made(source, call, error_class, text, failing)


def _annotated(source: Source, node: Node) -> Iterable[Provocation]:
    """``[ExpectedException(typeof(X))]``."""
    if not name_of(source, node).startswith("ExpectedException"):
        return
    args = arguments_of(node)
    method = enclosing(node, FUNCTIONS)
    body = method.child_by_field_name("body") if method is not None else None
    if args and args[0].node.type == "typeof_expression" and body is not None:
        kind = source.text(args[0].node.named_children[0])
        texts = [t for a in args[1:] for t in csharp_text.said(source, a.node)]
        match = texts[0].template.message if texts else ""
        last = body.named_children[-1] if body.named_children else body
        yield _made(source, node, kind, match, last)


def _made(
    source: Source, at: Node, error_class: str | None, match: str, failing: Node | None
) -> Provocation:
    method = enclosing(at, FUNCTIONS)
    simple = re.sub(r"<.*", "", error_class or "").rpartition(".")[2]
    return Provocation(
        at.start_point.row + 1,
        name_of(source, method) if method is not None else "<module>",
        simple if simple.isidentifier() else None,
        match[:MAX_MATCH],
        False,
        _code(source, failing if failing is not None else at),
    )


def _code(source: Source, node: Node) -> str:
    """The failing code without the ``() =>`` around it."""
    if node.type in _FAILING:
        node = node.child_by_field_name("body") or node
    text = source.flat(node).rstrip(";")
    text = text.removeprefix("await ")
    return text[1:-1].strip().rstrip(";") if text.startswith("{") and text.endswith("}") else text
