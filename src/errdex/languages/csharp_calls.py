"""C#'s calls and creations: which argument is the message, the parameter's name, the status."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from errdex.languages import csharp_text
from errdex.languages.csharp_format import as_used
from errdex.languages.csharp_nodes import (
    CREATIONS,
    Arg,
    arguments_of,
    bare,
    called,
    callee,
    owner_of,
    plain,
    uncast,
)
from errdex.languages.csharp_strings import nameof
from errdex.languages.interface import Source, Text, argument
from errdex.languages.jvm_names import CAUGHT, CODE, ERROR, MESSAGE_NAME
from errdex.model.facts import Argument, Call
from errdex.model.template import Placeholder

if TYPE_CHECKING:
    from tree_sitter import Node

NULL, RANGE, DISPOSED = (
    "ArgumentNullException",
    "ArgumentOutOfRangeException",
    "ObjectDisposedException",
)
_SHOWN = {
    NULL: ("Value cannot be null. (Parameter '", "')"),
    RANGE: ("Specified argument was out of the range of valid values. (Parameter '", "')"),
    DISPOSED: ("Cannot access a disposed object.\nObject name: '", "'."),
}
_NO_MESSAGE = frozenset(
    {
        "typeof_expression", "integer_literal", "null_literal", "boolean_literal",
        "this_expression", "this", "real_literal", "array_creation_expression",
        "implicit_array_creation_expression", "object_creation_expression", "default_expression",
        "implicit_object_creation_expression", "anonymous_object_creation_expression",
        "collection_expression",
    }
)  # fmt: skip
_NAMED_MESSAGE = re.compile(
    r"(?i)(?:\w*message|msg|detail|reason|description|error|text|title|userMessage)$"
)
_NAMED_OTHER = re.compile(
    r"(?i)(?:paramName|parameterName|argumentName|innerException|inner|objectName|actualValue|"
    r"fileName|code|errorCode|propertyName|helpUrl|source|memberName|key)$"
)
_TOKEN = re.compile(r"(?i)(?:^|\.)\w*(?:token|ct)$")
_CHAINED = re.compile(r"(?:With|Set|Add)\w+$")
_PARAM_NAME = re.compile(r"[A-Za-z_]\w{0,40}")
_STATUS = re.compile(r"(?:Status|HttpStatusCode\.|Status(\d\d\d))")
_STATUS_NUMBER = re.compile(r"[45]\d\d")
MAX_CHAIN = 12


class Given(NamedTuple):
    """One argument, its name, and what it says."""

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
        name: the class or method that builds it, the last part of its name.
        callee: what is called or created, as written.
        is_class: whether the name is that of the error's class.
        args: its arguments.
        members: what its object initializer gives to properties.
    """

    name: str
    callee: str
    is_class: bool
    args: list[Given]
    members: list[Given] = field(default_factory=list)


def given(source: Source, call: Node) -> list[Given]:
    """The arguments of a call or creation, with what each says."""
    return [_given(source, arg) for arg in arguments_of(call)]


def _given(source: Source, arg: Arg) -> Given:
    found = csharp_text.texts(source, arg.node)
    if not any(text.is_text for text in found):
        key = csharp_text.keyed(source, arg.node)
        found = [key] if key is not None else found
    return Given(arg.name, arg.node, found)


def members_of(source: Source, creation: Node) -> list[Given]:
    """``{ Detail = "…" }`` after a creation."""
    listing = creation.child_by_field_name("initializer")
    found = []
    for child in listing.named_children if listing is not None else ():
        left, right = child.child_by_field_name("left"), child.child_by_field_name("right")
        if child.type == "assignment_expression" and left is not None and right is not None:
            found.append(_given(source, Arg(source.text(left), right)))
    return found


def call_of(source: Source, written: str, args: Sequence[Given]) -> Call:
    """A call in the form that linking reads; a text shows what the arguments after it fill."""
    made: list[Argument] = []
    for place, one in enumerate(args):
        texts = one.texts
        if texts[0].is_text and place + 1 < len(args):
            texts = [as_used(texts[0], fillers(source, args[place + 1 :]))]
        made.append(argument(one.name, texts))
    return Call(" ".join(written.split())[:200], tuple(made))


def fillers(source: Source, args: Sequence[Given]) -> list[str]:
    """The arguments that may fill a format: a cause at the end does not."""
    nodes = [Arg(one.name, one.node) for one in args]
    while nodes and is_cause(source, nodes[-1].node):
        nodes.pop()
    return csharp_text.values_of(source, nodes)


def is_cause(source: Source, node: Node) -> bool:
    """Whether an argument is the error behind this one."""
    if node.type in CREATIONS:
        return bool(ERROR.search(callee(source, node)))
    written = source.flat(node, 60)
    return node.type in ("identifier", "null_literal", "member_access_expression") and bool(
        CAUGHT.fullmatch(written) or written.endswith("InnerException")
    )


def built(source: Source, expression: Node) -> Built | None:
    """What builds the error that an expression is; None when it is no call and no creation."""
    at = uncast(expression)
    for _ in range(MAX_CHAIN):
        if at.type != "invocation_expression" or not _CHAINED.match(called(source, at)):
            break
        owner = owner_of(at)
        inner = uncast(owner) if owner is not None else None
        if inner is None or inner.type not in (*CREATIONS, "invocation_expression"):
            break
        at = inner
    if at.type in CREATIONS:
        written = callee(source, at)
        name = written.rpartition(".")[2]
        return Built(name, written, bool(name), given(source, at), members_of(source, at))
    if at.type != "invocation_expression":
        return None
    owner = owner_of(at)
    simple = source.flat(owner, 120).rpartition(".")[2] if owner is not None else ""
    is_class = bool(ERROR.search(simple)) and simple[:1].isupper()
    name = simple if is_class else called(source, at)
    return Built(name, callee(source, at), is_class, given(source, at))


def message(source: Source, made: Built) -> list[Text]:
    """What an error says: of a name and a sentence, the sentence; else the first of its values."""
    if made.name in _SHOWN and made.is_class and made.callee.rpartition(".")[2] == made.name:
        return _about_parameter(source, made)
    place = _message_place(source, made)
    if place is not None and made.args[place].is_text:
        return _used(source, made.args, place)
    for one in made.members:
        if one.is_text and _NAMED_MESSAGE.fullmatch(one.name or ""):
            return one.texts
    return made.args[place].texts if place is not None else []


def _about_parameter(source: Source, made: Built) -> list[Text]:
    """The errors whose first argument names a parameter: alone, the runtime words the rest."""
    args = made.args
    told = next((one for one in args if one.name == "message"), None)
    if told is None:
        unnamed = [one for one in args if one.name is None and not is_cause(source, one.node)]
        last = unnamed[-1] if len(unnamed) > 1 else None
        if last is not None and (last.is_text or len(unnamed) == 3 or _is_message(source, last)):
            told = last
    if told is not None:
        return told.texts
    first = next((one for one in args if one.name in (None, "paramName", "objectName")), None)
    if first is None or (len(args) > 1 and is_cause(source, args[1].node)):
        return first.texts if first is not None else []
    return [shown_parameter(made.name, first.texts[0])]


def _is_message(source: Source, one: Given) -> bool:
    written = source.flat(one.node, 120)
    last = written.rpartition(".")[2].partition("(")[0]
    hole = one.texts[0].template.placeholders
    keyed = bool(hole) and not one.texts[0].inline
    return keyed or bool(MESSAGE_NAME.fullmatch(last))


def shown_parameter(error_class: str, name: Text) -> Text:
    """What the runtime says of a parameter given to one of its own errors."""
    before, after = _SHOWN[error_class]
    parts = name.parts
    if not name.is_text:
        hole = name.template.placeholders[0]
        parts = (Placeholder(hole.text, hole.expr),)
    return Text((before, *parts, after), inline=False)


def _used(source: Source, args: Sequence[Given], place: int) -> list[Text]:
    if place + 1 >= len(args):
        return args[place].texts
    values = fillers(source, args[place + 1 :])
    return [as_used(text, values) for text in args[place].texts]


def _message_place(source: Source, made: Built) -> int | None:
    args = made.args
    for place, one in enumerate(args):
        if one.name is not None and _NAMED_MESSAGE.fullmatch(one.name):
            return place
    if made.name == "ArgumentException" and args and not is_cause(source, args[0].node):
        return 0  # the second argument is the parameter's name
    said = [
        place
        for place, one in enumerate(args)
        if one.is_text
        and not (one.name is not None and _NAMED_OTHER.fullmatch(one.name))
        and nameof(source, one.node) is None
    ]
    if said:
        # a sentence written here is surer than one that a name or method stands for
        return max(said, key=lambda place: (*_standing(args[place]), -place))
    named = None
    for place, one in enumerate(args):
        node = bare(one.node)
        if node.type in _NO_MESSAGE or "lambda" in node.type or one.is_text:
            continue
        if is_cause(source, node) and len(args) > 1:
            continue
        if not one.texts[0].inline:  # a resource
            return place
        written = source.flat(node, 80)
        if MESSAGE_NAME.fullmatch(written.rpartition(".")[2].removesuffix("()")):
            return place
        if named is None and not status_of(written) and not _TOKEN.search(written):
            named = place
    return named


def _standing(one: Given) -> tuple[bool, bool]:
    inline = any(text.is_text and text.inline for text in one.texts)
    worded = any(text.is_text and " " in text.template.message for text in one.texts)
    return worded and inline, worded or inline


_STATUS_NAMES = {
    "BadRequest": 400, "Unauthorized": 401, "PaymentRequired": 402, "Forbidden": 403,
    "NotFound": 404, "MethodNotAllowed": 405, "NotAcceptable": 406, "RequestTimeout": 408,
    "Conflict": 409, "Gone": 410, "LengthRequired": 411, "PreconditionFailed": 412,
    "RequestEntityTooLarge": 413, "UnsupportedMediaType": 415, "UnprocessableEntity": 422,
    "UnprocessableContent": 422, "Locked": 423, "TooManyRequests": 429,
    "InternalServerError": 500, "NotImplemented": 501, "BadGateway": 502,
    "ServiceUnavailable": 503, "GatewayTimeout": 504,
}  # fmt: skip


def status_of(written: str) -> int | None:
    """The HTTP error status that an expression names: ``404``, ``HttpStatusCode.NotFound``."""
    if _STATUS_NUMBER.fullmatch(written):
        return int(written)
    head, _, last = written.rpartition(".")
    found = re.match(r"Status([45]\d\d)", last)
    if found:
        return int(found[1])
    last = last.removesuffix(")")
    return _STATUS_NAMES.get(last) if head.endswith(("StatusCode", "StatusCodes")) else None


def status(source: Source, made: Built) -> int | None:
    """An HTTP error status among what an error is given."""
    for one in (*made.args, *made.members):
        if one.texts[0].is_text:
            continue
        bare_number = one.node.type == "integer_literal"
        if bare_number and not re.search(r"(?i)http|web|status|api|problem|rest", made.name):
            continue
        found = status_of(source.flat(one.node, 120))
        if found:
            return found
    return None


def code(source: Source, made: Built) -> str | None:
    """A stable code among what an error is given."""
    for one in (*made.args[:4], *made.members[:4]):
        text = one.texts[0]
        if text.is_text and CODE.fullmatch(text.template.message):
            return text.template.message
        if not text.is_text and one.node.type == "member_access_expression":
            written = source.flat(one.node, 120)
            found = re.search(r"(?:^|\.)\w*(?:Error|Code)\w*\.([A-Z]\w{2,})$", written)
            is_code = found and re.search(r"Code|Errors?\.", written)
            if found and is_code and not status_of(written) and text.inline:
                return found[1]
    return None


def sentence(source: Source, node: Node) -> list[Text]:
    """The fixed texts of an expression, or the resource that it names."""
    found = csharp_text.said(source, node)
    key = csharp_text.keyed(source, node) if not found else None
    return [key] if key is not None else found


def body_text(source: Source, node: Node) -> list[Text]:
    """The text of an answer's body: itself, or the sentence of the object that it is."""
    found = sentence(source, node)
    if found:
        return found
    inner = bare(node)
    if inner.type == "anonymous_object_creation_expression":
        return _anonymous(source, inner)
    if inner.type in CREATIONS:
        made = built(source, inner)
        if made is not None:
            return [text for text in message(source, made) if text.is_text]
    return []


def _anonymous(source: Source, node: Node) -> list[Text]:
    """``new { error = "…" }``: names and values follow one another."""
    inner = plain(node)
    for name, value in itertools.pairwise(inner):
        if name.type == "identifier" and _NAMED_MESSAGE.fullmatch(source.text(name)):
            found = csharp_text.said(source, value)
            if found:
                return found
    return []
