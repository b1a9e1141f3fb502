"""Dart's errors as they are built: which class, which argument is the message."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from errdex.languages import dart_text
from errdex.languages.dart_nodes import (
    CREATIONS,
    ERROR,
    THROWS,
    Arg,
    Chain,
    arguments_of,
    bare,
    chain_of,
    climb,
    tail_of,
    whole,
)
from errdex.languages.interface import Source, Text, argument
from errdex.model.facts import Call
from errdex.model.template import Part, Placeholder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node

_MESSAGE = re.compile(
    r"(?i)(?:\w*message|msg|reason|\w*description|details?|text|error|summary|title|cause)"
)
_WIRES = frozenset(
    {"source", "offset", "uri", "code", "name", "path", "stackTrace", "library", "context",
     "type", "key", "plugin", "package"}
)  # fmt: skip
_CODE = re.compile(r"[A-Za-z][\w.-]*[_.-]\w+|[A-Z]{1,6}-?\d{2,6}|[a-z][a-zA-Z]+")
_CONSTANT = re.compile(r"[A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)+")
_STANDING = frozenset({"identifier", "this"})
_NOTES = re.compile(r"(?:Error|Diagnostics)\w*$|^MessageProperty$|^StringProperty$")
# where the message stands among the arguments of dart:core's own constructors
_PLACES = {
    "ArgumentError.value": 2,
    "RangeError.value": 2,
    "RangeError.range": 4,
    "RangeError.index": 3,
    "IndexError": 3,
}


class Given(NamedTuple):
    """One argument: its name, its expression, what it says."""

    name: str | None
    node: Node
    texts: list[Text]

    @property
    def is_text(self) -> bool:
        """Whether it holds fixed text."""
        return any(text.is_text and text.parts for text in self.texts)


@dataclass(slots=True)
class Built:
    """How an expression builds an error.

    Attributes:
        name: the class with its constructor: ``ArgumentError.value``.
        class_name: the class alone; ``""`` where the name is a function's.
        args: the arguments.
        chain: the call.
    """

    name: str
    class_name: str
    args: list[Given]
    chain: Chain


def given(source: Source, listing: Node | None) -> list[Given]:
    """The arguments of a call with what each says."""
    return [
        Given(arg.name, arg.node, dart_text.texts(source, arg.node))
        for arg in arguments_of(listing)
    ]


def built(source: Source, expression: Node) -> Built | None:
    """What builds the error that an expression is; None for names and other expressions."""
    first = bare(expression)
    chain = chain_of(source, first)
    if chain.args is None or not chain.name:
        return None
    return built_by(source, chain)


def built_by(source: Source, chain: Chain) -> Built:
    """What a call builds, by its name."""
    words = chain.name.split(".")
    place = next((i for i, word in enumerate(words) if word.lstrip("_")[:1].isupper()), None)
    name = ".".join(words[place:]) if place is not None else chain.name
    class_name = words[place] if place is not None else ""
    return Built(name, class_name, given(source, chain.args), chain)


def names_error(written: str) -> bool:
    """Whether a dotted name is that of an error class or of one of its constructors."""
    return any(
        word.lstrip("_")[:1].isupper()
        and ERROR.search(word) is not None
        and "_ffi" not in word
        and word != "NSError"  # what generated bindings wrap
        for word in written.split(".")[-2:]
    )


def call_of(source: Source, made: Built) -> Call:
    """A call in the form that linking reads."""
    return Call(made.name[:200], tuple(argument(one.name, one.texts) for one in made.args))


# -- the message ------------------------------------------------------------------------------


def message(source: Source, made: Built) -> list[Text]:
    """What an error says: the text named so, else the first sentence, else the first text."""
    if made.class_name == "FlutterError" and made.name.endswith(".fromParts"):
        return _noted(source, made)
    place = _PLACES.get(made.name)
    if place is not None or made.name == "ArgumentError.notNull":
        return _core(source, made, place if place is not None else 9)
    own = spoken(made.args)
    return own.texts if own is not None else []


def spoken(args: Sequence[Given]) -> Given | None:
    """The argument that is the message."""
    said = [one for one in args if one.is_text and one.name not in _WIRES]
    for one in said:
        if one.name is not None and _MESSAGE.fullmatch(one.name):
            return one
    for one in said:
        if any(t.is_text and " " in t.template.message for t in one.texts):
            return one
    unnamed = [one for one in said if one.name is None]
    if unnamed:
        return unnamed[0]
    for one in args:
        if one.name is not None and _MESSAGE.fullmatch(one.name):
            return one
    first = args[0] if args and args[0].name is None else None
    return first if first is not None and bare(first.node).type in _STANDING else None


def _core(source: Source, made: Built, place: int) -> list[Text]:
    """dart:core's errors about a value: the message, else what they say without one."""
    args = [one for one in made.args if one.name is None]
    told = next((one for one in made.args if one.name == "message"), None)
    told = told or (args[place] if place < len(args) else None)
    if told is not None:
        return told.texts
    return _unsaid(source, made.name, args)


def _unsaid(source: Source, name: str, args: list[Given]) -> list[Text]:
    """What dart:core writes where no message is given."""
    about = {"ArgumentError.value": 1, "ArgumentError.notNull": 0, "RangeError.value": 1,
             "RangeError.range": 3}.get(name, 2)  # fmt: skip
    parts: list[Part] = ["RangeError" if name[:1] in "RI" else "Invalid argument"]
    if name == "ArgumentError.notNull":
        parts.append("(s)")
    if about < len(args):
        parts += [" (", *args[about].texts[0].parts, ")"]
    if name == "ArgumentError.notNull":
        return [Text((*parts, ": Must not be null"), inline=False)]
    if name == "RangeError.range" and len(args) > 2:
        low, high = (_value(source, one) for one in args[1:3])
        parts += [": Invalid value: Not in inclusive range ", low, "..", high]
    elif name == "RangeError.index" or name == "IndexError":
        parts.append(": Index out of range")
    elif name == "RangeError.value":
        parts.append(": Value not in range")
    if name[:1] != "I" and args and name != "RangeError.index":
        parts += [": ", _value(source, args[0])]
    return [Text(tuple(parts), inline=False)] if about < len(args) or name[0] == "R" else []


def _value(source: Source, one: Given) -> Part:
    text = whole(source, one.node)
    return text if re.fullmatch(r"-?\d+", text) else Placeholder("{" + text + "}", text)


def _noted(source: Source, made: Built) -> list[Text]:
    """``FlutterError.fromParts([ErrorSummary("…"), ErrorHint("…")])``, a line for each."""
    listing = bare(made.args[0].node) if made.args else None
    if listing is None or listing.type != "list_literal":
        return []
    parts: list[Part] = []
    is_text = False
    for item in dart_text.items_of(listing):
        chain = chain_of(source, item)
        args = arguments_of(chain.args)
        told: Text | None = None
        if args and _NOTES.search(chain.name.partition(".")[0]):
            told = next(iter(dart_text.said(source, args[0].node)), None)
        if parts:
            parts.append("\n")
        is_text = is_text or told is not None
        parts += told.parts if told is not None else dart_text.hole(source, item).parts
    return [Text(tuple(parts))] if is_text else []


def code(made: Built) -> str | None:
    """A stable code among what an error is given: ``PlatformException(code: "lost")``."""
    for place, one in enumerate(made.args[:6]):
        text = one.texts[0]
        told = text.template.message if text.is_text else ""
        if told and one.name in ("code", "errorCode"):
            return told if _CODE.fullmatch(told) else None
        if place == 0 and one.name is None and _CONSTANT.fullmatch(told):
            return told
    return None


def status(source: Source, made: Built) -> int | None:
    """An HTTP error status that an error is given by name."""
    for one in made.args[:6]:
        if one.name in ("statusCode", "status"):
            text = whole(source, one.node)
            return int(text) if re.fullmatch(r"[45]\d\d", text) else None
    return None


def inner_of(node: Node, depth: int = 0) -> list[Node]:
    """The first nodes of what may be thrown: arms of ``?:``, the right of ``??``, cases."""
    inner = bare(node)
    if tail_of(inner) or depth > 6:
        return [inner]
    if inner.type == "conditional_expression":
        return [one for arm in dart_text.arms_of(inner) for one in inner_of(arm, depth + 1)]
    if inner.type == "if_null_expression":
        right = inner.child_by_field_name("second")
        return inner_of(right, depth + 1) if right is not None else [inner]
    if inner.type == "switch_expression":
        found = [one for value in dart_text.values_of(inner) for one in inner_of(value, depth + 1)]
        return found[:16] or [inner]
    return [inner]


# -- how an error that is built is used -------------------------------------------------------

REJECTING = frozenset(
    {"completeError", "addError", "error", "reject", "throwWithStackTrace", "onError",
     "asyncError", "failure"}
)  # fmt: skip
_THROUGH = frozenset(
    {
        "argument", "named_argument", "arguments", "argument_part", "selector",
        "parenthesized_expression", "conditional_expression", "if_null_expression",
        "switch_expression_case", "switch_expression", "list_literal", "await_expression",
        "unary_expression", "type_cast_expression",
    }
)  # fmt: skip
_ASKING = re.compile(r"^(?:is|has|print|log|debug|contains|expect|assert|identical|equals|throws)")


def role_of(source: Source, listing: Node, holder: Node) -> str | None:
    """How an error built somewhere is used: ``construct``; None where another site tells of it."""
    from errdex.languages.dart_nodes import called_by

    for at, _child in [(holder, listing), *climb(holder, 16)]:
        kind = at.type
        if kind in THROWS:
            return None
        if kind == "arguments":
            outer = called_by(source, at)
            name = outer[1].name if outer is not None else ""
            last = name.rpartition(".")[2]
            if last in REJECTING or _ASKING.match(last) or names_error(name):
                return None
        elif kind in CREATIONS:
            if names_error(chain_of(source, at).name):
                return None
        elif kind in ("return_statement", "function_body", "function_expression_body",
                      "yield_statement"):  # fmt: skip
            return "construct"
        elif kind in ("initialized_variable_definition", "assignment_expression"):
            return None if _thrown_later(source, at) else "construct"
        elif kind == "expression_statement":
            return "construct" if at != holder else None
        elif kind not in _THROUGH:
            return None
    return None


def _thrown_later(source: Source, node: Node) -> bool:
    """Whether a local error is thrown by its name, which then tells of it."""
    named = node.child_by_field_name("name") or node.child_by_field_name("left")
    if named is None:
        return False
    word = re.escape(source.text(named))
    later = source.data[node.end_byte : node.end_byte + 4_000].decode("utf-8", "replace")
    return re.search(rf"(?:throw|Error\(|error\(|reject\()\s*{word}\b", later) is not None


def values(arg: Arg) -> list[Node]:
    """The errors that an argument may be."""
    return inner_of(arg.node)
