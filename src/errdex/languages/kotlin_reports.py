"""Calls by which Kotlin checks, reports and answers errors."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from errdex.languages.interface import Draft, Source, Text
from errdex.languages.jvm_arguments import http_of
from errdex.languages.jvm_format import as_used, filled, formatter_parts
from errdex.languages.jvm_names import BARE_ASSERTIONS, LOG_METHODS, LOGGER, OWNED_ASSERTIONS
from errdex.languages.kotlin_calls import supplied
from errdex.languages.kotlin_guards import negated
from errdex.languages.kotlin_nodes import Called, bare
from errdex.languages.kotlin_text import functions_of, said, texts
from errdex.model.facts import Guard

if TYPE_CHECKING:
    from tree_sitter import Node


class _Check(NamedTuple):
    """A function of the standard library that throws unless something holds."""

    error_class: str
    default: str
    null: bool = False


_CHECKS = {
    "require": _Check("IllegalArgumentException", "Failed requirement."),
    "check": _Check("IllegalStateException", "Check failed."),
    "assert": _Check("AssertionError", "Assertion failed"),
    "requireNotNull": _Check("IllegalArgumentException", "Required value was null.", null=True),
    "checkNotNull": _Check("IllegalStateException", "Required value was null.", null=True),
}
_ANSWERS = frozenset({"respond", "respondText", "respondError", "status", "sendError"})
_ERR = re.compile(r"(?:java\.lang\.)?System\.err\.(?:print|println|printf|format)")
_ANDROID = re.compile(r"(?:\w+\.)?(?:Log|Timber)\.(?:e|wtf)")


def reported(source: Source, node: Node, call: Called) -> Draft | None:
    """The site of a call that checks or reports; None for other calls."""
    if call.owner is None:
        return _bare(source, node, call)
    if _ERR.fullmatch(call.callee):
        return _printed(source, node, call)
    if _ANDROID.fullmatch(call.callee):
        return _android(source, node, call)
    if call.name in LOG_METHODS and LOGGER.search(source.flat(call.owner, 80)):
        return _logged(source, node, call)
    checks = OWNED_ASSERTIONS.get(source.flat(call.owner, 60).rpartition(".")[2])
    if checks is not None and call.name in checks:
        return _asserted(source, node, call, checks[call.name].error_class)
    if call.name in _ANSWERS:
        return _answered(source, node, call)
    return None


def _bare(source: Source, node: Node, call: Called) -> Draft | None:
    if _is_own(source, call):
        return None
    if call.name == "error" and len(call.args) == 1:
        found = texts(source, call.args[0].node)
        return Draft(node, "raise", found, error_class="IllegalStateException")
    if call.name == "TODO":
        return _todo(source, node, call)
    check = _CHECKS.get(call.name)
    if check is not None and call.args:
        return _checked(source, node, call, check)
    if call.name in BARE_ASSERTIONS and len(call.args) > 1:
        return _asserted(source, node, call, BARE_ASSERTIONS[call.name].error_class)
    return _answered(source, node, call) if call.name in _ANSWERS else None


def _is_own(source: Source, call: Called) -> bool:
    """Whether the file defines a function that the call fits, which is then what is called."""
    return (call.name, len(call.args) + (call.block is not None)) in functions_of(source)


def _todo(source: Source, node: Node, call: Called) -> Draft:
    """``TODO(reason)`` says that an operation is not implemented, and why."""
    lead = "An operation is not implemented"
    found = [Text((f"{lead}.",), inline=False)]
    if call.args:
        reasons = texts(source, call.args[0].node)
        found = [Text((f"{lead}: ", *reason.parts)) for reason in reasons]
    return Draft(node, "raise", found, error_class="NotImplementedError")


def _checked(source: Source, node: Node, call: Called, check: _Check) -> Draft:
    subject = call.args[0].node
    shown = source.flat(bare(subject))
    guard = negated(source, subject, "assert")
    if check.null:
        guard = Guard(f"{shown} == null", subject.start_point.row + 1, "assert", shown)
    found = supplied(source, call.block)
    if not found and len(call.args) > 1:
        found = texts(source, call.args[1].node)
    found = found or [Text((check.default,), inline=False)]
    kind = "assert" if call.name == "assert" else "raise"
    return Draft(node, kind, found, error_class=check.error_class, guards=(guard,))


def _asserted(source: Source, node: Node, call: Called, error_class: str) -> Draft | None:
    """``Preconditions.checkArgument(x, "…%s", y)``, ``Objects.requireNonNull(x, "…")``."""
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


def _android(source: Source, node: Node, call: Called) -> Draft | None:
    """``Log.e(TAG, "…", e)`` and ``Timber.e(e, "…%s", x)``."""
    args = call.args[1:] if call.callee.endswith(("Log.e", "Log.wtf")) else call.args
    for place, arg in enumerate(args):
        found = said(source, arg.node)
        if found:
            values = [source.flat(one.node, 200) for one in args[place + 1 :]]
            return Draft(node, "report", [as_used(text, values) for text in found])
    return None


def _logged(source: Source, node: Node, call: Called) -> Draft | None:
    """``logger.error(e) { "…" }`` and ``log.error("… {}", x)``."""
    level = LOG_METHODS[call.name]
    found = [text for text in supplied(source, call.block) if text.is_text]
    if found:
        return Draft(node, "report", found, severity=level)
    for place, arg in enumerate(call.args):
        found = said(source, arg.node)
        if found:
            values = [source.flat(one.node, 200) for one in call.args[place + 1 :]]
            shown = [as_used(text, values, logger=True) for text in found]
            return Draft(node, "report", shown, severity=level)
    return None


def _answered(source: Source, node: Node, call: Called) -> Draft | None:
    """``call.respond(HttpStatusCode.NotFound, "…")``."""
    status = http_of(source, call.args)
    found = [text for arg in call.args for text in said(source, arg.node)]
    return Draft(node, "http", found[:1], http_status=status) if status and found else None
