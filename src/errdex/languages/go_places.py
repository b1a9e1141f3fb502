"""Where a Go site stands: functions with their doc comments, imports, declared types of names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.model.facts import Function

if TYPE_CHECKING:
    from tree_sitter import Node

    from errdex.languages.interface import Source

FUNCTIONS = frozenset({"function_declaration", "method_declaration"})
_SCOPES = FUNCTIONS | {"func_literal"}
MAX_DOC = 4_000
_VERSION = re.compile(r"v\d+|\d+")
_PACKAGE_NAME = re.compile(r"(?:^go[-.])|(?:[-.]go$|\.v\d+$)")


def function(source: Source, path: list[Node]) -> Function:
    """Describe the function or method at the end of ``path``."""
    node = path[-1]
    name_node = node.child_by_field_name("name")
    name = source.text(name_node) if name_node is not None else ""
    body = node.child_by_field_name("body")
    owner = receiver(source, node)[1]
    header_end = body.start_byte if body is not None else node.end_byte
    header = source.data[node.start_byte : header_end].decode("utf-8", "replace")
    if "//" in header or "/*" in header:
        header = re.sub(r"//[^\n]*|/\*.*?\*/", "", header, flags=re.DOTALL)
    doc, doc_line = documentation(source, node)
    return Function(
        name=name,
        qualname=f"{owner}.{name}" if owner else name,
        line=node.start_point.row + 1,
        end_line=node.end_point.row + 1,
        signature=" ".join(header.split())[:600],
        params=tuple(parameters(source, node)),
        public=name[:1].isupper(),
        doc=doc,
        doc_line=doc_line,
        class_name=owner or None,
    )


def receiver(source: Source, node: Node) -> tuple[str, str]:
    """A method's receiver: its name and the simple name of its type; ``""`` for functions."""
    listing = node.child_by_field_name("receiver")
    for child in listing.named_children if listing is not None else ():
        if child.type == "parameter_declaration":
            name, kind = child.child_by_field_name("name"), child.child_by_field_name("type")
            return (
                source.text(name) if name is not None else "",
                type_name(source, kind) if kind is not None else "",
            )
    return "", ""


def type_name(source: Source, node: Node) -> str:
    """A type's simple name without pointer, package and type arguments."""
    for _ in range(6):
        if node.type in ("pointer_type", "parenthesized_type") and node.named_child_count:
            node = node.named_children[0]
        elif node.type == "generic_type":
            node = node.child_by_field_name("type") or node
        elif node.type == "qualified_type":
            return source.text(node.child_by_field_name("name") or node)
        else:
            break
    return source.text(node) if node.type == "type_identifier" else ""


def parameters(source: Source, node: Node) -> list[str]:
    """A function's parameter names in order, without receiver."""
    return [name for name, _ in declared_parameters(source, node)]


def declared_parameters(source: Source, node: Node) -> list[tuple[str, Node | None]]:
    """A function's parameters: name and type."""
    listing = node.child_by_field_name("parameters")
    found: list[tuple[str, Node | None]] = []
    for child in listing.named_children if listing is not None else ():
        kind = child.child_by_field_name("type")
        names = child.children_by_field_name("name")
        found.extend((source.text(name), kind) for name in names)
        if not names and kind is not None:
            found.append(("_", kind))
    return found


def documentation(source: Source, node: Node) -> tuple[str, int]:
    """The comment that ends on the line above a declaration, and where it starts."""
    lines: list[str] = []
    first = 0
    at, row = node.prev_sibling, node.start_point.row
    while at is not None and at.type == "comment" and at.end_point.row == row - 1:
        text = source.text(at)
        if not re.match(r"//(?:go:|\s*\+build|nolint|line )", text):
            lines.append(source.language.comment_text(text))
            first = at.start_point.row + 1
        row = at.start_point.row
        at = at.prev_sibling
    lines.reverse()
    text = "\n".join(lines).strip()
    return text[:MAX_DOC], first if text else 0


# -- imports and types of names -----------------------------------------------------------------


def imports(source: Source) -> dict[str, str]:
    """Local package name → import path."""
    return source.once("imports", lambda: _imports(source))


def _imports(source: Source) -> dict[str, str]:
    found: dict[str, str] = {}
    for child in source.root.named_children:
        if child.type != "import_declaration":
            continue
        specs = [c for c in child.named_children if c.type == "import_spec"]
        for listing in child.named_children:
            if listing.type == "import_spec_list":
                specs.extend(c for c in listing.named_children if c.type == "import_spec")
        for spec in specs:
            path, name = spec.child_by_field_name("path"), spec.child_by_field_name("name")
            if path is not None:
                written = source.text(path)[1:-1]
                found[source.text(name) if name is not None else package_name(written)] = written
    return found


def package_name(path: str) -> str:
    """The name that an import path most likely binds: its last word that is no version."""
    words = [word for word in path.split("/") if word]
    while len(words) > 1 and _VERSION.fullmatch(words[-1]):
        words.pop()
    return _PACKAGE_NAME.sub("", words[-1]) if words else ""


def declared_type(source: Source, name: str, use: Node) -> str:
    """The type, as written, that an enclosing function gives a receiver or parameter."""
    for at in reversed(functions_around(source, use)):
        found = source.once(("types", at.id), lambda at=at: _types(source, at))  # type: ignore[misc]
        if name in found:
            return str(found[name])
    return ""


def functions_around(source: Source, node: Node) -> list[Node]:
    """The functions and closures in which a node stands, the outermost first.

    They are looked for from the root: from below each step up costs the depth of the tree.
    """
    found: list[Node] = []
    at = source.root.child_with_descendant(node)
    while at is not None and at != node:
        if at.type in _SCOPES:
            found.append(at)
        at = at.child_with_descendant(node)
    return found


def function_around(source: Source, node: Node) -> str:
    """The name of the declared function in which a node stands; ``""`` at the top."""
    outer = source.root.child_with_descendant(node)
    if outer is None or outer.type not in FUNCTIONS:
        return ""
    name = outer.child_by_field_name("name")
    return source.text(name) if name is not None else ""


def _types(source: Source, node: Node) -> dict[str, str]:
    found = {
        name: source.text(kind)
        for name, kind in declared_parameters(source, node)
        if kind is not None
    }
    listing = node.child_by_field_name("receiver")
    for child in listing.named_children if listing is not None else ():
        name, kind = child.child_by_field_name("name"), child.child_by_field_name("type")
        if name is not None and kind is not None:
            found[source.text(name)] = source.text(kind)
    return found
