"""What the outermost level of a JavaScript file declares and exports."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from errdex.languages.interface import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

_DECLARATIONS = frozenset({"lexical_declaration", "variable_declaration"})
_TYPED = frozenset(
    {
        "as_expression",
        "satisfies_expression",
        "non_null_expression",
        "parenthesized_expression",
    }
)
MAX_TOP = 4_000


@dataclass(slots=True)
class Top:
    """What the outermost level of a file declares.

    Attributes:
        values: name to its value: an object, a function, a class, a text.
        exported: names that code outside of the file can use.
        closed: whether the file says what it exports (a module), so that all else is private.
    """

    values: dict[str, Node] = field(default_factory=dict)
    exported: set[str] = field(default_factory=set)
    closed: bool = False


def top(source: Source) -> Top:
    """The file's outermost declarations, read once."""
    return source.once("top", lambda: _read_top(source))


def _read_top(source: Source) -> Top:
    found = Top()
    for statement in _statements(source.root):
        exported = statement.type == "export_statement"
        node = statement
        if exported:
            found.closed = True
            inner = statement.child_by_field_name("declaration")
            inner = inner or statement.child_by_field_name("value")
            _export_clause(source, statement, found)
            if inner is None:
                continue
            node = inner
        for name, value in _declared(source, node):
            if len(found.values) < MAX_TOP:
                found.values.setdefault(name, value)
            if exported:
                found.exported.add(name)
        if exported and node.type in ("identifier", "object"):
            found.exported.update(_words(source, node))
            found.values.setdefault("default", node)
        elif node.type == "expression_statement":
            _assigned_export(source, node, found)
    return found


def _statements(root: Node) -> Iterator[Node]:
    """The outermost statements, also those of a wrapper function or a namespace."""
    for statement in root.named_children:
        yield statement
        body = _wrapper_body(statement)
        if body is not None:
            yield from body.named_children


def _wrapper_body(statement: Node) -> Node | None:
    """The body of ``(function () {…})()``, ``define(function () {…})`` or ``namespace N {…}``."""
    if statement.type == "export_statement":
        statement = statement.child_by_field_name("declaration") or statement
    if statement.type in ("internal_module", "module"):
        return statement.child_by_field_name("body")
    if statement.type != "expression_statement" or not statement.named_children:
        return None
    inner: Node | None = statement.named_children[0]
    if inner is not None and inner.type == "unary_expression":
        inner = inner.child_by_field_name("argument")
    if inner is not None and inner.type == "internal_module":
        return inner.child_by_field_name("body")
    for _ in range(4):
        if inner is None:
            return None
        if inner.type in ("function_expression", "arrow_function"):
            body = inner.child_by_field_name("body")
            return body if body is not None and body.type == "statement_block" else None
        if inner.type == "parenthesized_expression" and inner.named_children:
            inner = inner.named_children[0]
        elif inner.type == "call_expression":
            called = inner.child_by_field_name("function")
            listing = inner.child_by_field_name("arguments")
            last = listing.named_children[-1] if listing and listing.named_children else None
            is_wrapped = last is not None and last.type in ("function_expression", "arrow_function")
            direct = called is not None and called.type != "identifier"
            inner = called if direct and not is_wrapped else last
        else:
            return None
    return None


def _declared(source: Source, node: Node) -> Iterator[tuple[str, Node]]:
    if node.type in _DECLARATIONS:
        for declarator in node.named_children:
            name, value = declarator.child_by_field_name("name"), declarator
            inner = declarator.child_by_field_name("value")
            if name is not None and name.type == "identifier":
                yield source.text(name), untyped(inner) if inner is not None else value
        return
    named = node.child_by_field_name("name")
    if named is not None and node.type not in ("expression_statement",):
        yield source.text(named), node


def untyped(node: Node) -> Node:
    """A value without ``as const``, ``satisfies T``, ``Object.freeze(…)`` around it."""
    while True:
        if node.type in _TYPED and node.named_children:
            node = node.named_children[0]
            continue
        if node.type == "call_expression":
            called, listing = (
                node.child_by_field_name("function"),
                node.child_by_field_name("arguments"),
            )
            is_freeze = called is not None and called.text in (b"Object.freeze", b"Object.seal")
            if is_freeze and listing is not None and listing.named_children:
                node = listing.named_children[0]
                continue
        return node


def _export_clause(source: Source, statement: Node, found: Top) -> None:
    for clause in statement.named_children:
        if clause.type == "export_clause":
            for specifier in clause.named_children:
                name = specifier.child_by_field_name("name")
                if name is not None:
                    found.exported.add(source.text(name))


def _words(source: Source, node: Node) -> Iterator[str]:
    """The names that an exported value makes public: its own, or an object's."""
    if node.type == "identifier":
        yield source.text(node)
    for child in node.named_children if node.type == "object" else ():
        if child.type == "shorthand_property_identifier":
            yield source.text(child)
        key, value = child.child_by_field_name("key"), child.child_by_field_name("value")
        key = key or child.child_by_field_name("name")
        if key is not None:
            yield source.text(key)
        if value is not None and value.type == "identifier":
            yield source.text(value)


def _assigned_export(source: Source, statement: Node, found: Top) -> None:
    """``module.exports = …``, ``exports.x = …``, ``Foo.prototype.bar = …``."""
    node = statement.named_children[0] if statement.named_children else None
    while node is not None and node.type == "assignment_expression":
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            return
        written = source.flat(left, 120)
        if written in ("module.exports", "exports"):
            found.closed = True
            found.values.setdefault("default", right)
            found.exported.update(_words(source, right))
            name = right.child_by_field_name("name")
            if name is not None:
                found.exported.add(source.text(name))
        elif written.startswith(("exports.", "module.exports.")):
            found.closed = True
            name_text = written.rpartition(".")[2]
            found.exported.add(name_text)
            found.exported.update(_words(source, right))
            if right.type not in ("assignment_expression", "identifier", "undefined"):
                found.values.setdefault(name_text, untyped(right))
        elif left.type == "identifier":
            found.values.setdefault(written, untyped(right))
        node = right
