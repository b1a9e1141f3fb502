"""C# texts that are made in steps: appended to a builder, returned by a method of the file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import csharp_text
from errdex.languages.csharp_nodes import (
    CREATIONS,
    Arg,
    arguments_of,
    bare,
    called,
    owner_of,
    parameters,
    returns_of,
)
from errdex.languages.interface import Source, Text, joined, placeholder
from errdex.model.template import Part, Placeholder, Template

if TYPE_CHECKING:
    from tree_sitter import Node

_STEPS = frozenset({"Append", "AppendLine", "AppendFormat"})
MAX_MENTIONS = 400
MAX_STEPS = 200
MAX_RETURNS = 3


def appended(source: Source, node: Node, depth: int) -> list[Text]:
    """What ``x.Append(…).Append(…)`` says.

    Asked of the first step on a name it is what the whole chain adds to the name; asked of any
    other it is the chain up to there, with what the builder held before.
    """
    owner = owner_of(node)
    if owner is not None and owner.type == "identifier" and _is_statement(node):
        return _added(source, node, depth)
    return _chain(source, node, depth)


def _is_statement(node: Node) -> bool:
    """Whether the chain that starts here is a statement of its own."""
    at = node
    for _ in range(MAX_STEPS):
        parent = at.parent
        if parent is None:
            return False
        if parent.type not in ("invocation_expression", "member_access_expression"):
            return parent.type == "expression_statement"
        at = parent
    return False


def _step(source: Source, call: Node, depth: int) -> list[Text] | None:
    """What one step adds; None where that is not known."""
    name, args = called(source, call), arguments_of(call)
    if name not in _STEPS:
        return None
    if name == "AppendFormat":
        return csharp_text.formatted(source, args, depth) if args else None
    said = csharp_text.operand(source, args[0].node, depth) if args else [Text((), is_text=False)]
    return joined([said, [Text(("\n",), is_text=False)]]) if name == "AppendLine" else said


def _added(source: Source, node: Node, depth: int) -> list[Text]:
    pieces: list[list[Text]] = []
    at: Node | None = node
    for _ in range(MAX_STEPS):
        if at is None or at.type not in ("invocation_expression", "member_access_expression"):
            break
        step = _step(source, at, depth) if at.type == "invocation_expression" else None
        if step is not None:
            pieces.append(step)
        at = at.parent
    return joined(pieces)


def _chain(source: Source, node: Node, depth: int) -> list[Text]:
    """The chain read from its last step down to what it starts with."""
    steps: list[list[Text]] = []
    at = bare(node)
    while at.type == "invocation_expression" and len(steps) < MAX_STEPS:
        owner, step = owner_of(at), _step(source, at, depth)
        if owner is None or step is None:
            break
        steps.append(step)
        at = bare(owner)
    if at.type != "identifier" and at.type not in CREATIONS:
        return [placeholder(source, node)]
    start = csharp_text.texts(source, at, depth)
    if at.type == "identifier" and not start[0].is_text and len(start[0].parts) == 1:
        return [placeholder(source, node)]
    found = joined([start, *reversed(steps)])
    return found if found[0].is_text else [placeholder(source, node)]


# -- methods of the same file -----------------------------------------------------------------


def method(source: Source, name: str) -> Node | None:
    """The only method of the file with a name; None when there are several, or none."""
    return source.once(("method", name), lambda: _find(source, name))


def _find(source: Source, name: str) -> Node | None:
    found: list[Node] = []
    data, word = source.data, name.encode() + b"("
    at = data.find(word)
    for _ in range(MAX_MENTIONS):
        if at < 0:
            return found[0] if len(found) == 1 else None
        # what is declared follows its type, what is called does not
        if data[at - 1 : at] in (b" ", b"\t", b"\n") and not _CALLED.search(
            data, max(0, at - 12), at
        ):
            leaf = source.root.descendant_for_byte_range(at, at + len(word) - 1)
            parent = leaf.parent if leaf is not None else None
            if parent is not None and parent.type in (
                "method_declaration",
                "local_function_statement",
            ):
                found.append(parent)
        at = data.find(word, at + len(word))
    return None


_CALLED = re.compile(rb"(?:\b(?:return|throw|new|await|else|in)|[=(,!&|?:+>;{}])\s+\Z")


def returned_nodes(source: Source, name: str, count: int) -> list[Node]:
    """The expressions that the file's only method of a name returns."""
    declared = method(source, name) if name else None
    if declared is None or len(parameters(source, declared)) != count:
        return []
    return returns_of(declared)


def returned(
    source: Source, call: Node, name: str, args: list[Arg], depth: int
) -> list[Text] | None:
    """What a method of this file returns as text, its parameters put in."""
    owner = owner_of(call)
    if owner is not None and source.text(owner) != "this" and not _is_own(source, owner):
        return None
    values = returned_nodes(source, name, len(args))
    marker = f"returning {name}"
    if not values or len(values) > MAX_RETURNS or marker in source.resolving:
        return None
    source.resolving.add(marker)
    try:
        found = [t for v in values for t in csharp_text.said(source, v, depth + 4)]
    finally:
        source.resolving.discard(marker)
    return [bound(source, text, name, args, depth) for text in found] or None


def _is_own(source: Source, owner: Node) -> bool:
    """Whether a static method's owner is a class of this file."""
    name = source.text(owner)
    if not name[:1].isupper() or not name.isidentifier():
        return False
    pattern = rb"\b(?:class|struct|record)\s+" + name.encode() + rb"\b"
    return source.once(("own", name), lambda: re.search(pattern, source.data) is not None)


def bound(source: Source, text: Text, name: str, args: list[Arg], depth: int) -> Text:
    """A returned text with a call's arguments for the method's parameters."""
    declared = method(source, name)
    if declared is None:
        return text._replace(inline=False)
    given = dict(zip(parameters(source, declared), args, strict=False))

    def fill(hole: Placeholder) -> tuple[Part, ...] | None:
        arg = given.get(hole.expr or "")
        if arg is None:
            return None
        shown = csharp_text.operand(source, arg.node, depth + 4)[0]
        if shown.is_text or not shown.template.placeholders:
            return shown.template.parts
        written = source.flat(arg.node, 200)
        kept = hole.text if hole.text != "{" + (hole.expr or "") + "}" else "{" + written + "}"
        return (Placeholder(kept, written, hole.spec, hole.type),)

    return Text(Template(text.template.parts).substitute(fill).parts, inline=False)
