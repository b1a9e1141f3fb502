"""JavaScript's calls that report without throwing: assertions, logs, warnings, HTTP answers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import javascript_calls, javascript_text
from errdex.languages.interface import Draft, Source, Text
from errdex.languages.javascript_format import as_console_format
from errdex.languages.javascript_guards import negated
from errdex.languages.javascript_text import bare, plain_arguments
from errdex.model.facts import Guard

if TYPE_CHECKING:
    from tree_sitter import Node

_LOGGER = re.compile(r"(?i)(?:^|[._#])(?:\w*log(?:ger|ging|s)?|winston|pino|debug)(?:\(\w*\))?$")
ASSERT = re.compile(r"^(?:_*assert|[aA]ssert[A-Z]\w*|\w*[aA]ssert|_*invariant|precondition)$")
_KNOWN = frozenset({"assert", "invariant", "devAssert", "internalAssert", "hardAssert", "warning"})
_TESTS = frozenset({"binary_expression", "unary_expression", "parenthesized_expression"})
_ERRORS = re.compile(r"(?i)(?:errors?|issues|problems|diagnostics|violations|failures)$")
_RESPONSE = re.compile(r"(?i)(?:^|\.)(?:ctx|context|c|res|response|reply|nextresponse)$")
_BOOM = frozenset({"Boom", "boom", "httpErrors", "HttpErrors", "createError", "createHttpError"})


def called(source: Source, node: Node, name: str) -> Draft | None:
    """A call by a bare name: an assertion or a warning."""
    if ASSERT.match(name):
        return _asserted(source, node, "", name)
    if name == "warning":
        draft = _asserted(source, node, "", name)
        if draft is not None:
            draft.kind, draft.severity, draft.error_class = "warn", "warning", None
        return draft
    if name == "deprecate":
        return _deprecated(source, node)
    return None


def owned(source: Source, node: Node, owner: str, name: str) -> Draft | None:
    """A call of a method of ``assert``, ``console``, ``Boom`` or ``createError``."""
    if owner in ("assert", "Assert"):
        return _asserted(source, node, owner, name)
    if owner == "console":
        if name == "assert":
            return _asserted(source, node, "", name)
        return _console(source, node) if name == "error" else None
    if owner in _BOOM:
        status = javascript_calls.STATUSES.get(name.lower())
        args = javascript_calls.given(source, node.child_by_field_name("arguments"))
        said = javascript_calls.read_arguments(source, f"{owner}.{name}", args)
        texts = [text for text in said.texts if text.is_text]
        if status is None or not texts:
            return None
        return Draft(node, "http", texts, http_status=status, code=said.code)
    return None


def reported(source: Source, node: Node, name: str) -> Draft | None:
    """A call of a method that reports, warns or answers."""
    callee = node.child_by_field_name("function")
    receiver = callee.child_by_field_name("object") if callee is not None else None
    if receiver is None:
        return None
    owner = source.flat(receiver, 120)
    if name in ("error", "fatal", "critical", "crit", "emerg"):
        if owner == "console":
            return None
        if owner.endswith(".console") and name == "error":
            return _console(source, node)
        if not _LOGGER.search(owner):
            return None
        return _logged(source, node, "error" if name == "error" else "critical")
    args = plain_arguments(node.child_by_field_name("arguments"))
    if name == "write":
        return _first_text(source, node, args, "report") if "stderr" in owner else None
    if name == "emitWarning":
        draft = _first_text(source, node, args, "warn") if owner == "process" else None
        if draft is not None:
            draft.severity = "warning"
            draft.error_class = _warning_class(source, args)
        return draft
    if name == "deprecate":
        return _deprecated(source, node) if owner in ("util", "utils", "deprecate") else None
    if name == "setFailed":
        return _first_text(source, node, args, "exit")
    if name in ("send", "json", "end", "text", "throw"):
        return _answered(source, node, receiver, owner, name)
    if name == "push" and _ERRORS.search(owner):
        draft = _first_text(source, node, args, "report")
        return draft if draft and " " in draft.texts[0].template.message else None
    if name == "addIssue":
        said = javascript_calls.read_arguments(
            source, owner, javascript_calls.given(source, node.child_by_field_name("arguments"))
        )
        texts = [text for text in said.texts if text.is_text]
        return Draft(node, "declare", texts, error_class="ZodError") if texts else None
    return None


def _asserted(source: Source, node: Node, owner: str, name: str) -> Draft | None:
    args = plain_arguments(node.child_by_field_name("arguments"))
    found = javascript_calls.assertion(source, owner, name, args)
    if found is None:
        return None
    place, tested = found
    values = [source.flat(arg, 200) for arg in args[place + 1 :]]
    texts = [as_console_format(t, values) for t in javascript_text.said(source, args[place])]
    if not texts:
        return None
    known = bool(owner) or name in _KNOWN
    if not known and not any(" " in text.template.message for text in texts):
        return None  # assertRange(green, "green", 0, 1): a label for the reporter's own text
    error_class = "AssertionError" if "ssert" in name or owner else "Error"
    guards: tuple[Guard, ...] = ()
    untold = ("false", "number", "string")
    if len(tested) == 1 and (tested[0].type not in untold if known else tested[0].type in _TESTS):
        guards = (negated(source, tested[0], "assert"),)
    elif len(tested) == 2 and re.search(r"(?i)^(?:strict|deep|deepStrict)?equal$", name):
        line = tested[0].start_point.row + 1
        text = f"{source.flat(tested[0], 160)} !== {source.flat(tested[1], 160)}"
        guards = (Guard(text, line, "assert"),)
    return Draft(node, "assert", texts, error_class=error_class, guards=guards)


def _console(source: Source, node: Node) -> Draft:
    """``console.error`` reports whatever it is given, text or not."""
    args = plain_arguments(node.child_by_field_name("arguments"))
    values = [source.flat(arg, 200) for arg in args[1:]]
    texts: list[Text] = []
    if args:
        said = javascript_text.texts(source, args[0])
        texts = [as_console_format(t, values) if t.is_text else t for t in said]
        if not texts[0].is_text:
            later = [t for arg in args[1:] for t in javascript_text.said(source, arg)]
            texts = later[:1] or texts
    return Draft(node, "report", texts)


def _logged(source: Source, node: Node, severity: str) -> Draft | None:
    args = plain_arguments(node.child_by_field_name("arguments"))
    for place, arg in enumerate(args[:3]):
        inner = bare(arg)
        if inner.type in ("object", "arrow_function", "array", "number"):
            continue
        said = javascript_text.said(source, inner)
        if said:
            values = [source.flat(one, 200) for one in args[place + 1 :]]
            texts = [as_console_format(text, values) for text in said]
            return Draft(node, "report", texts, severity=severity)
    return None


def _first_text(source: Source, node: Node, args: list[Node], kind: str) -> Draft | None:
    if not args:
        return None
    inner = bare(args[0])
    said = javascript_text.said(source, inner)
    if not said and inner.type == "object":
        pairs = javascript_calls.pairs(source, inner)
        texts = [p.texts for p in pairs if p.name in ("message", "msg") and p.texts[0].is_text]
        said = texts[0] if texts else []
    said = [text for text in said if text.template.parts]
    return Draft(node, kind, said) if said else None


def _warning_class(source: Source, args: list[Node]) -> str:
    for arg in args[1:]:
        inner = bare(arg)
        if inner.type == "string":
            return source.text(inner)[1:-1]
        if inner.type == "object":
            for pair in javascript_calls.pairs(source, inner):
                if pair.name == "type" and pair.texts[0].is_text:
                    return pair.texts[0].template.message
        break
    return "Warning"


def _deprecated(source: Source, node: Node) -> Draft | None:
    """``util.deprecate(fn, "text", "DEP0001")``."""
    args = plain_arguments(node.child_by_field_name("arguments"))
    for arg in args[:2]:
        said = javascript_text.said(source, arg)
        if said and " " in said[0].template.message:
            return Draft(node, "warn", said, error_class="DeprecationWarning", severity="warning")
    return None


def _answered(source: Source, node: Node, receiver: Node, owner: str, name: str) -> Draft | None:
    """``res.status(404).send("…")``, ``ctx.throw(404, "…")``, ``c.json({error: "…"}, 400)``."""
    args = javascript_calls.given(source, node.child_by_field_name("arguments"))
    status: int | None = None
    at: Node | None = receiver
    while at is not None and at.type == "call_expression" and status is None:
        called_node = at.child_by_field_name("function")
        if called_node is None or called_node.type != "member_expression":
            return None
        method = called_node.child_by_field_name("property")
        inner = plain_arguments(at.child_by_field_name("arguments"))
        if method is not None and source.text(method) in ("status", "code", "sendStatus") and inner:
            status = javascript_calls.status_of(source, bare(inner[0]))
        at = called_node.child_by_field_name("object")
    if status is None and _RESPONSE.search(owner):
        for one in args:
            status = status or javascript_calls.status_of(source, one.node)
    if status is None:
        return None
    said = javascript_calls.read_arguments(source, owner, args)
    texts = [text for text in said.texts if text.is_text]
    if not texts:
        return None
    return Draft(node, "http", texts, http_status=status, code=said.code)
