"""Which Go calls make or report an error: by their names, by panic, by the project's own rules."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import go_places, go_reports, go_text, go_types, go_values
from errdex.languages.go_called import Called
from errdex.languages.go_format import as_format, has_verbs
from errdex.languages.interface import Draft, Source, Text, argument
from errdex.model.facts import Call
from errdex.model.template import Placeholder

if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Node

_TESTING = re.compile(
    r"\btesting\.|TestingT\b|GinkgoT|\bTB\b|check\.C\b|gocheck\.C\b|\*T$|\bTest\w*$"
)


def reported(source: Source, node: Node, name: str) -> Draft | None:
    """The site of a call of ``name`` through a selector; None when it is none."""
    rule = _rule(name)
    call = Called(source, node, name)
    if rule is None or not call.args or not call.receiver or _is_test(call):
        return None
    return rule(call)


def _is_test(call: Called) -> bool:
    """Whether the receiver is a test's handle, whose failures are no errors of the program."""
    root, _, inner = call.receiver.partition(".")
    if inner in ("t", "tb"):
        return True
    if call.path or not root.isidentifier():
        return False
    return bool(_TESTING.search(go_places.declared_type(call.source, root, call.node)))


def is_held(source: Source, draft: Draft) -> bool:
    """Whether an error is built only to be thrown by the call around it, which is the site."""
    listing = draft.node.parent if draft.kind == "construct" else None
    outer = listing.parent if listing is not None and listing.type == "argument_list" else None
    if outer is None or outer.type != "call_expression":
        return False
    return bool(re.search(r"^panic$|\.(?:Fatal|Panic)(?:f|ln)?$", go_text.called(source, outer)))


def _handed_on(call: Called) -> Draft | None:
    """``Sprintf(format, args...)`` in a function named as a reporter: what its callers write."""
    given = go_text.passed_format(call.source, call.node, call.args)
    if not given or not _REPORTER.search(go_places.function_around(call.source, call.node)):
        return None
    listing = call.node.parent
    outer = listing.parent if listing is not None and listing.type == "argument_list" else None
    if outer is not None:
        callee = go_text.called(call.source, outer).rpartition(".")[2]
        if callee == "panic" or callee in _RULES:
            return None
    return Draft(call.node, "construct", call.texts_of_call(), reason="raises a value")


_REPORTER = re.compile(r"(?i)(?:err(?:or)?|fatal|fail(?:ure)?|panic|abort|die)f?$")
_LEVELS = ("Error", "Critical", *(level for level, _, _ in go_reports.LEVELS))
_LEVEL_ENDS = ("", "f", "w", "ln", "S", "Context", "Depth", "Depthf")
_RULES: dict[str, Callable[[Called], Draft | None]] = {
    **{f"{level}{end}": go_reports.levelled for level in _LEVELS for end in _LEVEL_ENDS},
    **dict.fromkeys(("New", "Newf"), go_values.new),
    "Errorf": go_values.errorf,
    **dict.fromkeys(("Error", "Errors"), go_reports.error),
    **{f"{name}{end}": go_values.wrapped for name in go_values.WRAPPERS for end in ("", "f")},
    **dict.fromkeys(go_values.FIELD_ERRORS, go_values.field),
    **dict.fromkeys(("Fprint", "Fprintf", "Fprintln"), go_reports.printed),
    **dict.fromkeys(("PrintErr", "PrintErrf", "PrintErrln"), go_reports.print_err),
    "WriteString": go_reports.write_string,
    "Sprintf": _handed_on,
    **dict.fromkeys(("Msg", "Msgf"), go_reports.chained),
}


def _rule(name: str) -> Callable[[Called], Draft | None] | None:
    """What reads a call of a name."""
    rule = _RULES.get(name)
    if rule is None and name.startswith("New"):
        return go_values.made
    return go_reports.answered if rule is None and name.endswith("JSON") else rule


# -- panics, calls of the project's own reporters -----------------------------------------------


def panicked(source: Source, node: Node) -> Draft | None:
    """``panic(…)`` of a text, an error, or a value that came from elsewhere."""
    args = go_text.arguments(node)
    if len(args) != 1:
        return None
    value = args[0]
    texts = go_text.texts(source, value)
    if any(text.is_text for text in texts):
        return Draft(node, "panic", texts, severity="critical")
    inner = value.children[-1] if value.type == "unary_expression" else value
    if inner.type == "composite_literal":
        built = go_types.composite(source, inner)
        if built is not None:
            return Draft(
                node, "panic", built.texts, built.error_class, severity="critical", call=built.call
            )
    kind = "reraise" if _is_recovered(source, node, value) else "panic"
    return Draft(node, kind, texts, severity="critical", reason="raises a value")


def _is_recovered(source: Source, node: Node, value: Node) -> bool:
    """Whether a panic passes on what ``recover()`` gave."""
    if value.type != "identifier":
        return False
    function = node.parent
    while function is not None and function.type not in ("func_literal", *go_places.FUNCTIONS):
        function = function.parent
    start = function.start_byte if function is not None else 0
    before = source.data[start : node.start_byte].decode("utf-8", "replace")
    return bool(re.search(rf"\b{re.escape(source.text(value))}\b[^\n]*:?=\s*recover\(\)", before))


_CALLS_ON = re.compile(rb"(?:rrorf?|rintf?|panic|New|atalf?)\(")


def reporter(source: Source, node: Node) -> Draft | None:
    """A function named like ``fmt.Errorf`` that keeps its format for later: its callers say it."""
    body = node.child_by_field_name("body")
    declared = go_places.declared_parameters(source, node)
    if body is None or len(declared) < 2 or _CALLS_ON.search(source.text(body).encode()):
        return None
    (name, kind), (_, last) = declared[-2:]
    if kind is None or source.text(kind) != "string" or last is None:
        return None
    if not source.data[: last.start_byte].endswith(b"..."):
        return None
    hole = Text((Placeholder("{" + name + "}", name),), is_text=False)
    return Draft(body, "construct", [hole], reason="raises a value")


def call_of(source: Source, node: Node) -> Call | None:
    """A call for the inferred reporters: a format is filled, a receiver told by its type."""
    function = node.child_by_field_name("function")
    if function is None:
        return None
    callee = go_text.called(source, node)
    if function.type == "selector_expression":
        operand = function.child_by_field_name("operand")
        if operand is not None and operand.type == "identifier":
            name = source.text(operand)
            kind = go_places.declared_type(source, name, node)
            owner = kind.lstrip("*&[]").rpartition(".")[2].partition("[")[0]
            if owner.isidentifier():
                callee = f"{owner}{callee.removeprefix(name)}"
    args = go_text.arguments(node)
    values = [go_text.value_of(source, arg) for arg in args]
    is_format = callee.endswith("f")
    found = []
    for place, arg in enumerate(args):
        texts = go_text.texts(source, arg)
        if texts[0].is_text and (place + 1 < len(args) or is_format) and has_verbs(texts[0]):
            texts = [as_format(text, values[place + 1 :]) for text in texts]
        found.append(argument(None, texts))
    return Call(callee[:200], tuple(found))
