"""Which of a C call's arguments is the message, and whether it says enough to be one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.languages import c_names, c_text
from errdex.languages.interface import Source, Text
from errdex.model.template import Part, Placeholder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node


def said(source: Source, args: Sequence[Node]) -> list[Text]:
    """What a reporter says: the format among its arguments with the values after it."""
    best: list[Text] = []
    for place, arg in enumerate(args):
        if c_text.is_literal(source, arg):
            found = c_text.format_texts(source, args[place:])
            if not c_text.any_letters(found):
                found = _shown(source, args[place + 1 :], found)
            if any(_is_sentence(text) for text in found):
                return [text for text in found if text.is_text]
            best = best or found
    if best:
        return [text for text in best if text.is_text]
    for arg in args:
        if arg.type in ("parenthesized_expression", "comma_expression", "call_expression"):
            inner = _inner_message(source, arg)
            if inner:
                return inner
    return []


def _shown(source: Source, args: Sequence[Node], texts: list[Text]) -> list[Text]:
    """A format without words of its own, with the texts among its values put in."""
    said: dict[str, Text] = {}
    for arg in args[:6]:
        if arg.type == "identifier" or c_text.is_literal(source, arg):
            found = [t for t in source.language.texts(source, arg) if c_text.has_letters(t)]
            if found:
                said[source.flat(arg, 200)] = found[0]
    if not said:
        return texts

    def fill(hole: Placeholder) -> tuple[Part, ...] | None:
        found = said.get(hole.expr or "")
        return found.parts if found else None

    inline = all(text.inline for text in said.values())
    return [
        text._replace(parts=text.template.substitute(fill).parts, inline=inline) for text in texts
    ]


def _inner_message(source: Source, node: Node) -> list[Text]:
    """The message among the parts of a report: ``(errcode(X), errmsg("…"), errhint("…"))``."""
    stack = [node]
    found: list[list[Text]] = []
    for _ in range(60):
        if not stack:
            break
        at = stack.pop()
        if at.type == "call_expression":
            name = c_text.callee_name(source, at)
            if c_names.verdict(name).kind and not _builds_error(source, at):
                texts = said(source, c_text.arguments(at))
                if texts and "msg" in name:
                    return texts
                if texts:
                    found.append(texts)
        elif at.type in ("parenthesized_expression", "comma_expression"):
            stack.extend(reversed(at.named_children))
        elif at.type == "conditional_expression":
            stack.extend(reversed(at.named_children[1:]))
    return found[0] if found else []


def _builds_error(source: Source, node: Node) -> bool:
    """Whether a call builds an error, in languages that have classes of them: its own site."""
    builds = getattr(source.language, "builds_error", None)
    return builds is not None and bool(builds(source, node))


def _is_sentence(text: Text) -> bool:
    message = text.template.message
    if not c_text.has_letters(text):
        return False
    return " " in message.strip() or not message.isascii()


def enough_said(text: Text, exact: bool) -> bool:
    """Whether a text says enough to be a message, for a reporter of a certain name."""
    if not c_text.has_letters(text):
        return False
    fixed = "\0".join(text.template.literals)
    if not fixed.isascii():
        return True
    letters = sum(map(str.isalpha, fixed))
    if exact:
        return letters > 1
    words = len(text.template.message.split())
    return letters > 2 and (words > 1 or bool(text.template.placeholders))


def at_top(source: Source, node: Node) -> bool:
    """Whether a call stands outside of functions, where it declares something."""
    statement = node.parent
    if statement is None or statement.type != "expression_statement":
        return False
    above = statement.parent
    return above is not None and above.type == "translation_unit" and above.id not in source.hosts
