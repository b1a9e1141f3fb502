"""Where C sites stand: functions and macros with the comment that documents them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import c_sinks
from errdex.languages.c_evidence import function_name
from errdex.model.facts import Function

if TYPE_CHECKING:
    from tree_sitter import Node

    from errdex.languages.interface import Source

MAX_DOC = 4_000
CLASSES = frozenset({"class_specifier", "struct_specifier", "union_specifier"})
_MARKS = re.compile(r"(?m)^[ \t]*(?:/\*+!?<?|\*+/|\*|//+[!<]?)[ \t]?|[ \t]*\*+/[ \t]*$")
_RULE = re.compile(r"(?m)^[ \t]*[-=*#~_/]{4,}[ \t]*$\n?")


def function(source: Source, path: list[Node]) -> Function:
    """Describe the function or macro at the end of ``path``."""
    node = path[-1]
    is_macro = node.type == "preproc_function_def"
    name = function_name(source, node)
    owners = [owner for owner in path[:-1] if owner.type in CLASSES or "namespace" in owner.type]
    words = [_owner_name(source, owner) for owner in owners]
    written = _written(source, node)
    classes = [_owner_name(source, owner) for owner in owners if owner.type in CLASSES]
    scope = written.rpartition("::")[0]
    class_name = classes[-1] if classes else scope.rpartition("::")[2] or None
    body = node.child_by_field_name("value" if is_macro else "body")
    end = body.start_byte if body is not None else node.end_byte
    header = source.data[node.start_byte : end].decode("utf-8", "replace")
    top = path[-2] if len(path) > 1 and path[-2].type == "template_declaration" else node
    doc, line = documentation(source, top)
    return Function(
        name=name,
        qualname="::".join([word for word in words if word] + ([written] if written else [])),
        line=node.start_point.row + 1,
        end_line=node.end_point.row + 1,
        signature=_signature(header),
        params=c_sinks.parameters(source, node),
        public=is_macro or _is_public(source, node, owners),
        doc=doc,
        doc_line=line,
        class_name=re.sub(r"<.*", "", class_name) if class_name else None,
    )


def _owner_name(source: Source, owner: Node) -> str:
    name = owner.child_by_field_name("name")
    return source.flat(name, 100) if name is not None else ""


def _written(source: Source, node: Node) -> str:
    """A function's name as it is defined, with the classes before it."""
    if node.type == "preproc_function_def":
        return function_name(source, node)
    declarator = c_sinks.enclosed(node.child_by_field_name("declarator"))
    name = declarator.child_by_field_name("declarator") if declarator is not None else None
    return source.flat(name, 160).strip("()* ") if name is not None else function_name(source, node)


def _signature(header: str) -> str:
    header = re.sub(r"//[^\n]*|/\*.*?\*/|\\\r?\n", "", header, flags=re.DOTALL)
    text = " ".join(header.split()).rstrip(" ;{:")
    return re.sub(r"\( | (?=\))", lambda m: m[0].strip(), text)[:600]


def _is_public(source: Source, node: Node, owners: list[Node]) -> bool:
    """Whether other files can call a function."""
    stored = {source.text(c) for c in node.children if c.type == "storage_class_specifier"}
    # static inline functions stand in headers, for whoever includes them
    if (
        "static" in stored
        and "inline" not in stored
        and not (owners and owners[-1].type in CLASSES)
    ):
        return False
    if any(o.type == "namespace_definition" and not _owner_name(source, o) for o in owners):
        return False
    if owners and owners[-1].type in CLASSES:
        return _access(source, node, owners[-1]) != "private"
    return True


def _access(source: Source, node: Node, owner: Node) -> str:
    at = node
    while at.parent is not None and at.parent.type != "field_declaration_list":
        at = at.parent
    above = at.prev_sibling
    for _ in range(400):
        if above is None:
            break
        if above.type == "access_specifier":
            return source.text(above).rstrip(": ")
        above = above.prev_sibling
    return "private" if owner.type == "class_specifier" else "public"


def documentation(source: Source, node: Node) -> tuple[str, int]:
    """The comment right above a definition without its marks, and where it starts."""
    lines: list[str] = []
    first = 0
    below, above = node, node.prev_sibling
    while above is not None and above.type == "comment":
        gap = below.start_point.row - above.end_point.row
        if gap > (2 if source.data.startswith(b"/*", above.start_byte) and not lines else 1):
            break
        text = source.text(above)
        lines.append(_RULE.sub("", _MARKS.sub("", text)))
        first = above.start_point.row + 1
        below, above = above, above.prev_sibling
    text = "\n".join(reversed(lines)).strip()
    return text[:MAX_DOC], first if text else 0
