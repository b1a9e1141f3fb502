"""Reporters that are given their text: messages in variables, formats that are passed on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import c_evidence, c_names, c_text
from errdex.languages.c_format import formatted
from errdex.languages.interface import Draft, Source, Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node

    from errdex.languages.c_names import Verdict

_FUNCTIONS = frozenset({"function_definition", "preproc_function_def"})
_MESSAGE = re.compile(
    r"(?i)^(?:p|s|sz|psz|z|lpsz)?_*(?:fmt|format|msg|message|text|txt|str|string|reason|err|error|what|"
    r"why|desc|description|detail|s|m|buf|err_?(?:msg|str|string|text)|error_?(?:msg|message|str|string|"
    r"text)|label|args|arg|template|problem|__VA_ARGS__)\d?$"
)
_TEXTUAL = re.compile(
    r"(?i)char|string|text|slice|twine|\bsds\b|piece|_view|TCHAR|STR\b|auto|\bT\b"
)
# functions that tell what goes on
_TALKATIVE = re.compile(
    r"(?i)(?:^|_)(?:say|info|notice|debug|trace|verbose|progress|advise|advice|describe|print|show|log|"
    r"dbg|status)(?:f|_|$)|info$|verbose|debug|trace|describe"
)
MAX_RESOLVED = 2


def resolved(source: Source, args: Sequence[Node]) -> list[Text]:
    """The texts of a message that comes in a variable or a constant."""
    tried = 0
    for place, written in enumerate(args):
        arg = _untranslated(source, written)
        if arg.type != "identifier" or tried >= MAX_RESOLVED:
            continue
        name = source.text(arg)
        if name.isupper() and name not in source.constants:
            continue
        tried += 1
        found = [text for text in c_text.texts(source, arg) if c_text.has_letters(text)]
        if found:
            values = c_text.values_of(source, args[place + 1 :])
            laid = [formatted(source, text, values) if values else text for text in found]
            return [text._replace(inline=False) for text in laid]
    return []


def _untranslated(source: Source, arg: Node) -> Node:
    """The argument of a gettext call, or of what a string object gives as text."""
    if arg.type != "call_expression":
        return arg
    inner = c_text.arguments(arg)
    if len(inner) == 1 and c_names.is_gettext(c_text.callee_name(source, arg)):
        return inner[0]
    return arg


def passed(source: Source, node: Node, args: Sequence[Node], judged: Verdict) -> Draft | None:
    """A report of a parameter: what makes its function a reporter of the project's own."""
    function = _owner(source, node)
    if function is None:
        return None
    name = c_evidence.function_name(source, function)
    if _TALKATIVE.search(name) or c_names.verdict(name).kind == "usage":
        return None
    if any(c_evidence.is_talkative(condition) for condition in c_evidence.conditions(source, node)):
        return None
    names = [n for n in text_parameters(source, function) if _MESSAGE.match(n)]
    if not names:
        return None
    for place, arg in enumerate(args):
        if c_text.is_literal(source, arg):
            texts = c_text.format_texts(source, args[place:])
        elif arg.type == "identifier":
            texts = c_text.texts(source, arg)
        else:
            continue
        shown = {hole.expr for text in texts for hole in text.template.placeholders}
        if any(name in shown for name in names):
            return Draft(node, judged.kind, texts, severity=judged.severity, inline=False)
    return None


def _owner(source: Source, node: Node) -> Node | None:
    """The function or macro that a node stands in."""
    at: Node | None = node
    while at is not None and at.type not in _FUNCTIONS:
        at = at.parent or source.hosts.get(at.id)
    return at


def parameters(source: Source, function: Node) -> tuple[str, ...]:
    """The names of a function's or macro's parameters, in order."""
    return source.once(("parameters", function.id), lambda: _parameters(source, function))


def text_parameters(source: Source, function: Node) -> tuple[str, ...]:
    """The parameters that may hold text: by their types, or all of a macro's."""
    if function.type == "preproc_function_def":
        return parameters(source, function)
    declarator = enclosed(function.child_by_field_name("declarator"))
    listing = declarator.child_by_field_name("parameters") if declarator is not None else None
    found = []
    for child in listing.named_children if listing is not None else ():
        name = child if child.type == "identifier" else parameter_name(child)
        if name is not None and (child.type == "identifier" or _TEXTUAL.search(source.text(child))):
            found.append(source.text(name))
    return tuple(found)


def _parameters(source: Source, function: Node) -> tuple[str, ...]:
    listing = function.child_by_field_name("parameters")
    if listing is None:
        declarator = enclosed(function.child_by_field_name("declarator"))
        listing = declarator.child_by_field_name("parameters") if declarator is not None else None
    if listing is None:
        return ()
    if listing.type == "preproc_params":
        names = re.findall(r"\w+|\.\.\.", source.text(listing))
        spread = [n for n in names if n != "..."]
        if "..." in names and re.search(r"(?:,|\()\s*\.\.\.", source.text(listing)):
            spread.append("__VA_ARGS__")
        return tuple(spread)
    found = []
    for child in listing.named_children:
        name = child if child.type == "identifier" else parameter_name(child)
        if name is not None:
            found.append(source.text(name))
    return tuple(found)


def enclosed(declarator: Node | None) -> Node | None:
    """The function's own declarator inside pointers, references and parentheses."""
    at = declarator
    for _ in range(10):
        if at is None or at.type == "function_declarator":
            return at
        inner = at.child_by_field_name("declarator")
        if inner is None and at.named_child_count:
            inner = at.named_children[-1]
        at = inner
    return None


def parameter_name(parameter: Node) -> Node | None:
    """The name that a parameter declares."""
    if not parameter.type.endswith("parameter_declaration"):
        return None
    at = parameter.child_by_field_name("declarator")
    for _ in range(10):
        if at is None or at.type == "identifier":
            return at
        inner = at.child_by_field_name("declarator")
        if inner is None:
            named = [
                c for c in at.named_children if c.type not in ("type_qualifier", "parameter_list")
            ]
            inner = named[-1] if named else None
        at = inner
    return None
