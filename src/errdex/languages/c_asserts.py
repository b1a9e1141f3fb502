"""C's assertions: their text, else the condition itself as the screen shows it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import c_text
from errdex.languages.c_messages import at_top, enough_said, said
from errdex.languages.interface import Draft, Source, Text
from errdex.model.facts import Guard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node

_COMPARING = re.compile(r"(?i)(?:^|_)(?:eq|ne|lt|le|gt|ge|streq|strne|true|false|that|near|throw)$")
_ASSERT_NAME = re.compile(r"(?i)(?:^|_|\b\w*)assert(?:ion|ed)?\d?$|^d?check$|^\w*_CHECK$")


def asserted(source: Source, node: Node, name: str, args: Sequence[Node]) -> Draft | None:
    """An assertion: its text, else the condition itself as the screen shows it."""
    if _COMPARING.search(name) or at_top(source, node):
        return None
    condition = args[0]
    texts, tested = _worded(source, condition)
    if not texts:
        texts = [t for t in said(source, args[1:]) if enough_said(t, False)]
    is_assert = bool(_ASSERT_NAME.search(name))
    if not texts and is_assert and len(args) == 1 and not c_text.is_literal(source, condition):
        texts = [Text((source.flat(condition),))]
    if not texts or (not is_assert and c_text.is_literal(source, condition)):
        return None
    if not is_assert and not name.isupper():
        return None
    guard = Guard(
        _failed(source, tested), condition.start_point.row + 1, "assert", source.flat(tested)
    )
    return Draft(node, "assert", texts, guards=(guard,), severity="critical")


def _worded(source: Source, condition: Node) -> tuple[list[Text], Node]:
    """The text that an asserted condition carries: ``x && "text"``, ``!"text"``."""
    at = condition
    while at.type == "parenthesized_expression" and at.named_child_count == 1:
        at = at.named_children[0]
    if (
        at.type == "binary_expression"
        and at.child_count == 3
        and at.children[1].type in ("&&", "and")
    ):
        for place in (2, 0):
            if c_text.is_literal(source, at.children[place]):
                return c_text.texts(source, at.children[place]), at.children[2 - place]
    inner = at.named_children[0] if at.type == "unary_expression" and at.named_children else None
    if inner is not None and c_text.is_literal(source, inner):
        return c_text.texts(source, inner), condition
    return [], condition


def _failed(source: Source, condition: Node) -> str:
    """An asserted condition that does not hold."""
    text = source.flat(condition)
    if condition.type == "unary_expression" and text.startswith("!"):
        return text[1:]
    simple = condition.type in (
        "identifier",
        "call_expression",
        "field_expression",
        "false",
        "true",
    )
    return f"!{text}" if simple else f"!({text})"
