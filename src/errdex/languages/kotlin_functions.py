"""Kotlin's functions: names, signatures, parameters, visibility, KDoc."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.languages.curly import doc_text
from errdex.languages.interface import Source
from errdex.languages.kotlin_nodes import (
    CLASSES,
    COMMENTS,
    FUNCTIONS,
    modifier_words,
    name_of,
    parameter_name,
    parameters,
)
from errdex.model.facts import Function

if TYPE_CHECKING:
    from tree_sitter import Node

_HIDDEN = frozenset({"private", "internal", "protected"})
_MAX_ABOVE = 4


def function(source: Source, path: list[Node]) -> Function:
    """Describe the function at the end of ``path``."""
    node = path[-1]
    owners = [p for p in path[:-1] if p.type in CLASSES and p.type != "companion_object"]
    names = [name_of(source, owner) for owner in owners]
    name = name_of(source, node) or "<anonymous>"
    if node.type == "secondary_constructor" and names:
        name = names[-1]
    body = next((c for c in node.named_children if c.type in ("function_body", "block")), None)
    first = next((c for c in node.children if c.type not in ("modifiers", *COMMENTS)), node)
    end = body.start_byte if body is not None else node.end_byte
    header = source.data[first.start_byte : end].decode("utf-8", "replace")
    words = modifier_words(source, node)
    shown = [w for w in ("private", "internal", "protected", "suspend", "inline") if w in words]
    doc, doc_line = doc_of(source, node)
    return Function(
        name=name,
        qualname=".".join([*names, name]),
        line=first.start_point.row + 1,
        end_line=node.end_point.row + 1,
        signature=" ".join([*shown, *header.split()]).rstrip("= ")[:600],
        params=tuple(parameter_name(source, one) for one in parameters(source, node)),
        public=_is_public(source, path, words),
        doc=doc,
        doc_line=doc_line,
        class_name=names[-1] if names else None,
    )


def _is_public(source: Source, path: list[Node], words: set[str]) -> bool:
    """Whether code elsewhere may call it: what is not hidden is public."""
    if words & _HIDDEN:
        return False
    for owner in path[:-1]:
        if owner.type in FUNCTIONS:
            return False
        if owner.type in CLASSES and modifier_words(source, owner) & {"private", "internal"}:
            return False
    return True


def doc_of(source: Source, node: Node) -> tuple[str, int]:
    """The KDoc above a declaration as plain text, and the line where it starts."""
    above = node.prev_named_sibling
    for _ in range(_MAX_ABOVE):
        if above is None or above.type not in COMMENTS:
            return "", 0
        written = source.text(above)
        if written.startswith("/**"):
            text, skipped = doc_text(written)
            return text, above.start_point.row + 1 + skipped if text else 0
        above = above.prev_named_sibling
    return "", 0
