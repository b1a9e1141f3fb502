"""Swift's errors as they are built: which class or case, which argument is the message."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from errdex.languages import swift_text
from errdex.languages.interface import Source, Text, argument, placeholder
from errdex.languages.swift_nodes import (
    CALLS,
    ERROR,
    FUNCTIONS,
    Arg,
    arguments_of,
    bare,
    callee,
    callee_node,
    climb,
    is_subscript,
    owner_class,
    owner_of,
    plain,
    type_text,
    written_name,
)
from errdex.model.facts import Call

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node

_MESSAGE = re.compile(
    r"(?i)(?:\w*message|msg|debugDescription|reason|\w*description|details?|text|what|why|"
    r"explanation|title|localizedFailureReason|summary)"
)
_MEMBERS = frozenset({"navigation_expression", "prefix_expression"})
_CAUGHT = re.compile(r"(?:\w*[eE]rror|e|err|underlying\w*)$")
_TYPED = re.compile(
    r"throws\s*\(\s*(?:any\s+)?([\w.]+)\s*\)|Result<[^<>]*(?:<[^<>]*>)?,\s*([\w.]+)\s*>"
)
_STANDING = frozenset({"simple_identifier", "call_expression", "navigation_expression"})
_WIRES = frozenset({"file", "line", "function", "column", "fileID", "filePath", "codingPath",
                    "domain", "in", "forKey", "metadata", "identifier", "comment", "sourceLocation",
                    "code", "property"})  # fmt: skip
_CODE = re.compile(r"[A-Z][A-Z0-9]*(?:[_.-][A-Z0-9]+)+|[A-Z]{1,6}-?\d{2,6}")
STATUSES = {
    "badRequest": (400, "Bad Request"), "unauthorized": (401, "Unauthorized"),
    "paymentRequired": (402, "Payment Required"), "forbidden": (403, "Forbidden"),
    "notFound": (404, "Not Found"), "methodNotAllowed": (405, "Method Not Allowed"),
    "notAcceptable": (406, "Not Acceptable"), "requestTimeout": (408, "Request Timeout"),
    "conflict": (409, "Conflict"), "gone": (410, "Gone"),
    "lengthRequired": (411, "Length Required"), "preconditionFailed": (412, "Precondition Failed"),
    "payloadTooLarge": (413, "Payload Too Large"), "contentTooLarge": (413, "Content Too Large"),
    "uriTooLong": (414, "URI Too Long"), "unsupportedMediaType": (415, "Unsupported Media Type"),
    "rangeNotSatisfiable": (416, "Range Not Satisfiable"),
    "expectationFailed": (417, "Expectation Failed"), "imATeapot": (418, "I'm a teapot"),
    "misdirectedRequest": (421, "Misdirected Request"),
    "unprocessableEntity": (422, "Unprocessable Entity"),
    "unprocessableContent": (422, "Unprocessable Content"), "locked": (423, "Locked"),
    "failedDependency": (424, "Failed Dependency"), "upgradeRequired": (426, "Upgrade Required"),
    "tooManyRequests": (429, "Too Many Requests"),
    "internalServerError": (500, "Internal Server Error"),
    "notImplemented": (501, "Not Implemented"), "badGateway": (502, "Bad Gateway"),
    "serviceUnavailable": (503, "Service Unavailable"), "gatewayTimeout": (504, "Gateway Timeout"),
}  # fmt: skip
_ANSWERING = re.compile(r"(?:^|\.)(?:Abort|HB?HTTPError|HTTPError|HTTPResponseError|AbortError)$")
MAX_CHAIN = 8


class Given(NamedTuple):
    """One argument: its label, its expression, what it says."""

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
        name: the class, with its case: ``StoreError.missing``; ``.missing`` without its type.
        is_class: whether the name is that of an error.
        args: its arguments.
        is_case: whether a case or a factory of a type is named.
    """

    name: str
    is_class: bool
    args: list[Given]
    is_case: bool = False


def given(source: Source, call: Node) -> list[Given]:
    """The arguments of a call with what each says."""
    return [Given(arg.name, arg.node, _shown(source, arg)) for arg in arguments_of(call)]


def _shown(source: Source, arg: Arg) -> list[Text]:
    """What an argument says; the name of an error caught says nothing."""
    inner = bare(arg.node)
    if inner.type == "simple_identifier" and _CAUGHT.match(source.text(inner)):
        return [placeholder(source, inner)]
    return swift_text.texts(source, arg.node)


def built(source: Source, expression: Node, *, thrown: bool = False) -> Built | None:
    """What builds the error that an expression is; None for names and other expressions.

    Of something thrown the name need not read as an error's.
    """
    at = _innermost(source, bare(expression))
    if at.type in _MEMBERS:
        name = written_name(source, at)
        return _named(source, at, name, [], thrown) if name and not is_value(name) else None
    if at.type not in CALLS or is_subscript(at):
        return None
    name = callee(source, at)
    if not name or name.startswith("()"):
        return None
    return _named(source, at, name, given(source, at), thrown)


def _named(source: Source, at: Node, name: str, args: list[Given], thrown: bool) -> Built | None:
    name = name.removesuffix(".init").removeprefix("Swift.").removeprefix("self.")
    if name.startswith("."):
        name = (implied(source, at) if thrown else "") + name
        return Built(name.removesuffix(".init"), is_class=True, args=args, is_case=True)
    if name.partition(".")[0] == "Self":
        home = owner_class(at)
        name = (type_text(source, home) if home is not None else "Self") + name[4:]
    words = name.split(".")
    is_case = len(words) > 1 and not words[-1][:1].isupper()
    owner = words[-2] if is_case else words[-1]
    is_class = bool(ERROR.search(owner)) or (thrown and owner.lstrip("_")[:1].isupper())
    return Built(name, is_class and owner.lstrip("_")[:1].isupper(), args, is_case)


def names_error(written: str) -> bool:
    """Whether a dotted name is that of an error type or of one's case."""
    words = written.removesuffix(".init").split(".")
    return words[0][:1].isupper() and any(
        word[:1].isupper() and ERROR.search(word) is not None for word in words[-2:]
    )


def is_value(name: str) -> bool:
    """Whether a dotted name is a value's member (``self.error``), not a type's case."""
    head = name.partition(".")[0]
    return bool(head) and head != "Self" and not head.lstrip("_")[:1].isupper()


def _innermost(source: Source, at: Node) -> Node:
    """The creation at the start of a chain: ``E.missing(x).attached(to: y)``."""
    for _ in range(MAX_CHAIN):
        owner = owner_of(at) if at.type == "call_expression" else None
        if owner is None and at.type == "call_expression":
            function = callee_node(at)
            owner = function if function is not None and function.type in CALLS else None
        inner = bare(owner) if owner is not None else None
        if inner is None or inner.type not in CALLS:
            break
        words = callee(source, inner).split(".")
        if not any(word[:1].isupper() and ERROR.search(word) for word in words):
            break
        at = inner
    return at


def implied(source: Source, node: Node) -> str:
    """The error type that a function declares to throw, where an implicit member is thrown."""
    for at, _ in climb(node):
        if at.type in FUNCTIONS:
            body = at.child_by_field_name("body")
            end = body.start_byte if body is not None else at.start_byte
            found = _TYPED.search(source.data[at.start_byte : end].decode("utf-8", "replace"))
            return (found[1] or found[2]) if found is not None else ""
    return ""


def call_of(source: Source, made: Built) -> Call:
    """A call in the form that linking reads; a case's values are known by their places."""
    return call_as(source, made, link_name(made.name))


def call_as(source: Source, made: Built, written: str) -> Call:
    """A call of a written name."""
    args = tuple(argument(None if made.is_case else one.name, one.texts) for one in made.args)
    return Call(written[:200], args)


def link_name(name: str) -> str:
    """A case with its type alone, as classes are kept."""
    words = name.strip(".").split(".")
    cases = len(words) > 1 and not words[-1].lstrip("_")[:1].isupper()
    return ".".join(words[-2:]) if cases else words[-1]


# -- the message ------------------------------------------------------------------------------


def message(source: Source, made: Built) -> list[Text]:
    """What an error says: of several texts the one labelled so, else the first sentence."""
    if _ANSWERING.search(made.name):
        return _reason(made)
    own = _spoken(made.args, is_case=made.is_case)
    if own is not None and _worded(own):
        return own.texts
    nested = _nested(source, made.args)
    if nested:
        return nested
    return own.texts if own is not None else []


def _worded(one: Given) -> bool:
    return any(text.is_text and text.template.literals for text in one.texts)


def _spoken(args: Sequence[Given], *, is_case: bool) -> Given | None:
    """The argument that is the message: a text labelled so, a sentence, a text without label.

    A single word given to a case, or under another label, is a name and no message.
    """
    said = [one for one in args if one.is_text and one.name not in _WIRES]
    for one in said:
        if one.name is not None and _MESSAGE.fullmatch(one.name):
            return one
    for one in said:
        if any(t.is_text and " " in t.template.message for t in one.texts):
            return one
    unnamed = [one for one in said if one.name is None and not is_case]
    if unnamed:
        return unnamed[0]
    for one in args:
        told = one.name is not None and _MESSAGE.fullmatch(one.name)
        if told and bare(one.node).type in _STANDING and not _is_member(one.node):
            return one
    first = args[0] if args and args[0].name is None and not is_case else None
    if first is None or bare(first.node).type not in _STANDING or _is_member(first.node):
        return None
    return first


def _is_member(node: Node) -> bool:
    """Whether an argument is a case of another type: ``.missing(key)``."""
    inner = bare(node)
    first = inner.children[0] if inner.type == "call_expression" and inner.children else inner
    return first.type == "prefix_expression"


def _nested(source: Source, args: Sequence[Given]) -> list[Text]:
    """``.init(codingPath: p, debugDescription: "…")``, ``[NSLocalizedDescriptionKey: "…"]``."""
    for one in args:
        inner = bare(one.node)
        if inner.type == "dictionary_literal":
            found = _described(source, inner)
            if found:
                return found
        if inner.type == "array_literal":
            found = [t for item in plain(inner)[:1] for t in swift_text.said(source, item)]
            if found and " " in found[0].template.message:
                return found
        if inner.type not in CALLS or is_subscript(inner):
            continue
        name = callee(source, inner)
        if name.startswith(".") or name[:1].isupper():
            within = _spoken(given(source, inner), is_case=True)
            if within is not None and _worded(within):
                return within.texts
            found = _nested(source, given(source, inner)) if "Context" in name else []
            if found:
                return found
    return []


_DESCRIBING = re.compile(r"(?:NSLocalized(?:Description|FailureReason)|NSDebugDescription\w*)")


def _described(source: Source, node: Node) -> list[Text]:
    """The texts of a dictionary under Foundation's keys."""
    keys = node.children_by_field_name("key")
    values = node.children_by_field_name("value")
    for key, value in zip(keys, values, strict=False):
        if _DESCRIBING.search(source.flat(key, 80)):
            return swift_text.texts(source, value)
    return []


# -- HTTP -------------------------------------------------------------------------------------


def status_of(written: str) -> int | None:
    """The HTTP error status that an expression names: ``.notFound``, ``404``."""
    if re.fullmatch(r"[45]\d\d", written):
        return int(written)
    found = STATUSES.get(written.rpartition(".")[2])
    return found[0] if found is not None else None


def status(source: Source, made: Built) -> int | None:
    """An HTTP error status among what an error is given."""
    if not _ANSWERING.search(made.name) and not re.search(r"HTTP|Abort|Response", made.name):
        return None
    for one in made.args[:3]:
        found = status_of(source.flat(one.node, 60))
        if found is not None:
            return found
    return None


def _reason(made: Built) -> list[Text]:
    """``Abort(.notFound, reason: "…")``; alone, the status' own phrase is shown."""
    told = next((o for o in made.args if o.name in ("reason", "message")), None)
    if told is not None:
        return told.texts
    if len(made.args) > 1 and made.args[1].is_text:
        return made.args[1].texts
    first = made.args[0].texts[0].template.placeholders if made.args else ()
    known = STATUSES.get((first[0].expr or "").rpartition(".")[2]) if first else None
    return [Text((known[1],), inline=False)] if known is not None else []


def code(made: Built) -> str | None:
    """A stable code among what an error is given."""
    for one in made.args[:4]:
        text = one.texts[0]
        if text.is_text and one.name in ("code", "id", "errorCode", "identifier"):
            told = text.template.message
            return told if _CODE.fullmatch(told) else None
    return None


def sentence(source: Source, node: Node) -> list[Text]:
    """The fixed texts of an expression."""
    return swift_text.said(source, node)


def inner_of(node: Node) -> list[Node]:
    """The expressions that may be thrown: arms of ``?:``, the right of ``??``."""
    node = bare(node)
    if node.type == "ternary_expression":
        arms = [node.child_by_field_name(field) for field in ("if_true", "if_false")]
        return [one for arm in arms if arm is not None for one in inner_of(arm)]
    if node.type == "nil_coalescing_expression":
        right = node.child_by_field_name("if_nil")
        return inner_of(right) if right is not None else [node]
    if node.type in ("if_statement", "switch_statement"):
        return [one for value in swift_text.values_of(node) for one in inner_of(value)][:16] or [
            node
        ]
    return [node]
