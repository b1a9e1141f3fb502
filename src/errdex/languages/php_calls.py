"""PHP's calls and creations: which argument is the message, the status, the code."""

from __future__ import annotations

import re
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, NamedTuple

from errdex.languages import php_format, php_text
from errdex.languages.interface import Source, Text, argument
from errdex.languages.php_nodes import (
    CALLS,
    ERROR,
    METHOD_CALLS,
    argument_nodes,
    bare,
    callee,
    name_of,
    scope_of,
    value_of,
)
from errdex.model.facts import Argument, Call
from errdex.model.template import Part, Placeholder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node

_NO_MESSAGE = frozenset(
    {
        "integer", "float", "null", "boolean", "anonymous_function", "arrow_function",
        "object_creation_expression", "array_creation_expression", "unary_op_expression",
    }
)  # fmt: skip
_MESSAGE_NAME = re.compile(
    r"(?i)\W*\w*(?:message|msg|text|reason|description|error|detail|why)s?(?:\(\))?"
)
_MESSAGE_VALUE = re.compile(r"(?i)\$\w*(?:message|msg|error|reason|description)(?:\[.*\])?")
_LONE = re.compile(r"[a-z][\w-]*|[A-Z0-9_]+|\\?\w+(?:\\\w+)+")
_CAUGHT = re.compile(r"\$(?:e|ex|t|th|exc|previous|prev|\w*[eE]xception|\w*[eE]rror|throwable)\d*")
_CODE = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[_.:-][A-Za-z0-9]+)+|[A-Z]{1,6}-?\d{2,6}|[a-z]\w{3,}")
_HTTP = re.compile(r"\bHTTP_([A-Z_]+)$|HttpStatus::(\w+)$|\bStatus::([A-Z_]+)$")
STATUSES = {
    "BadRequestHttpException": 400,
    "UnauthorizedHttpException": 401,
    "AuthenticationException": 401,
    "AccessDeniedHttpException": 403,
    "AuthorizationException": 403,
    "NotFoundHttpException": 404,
    "ModelNotFoundException": 404,
    "MethodNotAllowedHttpException": 405,
    "NotAcceptableHttpException": 406,
    "ConflictHttpException": 409,
    "GoneHttpException": 410,
    "LengthRequiredHttpException": 411,
    "PreconditionFailedHttpException": 412,
    "UnsupportedMediaTypeHttpException": 415,
    "UnprocessableEntityHttpException": 422,
    "LockedHttpException": 423,
    "PreconditionRequiredHttpException": 428,
    "TooManyRequestsHttpException": 429,
    "ServiceUnavailableHttpException": 503,
}
MAKERS = {
    "createNotFoundException": ("NotFoundHttpException", 404),
    "createAccessDeniedException": ("AccessDeniedException", 403),
}
MAX_CHAIN = 20


class Given(NamedTuple):
    """One argument, what it says, and its name where it is given by name."""

    node: Node
    texts: list[Text]
    name: str | None = None

    @property
    def is_text(self) -> bool:
        """Whether it holds fixed text."""
        return any(text.is_text and text.parts for text in self.texts)


@dataclass(slots=True)
class Built:
    """How an expression builds an error.

    Attributes:
        name: the error's class, ``""`` where a call builds it whose name tells no class.
        callee: what is called or created.
        args: its arguments.
        creation: whether ``new`` builds it.
    """

    name: str
    callee: str
    args: list[Given]
    creation: bool


def given(source: Source, call: Node) -> list[Given]:
    """The arguments of a call or creation, with what each says."""
    found: list[Given] = []
    for one in argument_nodes(call):
        value = value_of(one)
        if value is None:
            continue
        name = one.child_by_field_name("name")
        named = "$" + source.text(name) if name is not None else None
        found.append(Given(value, php_text.texts(source, value), named))
    return found


def call_of(source: Source, written: str, args: Sequence[Given]) -> Call:
    """A call in the form that linking reads."""
    made: list[Argument] = [argument(one.name, one.texts) for one in args]
    return Call(written[:200], tuple(made))


def built(source: Source, expression: Node) -> Built | None:
    """What builds the error that an expression is; None when it is no call and no creation."""
    at = bare(expression)
    outer = at
    for _ in range(MAX_CHAIN):  # (new X('…'))->with($y)
        if at.type not in METHOD_CALLS:
            break
        inner = at.child_by_field_name("object")
        if inner is None:
            break
        inner = bare(inner)
        if inner.type == "object_creation_expression" or (
            inner.type in CALLS and inner.type != "function_call_expression"
        ):
            at = inner
            continue
        break
    if at != outer and at.type != "object_creation_expression" and not _is_maker(source, at):
        at = outer
    if at.type == "object_creation_expression":
        name = callee(source, at)
        return Built(name, name, given(source, at), creation=True)
    if at.type not in CALLS:
        return None
    name = name_of(source, at)
    if name in MAKERS:
        return Built(MAKERS[name][0], callee(source, at), given(source, at), creation=False)
    if at.type == "scoped_call_expression":
        owner = scope_of(source, at)
        found = owner if ERROR.search(owner) else ""
        return Built(found, f"{owner}::{name}", given(source, at), creation=False)
    return Built("", callee(source, at), given(source, at), creation=False)


def _is_maker(source: Source, call: Node) -> bool:
    return call.type == "scoped_call_expression" and bool(ERROR.search(scope_of(source, call)))


def message(source: Source, args: list[Given]) -> list[Text]:
    """What an error says: of a code and a sentence, the sentence; else the first of its values."""
    place = message_place(source, args)
    return used(source, args, place) if place is not None else []


def used(source: Source, args: list[Given], place: int) -> list[Text]:
    """An argument's texts, filled by those after it where the text is a format."""
    one = args[place]
    rest = [a for a in args[place + 1 :] if a.name is None]
    while rest and (_CAUGHT.fullmatch(source.flat(rest[-1].node, 60)) or _is_plain(rest[-1].node)):
        rest.pop()
    if not rest or rest[0].node.type in ("integer", "null"):
        return one.texts
    if len(rest) == 1 and rest[0].node.type == "array_creation_expression":
        values = php_text.values_of(source, [rest[0].node], spread=True)
        named = php_text.pairs(source, rest[0].node)
        if named:
            return [php_format.replaced(text, named) for text in one.texts]
    else:
        values = [source.flat(a.node, 200) for a in rest]
    return [
        php_format.formatted(text, values) if php_format.has_verbs(text) else text
        for text in one.texts
    ]


def _is_plain(node: Node) -> bool:
    return node.type in ("integer", "null", "object_creation_expression")


def message_place(source: Source, args: Sequence[Given]) -> int | None:
    """Which argument is the message."""
    said = [place for place, one in enumerate(args) if one.is_text]
    for place, one in enumerate(args):
        if one.name is not None and _MESSAGE_NAME.fullmatch(one.name) and one.is_text:
            return place
    if said:
        best = max(said, key=lambda place: (*_standing(args[place]), -place))
        if any(" " in text.template.message for text in args[best].texts):
            return best
        # a lone word after a value is a code or a type that the class puts in its own text
        lone = args[best].texts[0].template.message
        for place in range(best):
            if args[place].is_text or args[place].node.type in _NO_MESSAGE:
                continue
            told = _MESSAGE_VALUE.fullmatch(source.flat(args[place].node, 80))
            if told or _LONE.fullmatch(lone):
                return place
        return best
    named = None
    for place, one in enumerate(args):
        node = bare(one.node)
        if node.type in _NO_MESSAGE or status_of(source.flat(node, 80)):
            continue
        if _MESSAGE_NAME.fullmatch(source.flat(node, 80)):
            return place
        if named is None and not _CAUGHT.fullmatch(source.flat(node, 80)):
            named = place
    return named


def _standing(one: Given) -> tuple[bool, bool]:
    inline = any(text.is_text and text.inline for text in one.texts)
    worded = any(text.is_text and " " in text.template.message for text in one.texts)
    return worded and inline, worded or inline


def status_of(written: str) -> int | None:
    """The HTTP error status that a source expression names: ``404``, ``HTTP_NOT_FOUND``."""
    if re.fullmatch(r"[45]\d\d", written):
        return int(written)
    found = _HTTP.search(written)
    if found is None:
        return None
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", found[1] or found[2] or found[3]).upper()
    status = HTTPStatus.__members__.get(name)
    return status.value if status is not None and status.value >= 400 else None


def status(source: Source, made: Built) -> int | None:
    """An HTTP error status among what an error is given, or that its class stands for."""
    if made.name in STATUSES:
        return STATUSES[made.name]
    named = re.search(r"(?i)http|api|rest|response|status|web", made.name)
    if not named and not any("HTTP_" in source.flat(one.node, 80) for one in made.args[:4]):
        return None
    for one in made.args[:4]:
        if not one.is_text:
            found = status_of(source.flat(one.node, 80))
            if found:
                return found
    return None


def code(args: Sequence[Given], place: int | None) -> str | None:
    """A stable code among the texts given besides the message."""
    for at, one in enumerate(args[:3]):
        text = one.texts[0]
        if at == place or not text.is_text or len(text.parts) != 1:
            continue
        if _CODE.fullmatch(text.template.message):
            return text.template.message
    return None


def bound(source: Source, text: Text, params: Sequence[str], args: Sequence[Given]) -> Text:
    """What a function of this file says when it is called with some arguments."""
    table = {one.name or name: one for name, one in zip(params, args, strict=False)}

    def fill(hole: Placeholder) -> tuple[Part, ...] | None:
        one = table.get(hole.expr or "")
        if one is None:
            return None
        if one.texts[0].is_text:
            return one.texts[0].template.parts
        return (Placeholder(hole.text, source.flat(one.node, 200), hole.spec, hole.type),)

    parts = text.template.substitute(fill).parts
    is_text = text.is_text or any(isinstance(part, str) for part in parts)
    return Text(parts, is_text, inline=False)
