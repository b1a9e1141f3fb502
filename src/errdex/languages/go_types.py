"""Go's error types: what their ``Error`` methods say, and where they are built."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from errdex.languages import go_codes, go_places, go_text
from errdex.languages.interface import Draft, Source, Text, argument
from errdex.languages.locals import enclosing
from errdex.model.facts import Call, ErrorClass
from errdex.model.template import Part, Placeholder, Template

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

VALUE = "value"
ERROR_TYPE = re.compile(r"(?:Error|Exception|Failure|[a-z0-9_](?:Err|Fault))$|^error$")
_CODE_NAME = re.compile(r"(?i)(?:err(?:or)?_?)?(?:code|no|id)$|^value$|^type$|^kind$|^reason$")
_STATUS_NAME = re.compile(r"(?i)status(?:_?code)?$|^code$")
_SAYING = re.compile(
    r"(?i)^(?:err(?:or)?_?)?(?:msg|message|text|reason|desc\w*|detail\w*|str|string|s|what|why|"
    r"summary|problem|err|error|title|info|explanation)$"
)
_CAST = re.compile(
    r"^(?:string|u?int\d*|float\d+|error|byte|uintptr|fmt\.Sprint|strconv\.Quote|strconv\.Itoa)"
    r"\((.*)\)$"
)
_WORDY = re.compile(r"[^\W\d_]{2,}")
_CODE = re.compile(r"[A-Z][A-Z0-9_]{2,}|[A-Za-z]{1,6}-?\d{2,6}")
_FUNCTION = frozenset({"func_literal", *go_places.FUNCTIONS})
MAX_RETURNS = 400
MAX_BUILT = 400


@dataclass(slots=True)
class Declared:
    """The types of one file and the methods that show them.

    Attributes:
        fields: struct type → its field names in order; any other type → None.
        errors: type → its ``Error() string`` method.
        strings: type → its ``String() string`` method.
        nodes: type → its declaration.
    """

    fields: dict[str, tuple[str, ...] | None] = field(default_factory=dict)
    errors: dict[str, Node] = field(default_factory=dict)
    strings: dict[str, Node] = field(default_factory=dict)
    nodes: dict[str, Node] = field(default_factory=dict)


def declared(source: Source) -> Declared:
    """The types that a file declares at its top, read once."""
    return source.once("declared", lambda: _declared(source))


def _declared(source: Source) -> Declared:
    found = Declared()
    for child in source.root.named_children:
        if child.type == "method_declaration":
            name = child.child_by_field_name("name")
            said = source.text(name) if name is not None else ""
            if said in ("Error", "String") and _shows(source, child):
                owner = go_places.receiver(source, child)[1]
                (found.errors if said == "Error" else found.strings)[owner] = child
        elif child.type == "type_declaration":
            for spec in child.named_children:
                name, kind = spec.child_by_field_name("name"), spec.child_by_field_name("type")
                if name is not None and kind is not None:
                    found.fields[source.text(name)] = _fields(source, kind)
                    found.nodes[source.text(name)] = child
    return found


def _shows(source: Source, method: Node) -> bool:
    """Whether a method takes nothing and gives back a string."""
    params, result = (method.child_by_field_name(name) for name in ("parameters", "result"))
    return (
        params is not None
        and result is not None
        and not params.named_child_count
        and source.text(result) == "string"
    )


def _fields(source: Source, kind: Node) -> tuple[str, ...] | None:
    if kind.type != "struct_type":
        return None
    names: list[str] = []
    for listing in kind.named_children:
        for one in listing.named_children if listing.type == "field_declaration_list" else ():
            if one.type != "field_declaration":
                continue
            own = one.children_by_field_name("name")
            names.extend(source.text(name) for name in own)
            embedded = one.child_by_field_name("type") if not own else None
            if embedded is not None:
                names.append(go_places.type_name(source, embedded) or source.flat(embedded, 60))
    return tuple(names)


# -- what an Error method says ------------------------------------------------------------------


def error_class(source: Source, method: Node) -> Iterable[ErrorClass]:
    """The class that an ``Error() string`` method makes of its receiver's type."""
    owner = go_places.receiver(source, method)[1]
    types = declared(source)
    if types.errors.get(owner) != method:
        return
    node = types.nodes.get(owner)
    doc, _ = go_places.documentation(source, node if node is not None else method)
    yield ErrorClass(
        name=owner,
        line=(node if node is not None else method).start_point.row + 1,
        params=_params(types, owner),
        template=class_text(source, owner),
        doc=doc,
    )


def _params(types: Declared, owner: str) -> tuple[str, ...]:
    fields = types.fields.get(owner)
    return fields if fields is not None else (VALUE,)


def class_text(source: Source, owner: str) -> Template | None:
    """What a type's ``Error`` method says, in terms of its fields; None where it is one of many."""
    return source.once(("class", owner), lambda: _class_text(source, owner))


def _class_text(source: Source, owner: str) -> Template | None:
    method = declared(source).errors.get(owner)
    if method is None:
        return None
    name, _ = go_places.receiver(source, method)
    found: list[Template] = []
    bare: list[Template] = []
    for node in returns(method):
        value = _only(node)
        if value is None:
            continue
        template = go_text.texts(source, value)[0].template
        if _WORDY.search(" ".join(template.literals)) and template.literals != ("<nil>",):
            found.append(template)
        elif template.placeholders:
            bare.append(template)
    worded = found or bare
    if len(worded) > 2 and not any(t.placeholders for t in worded):
        return None
    if not worded:
        return None
    return worded[-1].substitute(lambda hole: _of_receiver(hole, name))


def _of_receiver(hole: Placeholder, name: str) -> list[Part] | None:
    expr = hole.expr or ""
    for _ in range(4):
        cast = _CAST.match(expr)
        expr = cast[1] if cast is not None else expr.lstrip("*&")
        expr = re.sub(r"\.(?:Error|String)\(\)$", "", expr)
    if expr == name:
        return [Placeholder(hole.text, VALUE, hole.spec, hole.type)]
    if expr.startswith(f"{name}.") and expr[len(name) + 1 :].isidentifier():
        return [Placeholder(hole.text, expr[len(name) + 1 :], hole.spec, hole.type)]
    return None


def returns(method: Node) -> list[Node]:
    """The return statements of a method itself, in order."""
    body = method.child_by_field_name("body")
    found: list[Node] = []
    stack = [body] if body is not None else []
    while stack and len(found) < MAX_RETURNS:
        at = stack.pop()
        if at.type == "return_statement":
            found.append(at)
        elif at.type != "func_literal":
            stack.extend(reversed(at.named_children))
    return found


def _only(statement: Node) -> Node | None:
    listing = statement.named_children[0] if statement.named_child_count else None
    if listing is None or listing.type != "expression_list" or listing.named_child_count != 1:
        return None
    return listing.named_children[0]


def shown(source: Source, method: Node) -> Iterable[Draft]:
    """The texts that an ``Error`` or ``String`` method of an error type returns."""
    owner = go_places.receiver(source, method)[1]
    name = source.text(method.child_by_field_name("name") or method)
    types = declared(source)
    if method not in (types.errors.get(owner), types.strings.get(owner)):
        return
    if name != "Error" and not (owner in types.errors or re.search(r"(?i)err(?:or)?", owner)):
        return
    for node in returns(method):
        value = _only(node)
        if value is None or value.type == "nil":
            continue
        if value.type == "call_expression" and source.text(value).startswith("errors."):
            continue
        texts = [t for t in go_text.said(source, value) if _WORDY.search(_fixed(t))]
        if texts and texts[0].template.message not in ("<nil>", "nil"):
            yield Draft(node, "declare", texts, error_class=owner, code=_case(source, node))
    if name == "Error" and not _TOLD.search(owner):
        yield from _others(source, owner)


# the names of types that the queries look for
_TOLD = re.compile(r"(?:Error|Err|Exception)$")


def _others(source: Source, owner: str) -> Iterable[Draft]:
    """Where a file builds an error whose type's name does not tell that it is one."""
    written = re.compile(rb"\b%b[{(]" % re.escape(owner).encode())
    for hit in islice(written.finditer(source.data), MAX_BUILT):
        node = source.root.descendant_for_byte_range(hit.start(), hit.end() - 1)
        outer = node.parent if node is not None else None
        if outer is None or node is None or outer.start_byte != hit.start():
            continue
        found: Draft | None = None
        if outer.type == "composite_literal":
            found = composite(source, outer)
        elif outer.type == "call_expression" and node.type == "identifier":
            found = converted(source, outer, owner)
        if found is not None and found.texts:
            yield found


def _fixed(text: Text) -> str:
    return " ".join(part for part in text.parts if isinstance(part, str))


def _case(source: Source, node: Node) -> str | None:
    """The one value of a switch for which a statement is reached."""
    case = enclosing(node, frozenset({"expression_case", *_FUNCTION}))
    listing = case.child_by_field_name("value") if case is not None else None
    if listing is None or listing.named_child_count != 1:
        return None
    return go_codes.code_of(source, listing.named_children[0])


# -- errors that are built ----------------------------------------------------------------------


def is_error_type(source: Source, name: str) -> bool:
    """Whether a type is an error's: by its method in this file, or by its name."""
    types = declared(source)
    return name in types.errors or ERROR_TYPE.search(name) is not None


def composite(source: Source, node: Node) -> Draft | None:
    """``&XError{Op: "open", Err: err}`` and ``XError{"open", err}``."""
    kind, body = node.child_by_field_name("type"), node.child_by_field_name("body")
    if kind is None or body is None:
        return None
    name = go_places.type_name(source, kind)
    if not name or not is_error_type(source, name) or _is_only_named(source, node):
        return None
    above = node.parent
    outer = above if above is not None and above.type == "unary_expression" else node
    return built(source, outer, source.text(kind), name, pairs_of(source, body))


Pairs = list[tuple[str | None, list[Text], "Node"]]


def pairs_of(source: Source, body: Node) -> Pairs:
    """The elements of a composite literal: key, what it says, its node."""
    found: Pairs = []
    for child in body.named_children:
        key: str | None = None
        value = child
        if child.type == "keyed_element":
            label, inner = child.child_by_field_name("key"), child.child_by_field_name("value")
            if label is None or inner is None:
                continue
            key, value = source.text(label), inner
        elif child.type != "literal_element":
            continue
        if value.named_child_count:
            value = value.named_children[0]
            found.append((key, go_text.texts(source, value), value))
    return found


def built(source: Source, node: Node, written: str, name: str, pairs: Pairs) -> Draft | None:
    """The site of an error that is built; its type's text is bound where this file holds it."""
    call = Call(written, tuple(argument(key, texts) for key, texts, _ in pairs))
    texts = _bound(source, name, call)
    if not texts:
        texts = message_texts([(key, said) for key, said, _ in pairs])
    draft = Draft(node, "construct", texts, error_class=written, call=call)
    for key, said, value in pairs:
        if key is not None and _CODE_NAME.search(key) and draft.code is None:
            draft.code = go_codes.code_of(source, value)
            if said == draft.texts and len(pairs) > 1:
                draft.texts = message_texts([(k, s) for k, s, v in pairs if v != value])
        if key is not None and _STATUS_NAME.search(key) and draft.http_status is None:
            draft.http_status = go_codes.status_of(source.text(value))
    return draft


def _bound(source: Source, name: str, call: Call) -> list[Text]:
    template = class_text(source, name)
    if template is None:
        return []
    params = _params(declared(source), name)
    given = {arg.name: arg for arg in call.args if arg.name is not None}
    given.update(zip(params, (a for a in call.args if a.name is None), strict=False))

    def fill(hole: Placeholder) -> Iterable[Part] | None:
        arg = given.get(hole.expr or "")
        if arg is None:
            return None
        inner = arg.template.parts
        if arg.is_text:
            return inner
        if len(inner) == 1 and isinstance(inner[0], Placeholder):
            return [Placeholder(hole.text, inner[0].expr, hole.spec, hole.type)]
        return None

    bound = template.substitute(fill)
    return [Text(bound.parts, bool(bound.literals), inline=False)]


def message_texts(pairs: list[tuple[str | None, list[Text]]]) -> list[Text]:
    """The element that is the message: a field named so, else the wordiest text, else a hole."""
    told = [(key, texts) for key, texts in pairs if any(t.is_text and t.parts for t in texts)]
    for key, texts in told:
        if key is not None and _SAYING.match(key):
            return texts
    for _, texts in told:
        if " " in texts[0].template.message:
            return texts
    if told:
        return told[0][1]
    for key, texts in pairs:
        if key is not None and _SAYING.match(key):
            return texts
    return []


def _is_only_named(source: Source, node: Node) -> bool:
    """Whether an error value only stands for its type, as in ``errors.As(err, &XError{})``."""
    at = node.parent
    while at is not None and at.type in ("unary_expression", "parenthesized_expression"):
        at = at.parent
    if at is None:
        return False
    if at.type == "argument_list" and at.parent is not None:
        callee = go_text.called(source, at.parent)
        if callee == "new" or re.search(r"\.(?:As|Is|TypeOf|Register\w*|IndirectType)$", callee):
            return True
    body = node.child_by_field_name("body")
    empty = body is None or not body.named_child_count
    if at.type == "selector_expression":
        return empty
    if not empty:
        return False
    spec = at.parent if at.type == "expression_list" else at
    return spec is not None and spec.type in _NAMING


_NAMING = frozenset({"var_spec", "short_var_declaration", "binary_expression"})


def converted(source: Source, node: Node, name: str) -> Draft | None:
    """``XError("text")``: a named string that is an error."""
    args = go_text.arguments(node)
    types = declared(source)
    local = name in types.fields
    if len(args) != 1 or not (local or name[:1].isupper()) or name.startswith("New"):
        return None
    texts = go_text.texts(source, args[0])
    if not local and not any(text.is_text for text in texts):
        return None
    written = source.text(node.child_by_field_name("function") or node)
    return built(source, node, written, name, [(None, texts, args[0])])
