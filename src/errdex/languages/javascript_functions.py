"""JavaScript's functions: which ones have a name of their own, who may call them, their JSDoc."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import javascript_names as names
from errdex.languages.interface import Source
from errdex.languages.javascript_top import top, untyped
from errdex.model.facts import Function

if TYPE_CHECKING:
    from tree_sitter import Node

CLASSES = frozenset({"class_declaration", "class", "abstract_class_declaration"})
_ALWAYS = frozenset({"function_declaration", "generator_function_declaration", "method_definition"})
_OWNERS = {
    "variable_declarator": "name",
    "assignment_expression": "left",
    "pair": "key",
    "field_definition": "property",
    "public_field_definition": "name",
}
_TRANSPARENT = frozenset({"as_expression", "satisfies_expression", "parenthesized_expression"})
_SKIPPED = frozenset({"decorator", "function_signature", "method_signature"})
_COMMENT = re.compile(r"(?m)^\s*(?:/\*+!?|\*+/|\*(?!/)|//+!?)[ \t]?|\s*\*+/\s*$")
_SYMBOL = re.compile(r"Symbol\.\w+")
MAX_DOC = 4_000


def is_named(node: Node) -> bool:
    """Whether a function node has a name; a callback belongs to the function around it."""
    kind = node.type
    if kind not in names.FUNCTIONS:
        return False
    if kind in _ALWAYS:
        return True
    return node.child_by_field_name("name") is not None or _owner(node) is not None


def _owner(node: Node) -> Node | None:
    """The declarator, pair, field or assignment that names a function expression."""
    parent = node.parent
    while parent is not None and parent.type in _TRANSPARENT:
        parent = parent.parent
    if parent is None:
        return None
    if parent.type in _OWNERS or parent.type == "export_statement":
        return parent
    if parent.type == "arguments" and parent.parent is not None:
        # const load = cached(async (id) => …): a wrapper called by its bare name
        call = parent.parent
        called = call.child_by_field_name("function")
        if call.parent is not None and call.parent.type in ("variable_declarator", "pair"):
            return call.parent if called is not None and called.type == "identifier" else None
    return None


def function(source: Source, path: list[Node]) -> Function:
    """Describe the function at the end of ``path``."""
    node = path[-1]
    owner = node if node.type in _ALWAYS else (_owner(node) or node)
    scope_names: list[str] = []
    class_name: str | None = None
    nested = hidden = False
    for at in path[:-1]:
        if at.type in CLASSES:
            class_name = _class_name(source, at)
            scope_names.append(class_name or "<anonymous>")
        elif at.type in names.FUNCTIONS and is_named(at):
            nested = True
            scope_names.append(name_of(source, at))
        elif at.type in ("variable_declarator", "pair") and _holds_members(at, path):
            held = at.child_by_field_name(_OWNERS[at.type])
            if held is not None and held.end_byte - held.start_byte < 60:
                scope_names.append(source.text(held).strip("'\"`"))
    written = name_of(source, node)
    if "." in written and not written.startswith("["):
        class_name = class_name or _prototype_owner(written)
        written = written.replace(".prototype.", ".")
    name = written if written.startswith("[") else written.rpartition(".")[2]
    hidden = name.startswith(("_", "#")) or _is_private(source, node)
    body = node.child_by_field_name("body")
    doc, doc_line = _doc(source, owner)
    return Function(
        name=name or "<anonymous>",
        qualname=".".join([*scope_names, written or "<anonymous>"]),
        line=owner.start_point.row + 1,
        end_line=node.end_point.row + 1,
        signature=_signature(source, owner, node, body),
        params=tuple(names.parameter_nodes(source, node)),
        public=not hidden and not nested and _is_exported(source, path, owner, scope_names, name),
        doc=doc,
        doc_line=doc_line,
        class_name=class_name,
    )


def _holds_members(declarator: Node, path: list[Node]) -> bool:
    """Whether the function is a member of the object that a declarator names."""
    value = declarator.child_by_field_name("value")
    return value is not None and untyped(value).type == "object" and value in path


def name_of(source: Source, node: Node) -> str:
    """A function's name as written: its own, or that of what it is assigned to."""
    own = node.child_by_field_name("name")
    if own is not None and own.type == "computed_property_name":
        found = _SYMBOL.search(source.text(own))
        return f"[{found.group()}]" if found else source.flat(own, 60)
    if own is not None:
        return source.text(own).strip("'\"`")
    owner = _owner(node)
    if owner is None or owner.type == "export_statement":
        return "default" if owner is not None else ""
    named = owner.child_by_field_name(_OWNERS[owner.type])
    if named is None:
        return ""
    text = source.flat(named, 120).strip("'\"`")
    for prefix in ("module.exports.", "exports.", "this.", "self.", "window."):
        text = text.removeprefix(prefix)
    return "exports" if text == "module.exports" else text


def _class_name(source: Source, node: Node) -> str | None:
    named = node.child_by_field_name("name")
    if named is not None:
        return source.text(named)
    parent = node.parent
    if parent is None or parent.type not in _OWNERS:
        return None
    named = parent.child_by_field_name(_OWNERS[parent.type])
    return source.flat(named, 80).rpartition(".")[2] if named is not None else None


def _prototype_owner(written: str) -> str | None:
    head = written.replace(".prototype.", ".").rpartition(".")[0].rpartition(".")[2]
    return head if head[:1].isupper() else None


def _is_private(source: Source, node: Node) -> bool:
    """Whether TypeScript's modifiers keep a member inside its class."""
    owner = node if node.type == "method_definition" else node.parent
    for child in owner.children if owner is not None else ():
        if child.type == "accessibility_modifier":
            return source.text(child) != "public"
        if child.type == "statement_block":
            break
    return False


def _is_exported(
    source: Source, path: list[Node], owner: Node, scopes: list[str], name: str
) -> bool:
    if any(at.type == "export_statement" for at in path):
        return not any(scope.startswith("_") for scope in scopes)
    found = top(source)
    if not found.closed:
        return True
    written = source.flat(owner, 80) if owner.type == "assignment_expression" else ""
    if written.startswith(("exports.", "module.exports", "Object.prototype")):
        return True
    if any(scope in found.exported for scope in scopes):
        return True
    if ".prototype." in written:
        return written.partition(".")[0] in found.exported
    return name in found.exported


def _signature(source: Source, owner: Node, node: Node, body: Node | None) -> str:
    start = owner.start_byte if owner.type != "export_statement" else node.start_byte
    declaration = owner.parent
    if owner.type == "variable_declarator" and declaration is not None:
        start = declaration.start_byte if declaration.named_child_count == 1 else start
    end = body.start_byte if body is not None else node.end_byte
    header = source.data[start:end].decode("utf-8", "replace")
    header = re.sub(r"/\*.*?\*/|//[^\n]*", "", header, flags=re.DOTALL)
    return " ".join(header.split()).rstrip("{ ").removesuffix("=>").rstrip()[:600]


def statement_of(node: Node) -> Node:
    """The outermost node that starts with a definition: its declaration, its ``export``."""
    at = node
    while at.parent is not None and at.parent.type in (
        "lexical_declaration",
        "variable_declaration",
        "export_statement",
        "expression_statement",
        "assignment_expression",
    ):
        at = at.parent
    return at


def _doc(source: Source, owner: Node) -> tuple[str, int]:
    below = statement_of(owner)
    above = below.prev_sibling
    while above is not None and (above.type in _SKIPPED or _is_overload(above)):
        below, above = above, above.prev_sibling
    return doc_of(source, below)


def _is_overload(node: Node) -> bool:
    if node.type != "export_statement":
        return False
    inner = node.child_by_field_name("declaration")
    return inner is not None and inner.type == "function_signature"


def doc_of(source: Source, below: Node) -> tuple[str, int]:
    """The doc comment right above a node, and its first line."""
    above = below.prev_sibling
    if above is None or above.type != "comment":
        return "", 0
    if above.end_point.row < below.start_point.row - 1:
        return "", 0  # a blank line: the comment heads a part of the file
    text = source.text(above)
    if text.startswith("/*"):
        return comment_text(text)[:MAX_DOC], above.start_point.row + 1
    lines = [text]
    before = above.prev_sibling
    while (
        before is not None
        and before.type == "comment"
        and before.end_point.row == above.start_point.row - 1
        and source.data[before.start_byte : before.start_byte + 2] == b"//"
    ):
        lines.append(source.text(before))
        above, before = before, before.prev_sibling
    lines.reverse()
    return comment_text("\n".join(lines))[:MAX_DOC], above.start_point.row + 1


def comment_text(text: str) -> str:
    """A comment without its marks."""
    return _COMMENT.sub("", text).strip()
