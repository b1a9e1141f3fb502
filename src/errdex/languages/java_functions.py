"""Java's methods and constructors: names, signatures, parameters, doc comments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.languages.curly import doc_text
from errdex.languages.interface import Source
from errdex.languages.java_builder import parameters
from errdex.languages.java_nodes import CLASSES, COMMENTS, FUNCTIONS, modifiers_of, name_of
from errdex.model.facts import Function

if TYPE_CHECKING:
    from tree_sitter import Node

_ANNOTATIONS = frozenset({"annotation", "marker_annotation"})
_MAX_ABOVE = 4


def function(source: Source, path: list[Node]) -> Function:
    """Describe the method at the end of ``path``."""
    node = path[-1]
    owners = [p for p in path[:-1] if p.type in CLASSES and p.type != "object_creation_expression"]
    names = [name_of(source, owner) for owner in owners]
    name = name_of(source, node)
    body = node.child_by_field_name("body")
    start, words, header = _header(source, node, body)
    doc, doc_line = doc_of(source, node)
    return Function(
        name=name,
        qualname=".".join([*names, name]),
        line=start,
        end_line=node.end_point.row + 1,
        signature=header,
        params=tuple(parameters(source, node)),
        public=_is_public(path, words),
        doc=doc,
        doc_line=doc_line,
        class_name=names[-1] if names else None,
    )


def _header(source: Source, node: Node, body: Node | None) -> tuple[int, set[str], str]:
    """The line of a declaration, its modifiers, and its header without annotations."""
    end = body.start_byte if body is not None else node.end_byte
    modifiers = modifiers_of(node)
    kept = (
        [c for c in modifiers.children if c.type not in _ANNOTATIONS and c.type not in COMMENTS]
        if modifiers is not None
        else []
    )
    rest = [c for c in node.children if c != modifiers and c.type not in COMMENTS]
    first = kept[0] if kept else rest[0] if rest else node
    begin = rest[0].start_byte if rest else node.start_byte
    text = source.data[begin:end].decode("utf-8", "replace")
    words = [c.type for c in kept]
    header = " ".join([*words, *text.split()]).rstrip("; ")[:600]
    return first.start_point.row + 1, set(words), header


def _is_public(path: list[Node], words: set[str]) -> bool:
    """Whether code elsewhere is meant to call it, or may override it."""
    inner = False
    for owner in path[:-1]:
        if owner.type in FUNCTIONS or owner.type == "object_creation_expression":
            inner = True
        elif owner.type in CLASSES and "private" in _words(owner):
            return False
    if inner or "private" in words:
        return False
    home = next((p.type for p in reversed(path[:-1]) if p.type in CLASSES), "")
    return home.startswith(("interface", "annotation")) or bool(words & {"public", "protected"})


def _words(node: Node) -> set[str]:
    modifiers = modifiers_of(node)
    return {c.type for c in modifiers.children} if modifiers is not None else set()


def doc_of(source: Source, node: Node) -> tuple[str, int]:
    """The Javadoc above a declaration as plain text, and the line where it starts."""
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
