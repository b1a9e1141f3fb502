"""Java's calls that report without throwing themselves: assertions, logs, HTTP answers, lists."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import java_calls, java_text
from errdex.languages.interface import Draft, Source, Text
from errdex.languages.java_guards import negated
from errdex.languages.java_nodes import arguments_of, bare, name_of
from errdex.languages.jvm_format import as_used, filled, formatter_parts
from errdex.languages.jvm_names import (
    ANSWERS,
    ASSERTION_NAMES,
    BARE_ASSERTIONS,
    CAUGHT,
    ERROR_LIST,
    LOG_LEVEL,
    LOG_METHODS,
    LOGGER,
    OTHER_ASSERTERS,
    OTHER_ASSERTIONS,
    OWNED_ASSERTIONS,
    Asserting,
    status_of,
)
from errdex.model.facts import Guard
from errdex.template.messageformat import message_parts

if TYPE_CHECKING:
    from tree_sitter import Node

_PRINTS = frozenset({"println", "print", "printf", "format"})
_STDERR = re.compile(r"(?:^|\.)(?:System\.)?(?:err|stderr)$")
_ANSWERING = frozenset({"body", "entity", "bodyValue", "syncBody"})
_ANSWER = re.compile(r"(?:ResponseEntity|ServerResponse|Response|Results?)\b")
# the text of a catalogue, named by its key: bundle.getString("pool.exhausted", size)
_KEYED = re.compile(r"\(\s*\"[A-Za-z][\w-]*(?:\.[\w-]+)+\"\s*[,)]")
_STATUS_CALL = frozenset({"status", "statusCode"})


def reported(source: Source, node: Node, name: str) -> Draft | None:
    """The site of a call of the method ``name``; None when it is none."""
    rule = _RULES.get(name)
    if rule is None and name in ASSERTION_NAMES:
        rule = _asserted
    if rule is None:
        return None
    owner_node = node.child_by_field_name("object")
    owner = source.flat(owner_node, 160) if owner_node is not None else ""
    return rule(source, node, name, owner)


# -- assertions -------------------------------------------------------------------------------


def _asserted(source: Source, node: Node, name: str, owner: str) -> Draft | None:
    simple = owner.rpartition(".")[2]
    known = OWNED_ASSERTIONS.get(simple, {}).get(name)
    if known is None and not owner:
        known = BARE_ASSERTIONS.get(name) if _is_library(source, name) else None
    sure = known is not None
    if known is None:
        if owner and not OTHER_ASSERTERS.fullmatch(simple):
            return None
        if not owner:
            known = Asserting("", BARE_ASSERTIONS[name].fails) if name in BARE_ASSERTIONS else None
        else:
            known = OTHER_ASSERTIONS.get(name, Asserting("IllegalArgumentException"))
    if known is None:
        return None
    args = arguments_of(node)
    place, texts = _asserted_text(source, args, name)
    if place is None or (not sure and not any(" " in t.template.message for t in texts)):
        return None
    tested = args[1] if known.fails == "type" and place > 1 else args[0]
    guard = _failing(source, tested, args[0], known.fails)
    return Draft(
        node,
        "assert",
        texts,
        error_class=known.error_class or None,
        guards=(guard,) if guard is not None else (),
    )


def _asserted_text(source: Source, args: list[Node], name: str) -> tuple[int | None, list[Text]]:
    """The argument that is an assertion's text: the first one after what is tested."""
    said = [(place, java_text.said(source, arg)) for place, arg in enumerate(args) if place]
    said = [(place, texts) for place, texts in said if texts]
    worded = [one for one in said if any(" " in text.template.message for text in one[1])]
    for place, texts in worded or said:
        values = java_text.values_of(source, args[place + 1 :])
        return place, [as_used(text, values) for text in texts]
    return None, []


def _is_library(source: Source, name: str) -> bool:
    """Whether a bare assertion is a library's: its owner is imported statically."""
    return source.once(("static", name), lambda: _is_imported(source, name))


def _is_imported(source: Source, name: str) -> bool:
    pattern = rb"import\s+static\s+[\w.]*?(\w+)\.(?:" + name.encode() + rb"|\*)\s*;"
    owners = re.findall(pattern, source.data[:60_000])
    return any(owner.decode() in OWNED_ASSERTIONS for owner in owners)


def _failing(source: Source, tested: Node, first: Node, fails: str) -> Guard | None:
    """The condition under which an assertion throws."""
    line = tested.start_point.row + 1
    shown = source.flat(bare(tested), 300)
    if fails == "false":
        inner = bare(tested)
        return None if inner.type in ("true", "false") else negated(source, inner, "assert")
    if tested.type in ("string_literal", "null_literal"):
        return None
    forms = {
        "null": f"{shown} == null",
        "given": f"{shown} != null",
        "empty": f"{shown} == null || {shown}.isEmpty()",
        "blank": f"{shown} == null || {shown}.isBlank()",
        "type": f"!({shown} instanceof {source.flat(first, 100).removesuffix('.class')})",
    }
    return Guard(forms[fails], line, "assert", shown) if fails in forms else None


# -- logs and the console ---------------------------------------------------------------------


def _logged(source: Source, node: Node, name: str, owner: str) -> Draft | None:
    if not LOGGER.search(owner):
        return None
    return _log_text(source, node, arguments_of(node), name, LOG_METHODS[name])


def _log_text(
    source: Source, node: Node, args: list[Node], name: str, severity: str
) -> Draft | None:
    for place, arg in enumerate(args[:4]):
        texts = java_text.said(source, arg)
        if not texts:
            continue
        rest = args[place + 1 :]
        values = java_text.values_of(source, rest)
        if rest and CAUGHT.fullmatch(source.flat(rest[-1], 60)) and len(rest) > 1:
            values = values[:-1]
        if name.endswith("f"):
            texts = [filled(text, formatter_parts, values) for text in texts]
        elif name.endswith("v"):
            texts = [filled(text, message_parts, values) for text in texts]
        else:
            texts = [as_used(text, values, logger=True) for text in texts]
        return Draft(node, "report", texts, severity=severity)
    if args and args[0].type == "method_invocation" and _KEYED.search(source.flat(args[0], 300)):
        return Draft(node, "report", java_text.texts(source, args[0]), severity=severity)
    return None


def _levelled(source: Source, node: Node, name: str, owner: str) -> Draft | None:
    """``logger.log(Level.SEVERE, "…", x)``, ``log.atError().log("…")``."""
    args = arguments_of(node)
    if re.search(r"\.at(?:Error|Severe|Fatal)\(\)", owner):
        return _log_text(source, node, args, "log", "error")
    if not args or not re.match(r"log(?:p|rb)?$", name):
        return None
    level = source.flat(args[0], 80)
    last = source.flat(args[-1], 80)
    if LOG_LEVEL.search(level):
        severity = "critical" if level.endswith("FATAL") else "error"
        return _log_text(source, node, args[1:], "log", severity)
    if LOG_LEVEL.search(last):  # Ant's log(text, level)
        return _log_text(source, node, args[:-1], "log", "error")
    return None


def _printed(source: Source, node: Node, name: str, owner: str) -> Draft | None:
    if not _STDERR.search(owner):
        return None
    args = arguments_of(node)
    for place, arg in enumerate(args[:2] if name in ("printf", "format") else args[:1]):
        texts = java_text.said(source, arg)
        if texts:
            if name in ("printf", "format"):
                values = java_text.values_of(source, args[place + 1 :])
                texts = [filled(text, formatter_parts, values) for text in texts]
            texts = [text for text in texts if text.template.fixed_length]
            return Draft(node, "report", texts) if texts else None
    return None


def _announced(source: Source, node: Node, name: str, owner: str) -> Draft | None:
    """``messager.printMessage(Diagnostic.Kind.ERROR, "…")`` of an annotation processor."""
    args = arguments_of(node)
    if len(args) < 2 or not source.flat(args[0], 80).endswith("ERROR"):
        return None
    texts = java_text.said(source, args[1])
    return Draft(node, "report", texts) if texts else None


# -- answers ----------------------------------------------------------------------------------


def _sent(source: Source, node: Node, name: str, owner: str) -> Draft | None:
    """``response.sendError(404, "…")``, ``ProblemDetail.forStatusAndDetail(status, "…")``."""
    args = arguments_of(node)
    if len(args) < 2:
        return None
    texts = java_text.said(source, args[1])
    if not texts:
        return None
    return Draft(node, "http", texts, http_status=status_of(source.flat(args[0], 100)))


def _answered(source: Source, node: Node, name: str, owner: str) -> Draft | None:
    """``ResponseEntity.status(404).body("…")``, ``Response.status(NOT_FOUND).entity("…")``."""
    if not _ANSWER.match(owner.rpartition("web.")[2]):
        return None
    status: int | None = None
    at = node.child_by_field_name("object")
    for _ in range(12):
        if at is None or at.type != "method_invocation" or status:
            break
        called = name_of(source, at)
        given = arguments_of(at)
        if called in _STATUS_CALL and given:
            written = source.flat(given[0], 100)
            status = status_of(written) or status_of(f"Status.{written}")
        status = status or ANSWERS.get(called)
        at = at.child_by_field_name("object")
    args = arguments_of(node)
    if status is None or not args:
        return None
    texts, code = _body(source, args[0])
    return Draft(node, "http", texts, http_status=status, code=code) if texts else None


def _body(source: Source, node: Node) -> tuple[list[Text], str | None]:
    """The text of an answer's body: itself, or the sentence that it is made from."""
    texts = java_text.said(source, node)
    if texts:
        return texts, None
    made = java_calls.built(source, node)
    if made is None:
        return [], None
    if made.callee.startswith(("Map.of", "Collections.singletonMap")):
        worded = [a for a in made.args[1::2] if a.is_text]
        return (worded[0].texts if worded else []), None
    found = [text for text in java_calls.message(source, made) if text.is_text]
    return found, java_calls.code(source, made)


# -- lists of errors --------------------------------------------------------------------------


def _rejected(source: Source, node: Node, name: str, owner: str) -> Draft | None:
    """Spring's ``errors.rejectValue(field, code, "default text")``."""
    args = arguments_of(node)
    texts = java_text.said(source, args[-1]) if len(args) > 1 else []
    if not any(" " in text.template.message for text in texts):
        return None
    return Draft(node, "report", texts, error_class=None)


def _violated(source: Source, node: Node, name: str, owner: str) -> Draft | None:
    args = arguments_of(node)
    texts = java_text.said(source, args[0]) if args else []
    return Draft(node, "declare", texts, error_class=VIOLATION) if texts else None


def _listed(source: Source, node: Node, name: str, owner: str) -> Draft | None:
    """``errors.add("…")``: a sentence put on a list of errors."""
    if name == "add" and not ERROR_LIST.search(owner):
        return None
    args = arguments_of(node)
    for place, arg in enumerate(args[:3]):
        texts = java_text.said(source, arg)
        if any(" " in text.template.message for text in texts):
            values = java_text.values_of(source, args[place + 1 :])
            return Draft(node, "report", [as_used(text, values) for text in texts])
    return None


VIOLATION = "ConstraintViolationException"
_RULES = {
    **dict.fromkeys(LOG_METHODS, _logged),
    "log": _levelled,
    "logp": _levelled,
    **dict.fromkeys(_PRINTS, _printed),
    "printMessage": _announced,
    "sendError": _sent,
    "forStatusAndDetail": _sent,
    **dict.fromkeys(_ANSWERING, _answered),
    "reject": _rejected,
    "rejectValue": _rejected,
    "buildConstraintViolationWithTemplate": _violated,
    "add": _listed,
    "addError": _listed,
    "addErrorMessage": _listed,
    "addActionError": _listed,
    "addFieldError": _listed,
    "addValidationError": _listed,
}
