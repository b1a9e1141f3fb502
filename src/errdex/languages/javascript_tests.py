"""JavaScript tests that expect an error, and handlers that ask which error they caught."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import javascript_text
from errdex.languages.interface import Captures, Source
from errdex.languages.javascript_text import bare, plain_arguments
from errdex.model.facts import Provocation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

_INSTANCE = re.compile(r"\binstanceof\s+([\w$.]+)")
_CODE = re.compile(r"\.(?:code|name)\s*={2,3}\s*[\"'`]([\w.:-]+)[\"'`]")
_ABOUT_MESSAGE = re.compile(r"\.(?:message|msg|stack)\b")
_TESTS = re.compile(r"^(?:it|test|specify|Deno\.test|t\.test)(?:\.\w+)*$")
_CLASS = re.compile(r"^[A-Z][\w$]*$")
_EQUALS = frozenset({"equal", "strictEqual", "match", "is", "include"})
MAX_MATCH = 300


def catches(source: Source, clause: Node) -> Iterable[str]:
    """The classes and codes that a ``catch`` clause compares its error with."""
    end = min(clause.end_byte, clause.start_byte + 2_000)
    text = source.data[clause.start_byte : end].decode("utf-8", "replace")
    if "instanceof" in text or ".code" in text or ".name" in text:
        found = [name.rpartition(".")[2] for name in _INSTANCE.findall(text)]
        yield from dict.fromkeys([*found, *_CODE.findall(text)])


def provocations(source: Source, captures: Captures) -> Iterable[Provocation]:
    """The expectation of one match of ``tests.scm``."""
    call, name = captures["call"][0], source.text(captures["name"][0])
    callee = call.child_by_field_name("function")
    receiver = callee.child_by_field_name("object") if callee is not None else None
    owner = source.flat(receiver, 400) if receiver is not None else ""
    args = plain_arguments(call.child_by_field_name("arguments"))
    if name in ("throws", "rejects", "throwsAsync"):
        yield from _thrown(source, call, args, expected=args[1:])
    elif name in ("toThrow", "toThrowError", "throw", "throws", "rejectedWith", "throwError"):
        if name == "throw" and ".to" not in owner and "should" not in owner:
            return
        yield from _thrown(source, call, [receiver] if receiver is not None else [], expected=args)
    elif "InlineSnapshot" in name:
        yield from _snapshot(source, call, receiver, args)
    elif _ABOUT_MESSAGE.search(owner) or ".rejects" in owner:
        yield from _compared(source, call, args)
    elif args and name in _EQUALS and _ABOUT_MESSAGE.search(source.flat(args[0], 200)):
        yield from _compared(source, call, args[1:])


def _thrown(
    source: Source, call: Node, provoking: list[Node], expected: list[Node]
) -> Iterable[Provocation]:
    error_class: str | None = None
    match, is_regex = "", False
    for arg in expected:
        inner = bare(arg)
        written = source.flat(inner, 200)
        if inner.type in ("identifier", "member_expression"):
            name = written.rpartition(".")[2]
            if _CLASS.match(name):
                error_class = error_class or name
                continue
        if inner.type == "new_expression":
            named = inner.child_by_field_name("constructor")
            error_class = source.flat(named, 80).rpartition(".")[2] if named is not None else None
            given = plain_arguments(inner.child_by_field_name("arguments"))
            inner = bare(given[0]) if given else inner
        if inner.type == "object":
            for pair in inner.named_children:
                key, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
                if key is None or value is None:
                    continue
                told = source.text(key).strip("'\"")
                if told == "message":
                    match, is_regex = _text(source, value)
                elif told in ("name", "instanceOf", "constructor", "code"):
                    if told == "code" and error_class:
                        continue
                    error_class = source.flat(value, 80).strip("'\"`").rpartition(".")[2]
            continue
        if not match:
            match, is_regex = _text(source, inner)
    yield _provocation(source, call, provoking, error_class, match, is_regex)


def _snapshot(
    source: Source, call: Node, receiver: Node | None, args: list[Node]
) -> Iterable[Provocation]:
    for arg in args:
        match, _ = _text(source, arg)
        match = match.strip()
        found = re.fullmatch(r"\[(\w+): (.*)\]", match, re.DOTALL)
        error_class = found[1] if found else None
        match = found[2] if found else match.strip('"')
        if match and "Error" in source.flat(call, 4_000):
            provoking = [receiver] if receiver is not None else []
            yield _provocation(source, call, provoking, error_class, match, is_regex=False)


def _compared(source: Source, call: Node, args: list[Node]) -> Iterable[Provocation]:
    """``expect(err.message).toBe("…")``, ``.rejects.toMatchObject({message: "…"})``."""
    for arg in args[:1]:
        inner = bare(arg)
        if inner.type in ("object", "new_expression"):
            yield from _thrown(source, call, [call], expected=[inner])
            return
        match, is_regex = _text(source, inner)
        if match:
            yield _provocation(source, call, [call], None, match, is_regex)


def _provocation(
    source: Source,
    call: Node,
    provoking: list[Node],
    error_class: str | None,
    match: str,
    is_regex: bool,
) -> Provocation:
    return Provocation(
        call.start_point.row + 1,
        _test_name(source, call),
        error_class if error_class and re.fullmatch(r"[\w$]+", error_class) else None,
        match[:MAX_MATCH],
        is_regex,
        _provoking(source, provoking[0] if provoking else call),
    )


def _provoking(source: Source, node: Node) -> str:
    """The code that is expected to fail: inside ``expect(…)`` and without its ``() =>``."""
    at = bare(node)
    while True:
        if at.type == "member_expression":
            inner = at.child_by_field_name("object")
        elif at.type == "call_expression" and _is_expect(source, at):
            args = plain_arguments(at.child_by_field_name("arguments"))
            inner = args[0] if args else None
        elif at.type in ("arrow_function", "function_expression"):
            inner = at.child_by_field_name("body")
            return _unbraced(source.flat(inner)) if inner is not None else source.flat(at)
        else:
            inner = None
        if inner is None:
            return source.flat(at)
        at = bare(inner)


def _is_expect(source: Source, call: Node) -> bool:
    called = call.child_by_field_name("function")
    return called is not None and called.text in (b"expect", b"assert", b"should")


def _unbraced(text: str) -> str:
    return text[1:-1].strip() if text.startswith("{") and text.endswith("}") else text


def _text(source: Source, node: Node) -> tuple[str, bool]:
    node = bare(node)
    if node.type == "regex":
        pattern, _, _ = source.text(node)[1:].rpartition("/")
        return pattern, True
    said = javascript_text.said(source, node)
    return (said[0].template.message, False) if said else ("", False)


def _test_name(source: Source, node: Node) -> str:
    """The title of the test around a node."""
    at = node.parent
    while at is not None:
        if at.type == "call_expression":
            called = at.child_by_field_name("function")
            if called is not None and _TESTS.match(source.flat(called, 60)):
                args = plain_arguments(at.child_by_field_name("arguments"))
                said = javascript_text.said(source, args[0]) if args else []
                if said:
                    return said[0].template.message
        at = at.parent
    return "<module>"
