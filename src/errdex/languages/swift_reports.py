"""Swift's reports: traps and assertions, logs, diagnostics, the error stream."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from errdex.languages import swift_text
from errdex.languages.interface import Draft, Source, Text
from errdex.languages.swift_guards import negated
from errdex.languages.swift_nodes import Arg, arguments_of, bare, owner_of
from errdex.languages.swift_text import said

if TYPE_CHECKING:
    from tree_sitter import Node

_LOGGER = re.compile(r"(?i)(?:^|\.)_?\w*log(?:ger|s)?\w*(?:\(\))?[?!]?$")
_STDERR = re.compile(r"(?i)std_?err(?:or)?\b|standard_?error")
_SEVERE = re.compile(r"^\.?\w*\.?(?:error|fault|critical|fatal|Error|Critical)$")
_DIAGNOSTICS = re.compile(
    r"(?i)(?:^\.$|diagnostic\w*$|scope$|engine$|emitter$|messages$|context$|reporter$)"
)
_LEVELS = {"error": "error", "critical": "critical", "fault": "critical", "fatal": "critical"}


# -- traps and assertions ---------------------------------------------------------------------


def _trapped(source: Source, node: Node, name: str) -> Draft | None:
    """``fatalError("…")``, ``preconditionFailure("…")``, ``assertionFailure("…")``."""
    if not _is_bare(source, node):
        return None
    args = [arg for arg in arguments_of(node) if arg.name is None]
    kind = "assert" if name == "assertionFailure" else "panic"
    texts = swift_text.texts(source, args[0].node) if args else []
    severity = "error" if kind == "assert" else "critical"
    return Draft(node, kind, texts, severity=severity)


def _asserted(source: Source, node: Node, name: str) -> Draft | None:
    """``precondition(c, "…")``, ``assert(c, "…")``."""
    args = [arg for arg in arguments_of(node) if arg.name is None]
    if not args or len(args) > 2 or not _is_bare(source, node):
        return None
    texts = swift_text.texts(source, args[1].node) if len(args) > 1 else []
    fixed = bare(args[0].node).type == "boolean_literal"
    guards = () if fixed else (negated(source, args[0].node, "assert"),)
    return Draft(node, "assert", texts, guards=guards)


def _failed(source: Source, node: Node, name: str) -> Draft | None:
    """``XCTFail("…")``, ``Issue.record("…")`` in code that tests are built with."""
    args = arguments_of(node)
    owner = owner_of(node)
    if name == "record" and (owner is None or source.text(owner) != "Issue"):
        return None
    texts = said(source, args[0].node) if args and args[0].name is None else []
    return Draft(node, "assert", texts) if texts else None


def _is_bare(source: Source, node: Node) -> bool:
    owner = owner_of(node)
    return owner is None or source.text(owner) == "Swift"


# -- logs -------------------------------------------------------------------------------------


def _logged(source: Source, node: Node, name: str) -> Draft | None:
    """``logger.error("…")``; ``.error("…")`` alone makes a diagnostic."""
    owner = owner_of(node)
    args = arguments_of(node)
    if owner is None:
        return _diagnostic(source, node, name, args)
    if name == "warning" or not _LOGGER.search(source.flat(owner, 120)):
        return None
    for arg in args[:2]:
        texts = said(source, arg.node)
        if texts and arg.name in (None, "message"):
            return Draft(node, "report", texts, severity=_LEVELS[name])
    return None


def _diagnostic(source: Source, node: Node, name: str, args: list[Arg]) -> Draft | None:
    function = node.children[0]
    if function.type != "prefix_expression" or not args or args[0].name is not None:
        return None
    texts = [text for text in said(source, args[0].node) if " " in text.template.message]
    return _levelled_draft(node, texts, name)


def _levelled_draft(node: Node, texts: list[Text], level: str) -> Draft | None:
    if not texts:
        return None
    if level == "warning":
        return Draft(node, "warn", texts, severity="warning")
    return Draft(node, "report", texts, severity=_LEVELS.get(level, "error"))


def _emitted(source: Source, node: Node, name: str) -> Draft | None:
    """``scope.emit(error: "…")``, ``emit(severity: .error, message: "…")``."""
    args = arguments_of(node)
    if not args:
        return None
    first = args[0]
    if first.name in ("error", "warning"):
        return _levelled_draft(node, said(source, first.node), first.name)
    level = next((a for a in args if a.name in ("severity", "level", "type")), None)
    told = next((a for a in args if a.name in ("message", "text", None)), None)
    if level is None or told is None or not _SEVERE.match(source.flat(level.node, 60)):
        return None
    severity = source.flat(level.node, 60).rpartition(".")[2].lower()
    return _levelled_draft(node, said(source, told.node), severity)


def _os_log(source: Source, node: Node, name: str) -> Draft | None:
    """``os_log("… %{public}@", log: l, type: .error, x)``, ``os_log(.error, "…")``."""
    args = arguments_of(node)
    levels = [a for a in args if _SEVERE.match(source.flat(a.node, 60))]
    forms = [a for a in args if a.name in (None, "message") and said(source, a.node)]
    if not levels or not forms or owner_of(node) is not None:
        return None
    values = [a for a in args[args.index(forms[0]) + 1 :] if a.name is None and a not in levels]
    texts = swift_text.formatted(source, [forms[0], *values])
    level = source.flat(levels[0].node, 60).rpartition(".")[2]
    return _levelled_draft(node, texts, level.lower())


def _noted(source: Source, node: Node, name: str) -> Draft | None:
    """``NSLog("… %@", x)``, where what it says reads as an error."""
    args = arguments_of(node)
    texts = swift_text.formatted(source, args) if args and owner_of(node) is None else []
    telling = [t for t in texts if re.search(r"(?i)error|fail|cannot|unable", t.template.message)]
    return Draft(node, "report", telling) if telling else None


def _written(source: Source, node: Node, name: str) -> Draft | None:
    """``print("…", to: &stderr)``, ``fputs("…", stderr)``, ``standardError.write(…)``."""
    args = arguments_of(node)
    if not args:
        return None
    if name == "write":
        owner = owner_of(node)
        if owner is None or not _STDERR.search(source.flat(owner, 120)):
            return None
    else:
        place = args[0] if name == "fprintf" else args[-1]
        if len(args) < 2 or not _STDERR.search(source.flat(place.node, 120)):
            return None
    if name == "fprintf":
        args = args[1:]
    texts = [t for t in said(source, args[0].node) if t.template.fixed_length]
    return Draft(node, "report", texts) if texts else None


# by the name that is called
RULES: dict[str, Callable[[Source, Node, str], Draft | None]] = {
    **dict.fromkeys(("fatalError", "preconditionFailure", "assertionFailure"), _trapped),
    **dict.fromkeys(("precondition", "assert"), _asserted),
    **dict.fromkeys(("XCTFail", "record"), _failed),
    **dict.fromkeys(("error", "critical", "fault", "warning"), _logged),
    **dict.fromkeys(("emit", "diagnose", "log"), _emitted),
    "os_log": _os_log,
    "NSLog": _noted,
    **dict.fromkeys(("print", "fputs", "fprintf", "write", "debugPrint"), _written),
}
