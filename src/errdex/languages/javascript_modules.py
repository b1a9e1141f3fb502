"""The texts that a JavaScript module names, and the names that it imports."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import javascript_text
from errdex.languages.interface import Captures, Source
from errdex.languages.javascript_top import untyped

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

    from errdex.model.template import Template

_TABLES = re.compile(
    r"(?i)message|msg|err|code|text|reason|string|locale|warn|description|status|lang|constant"
)
_SAYING = re.compile(r"(?i)message|msg|err|reason")
MAX_PAIRS = 400


def constants(source: Source, captures: Captures) -> Iterable[tuple[str, Template]]:
    """A module's named text; of a table or an enum, each text as ``NAME.key``."""
    value = untyped(captures["value"][0])
    named = captures.get("name")
    name = source.text(named[0]) if named else ""
    if "exported" in captures:
        name = source.text(captures["exported"][0]).rpartition(".")[2]
        name = "" if name == "exports" else name
    elif named and not is_outermost(named[0]):
        return
    if "enum" in captures or value.type == "object":
        if name and not _TABLES.search(name) and not name.isupper() and "enum" not in captures:
            return
        for key, shown in _pairs(source, value):
            said = _literal(source, shown)
            if said is not None and (" " in said.message or _SAYING.search(name)):
                yield f"{name}.{key}" if name else key, said
        return
    said = _literal(source, value)
    if said is not None and (" " in said.message or _SAYING.search(name)):
        yield name, said


def is_outermost(name: Node) -> bool:
    """Whether a declared name stands at the top level of its file."""
    at = name.parent
    for _ in range(3):
        if at is None or at.type == "program":
            break
        at = at.parent
    return at is not None and at.type == "program"


def _pairs(source: Source, table: Node) -> Iterable[tuple[str, Node]]:
    for pair in table.named_children[:MAX_PAIRS]:
        key = pair.child_by_field_name("key") or pair.child_by_field_name("name")
        shown = pair.child_by_field_name("value")
        if key is not None and shown is not None:
            yield source.text(key).strip("'\"`[]"), shown


def _literal(source: Source, node: Node) -> Template | None:
    node = untyped(node)
    if node.type not in ("string", "template_string", "binary_expression", "call_expression"):
        return None
    said = javascript_text.said(source, node)
    return said[0].template if said else None


def imports(source: Source, captures: Captures) -> Iterable[tuple[str, str]]:
    """Local name → ``module:name`` (or ``module``) of an import, a require or a re-export."""
    node = captures["import"][0]
    if node.type == "variable_declarator":
        module = source.text(captures["module"][0])[1:-1]
        yield from _required(source, captures["local"][0], captures["value"][0], module)
        return
    where = node.child_by_field_name("source")
    if where is None:
        return
    module = source.text(where)[1:-1]
    for clause in node.named_children:
        if clause.type == "identifier":
            yield source.text(clause), module
        for child in clause.named_children if clause.type != "string" else ():
            if child.type == "identifier":
                default = clause.type != "namespace_import"
                yield source.text(child), f"{module}:default" if default else module
            elif child.type == "namespace_import" and child.named_children:
                yield source.text(child.named_children[0]), module
            specifiers = [child] if child.type == "export_specifier" else child.named_children
            for specifier in specifiers:
                name = specifier.child_by_field_name("name")
                alias = specifier.child_by_field_name("alias") or name
                if name is not None and alias is not None:
                    yield source.text(alias), f"{module}:{source.text(name)}"


def _required(source: Source, local: Node, value: Node, module: str) -> Iterable[tuple[str, str]]:
    if local.type == "identifier":
        picked = value.child_by_field_name("property")
        yield source.text(local), f"{module}:{source.text(picked)}" if picked else module
        return
    for child in local.named_children:
        if child.type == "shorthand_property_identifier_pattern":
            yield source.text(child), f"{module}:{source.text(child)}"
        elif child.type == "pair_pattern":
            key, alias = child.child_by_field_name("key"), child.child_by_field_name("value")
            if key is not None and alias is not None:
                yield source.text(alias), f"{module}:{source.text(key)}"
