"""PHP's error classes, their named constructors, constants and imports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.languages import php_calls, php_text
from errdex.languages.interface import Source
from errdex.languages.php_nodes import (
    ERROR,
    arguments_of,
    bare,
    base_of,
    class_around,
    created,
    function_name,
    inside,
    name_of,
    own_name,
    scope_of,
    simple_name,
)
from errdex.languages.php_places import doc_of, parameter_nodes, parameters
from errdex.model.facts import ErrorClass
from errdex.model.template import Template

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tree_sitter import Node

_CREATION = frozenset({"object_creation_expression"})
_RETURN = frozenset({"return_statement"})
_STATIC_CALL = frozenset({"scoped_call_expression"})
_ASSIGNMENT = frozenset({"assignment_expression"})
_MAX_FACTORIES = 60


def is_error(source: Source, node: Node) -> bool:
    """Whether a class's name or base reads as an error's."""
    return bool(ERROR.search(name_of(source, node)) or ERROR.search(base_of(source, node)))


def of_error(source: Source, node: Node, name: str) -> bool:
    """Whether a creation is that of the error class it stands in: ``new static(…)``."""
    owner = class_around(source, node)
    return owner is not None and name_of(source, owner) == name and is_error(source, owner)


def error_class(source: Source, node: Node) -> Iterator[ErrorClass]:
    """An error class, and each named constructor of it that builds a text of its own."""
    body = node.child_by_field_name("body")
    if body is None or not is_error(source, node):
        return
    for child in body.named_children:
        if child.type in ("const_declaration", "property_declaration"):
            source.constants.update(constants(source, child))
    name, base = name_of(source, node), base_of(source, node)
    methods = [c for c in body.named_children if c.type == "method_declaration"]
    maker = next((m for m in methods if name_of(source, m).lower() == "__construct"), None)
    defaults = _defaults(source, maker) if maker is not None else {}
    text = source.constants.get(f"{name}::$message")
    code = source.constants.get(f"{name}::$code") or source.constants.get(f"{name}::CODE")
    yield ErrorClass(
        name=name,
        line=(node.child_by_field_name("name") or node).start_point.row + 1,
        bases=(base,) if base else (),
        params=tuple(parameters(source, maker)) if maker is not None else (),
        defaults=defaults,
        template=_constructed(source, maker, defaults) if maker is not None else None,
        text=text,
        code=code.message if code is not None else None,
        http_status=_status(source, maker) if maker is not None else None,
        doc=doc_of(source, node)[0],
    )
    for method in methods[:_MAX_FACTORIES]:
        if any(c.type == "static_modifier" for c in method.children):
            yield from _factory(source, name, method)


def _defaults(source: Source, maker: Node) -> dict[str, Template]:
    found: dict[str, Template] = {}
    for parameter in parameter_nodes(maker):
        name = parameter.child_by_field_name("name")
        value = parameter.child_by_field_name("default_value")
        if name is None or value is None:
            continue
        said = php_text.said(source, value)
        if said and said[0].parts and said[0].template.message:
            found[source.text(name)] = said[0].template
    return found


def _constructed(source: Source, maker: Node, defaults: dict[str, Template]) -> Template | None:
    """The text that a constructor passes to its parent or keeps in ``$this->message``."""
    body = maker.child_by_field_name("body")
    if body is None:
        return None
    params = parameters(source, maker)
    for call in inside(body, _STATIC_CALL, 1_500):
        scope = call.child_by_field_name("scope")
        if scope is None or source.text(scope) != "parent":
            continue
        args = php_calls.given(source, call)
        place = php_calls.message_place(source, args)
        if place is None:
            continue
        if args[place].is_text:
            return php_calls.used(source, args, place)[0].template
        hole = args[place].texts[0].template
        written = source.flat(bare(args[place].node), 200)
        if written in params and (written in defaults or params[0] != written):
            return hole
    for node in inside(body, _ASSIGNMENT, 1_500):
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None and right is not None and source.text(left) == "$this->message":
            said = php_text.said(source, right)
            if said:
                return said[0].template
    return None


def _status(source: Source, maker: Node) -> int | None:
    body = maker.child_by_field_name("body")
    for call in inside(body, _STATIC_CALL, 600) if body is not None else ():
        scope = call.child_by_field_name("scope")
        if scope is not None and source.text(scope) == "parent":
            for arg in arguments_of(call)[:3]:
                found = php_calls.status_of(source.flat(arg, 80))
                if found:
                    return found
    return None


def _factory(source: Source, name: str, method: Node) -> Iterator[ErrorClass]:
    """``static function forX($x) { return new static('…' . $x); }``, or another such function."""
    body = method.child_by_field_name("body")
    if body is None:
        return
    builder, template = name, None
    for node in inside(body, _CREATION, 2_000):
        if created(source, node) != name:
            continue
        texts = php_calls.message(source, php_calls.given(source, node))
        if texts and texts[0].is_text:
            template = texts[0].template
            break
    if template is None:
        builder = _other_factory(source, body)
        if not builder:
            return
    yield ErrorClass(
        name=f"{name}::{name_of(source, method)}",
        line=method.start_point.row + 1,
        bases=(builder,),
        params=tuple(parameters(source, method)),
        defaults=_defaults(source, method),
        template=template,
        doc=doc_of(source, method)[0],
    )


def _other_factory(source: Source, body: Node) -> str:
    """The named constructor of another class whose error a method returns."""
    for node in inside(body, _RETURN, 600):
        value = node.named_children[0] if node.named_children else None
        if value is not None and value.type == "scoped_call_expression":
            owner = scope_of(source, value)
            return f"{owner}::{name_of(source, value)}" if owner else ""
    return ""


def constants(source: Source, node: Node) -> Iterable[tuple[str, Template]]:
    """The texts that a ``const``, an enum's case, a property or ``define`` names."""
    if node.type == "function_call_expression":
        args = arguments_of(node)
        if function_name(source, node) == "define" and len(args) > 1:
            name, said = php_text.said(source, args[0]), php_text.said(source, args[1])
            if name and said and said[0].parts:
                yield name[0].template.message, said[0].template
        return
    owner = own_name(source, node)
    prefix = f"{owner}::" if owner else ""
    if node.type == "enum_case":
        value = node.child_by_field_name("value")
        if value is not None and value.type in ("string", "encapsed_string"):
            yield prefix + name_of(source, node), php_text.texts(source, value)[0].template
        return
    for element in node.named_children:
        if element.type == "const_element" and len(element.named_children) > 1:
            name_node, value = element.named_children[0], element.named_children[-1]
        elif element.type == "property_element":
            found = element.child_by_field_name("name")
            default = element.child_by_field_name("default_value")
            if found is None or default is None:
                continue
            name_node, value = found, default
        else:
            continue
        said = php_text.said(source, value)
        if said and said[0].parts and said[0].template.message:
            yield prefix + source.text(name_node), said[0].template


def imports(source: Source, node: Node) -> Iterable[tuple[str, str]]:
    """Local name → full name of one ``use`` declaration."""
    prefix = ""
    clauses = []
    for child in node.named_children:
        if child.type == "namespace_name":
            prefix = source.text(child) + "\\"
        elif child.type == "namespace_use_clause":
            clauses.append(child)
        elif child.type == "namespace_use_group":
            clauses += [c for c in child.named_children if c.type == "namespace_use_clause"]
    for clause in clauses:
        alias = clause.child_by_field_name("alias")
        named = [c for c in clause.named_children if alias is None or c != alias]
        if not named:
            continue
        written = prefix + source.text(named[0]).lstrip("\\")
        yield (source.text(alias) if alias is not None else simple_name(written)), written
