"""Elixir's exceptions: their fields, default messages, and the texts they build."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from errdex.languages.elixir_nodes import (
    above,
    arguments_of,
    block_of,
    bodies_of,
    head_of,
    is_definition,
    keywords_of,
    name_of,
    positional,
)
from errdex.languages.elixir_text import said, texts
from errdex.languages.interface import Source, Text
from errdex.model.facts import ErrorClass
from errdex.model.template import Part, Placeholder, Template

if TYPE_CHECKING:
    from tree_sitter import Node


def error_class(source: Source, node: Node) -> Iterable[ErrorClass]:
    """The exception whose module holds ``defexception``."""
    module = next((at for at, _ in above(node) if name_of(source, at) == "defmodule"), None)
    if module is None or not positional(module):
        return
    name = source.flat(positional(module)[0], 160)
    args = arguments_of(node)
    fields = _fields(source, args[0]) if args else []
    given = {key: value for one in args for key, value in keywords_of(source, one).items()}
    default = given.get("message")
    worded = said(source, default) if default is not None else []
    built = _built(source, module)
    status = given.get("plug_status")
    yield ErrorClass(
        name=name.rpartition(".")[2],
        line=module.start_point.row + 1,
        params=tuple(fields),
        template=built.template if built is not None else _MESSAGE if "message" in fields else None,
        defaults={"message": worded[0].template} if worded else {},
        http_status=int(source.text(status)) if status and status.type == "integer" else None,
    )


_MESSAGE = Template((Placeholder("{message}", "message"),))


def _fields(source: Source, node: Node) -> list[str]:
    found = [source.text(c).lstrip(":") for c in node.named_children if c.type == "atom"]
    return [*found, *keywords_of(source, node)]


def _built(source: Source, module: Node) -> Text | None:
    """What ``message`` or ``exception`` of a module makes of its fields."""
    block = block_of(module)
    for child in block.named_children if block is not None else ():
        head, _ = head_of(source, child) if is_definition(source, child) else (None, None)
        name = name_of(source, head) if head is not None else ""
        if head is None or name not in ("message", "exception"):
            continue
        bodies = bodies_of(source, child)
        last = bodies[-1] if bodies else None
        if last is None:
            continue
        if name == "exception":
            told = _message_field(source, last)
            if told is None:
                continue
            last = told
        found = [text for text in texts(source, last) if text.is_text]
        if found:
            return _in_fields(source, head, found[0])
    return None


def _message_field(source: Source, node: Node) -> Node | None:
    """The ``message:`` of the struct that ``exception`` returns."""
    if node.type != "map":
        return None
    content = next((c for c in node.named_children if c.type == "map_content"), None)
    return keywords_of(source, content).get("message") if content is not None else None


def _in_fields(source: Source, head: Node, text: Text) -> Text:
    """A text whose placeholders are named as the exception's fields are.

    ``%{id: n}`` binds a field to another name, ``e.id`` and ``opts[:id]`` reach for it.
    """
    args = arguments_of(head)
    names: dict[str, str] = {}
    for one in args:
        for field, value in keywords_of(source, one).items():
            names[source.text(value)] = field
    holder = source.flat(args[0], 60) if args else ""

    def renamed(part: Part) -> Part:
        if isinstance(part, str) or part.expr is None:
            return part
        expr = part.expr
        for start, end in ((f"{holder}.", ""), (f"{holder}[:", "]")):
            if expr.startswith(start) and expr.endswith(end):
                inner = expr[len(start) : len(expr) - len(end) or None]
                if inner.isidentifier():
                    return Placeholder(part.text, inner, part.spec, part.type)
        return Placeholder(part.text, names.get(expr, expr), part.spec, part.type)

    return text._replace(parts=tuple(renamed(part) for part in text.parts))
