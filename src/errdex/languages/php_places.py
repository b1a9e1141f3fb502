"""PHP's functions and methods: names, signatures, parameters, doc comments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.languages.curly import doc_text
from errdex.languages.interface import Source
from errdex.languages.php_nodes import CLASSES, name_of
from errdex.model.facts import Function

if TYPE_CHECKING:
    from tree_sitter import Node

_MAX_ABOVE = 4
_PARAMETERS = frozenset({"simple_parameter", "variadic_parameter", "property_promotion_parameter"})


def function(source: Source, path: list[Node]) -> Function:
    """Describe the function or method at the end of ``path``."""
    node = path[-1]
    owners = [p for p in path[:-1] if p.type in CLASSES]
    names = [name for owner in owners if (name := name_of(source, owner))]
    name = name_of(source, node)
    begin = _after_attributes(node)
    body = node.child_by_field_name("body")
    end = body.start_byte if body is not None else node.end_byte
    header = source.data[begin.start_byte : end].decode("utf-8", "replace")
    doc, doc_line = doc_of(source, node)
    words = {source.text(c) for c in node.children if c.type == "visibility_modifier"}
    return Function(
        name=name,
        qualname="::".join([*names, name]),
        line=begin.start_point.row + 1,
        end_line=node.end_point.row + 1,
        signature=" ".join(header.split()).rstrip("; ")[:600],
        params=tuple(parameters(source, node)),
        public=not words & {"private", "protected"},
        doc=doc,
        doc_line=doc_line,
        class_name=names[-1] if names else None,
    )


def _after_attributes(node: Node) -> Node:
    """The first word of a declaration that is no attribute."""
    for child in node.children:
        if child.type not in ("attribute_list", "comment"):
            return child
    return node


def parameter_nodes(node: Node) -> list[Node]:
    """The parameters of a function, as nodes."""
    listing = node.child_by_field_name("parameters")
    if listing is None:
        return []
    return [c for c in listing.named_children if c.type in _PARAMETERS]


def parameters(source: Source, node: Node) -> list[str]:
    """The names of a function's parameters, with their dollar."""
    names = (parameter.child_by_field_name("name") for parameter in parameter_nodes(node))
    return [source.text(name).lstrip("&") for name in names if name is not None]


def doc_of(source: Source, node: Node) -> tuple[str, int]:
    """The doc comment above a declaration as plain text, and the line where it starts."""
    above = node.prev_named_sibling
    for _ in range(_MAX_ABOVE):
        if above is None or above.type not in ("comment", "attribute_list"):
            return "", 0
        written = source.text(above)
        if written.startswith("/**"):
            text, skipped = doc_text(written)
            return text, above.start_point.row + 1 + skipped if text else 0
        above = above.prev_named_sibling
    return "", 0
