"""Java's calls and creations: which argument is the message, the status, the code."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from errdex.languages import java_text
from errdex.languages.interface import Source, Text, argument
from errdex.languages.java_nodes import arguments_of, bare, callee, name_of, uncast
from errdex.languages.jvm_format import as_used
from errdex.languages.jvm_names import (
    CAUGHT,
    CODE,
    CODE_CONSTANT,
    ERROR,
    MESSAGE_NAME,
    status_of,
)
from errdex.model.facts import Call

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node

_NO_MESSAGE = frozenset(
    {
        "class_literal", "decimal_integer_literal", "hex_integer_literal", "null_literal", "true",
        "false", "this", "lambda_expression", "method_reference", "object_creation_expression",
        "array_creation_expression", "decimal_floating_point_literal",
    }
)  # fmt: skip
_MESSAGE_METHOD = re.compile(
    r"(?:with|set|add|and)?(?:Message|Msg|Detail|Details|Description|Reason|Text|Error|Info|"
    r"AdditionalInfo)(?:Format)?$|(?:message|msg|detail|details|description|reason|text|format|entity|"
    r"body|errorMessage)$",
)
_KEYED = re.compile(r"(?:getString|getMessage|get|getText|msg|message|tr|t)\(\s*\"([\w.-]+)\"")
MAX_CHAIN = 30


class Given(NamedTuple):
    """One argument and what it says."""

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
        name: the class or method that builds it, the last part of its name.
        callee: what is called or created, as written.
        is_class: whether the name is that of the error's class.
        args: its arguments.
        extra: arguments of the calls chained to it, with the method's name.
    """

    name: str
    callee: str
    is_class: bool
    args: list[Given]
    extra: list[tuple[str, Given]] = field(default_factory=list)


def given(source: Source, call: Node) -> list[Given]:
    """The arguments of a call or creation, with what each says."""
    return [Given(arg, java_text.texts(source, arg)) for arg in arguments_of(call)]


def call_of(source: Source, written: str, args: Sequence[Given]) -> Call:
    """A call in the form that linking reads; a text shows what the arguments after it fill."""
    made = []
    for place, one in enumerate(args):
        if one.texts[0].is_text and place + 1 < len(args):
            values = fillers(source, args[place + 1 :])
            made.append(argument(None, [as_used(one.texts[0], values)]))
        else:
            made.append(argument(None, one.texts))
    return Call(" ".join(written.split())[:200], tuple(made))


def fillers(source: Source, args: Sequence[Given]) -> list[str]:
    """The arguments that may fill a format: a cause at the end does not."""
    nodes = [one.node for one in args]
    while nodes and _is_cause(source, nodes[-1]):
        nodes.pop()
    return java_text.values_of(source, nodes)


def _is_cause(source: Source, node: Node) -> bool:
    if node.type == "object_creation_expression":
        return bool(ERROR.search(callee(source, node)))
    return node.type in ("identifier", "null_literal", "method_invocation") and bool(
        CAUGHT.fullmatch(source.flat(node, 60))
    )


def built(source: Source, expression: Node) -> Built | None:
    """What builds the error that an expression is; None when it is no call and no creation."""
    at = uncast(expression)
    extra: list[tuple[str, Given]] = []
    for _ in range(MAX_CHAIN):
        if at.type == "object_creation_expression":
            written = callee(source, at)
            name = written.rpartition(".")[2]
            return Built(name, written, True, given(source, at), extra)
        if at.type != "method_invocation":
            return None
        inner = at.child_by_field_name("object")
        base = uncast(inner) if inner is not None else None
        if base is None or base.type not in ("method_invocation", "object_creation_expression"):
            break
        if base.type == "method_invocation" and not _is_chain(source, base):
            break
        extra += [(name_of(source, at), one) for one in given(source, at)]
        at = base
    if at.type != "method_invocation":
        return None
    owner = at.child_by_field_name("object")
    owner_name = source.flat(owner, 120).rpartition(".")[2] if owner is not None else ""
    name = name_of(source, at)
    written = callee(source, at)
    is_class = bool(ERROR.search(owner_name)) and owner_name[:1].isupper()
    return Built(owner_name if is_class else name, written, is_class, given(source, at), extra)


def _is_chain(source: Source, call: Node) -> bool:
    """Whether a call that another is chained to builds an error or its text."""
    inner = call.child_by_field_name("object")
    written = source.flat(inner, 200) if inner is not None else ""
    name = name_of(source, call)
    return bool(
        _MESSAGE_METHOD.search(name)
        or ERROR.search(name)
        or re.match(r"(?:[\w.]*\.)?[A-Z]\w*(?:\.|$)", written)
        or written.startswith("new ")
    )


def message(source: Source, made: Built) -> list[Text]:
    """What an error says: of a code and a sentence, the sentence; else the first of its values."""
    place = _message_place(source, made.args)
    if place is not None and made.args[place].is_text:
        return _used(source, made.args, place)
    for name, one in reversed(made.extra):
        if one.is_text and _MESSAGE_METHOD.search(name):
            after = [other for n, other in made.extra if n == name and other != one]
            values = fillers(source, after)
            return [as_used(text, values) for text in one.texts]
    return made.args[place].texts if place is not None else []


def _used(source: Source, args: Sequence[Given], place: int) -> list[Text]:
    if place + 1 >= len(args):
        return args[place].texts
    values = fillers(source, args[place + 1 :])
    return [as_used(text, values) for text in args[place].texts]


def _message_place(source: Source, args: Sequence[Given]) -> int | None:
    said = [place for place, one in enumerate(args) if one.is_text]
    if said:
        # a sentence written here is surer than one that a name or method stands for
        return max(said, key=lambda place: (*_standing(args[place]), -place))
    named = None
    for place, one in enumerate(args):
        node = bare(one.node)
        if node.type in _NO_MESSAGE or status_of(source.flat(node, 80)):
            continue
        written = source.flat(node, 80)
        if MESSAGE_NAME.fullmatch(written.rpartition(".")[2].removesuffix("()")):
            return place
        if named is None or (_is_cause(source, args[named].node) and len(args) > 1):
            named = place
    return named


def _standing(one: Given) -> tuple[bool, bool]:
    inline = any(text.is_text and text.inline for text in one.texts)
    worded = _prose(one.texts)
    return worded and inline, worded or inline


def _prose(texts: list[Text]) -> bool:
    return any(text.is_text and " " in text.template.message for text in texts)


def status(source: Source, made: Built) -> int | None:
    """An HTTP error status among what an error is given."""
    for one in (*made.args, *(one for _, one in made.extra)):
        if one.texts[0].is_text or one.node.type not in _STATUS_NODES:
            continue
        if one.node.type == "decimal_integer_literal" and not _takes_status(made):
            continue
        found = status_of(source.flat(one.node, 120))
        if found:
            return found
    return None


_STATUS_NODES = frozenset(
    {"decimal_integer_literal", "field_access", "identifier", "method_invocation"}
)


def _takes_status(made: Built) -> bool:
    """Whether a bare number given to an error can be a status: its class speaks of HTTP."""
    return bool(re.search(r"(?i)http|web|status|response|rest|api|error$|service", made.name))


def code(source: Source, made: Built) -> str | None:
    """A stable code among what an error is given: a text like one, a constant, a bundle's key."""
    for one in made.args[:4]:
        text = one.texts[0]
        if text.is_text:
            if CODE.fullmatch(text.template.message):
                return text.template.message
            continue
        written = source.flat(one.node, 200)
        if one.node.type == "field_access":
            found = CODE_CONSTANT.search(written)
            if found and status_of(written) is None:
                return found[1]
        keyed = _KEYED.search(written) if one.node.type == "method_invocation" else None
        if keyed and CODE.fullmatch(keyed[1]):
            return keyed[1]
    return None
