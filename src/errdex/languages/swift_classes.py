"""Swift's error types: what each case says, what an initializer keeps, named texts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from errdex.languages import swift_text
from errdex.languages.interface import Draft, Source
from errdex.languages.swift_functions import doc_of
from errdex.languages.swift_nodes import (
    bases_of,
    body_of,
    modifiers,
    owner_class,
    parameters_of,
    plain,
    type_text,
)
from errdex.languages.swift_told import SHOWING, is_error, shown_by, told
from errdex.model.facts import Constructor, ErrorClass
from errdex.model.template import Part, Placeholder, Template

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

_ROOT = re.compile(r"\(*(?:self\.)?(\w+)\b")
_FIELDS = ("message", "description", "reason", "errorDescription")
_WORDING = re.compile(r"(?:Error|Failure|Diagnostic)\w*$")
MIN_FIXED = 3


# -- error classes ----------------------------------------------------------------------------


def error_class(source: Source, node: Node) -> Iterable[ErrorClass]:
    """The type of a match and its cases, when it is an error's."""
    if not is_error(source, node):
        return
    name = type_text(source, node).rpartition(".")[2]
    line = (node.child_by_field_name("name") or node).start_point.row + 1
    doc, _ = doc_of(source, node)
    bases = tuple(base.rpartition(".")[2] for base in bases_of(source, node))
    kind = node.child_by_field_name("declaration_kind")
    seen: set[str] = set()
    for one in told(source, node):
        text = next((t for t in one.texts if t.is_text and t.template.literals), None)
        for case, names in one.cases:
            if text is None or case in seen:
                continue
            seen.add(case)
            template = _in_params(text.template, names)
            place = one.node.start_point.row + 1
            yield ErrorClass(f"{name}.{case}", place, (), names, template=template)
    if kind is not None and source.text(kind) == "enum":
        yield from _raw(source, node, name)
    if kind is not None and source.text(kind) in ("struct", "class", "actor"):
        yield _structure(source, node, name, line, bases, doc)
    elif not seen:
        yield ErrorClass(name, line, bases, doc=doc)


def _raw(source: Source, node: Node, name: str) -> Iterable[ErrorClass]:
    """``case missing = "…"`` of an error whose description is its raw value."""
    for entry in raw_entries(source, node):
        case, value = entry
        text = swift_text.texts(source, value)[0]
        yield ErrorClass(f"{name}.{source.text(case)}", case.start_point.row + 1, (), (),
                         template=text.template)  # fmt: skip


def raw_entries(source: Source, node: Node) -> list[tuple[Node, Node]]:
    """The cases with texts as raw values, where the raw value is what is shown."""
    shown = [one for one in told(source, node) if not one.cases]
    if not any(source.flat(one.node, 40) in ("rawValue", "self.rawValue") for one in shown):
        return []
    body = body_of(node)
    found: list[tuple[Node, Node]] = []
    for entry in body.named_children if body is not None else ():
        if entry.type != "enum_entry":
            continue
        case: Node | None = None
        for place, child in enumerate(entry.children):
            field = entry.field_name_for_child(place)
            if field == "name":
                case = child
            elif field == "raw_value" and case is not None and "string" in child.type:
                found.append((case, child))
    return found


def _structure(
    source: Source, node: Node, name: str, line: int, bases: tuple[str, ...], doc: str
) -> ErrorClass:
    made = _constructors(source, node)
    whole = next((t.template for one in told(source, node) if not one.cases for t in one.texts
                  if t.is_text and t.template.fixed_length >= MIN_FIXED), None)  # fmt: skip
    built = [_built(one, whole) for one in made]
    main = next((c for c in built if c.template is not None), built[0] if built else None)
    return ErrorClass(
        name=name,
        line=line,
        bases=bases,
        params=main.params if main is not None else (),
        defaults=made[built.index(main)].defaults if main is not None else {},
        template=main.template if main is not None else whole,
        doc=doc,
        overloads=tuple(built) if len(built) > 1 else (),
    )


class _Made(NamedTuple):
    """An initializer: labels, the names behind them, those for text, defaults, what it stores."""

    labels: tuple[str, ...]
    names: tuple[str, ...]
    texts: tuple[str, ...]
    defaults: dict[str, Template]
    stored: dict[str, Template]


def _constructors(source: Source, node: Node) -> list[_Made]:
    body = body_of(node)
    found = [
        _initializer(source, child)
        for child in (body.named_children if body is not None else ())
        if child.type == "init_declaration"
    ][:12]
    if found:
        return found
    names: list[str] = []
    texts: list[str] = []
    for child in body.named_children if body is not None else ():
        if child.type != "property_declaration" or child.child_by_field_name("computed_value"):
            continue
        if modifiers(source, child) & {"static", "class", "lazy"}:
            continue
        name = child.child_by_field_name("name")
        constant = child.child_by_field_name("value") is not None and b"let" in (child.text or b"")
        if name is None or constant:
            continue
        names.append(source.text(name))
        if "String" in source.flat(child, 200):
            texts.append(names[-1])
    return [_Made(tuple(names), tuple(names), tuple(texts), {}, {})] if names else []


def _initializer(source: Source, node: Node) -> _Made:
    params = parameters_of(source, node)
    labels = tuple(p.label or p.name for p in params)
    defaults: dict[str, Template] = {}
    for one, label in zip(params, labels, strict=True):
        if one.default is not None and "string" in one.default.type:
            defaults[label] = swift_text.texts(source, one.default)[0].template
    stored: dict[str, Template] = {}
    body = body_of(node)
    for block in body.named_children if body is not None else ():
        for child in plain(block) if block.type == "statements" else ():
            target = child.child_by_field_name("target")
            value = child.child_by_field_name("result")
            if child.type == "assignment" and target is not None and value is not None:
                field = source.text(target).removeprefix("self.")
                stored[field] = swift_text.texts(source, value)[0].template
    names = tuple(p.name for p in params)
    texts = tuple(label for p, label in zip(params, labels, strict=True) if "String" in p.type)
    return _Made(labels, names, texts, defaults, stored)


def _built(made: _Made, whole: Template | None) -> Constructor:
    """What an initializer's error says, in the words of its labels."""
    by_name = dict(zip(made.names, made.labels, strict=True))
    own = next((made.stored[f] for f in _FIELDS if f in made.stored), None)
    own = own if own is not None and own.fixed_length >= MIN_FIXED else None

    def fill(hole: Placeholder) -> Iterable[Part] | None:
        root = _ROOT.match(hole.expr or "")
        if root is None:
            return None
        field = root[1]
        stored = made.stored.get(field)
        if stored is not None and hole.expr in (field, f"self.{field}"):
            if stored.literals:
                return [p for part in stored.parts for p in _labelled(part, by_name)]
            inner = stored.placeholders[0].expr if stored.placeholders else None
            field = by_name.get(inner or "", field)
        label = by_name.get(field, field)
        return [Placeholder(hole.text, label, hole.spec, hole.type)]

    text = whole or own
    template = text.substitute(fill) if text is not None else None
    return Constructor(made.labels, template, made.texts)


def _labelled(part: Part, by_name: dict[str, str]) -> list[Part]:
    if isinstance(part, str) or part.expr not in by_name:
        return [part]
    return [Placeholder(part.text, by_name[part.expr], part.spec, part.type)]


def _in_params(template: Template, names: tuple[str, ...]) -> Template:
    """A template whose holes name the values that they are made from: ``path.pathString``."""

    def fill(hole: Placeholder) -> Iterable[Part] | None:
        root = _ROOT.match(hole.expr or "")
        if root is None or root[1] == hole.expr or root[1] not in names:
            return None
        return [Placeholder(hole.text, root[1], hole.spec, hole.type)]

    return template.substitute(fill)


# -- declared texts ---------------------------------------------------------------------------


def declared(source: Source, node: Node) -> Iterable[Draft]:
    """The sites of a property that says what an error is about."""
    name = node.child_by_field_name("name")
    getter = node.child_by_field_name("computed_value") or node.child_by_field_name("body")
    if name is None or getter is None:
        return
    if source.text(name).endswith("Message"):
        yield from _worded(source, node, getter)
        return
    if source.text(name) not in SHOWING or node.type == "function_declaration":
        return
    owner = owner_class(node)
    if owner is None or not is_error(source, owner):
        return
    own = type_text(source, owner)
    for one in shown_by(source, getter):
        texts = [t for t in one.texts if t.is_text and t.template.fixed_length >= MIN_FIXED]
        if texts:
            said = f"{own}.{one.cases[0][0]}" if one.cases else own
            yield Draft(one.node, "declare", texts, error_class=said)
    for case, value in raw_entries(source, owner):
        texts = swift_text.texts(source, value)
        yield Draft(value, "declare", texts, error_class=f"{own}.{source.text(case)}")


def _worded(source: Source, node: Node, body: Node) -> Iterable[Draft]:
    """The texts of ``func lostMessage() -> String`` in a type that words errors for others."""
    owner = owner_class(node)
    if owner is None or not _WORDING.search(type_text(source, owner)):
        return
    for one in shown_by(source, body):
        texts = [t for t in one.texts if t.is_text and t.template.fixed_length >= MIN_FIXED]
        if texts and all(" " in t.template.message for t in texts):
            yield Draft(one.node, "declare", texts)


def constants(source: Source, node: Node) -> Iterable[tuple[str, Template]]:
    """A type's or file's named text, by its own name and with its type."""
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    if name is None or value is None or ("string" not in value.type and value.type[:3] != "add"):
        return
    home = node.parent
    is_file = home is not None and home.type == "source_file"
    if not is_file and not modifiers(source, node) & {"static", "class"}:
        return
    text = swift_text.texts(source, value)[0]
    if not text.is_text or text.template.fixed_length < MIN_FIXED:
        return
    yield source.text(name), text.template
    owner = owner_class(node) if not is_file else None
    if owner is not None:
        yield f"{type_text(source, owner)}.{source.text(name)}", text.template
