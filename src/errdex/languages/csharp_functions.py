"""C#'s methods, constructors and properties: names, signatures, parameters, XML doc comments."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages.csharp_nodes import CLASSES, FUNCTIONS, modifiers, name_of, parameters
from errdex.languages.curly import doc_text
from errdex.languages.interface import Source
from errdex.model.facts import Function

if TYPE_CHECKING:
    from tree_sitter import Node

_THROWN = re.compile(r"<exception\s+cref=\"(?:[A-Z]:)?([^\"]*)\"\s*(/?)>", re.IGNORECASE)
_PARAM = re.compile(r"<(?:type)?param\s+name=\"([^\"]*)\"\s*>", re.IGNORECASE)
_NAMED = re.compile(
    r"<(?:see|seealso|paramref|typeparamref)\s+(?:cref|name|langword|href)=\"(?:[A-Z]:)?([^\"]*)\""
    r"\s*(?:/>|>\s*</\w+>)",
    re.IGNORECASE,
)
_CODE = re.compile(r"</?c>")
_BLOCK = re.compile(r"</?(?:summary|remarks|para|value|example|code|list)(?:\s[^<>]*)?>")
_CLASS = re.compile(rb"^[ \t]*(?:[a-z]+ ){1,5}?(?:class|struct|record) (\w+)", re.MULTILINE)
MAX_DOC_LINES = 120
_INNER = {
    "operator_declaration": "operator", "conversion_operator_declaration": "operator",
    "indexer_declaration": "this[]",
}  # fmt: skip


def function(source: Source, path: list[Node]) -> Function:
    """Describe the method, constructor or property at the end of ``path``."""
    node = path[-1]
    names = [name_of(source, owner) for owner in path[:-1] if owner.type in CLASSES]
    names = names or _lost_class(source, path)
    name = name_of(source, node) or _INNER.get(node.type, "<anonymous>")
    if node.type == "destructor_declaration":
        name = f"~{name}"
    doc, doc_line = doc_of(source, node)
    start, header = _header(source, node)
    return Function(
        name=name,
        qualname=".".join([*names, name]),
        line=start,
        end_line=node.end_point.row + 1,
        signature=header,
        params=tuple(parameters(source, node)),
        public=_is_public(source, path),
        doc=doc,
        doc_line=doc_line,
        class_name=names[-1] if names else None,
    )


def _lost_class(source: Source, path: list[Node]) -> list[str]:
    """The class that the bytes tell of where broken syntax lost it (an unbalanced ``#if``)."""
    if all(node.type != "ERROR" for node in path) and not source.root.has_error:
        return []
    found = source.once(
        "classes", lambda: [(m.start(), m[1].decode()) for m in _CLASS.finditer(source.data)]
    )
    before = [name for start, name in found if start < path[-1].start_byte]
    return before[-1:]


def _header(source: Source, node: Node) -> tuple[int, str]:
    """The line of a declaration and its header without attributes."""
    body = next(
        (
            c
            for c in node.children
            if c.type in ("block", "arrow_expression_clause", "accessor_list", ";", "=")
        ),
        None,
    )
    end = body.start_byte if body is not None else node.end_byte
    kept = [c for c in node.children if c.type not in ("attribute_list", "comment")]
    first = kept[0] if kept else node
    text = source.data[first.start_byte : end].decode("utf-8", "replace")
    return first.start_point.row + 1, " ".join(text.split())[:600]


def _is_public(source: Source, path: list[Node]) -> bool:
    """Whether code elsewhere is meant to call it, or may override it."""
    if any(owner.type in FUNCTIONS for owner in path[:-1]):
        return False
    owners = [owner for owner in path[:-1] if owner.type in CLASSES]
    for owner in owners:
        words = modifiers(source, owner)
        if "private" in words or "internal" in words or "file" in words:
            return False
    words = modifiers(source, path[-1])
    if "private" in words or "internal" in words:
        return False
    if owners and owners[-1].type == "interface_declaration":
        return True
    explicit = any(c.type == "explicit_interface_specifier" for c in path[-1].children)
    return explicit or "public" in words or "protected" in words


def doc_of(source: Source, node: Node) -> tuple[str, int]:
    """The XML comment above a declaration as plain text, and the line where it starts."""
    lines: list[str] = []
    start = 0
    row = node.start_point.row
    above = node.prev_sibling
    while above is not None and above.type == "comment" and len(lines) < MAX_DOC_LINES:
        written = source.text(above)
        if above.end_point.row < row - 1 and not written.endswith("\n"):
            break
        if written.startswith("/**") and not lines:
            text, skipped = doc_text(_worded(written))
            return text, above.start_point.row + 1 + skipped if text else 0
        if written.startswith("///"):
            lines.append(written.rstrip())
            start = above.start_point.row + 1
        elif lines:
            break
        row = above.start_point.row
        above = above.prev_sibling
    if not lines:
        return "", 0
    lines.reverse()
    text, skipped = doc_text(_worded("\n".join(lines)))
    return text, start + skipped if text else 0


def _worded(text: str) -> str:
    """XML's tags that say something in words; the others are dropped with their brackets."""
    if "<" not in text:
        return text
    text = _THROWN.sub(lambda m: f"@throws {m[1]} ", text)
    text = _PARAM.sub(lambda m: f"@param {m[1]} ", text)
    text = text.replace("<returns>", "@return ").replace("<inheritdoc/>", "")
    text = _BLOCK.sub("", text)
    text = _NAMED.sub(lambda m: f"`{m[1]}`", text)
    return _CODE.sub("`", text)
