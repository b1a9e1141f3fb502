"""Scala's error classes and objects, and the constants and imports that name texts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from errdex.languages.interface import Source, Text
from errdex.languages.jvm_arguments import messages_of, said
from errdex.languages.jvm_names import ERROR, ERROR_BASE
from errdex.languages.scala_calls import SHAPE
from errdex.languages.scala_functions import doc_of
from errdex.languages.scala_nodes import arguments, modifier_words, name_of, parameters
from errdex.model.facts import ErrorClass
from errdex.model.template import Template

if TYPE_CHECKING:
    from tree_sitter import Node

_DEFINED = re.compile(
    rb"(?:class|trait|enum)\s+(\w+)[^{}]{0,600}?\bextends\s+[\w.]*(?:Exception|Error|Throwable)\b"
)


def error_class(source: Source, node: Node) -> Iterable[ErrorClass]:
    """A class, object or enum that is, or looks like, an error."""
    name = name_of(source, node)
    extended = node.child_by_field_name("extend")
    bases = _bases(source, extended)
    known = source.once("errors", lambda: {m[1].decode() for m in _DEFINED.finditer(source.data)})
    if not name or not (
        (ERROR.search(name) and bases)
        or any(ERROR_BASE.search(one) or one.rpartition(".")[2] in known for one in bases)
    ):
        return
    listing = extended.child_by_field_name("arguments") if extended is not None else None
    told = messages_of(source, arguments(source, listing), SHAPE)
    text = _own_text(source, node) or (told[0] if told else None)
    params = parameters(node)
    yield ErrorClass(
        name=name,
        line=node.start_point.row + 1,
        bases=tuple(bases),
        params=tuple(name_of(source, one) for one in params),
        defaults=_defaults(source, params),
        template=text.template if text is not None else None,
        doc=doc_of(source, node)[0],
    )


def _bases(source: Source, extended: Node | None) -> list[str]:
    if extended is None:
        return []
    found = extended.children_by_field_name("type")
    return [source.text(one).partition("[")[0] for one in found if one.is_named]


def _own_text(source: Source, node: Node) -> Text | None:
    """``override def getMessage = "…"``."""
    body = node.child_by_field_name("body")
    for member in body.named_children if body is not None else ():
        if member.type == "function_definition" and name_of(source, member) == "getMessage":
            value = member.child_by_field_name("body")
        elif member.type == "val_definition":
            pattern = member.child_by_field_name("pattern")
            if pattern is None or source.text(pattern) != "getMessage":
                continue
            value = member.child_by_field_name("value")
        else:
            continue
        if value is not None:
            return source.language.texts(source, value)[0]
    return None


def _defaults(source: Source, params: list[Node]) -> dict[str, Template]:
    found: dict[str, Template] = {}
    for param in params:
        value = param.child_by_field_name("default_value")
        worded = said(source, value) if value is not None else []
        if worded:
            found[name_of(source, param)] = worded[0].template
    return found


# -- names --------------------------------------------------------------------------------------


def constants(source: Source, node: Node) -> Iterable[tuple[str, Template]]:
    """A text that a value of an object or class names."""
    home = node.parent
    pattern, value = node.child_by_field_name("pattern"), node.child_by_field_name("value")
    if home is None or pattern is None or value is None or pattern.type != "identifier":
        return
    if home.type not in ("template_body", "compilation_unit"):
        return
    worded = said(source, value)
    if not worded:
        return
    name, template = source.text(pattern), worded[0].template
    yield name, template
    owner = home.parent if home.type == "template_body" else None
    if owner is not None and "private" not in modifier_words(source, node):
        yield f"{name_of(source, owner)}.{name}", template


def imports(source: Source, node: Node) -> Iterable[tuple[str, str]]:
    """The names that an import binds."""
    path = [source.text(one) for one in node.children_by_field_name("path") if one.is_named]
    selectors = next((c for c in node.named_children if c.type == "namespace_selectors"), None)
    if selectors is None:
        if len(path) > 1:
            yield path[-1], f"{'.'.join(path[:-1])}:{path[-1]}"
        return
    module = ".".join(path)
    for one in selectors.named_children:
        if one.type == "identifier":
            yield source.text(one), f"{module}:{source.text(one)}"
            continue
        name, alias = (one.child_by_field_name(f) for f in ("name", "alias"))
        if name is not None and alias is not None:
            yield source.text(alias), f"{module}:{source.text(name)}"
