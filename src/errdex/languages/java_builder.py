"""Java texts that are made in steps: appended to a builder, returned by a method of the file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import java_text
from errdex.languages.interface import Source, Text, joined, placeholder
from errdex.languages.java_nodes import arguments_of, bare, inside, name_of, type_name
from errdex.languages.jvm_names import ERROR
from errdex.model.template import Part, Placeholder, Template

if TYPE_CHECKING:
    from tree_sitter import Node

_STEPS = frozenset({"append", "appendLiteral", "add"})
_TYPED = re.compile(rb"(?<!return)(?<!throw)(?<!else)(?<!new)(?<![^\w>\]])\s+\Z")
MAX_MENTIONS = 400
MAX_STEPS = 200
MAX_RETURNS = 3


def appended(source: Source, node: Node, depth: int) -> list[Text]:
    """What ``x.append(…).append(…)`` says.

    Asked of the first step on a name it is what the whole chain adds to the name; asked of any
    other it is the chain up to there, with what the builder held before.
    """
    inner = node.child_by_field_name("object")
    if inner is not None and inner.type == "identifier" and _is_statement(node):
        return _added(source, node, depth)
    return _chain(source, node, depth)


def _is_statement(node: Node) -> bool:
    """Whether the chain that starts here is a statement of its own."""
    at = node
    for _ in range(MAX_STEPS):
        parent = at.parent
        if parent is None:
            return False
        if parent.type != "method_invocation" or parent.child_by_field_name("object") != at:
            return parent.type == "expression_statement"
        at = parent
    return False


def _added(source: Source, node: Node, depth: int) -> list[Text]:
    pieces: list[list[Text]] = []
    at: Node | None = node
    for _ in range(MAX_STEPS):
        if at is None or at.type != "method_invocation":
            break
        if name_of(source, at) in _STEPS:
            args = arguments_of(at)
            if len(args) == 1:
                pieces.append(java_text.operand(source, args[0], depth))
        at = at.parent
    return joined(pieces)


def _chain(source: Source, node: Node, depth: int) -> list[Text]:
    """The chain read from its last step down to what it starts with."""
    steps: list[list[Text]] = []
    at = bare(node)
    while at.type == "method_invocation" and len(steps) < MAX_STEPS:
        inner = at.child_by_field_name("object")
        if inner is None or name_of(source, at) not in _STEPS:
            break
        args = arguments_of(at)
        if len(args) != 1:
            return [placeholder(source, node)]
        steps.append(java_text.operand(source, args[0], depth))
        at = bare(inner)
    start = java_text.texts(source, at, depth)
    if at.type == "identifier" and not start[0].is_text and len(start[0].parts) == 1:
        return [placeholder(source, node)]
    if at.type not in ("identifier", "object_creation_expression"):
        return [placeholder(source, node)]
    found = joined([start, *reversed(steps)])
    return found if found[0].is_text else [placeholder(source, node)]


# -- methods of the same file -----------------------------------------------------------------


def method(source: Source, name: str) -> Node | None:
    """The only method of the file with a name; None when there are several, or none."""
    return source.once(("method", name), lambda: _find(source, name))


def _find(source: Source, name: str) -> Node | None:
    found: list[Node] = []
    data, word = source.data, name.encode()
    at = data.find(word + b"(")
    for _ in range(MAX_MENTIONS):
        if at < 0:
            return found[0] if len(found) == 1 else None
        # what is declared follows its type, what is called does not
        if data[at - 1] in b" \t\n" and _TYPED.search(data, max(0, at - 120), at):
            leaf = source.root.descendant_for_byte_range(at, at + len(word))
            parent = leaf.parent if leaf is not None else None
            declares = parent is not None and parent.type == "method_declaration"
            if declares and parent is not None and parent.child_by_field_name("name") == leaf:
                found.append(parent)
        at = data.find(word + b"(", at + len(word))
    return None


def returned_class(source: Source, call: Node) -> str | None:
    """The error class that a method of this file is declared to return."""
    if call.type != "method_invocation" or call.child_by_field_name("object") is not None:
        return None
    declared = method(source, name_of(source, call))
    kind = declared.child_by_field_name("type") if declared is not None else None
    found = type_name(source, kind).rpartition(".")[2] if kind is not None else ""
    return found if ERROR.search(found) else None


def returned_node(source: Source, name: str, count: int) -> list[Node]:
    """The expressions that the file's only method of a name returns."""
    declared = method(source, name)
    body = declared.child_by_field_name("body") if declared is not None else None
    if declared is None or body is None or len(parameters(source, declared)) != count:
        return []
    if body.end_byte - body.start_byte > 6_000:
        return []
    return [
        bare(node.named_children[0])
        for node in inside(body, "return_statement", 800)
        if node.named_children
    ]


def returned(
    source: Source, call: Node, name: str, args: list[Node], depth: int
) -> list[Text] | None:
    """What a method of this file returns as text, its parameters put in."""
    owner = call.child_by_field_name("object")
    if owner is not None and source.text(owner) != "this" and not _is_own(source, owner):
        return None
    values = returned_node(source, name, len(args))
    if not values or len(values) > MAX_RETURNS:
        return None
    marker = f"returning {name}"
    if marker in source.resolving:
        return None
    source.resolving.add(marker)
    try:
        found = [t for v in values for t in java_text.texts(source, v, depth + 4) if t.is_text]
    finally:
        source.resolving.discard(marker)
    return [bound(source, text, name, args, depth) for text in found] or None


def _is_own(source: Source, owner: Node) -> bool:
    """Whether a static method's owner is a class of this file."""
    name = source.text(owner)
    if not name[:1].isupper() or not name.isidentifier():
        return False
    pattern = rb"\b(?:class|enum|interface|record)\s+" + name.encode() + rb"\b"
    return source.once(("own", name), lambda: re.search(pattern, source.data) is not None)


def bound(source: Source, text: Text, name: str, args: list[Node], depth: int) -> Text:
    """A returned text with a call's arguments for the method's parameters."""
    declared = method(source, name)
    if declared is None:
        return text._replace(inline=False)
    given = dict(zip(parameters(source, declared), args, strict=False))

    def fill(hole: Placeholder) -> tuple[Part, ...] | None:
        arg = given.get(hole.expr or "")
        if arg is None:
            return None
        shown = java_text.operand(source, arg, depth + 4)[0]
        if shown.is_text or not shown.template.placeholders:
            return shown.template.parts
        written = source.flat(arg, 200)
        kept = hole.text if hole.text != "{" + (hole.expr or "") + "}" else "{" + written + "}"
        return (Placeholder(kept, written, hole.spec, hole.type),)

    return Text(Template(text.template.parts).substitute(fill).parts, inline=False)


def parameters(source: Source, declared: Node) -> list[str]:
    """A method's parameter names in order."""
    listing = declared.child_by_field_name("parameters")
    if listing is None and declared.type == "compact_constructor_declaration":
        record = declared.parent.parent if declared.parent is not None else None
        listing = record.child_by_field_name("parameters") if record is not None else None
    names: list[str] = []
    for child in listing.named_children if listing is not None else ():
        if child.type == "spread_parameter":
            child = child.named_children[-1]
        name = child.child_by_field_name("name")
        if name is not None:
            names.append(source.text(name))
    return names
