"""Kotlin's error classes, and the constants and imports that name texts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from errdex.languages.interface import Source, Text
from errdex.languages.jvm_arguments import Given
from errdex.languages.jvm_names import ERROR, ERROR_BASE
from errdex.languages.kotlin_calls import messages_of
from errdex.languages.kotlin_functions import doc_of
from errdex.languages.kotlin_nodes import (
    CLASSES,
    body_of,
    called,
    declared,
    given,
    inner_nodes,
    last_value,
    name_of,
    parameter_name,
    parameters,
)
from errdex.languages.kotlin_text import said, texts
from errdex.model.facts import ErrorClass
from errdex.model.template import Template

if TYPE_CHECKING:
    from tree_sitter import Node

_DEFINED = re.compile(
    rb"class\s+(\w+)[^{}]{0,600}?:\s*[\w.]*(?:Exception|Error|Throwable|Failure|Fault)\b"
)


def error_class(source: Source, node: Node) -> Iterable[ErrorClass]:
    """A class or object that is, or looks like, an error."""
    name = name_of(source, node)
    args = _base(source, node)
    bases = _bases(source, node)
    known = source.once("errors", lambda: {m[1].decode() for m in _DEFINED.finditer(source.data)})
    if not name or not (
        ERROR.search(name)
        or any(ERROR_BASE.search(one) or one.rpartition(".")[2] in known for one in bases)
    ):
        return
    params = parameters(source, node)
    own = _own_text(source, node)
    told = messages_of(source, args)
    text = own or (told[0] if told else None)
    yield ErrorClass(
        name=name,
        line=node.start_point.row + 1,
        bases=tuple(bases),
        params=tuple(parameter_name(source, one) for one in params),
        defaults=_defaults(source, params),
        template=text.template if text is not None else None,
        doc=doc_of(source, node)[0],
    )


def _base(source: Source, node: Node) -> list[Given]:
    """What the base's constructor is called with; a second constructor may call it."""
    for specifier in _specifiers(node):
        made = next(
            (c for c in specifier.named_children if c.type == "constructor_invocation"), None
        )
        if made is not None:
            return _args(source, made)
    for constructor in _members(node, "secondary_constructor"):
        for child in constructor.named_children:
            if child.type == "constructor_delegation_call" and source.text(child)[:5] == "super":
                return _args(source, child)
    return []


def _args(source: Source, node: Node) -> list[Given]:
    listing = next((c for c in node.named_children if c.type == "value_arguments"), None)
    return [given(source, one) for one in inner_nodes(listing)] if listing is not None else []


def _bases(source: Source, node: Node) -> list[str]:
    found: list[str] = []
    for specifier in _specifiers(node):
        inner = specifier.named_children[0] if specifier.named_children else None
        if inner is not None and inner.type == "constructor_invocation":
            inner = inner.named_children[0]
        if inner is not None and inner.type == "user_type":
            found.append(source.text(inner).partition("<")[0])
    return found


def _specifiers(node: Node) -> Iterator[Node]:
    for child in node.named_children:
        if child.type == "delegation_specifiers":
            yield from (c for c in child.named_children if c.type == "delegation_specifier")


def _members(node: Node, kind: str) -> Iterator[Node]:
    for child in node.named_children:
        if child.type in ("class_body", "enum_class_body"):
            yield from (c for c in child.named_children if c.type == kind)


def _own_text(source: Source, node: Node) -> Text | None:
    """``override val message = "…"``, with or without a getter."""
    for member in _members(node, "property_declaration"):
        name, value = declared(source, member)
        if name != "message":
            continue
        getter = next((c for c in member.named_children if c.type == "getter"), None)
        shown = value if value is not None else body_of(getter) if getter is not None else None
        if shown is not None and shown.type == "block":
            last = last_value(shown)
            shown = last.named_children[-1] if last is not None and last.named_children else None
        if shown is not None:
            return texts(source, shown)[0]
    return None


def _defaults(source: Source, params: list[Node]) -> dict[str, Template]:
    found: dict[str, Template] = {}
    for param in params:
        if any(child.type == "=" for child in param.children):
            worded = said(source, param.named_children[-1])
            if worded:
                found[parameter_name(source, param)] = worded[0].template
    return found


# -- names --------------------------------------------------------------------------------------


def constants(source: Source, node: Node) -> Iterable[tuple[str, Template]]:
    """A text that a property of a file, an object or a companion names."""
    home = node.parent
    owner = home.parent if home is not None and home.type.endswith("class_body") else None
    if home is None or (home.type != "source_file" and owner is None):
        return
    if owner is not None and owner.type not in CLASSES:
        return
    name, value = declared(source, node)
    if (
        not name
        or value is None
        or (value.type == "call_expression" and called(source, value) is None)
    ):
        return
    worded = said(source, value)
    if not worded:
        return
    template = worded[0].template
    yield name, template
    if owner is not None and owner.type == "companion_object" and owner.parent is not None:
        owner = owner.parent.parent
    if owner is not None:
        yield f"{name_of(source, owner)}.{name}", template


def imports(source: Source, node: Node) -> Iterable[tuple[str, str]]:
    """The name that an import binds."""
    written = source.text(node).removeprefix("import").strip()
    target, _, alias = written.partition(" as ")
    module, _, name = target.strip().rpartition(".")
    if name and name != "*":
        yield alias.strip() or name, f"{module}:{name}"
