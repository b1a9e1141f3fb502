"""JavaScript's calls that assert, reject, report, warn or answer over HTTP: which say an error."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from errdex.languages import javascript_names as names
from errdex.languages import javascript_text
from errdex.languages.interface import Source, Text, argument, placeholder
from errdex.languages.javascript_text import bare, plain_arguments
from errdex.languages.javascript_top import untyped
from errdex.model.facts import Argument, Call
from errdex.model.template import Part, Placeholder

if TYPE_CHECKING:
    from tree_sitter import Node

CODE = re.compile(
    r"(?:ERR?_)?[A-Z][A-Z0-9]*(?:[_.:][A-Z0-9]+)+|E[A-Z]{3,}|[a-z]+(?:[-_/.:][a-z0-9]+)+"
)
_PLAIN_CODE = re.compile(r"[\w.:/-]{2,60}")
_MESSAGE_KEYS = (
    "message", "msg", "detail", "description", "error", "errorMessage", "reason", "title",
)  # fmt: skip
_NESTED = ("extensions", "error", "response", "body")
_CODE_KEYS = ("code", "errorCode", "errCode", "error_code")
_STATUS_KEYS = ("status", "statusCode", "httpStatus")
_HTTP_CALLEE = re.compile(
    r"(?i)http|status|api|response|request|createError|^ctx\.throw|context\.throw"
)
_STATUS = re.compile(r"[45]\d\d")
STATUSES = {
    "badrequest": 400, "unauthorized": 401, "paymentrequired": 402, "forbidden": 403,
    "notfound": 404, "methodnotallowed": 405, "notacceptable": 406, "proxyauthrequired": 407,
    "requesttimeout": 408, "clienttimeout": 408, "conflict": 409, "gone": 410,
    "resourcegone": 410, "lengthrequired": 411, "preconditionfailed": 412,
    "payloadtoolarge": 413, "entitytoolarge": 413, "uritoolong": 414,
    "unsupportedmediatype": 415, "rangenotsatisfiable": 416, "expectationfailed": 417,
    "imateapot": 418, "teapot": 418, "misdirected": 421, "unprocessableentity": 422,
    "baddata": 422, "locked": 423, "faileddependency": 424, "preconditionrequired": 428,
    "toomanyrequests": 429, "illegal": 451, "internalservererror": 500, "internal": 500,
    "badimplementation": 500, "notimplemented": 501, "badgateway": 502,
    "serviceunavailable": 503, "serverunavailable": 503, "gatewaytimeout": 504,
}  # fmt: skip


class Given(NamedTuple):
    """One argument of a call: its keyword inside an object literal, its node, what it says."""

    name: str | None
    node: Node
    texts: list[Text]


class Said(NamedTuple):
    """What a call's arguments say.

    Attributes:
        texts: the message.
        code: a stable code among them.
        status: an HTTP status among them.
    """

    texts: list[Text]
    code: str | None
    status: int | None


def given(source: Source, listing: Node | None) -> list[Given]:
    """A call's arguments; the pairs of an object literal come before it, by their key."""
    found: list[Given] = []
    for node in plain_arguments(listing):
        inner = bare(node)
        if inner.type == "object":
            found.extend(pairs(source, inner))
        found.append(Given(None, inner, _texts(source, inner)))
    return found


def _texts(source: Source, node: Node) -> list[Text]:
    if node.type in ("arrow_function", "function_expression", "object", "spread_element"):
        return [placeholder(source, node)]
    return javascript_text.texts(source, node)


def pairs(source: Source, table: Node, depth: int = 0) -> list[Given]:
    """An object literal's pairs as arguments by keyword."""
    found: list[Given] = []
    for pair in table.named_children[:24]:
        if pair.type == "shorthand_property_identifier":
            found.append(Given(source.text(pair), pair, javascript_text.texts(source, pair)))
        key, value = pair.child_by_field_name("key"), pair.child_by_field_name("value")
        if pair.type == "pair" and key is not None and value is not None:
            value = bare(value)
            name = source.text(key).strip("'\"")
            if value.type == "object" and name in _NESTED and depth < 3:
                found.extend(pairs(source, value, depth + 1))
            found.append(Given(name, value, _texts(source, value)))
    return found


def call_of(source: Source, callee: str, args: list[Given]) -> Call:
    """A call in the form that linking reads."""
    listed: tuple[Argument, ...] = tuple(argument(one.name, one.texts) for one in args)
    return Call(" ".join(callee.split())[:200], listed)


def read_arguments(source: Source, callee: str, args: list[Given]) -> Said:
    """The message, code and status among a call's arguments."""
    positional = [one for one in args if one.name is None]
    texts: list[Text] = []
    code: str | None = None
    said = [one for one in positional if one.texts[0].is_text and one.texts[0].template.parts]
    spaced = [one for one in said if " " in one.texts[0].template.message]
    inline = [one for one in spaced if one.texts[0].inline]
    chosen: Given | None = None
    if said:
        chosen = said[0]
        first = said[0].texts[0].template.message
        better = inline[0] if inline else spaced[0] if spaced else chosen
        if not said[0].texts[0].inline or _PLAIN_CODE.fullmatch(first):
            chosen = better
        if chosen is not said[0]:
            code = first if CODE.fullmatch(first) else None
        texts = chosen.texts
    if not said:
        for key in _MESSAGE_KEYS:
            named = [one for one in args if one.name == key and one.texts[0].is_text]
            if named:
                texts = named[0].texts
                break
    if not texts:
        texts = _unsaid(args, positional)
    for one in args:
        if code is None and one.texts[0].is_text and one is not chosen:
            text = one.texts[0].template.message
            by_name = one.name in _CODE_KEYS and _PLAIN_CODE.fullmatch(text)
            if by_name or (one.name is None and CODE.fullmatch(text) and text.isupper()):
                code = text
    return Said(texts, code, _status(source, callee, args))


def _unsaid(args: list[Given], positional: list[Given]) -> list[Text]:
    """The hole that stands for the message when no argument is a text."""
    for one in args:
        if one.name in ("message", "msg"):
            return one.texts
    for one in positional:
        if one.node.type not in ("object", "number", "arrow_function", "array", "null"):
            return one.texts
    return []


def _status(source: Source, callee: str, args: list[Given]) -> int | None:
    name = callee.rpartition(".")[2].lower()
    known = STATUSES.get(name.removesuffix("exception"))
    if known is not None and (name.endswith("exception") or "." in callee):
        return known
    http = _HTTP_CALLEE.search(callee)
    for one in args:
        if one.name in _STATUS_KEYS or (one.name is None and http):
            found = status_of(source, one.node)
            if found is not None:
                return found
    return None


def status_of(source: Source, node: Node) -> int | None:
    """``404`` or ``HttpStatus.NOT_FOUND`` as a number, when it is an error's."""
    text = source.text(node) if node.end_byte - node.start_byte < 80 else ""
    if node.type == "number":
        return int(text) if _STATUS.fullmatch(text) else None
    if node.type == "member_expression" and re.search(r"(?i)status|code", text):
        return STATUSES.get(text.rpartition(".")[2].replace("_", "").lower())
    return None


def later_fields(source: Source, node: Node) -> tuple[str | None, int | None]:
    """Code and status that the statements after ``const err = new X(…)`` put on the object."""
    holder = node.parent
    while holder is not None and holder.type in ("parenthesized_expression", "as_expression"):
        holder = holder.parent
    if holder is None or holder.type not in ("variable_declarator", "assignment_expression"):
        return None, None
    target = holder.child_by_field_name("name") or holder.child_by_field_name("left")
    statement = holder.parent
    if target is None or target.type != "identifier" or statement is None:
        return None, None
    name = source.text(target)
    code: str | None = None
    status: int | None = None
    at = statement.next_named_sibling
    for _ in range(6):
        if at is None:
            break
        inner = at.named_children[0] if at.type == "expression_statement" else None
        if inner is not None and inner.type == "assignment_expression":
            left, right = inner.child_by_field_name("left"), inner.child_by_field_name("right")
            written = source.flat(left, 80) if left is not None else ""
            owner, _, key = written.rpartition(".")
            if owner.strip("()").partition(" ")[0] == name and right is not None:
                if key in (*_CODE_KEYS, "errno") and right.type == "string":
                    code = source.text(right)[1:-1]
                elif key in _STATUS_KEYS:
                    status = status_of(source, right)
        at = at.next_named_sibling
    return code, status


def assertion(
    source: Source, owner: str, name: str, args: list[Node]
) -> tuple[int, list[Node]] | None:
    """Which argument of an assertion is its message, and what is tested; None when neither is."""
    if owner and name in ("fail", "unreachable"):
        return (0, []) if args else None
    comparing = bool(owner) and bool(re.search(r"(?i)equal|match", name))
    if comparing:
        return (len(args) - 1, args[:2]) if len(args) > 2 else None
    for place in range(1, len(args)):
        inner = bare(args[place])
        if inner.type in _SAYING and javascript_text.said(source, inner):
            return place, args[:1]
    return None


_SAYING = frozenset(
    {
        "string",
        "template_string",
        "binary_expression",
        "call_expression",
        "identifier",
        "member_expression",
        "ternary_expression",
        "arrow_function",
        "subscript_expression",
    }
)


def table_texts(source: Source, table: Node) -> list[tuple[Node, str, list[Text]]]:
    """The texts of a table of messages: each value's node, its key, and what it says."""
    found: list[tuple[Node, str, list[Text]]] = []
    stack = [(untyped(table), "")]
    while stack and len(found) < 600:
        at, path = stack.pop()
        if at.type != "object":
            continue
        for pair in at.named_children:
            key = pair.child_by_field_name("key") or pair.child_by_field_name("name")
            value = pair if pair.type == "method_definition" else pair.child_by_field_name("value")
            if key is None or value is None:
                continue
            name = source.text(key).strip("'\"`[]")
            value = untyped(value)
            if value.type == "object" and path.count(".") < 3:
                stack.append((value, f"{path}{name}."))
                continue
            if value.type not in _SAYING and value.type not in names.FUNCTIONS:
                continue
            texts = [_with_fields(text) for text in _table_value(source, value)]
            if texts and any(" " in text.template.message.strip() for text in texts):
                found.append((value, path + name, [t._replace(inline=True) for t in texts]))
    return found


def told_texts(source: Source, function: Node) -> list[Node]:
    """The expressions that a function returns, or sets its ``message`` to, as text."""
    found: list[Node] = []
    stack = list(reversed(function.named_children))
    while stack and len(found) < 200:
        at = stack.pop()
        value: Node | None = None
        if at.type == "return_statement" and at.named_children:
            value = bare(at.named_children[0])
        elif at.type == "assignment_expression":
            left = at.child_by_field_name("left")
            if left is not None and left.text in (b"message", b"msg"):
                value = at.child_by_field_name("right")
        if value is not None and value.type in _TOLD:
            found.append(value)
        elif at.type not in ("throw_statement", "new_expression"):
            stack.extend(reversed(at.named_children))
    return found


_TOLD = frozenset({"string", "template_string", "binary_expression", "ternary_expression"})


def _table_value(source: Source, value: Node) -> list[Text]:
    if value.type in names.FUNCTIONS:
        return names.returned(source, value, 0)
    if value.type in ("identifier", "member_expression", "subscript_expression"):
        return []
    return javascript_text.said(source, value)


_FIELDS = re.compile(r"\$\{[\w.]+\}|\{\{[#:]?\s*[\w.]+\s*\}\}|%\{\w+\}|\{[a-zA-Z_][\w.]*\}|\{\d\}")


def _with_fields(text: Text) -> Text:
    """A text that a library fills later: ``${path}``, ``{{#label}}``, ``{0}`` in plain strings."""
    parts: list[Part] = []
    for part in text.parts:
        if not isinstance(part, str):
            parts.append(part)
            continue
        at = 0
        for found in _FIELDS.finditer(part):
            parts.append(part[at : found.start()])
            parts.append(Placeholder(found.group(), found.group().strip("${}#:% ")))
            at = found.end()
        parts.append(part[at:])
    return text._replace(parts=tuple(parts))
