"""What the arguments of a Kotlin call say: which of them is the message."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from errdex.languages import jvm_arguments
from errdex.languages.interface import Source, Text, argument
from errdex.languages.jvm_arguments import Given, Shape
from errdex.languages.kotlin_nodes import Called, bare, called
from errdex.languages.kotlin_text import texts
from errdex.model.facts import Call

if TYPE_CHECKING:
    from tree_sitter import Node


def _made(source: Source, node: Node) -> str:
    call = called(source, node)
    return call.name if call is not None else ""


SHAPE = Shape(bare, _made, frozenset({"identifier", "navigation_expression", "call_expression"}))


def messages_of(source: Source, args: Sequence[Given]) -> list[Text]:
    """All that the text among some arguments may be, the likeliest first."""
    return jvm_arguments.messages_of(source, args, SHAPE)


def call_of(source: Source, call: Called) -> Call:
    """A call's callee and arguments; what the lambda yields comes last."""
    args = jvm_arguments.arguments_of(source, call.args)
    if call.block is not None:
        args.append(argument(None, texts(source, call.block)))
    return Call(call.callee, tuple(args))


def supplied(source: Source, block: Node | None) -> list[Text]:
    """What a lambda that makes a message says."""
    return texts(source, block) if block is not None else []
