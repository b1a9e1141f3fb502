"""What a name stands for where it is used: locals, closures, parameters, the module's tables."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages.interface import Source, Text
from errdex.languages.javascript_top import top, untyped
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
_TABLES = re.compile(rb"\s*(?::[^=;{}()]{0,80})?=\s*(?:\{|Object\.)")
MAX_DEPTH = 20
MAX_BUILDER = 6_000
SQUEEZED = 30_000  # names of one or two letters all over a scope this long: squeezed code


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
    source: Source,
    node: Node,
    default: Node | None,
    found: dict[str, Node | None],
    depth: int = 0,
) -> None:
    kind = node.type
    if depth > MAX_DEPTH:
        return
    if kind in ("identifier", "shorthand_property_identifier_pattern"):
        found[source.text(node)] = default
    elif kind in ("required_parameter", "optional_parameter"):
        pattern = node.child_by_field_name("pattern")
        if pattern is not None:
            _pattern_names(source, pattern, node.child_by_field_name("value"), found, depth + 1)
    elif kind in ("assignment_pattern", "object_assignment_pattern"):
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None:
            _pattern_names(source, left, right, found, depth + 1)
    elif kind == "pair_pattern":
        value = node.child_by_field_name("value")
        if value is not None:
            _pattern_names(source, value, None, found, depth + 1)
    elif kind in ("object_pattern", "array_pattern", "rest_pattern"):
        for child in node.named_children:
            _pattern_names(source, child, None, found, depth + 1)


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


def _scopes(node: Node) -> Iterator[Node]:
    at = enclosing(node, FUNCTIONS)
    while at is not None:
        yield at
        at = enclosing(at, FUNCTIONS)


def is_assigned(source: Source, scope: Node, name: str, *, table: bool = False) -> bool:
    """Whether the bytes of a scope may hold an assignment of a name: spares most query runs.

    Args:
        source: the file.
        scope: the function, or the root.
        name: the name.
        table: only an assignment of an object literal counts.
    """
    wanted = _TABLES if table else _ASSIGNS
    return source.once(
        ("set", scope.id, name, table), lambda: _may_assign(source, scope, name, wanted)
    )


def _may_assign(source: Source, scope: Node, name: str, wanted: re.Pattern[bytes]) -> bool:
    needle, data, end = name.encode(), source.data, scope.end_byte
    if len(needle) < 3 and end - scope.start_byte > SQUEEZED:
        return False
    at = data.find(needle, scope.start_byte, end)
    while at >= 0:
        after = at + len(needle)
        before = data[at - 1 : at]
        if not (before.isalnum() or before in (b"_", b"$", b".")) and wanted.match(data, after):
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
        value = top(source).values.get(path[0])
        if value is None and any(
            is_assigned(source, scope, path[0], table=True) for scope in _scopes(first)
        ):
            value = name_value(source, first)
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
    if body is None or key in source.resolving or depth > 12:
        return []
    if body.end_byte - body.start_byte > MAX_BUILDER:
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
