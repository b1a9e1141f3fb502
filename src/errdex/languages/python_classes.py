"""Python's definitions that messages depend on: functions, error classes, constants, imports."""

from __future__ import annotations

import ast
import re
from typing import TYPE_CHECKING

from errdex.languages import python_text
from errdex.languages.interface import ERROR_NAME, Captures, Source, Text
from errdex.languages.locals import enclosing
from errdex.model.facts import ErrorClass, Function
from errdex.model.template import Placeholder, Template

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

_TEXT_ATTRIBUTES = (
    "default_detail", "msg_template", "message_template", "default_message", "fmt", "message",
    "msg", "detail", "description", "error_message", "errmsg", "template", "reason", "_msg",
    "_message", "default_msg", "format", "brief_description", "explanation", "title",
)  # fmt: skip
_CODE_ATTRIBUTES = ("default_code", "error_code", "code", "errcode", "sqlstate", "ERROR_CODE")
_STATUS_ATTRIBUTES = ("status_code", "http_status", "status", "code", "http_code")
_NUMBER = re.compile(r"[45]\d\d")
MAX_DOC = 4_000


def function(source: Source, path: list[Node]) -> Function:
    """Describe the function at the end of ``path``."""
    node = path[-1]
    names = [
        source.text(name)
        for owner in path
        if owner.type in ("class_definition", "function_definition")
        and (name := owner.child_by_field_name("name")) is not None
    ]
    owners = [p for p in path[:-1] if p.type in ("class_definition", "function_definition")]
    owner = owners[-1] if owners and owners[-1].type == "class_definition" else None
    owner_name = owner.child_by_field_name("name") if owner is not None else None
    body = node.child_by_field_name("body")
    doc, doc_line = _docstring(source, body)
    header_end = body.start_byte if body is not None else node.end_byte
    header = source.data[node.start_byte : header_end].decode("utf-8", "replace")
    nested = any(p.type == "function_definition" for p in path[:-1])
    dunder = names[-1].startswith("__") and names[-1].endswith("__")
    hidden = any(n.startswith("_") for n in names[:-1]) or (
        names[-1].startswith("_") and not dunder
    )
    return Function(
        name=names[-1] if names else "",
        qualname=".".join(names),
        line=node.start_point.row + 1,
        end_line=node.end_point.row + 1,
        signature=" ".join(re.sub(r"#.*", "", header).split()).rstrip(": ")[:600],
        params=tuple(parameters(source, node)),
        public=not hidden and not nested,
        doc=doc,
        doc_line=doc_line,
        class_name=source.text(owner_name) if owner_name is not None else None,
    )


def parameters(source: Source, node: Node) -> list[str]:
    """A function's parameter names in order, without receiver and stars."""
    listing = node.child_by_field_name("parameters")
    names: list[str] = []
    for child in listing.named_children if listing is not None else ():
        name = child if child.type == "identifier" else child.child_by_field_name("name")
        if name is None and child.named_children:
            name = child.named_children[0]
            if name.type != "identifier" and name.named_children:
                name = name.named_children[0]
        if name is not None and name.type == "identifier":
            names.append(source.text(name))
    if names and names[0] in ("self", "cls", "mcs") and enclosing(node, _CLASS) is not None:
        names.pop(0)
    return names


_CLASS = frozenset({"class_definition"})


def _docstring(source: Source, body: Node | None) -> tuple[str, int]:
    first = body.named_children[0] if body is not None and body.named_children else None
    if first is None or first.type != "expression_statement" or first.named_child_count != 1:
        return "", 0
    text = first.named_children[0]
    if text.type not in ("string", "concatenated_string"):
        return "", 0
    said = python_text.texts(source, text)[0].template.message
    import inspect

    return inspect.cleandoc(said)[:MAX_DOC], text.start_point.row + 1


def error_class(source: Source, captures: Captures) -> Iterable[ErrorClass]:
    """The class of a match, when its name or bases read as an error's."""
    name = source.text(captures["name"][0])
    listing = captures.get("bases")
    bases = [
        source.text(base)
        for base in (listing[0].named_children if listing else ())
        if base.type in ("identifier", "attribute")
    ]
    node, body = captures["class"][0], captures["body"][0]
    simple = [base.rpartition(".")[2] for base in bases]
    if not any(ERROR_NAME.search(text) for text in (name, *simple)):
        return
    methods, attributes = _members(source, body)
    init = methods.get("__init__")
    params = parameters(source, init) if init is not None else []
    template = _built_text(source, methods, params)
    text = next((attributes[a] for a in _TEXT_ATTRIBUTES if a in attributes), None)
    doc, _ = _docstring(source, body)
    yield ErrorClass(
        name=name,
        line=node.start_point.row + 1,
        bases=tuple(bases),
        params=tuple(params),
        defaults=_defaults(source, init),
        template=template,
        text=python_text.fielded(Text(text.parts)).template if text is not None else None,
        code=_attribute(source, body, _CODE_ATTRIBUTES, quoted=True),
        http_status=_status(_attribute(source, body, _STATUS_ATTRIBUTES, quoted=False)),
        doc=doc,
    )


def _members(source: Source, body: Node) -> tuple[dict[str, Node], dict[str, Template]]:
    methods: dict[str, Node] = {}
    attributes: dict[str, Template] = {}
    for child in body.named_children:
        inner = child
        if child.type == "decorated_definition":
            inner = child.child_by_field_name("definition") or child
        if inner.type == "function_definition":
            name = inner.child_by_field_name("name")
            if name is not None:
                methods[source.text(name)] = inner
        elif child.type == "expression_statement" and child.named_children:
            statement = child.named_children[0]
            left = statement.child_by_field_name("left")
            right = statement.child_by_field_name("right")
            if left is not None and right is not None and left.type == "identifier":
                said = python_text.texts(source, right)[0]
                if said.is_text:
                    attributes[source.text(left)] = said.template
    return methods, attributes


def _attribute(source: Source, body: Node, names: tuple[str, ...], *, quoted: bool) -> str | None:
    for child in body.named_children:
        statement = child.named_children[0] if child.named_children else child
        left, right = statement.child_by_field_name("left"), statement.child_by_field_name("right")
        if statement.type != "assignment" or left is None or right is None:
            continue
        if source.text(left) in names:
            value = source.text(right)
            if quoted and right.type == "string":
                return value.strip("'\"rbuf")
            if not quoted and right.type != "string":
                return value
    return None


def _status(value: str | None) -> int | None:
    found = _NUMBER.search(value) if value else None
    return int(found.group()) if found else None


def _defaults(source: Source, init: Node | None) -> dict[str, Template]:
    listing = init.child_by_field_name("parameters") if init is not None else None
    found: dict[str, Template] = {}
    for child in listing.named_children if listing is not None else ():
        name, value = child.child_by_field_name("name"), child.child_by_field_name("value")
        if name is not None and value is not None:
            said = python_text.texts(source, value)[0]
            if said.is_text and said.template.parts:
                found[source.text(name)] = said.template
    return found


def _built_text(source: Source, methods: dict[str, Node], params: list[str]) -> Template | None:
    """The text that ``__str__`` or the constructor builds, in terms of the parameters."""
    init = methods.get("__init__")
    fields = _fields(source, init, params) if init is not None else {}
    shown = methods.get("__str__")
    if shown is not None:
        for node in python_text.inside(shown, "return_statement"):
            if node.named_children:
                for said in python_text.texts(source, node.named_children[0]):
                    if said.is_text:
                        return _in_params(said.template, fields)
    if init is None:
        return None
    for node in python_text.inside(init, "call"):
        found = _super_text(source, node)
        if found is not None and (found.literals or found.placeholders):
            return _in_params(found, fields)
    for node in python_text.inside(init, "assignment"):
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None:
            continue
        if source.text(left) in ("self.message", "self.msg", "self.detail", "self._message"):
            said = python_text.texts(source, right)[0]
            if said.is_text:
                return _in_params(said.template, fields)
    return None


def _super_text(source: Source, call: Node) -> Template | None:
    """What ``super().__init__(…)`` or ``Base.__init__(self, …)`` is given as the message."""
    function = call.child_by_field_name("function")
    listing = call.child_by_field_name("arguments")
    if function is None or listing is None or not source.text(function).endswith(".__init__"):
        return None
    args = [a for a in listing.named_children if a.type != "comment"]
    if args and source.text(args[0]) == "self":
        args = args[1:]
    first: Template | None = None
    for arg in args:
        value = arg
        if arg.type == "keyword_argument":
            value = arg.child_by_field_name("value") or arg
        if arg.type in ("list_splat", "dictionary_splat"):
            continue
        said = python_text.texts(source, value)[0]
        if said.is_text:
            return said.template
        first = first or said.template
    return first


def _fields(source: Source, init: Node, params: list[str]) -> dict[str, str]:
    """``self.x`` → the parameter it is set from."""
    fields: dict[str, str] = {}
    for node in python_text.inside(init, "assignment"):
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None and right is not None and left.type == "attribute":
            value = source.text(right)
            if value in params:
                fields[source.text(left)] = value
    return fields


def _in_params(template: Template, fields: dict[str, str]) -> Template:
    """Rewrite the expressions of placeholders from ``self.x`` to the parameter behind it."""
    return template.substitute(
        lambda hole: (
            [Placeholder(hole.text, fields[hole.expr], hole.spec, hole.type)]
            if hole.expr in fields
            else None
        )
    )


def constants(source: Source, captures: Captures) -> Iterable[tuple[str, Template]]:
    """A module's named text; of a table, each text as ``NAME[key]``."""
    name, value = source.text(captures["name"][0]), captures["value"][0]
    if value.type == "dictionary":
        for pair in value.named_children[:400]:
            key, shown = pair.child_by_field_name("key"), pair.child_by_field_name("value")
            if key is None or shown is None:
                continue
            said = python_text.texts(source, shown)[0]
            if said.is_text:
                yield f"{name}[{_plain_key(source.text(key))}]", said.template
        return
    said = python_text.texts(source, value)[0]
    if said.is_text and said.template.fixed_length >= 3:
        yield name, said.template


def _plain_key(text: str) -> str:
    try:
        return str(ast.literal_eval(text))
    except (ValueError, SyntaxError):
        return text


def imports(source: Source, node: Node) -> Iterable[tuple[str, str]]:
    """Local name → ``module:name`` or ``module``."""
    module_node = node.child_by_field_name("module_name")
    module = source.text(module_node) if module_node is not None else ""
    for name in node.children_by_field_name("name"):
        real, alias = name, name
        if name.type == "aliased_import":
            real = name.child_by_field_name("name") or name
            alias = name.child_by_field_name("alias") or name
        target = f"{module}:{source.text(real)}" if module else source.text(real)
        yield source.text(alias), target
