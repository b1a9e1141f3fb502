"""What a C++ expression says: C's texts, streams, ``+``, StrCat, brace formats, ``oss.str()``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import c_text
from errdex.languages.interface import Source, Text, joined, placeholder
from errdex.model.template import Placeholder

if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Node

_MANIPULATORS = re.compile(
    r"^(?:std::)?(?:endl|ends|flush|hex|dec|oct|fixed|scientific|boolalpha|noboolalpha|left|right|"
    r"setw\(.*|setfill\(.*|setprecision\(.*|showbase|uppercase|internal|Qt::endl|endl)$"
)
_PARTS = frozenset({"str", "c_str", "data", "toStdString", "toUtf8", "constData", "view", "string"})
_PASSING = frozenset({"move", "forward"})
_SHOWING = frozenset({"to_string", "string", "str", "ToString", "String", "string_view"})
_CHAINED = frozenset({"arg", "append", "concat"})
MAX_PIECES = 60


def texts(source: Source, node: Node) -> list[Text]:
    """What an expression says."""
    return c_text.texts(source, node)


def pieces(chain: Node) -> list[Node]:
    """The head of a chain of ``<<`` and what is put into it, in order."""
    found: list[Node] = []
    at = chain
    while at.type == "binary_expression" and at.child_count == 3 and at.children[1].type == "<<":
        found.append(at.children[2])
        at = at.children[0]
    found.append(at)
    found.reverse()
    return found


def streamed(source: Source, put: list[Node]) -> list[Text]:
    """What is said by pieces put into a stream one after the other."""
    shown = [p for p in put[:MAX_PIECES] if not _MANIPULATORS.match(source.text(p)[:60])]
    if not shown:
        return []
    return joined(_piece(source, piece) for piece in shown)


def _piece(source: Source, node: Node) -> list[Text]:
    found = c_text.texts(source, node, 2)
    said = [text for text in found if text.is_text]
    return said or [placeholder(source, node)]


def _chain(source: Source, node: Node, depth: int) -> list[Text]:
    """``oss << "…" << x``: the whole chain that a node begins; ``+`` as in C."""
    if node.child_count == 3 and node.children[1].type == "<<":
        top = node
        while (
            top.parent is not None
            and top.parent.type == "binary_expression"
            and top.parent.children[0].id == top.id
        ):
            top = top.parent
        head, *put = pieces(top)
        # in a macro's argument the whole chain is put into a stream, else its head is the stream
        given = top.parent is not None and top.parent.type == "argument_list"
        whole = given or c_text.is_literal(source, head)
        found = streamed(source, [head, *put] if whole else put)
        return found or [placeholder(source, node)]
    return _sum(source, node, depth)


def _sum(source: Source, node: Node, depth: int) -> list[Text]:
    """A sum in which a string takes part, however deep on the left it stands."""
    if not (node.child_count == 3 and node.children[1].type == "+"):
        return [placeholder(source, node)]
    terms: list[Node] = []
    at = node
    while at.type == "binary_expression" and at.child_count == 3 and at.children[1].type == "+":
        terms.append(at.children[2])
        at = at.children[0]
    terms.append(at)
    terms.reverse()
    if not any(c_text.is_literal(source, term) for term in terms[:MAX_PIECES]):
        return [placeholder(source, node)]
    return joined(_term(source, term, depth) for term in terms[:MAX_PIECES])


def _term(source: Source, node: Node, depth: int) -> list[Text]:
    if node.type == "identifier" or c_text.is_literal(source, node):
        found = [t for t in c_text.texts(source, node, depth + 1) if t.is_text]
        return found or [placeholder(source, node)]
    return c_text.texts(source, node, depth + 1)


def _call(source: Source, node: Node, depth: int) -> list[Text]:
    function = node.child_by_field_name("function")
    if function is not None and function.type == "field_expression":
        field = function.child_by_field_name("field")
        inner = function.child_by_field_name("argument")
        name = source.text(field) if field is not None else ""
        if inner is not None and (
            name in _CHAINED or (name in _PARTS and not c_text.arguments(node))
        ):
            found = [t for t in c_text.texts(source, inner, depth + 1) if t.is_text]
            return found or [_shown(source, node, inner)]
    args = c_text.arguments(node)
    called = c_text.callee_name(source, node)
    if len(args) == 1 and called in _PASSING:
        return c_text.texts(source, args[0], depth + 1)
    if len(args) == 1 and called in _SHOWING and not c_text.is_literal(source, args[0]):
        found = [t for t in c_text.texts(source, args[0], depth + 1) if t.is_text]
        return found or [_shown(source, node, args[0])]
    return c_text.RULES["call_expression"](source, node, depth)


def _shown(source: Source, node: Node, inner: Node) -> Text:
    """A hole that stands as it is written, for the value that a conversion shows."""
    written = source.flat(node, 200)
    hole = Placeholder("{" + written + "}", source.flat(inner, 200))
    return Text((hole,), is_text=False)


def _first(source: Source, node: Node, depth: int) -> list[Text]:
    """The text among what a variable is built from: ``("…")``, ``{"…"}``."""
    for child in node.named_children[:6]:
        found = [t for t in c_text.texts(source, child, depth + 1) if t.is_text]
        if found:
            return found
    return [placeholder(source, node)]


def _braced(source: Source, node: Node, depth: int) -> list[Text]:
    value = node.child_by_field_name("value")
    return _first(source, value, depth) if value is not None else [placeholder(source, node)]


def _empty(source: Source, node: Node, depth: int) -> list[Text]:
    return [Text((), is_text=False)]


def _character(source: Source, node: Node, depth: int) -> list[Text]:
    inner = source.text(node).lstrip("uUL8")[1:-1]
    return [Text((c_text.unescaped(inner),))]


RULES: dict[str, Callable[[Source, Node, int], list[Text]]] = {
    **c_text.RULES,
    "binary_expression": _chain,
    "call_expression": _call,
    "argument_list": _first,
    "initializer_list": _first,
    "compound_literal_expression": _braced,
    "declaration": _empty,
    "char_literal": _character,
}
