"""Rust's hand-written error texts: ``impl Display for XError`` and ``description``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from errdex.languages import rust_places, rust_text, rust_tokens
from errdex.languages.fragments import fragment
from errdex.languages.interface import Captures, Draft, Source, Text
from errdex.model.template import Placeholder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

ERROR_TYPE = re.compile(
    r"(?:Error|Err|Errors|ErrorKind|ErrorCode|ErrorType|Exception|Failure|Fault|Errno|Panic|"
    r"ErrorRepr|ErrorInner|ErrorImpl|Diagnostic|Rejection|ErrorReason|ErrorVariant)\d*$"
)
_WRITERS = frozenset({"write", "writeln"})
_WRITES = frozenset({"write_str", "pad", "write_fmt", "push_str"})
_TELLERS = frozenset({"description", "fmt", "__description"})
_PLAIN = frozenset({"Some", "None", "Ok", "Err", "True", "False"})
_MAX_WRITES = 400


class Declared(NamedTuple):
    """One text of an error type: where it is written and what class says it."""

    node: Node
    class_name: str
    texts: list[Text]
    params: tuple[str, ...] = ()
    code: str | None = None
    item: Node | None = None


def displayed(source: Source, captures: Captures) -> list[Draft]:
    """The sites of ``impl Display for XError`` and of ``description`` in ``impl Error``."""
    return [
        Draft(d.node, "declare", d.texts, error_class=d.class_name, anchor=d.item)
        for d in declared(source, captures)
    ]


def declared(source: Source, captures: Captures) -> list[Declared]:
    """The texts of one ``impl``, worked out once for its sites and its classes."""
    key = ("displayed", captures["body"][0].start_byte)
    return source.once(key, lambda: list(_shown(source, captures)))


def _shown(source: Source, captures: Captures) -> Iterator[Declared]:
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
    return b"Error for " + name.encode() in source.data


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
    found = [in_fields(_of_self(text), fields) for text in texts]
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
    words = [w for w in source.text(path).split("::") if w]
    label = name
    if words and words[-1][:1].isupper() and words[-1].isidentifier() and words[-1] not in _PLAIN:
        owner = words[-2] if len(words) > 1 and words[-2] != "Self" else name
        label = f"{owner}::{words[-1]}"
    params: list[str] = []
    fields: dict[str, str] = {}
    if inner.type == "tuple_struct_pattern":
        bound = [
            c for c in inner.named_children if c != path and c.type not in rust_tokens.COMMENTS
        ]
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


def in_fields(text: Text, fields: dict[str, str]) -> Text:
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
