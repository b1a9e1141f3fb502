"""C#'s error classes, constants and aliases: the text that a constructor or ``Message`` builds."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from errdex.languages import csharp_calls, csharp_text
from errdex.languages.csharp_calls import Given
from errdex.languages.csharp_format import as_used
from errdex.languages.csharp_functions import doc_of
from errdex.languages.csharp_nodes import (
    bare,
    inside,
    modifiers,
    name_of,
    parameter_name,
    parameters_of,
    plain,
    returns_of,
    type_name,
)
from errdex.languages.csharp_strings import nameof
from errdex.languages.interface import Source
from errdex.languages.jvm_names import ERROR, ERROR_BASE
from errdex.model.facts import Constructor, ErrorClass
from errdex.model.template import Part, Placeholder, Template

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

_TEXT_TYPE = re.compile(r"(?:string|String|object|FormattableString)\??$")
_CODE_NAME = re.compile(r"(?i)_?(?:error_?)?code$")
_ROOTS = frozenset({"Exception", "SystemException", "ApplicationException", "AggregateException"})
MAX_CONSTRUCTORS = 24
MIN_FIXED = 3  # brackets around a caller's text are no text of the class


class _Made(NamedTuple):
    """One constructor: its node, parameters, which take text, defaults, and what it builds."""

    node: Node
    params: list[str]
    texts: list[str]
    defaults: dict[str, Template]
    template: Template | None
    target: str
    args: list[Given]


def error_class(source: Source, node: Node) -> Iterable[ErrorClass]:
    """The class of a match, when its name or base reads as an error's."""
    name = name_of(source, node)
    listing = next((c for c in node.named_children if c.type == "base_list"), None)
    based = plain(listing) if listing is not None else []
    primary = [c for c in based if c.type in ("argument_list", "primary_constructor_base_type")]
    kinds = [c for c in based if c.type != "argument_list"]
    base = type_name(source, kinds[0]) if kinds else ""
    if not (ERROR.search(name) or ERROR_BASE.search(base)) or not base:
        return
    made = list(_constructors(source, node, primary))[:MAX_CONSTRUCTORS]
    made = [_delegated(source, one, made) for one in made]
    body = node.child_by_field_name("body")
    shown = _shown(source, body, made) if body is not None else None
    if shown is not None:
        made = [one._replace(template=_whole(shown, one)) for one in made]
    main = next((m for m in made if m.template is not None and m.template.literals), None)
    main = main or next((m for m in made if m.template is not None), None)
    main = main or (made[0] if made else None)
    doc, _ = doc_of(source, node)
    yield ErrorClass(
        name=name,
        line=(node.child_by_field_name("name") or node).start_point.row + 1,
        bases=(base,),
        params=tuple(main.params) if main else (),
        defaults=main.defaults if main else {},
        template=main.template if main else shown,
        code=_code(source, body),
        http_status=_status(source, made),
        doc=doc,
        overloads=tuple(Constructor(tuple(m.params), m.template, tuple(m.texts)) for m in made)
        if len(made) > 1
        else (),
    )


# -- constructors -----------------------------------------------------------------------------


def _constructors(source: Source, node: Node, primary: list[Node]) -> Iterable[_Made]:
    if parameters_of(node):
        inner = primary[0] if primary else None
        if inner is not None and inner.type == "primary_constructor_base_type":
            inner = next((c for c in inner.named_children if c.type == "argument_list"), None)
        yield _constructor(source, node, "base", inner)
    body = node.child_by_field_name("body")
    for child in body.named_children if body is not None else ():
        if child.type != "constructor_declaration" or "static" in modifiers(source, child):
            continue
        start = next((c for c in child.named_children if c.type == "constructor_initializer"), None)
        target = "base"
        if start is not None and any(c.type == "this" for c in start.children):
            target = "this"
        yield _constructor(source, child, target, start)


def _constructor(source: Source, node: Node, target: str, call: Node | None) -> _Made:
    params: list[str] = []
    texts: list[str] = []
    defaults: dict[str, Template] = {}
    for one in parameters_of(node):
        name = parameter_name(source, one)
        params.append(name)
        kind = one.child_by_field_name("type")
        if kind is not None and _TEXT_TYPE.match(source.text(kind)):
            texts.append(name)
        value = plain(one)[-1] if plain(one) else None
        if value is not None and value.type.endswith("string_literal"):
            defaults[name] = csharp_text.texts(source, value)[0].template
    args = _arguments(source, call)
    template = _passed(source, args, params) if target == "base" else None
    return _Made(node, params, texts, defaults, template, target, args)


def _arguments(source: Source, call: Node | None) -> list[Given]:
    if call is None:
        return []
    if call.type == "argument_list":
        # a primary constructor's base is called by its arguments alone
        found = []
        for child in call.named_children:
            inner = plain(child)
            if child.type == "argument" and inner:
                texts = csharp_text.texts(source, inner[-1])
                key = csharp_text.keyed(source, inner[-1])
                texts = [key] if key is not None and not texts[0].is_text else texts
                found.append(Given(None, inner[-1], texts))
        return found
    return csharp_calls.given(source, call)


def _passed(source: Source, args: list[Given], params: list[str]) -> Template | None:
    """What ``base(…)`` is given as the message; None where the caller's own text is passed on."""
    said = [place for place, one in enumerate(args) if one.is_text]
    worded = [p for p in said if any(" " in t.template.message for t in args[p].texts)]
    for place in worded or said:
        if nameof(source, args[place].node):
            continue
        values = csharp_calls.fillers(source, args[place + 1 :])
        found = next(text for text in args[place].texts if text.is_text)
        return as_used(found, values).template
    for one in args:
        node = bare(one.node)
        if not one.texts[0].inline and not one.is_text:
            return one.texts[0].template
        if node.type == "invocation_expression":
            hole = one.texts[0].template.placeholders
            if hole and hole[0].expr in params:
                return one.texts[0].template
    return None


def _delegated(source: Source, made: _Made, others: list[_Made]) -> _Made:
    """A constructor that calls ``this(…)`` builds what the called one builds."""
    if made.target != "this":
        return made
    fitting = [o for o in others if o is not made and len(o.params) >= len(made.args)]
    fitting.sort(key=lambda o: len(o.params))
    called = next((o for o in fitting if o.template is not None), fitting[0] if fitting else None)
    if called is None or called.template is None:
        return made._replace(template=_passed(source, made.args, made.params))
    given = dict(zip(called.params, made.args, strict=False))

    def fill(hole: Placeholder) -> tuple[Part, ...] | None:
        one = given.get(hole.expr or "")
        if one is None:
            return None
        if one.texts[0].is_text:
            return one.texts[0].template.parts
        return (Placeholder(hole.text, source.flat(one.node, 200), hole.spec, hole.type),)

    return made._replace(template=called.template.substitute(fill))


# -- Message ----------------------------------------------------------------------------------


def _shown(source: Source, body: Node, made: list[_Made]) -> Template | None:
    """What an overriding ``Message`` returns, its properties turned into parameters."""
    for child in body.named_children:
        if child.type != "property_declaration" or name_of(source, child) != "Message":
            continue
        for value in returns_of(child):
            for text in csharp_text.said(source, value):
                if text.template.fixed_length >= MIN_FIXED:
                    return _in_params(source, text.template, made)
            key = csharp_text.keyed(source, value)
            if key is not None:
                return key.template
    return None


def _in_params(source: Source, template: Template, made: list[_Made]) -> Template:
    fields: dict[str, str] = {}
    for one in made:
        for node in inside(one.node, "assignment_expression", 600):
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            if left is not None and right is not None and source.text(right) in one.params:
                fields.setdefault(source.text(left).removeprefix("this."), source.text(right))

    def fill(hole: Placeholder) -> tuple[Part, ...] | None:
        param = fields.get((hole.expr or "").removeprefix("this."))
        return (Placeholder(hole.text, param, hole.spec, hole.type),) if param else None

    return template.substitute(fill)


def _whole(shown: Template, made: _Made) -> Template:
    """``base.Message`` in an override stands for what the constructor passed on."""

    def fill(hole: Placeholder) -> tuple[Part, ...] | None:
        if hole.expr != "base.Message":
            return None
        if made.template is not None:
            return made.template.parts
        named = [p for p in made.texts if "essage" in p]
        return (Placeholder(hole.text, named[0], hole.spec, hole.type),) if named else None

    return shown.substitute(fill)


# -- what the class carries -------------------------------------------------------------------


def _status(source: Source, made: list[_Made]) -> int | None:
    for one in made:
        for arg in one.args:
            if arg.node.type == "member_access_expression":
                found = csharp_calls.status_of(source.flat(arg.node, 80))
                if found:
                    return found
    return None


def _code(source: Source, body: Node | None) -> str | None:
    """A code that the class keeps in a constant of that name."""
    for child in body.named_children if body is not None else ():
        if child.type != "field_declaration" or "const" not in modifiers(source, child):
            continue
        for name, value in declared(child):
            if _CODE_NAME.search(source.text(name)) and value.type.endswith("string_literal"):
                text = csharp_text.texts(source, value)[0].template.message
                return text if re.fullmatch(r"[\w.:-]{2,60}", text) else None
    return None


def declared(node: Node) -> Iterable[tuple[Node, Node]]:
    """The names that a declaration gives values, and the values."""
    variables = next((c for c in node.named_children if c.type == "variable_declaration"), None)
    for one in variables.named_children if variables is not None else ():
        name = one.child_by_field_name("name")
        inner = plain(one)
        if one.type == "variable_declarator" and name is not None and inner[-1] != name:
            yield name, inner[-1]


def constants(source: Source, node: Node) -> Iterable[tuple[str, Template]]:
    """A class's named text, by its own name and with its class."""
    words = modifiers(source, node)
    if "const" not in words and not {"static", "readonly"} <= set(words):
        return
    home = node.parent.parent if node.parent is not None else None
    owner = name_of(source, home) if home is not None else ""
    for name, value in declared(node):
        if value.type not in _TEXT_VALUES:
            continue
        text = csharp_text.texts(source, value)[0]
        if text.is_text and text.template.fixed_length >= 3:
            yield source.text(name), text.template
            if owner and node.type == "field_declaration":
                yield f"{owner}.{source.text(name)}", text.template


_TEXT_VALUES = frozenset(
    {
        "string_literal", "verbatim_string_literal", "raw_string_literal", "binary_expression",
        "interpolated_string_expression", "parenthesized_expression",
    }
)  # fmt: skip


def imports(source: Source, node: Node) -> Iterable[tuple[str, str]]:
    """``using Local = Some.Name;``."""
    name = node.child_by_field_name("name")
    inner = plain(node)
    if name is not None and inner[-1] != name:
        yield source.text(name), type_name(source, inner[-1])
