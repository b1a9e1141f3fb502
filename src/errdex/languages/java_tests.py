"""Java tests that expect an error: JUnit, TestNG, AssertJ, Truth, Reactor, try and fail."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from errdex.languages import java_text
from errdex.languages.interface import Captures, Source
from errdex.languages.java_nodes import FUNCTIONS, MAX_CLIMB, arguments_of, bare, name_of
from errdex.languages.locals import enclosing, local_value
from errdex.model.facts import Provocation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

_THROWS = frozenset(
    {"assertThrows", "assertThrowsExactly", "expectThrows", "expectThrowsAnyOf", "assertFailsWith"}
)
_ROOTS = re.compile(
    r"assertThatThrownBy|assertThatException(?:OfType)?|assertThat\w+Exception|assertThatCode|"
    r"assertThat|then|thenThrownBy|expectThat$"
)
_MESSAGES = {
    "hasMessage": False,
    "hasMessageContaining": False,
    "hasMessageContainingAll": False,
    "hasMessageStartingWith": False,
    "hasMessageEndingWith": False,
    "hasMessageMatching": True,
    "hasStackTraceContaining": False,
    "withMessage": False,
    "withMessageContaining": False,
    "withMessageStartingWith": False,
    "withMessageEndingWith": False,
    "withMessageMatching": True,
}
_COMPARED = {
    "isEqualTo": False, "contains": False, "startsWith": False, "endsWith": False,
    "matches": True, "containsMatch": True, "containsIgnoringCase": False,
    "isEqualToIgnoringCase": False, "hasToString": False,
}  # fmt: skip
_CLASSES = frozenset({"isInstanceOf", "isExactlyInstanceOf", "isInstanceOfAny"})
_ANNOTATED = frozenset({"expected", "expectedExceptions"})
_FAIL = re.compile(r"(?:\w+\.)?fail\(|throw new AssertionError")
MAX_MATCH = 300
MAX_CHAIN = 40


class _Thrown(NamedTuple):
    """What a name in a test stands for: the class expected and the code that fails."""

    error_class: str | None
    call: Node | None


def provocations(source: Source, captures: Captures) -> Iterable[Provocation]:
    """The expectations of one match of ``tests.scm``."""
    if "annotation" in captures:
        return _annotated(source, captures["annotation"][0])
    if "attempt" in captures:
        return _attempted(source, captures["attempt"][0])
    return _called(source, captures["call"][0])


def _called(source: Source, call: Node) -> Iterable[Provocation]:
    name = name_of(source, call)
    args = arguments_of(call)
    if name in _THROWS and len(args) > 1:
        return _thrown(source, call, args)
    if name in ("expectMessage", "expectErrorMessage", "verifyErrorMessage") and args:
        return _expected_text(source, call, args[0])
    if name in ("expectError", "verifyError", "expect") and len(args) == 1:
        found = _class_of(source, args[0])
        return [_made(source, call, found, "", False, call)] if found else []
    if name in ("assertEquals", "assertTrue", "assertThat"):
        found_texts = _asserted(source, call, name, args)
        if found_texts or name != "assertThat":
            return found_texts
    return _chained(source, call)


def _thrown(source: Source, call: Node, args: list[Node]) -> Iterable[Provocation]:
    """``assertThrows(X.class, () -> …)``, unless its error is compared later by name."""
    found = _class_of(source, args[0])
    if found is None and len(args) > 2:
        found = _class_of(source, args[1])
    if found is None:
        return []
    return [_made(source, call, found, "", False, _failing(args))]


def _failing(args: list[Node]) -> Node | None:
    return next((a for a in args if a.type in ("lambda_expression", "method_reference")), None)


def _class_of(source: Source, node: Node) -> str | None:
    if node.type != "class_literal":
        return None
    return source.text(node).removesuffix(".class").strip().rpartition(".")[2]


def _expected_text(source: Source, call: Node, arg: Node) -> Iterable[Provocation]:
    """``thrown.expectMessage("…")``: its class and failing call stand in statements beside it."""
    texts = java_text.said(source, arg)
    if not texts and arg.type == "method_invocation":
        texts = [t for inner in arguments_of(arg)[:1] for t in java_text.said(source, inner)]
    if not texts:
        return []
    statement = enclosing(call, frozenset({"expression_statement"}))
    error_class: str | None = None
    failing: Node | None = None
    if statement is not None and name_of(source, call) == "expectMessage":
        for sibling in (statement.prev_named_sibling, statement.next_named_sibling):
            if sibling is None:
                continue
            found = re.search(r"\.expect\(\s*(?:\w+\()?([\w.]+)\.class", source.flat(sibling))
            if found:
                error_class = found[1].rpartition(".")[2]
            elif sibling == statement.next_named_sibling:
                failing = sibling
    return [_made(source, call, error_class, texts[0].template.message, False, failing or call)]


def _asserted(source: Source, call: Node, name: str, args: list[Node]) -> list[Provocation]:
    """``assertEquals("…", e.getMessage())``, ``assertTrue(e.getMessage().contains("…"))``."""
    asked: Node | None = None
    told: Node | None = None
    if name == "assertEquals":
        for one, other in ((0, 1), (1, 0), (1, 2), (2, 1)):
            if max(one, other) < len(args) and _error_name(source, args[one]) is not None:
                asked, told = args[one], args[other]
                break
    elif args:
        test = bare(args[-1])
        if test.type == "method_invocation" and name_of(source, test) in (
            "contains", "startsWith", "endsWith", "equals", "matches",
        ):  # fmt: skip
            inner, given = test.child_by_field_name("object"), arguments_of(test)
            if inner is not None and given and _error_name(source, inner) is not None:
                asked, told = inner, given[0]
    if asked is None or told is None:
        return []
    texts = java_text.said(source, told)
    thrown = _behind(source, asked)
    if not texts or thrown is None:
        return []
    text = texts[0].template.message
    return [_made(source, call, thrown.error_class, text, False, thrown.call or call)]


def _error_name(source: Source, node: Node) -> Node | None:
    """The name of the error in ``e``, ``e.getMessage()``, ``e.getCause().getMessage()``."""
    at = bare(node)
    asked = False
    for _ in range(4):
        if at.type == "identifier":
            return at if asked else None
        inner = at.child_by_field_name("object")
        if at.type != "method_invocation" or inner is None:
            return None
        if name_of(source, at) not in ("getMessage", "getLocalizedMessage", "toString"):
            return None
        asked = True
        at = bare(inner)
    return None


def _behind(source: Source, asked: Node) -> _Thrown | None:
    """What stands behind the name of an error: a ``catch``, or a variable given by an assertion."""
    name = _error_name(source, asked) or (asked if asked.type == "identifier" else None)
    if name is None:
        return None
    written = source.text(name)
    at = name.parent
    for _ in range(MAX_CLIMB):
        if at is None or at.type in FUNCTIONS:
            break
        if at.type == "catch_clause":
            caught = next(
                (c for c in at.named_children if c.type == "catch_formal_parameter"), None
            )
            if caught is not None and name_of(source, caught) == written:
                attempt = at.parent
                body = _before_fail(source, attempt) if attempt is not None else None
                kinds = caught.named_children[0]
                shown = source.flat(kinds).rpartition(".")[2]
                return _Thrown(shown if shown.isidentifier() else None, body)
        at = at.parent
    value = local_value(source, written, name)
    value = bare(value) if value is not None else None
    if value is None or value.type != "method_invocation":
        return None
    if name_of(source, value) in _THROWS or name_of(source, value).startswith("catchThrowable"):
        args = arguments_of(value)
        found = next((c for a in args if (c := _class_of(source, a))), None)
        return _Thrown(found, _failing(args))
    return None


def _before_fail(source: Source, attempt: Node) -> Node | None:
    """The last statement of a ``try`` that is to fail: the one before ``fail()``."""
    body = attempt.child_by_field_name("body")
    steps = [c for c in body.named_children if "comment" not in c.type] if body is not None else []
    if steps and _FAIL.match(source.flat(steps[-1], 60)):
        steps.pop()
    return steps[-1] if steps else body


def _chained(source: Source, call: Node) -> Iterable[Provocation]:
    """A chain of AssertJ or Truth, read once from its root up."""
    root = call
    for _ in range(MAX_CHAIN):
        inner = root.child_by_field_name("object")
        if inner is None or inner.type != "method_invocation":
            break
        root = inner
    name = name_of(source, root)
    seen: set[int] = source.once("chains", set)
    if not _ROOTS.fullmatch(name) or root.id in seen:
        return []
    seen.add(root.id)
    args = arguments_of(root)
    thrown = _rooted(source, name, args)
    if thrown is None:
        return []
    error_class, failing = thrown
    texts: list[tuple[str, bool]] = []
    about_message = bool(args) and ".getMessage()" in source.flat(args[0], 300)
    at = root.parent
    for _ in range(MAX_CHAIN):
        if at is None or at.type != "method_invocation":
            break
        step, given = name_of(source, at), arguments_of(at)
        if step in _CLASSES and given:
            error_class = error_class or _class_of(source, given[0])
        elif step in ("isThrownBy", "when") and given:
            failing = given[0]
        elif step in ("hasMessageThat", "message", "getMessage"):
            about_message = True
        elif given and (step in _MESSAGES or (about_message and step in _COMPARED)):
            said = java_text.said(source, given[0])
            if said:
                regex = _MESSAGES.get(step, _COMPARED.get(step, False))
                texts.append((said[0].template.message, regex))
        at = at.parent
    if not texts and (name in ("assertThat", "then", "assertThatCode") or error_class is None):
        return []
    return [
        _made(source, root, error_class, text, regex, failing)
        for text, regex in texts or [("", False)]
    ]


def _rooted(source: Source, name: str, args: list[Node]) -> _Thrown | None:
    """The class and the failing code that a chain's root tells of; None where it is no error."""
    if name in ("assertThat", "then"):
        return _behind(source, args[0]) if args else None
    if name == "assertThatExceptionOfType":
        return _Thrown(_class_of(source, args[0]) if args else None, None)
    if name in ("assertThatThrownBy", "assertThatCode", "thenThrownBy"):
        return _Thrown(None, args[0] if args else None)
    return _Thrown(name.removeprefix("assertThat"), None)


def _annotated(source: Source, node: Node) -> Iterable[Provocation]:
    """``@Test(expected = X.class)``, TestNG's ``expectedExceptions``."""
    if source.text(node.child_by_field_name("name") or node).rpartition(".")[2] != "Test":
        return
    listing = node.child_by_field_name("arguments")
    error_class: str | None = None
    match = ""
    for pair in listing.named_children if listing is not None else ():
        key, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
        if key is None or value is None:
            continue
        if source.text(key) in _ANNOTATED:
            first = value.named_children[0] if "array" in value.type else value
            error_class = _class_of(source, first)
        elif source.text(key) == "expectedExceptionsMessageRegExp":
            said = java_text.said(source, value)
            match = said[0].template.message if said else ""
    method = enclosing(node, FUNCTIONS)
    body = method.child_by_field_name("body") if method is not None else None
    if error_class is None or body is None or not body.named_children:
        return
    yield _made(source, node, error_class, match, bool(match), body.named_children[-1])


def _attempted(source: Source, node: Node) -> Iterable[Provocation]:
    """``try { call(); fail(); } catch (X e) { }``; what is asked of ``e`` is told by itself."""
    body = node.child_by_field_name("body")
    clause = next((c for c in node.named_children if c.type == "catch_clause"), None)
    if body is None or clause is None or len(body.named_children) < 2:
        return
    if not _FAIL.match(source.flat(body.named_children[-1], 60)):
        return
    caught = next((c for c in clause.named_children if c.type == "catch_formal_parameter"), None)
    told = source.text(clause)
    if caught is None or "getMessage()" in told or "hasMessage" in told:
        return
    kinds = next((c for c in caught.named_children if c.type == "catch_type"), None)
    shown = source.flat(kinds).rpartition(".")[2] if kinds is not None else ""
    if shown.isidentifier():
        yield _made(source, node, shown, "", False, body.named_children[-2])


def _made(
    source: Source,
    at: Node,
    error_class: str | None,
    match: str,
    is_regex: bool,
    failing: Node | None,
) -> Provocation:
    method = enclosing(at, FUNCTIONS)
    return Provocation(
        at.start_point.row + 1,
        name_of(source, method) if method is not None else "<module>",
        error_class if error_class and error_class.isidentifier() else None,
        match[:MAX_MATCH],
        is_regex,
        _code(source, failing if failing is not None else at),
    )


def _code(source: Source, node: Node) -> str:
    """The failing code without the ``() ->`` around it."""
    if node.type == "lambda_expression":
        node = node.child_by_field_name("body") or node
    text = source.flat(node).rstrip(";")
    return text[1:-1].strip().rstrip(";") if text.startswith("{") and text.endswith("}") else text
