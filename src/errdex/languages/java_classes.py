"""Java's error classes: the text that a constructor or ``getMessage`` builds from parameters."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from errdex.languages import java_calls, java_text
from errdex.languages.interface import Source, Text
from errdex.languages.java_builder import parameters
from errdex.languages.java_functions import doc_of
from errdex.languages.java_nodes import (
    arguments_of,
    bare,
    inside,
    modifiers_of,
    name_of,
    type_name,
)
from errdex.languages.jvm_format import as_used
from errdex.languages.jvm_names import ERROR, ERROR_BASE, MESSAGE_NAME, status_of
from errdex.model.facts import Constructor, ErrorClass
from errdex.model.template import Part, Placeholder, Template

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

_TEXT_TYPE = re.compile(r"^(?:final\s+)?(?:String|CharSequence|Object|Supplier<\s*String\s*>)\b")
_ACCESSOR = re.compile(
    r"(\w+)\.(?:get)?_?(?:[mM]essage|[mM]sg|[dD]escription|[dD]esc|[tT]ext|[rR]eason|[eE]rrorMessage|"
    r"ErrorMsg|DefaultMessage|[lL]abel|MessageTemplate|Template|[dD]etail|Value|format)\(\)$|(\w+)\.message$"
)
_GETTER = re.compile(r"(?:this\.)?(?:get|is)?([A-Za-z]\w*)\(\)$")
_CODE_FIELD = re.compile(r"(?i)_?(?:error_?)?code$|error_?code$|sql_?state$")
_MESSAGE_FIELD = re.compile(r"(?i)(?:this\.)?_*(?:\w*message|msg|detail|reason|description)$")
MAX_CONSTRUCTORS = 24
MIN_FIXED = 3  # brackets around a caller's text are no text of the class


class _Made(NamedTuple):
    """One constructor: its node, parameters, which of them are text, and what it builds."""

    node: Node
    params: list[str]
    texts: list[str]
    template: Template | None
    super_call: Node | None


def error_class(source: Source, node: Node) -> Iterable[ErrorClass]:
    """The class of a match, when its name or base reads as an error's."""
    name = name_of(source, node)
    base_node = node.child_by_field_name("superclass")
    base = ""
    if base_node is not None and base_node.named_children:
        base = type_name(source, base_node.named_children[0])
    body = node.child_by_field_name("body")
    if body is None or not (ERROR.search(name) or ERROR_BASE.search(base)):
        return
    made = [
        _constructor(source, child)
        for child in body.named_children
        if child.type == "constructor_declaration"
    ][:MAX_CONSTRUCTORS]
    made = [_delegated(source, one, made) for one in made]
    shown = _shown(source, body, made)
    if shown is not None:
        made = [one._replace(template=_whole(shown, one)) for one in made]
    main = next((m for m in made if m.template is not None and m.template.literals), None)
    main = main or next((m for m in made if m.template is not None), None)
    main = main or (made[0] if made else None)
    doc, _ = doc_of(source, node)
    yield ErrorClass(
        name=name,
        line=_line(source, node),
        bases=(base,) if base else (),
        params=tuple(main.params) if main else (),
        template=main.template if main else shown,
        text=_reason(source, node),
        code=_code(source, body),
        http_status=_status(source, node, made),
        doc=doc,
        overloads=tuple(Constructor(tuple(m.params), m.template, tuple(m.texts)) for m in made)
        if len(made) > 1
        else (),
    )


def _line(source: Source, node: Node) -> int:
    name = node.child_by_field_name("name")
    return (name or node).start_point.row + 1


# -- constructors -----------------------------------------------------------------------------


def _constructor(source: Source, node: Node) -> _Made:
    params = parameters(source, node)
    texts = _text_parameters(source, node)
    body = node.child_by_field_name("body")
    call = (
        next((c for c in body.named_children if c.type == "explicit_constructor_invocation"), None)
        if body is not None
        else None
    )
    template = None
    if call is not None and _target(source, call) == "super":
        template = _passed(source, call, params, texts)
    if template is None and body is not None:
        template = _assigned(source, body, params)
    return _Made(node, params, texts, template, call)


def _text_parameters(source: Source, node: Node) -> list[str]:
    listing = node.child_by_field_name("parameters")
    found = []
    for child in listing.named_children if listing is not None else ():
        name = child.child_by_field_name("name")
        kind = child.child_by_field_name("type")
        if name is not None and kind is not None and _TEXT_TYPE.match(source.text(kind)):
            found.append(source.text(name))
    return found


def _target(source: Source, call: Node) -> str:
    named = call.child_by_field_name("constructor")
    return source.text(named) if named is not None else ""


def _passed(source: Source, call: Node, params: list[str], texts: list[str]) -> Template | None:
    """What ``super(…)`` is given as the message; None where the caller's own text is passed on."""
    args = java_calls.given(source, call)
    said = [place for place, one in enumerate(args) if one.is_text]
    worded = [p for p in said if any(" " in t.template.message for t in args[p].texts)]
    for place in worded or said:
        values = java_calls.fillers(source, args[place + 1 :])
        return as_used(args[place].texts[0], values).template
    for one in args:
        node = bare(one.node)
        hole = one.texts[0].template.placeholders
        if node.type == "identifier":
            continue
        written = source.flat(node, 200)
        found = _ACCESSOR.search(written)
        owner = (found[1] or found[2]) if found else None
        if owner in params:
            return Template((Placeholder("{" + written + "}", owner),))
        if hole and hole[0].expr in texts and node.type == "method_invocation":
            return one.texts[0].template
    return None


def _assigned(source: Source, body: Node, params: list[str]) -> Template | None:
    """The text that a constructor keeps in a field named for it."""
    for node in inside(body, "assignment_expression", 600):
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None or not _MESSAGE_FIELD.match(source.text(left)):
            continue
        said = java_text.texts(source, right)[0]
        if said.is_text:
            return said.template
    return None


def _delegated(source: Source, made: _Made, others: list[_Made]) -> _Made:
    """A constructor that calls ``this(…)`` builds what the called one builds."""
    call = made.super_call
    if call is None or _target(source, call) != "this":
        return made
    args = java_calls.given(source, call)
    fitting = [o for o in others if o is not made and len(o.params) == len(args)]
    called = next((o for o in fitting if o.template is not None), fitting[0] if fitting else None)
    if called is None:
        return made
    if called.template is None:
        worded = [one for one in args if one.is_text]
        return made._replace(template=worded[0].texts[0].template) if worded else made
    given = dict(zip(called.params, args, strict=True))

    def fill(hole: Placeholder) -> tuple[Part, ...] | None:
        one = given.get(hole.expr or "")
        if one is None:
            return None
        if one.texts[0].is_text:
            return one.texts[0].template.parts
        written = source.flat(one.node, 200)
        return (Placeholder(hole.text, written, hole.spec, hole.type),)

    return made._replace(template=called.template.substitute(fill))


# -- getMessage -------------------------------------------------------------------------------


def _shown(source: Source, body: Node, made: list[_Made]) -> Template | None:
    """What an overriding ``getMessage`` returns, its fields turned into parameters."""
    for child in body.named_children:
        if child.type != "method_declaration":
            continue
        if name_of(source, child) not in ("getMessage", "getLocalizedMessage"):
            continue
        inner = child.child_by_field_name("body")
        params = child.child_by_field_name("parameters")
        if inner is None or (params is not None and params.named_children):
            continue
        for node in inside(inner, "return_statement", 600):
            if node.named_children:
                said = [t for t in java_text.texts(source, node.named_children[0]) if t.is_text]
                if said and said[0].template.fixed_length >= MIN_FIXED:
                    return _in_params(source, said[0], made)
    return None


def _in_params(source: Source, text: Text, made: list[_Made]) -> Template:
    fields: dict[str, str] = {}
    for one in made:
        body = one.node.child_by_field_name("body")
        for node in inside(body, "assignment_expression", 600) if body is not None else ():
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            if left is None or right is None:
                continue
            value = source.text(right)
            if value in one.params:
                fields.setdefault(source.text(left).removeprefix("this."), value)

    def fill(hole: Placeholder) -> tuple[Part, ...] | None:
        expr = (hole.expr or "").removeprefix("this.")
        getter = _GETTER.match(expr)
        name = getter[1][:1].lower() + getter[1][1:] if getter else expr
        param = fields.get(name)
        return (Placeholder(hole.text, param, hole.spec, hole.type),) if param else None

    return text.template.substitute(fill)


def _whole(shown: Template, made: _Made) -> Template:
    """``super.getMessage()`` in an override stands for what the constructor passed on."""

    def fill(hole: Placeholder) -> tuple[Part, ...] | None:
        if not (hole.expr or "").startswith("super.get"):
            return None
        if made.template is not None:
            return made.template.parts
        named = [p for p in made.texts if MESSAGE_NAME.fullmatch(p)]
        return (Placeholder(hole.text, named[0], hole.spec, hole.type),) if named else None

    return shown.substitute(fill)


# -- what the class carries -------------------------------------------------------------------


def _annotation(source: Source, node: Node, name: str) -> Node | None:
    modifiers = modifiers_of(node)
    for child in modifiers.named_children if modifiers is not None else ():
        if child.type == "annotation" and name_of(source, child) == name:
            return child
    return None


def _reason(source: Source, node: Node) -> Template | None:
    """The reason of ``@ResponseStatus(code = …, reason = "…")``."""
    found = _annotation(source, node, "ResponseStatus")
    listing = found.child_by_field_name("arguments") if found is not None else None
    for pair in listing.named_children if listing is not None else ():
        key, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
        if key is not None and value is not None and source.text(key) == "reason":
            said = java_text.texts(source, value)[0]
            if said.is_text:
                return said.template
    return None


def _status(source: Source, node: Node, made: list[_Made]) -> int | None:
    """The status of ``@ResponseStatus`` or of what constructors pass on."""
    found = _annotation(source, node, "ResponseStatus")
    listing = found.child_by_field_name("arguments") if found is not None else None
    for arg in listing.named_children if listing is not None else ():
        value = arg.child_by_field_name("value") if arg.type == "element_value_pair" else arg
        number = status_of(source.flat(value, 80)) if value is not None else None
        if number:
            return number
    for one in made:
        for arg in arguments_of(one.super_call) if one.super_call is not None else ():
            if arg.type in ("field_access", "method_invocation"):
                number = status_of(source.flat(arg, 80))
                if number:
                    return number
    return None


def _code(source: Source, body: Node) -> str | None:
    """A code that the class keeps in a constant of that name."""
    for child in body.named_children:
        if child.type != "field_declaration":
            continue
        declarator = child.child_by_field_name("declarator")
        value = declarator.child_by_field_name("value") if declarator is not None else None
        if declarator is None or value is None or value.type != "string_literal":
            continue
        if _CODE_FIELD.search(name_of(source, declarator)):
            text = java_text.decoded(source.text(value))
            return text if re.fullmatch(r"[\w.:-]{2,60}", text) else None
    return None
