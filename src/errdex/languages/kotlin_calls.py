"""What the arguments of a Kotlin call say: which of them is the message, code and status."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from errdex.languages.interface import Source, Text, argument, placeholder
from errdex.languages.jvm_names import CAUGHT, CODE, CODE_CONSTANT, ERROR, MESSAGE_NAME, status_of
from errdex.languages.kotlin_nodes import Called, Given, bare, called
from errdex.languages.kotlin_text import formatted, said, texts
from errdex.model.facts import Call

if TYPE_CHECKING:
    from tree_sitter import Node

_CAUSE = re.compile(r"cause|throwable|error|exception|e")
_VALUES = frozenset(
    {"number_literal", "boolean_literal", "null_literal", "true", "false", "null", "lambda_literal"}
)


def message_of(source: Source, args: Sequence[Given]) -> Text | None:
    """The argument that is the text, the likeliest reading first; None where none is."""
    found = messages_of(source, args)
    return found[0] if found else None


def messages_of(source: Source, args: Sequence[Given]) -> list[Text]:
    """All that the text among some arguments may be."""
    for arg in args:
        if arg.name and MESSAGE_NAME.fullmatch(arg.name) and arg.name != "error":
            return texts(source, arg.node)
    for place, arg in enumerate(args):
        if arg.name and _CAUSE.fullmatch(arg.name):
            continue
        worded = said(source, arg.node)
        if worded and not _is_code(worded[0]):
            rest = [one.node for one in args[place + 1 :] if not one.name]
            return [formatted(source, text, rest) for text in worded]
    for arg in args:
        inner = bare(arg.node)
        if arg.name or inner.type in _VALUES or CAUGHT.match(source.flat(inner, 80)):
            continue
        made = called(source, inner)
        if made is not None and ERROR.search(made.name):
            continue  # a cause
        if inner.type in ("identifier", "navigation_expression", "call_expression"):
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
        if arg.node.type == "navigation_expression":
            found = status_of(source.flat(arg.node, 100))
            if found is not None:
                return found
    return None


def call_of(source: Source, call: Called) -> Call:
    """A call's callee and arguments; what the lambda yields comes last."""
    args = [argument(arg.name or None, texts(source, arg.node)) for arg in call.args]
    if call.block is not None:
        args.append(argument(None, texts(source, call.block)))
    return Call(call.callee, tuple(args))


def supplied(source: Source, block: Node | None) -> list[Text]:
    """What a lambda that makes a message says."""
    return texts(source, block) if block is not None else []
