"""Calls by which Scala checks, reports, hands over and answers errors."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from errdex.languages.interface import Draft, Source, Text
from errdex.languages.jvm_arguments import Shape, arguments_of, http_of, said
from errdex.languages.jvm_format import as_used, filled, formatter_parts
from errdex.languages.jvm_names import BARE_ASSERTIONS, LOG_METHODS, LOGGER, OWNED_ASSERTIONS
from errdex.languages.scala_guards import negated
from errdex.languages.scala_nodes import Called, bare, called
from errdex.languages.scala_text import functions_of
from errdex.model.facts import Call, Guard

if TYPE_CHECKING:
    from tree_sitter import Node


class _Check(NamedTuple):
    error_class: str
    default: str


_CHECKS = {
    "require": _Check("IllegalArgumentException", "requirement failed"),
    "assert": _Check("AssertionError", "assertion failed"),
    "assume": _Check("AssertionError", "assumption failed"),
}
_ERR = re.compile(r"(?:\w+\.)*(?:System|Console)\.err\.(?:print|println|printf)")
_ANSWERS = {
    "BadRequest": 400,
    "Unauthorized": 401,
    "Forbidden": 403,
    "NotFound": 404,
    "Conflict": 409,
    "InternalServerError": 500,
}
_COMPLETES = frozenset({"complete", "respond", "sendError", "status"})


def _made(source: Source, node: Node) -> str:
    call = called(source, node)
    return call.name if call is not None else ""


SHAPE = Shape(
    bare,
    _made,
    frozenset({"identifier", "field_expression", "call_expression", "instance_expression"}),
)


def call_of(source: Source, call: Called) -> Call:
    """A call's callee and arguments."""
    return Call(call.callee, tuple(arguments_of(source, call.args)))


def reported(source: Source, node: Node, call: Called) -> Draft | None:
    """The site of a call that checks or reports; None for other calls."""
    if call.callee == "sys.error" and call.args:
        found = source.language.texts(source, call.args[0].node)
        return Draft(node, "raise", found, error_class="RuntimeException")
    if _ERR.fullmatch(call.callee):
        return _printed(source, node, call)
    if call.owner is None:
        return _bare(source, node, call)
    owner = source.flat(call.owner, 80)
    if call.name in LOG_METHODS and LOGGER.search(owner):
        return _logged(source, node, call, LOG_METHODS[call.name])
    if call.name in ("error", "abort") and owner.rpartition(".")[2] in ("report", "c", "reporter"):
        return _logged(source, node, call, "error")
    checks = OWNED_ASSERTIONS.get(owner.rpartition(".")[2])
    if checks is not None and call.name in checks:
        return _asserted(source, node, call, checks[call.name].error_class)
    return _answered(source, node, call) if call.name in _COMPLETES else None


def _bare(source: Source, node: Node, call: Called) -> Draft | None:
    if (call.name, len(call.args)) in functions_of(source):
        return None  # the file's own function is what is called
    check = _CHECKS.get(call.name)
    if check is not None and call.args:
        return _checked(source, node, call, check)
    if call.name in BARE_ASSERTIONS and len(call.args) > 1:
        return _asserted(source, node, call, BARE_ASSERTIONS[call.name].error_class)
    if call.name in ("logError", "logFatal"):
        return _logged(source, node, call, "error")
    if call.name in _ANSWERS or call.name in _COMPLETES:
        return _answered(source, node, call)
    if call.name == "Left" and len(call.args) == 1:
        found = [t for t in said(source, call.args[0].node) if " " in t.template.message.strip()]
        return Draft(node, "construct", found) if found else None
    return None


def _checked(source: Source, node: Node, call: Called, check: _Check) -> Draft:
    subject = call.args[0].node
    found = [Text((check.default,), inline=False)]
    if len(call.args) > 1:
        found = source.language.texts(source, call.args[1].node)
    kind = "raise" if call.name == "require" else "assert"
    guards = (negated(source, subject, "assert"),)
    return Draft(node, kind, found, error_class=check.error_class, guards=guards)


def _asserted(source: Source, node: Node, call: Called, error_class: str) -> Draft | None:
    if len(call.args) < 2:
        return None
    values = [source.flat(arg.node, 200) for arg in call.args[2:]]
    found = said(source, call.args[1].node)
    if values:
        found = [filled(text, formatter_parts, values) for text in found]
    subject = call.args[0].node
    guard = negated(source, subject, "assert")
    if "NonNull" in call.name or "otNull" in call.name:
        shown = source.flat(bare(subject))
        guard = Guard(f"{shown} == null", subject.start_point.row + 1, "assert", shown)
    return Draft(node, "raise", found, error_class=error_class, guards=(guard,)) if found else None


def _printed(source: Source, node: Node, call: Called) -> Draft | None:
    found = said(source, call.args[0].node) if call.args else []
    values = [source.flat(arg.node, 200) for arg in call.args[1:]]
    if values:
        found = [filled(text, formatter_parts, values) for text in found]
    return Draft(node, "report", found) if found else None


def _logged(source: Source, node: Node, call: Called, level: str) -> Draft | None:
    for place, arg in enumerate(call.args):
        found = said(source, arg.node)
        if found:
            values = [source.flat(one.node, 200) for one in call.args[place + 1 :]]
            shown = [as_used(text, values, logger=True) for text in found]
            return Draft(node, "report", shown, severity=level)
    return None


def _answered(source: Source, node: Node, call: Called) -> Draft | None:
    """``NotFound("…")``, ``complete(StatusCodes.NotFound, "…")``."""
    status = _ANSWERS.get(call.name) or http_of(source, call.args)
    found = [text for arg in call.args for text in said(source, arg.node)]
    return Draft(node, "http", found[:1], http_status=status) if status and found else None
