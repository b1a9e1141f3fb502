"""What names stand for in a JavaScript file: locals, closures, parameters, the module's tables."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from errdex.languages.interface import Source, Text
from errdex.languages.locals import enclosing, local_value, reaching_texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

FUNCTIONS = frozenset(
    {
        "function_declaration",
        "generator_function_declaration",
        "function_expression",
        "generator_function",
        "arrow_function",
        "method_definition",
    }
)
_ASSIGNS = re.compile(rb"\s*(?::[^=;{}()]{0,80})?(?:\+|\?\?|\|\|)?=(?![=>])")
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


# -- names inside functions -----------------------------------------------------------------


def parameter_nodes(source: Source, function: Node) -> dict[str, Node | None]:
    """A function's parameter names in order, each with its default value's node."""
    return source.once(("params", function.id), lambda: _parameters(source, function))


def _parameters(source: Source, function: Node) -> dict[str, Node | None]:
    found: dict[str, Node | None] = {}
    single = function.child_by_field_name("parameter")
    if single is not None:
        found[source.text(single)] = None
        return found
    listing = function.child_by_field_name("parameters")
    for child in listing.named_children if listing is not None else ():
        _pattern_names(source, child, None, found)
    return found


def _pattern_names(
    source: Source, node: Node, default: Node | None, found: dict[str, Node | None]
) -> None:
    kind = node.type
    if kind in ("identifier", "shorthand_property_identifier_pattern"):
        found[source.text(node)] = default
    elif kind in ("required_parameter", "optional_parameter"):
        pattern = node.child_by_field_name("pattern")
        if pattern is not None:
            _pattern_names(source, pattern, node.child_by_field_name("value"), found)
    elif kind in ("assignment_pattern", "object_assignment_pattern"):
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None:
            _pattern_names(source, left, right, found)
    elif kind == "pair_pattern":
        value = node.child_by_field_name("value")
        if value is not None:
            _pattern_names(source, value, None, found)
    elif kind in ("object_pattern", "array_pattern", "rest_pattern"):
        for child in node.named_children:
            _pattern_names(source, child, None, found)


def name_texts(source: Source, node: Node) -> list[Text]:
    """What a name may say where it stands; empty when that is not known."""
    name = source.text(node)
    use = node
    while (scope := enclosing(use, FUNCTIONS)) is not None:
        params = parameter_nodes(source, scope)
        own = name in params
        if own or is_assigned(source, scope, name):
            found = reaching_texts(source, name, use) if is_assigned(source, scope, name) else []
            default = params.get(name)
            if default is not None:
                found = found + source.language.texts(source, default)
            if found or own:
                return [t._replace(inline=False) for t in found if t.is_text]
        use = scope
    if use is node and is_assigned(source, source.root, name):
        found = reaching_texts(source, name, use)
        if found:
            return [text for text in found if text.is_text]
    return constant(source, name)


def name_value(source: Source, node: Node) -> Node | None:
    """The expression that a name was last set to, in its function or one around it."""
    name = source.text(node)
    use = node
    while True:
        scope = enclosing(use, FUNCTIONS)
        where = scope or source.root
        if is_assigned(source, where, name):
            found = local_value(source, name, use)
            if found is not None:
                return found
        if scope is None or name in parameter_nodes(source, scope):
            return None
        use = scope


def is_assigned(source: Source, scope: Node, name: str) -> bool:
    """Whether the bytes of a scope may hold an assignment of a name: spares most query runs."""
    return source.once(("set", scope.id, name), lambda: _may_assign(source, scope, name))


def _may_assign(source: Source, scope: Node, name: str) -> bool:
    needle, data, end = name.encode(), source.data, scope.end_byte
    at = data.find(needle, scope.start_byte, end)
    while at >= 0:
        after = at + len(needle)
        before = data[at - 1 : at]
        if not (before.isalnum() or before in (b"_", b"$", b".")) and _ASSIGNS.match(data, after):
            return True
        at = data.find(needle, after, end)
    return False


# -- the module's texts and builders of text ------------------------------------------------


def constant(source: Source, name: str) -> list[Text]:
    """The text of a module's named constant."""
    value = top(source).values.get(name)
    key = f"constant {name}"
    if value is None or value.type in FUNCTIONS or key in source.resolving:
        return []
    source.resolving.add(key)
    try:
        found = source.language.texts(source, value)
    finally:
        source.resolving.discard(key)
    return [text._replace(inline=False) for text in found if text.is_text]


def member_name(source: Source, node: Node) -> str:
    """``A.b`` or ``A["b"]`` as ``A.b``."""
    return re.sub(r"\??\.?\[[\"'`]([^\"'`\]]*)[\"'`]\]", r".\1", source.flat(node, 200))


def member_value(source: Source, node: Node) -> Node | None:
    """The value node behind ``TABLE.key``, where the table stands in this file."""
    path = member_name(source, node).replace("?.", ".").split(".")
    if not 2 <= len(path) <= 4 or not all(path):
        return None
    first = node
    while first.type in ("member_expression", "subscript_expression"):
        inner = first.child_by_field_name("object")
        if inner is None:
            return None
        first = inner
    value: Node | None = None
    if first.type == "identifier":
        value = top(source).values.get(path[0]) or name_value(source, first)
    for key in path[1:]:
        value = property_value(source, untyped(value), key) if value is not None else None
    return value


def property_value(source: Source, table: Node, key: str) -> Node | None:
    """The value of a key in an object, an enum, or a class's static fields."""
    if table.type in ("class_declaration", "enum_declaration", "class"):
        table = table.child_by_field_name("body") or table
    elif table.type != "object":
        return None
    for child in table.named_children:
        named = child.child_by_field_name("key") or child.child_by_field_name("name")
        named = named or child.child_by_field_name("property")
        if named is not None and source.text(named).strip("'\"`") == key:
            if child.type == "method_definition":
                return child
            return child.child_by_field_name("value")
    return None


def builder(source: Source, callee: Node) -> tuple[list[str], Node] | None:
    """The function of this file that a callee names, with its parameter names."""
    value: Node | None = None
    if callee.type == "identifier":
        value = top(source).values.get(source.text(callee)) or name_value(source, callee)
    elif callee.type == "member_expression":
        value = member_value(source, callee)
    if value is None or value.type not in FUNCTIONS:
        return None
    return list(parameter_nodes(source, value)), value


def returned(source: Source, function: Node, depth: int) -> list[Text]:
    """What a function that only builds text returns; empty for any other."""
    key = f"returned {function.id}"
    body = function.child_by_field_name("body")
    if body is None or key in source.resolving or depth > 12 or body.end_byte - body.start_byte > 6_000:
        return []
    source.resolving.add(key)
    try:
        if body.type != "statement_block":
            values = [body]
        else:
            values = [
                node.named_children[0]
                for node in inside(body, frozenset({"return_statement"}))
                if node.named_children
            ]
        found = [t for value in values for t in source.language.texts(source, value)]
    finally:
        source.resolving.discard(key)
    return [text._replace(inline=False) for text in found if text.is_text]


def inside(node: Node, kinds: frozenset[str]) -> Iterator[Node]:
    """The nodes of some kinds inside a function, in order, nested functions left out."""
    stack = list(reversed(node.named_children))
    while stack:
        at = stack.pop()
        if at.type in kinds:
            yield at
        if at.type not in FUNCTIONS and at.type not in ("class_declaration", "class"):
            stack.extend(reversed(at.named_children))
