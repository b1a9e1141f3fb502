"""Rust errors that are built: ``Err(…)``, ``XError::new(…)``, ``E::V { … }``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from errdex.languages import rust_display, rust_places, rust_text, rust_tokens
from errdex.languages.interface import Draft, Source, Text, argument
from errdex.model.facts import Call, Guard
from errdex.model.template import Placeholder

if TYPE_CHECKING:
    from tree_sitter import Node

_OWNER = re.compile(r"(?:Error|Err|Exception|Failure|Fault|ErrorKind|ErrorCode|Errno)s?\d*$")
_SAYING = re.compile(r"(?i)^(?:err_?)?(?:msg|message|text|reason|desc\w*|detail\w*|why|what)$")
_SAYING_FIELD = re.compile(r"(?i)msg|message|reason|detail|desc|text|err|cause|context|what|why")
_GENERICS = re.compile(r"(?:::)?<[^()]*>")
_NO_ERRORS = frozenset({"Some", "None", "Ok", "Err", "Box", "Vec", "String", "Option", "Result"})


class Built(NamedTuple):
    """An error that is built: its class with arguments, and what they say of the message."""

    call: Call
    texts: list[Text]


_CAUGHT = frozenset({"e", "err", "error", "_", "x", "v", "value"})


def only_texts(source: Source, node: Node | None) -> list[Text]:
    """What an expression says, where it is text."""
    if node is None or (node.type == "identifier" and source.text(node) in _CAUGHT):
        return []
    return [text for text in rust_text.texts(source, node) if text.is_text]


def returned(source: Source, node: Node) -> Draft | None:
    """``Err(…)`` of a text, or of an error whose text its type declares."""
    args = arguments(node)
    if len(args) != 1:
        return None
    texts = only_texts(source, args[0])
    return Draft(node, "raise", texts) if texts else construct(source, args[0], ())


def construct(source: Source, node: Node | None, guards: tuple[Guard, ...]) -> Draft | None:
    """An error that is built to be returned."""
    found = built(source, node) if node is not None else None
    if node is None or found is None:
        return None
    node = _unconverted(source, node)
    if not found.texts and _wraps(source, node):
        return None
    callee = found.call.callee
    return Draft(node, "construct", found.texts, error_class=callee, call=found.call, guards=guards)


def _wraps(source: Source, node: Node) -> bool:
    """Whether an error only carries another one that is built in it and is a site of its own."""
    for arg in arguments(node):
        inner = _unconverted(source, arg)
        callee = inner.child_by_field_name("function")
        scoped = callee is not None and callee.type == "scoped_identifier"
        if scoped and callee is not None and associated(source, inner, callee) is not None:
            return True
    return False


def built(source: Source, node: Node) -> Built | None:
    """An error's variant or struct: ``E::V``, ``E::V(…)``, ``E::V { … }``; None for the rest."""
    node = _unconverted(source, node)
    pairs: list[tuple[str | None, list[Text]]] = []
    label: Node | None = None
    if node.type in ("scoped_identifier", "identifier"):
        label = node
    elif node.type == "call_expression":
        label = node.child_by_field_name("function")
        if label is not None and label.type not in ("scoped_identifier", "identifier"):
            return None
        pairs = [(None, shown(source, arg)) for arg in arguments(node)]
    elif node.type == "struct_expression":
        label = node.child_by_field_name("name")
        pairs = _fields(source, node)
    name = _class_name(source, label) if label is not None else None
    return _built(name, pairs) if name is not None else None


def _built(name: str, pairs: list[tuple[str | None, list[Text]]]) -> Built:
    args = tuple(argument(key, texts) for key, texts in pairs)
    return Built(Call(name, args), message_texts(pairs))


def shown(source: Source, node: Node) -> list[Text]:
    """What an argument says; of names only those are looked up that may mean text."""
    if node.type == "identifier":
        name = source.text(node)
        if not name.isupper() and not _TEXTUAL.search(name):
            return [Text((Placeholder("{" + name + "}", name),), is_text=False)]
    return rust_text.texts(source, node)


_TEXTUAL = re.compile(
    r"msg|message|text|reason|desc|detail|str|err_|error_|what|why|label|info|^s$"
)


def message_texts(pairs: list[tuple[str | None, list[Text]]]) -> list[Text]:
    """The argument that is the message; a name that means a message may turn out to be text."""
    said = [(key, texts) for key, texts in pairs if any(text.is_text for text in texts)]
    for key, texts in said:
        if key is None or _SAYING_FIELD.search(key):
            return texts
    for key, texts in pairs:
        if not said and _SAYING.match(key or texts[0].template.message.strip("{}&$")):
            return texts
    return said[0][1] if said else []


def _unconverted(source: Source, node: Node) -> Node:
    """The value inside ``value.into()`` and ``Box::new(value)``."""
    for _ in range(6):
        if node.type == "parenthesized_expression" and node.named_child_count == 1:
            node = node.named_children[0]
            continue
        if node.type != "call_expression":
            break
        function = node.child_by_field_name("function")
        args = arguments(node)
        if function is None:
            break
        if function.type == "field_expression":
            field, value = (function.child_by_field_name(f) for f in ("field", "value"))
            if field is None or value is None or args or source.text(field) not in _INTO:
                break
            node = value
        elif len(args) == 1 and source.text(function) in _BOXES:
            node = args[0]
        else:
            break
    return node


_INTO = frozenset({"into", "clone", "build", "fail", "boxed", "to_owned"})
_BOXES = frozenset({"Box::new", "Box::from", "Arc::new", "anyhow::Error::new", "Error::from"})


def _class_name(source: Source, label: Node) -> str | None:
    """A type or variant without paths and generic arguments; None for functions and constants."""
    written = _GENERICS.sub("", source.flat(label, 200))
    head, _, last = written.rpartition("::")
    if not last[:1].isupper() or last in _NO_ERRORS or head in ("Err", "nom::Err", "Poll"):
        return None
    if last.isupper() and len(last) > 1 and label.type != "type_identifier":
        return None
    if written in ("fmt::Error", "std::fmt::Error", "core::fmt::Error"):
        return None
    if written.partition("::")[0] == "Self":
        found = rust_places.of_self(source, label, written) or ""
        return found if "::" in found or rust_display.ERROR_TYPE.search(found) else None
    owner = head.rpartition("::")[2]
    if owner[:1].isupper():
        return f"{owner}::{last}"
    return last if rust_display.ERROR_TYPE.search(last) else None


def associated(source: Source, node: Node, callee: Node) -> Draft | None:
    """``XError::new(…)``, ``XError::custom("…")``, ``XError::Variant("…".into())``."""
    written = source.flat(callee, 200)
    path, _, name = _plain_path(written).rpartition("::")
    owner = path.rpartition("::")[2]
    if not _OWNER.search(owner) and (owner != "Status" or not name.islower()):
        return None
    pairs = [(None, shown(source, arg)) for arg in arguments(node)]
    has_text = any(text.is_text for _, texts in pairs for text in texts)
    always = name in ("new", "other") and owner != "Status"
    if not pairs or not (has_text or always):
        return None
    if name[:1].isupper():
        path = f"{owner}::{name}"
    elif owner == "PyErr":
        python = _PYTHON_TYPE.search(source.text(node))
        path = python[1] if python is not None else path
    found = _built(path, list(pairs))
    if name in _SERDE:
        before, after = _SERDE[name]
        found = found._replace(
            texts=[text._replace(parts=(before, *text.parts, after)) for text in found.texts]
        )
    return Draft(node, "construct", found.texts, error_class=path, call=found.call)


# what serde's constructors write around the field's name
_SERDE = {
    "missing_field": ("missing field `", "`"),
    "duplicate_field": ("duplicate field `", "`"),
}
# PyO3 names a Python error as the type argument
_PYTHON_TYPE = re.compile(r"^[\w:]*?::new::<\s*([\w:]+)")


def _plain_path(written: str) -> str:
    """A path without generic arguments; of ``<A as B>::f`` the type's."""
    found = re.match(r"<\s*([^<>]+?)(?: as [^>]*)?\s*>(?=::)", written)
    if found is not None:
        written = found[1] + written[found.end() :]
    return _GENERICS.sub("", written)


def struct(source: Source, node: Node) -> Draft | None:
    """``XError { message: "…".into() }``."""
    found = built(source, node)
    if found is None or not any(_OWNER.search(word) for word in found.call.callee.split("::")):
        return None
    for arg in found.call.args:
        if arg.is_text and _SAYING_FIELD.search(arg.name or ""):
            callee = found.call.callee
            return Draft(node, "construct", found.texts, error_class=callee, call=found.call)
    return None


def _fields(source: Source, node: Node) -> list[tuple[str | None, list[Text]]]:
    """A struct expression's fields by name."""
    body = node.child_by_field_name("body")
    found: list[tuple[str | None, list[Text]]] = []
    for field in body.named_children if body is not None else ():
        if field.type == "field_initializer":
            name, value = field.child_by_field_name("field"), field.child_by_field_name("value")
            if name is not None and value is not None:
                found.append((source.text(name), shown(source, value)))
        elif field.type == "shorthand_field_initializer" and field.named_child_count:
            inner = field.named_children[-1]
            found.append((source.text(inner), shown(source, inner)))
    return found


def arguments(call: Node) -> list[Node]:
    """A call's argument nodes."""
    listing = call.child_by_field_name("arguments")
    if listing is None:
        return []
    return [
        child
        for child in listing.named_children
        if child.type not in rust_tokens.COMMENTS and child.type != "attribute_item"
    ]
