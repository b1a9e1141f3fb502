"""One call through a Go package or value: its parts, and what its arguments say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import go_codes, go_places, go_text
from errdex.languages.interface import Draft, Source, Text

if TYPE_CHECKING:
    from tree_sitter import Node

ERROR_PACKAGE = re.compile(
    r"(?i)(?:^|/)[\w.-]*(?:err(?:or)?s?x?|errdefs|errutil|eris|oops|trace|fault)"
    r"(?:[-.]go)?(?:/v\d+)?$"
)
_MESSAGE_NAME = re.compile(
    r"(?i)(?:msg|message|text|format|fmt|f|s|str|reason|desc|errmsg|template)$"
)


class Called:
    """One call through a selector: its parts, read once.

    Attributes:
        name: the function's or method's name.
        receiver: what stands before it.
        path: the import path that the receiver names, ``""`` for a value.
        args: the argument nodes.
    """

    __slots__ = ("args", "name", "node", "path", "receiver", "source")

    def __init__(self, source: Source, node: Node, name: str) -> None:
        self.source, self.node, self.name = source, node, name
        self.receiver = go_text.called(source, node).removesuffix(f".{name}")
        self.path = go_places.imports(source).get(self.receiver, "")
        self.args = go_text.arguments(node)

    def texts(self, place: int) -> list[Text]:
        """What an argument says; nothing where there is none."""
        return go_text.texts(self.source, self.args[place]) if place < len(self.args) else []

    def texts_of_call(self) -> list[Text]:
        """What the call itself gives."""
        return go_text.texts(self.source, self.node)

    def first_text(self, start: int = 0) -> int:
        """The place of the first argument that is text, -1 without one."""
        if not start and self.args[0].type in go_text.LITERALS:
            return 0
        for place, arg in enumerate(self.args[start:], start):
            if arg.type != "variadic_argument" and go_text.said(self.source, arg):
                return place
        return -1

    def passed_on(self) -> int:
        """The place of a parameter of the function around that is named as a message."""
        for place, arg in enumerate(self.args):
            if arg.type == "identifier" and _MESSAGE_NAME.fullmatch(self.source.text(arg)):
                kind = go_places.declared_type(self.source, self.source.text(arg), self.node)
                if kind == "string":
                    return place
        return -1

    def formatted(self, place: int) -> list[Text]:
        """The texts of a format and what follows it."""
        return go_text.formatted(self.source, self.args[place:])


def status_error(call: Called) -> Draft | None:
    """``status.Errorf(codes.NotFound, "…")``."""
    if len(call.args) < 2:
        return None
    texts = call.formatted(1) if call.name.endswith("f") else call.texts(1)
    code = go_codes.code_of(call.source, call.args[0])
    draft = Draft(call.node, "construct", texts, error_class="status.Error", reason=unsaid(texts))
    draft.code = code if "codes" in call.source.text(call.args[0]) else None
    return draft


def unsaid(texts: list[Text]) -> str:
    """Why a site has no text, where it has none."""
    return "" if any(text.is_text for text in texts) else "raises a value"
