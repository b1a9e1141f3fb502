"""Error objects in Swift: how one that is built outside a ``throw`` is used, what was caught."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages.interface import Source
from errdex.languages.swift_nodes import (
    CALLS,
    ERROR,
    FUNCTIONS,
    called,
    callee,
    climb,
    plain,
)

if TYPE_CHECKING:
    from tree_sitter import Node

REJECTING = frozenset(
    {
        "failure", "fail", "reject", "makeFailedFuture", "fireErrorCaught", "Fail", "resume",
        "finish", "errorCaught", "completion", "completionHandler", "callback", "handler",
        "failed", "succeedOrFail", "sendError", "completeWithError", "onError", "cancel",
    }
)  # fmt: skip
_THROUGH = frozenset(
    {
        "value_argument", "value_arguments", "call_suffix", "tuple_expression", "try_expression",
        "await_expression", "as_expression", "ternary_expression", "nil_coalescing_expression",
        "postfix_expression", "array_literal", "constructor_suffix", "navigation_expression",
        "switch_entry", "if_statement", "switch_statement", "dictionary_literal",
    }
)  # fmt: skip
_FAILED = re.compile(r"case\s+(?:let\s+)?\.?\w*\.?(?:failure|error|failed)\b[^:]*")
_WORD = re.compile(rb"\b(\w+)\b")
_HANDS_ON = re.compile(rb"(?:throw|failure|fail|throwing:|Caught|Future)\s*\(?\s*$")
_ASKING = re.compile(
    r"(?:XCT|is|has|print|log|debugPrint|dump|describe|contains|String|type|assert|precondition)"
)


def role_of(source: Source, node: Node) -> str | None:
    """How an error built somewhere is used: ``construct`` or ``reject``.

    None where a ``throw`` or a rejecting call tells of it, or where it is only compared.
    """
    direct = True
    for at, child in climb(node, 24):
        kind = at.type
        if kind == "control_transfer_statement":
            thrown = any(c.type == "throw_keyword" for c in at.children)
            return "construct" if not (thrown and direct) else None
        if kind in CALLS:
            if child.type not in ("call_suffix", "constructor_suffix"):
                continue  # a chain
            name = called(source, at)
            if name in REJECTING or _ASKING.match(name):
                return None
            if any(ERROR.search(word) for word in callee(source, at).split(".")):
                return None  # a part of another error
            direct = False
        elif kind in ("property_declaration", "assignment"):
            return None if _thrown_later(source, at) else "construct"
        elif kind in ("statements", "lambda_literal", "function_body", "computed_property"):
            return "construct" if kind != "statements" or _is_yielded(at, child) else None
        elif kind == "navigation_expression":
            if not direct:
                return None
        elif kind not in _THROUGH:
            return None
    return None


def _is_yielded(block: Node, statement: Node) -> bool:
    """Whether a statement is what its block yields, or a call for its effect."""
    inner = plain(block)
    if statement.type == "call_expression":
        return len(inner) == 1
    return bool(inner) and inner[-1] == statement


def _thrown_later(source: Source, node: Node) -> bool:
    """Whether a local error is thrown by its name, which then tells of it."""
    name = node.child_by_field_name("name") or node.child_by_field_name("target")
    if name is None:
        return False
    word = source.text(name).encode()
    later = source.data[node.end_byte : node.end_byte + 4_000]
    return any(
        found[1] == word and _HANDS_ON.search(later, max(0, found.start() - 40), found.start())
        for found in _WORD.finditer(later)
    )


def is_caught(source: Source, name: str, node: Node) -> bool:
    """Whether a name stands for an error that was caught or handed over here."""
    for at, _ in climb(node):
        if at.type in FUNCTIONS:
            return False
        if at.type == "catch_block":
            pattern = at.child_by_field_name("error")
            if pattern is None:
                return name == "error"
            if name in re.findall(r"\w+", source.flat(pattern, 200)):
                return True
        if at.type == "switch_entry":
            written = source.data[at.start_byte : at.start_byte + 200].decode("utf-8", "replace")
            found = _FAILED.match(written)
            if found is not None and name in re.findall(r"\w+", found.group()):
                return True
    return False
