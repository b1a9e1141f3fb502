"""Dart's functions, methods, getters and constructors: names, headers, doc comments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.languages.curly import doc_text
from errdex.languages.dart_nodes import (
    CLASSES,
    COMMENTS,
    class_name,
    parameters_of,
    signature_in,
    signature_of,
)
from errdex.languages.interface import Source
from errdex.model.facts import Function

if TYPE_CHECKING:
    from tree_sitter import Node

MAX_DOC_LINES = 120


def member_of(node: Node) -> Node | None:
    """The declaration of a function: the signature before a body, or what holds a constructor."""
    return signature_of(node) if node.type == "function_body" else node


def function(source: Source, path: list[Node]) -> Function:
    """Describe the function at the end of ``path``."""
    node = path[-1]
    member = member_of(node) or node
    signature = signature_in(member) or member
    owners = [owner for owner in path[:-1] if owner.type in CLASSES]
    names = [class_name(source, owner) for owner in owners]
    name = name_of(source, signature, names[-1] if names else "")
    local = any(at.type == "function_body" for at in path[:-1])
    doc, doc_line = doc_of(source, member)
    outer = ".".join(one for one in names if one)
    words = [*names, *name.split(".")]
    return Function(
        name=name.rpartition(".")[2] or name,
        qualname=f"{outer}.{name}" if outer and name.partition(".")[0] != outer else name,
        line=member.start_point.row + 1,
        end_line=node.end_point.row + 1,
        signature=source.flat(signature, 600),
        params=tuple(p.name for p in parameters_of(source, signature)),
        public=not local and not any(word.startswith("_") for word in words),
        doc=doc,
        doc_line=doc_line,
        class_name=names[-1] if names else None,
    )


def name_of(source: Source, signature: Node, owner: str) -> str:
    """A function's name; of a constructor the class, a dot and its own name."""
    if signature.type == "operator_signature":
        sign = next((c for c in signature.named_children if "operator" in c.type), None)
        return "operator " + source.text(sign) if sign is not None else "operator"
    if "constructor" in signature.type:
        words = [source.text(c) for c in signature.named_children if c.type == "identifier"]
        return ".".join(words[:2]) or owner
    name = signature.child_by_field_name("name")
    return source.text(name) if name is not None else "<anonymous>"


def doc_of(source: Source, node: Node) -> tuple[str, int]:
    """The doc comment above a declaration and its annotations, and the line where it starts."""
    lines: list[str] = []
    start = 0
    at: Node = node
    above = node.prev_sibling
    while above is not None and len(lines) < MAX_DOC_LINES:
        if above.type == "annotation" and not lines:
            at, above = above, above.prev_sibling
            continue
        if above.type not in COMMENTS or above.end_point.row < at.start_point.row - 1:
            break
        written = source.text(above).rstrip()
        if not written.startswith(("///", "/**")):
            break
        lines.append(written)
        start = above.start_point.row + 1
        at, above = above, above.prev_sibling
    if not lines:
        return "", 0
    lines.reverse()
    text, skipped = doc_text("\n".join(lines))
    return text, start + skipped if text else 0
