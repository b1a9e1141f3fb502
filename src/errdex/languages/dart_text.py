"""What a Dart expression says: literals, joining, choices, buffers, names that hold text."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from errdex.languages import dart_strings
from errdex.languages.dart_nodes import (
    Arg,
    Chain,
    arguments_of,
    bare,
    chain_of,
    parameters_of,
    plain,
    signature_in,
    tail_of,
    whole,
)
from errdex.languages.interface import Source, Text, joined
from errdex.languages.locals import text_or_hole
from errdex.model.template import Part, Placeholder

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tree_sitter import Node

_SAME = frozenset({"trim", "trimRight", "trimLeft", "toString", "tr", "toUpperCase"})
_STANDING = frozenset({"identifier", "conditional_expression", "if_null_expression", "this"})
_TRANSLATED = frozenset({"Intl.message", "Text"})
_WRAPPING = re.compile(r"(?i)^_?(?:wrap|unindent|dedent|trimIndent)\w*$")
_GIVEN = re.compile(rb"\s*(?:\+?=[^=>]|\.write)")
_TEXTUAL = re.compile(rb"\bString\s+(?:get\s+)?(\w+)\s*(?:\(|=>|\{)")
_DEPTH = 24
_FOLLOWED = 4
_PIECES = 200
_MENTIONS = 4_000


def hole(source: Source, node: Node) -> Text:
    """An expression with its selectors as one hole."""
    text = whole(source, node)
    return Text((Placeholder("{" + text + "}", text),), is_text=False)


def texts(source: Source, node: Node, depth: int = 0) -> list[Text]:
    """What the expression that starts with a node says, the likeliest first; never empty."""
    inner = bare(node)
    if depth > _DEPTH:
        return [hole(source, node)]
    if tail_of(inner):
        return _followed(source, inner, depth + 1)
    rule = _RULES.get(inner.type)
    return rule(source, inner, depth + 1) if rule is not None else [hole(source, node)]


def said(source: Source, node: Node, depth: int = 0) -> list[Text]:
    """The texts of an expression that hold fixed text."""
    return [text for text in texts(source, node, depth) if text.is_text]


def _literal(source: Source, node: Node, depth: int) -> list[Text]:
    return [dart_strings.string(source, node)]


def _operands(node: Node) -> list[Node] | None:
    """The first nodes of the operands of ``a + b + c``; None where another operator stands."""
    found: list[Node] = []
    stack = [node]
    while stack and len(found) < _PIECES:
        at = stack.pop(0)
        if at.type != "additive_expression":
            found.append(at)
            continue
        firsts: list[Node] = []
        waits = True
        for child in at.children:
            if child.type == "additive_operator":
                if child.text != b"+":
                    return None
                waits = True
            elif waits and child.is_named:
                firsts.append(child)
                waits = False
        stack = firsts + stack
    return found


def _sum(source: Source, node: Node, depth: int) -> list[Text]:
    operands = _operands(node)
    shown = [operand(source, one, depth) for one in operands or ()]
    if len(shown) > 1 and any(text.is_text for piece in shown for text in piece):
        return joined(shown)
    return [hole(source, node)]


def operand(source: Source, node: Node, depth: int) -> list[Text]:
    """One side of ``+``: a name or a choice inside a longer text stands for itself."""
    inner = bare(node)
    if inner.type in _STANDING and not tail_of(inner):
        return [hole(source, inner)]
    return texts(source, inner, depth)


def arms_of(node: Node) -> list[Node]:
    """The first nodes of both results of ``a ? b : c``."""
    found: list[Node] = []
    waits = False
    for child in node.children:
        if child.type in ("?", ":"):
            waits = True
        elif waits and child.is_named:
            found.append(child)
            waits = False
    return found


def _ternary(source: Source, node: Node, depth: int) -> list[Text]:
    found = [text for arm in arms_of(node) for text in texts(source, arm, depth)]
    return found or [hole(source, node)]


def _coalesced(source: Source, node: Node, depth: int) -> list[Text]:
    sides = [node.child_by_field_name(field) for field in ("first", "second")]
    found = [t for side in sides if side is not None for t in said(source, side, depth)]
    return found or [hole(source, node)]


def _switched(source: Source, node: Node, depth: int) -> list[Text]:
    found = [text for value in values_of(node) for text in said(source, value, depth)]
    return found[:6] or [hole(source, node)]


def values_of(node: Node, depth: int = 0) -> list[Node]:
    """The first nodes of the expressions that a body or a choice may yield."""
    found: list[Node] = []
    if depth > 8:
        return found
    if node.type == "switch_expression_case":
        return _after(node, "=>")
    if node.type == "return_statement":
        return plain(node)[:1]
    if node.type in ("function_body", "function_expression_body"):
        found += _after(node, "=>")
        if found and found[0].type == "switch_expression":
            return values_of(found[0], depth + 1)
    for child in node.named_children:
        if child.type in _YIELDING:
            found += values_of(child, depth + 1)
    return found


_YIELDING = frozenset(
    {
        "block", "return_statement", "if_statement", "switch_statement", "switch_block",
        "switch_statement_case", "switch_statement_default", "switch_expression_case",
        "try_statement", "for_statement",
    }
)  # fmt: skip


def _after(node: Node, mark: str) -> list[Node]:
    waits = False
    for child in node.children:
        if child.type == mark:
            waits = True
        elif waits and child.is_named:
            return [child]
    return []


# -- names ------------------------------------------------------------------------------------


def _identifier(source: Source, node: Node, depth: int) -> list[Text]:
    name = source.text(node)
    constant = _constant(source, name)
    if not source.once(("assigned", name), lambda: _is_assigned(source, name)):
        return constant or returned(source, name, [], depth) or [hole(source, node)]
    found = [text for text in text_or_hole(source, node) if text.is_text]
    return found or constant or [hole(source, node)]


def _is_assigned(source: Source, name: str) -> bool:
    """Whether the file gives a value to a name at all; most are parameters."""
    data, word = source.data, name.encode()
    at = data.find(word)
    for _ in range(_MENTIONS):
        if at < 0:
            return False
        if _GIVEN.match(data, at + len(word)):
            return True
        at = data.find(word, at + len(word))
    return True


def _constant(source: Source, name: str) -> list[Text]:
    constant = source.constants.get(name)
    return [Text(constant.parts, inline=False)] if constant is not None else []


# -- calls ------------------------------------------------------------------------------------


def _followed(source: Source, node: Node, depth: int) -> list[Text]:
    """An expression with selectors: a method of a text, a call, a member."""
    chain = chain_of(source, node)
    found: list[Text] = []
    last = chain.name.rpartition(".")[2]
    if node.type == "string_literal":
        steps = _steps(source, node)
        found = [dart_strings.string(source, node)] if set(steps) <= _SAME else []
    elif node.type == "list_literal":
        found = _listed(source, node, depth)
    elif chain.args is None:
        found = _constant(source, chain.name.removeprefix("this."))
    elif chain.name == "StringBuffer":
        given = arguments_of(chain.args)
        found = texts(source, given[0].node, depth) if given else [Text(())]
    elif chain.name in _TRANSLATED:
        given = arguments_of(chain.args)
        found = said(source, given[0].node, depth) if given else []
    elif node.type == "identifier" and chain.name == f"{source.text(node)}.toString":
        found = [text for text in text_or_hole(source, node) if text.is_text]
    elif not chain.more and _WRAPPING.search(last):
        given = arguments_of(chain.args)
        found = said(source, given[0].node, depth) if given else []
    elif not chain.more and ("." not in chain.name or chain.name.startswith("this.")):
        found = returned(source, last, arguments_of(chain.args), depth)
    return found or [hole(source, node)]


def _steps(source: Source, node: Node) -> list[str]:
    """The names that are called on an expression."""
    written = whole(source, node, 4_000)
    return re.findall(r"\.(\w+)\(\s*\)", written[node.end_byte - node.start_byte :]) or ["?"]


def _listed(source: Source, node: Node, depth: int) -> list[Text]:
    """``["a", "b"].join(" ")``."""
    tail = tail_of(node)
    if len(tail) != 2 or source.text(tail[0]) != ".join":
        return []
    part = tail[1].named_children
    listing = part[0].named_children[-1] if part and part[0].named_children else None
    given = arguments_of(listing)
    between = said(source, given[0].node, depth)[:1] if given else [Text(())]
    pieces = [operand(source, one, depth) for one in items_of(node)]
    if not between or not any(text.is_text for piece in pieces for text in piece):
        return []
    return joined([one for piece in pieces for one in (between, piece)][1:])


def items_of(node: Node) -> list[Node]:
    """The first nodes of a list's items."""
    found: list[Node] = []
    waits = False
    for child in node.children:
        if child.type in ("[", ","):
            waits = True
        elif waits and child.is_named and child.type not in ("comment",):
            found.append(child)
            waits = False
    return found[:_PIECES]


def returned(source: Source, name: str, args: list[Arg], depth: int) -> list[Text]:
    """The text that a function or getter of this file returns, filled with a call's arguments."""
    if depth > _FOLLOWED or not name.isidentifier() or name in source.resolving:
        return []
    body = source.once(("returns", name), lambda: _function(source, name))
    if body is None:
        return []
    member = body.prev_named_sibling
    signature = signature_in(member) if member is not None else None
    source.resolving.add(name)
    try:
        found = [text for value in values_of(body) for text in said(source, value, depth)]
    finally:
        source.resolving.discard(name)
    params = parameters_of(source, signature) if signature is not None else []
    given = {p.name: arg for p, arg in zip(params, args, strict=False) if arg.name is None}
    given |= {arg.name: arg for arg in args if arg.name is not None}

    def fill(one: Placeholder) -> Iterable[Part] | None:
        arg = given.get(one.expr or "")
        if arg is None:
            return None
        told = texts(source, arg.node, depth)[0]
        if told.is_text:
            return told.parts
        return [Placeholder(one.text, whole(source, arg.node), one.spec, one.type)]

    return [Text(t.template.substitute(fill).parts, inline=False) for t in found[:4]]


def _function(source: Source, name: str) -> Node | None:
    """The body of the one function or getter of that name in the file, if it returns a text."""
    starts = source.once("texts", lambda: _returning(source)).get(name.encode(), ())
    if len(starts) != 1:
        return None
    at = source.root.descendant_for_byte_range(starts[0], starts[0] + 1)
    for _ in range(4):
        if at is None:
            return None
        body = at.next_named_sibling
        if body is not None and body.type == "function_body":
            return body
        at = at.parent
    return None


def _returning(source: Source) -> dict[bytes, list[int]]:
    """Where the functions of a file stand that return a text, by name."""
    found: dict[bytes, list[int]] = {}
    for one in _TEXTUAL.finditer(source.data):
        found.setdefault(one[1], []).append(one.start(1))
    return found


def spoken(source: Source, chain: Chain) -> Sequence[Arg]:
    """The arguments of a chain's call."""
    return arguments_of(chain.args)


_RULES: dict[str, Callable[[Source, Node, int], list[Text]]] = {
    "string_literal": _literal,
    "additive_expression": _sum,
    "conditional_expression": _ternary,
    "if_null_expression": _coalesced,
    "switch_expression": _switched,
    "identifier": _identifier,
}
