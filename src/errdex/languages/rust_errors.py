"""Rust's declared error texts: thiserror and snafu attributes, error classes, constants."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import rust_places, rust_text, rust_tokens
from errdex.languages.interface import Captures, Draft, Source
from errdex.languages.rust_display import ERROR_TYPE, Declared, declared, in_fields
from errdex.model.facts import ErrorClass
from errdex.model.template import Placeholder, Template

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

    from errdex.languages.rust_tokens import Tokens

_ATTRIBUTES = frozenset({"error", "snafu", "fail", "display"})


# -- attributes ---------------------------------------------------------------------------------


def attribute(source: Source, node: Node, name: str) -> Draft | None:
    """The site of ``#[error("…")]`` on a type or variant."""
    found = _attribute(source, node, name)
    if found is None:
        return None
    return Draft(
        node, "declare", found.texts, error_class=found.class_name or None, code=found.code
    )


def _attribute(source: Source, node: Node, name: str) -> Declared | None:
    item = _item(node)
    if item is None:
        return None
    class_name = _class_name(source, item)
    if name == "display" and not ERROR_TYPE.search(class_name.partition("::")[0]):
        return None
    args = _display_arguments(source, node, name)
    if not args or not _is_string(args[0]):
        return None
    names, fields = _fields(source, item)
    texts = [in_fields(text, fields) for text in rust_text.format_texts(source, args)]
    texts = [text for text in texts if text.template.parts]
    return Declared(node, class_name, texts, names, _code(source, item), item) if texts else None


def _is_string(tokens: Tokens) -> bool:
    return bool(tokens) and (
        tokens[0].type in ("string_literal", "raw_string_literal")
        or (tokens[-1].type == "token_tree" and tokens[0].type == "identifier")
    )


def _item(node: Node) -> Node | None:
    at = node.next_named_sibling
    while at is not None and (at.type == "attribute_item" or at.type in rust_tokens.COMMENTS):
        at = at.next_named_sibling
    if at is not None and at.type in ("enum_variant", "struct_item", "enum_item", "union_item"):
        return at
    return None


def _class_name(source: Source, item: Node) -> str:
    name = item.child_by_field_name("name")
    own = source.text(name) if name is not None else ""
    if item.type != "enum_variant":
        return own
    listing = item.parent
    owner = listing.parent.child_by_field_name("name") if listing and listing.parent else None
    return f"{source.text(owner)}::{own}" if owner is not None else own


def _display_arguments(source: Source, node: Node, name: str) -> list[Tokens]:
    """The format string and its arguments in an attribute of some derive macro."""
    tree = _tree(node)
    if tree is None:
        return []
    args = rust_tokens.split(source, tree)
    if name == "error":
        if args and args[0] and args[0][0].type == "identifier" and len(args[0]) == 1:
            return []
        return _code_first(source, args)
    for index, tokens in enumerate(args):
        head = source.text(tokens[0]) if tokens else ""
        if head in ("display", "fmt"):
            if len(tokens) > 1 and tokens[1].type == "token_tree":
                return rust_tokens.split(source, tokens[1])
            if len(tokens) > 2 and tokens[1].type == "=":
                return [tokens[2:], *args[index + 1 :]]
    return args if name == "display" else []


def _code_first(source: Source, args: list[Tokens]) -> list[Tokens]:
    """``#[error(fmt = …)]`` and other keys before the text are no text."""
    while args and rust_tokens.named(source, args[0])[0] is not None:
        args = args[1:]
    return args


def _tree(node: Node) -> Node | None:
    inner = node.named_children[0] if node.named_child_count else None
    return inner.child_by_field_name("arguments") if inner is not None else None


def _fields(source: Source, item: Node) -> tuple[tuple[str, ...], dict[str, str]]:
    """A type's field names in order, and the name behind each way to write a field."""
    body = item.child_by_field_name("body")
    if body is None:
        body = next((c for c in item.children if c.type.endswith("field_declaration_list")), None)
    names: list[str] = []
    if body is not None and body.type == "field_declaration_list":
        for field in body.named_children:
            name = field.child_by_field_name("name") if field.type == "field_declaration" else None
            if name is not None:
                names.append(source.text(name))
    elif body is not None and body.type == "ordered_field_declaration_list":
        count = sum(1 for c in body.children_by_field_name("type"))
        names = [str(index) for index in range(count)]
    spelled: dict[str, str] = {}
    for own in names:
        spelled[f".{own}"] = spelled[f"self.{own}"] = spelled[f"_{own}"] = own
    return tuple(names), spelled


def _code(source: Source, item: Node) -> str | None:
    """The code of ``#[diagnostic(code(a::b))]`` on the same item."""
    for above in rust_places.attributes(item):
        said = source.flat(above, 600)
        if "diagnostic" not in said:
            continue
        found = re.search(r"\bcode\s*(?:\(\s*\"?([\w:.\-]+)\"?\s*\)|=\s*\"([^\"]+)\")", said)
        if found:
            return found[1] or found[2]
    return None


# -- what sites refer to ------------------------------------------------------------------------


def error_class(source: Source, captures: Captures) -> Iterable[ErrorClass]:
    """The texts of an error type by variant, for the places that build it."""
    node = captures["class"][0]
    if rust_places.is_test(source, node.start_byte):
        return
    if "trait" in captures:
        for found in declared(source, captures):
            yield _class(source, found, node)
        return
    items = [node]
    if "body" in captures:
        items.extend(c for c in captures["body"][0].named_children if c.type == "enum_variant")
    for item in items:
        for above in rust_places.attributes(item):
            label = above.named_children[0].child(0) if above.named_child_count else None
            name = source.text(label) if label is not None else ""
            texts = _attribute(source, above, name) if name in _ATTRIBUTES else None
            if texts is not None:
                yield _class(source, texts, item)


def _class(source: Source, found: Declared, item: Node) -> ErrorClass:
    doc = ""
    if found.item is not None and found.item.type in ("enum_variant", "struct_item", "enum_item"):
        doc, _ = rust_places.documentation(source, item, None)
    return ErrorClass(
        name=found.class_name,
        line=item.start_point.row + 1,
        params=found.params,
        template=_by_field(found.texts[0].template, found.params),
        code=found.code,
        doc=doc,
    )


def _by_field(template: Template, params: tuple[str, ...]) -> Template:
    """A template whose holes name the fields that they are made from: ``path.display()``."""

    def fill(hole: Placeholder) -> list[Placeholder] | None:
        root = re.match(r"[&*(]*(\w+)\b", hole.expr or "")
        if root is None or root[1] == hole.expr or root[1] not in params:
            return None
        return [Placeholder(hole.text, root[1], hole.spec, hole.type)]

    return template.substitute(fill)


def constant(source: Source, captures: Captures) -> Iterable[tuple[str, Template]]:
    """A constant's text."""
    value = captures["value"][0]
    if value.type in ("integer_literal", "float_literal", "boolean_literal"):
        return
    said = rust_text.texts(source, value)[0]
    if said.is_text and said.template.fixed_length >= 2:
        yield source.text(captures["name"][0]), said.template


def imports(source: Source, node: Node) -> Iterable[tuple[str, str]]:
    """Names that a ``use`` brings from a path: ``MESSAGE`` → ``crate::texts:MESSAGE``."""
    argument = node.child_by_field_name("argument")
    if argument is None:
        return
    stack: list[tuple[Node, str]] = [(argument, "")]
    while stack:
        at, module = stack.pop()
        if at.type == "use_list":
            stack.extend((child, module) for child in at.named_children)
        elif at.type == "scoped_use_list":
            path, listing = at.child_by_field_name("path"), at.child_by_field_name("list")
            if listing is not None:
                inner = source.text(path) if path is not None else ""
                stack.append((listing, f"{module}::{inner}" if module else inner))
        elif at.type == "use_as_clause":
            path, alias = at.child_by_field_name("path"), at.child_by_field_name("alias")
            if path is not None and alias is not None:
                yield source.text(alias), _target(module, source.text(path))
        elif at.type in ("identifier", "scoped_identifier"):
            written = source.text(at)
            yield written.rpartition("::")[2], _target(module, written)


def _target(module: str, written: str) -> str:
    whole = f"{module}::{written}" if module else written
    path, _, name = whole.rpartition("::")
    return f"{path}:{name}" if path else name
