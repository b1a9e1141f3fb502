"""Dart's error classes: what their constructors keep and ``toString`` says, named texts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from errdex.languages import dart_text
from errdex.languages.dart_calls import built, given, message, spoken
from errdex.languages.dart_functions import doc_of
from errdex.languages.dart_nodes import (
    CONSTRUCTORS,
    ERROR,
    bases_of,
    class_name,
    parameters_of,
    signature_in,
)
from errdex.languages.interface import Draft, Source, Text
from errdex.model.facts import Constructor, ErrorClass
from errdex.model.template import Part, Placeholder, Template

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

_ROOT = re.compile(r"(?:this\.|super\.)?(\w+)[!?]?")
_FIELDS = ("message", "msg", "description", "reason", "error")
_REASON = re.compile(r"(?:Error|Exception|Failure|Reason)s?\d*(?:Type|Code)?$")
_NAMED = re.compile(r"\w*(?:Exception|Error|Failure): ")
_SHOWING = ("toString", "message", "description")
MIN_FIXED = 3


class Said(NamedTuple):
    """One text of an error class and the expression that says it."""

    node: Node
    text: Text


def is_error(source: Source, node: Node) -> bool:
    """Whether a class is an error's by its name or what it extends and implements."""
    if ERROR.search(class_name(source, node)):
        return True
    return any(ERROR.search(base) for base in bases_of(source, node))


def _members(node: Node) -> list[Node]:
    body = node.child_by_field_name("body")
    if body is None:
        body = next((c for c in node.children if c.type.endswith("_body")), None)
    return body.named_children if body is not None else []


def told(source: Source, node: Node) -> list[Said]:
    """What ``toString`` and the getters for a message return."""
    return source.once(("told", node.id), lambda: _told(source, node))


def _told(source: Source, node: Node) -> list[Said]:
    found: list[tuple[int, Said]] = []
    members = _members(node)
    for place, member in enumerate(members):
        if member.type != "function_body" or not place:
            continue
        signature = signature_in(members[place - 1])
        name = signature.child_by_field_name("name") if signature is not None else None
        if name is None or source.text(name) not in _SHOWING:
            continue
        rank = _SHOWING.index(source.text(name))
        for value in dart_text.values_of(member):
            found += [(rank, Said(value, _own(one))) for one in dart_text.texts(source, value)]
    found.sort(key=lambda pair: pair[0])
    return [one for _, one in found]


def _own(text: Text) -> Text:
    """A text without the class' name before it, which readers of traces take away."""
    first = text.parts[0] if text.parts else None
    found = _NAMED.match(first) if isinstance(first, str) else None
    if found is None or not isinstance(first, str):
        return text
    rest = (first[found.end() :], *text.parts[1:])
    return Text(tuple(part for part in rest if part != ""), text.is_text, text.inline)


class _Made(NamedTuple):
    """A constructor: its name behind the class, parameters, defaults, what it stores or passes."""

    name: str
    line: int
    params: tuple[str, ...]
    texts: tuple[str, ...]
    defaults: dict[str, Template]
    stored: dict[str, Template]
    passed: Template | None


def _constructors(source: Source, node: Node) -> list[_Made]:
    found: list[_Made] = []
    for member in _members(node):
        if member.type not in ("declaration", "method_signature") or len(found) >= 24:
            continue
        signature = signature_in(member)
        if signature is not None and signature.type in CONSTRUCTORS:
            found.append(_constructor(source, member, signature))
    return found


def _constructor(source: Source, member: Node, signature: Node) -> _Made:
    words = [source.text(c) for c in signature.named_children if c.type == "identifier"]
    params = parameters_of(source, signature)
    defaults = {
        p.name: dart_text.texts(source, p.default)[0].template
        for p in params
        if p.default is not None and p.default.type == "string_literal"
    }
    stored: dict[str, Template] = {}
    passed = _made_by(source, member, signature)
    listing = next((c for c in member.children if c.type == "initializers"), None)
    for entry in listing.named_children if listing is not None else ():
        first = entry.named_children[0] if entry.named_children else None
        if first is not None and first.type == "field_initializer":
            field, value = _assigned(source, first)
            if value is not None:
                stored[field] = dart_text.texts(source, value)[0].template
        elif first is not None and first.type in ("super", "this"):
            args = next((c for c in entry.children if c.type == "arguments"), None)
            own = spoken(given(source, args))
            passed = own.texts[0].template if own is not None else None
    texts = tuple(p.name for p in params if "String" in p.type)
    names = tuple(p.name for p in params)
    line = member.start_point.row + 1
    return _Made(".".join(words[1:2]), line, names, texts, defaults, stored, passed)


def _made_by(source: Source, member: Node, signature: Node) -> Template | None:
    """The text of the error that a factory builds with another constructor."""
    body = member.next_named_sibling
    if signature.type != "factory_constructor_signature" or body is None:
        return None
    for value in dart_text.values_of(body) if body.type == "function_body" else ():
        made = built(source, value)
        own = message(source, made) if made is not None else []
        if own and own[0].is_text:
            return own[0].template
    return None


def _assigned(source: Source, node: Node) -> tuple[str, Node | None]:
    field = next((c for c in node.children if c.type == "identifier"), None)
    mark = next((c for c in node.children if c.type == "="), None)
    value = mark.next_named_sibling if mark is not None else None
    return (source.text(field) if field is not None else "", value)


def error_class(source: Source, node: Node) -> Iterable[ErrorClass]:
    """A class that is an error's: one entry for it, one for each named constructor."""
    if not is_error(source, node):
        return
    name, line = class_name(source, node), node.start_point.row + 1
    bases = tuple(bases_of(source, node))
    doc, _ = doc_of(source, node)
    shown = next((one.text.template for one in told(source, node)
                  if _tells(one.text.template, name)), None)  # fmt: skip
    made = _constructors(source, node)
    main = next((one for one in made if not one.name), None)
    whole = _built(main, shown) if main is not None else Constructor((), shown)
    yield ErrorClass(
        name, line, bases, whole.params, main.defaults if main is not None else {},
        whole.template, doc=doc,
    )  # fmt: skip
    for one in made:
        if one.name:
            own = _built(one, shown)
            yield ErrorClass(
                f"{name}.{one.name}", one.line, bases, own.params, one.defaults, own.template
            )


def _built(made: _Made, shown: Template | None) -> Constructor:
    """What an error says in the words of a constructor's parameters."""

    def fill(one: Placeholder) -> Iterable[Part] | None:
        root = _ROOT.match(one.expr or "")
        if root is None:
            return None
        stored = made.stored.get(root[1])
        if stored is None and root[1] in _FIELDS and root[1] not in made.params:
            stored = made.passed
        if stored is not None and root.end() == len(one.expr or ""):
            return stored.parts
        return [Placeholder(one.text, root[1], one.spec, one.type)]

    own = next((made.stored[f] for f in _FIELDS if f in made.stored), None) or made.passed
    own = own if own is not None and own.fixed_length >= MIN_FIXED else None
    whole = shown.substitute(fill) if shown is not None else own
    return Constructor(made.params, whole, made.texts)


# -- declared texts ---------------------------------------------------------------------------


def declared(source: Source, node: Node) -> Iterable[Draft]:
    """The texts that an error class or an enum of reasons says by itself."""
    name = class_name(source, node)
    if node.type == "enum_declaration":
        if _REASON.search(name):
            yield from _entries(source, node, name)
        return
    if not is_error(source, node):
        return
    seen: set[int] = set()
    for one in told(source, node):
        texts = [t.text for t in told(source, node) if t.node == one.node]
        texts = [t for t in texts if t.is_text and _tells(t.template, name)]
        if texts and one.node.id not in seen:
            seen.add(one.node.id)
            yield Draft(one.node, "declare", texts, error_class=name)


def _tells(template: Template, name: str) -> bool:
    """Whether a text says more than the class' name before what it was given."""
    rest = " ".join(literal.replace(name, "") for literal in template.literals)
    letters = re.sub(r"\b(?:Exception|Error)\b", "", rest)
    return sum(map(str.isalnum, letters)) >= MIN_FIXED


def _entries(source: Source, node: Node, name: str) -> Iterable[Draft]:
    for entry in _members(node):
        if entry.type != "enum_constant":
            continue
        case = entry.child_by_field_name("name")
        part = next((c for c in entry.children if c.type == "argument_part"), None)
        listing = part.named_children[-1] if part is not None and part.named_children else None
        said = [t for one in given(source, listing) for t in one.texts if t.is_text]
        said = [t for t in said if " " in t.template.message]
        if said and case is not None:
            yield Draft(entry, "declare", said[:1], error_class=f"{name}.{source.text(case)}")


def constants(source: Source, node: Node) -> Iterable[tuple[str, Template]]:
    """A class's or file's named text, by its own name and with its class."""
    name = next((c for c in node.children if c.type == "identifier"), None)
    mark = next((c for c in node.children if c.type == "="), None)
    value = mark.next_named_sibling if mark is not None else None
    if name is None or value is None or value.type not in ("string_literal", "additive_expression"):
        return
    text = dart_text.texts(source, value)[0]
    if not text.is_text or text.template.fixed_length < MIN_FIXED:
        return
    yield source.text(name), text.template
    at = node.parent
    for _ in range(4):
        if at is None:
            return
        if at.type == "class_definition":
            yield f"{class_name(source, at)}.{source.text(name)}", text.template
        at = at.parent
