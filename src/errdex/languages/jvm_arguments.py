"""What the arguments of a call say, for Kotlin and Scala: the message, a code, a status."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from errdex.languages.interface import Source, Text, argument, placeholder
from errdex.languages.jvm_format import as_used
from errdex.languages.jvm_names import CAUGHT, CODE, CODE_CONSTANT, ERROR, MESSAGE_NAME, status_of
from errdex.model.facts import Argument

if TYPE_CHECKING:
    from tree_sitter import Node

_CAUSE = re.compile(r"cause|throwable|error|exception|e")


class Given(NamedTuple):
    """One argument: its name, where the call gives one, and its value."""

    name: str
    node: Node


class Shape(NamedTuple):
    """How a language's tree shows what arguments are.

    Attributes:
        bare: takes brackets off an expression.
        made: the name that an expression calls or creates, ``""`` for other expressions.
        standing: nodes that may stand for a text which is not to be seen.
    """

    bare: Callable[[Node], Node]
    made: Callable[[Source, Node], str]
    standing: frozenset[str]


def said(source: Source, node: Node) -> list[Text]:
    """The texts of an expression that hold fixed text."""
    return [text for text in source.language.texts(source, node) if text.is_text]


def messages_of(source: Source, args: Sequence[Given], shape: Shape) -> list[Text]:
    """All that the text among some arguments may be, the likeliest first."""
    for arg in args:
        if arg.name and MESSAGE_NAME.fullmatch(arg.name) and arg.name != "error":
            return source.language.texts(source, arg.node)
    found: list[Text] = []
    for place, arg in enumerate(args):
        if arg.name and _CAUSE.fullmatch(arg.name):
            continue
        worded = said(source, arg.node)
        if worded and not _is_code(worded[0]):
            rest = [source.flat(one.node, 200) for one in args[place + 1 :] if not one.name]
            filled = [as_used(text, rest) for text in worded]
            if any(" " in literal for literal in filled[0].template.literals):
                return filled  # a sentence rather than a key before it
            found = found or filled
    if found:
        return found
    for arg in args:
        inner = shape.bare(arg.node)
        if arg.name or inner.type not in shape.standing or CAUGHT.match(source.flat(inner, 80)):
            continue
        if not ERROR.search(shape.made(source, inner)):  # a cause
            return [placeholder(source, inner)]
    return []


def _is_code(text: Text) -> bool:
    parts = text.template.parts
    return len(parts) == 1 and isinstance(parts[0], str) and CODE.fullmatch(parts[0]) is not None


def code_of(source: Source, args: Sequence[Given]) -> str | None:
    """A stable code among the arguments: ``"E1001"``, ``ErrorCode.NOT_FOUND``."""
    for arg in args:
        worded = said(source, arg.node)
        if worded and _is_code(worded[0]):
            return worded[0].template.message
        constant = CODE_CONSTANT.search(source.flat(arg.node, 100))
        if constant is not None:
            return constant[1]
    return None


def http_of(source: Source, args: Sequence[Given]) -> int | None:
    """An HTTP error status among the arguments."""
    for arg in args:
        found = status_of(source.flat(arg.node, 100)) if "." in source.text(arg.node) else None
        if found is not None:
            return found
    return None


def arguments_of(source: Source, args: Sequence[Given]) -> list[Argument]:
    """The arguments as facts."""
    return [argument(arg.name or None, source.language.texts(source, arg.node)) for arg in args]
