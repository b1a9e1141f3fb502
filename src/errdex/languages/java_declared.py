"""Java's declared texts: enums of error codes, constraints, message interfaces, constants."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import java_text
from errdex.languages.interface import Draft, Source, Text
from errdex.languages.java_builder import parameters
from errdex.languages.java_nodes import (
    arguments_of,
    modifier_words,
    name_of,
    plain_arguments,
    type_name,
)
from errdex.languages.java_reports import VIOLATION
from errdex.languages.jvm_format import filled, formatter_parts
from errdex.languages.jvm_names import CODE, ERROR, ERROR_ENUM, status_of
from errdex.model.template import Part, Placeholder, Template
from errdex.template.messageformat import message_parts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

_NO_CONSTRAINT = re.compile(
    r"Api\w*|\w*Response|Deprecated|Operation|Schema|Parameter|Test|Disabled\w*|Enabled\w*|Message"
)
_BEAN_HOLE = re.compile(r"(\$?)\{([^{}]*)\}")
_KEY = re.compile(r"\{[\w.-]+\}$")
_PROJECT = re.compile(rb"projectCode\s*=\s*(?:\"([A-Z]{1,12})\"|([\w.]+))")
_TEXT_VALUES = frozenset(
    {"string_literal", "binary_expression", "method_invocation", "parenthesized_expression"}
)
MAX_ENUM = 600


def _prose(text: str) -> bool:
    return " " in text.strip() or (len(text) > 1 and not text.isascii())


# -- enums ------------------------------------------------------------------------------------


def constants_of(body: Node | None) -> list[Node]:
    """The constants of an enum that are given arguments."""
    return [
        child
        for child in (body.named_children[:MAX_ENUM] if body is not None else ())
        if child.type == "enum_constant" and child.child_by_field_name("arguments") is not None
    ]


def enum_texts(source: Source, enumeration: Node) -> Iterable[Draft]:
    """Each text of an enum of errors: ``NOT_FOUND("E404", "no such item %s")``."""
    name = name_of(source, enumeration)
    body = enumeration.child_by_field_name("body")
    if not ERROR_ENUM.search(name):
        return
    for constant in constants_of(body):
        args = arguments_of(constant)
        chosen = _sentence(source, args)
        if chosen is None:
            continue
        place, text = chosen
        codes = [
            said[0].template.message
            for other, arg in enumerate(args)
            if other != place and (said := java_text.said(source, arg))
        ]
        code = next((c for c in codes if CODE.fullmatch(c)), None)
        made = next((a for a in args if a.type == "method_reference"), None)
        found = source.flat(made, 100).removesuffix("::new") if made is not None else ""
        statuses = (status_of(source.flat(arg, 80)) for arg in args if arg.type != "string_literal")
        yield Draft(
            constant,
            "declare",
            [_formatted(text)],
            error_class=found if ERROR.search(found) else None,
            code=code or name_of(source, constant),
            http_status=next((s for s in statuses if s), None),
        )


def _sentence(source: Source, args: list[Node]) -> tuple[int, Text] | None:
    for place, arg in enumerate(args):
        said = java_text.said(source, arg) if arg.type in _TEXT_VALUES else []
        if said and _prose(said[0].template.message):
            return place, said[0]
    return None


def _formatted(text: Text) -> Text:
    """A declared text's placeholders, filled by whoever raises it."""
    whole = "".join(text.template.literals)
    if re.search(r"%(?:\d+\$)?[-+0,]*\d*(?:\.\d+)?[sdxfn]", whole):
        return filled(text, formatter_parts)
    if re.search(r"\{\d+(?:,[^{}]*)?\}", whole):
        return filled(text, message_parts)
    if re.search(r"\{\w*\}", whole):
        return filled(text, lambda s, _: _braces(s))
    return text


def _braces(text: str) -> list[Part]:
    parts: list[Part] = []
    at = 0
    for found in re.finditer(r"\{(\w*)\}", text):
        parts += [text[at : found.start()], Placeholder(found.group(), found[1] or None)]
        at = found.end()
    return [*parts, text[at:]]


# -- annotations ------------------------------------------------------------------------------


def annotated(source: Source, node: Node) -> Draft | None:
    """A constraint's ``message = "…"``, or a message interface's ``@Message("…")``."""
    name = source.text(node.child_by_field_name("name") or node).rpartition(".")[2]
    pairs, single = _elements(source, node)
    if name == "Message":
        return _logged_message(source, node, pairs, single)
    value = pairs.get("message")
    if value is None or _NO_CONSTRAINT.fullmatch(name):
        return None
    return constraint(source, value)


def _elements(source: Source, node: Node) -> tuple[dict[str, Node], Node | None]:
    pairs: dict[str, Node] = {}
    single: Node | None = None
    for child in plain_arguments(node.child_by_field_name("arguments")):
        key, value = child.child_by_field_name("key"), child.child_by_field_name("value")
        if child.type == "element_value_pair" and key is not None and value is not None:
            pairs[source.text(key)] = value
        else:
            single = child
    return pairs, single


def constraint(source: Source, value: Node) -> Draft | None:
    """The text of a bean constraint; one that only names a bundle's key says nothing here."""
    said = java_text.said(source, value)
    texts = [t for t in said if not _KEY.match(t.template.message)]
    if not texts:
        return None
    made = [filled(text, lambda s, _: _bean_parts(s)) for text in texts]
    return Draft(value, "declare", made, error_class=VIOLATION)


def _bean_parts(text: str) -> list[Part]:
    parts: list[Part] = []
    at = 0
    for found in _BEAN_HOLE.finditer(text):
        if text[found.start() - 1 : found.start()] == "\\":
            continue
        parts += [text[at : found.start()], Placeholder(found.group(), found[2].strip() or None)]
        at = found.end()
    return [*parts, text[at:]]


def _logged_message(
    source: Source, node: Node, pairs: dict[str, Node], single: Node | None
) -> Draft | None:
    """JBoss Logging: the texts of an interface whose methods build errors and log lines."""
    value = pairs.get("value", single)
    modifiers = node.parent
    declared = modifiers.parent if modifiers is not None else None
    if value is None or declared is None or declared.type != "method_declaration":
        return None
    said = java_text.said(source, value)
    if not said or b"jboss" not in source.data:
        return None
    marks = " ".join(source.flat(c, 120) for c in modifiers.named_children) if modifiers else ""
    severity = "error"
    if "LogMessage" in marks:
        if not re.search(r"level\s*=\s*(?:\w+\.)*(?:ERROR|FATAL)", marks):
            return None
        severity = "critical" if "FATAL" in marks else "error"
    split = message_parts if "MESSAGE_FORMAT" in source.text(node) else formatter_parts
    values = parameters(source, declared)
    kind = declared.child_by_field_name("type")
    found = type_name(source, kind).rpartition(".")[2] if kind is not None else ""
    return Draft(
        node,
        "declare",
        [filled(text, split, values) for text in said],
        error_class=found if ERROR.search(found) else None,
        code=_project_code(source, pairs.get("id")),
        severity=severity,
    )


def _project_code(source: Source, number: Node | None) -> str | None:
    """``@Message(id = 12)`` in a project ``HV`` is printed as ``HV000012``."""
    found = _PROJECT.search(source.data)
    if number is None or found is None:
        return None
    digits = source.text(number).replace("_", "")
    prefix = (found[1] or b"").decode()
    if not prefix and found[2]:
        constant = source.constants.get(found[2].decode())
        prefix = constant.message if constant is not None else ""
    return f"{prefix}{digits:0>6}" if prefix and digits.isdigit() else None


# -- constants and imports --------------------------------------------------------------------


def constants(source: Source, node: Node) -> Iterable[tuple[str, Template]]:
    """A class's named text, by its own name and with its class; an enum's texts likewise."""
    if node.type == "enum_declaration":
        owner = name_of(source, node)
        for constant in constants_of(node.child_by_field_name("body")):
            chosen = _sentence(source, arguments_of(constant))
            if chosen is not None:
                yield f"{owner}.{name_of(source, constant)}", _formatted(chosen[1]).template
        return
    words = modifier_words(node)
    kind = node.child_by_field_name("type")
    if kind is None or source.text(kind) not in ("String", "CharSequence", "java.lang.String"):
        return
    if node.type == "field_declaration" and not {"static", "final"} <= words:
        return
    body = node.parent
    home = body.parent if body is not None else None
    if home is not None and home.type == "enum_body":
        home = home.parent
    owner = name_of(source, home) if home is not None else ""
    for declarator in node.children_by_field_name("declarator"):
        value = declarator.child_by_field_name("value")
        if value is None or value.type not in _TEXT_VALUES:
            continue
        said = java_text.texts(source, value)[0]
        if said.is_text and said.template.fixed_length >= 3:
            name = name_of(source, declarator)
            yield name, said.template
            if owner:
                yield f"{owner}.{name}", said.template


def imports(source: Source, node: Node) -> Iterable[tuple[str, str]]:
    """Local name → the class's full name, or ``class:member`` of a static import."""
    words = source.text(node)[6:].rstrip("; \r\n").split()
    home, _, name = words[-1].rpartition(".") if words else ("", "", "")
    if home and name != "*":
        yield name, f"{home}:{name}" if words[0] == "static" else words[-1]
