"""Swift's functions, initializers and computed properties: names, headers, doc comments."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages.curly import doc_text
from errdex.languages.interface import Source
from errdex.languages.swift_nodes import (
    CLASSES,
    FUNCTIONS,
    modifiers,
    parameters_of,
    type_text,
)
from errdex.model.facts import Function

if TYPE_CHECKING:
    from tree_sitter import Node

_THROWS = re.compile(r"^(\s*)-\s*Throws:\s*", re.MULTILINE)
_ITEM = re.compile(r"^(\s*)-\s*(Parameters?|Returns|Note|Important|Warning|Precondition)\b", re.M)
_KEPT = re.compile(r"\b(?:public|open)\b")
_NAMES = {
    "init_declaration": "init",
    "deinit_declaration": "deinit",
    "subscript_declaration": "subscript",
}
MAX_DOC_LINES = 120


def function(source: Source, path: list[Node]) -> Function:
    """Describe the function at the end of ``path``; of a getter, its property."""
    node = declared(path)
    owners = [owner for owner in path[:-1] if owner.type in CLASSES]
    names = [type_text(source, owner) for owner in owners]
    name = name_of(source, node)
    doc, doc_line = doc_of(source, node)
    start, header = _header(source, node, path[-1])
    outer = ".".join(one for one in names if one)
    return Function(
        name=name,
        qualname=f"{outer}.{name}" if outer else name,
        line=start,
        end_line=node.end_point.row + 1,
        signature=header,
        params=tuple(p.name for p in parameters_of(source, node)),
        public=_is_public(source, path, node, owners),
        doc=doc,
        doc_line=doc_line,
        class_name=names[-1].rpartition(".")[2] if names else None,
    )


def declared(path: list[Node]) -> Node:
    """The declaration that a function's node stands for: a getter's property or subscript."""
    node = path[-1]
    if node.type in ("computed_property", "willset_didset_block") and len(path) > 1:
        return path[-2]
    return node


def name_of(source: Source, node: Node) -> str:
    """A declaration's name."""
    fixed = _NAMES.get(node.type)
    if fixed is not None:
        return fixed
    name = node.child_by_field_name("name")
    return source.text(name).strip("`") if name is not None else "<anonymous>"


def _header(source: Source, node: Node, body: Node) -> tuple[int, str]:
    """The line of a declaration and its header without attributes."""
    inner = node.child_by_field_name("body") if body == node else body
    end = inner.start_byte if inner is not None else node.end_byte
    start = node.start_byte
    line = node.start_point.row + 1
    first = node.children[0] if node.children else node
    if first.type == "modifiers":
        kept = [c for c in first.children if c.type != "attribute"]
        following = next((c for c in node.children[1:] if c.is_named or c.type), node)
        begin = kept[0] if kept else following
        start, line = begin.start_byte, begin.start_point.row + 1
    text = source.data[start:end].decode("utf-8", "replace")
    return line, " ".join(text.split()).rstrip("{ ")[:600]


def _is_public(source: Source, path: list[Node], node: Node, owners: list[Node]) -> bool:
    """Whether code elsewhere is meant to call it.

    A file that says ``public`` nowhere belongs to a program, whose other files call what is not
    private.
    """
    if any(owner.type in FUNCTIONS for owner in path[:-1] if owner != node):
        return False
    words = modifiers(source, node)
    if words & {"private", "fileprivate"}:
        return False
    if any(modifiers(source, owner) & {"private", "fileprivate"} for owner in owners):
        return False
    if words & {"public", "open"}:
        return True
    outer = owners[-1] if owners else None
    if outer is not None and source.data[outer.start_byte : outer.start_byte + 7] == b"public ":
        kind = outer.child_by_field_name("declaration_kind")
        return kind is not None and kind.type in ("extension", "protocol")
    telling = source.once("public", lambda: b"public " in source.data or b"open " in source.data)
    return not telling and "internal" not in words


def doc_of(source: Source, node: Node) -> tuple[str, int]:
    """The doc comment above a declaration as plain text, and the line where it starts."""
    lines: list[str] = []
    start = 0
    row = node.start_point.row
    above = node.prev_sibling
    while above is not None and len(lines) < MAX_DOC_LINES:
        if above.type == "multiline_comment" and not lines:
            written = source.text(above)
            if not written.startswith("/**") or above.end_point.row < row - 1:
                return "", 0
            text, skipped = doc_text(_worded(written))
            return text, above.start_point.row + 1 + skipped if text else 0
        written = source.text(above) if above.type == "comment" else ""
        if not written.startswith("///") or above.end_point.row < row - 1:
            break
        lines.append(written.rstrip())
        start = row = above.start_point.row
        above = above.prev_sibling
    if not lines:
        return "", 0
    lines.reverse()
    text, skipped = doc_text("\n".join(lines))
    text = _worded(text)
    return text, start + 1 + skipped if text else 0


def _worded(text: str) -> str:
    """Swift's list items as the tags that readers of doc comments know."""
    return _THROWS.sub(r"\1@throws ", text)
