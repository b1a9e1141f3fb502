"""C++ classes that are errors: what their constructors give to a base, what ``what()`` says."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import c_evidence, c_sinks, c_text
from errdex.languages.c_places import documentation
from errdex.languages.cpp_sites import is_error_class, message, simple
from errdex.languages.interface import Captures, Draft, Source, Text
from errdex.model.facts import ErrorClass
from errdex.model.template import Template

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

_TELLING = frozenset(
    {"what", "message", "getMessage", "GetMessage", "description", "msg", "reason"}
)
_SPLIT = re.compile(r"\s*(?:,|\b(?:public|protected|private|virtual)\b)\s*")
MAX_MEMBERS = 400


def error_class(source: Source, captures: Captures) -> Iterator[ErrorClass]:
    """The class of a match, when its name or bases read as an error's."""
    node, body = captures["class"][0], captures["body"][0]
    name = simple(source.flat(captures["name"][0], 100))
    bases = _bases(source, node)
    if not any(is_error_class(simple(text)) for text in (name, *bases)):
        return
    params: tuple[str, ...] = ()
    template: Template | None = None
    text: Template | None = None
    defaults: dict[str, Template] = {}
    for member in body.named_children[:MAX_MEMBERS]:
        if member.type != "function_definition":
            continue
        called = c_evidence.function_name(source, member)
        if called == name and template is None:
            built = _given_to_base(source, member, name)
            if built is not None:
                template, params = built.template, c_sinks.parameters(source, member)
                defaults = _defaults(source, member)
        elif called in _TELLING and text is None:
            text = _returned(source, member)
    doc, _ = documentation(source, node)
    yield ErrorClass(
        name=name,
        line=node.start_point.row + 1,
        bases=tuple(bases),
        params=params,
        defaults=defaults,
        template=template,
        text=text,
        doc=doc,
    )


def _bases(source: Source, node: Node) -> list[str]:
    clause = next((c for c in node.children if c.type == "base_class_clause"), None)
    if clause is None:
        return []
    words = _SPLIT.split(re.sub(r"<[^<>]*>", "", source.text(clause).lstrip(":")))
    return [" ".join(word.split()) for word in words if word.strip()]


def _given_to_base(source: Source, constructor: Node, name: str) -> Text | None:
    """The text that a constructor gives to a base class or keeps as its message."""
    listing = next((c for c in constructor.children if c.type == "field_initializer_list"), None)
    if listing is None:
        return None
    params = c_sinks.parameters(source, constructor)
    held: Text | None = None
    for entry in listing.named_children:
        if entry.type != "field_initializer" or entry.named_child_count < 2:
            continue
        called = simple(source.text(entry.named_children[0]))
        args = [c for c in entry.named_children[-1].named_children if c.type != "comment"]
        said = message(source, args)
        if said:
            return said[0]
        if is_error_class(called) or re.search(r"(?i)msg|message|what|reason|text", called):
            for arg in args:
                inner = re.sub(r"^std::move\((\w+)\)$", r"\1", source.text(arg)).removesuffix(
                    ".c_str()"
                )
                if inner in params and held is None:
                    held = source.language.texts(source, arg)[0]
    return held


def _defaults(source: Source, constructor: Node) -> dict[str, Template]:
    """The texts that a constructor's parameters have when they are not given."""
    declarator = c_sinks.enclosed(constructor.child_by_field_name("declarator"))
    listing = declarator.child_by_field_name("parameters") if declarator is not None else None
    found: dict[str, Template] = {}
    for child in listing.named_children if listing is not None else ():
        value = child.child_by_field_name("default_value")
        name = c_sinks.parameter_name(child)
        if value is not None and name is not None and c_text.is_literal(source, value):
            found[source.text(name)] = source.language.texts(source, value)[0].template
    return found


def _returned(source: Source, member: Node) -> Template | None:
    """The text that a method gives back, where it stands in its body."""
    body = member.child_by_field_name("body")
    for statement in body.named_children if body is not None else ():
        if statement.type == "return_statement" and statement.named_child_count:
            value = statement.named_children[0]
            if c_text.is_literal(source, value):
                return source.language.texts(source, value)[0].template
    return None


def defined_outside(source: Source, node: Node, written: str) -> Draft | None:
    """``X::X(…) : Base("…") {}``: the text that a constructor defined apart gives to its base."""
    words = re.sub(r"<[^<>]*>", "", written).split("::")
    if len(words) < 2 or words[-1] != words[-2] or not is_error_class(words[-1]):
        return None
    text = _given_to_base(source, node, words[-1])
    if text is None or not c_text.has_letters(text):
        return None
    return Draft(node, "declare", [text], error_class=words[-1])


def caught(source: Source, clause: Node) -> Iterator[str]:
    """The class that a ``catch`` names."""
    parameters = clause.child_by_field_name("parameters")
    for child in parameters.named_children if parameters is not None else ():
        kind = child.child_by_field_name("type")
        if kind is not None:
            name = simple(source.flat(kind, 100))
            if name.isidentifier():
                yield name
