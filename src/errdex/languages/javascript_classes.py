"""JavaScript's error classes: what their constructors build, which codes registries give them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import javascript_names as names
from errdex.languages import javascript_text
from errdex.languages.interface import ERROR_NAME, Captures, Source, Text
from errdex.languages.javascript_format import as_console_format
from errdex.languages.javascript_functions import doc_of, statement_of
from errdex.model.facts import ErrorClass
from errdex.model.template import Placeholder, Template

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

_TEXT_FIELDS = ("message", "msg", "defaultMessage", "detail", "description", "reason", "title")
_CODE_FIELDS = ("code", "errorCode", "errCode", "errno", "type", "kind")
_STATUS_FIELDS = ("status", "statusCode", "httpStatus", "httpCode", "httpStatusCode")
_SHOWN = ("message", "msg", "shortMessage", "detail", "description")
_FIELD_KINDS = frozenset({"field_definition", "public_field_definition"})
_CODE = re.compile(r"[A-Z][A-Z0-9]*(?:[_.:-][A-Z0-9]+)+|[A-Z]{3,}\d*|E[A-Z]{3,}")
_SUPER_CALL = re.compile(r"[\w$.]*Error\.call|_super\.call|Base\.call")
_STATUS = re.compile(r"[45]\d\d")


def error_class(source: Source, captures: Captures) -> Iterable[ErrorClass]:
    """The class of one match, when its name or base reads as an error's."""
    node = captures["class"][0]
    if "registry" in captures:
        yield from _registered(source, captures)
        return
    if "constructor" in captures:
        yield from _function_class(source, node, captures["name"][0])
        return
    name = _written_name(source, node)
    bases = tuple(_bases(source, node))
    simple = [base.rpartition(".")[2] for base in bases]
    if not name or not any(ERROR_NAME.search(text) for text in (name, *simple)):
        return
    reading = _Reading(source, captures["body"][0])
    doc, _ = doc_of(source, statement_of(node))
    yield reading.facts(name, node.start_point.row + 1, bases, doc)


def _written_name(source: Source, node: Node) -> str:
    named = node.child_by_field_name("name")
    if named is not None:
        return source.text(named)
    parent = node.parent
    left = None
    if parent is not None:
        left = parent.child_by_field_name("name") or parent.child_by_field_name("left")
        left = left or parent.child_by_field_name("key")
    return source.flat(left, 80).rpartition(".")[2] if left is not None else ""


def _bases(source: Source, node: Node) -> Iterable[str]:
    for heritage in node.named_children:
        if heritage.type != "class_heritage":
            continue
        for child in heritage.named_children:
            value = child
            if child.type == "extends_clause":
                value = child.child_by_field_name("value") or child
            elif child.type == "implements_clause":
                continue
            while value.type in ("call_expression", "parenthesized_expression"):
                # extends Mixin(Base): the base is what the mixin is given
                listing = value.child_by_field_name("arguments") or value
                if not listing.named_children:
                    break
                value = listing.named_children[0]
            text = source.flat(value, 100)
            if re.fullmatch(r"[\w$.]+", text):
                yield text


class _Reading:
    """What a class body or a constructor function says about its errors' text."""

    def __init__(self, source: Source, body: Node, constructor: Node | None = None) -> None:
        self.source = source
        self.fields: dict[str, Node] = {}
        self.methods: dict[str, Node] = {}
        self.constructor = constructor
        for child in body.named_children if constructor is None else ():
            named = child.child_by_field_name("name") or child.child_by_field_name("property")
            if named is None:
                continue
            key = source.text(named).strip("'\"#")
            value = child.child_by_field_name("value")
            if child.type == "method_definition":
                self.methods[key] = child
            elif child.type in _FIELD_KINDS and value is not None:
                self.fields[key] = value
        self.constructor = constructor or self.methods.get("constructor")
        self.params: dict[str, Node | None] = {}
        self.slots: list[str] = []
        self.assigned: dict[str, Node] = {}
        self.super_args: list[Node] = []
        self.defaults: dict[str, Template] = {}
        if self.constructor is not None:
            self._read_constructor(self.constructor)

    def _read_constructor(self, constructor: Node) -> None:
        source = self.source
        self.params = names.parameter_nodes(source, constructor)
        listing = constructor.child_by_field_name("parameters")
        for child in listing.named_children if listing is not None else ():
            if child.type != "comment":
                pattern = child.child_by_field_name("pattern") or child
                pattern = pattern.child_by_field_name("left") or pattern
                self.slots.append(source.flat(pattern, 60))
        for name, default in self.params.items():
            if default is not None:
                said = javascript_text.said(source, default)
                if said and said[0].template.parts:
                    self.defaults[name] = said[0].template
        body = constructor.child_by_field_name("body")
        wanted = frozenset({"call_expression", "assignment_expression"})
        for node in names.inside(body, wanted) if body is not None else ():
            if node.type == "call_expression":
                self._read_call(node)
                continue
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            if left is not None and right is not None and left.type == "member_expression":
                written = source.flat(left, 80)
                if written.startswith(("this.", "self.", "_this.", "err.", "error.")):
                    self.assigned.setdefault(written.partition(".")[2], right)

    def _read_call(self, node: Node) -> None:
        called = node.child_by_field_name("function")
        args = javascript_text.plain_arguments(node.child_by_field_name("arguments"))
        written = self.source.flat(called, 60) if called is not None else ""
        if written == "super" and not self.super_args:
            self.super_args = args
        elif _SUPER_CALL.fullmatch(written) and len(args) > 1 and not self.super_args:
            self.super_args = args[1:]

    def facts(self, name: str, line: int, bases: tuple[str, ...], doc: str) -> ErrorClass:
        """The class as a fact."""
        template = self._template()
        text = next((self._text(self.fields[f]) for f in _TEXT_FIELDS if f in self.fields), None)
        return ErrorClass(
            name=name,
            line=line,
            bases=bases,
            params=tuple(self.slots),
            defaults=self.defaults,
            template=template,
            text=text,
            code=self._code(),
            http_status=self._status(),
            doc=doc,
        )

    def _text(self, node: Node) -> Template | None:
        said = javascript_text.said(self.source, node)
        return said[0].template if said else None

    def _template(self) -> Template | None:
        """The text that the constructor or a getter builds, in terms of the parameters."""
        shown: Template | None = None
        getter = self.methods.get("message")
        if getter is not None:
            said = names.returned(self.source, getter, 0)
            if said:
                return self._in_params(said[0].template)
        given = self.assigned.get("message")
        if given is not None:
            shown = self._message(given)
            if shown is not None and shown.literals:
                return self._in_params(shown)
        passed = self._super_message()
        chosen = passed if passed is not None and (passed.literals or shown is None) else shown
        return self._in_params(chosen) if chosen is not None else None

    def _super_message(self) -> Template | None:
        found = [(arg, self._message(arg)) for arg in self.super_args]
        texts = [t for _, t in found if t is not None and t.literals]
        spaced = [t for t in texts if " " in t.message]
        if spaced or texts:
            return (spaced or texts)[0]
        for arg, template in found:
            if template is not None and javascript_text.bare(arg).type != "object":
                return template
        return None

    def _message(self, node: Node, depth: int = 0) -> Template | None:
        """What the message is set to; ``message || "text"`` makes the text a default."""
        node = javascript_text.bare(node)
        if node.type == "binary_expression":
            left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
            operator = node.child_by_field_name("operator")
            if left is not None and right is not None and operator is not None:
                name = self.source.text(left)
                if operator.type in ("||", "??") and name in self.params:
                    said = javascript_text.said(self.source, right)
                    if said:
                        self.defaults.setdefault(name, said[0].template)
                    return Template((Placeholder("{" + name + "}", name),))
        if node.type == "identifier" and self.source.text(node) in self.params:
            name = self.source.text(node)
            said = javascript_text.texts(self.source, node)
            if not said[0].is_text or said[0].template == self.defaults.get(name):
                return Template((Placeholder("{" + name + "}", name),))
            return said[0].template
        if node.type == "object":
            for key in _SHOWN:
                value = names.property_value(self.source, node, key)
                if value is not None and depth < 3:
                    return self._message(value, depth + 1)
            return None
        return javascript_text.texts(self.source, node)[0].template

    def _in_params(self, template: Template) -> Template:
        """Rewrite placeholders from ``this.x`` to the parameter behind it."""
        fields = {
            f"this.{key}": self.source.text(value)
            for key, value in self.assigned.items()
            if value.type == "identifier"
        }
        for name in self.params:
            fields.setdefault(f"this.{name}", name)
        return template.substitute(
            lambda hole: (
                [Placeholder(hole.text, fields[hole.expr], hole.spec, hole.type)]
                if hole.expr in fields
                else None
            )
        )

    def _values(self, wanted: tuple[str, ...]) -> Iterable[Node]:
        for key in wanted:
            for table in (self.assigned, self.fields):
                if key in table:
                    yield table[key]
            for arg in self.super_args:
                if arg.type == "object":
                    value = names.property_value(self.source, arg, key)
                    if value is not None:
                        yield value

    def _code(self) -> str | None:
        for value in self._values(_CODE_FIELDS):
            said = javascript_text.said(self.source, value)
            if said and _CODE.fullmatch(said[0].template.message):
                return said[0].template.message
        for arg in self.super_args:
            if arg.type == "string" and _CODE.fullmatch(self.source.text(arg)[1:-1]):
                return self.source.text(arg)[1:-1]
        return None

    def _status(self) -> int | None:
        for value in (*self._values((*_STATUS_FIELDS, "code")), *self.super_args):
            text = self.source.text(value)
            if value.type == "number" and _STATUS.fullmatch(text):
                return int(text)
        return None


def _function_class(source: Source, node: Node, named: Node) -> Iterable[ErrorClass]:
    """``function XError(message) { Error.call(this); this.message = … }``."""
    name = source.text(named)
    body = node.child_by_field_name("body")
    if not name[:1].isupper() or body is None:
        return
    reading = _Reading(source, body, node)
    if not reading.super_args and "message" not in reading.assigned:
        return
    doc, _ = doc_of(source, statement_of(node))
    yield reading.facts(name, node.start_point.row + 1, ("Error",), doc)


def _registered(source: Source, captures: Captures) -> Iterable[ErrorClass]:
    """``E("ERR_X", "text %s", TypeError)`` and ``createError("CODE", "text %s", 500)``."""
    read = registration(source, captures["registry"][0])
    if read is None:
        return
    code, texts, args = read
    template = texts[0].template
    params = tuple(f"args[{i}]" for i in range(len(template.placeholders)))
    if args[1].type in names.FUNCTIONS:
        params = tuple(names.parameter_nodes(source, args[1]))
    else:
        holes = iter(params)
        template = template.substitute(
            lambda hole: [Placeholder(hole.text, next(holes), hole.spec, hole.type)]
        )
    bases = [source.text(a) for a in args[2:] if ERROR_NAME.search(source.text(a))]
    status = [int(source.text(a)) for a in args[2:] if _STATUS.fullmatch(source.text(a))]
    node = captures["class"][0]
    owner = _written_name(source, node)
    for name in dict.fromkeys([code, owner] if re.fullmatch(r"[\w$]+", owner) else [code]):
        yield ErrorClass(
            name=name,
            line=node.start_point.row + 1,
            bases=tuple(bases),
            params=params,
            template=template,
            code=code,
            http_status=status[0] if status else None,
        )


def registration(source: Source, call: Node) -> tuple[str, list[Text], list[Node]] | None:
    """Code, texts and arguments of a call that registers an error code; None for any other."""
    args = javascript_text.plain_arguments(call.child_by_field_name("arguments"))
    if len(args) < 2 or args[0].type != "string":
        return None
    code = source.text(args[0])[1:-1]
    if not _CODE.fullmatch(code):
        return None
    texts = [as_console_format(text, None) for text in javascript_text.said(source, args[1])]
    return (code, texts, args) if texts else None
