"""Reporters that are given their text: messages in variables, formats that are passed on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import c_names, c_text
from errdex.languages.c_evidence import function_name
from errdex.languages.interface import Draft, Source, Text
from errdex.languages.locals import enclosing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node

    from errdex.languages.c_names import Verdict

_FUNCTIONS = frozenset({"function_definition", "preproc_function_def"})
_MESSAGE = re.compile(
    r"(?i)^(?:p|s|sz|psz|z|lpsz)?_*(?:fmt|format|msg|message|text|txt|str|string|reason|err|error|what|"
    r"why|desc|description|detail|s|m|buf|err_?(?:msg|str|string|text)|error_?(?:msg|message|str|string|"
    r"text)|title|label|name|args|arg|template|context|prefix|problem|where|__VA_ARGS__)\d?$"
)
MAX_RESOLVED = 2


def resolved(source: Source, args: Sequence[Node]) -> list[Text]:
    """The texts of a message that comes in a variable or a constant."""
    tried = 0
    for arg in args:
        if arg.type != "identifier" or tried >= MAX_RESOLVED:
            continue
        name = source.text(arg)
        if name.isupper() and name not in source.constants:
            continue
        tried += 1
        found = [text for text in c_text.texts(source, arg) if c_text.has_letters(text)]
        if found:
            return [text._replace(inline=False) for text in found]
    return []


def passed(source: Source, node: Node, args: Sequence[Node], judged: Verdict) -> Draft | None:
    """A report of a parameter: what makes its function a reporter of the project's own."""
    function = _owner(source, node)
    if function is None:
        return None
    names = parameters(source, function)
    if not names:
        return None
    reporting = c_names.verdict(function_name(source, function)).kind not in ("", "assert")
    for place, arg in enumerate(args):
        if c_text.is_literal(source, arg):
            texts = c_text.format_texts(source, args[place:])
        elif arg.type == "identifier":
            texts = c_text.texts(source, arg)
        else:
            continue
        shown = {hole.expr for text in texts for hole in text.template.placeholders}
        if any(name in shown and (reporting or _MESSAGE.match(name)) for name in names):
            if any(name in shown and _MESSAGE.match(name) for name in names):
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
            named = [c for c in at.named_children if c.type not in ("type_qualifier", "parameter_list")]
            inner = named[-1] if named else None
        at = inner
    return None
