"""Rust's declared error texts: thiserror and snafu attributes, hand-written Display, constants."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from errdex.languages import rust_places, rust_text, rust_tokens
from errdex.languages.fragments import fragment
from errdex.languages.interface import Captures, Draft, Source, Text
from errdex.model.facts import ErrorClass
from errdex.model.template import Placeholder, Template

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tree_sitter import Node

    from errdex.languages.rust_tokens import Tokens

ERROR_TYPE = re.compile(
    r"(?:Error|Err|Errors|ErrorKind|ErrorCode|ErrorType|Exception|Failure|Fault|Errno|Panic|"
    r"ErrorRepr|ErrorInner|ErrorImpl|Diagnostic|Rejection|ErrorReason|ErrorVariant)\d*$"
)
_WRITERS = frozenset({"write", "writeln"})
_WRITES = frozenset({"write_str", "pad", "write_fmt", "push_str"})
_TELLERS = frozenset({"description", "fmt", "__description"})
_MAX_WRITES = 400


class Declared(NamedTuple):
    """One text of an error type: where it is written and what class says it."""

    node: Node
    class_name: str
    texts: list[Text]
    params: tuple[str, ...] = ()
    code: str | None = None
    item: Node | None = None


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
    texts = [_in_fields(text, fields) for text in rust_text.format_texts(source, args)]
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
    for name in names:
        spelled[f".{name}"] = spelled[f"self.{name}"] = spelled[f"_{name}"] = name
    return tuple(names), spelled


def _in_fields(text: Text, fields: dict[str, str]) -> Text:
    """A text whose placeholders name fields alone, as a caller binds them."""

    def fill(hole: Placeholder) -> list[Placeholder] | None:
        inside = re.fullmatch(r"\{(\d+)(?::[^}]*)?\}", hole.text)
        if hole.expr is None and inside is not None:
            return [Placeholder(hole.text, inside[1], hole.spec, hole.type)]
        expr = fields.get(hole.expr or "")
        if expr is None and hole.expr and hole.expr.startswith("."):
            expr = hole.expr[1:]
        return [Placeholder(hole.text, expr, hole.spec, hole.type)] if expr else None

    return text._replace(parts=text.template.substitute(fill).parts)


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


# -- impl Display and Error ---------------------------------------------------------------------


def displayed(source: Source, captures: Captures) -> list[Draft]:
    """The sites of ``impl Display for XError`` and of ``description`` in ``impl Error``."""
    return [
        Draft(d.node, "declare", d.texts, error_class=d.class_name, anchor=d.item)
        for d in _displayed(source, captures)
    ]


def _displayed(source: Source, captures: Captures) -> Iterator[Declared]:
    name = rust_places.type_name(source, captures["type"][0])
    trait = source.text(captures["trait"][0])
    if trait == "Display" and not is_error_type(source, name):
        return
    for method in captures["body"][0].named_children:
        label = method.child_by_field_name("name") if method.type == "function_item" else None
        body = method.child_by_field_name("body")
        if label is None or body is None or source.text(label) not in _TELLERS:
            continue
        if trait == "Display":
            yield from _written(source, body, name)
        elif source.text(label) == "description":
            yield from _told(source, _tail(body), name, ())


def is_error_type(source: Source, name: str) -> bool:
    """Whether a type's name reads as an error's, or the file implements ``Error`` for it."""
    if ERROR_TYPE.search(name):
        return True
    pattern = rb"\bError\s+for\s+" + re.escape(name.encode()) + rb"\b"
    return re.search(pattern, source.data) is not None


def _written(source: Source, body: Node, name: str) -> Iterator[Declared]:
    """Every text that a ``fmt`` method writes."""
    count = 0
    stack: list[tuple[Node, str, tuple[str, ...], dict[str, str]]] = [(body, name, (), {})]
    while stack and count < _MAX_WRITES:
        node, owner, params, fields = stack.pop()
        if node.type == "match_arm":
            pattern = node.child_by_field_name("pattern")
            if pattern is not None:
                owner, params, fields = variant(source, pattern, name)
        write = _write(source, node)
        if write is not None:
            count += 1
            line, texts = write
            yield from _by_variant(source, node, line, texts, (owner, params, fields))
            if node.type == "macro_invocation":
                continue
        elif node.type == "macro_invocation":
            tree = rust_text.macro_tree(node)
            if tree is not None and b"write" in source.data[tree.start_byte : tree.end_byte]:
                inner = fragment(source, tree, tree.start_byte, tree.end_byte)
                stack.append((inner, owner, params, fields))
        stack.extend((c, owner, params, fields) for c in reversed(node.named_children))


def _by_variant(
    source: Source,
    node: Node,
    line: Node | None,
    texts: list[Text],
    owner: tuple[str, tuple[str, ...], dict[str, str]],
) -> Iterator[Declared]:
    name, params, fields = owner
    found = [_in_fields(_of_self(text), fields) for text in texts]
    found = [text for text in found if text.is_text and text.template.literals]
    if found:
        yield Declared(node, name, found, params, None, line)


def _of_self(text: Text) -> Text:
    """A struct's own fields stand under their bare names."""

    def fill(hole: Placeholder) -> list[Placeholder] | None:
        if hole.expr is None or not hole.expr.startswith("self."):
            return None
        return [Placeholder(hole.text, hole.expr[5:], hole.spec, hole.type)]

    return text._replace(parts=text.template.substitute(fill).parts)


def _write(source: Source, node: Node) -> tuple[Node | None, list[Text]] | None:
    """What a node writes to the formatter, and the node that has its line; None: it is no write."""
    if node.type == "macro_invocation":
        tree = rust_text.macro_tree(node)
        if tree is None or rust_text.macro_name(source, node) not in _WRITERS:
            return None
        args = rust_tokens.split(source, tree)
        return None, rust_text.format_texts(source, args[1:])
    if node.type != "call_expression":
        return None
    function = node.child_by_field_name("function")
    listing = node.child_by_field_name("arguments")
    if function is None or listing is None:
        return None
    args_nodes = [c for c in listing.named_children if c.type not in rust_tokens.COMMENTS]
    field = function.child_by_field_name("field")
    method = source.text(field if field is not None else function).rpartition("::")[2]
    if method in _WRITES and args_nodes:
        return field, rust_text.texts(source, args_nodes[-1 if field is None else 0])
    if method == "fmt" and field is not None:
        value = function.child_by_field_name("value")
        if value is not None and value.type not in ("identifier", "self", "field_expression"):
            return None, rust_text.texts(source, value)
    if method == "fmt" and field is None and len(args_nodes) > 1:
        return None, rust_text.texts(source, args_nodes[0])
    return None


def variant(
    source: Source, pattern: Node, name: str
) -> tuple[str, tuple[str, ...], dict[str, str]]:
    """What a match pattern takes apart: the variant, its parameters and the names bound to them."""
    inner = pattern.named_children[0] if pattern.named_child_count else pattern
    while inner.type in ("or_pattern", "ref_pattern", "reference_pattern") and inner.named_children:
        inner = inner.named_children[0]
    path = inner.child_by_field_name("type") or inner
    written = source.text(path) if path.type.startswith("scoped") else ""
    last = written.rpartition("::")[2] or source.text(path)
    label = f"{name}::{last}" if last[:1].isupper() and last.isidentifier() else name
    params: list[str] = []
    fields: dict[str, str] = {}
    if inner.type == "tuple_struct_pattern":
        bound = [c for c in inner.named_children if c != path and c.type not in rust_tokens.COMMENTS]
        for place, item in enumerate(bound):
            params.append(str(place))
            fields[source.text(item).removeprefix("ref ")] = str(place)
    elif inner.type == "struct_pattern":
        for item in inner.named_children:
            if item.type != "field_pattern":
                continue
            shown = item.child_by_field_name("name")
            bound_as = item.child_by_field_name("pattern") or shown
            if shown is not None and bound_as is not None:
                params.append(source.text(shown).removeprefix("ref "))
                fields[source.text(bound_as).removeprefix("ref ")] = params[-1]
    return label, tuple(params), fields


def _tail(body: Node) -> Node | None:
    last = body.named_children[-1] if body.named_child_count else None
    if last is not None and last.type == "expression_statement" and last.named_child_count:
        return last.named_children[0]
    return last


def _told(
    source: Source, node: Node | None, name: str, params: tuple[str, ...]
) -> Iterator[Declared]:
    """The literals that a ``description`` method gives back, one for each variant."""
    if node is None:
        return
    if node.type == "match_expression":
        body = node.child_by_field_name("body")
        for arm in body.named_children if body is not None else ():
            pattern = arm.child_by_field_name("pattern")
            value = arm.child_by_field_name("value")
            if pattern is not None and value is not None:
                label, names, _ = variant(source, pattern, name)
                yield from _told(source, value, label, names)
        return
    texts = [t for t in rust_text.texts(source, node) if t.is_text and t.template.parts]
    if texts:
        yield Declared(node, name, texts, params)


# -- what sites refer to ------------------------------------------------------------------------


def error_class(source: Source, captures: Captures) -> Iterable[ErrorClass]:
    """The texts of an error type by variant, for the places that build it."""
    node = captures["class"][0]
    if rust_places.is_test(source, node.start_byte):
        return
    if "trait" in captures:
        for found in _displayed(source, captures):
            yield _class(source, found, node)
        return
    items = [node]
    if "body" in captures:
        items.extend(c for c in captures["body"][0].named_children if c.type == "enum_variant")
    for item in items:
        for above in rust_places.attributes(item):
            attribute_name = source.text(above.named_children[0].children[0])
            if attribute_name in ("error", "snafu", "fail", "display"):
                found_at = _attribute(source, above, attribute_name)
                if found_at is not None:
                    yield _class(source, found_at, item)


def _class(source: Source, found: Declared, item: Node) -> ErrorClass:
    doc = ""
    if found.item is not None and found.item.type in ("enum_variant", "struct_item", "enum_item"):
        doc, _ = rust_places.documentation(source, item, None)
    return ErrorClass(
        name=found.class_name,
        line=item.start_point.row + 1,
        params=found.params,
        template=found.texts[0].template,
        code=found.code,
        doc=doc,
    )


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
