"""What Rust macros hold: tokens without syntax, split into arguments or parsed on their own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages.fragments import fragment

if TYPE_CHECKING:
    from tree_sitter import Node

    from errdex.languages.interface import Source

Tokens = list["Node"]
COMMENTS = frozenset({"line_comment", "block_comment"})
_WRAPPERS = frozenset({"source_file", "expression_statement", "ERROR", "parenthesized_expression"})
_BINDING = 2


def split(source: Source, tree: Node) -> list[Tokens]:
    """A token tree's top-level comma-separated arguments, each as its tokens.

    Commas between angle brackets or closure bars are no separators; only real syntax tells those
    from comparisons and ors, so a tree that holds either is parsed instead.
    """
    tokens = [t for t in tree.children[1:-1] if t.type not in COMMENTS]
    kinds = {token.type for token in tokens}
    if "<" in kinds or "|" in kinds:
        parsed = _parsed(source, tree)
        if parsed is not None:
            return parsed
    args: list[Tokens] = [[]]
    for token in tokens:
        if token.type == ",":
            args.append([])
        else:
            args[-1].append(token)
    return args if args[-1] else args[:-1]


def _parsed(source: Source, tree: Node) -> list[Tokens] | None:
    """The arguments as expressions; None where the tokens are no list of expressions."""
    root = fragment(source, tree, tree.start_byte, tree.end_byte)
    if root.has_error:
        return None
    at = root
    while at.named_child_count == 1 and at.type in ("source_file", "expression_statement"):
        at = at.named_children[0]
    if at.type not in ("tuple_expression", "parenthesized_expression", "array_expression"):
        return None
    return [[child] for child in at.named_children if child.type not in COMMENTS]


def named(source: Source, tokens: Tokens) -> tuple[str | None, Tokens]:
    """An argument ``name = value`` as its name and value; other arguments have no name."""
    if len(tokens) == 1 and tokens[0].type == "assignment_expression":
        left = tokens[0].child_by_field_name("left")
        right = tokens[0].child_by_field_name("right")
        if left is not None and right is not None:
            return source.text(left), [right]
    if len(tokens) > _BINDING and tokens[1].type == "=" and tokens[0].is_named:
        return source.text(tokens[0]), tokens[_BINDING:]
    return None, tokens


def shown(source: Source, tokens: Tokens, limit: int = 200) -> str:
    """An argument's source text on one line."""
    if not tokens:
        return ""
    data = source.data[tokens[0].start_byte : tokens[-1].end_byte]
    text = " ".join(data.decode("utf-8", "replace").split())
    return text if len(text) <= limit else text[: limit - 1] + "…"


def expression(source: Source, tokens: Tokens) -> Node | None:
    """An argument as one expression node."""
    if len(tokens) == 1:
        return tokens[0]
    if not tokens:
        return None
    host = tokens[0].parent or tokens[0]
    at = fragment(source, host, tokens[0].start_byte, tokens[-1].end_byte)
    while at.type in _WRAPPERS and at.named_child_count == 1:
        at = at.named_children[0]
    return None if at.type in ("source_file", "ERROR") else at


def syntax(source: Source, token: Node) -> Node | None:
    """The call around a macro's token, as real syntax: what the macro holds is parsed on its own.

    The largest part that parses around the token is taken, so that the place keeps its function
    and conditions. None where the tokens are another small language.
    """
    for host in _hosts(token):
        root = fragment(source, host, host.start_byte, host.end_byte)
        found = root.descendant_for_byte_range(token.start_byte, token.end_byte)
        if found is None or found.parent is None:
            continue
        if found.parent.type == "token_tree":
            return syntax(source, found)
        call: Node | None = found.parent
        while call is not None and call.type in _PATHS:
            call = call.parent
        if call is not None and call.type in _CALLS and not call.has_error:
            return call
    return None


_PATHS = frozenset({"scoped_identifier", "field_expression", "generic_function"})
_CALLS = frozenset({"macro_invocation", "call_expression", "struct_expression"})


def _hosts(token: Node) -> list[Node]:
    """The token trees around a token that a macro brings, the largest first."""
    at = token.parent
    found: list[Node] = []
    while at is not None and at.type not in ("macro_invocation", "macro_rule"):
        if at.type == "attribute":
            return []
        if at.type == "token_tree":
            found.append(at)
        at = at.parent
    found.reverse()
    return found


def flat(source: Source, node: Node, limit: int = 400) -> str:
    """An expression as it would be written on one line."""
    text = source.flat(node, limit)
    return tidy(text) if node.start_point.row != node.end_point.row else text


def tidy(text: str) -> str:
    """Text joined from lines, without the gaps that breaks leave in chains and lists."""
    return _GAPS.sub("", text) if " " in text else text


_GAPS = re.compile(r"(?<=[(\[]) |(?<=[\w)\]}?]),? (?=[)\]])|(?<=[\w)\]}?\"]) (?=\.[a-z_])")
