"""Scala's functions: names, signatures, parameters, visibility, Scaladoc."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.languages.curly import doc_text
from errdex.languages.interface import Source
from errdex.languages.scala_nodes import (
    CLASSES,
    COMMENTS,
    FUNCTIONS,
    modifier_words,
    name_of,
    parameters,
)
from errdex.model.facts import Function

if TYPE_CHECKING:
    from tree_sitter import Node

_HIDDEN = frozenset({"private", "protected"})


def function(source: Source, path: list[Node]) -> Function:
    """Describe the function at the end of ``path``."""
    node = path[-1]
    names = [name_of(source, owner) for owner in path[:-1] if owner.type in CLASSES]
    name = name_of(source, node)
    body = node.child_by_field_name("body")
    first = next((c for c in node.children if c.type not in ("modifiers", "annotation")), node)
    end = body.start_byte if body is not None else node.end_byte
    header = source.data[first.start_byte : end].decode("utf-8", "replace")
    words = modifier_words(source, node)
    inner = any(owner.type in FUNCTIONS for owner in path[:-1])
    hidden = any("private" in modifier_words(source, o) for o in path[:-1] if o.type in CLASSES)
    doc, doc_line = doc_of(source, node)
    return Function(
        name=name,
        qualname=".".join([*names, name]),
        line=first.start_point.row + 1,
        end_line=node.end_point.row + 1,
        signature=" ".join([*sorted(words & _HIDDEN), *header.split()]).rstrip("={ ")[:600],
        params=tuple(name_of(source, one) for one in parameters(node)),
        public=not (inner or hidden or words & _HIDDEN),
        doc=doc,
        doc_line=doc_line,
        class_name=names[-1] if names else None,
    )


def doc_of(source: Source, node: Node) -> tuple[str, int]:
    """The Scaladoc above a declaration as plain text, and the line where it starts."""
    above = node.prev_named_sibling
    if above is None or above.type not in COMMENTS:
        return "", 0
    written = source.text(above)
    if not written.startswith("/**"):
        return "", 0
    text, skipped = doc_text(written)
    return text, above.start_point.row + 1 + skipped if text else 0
