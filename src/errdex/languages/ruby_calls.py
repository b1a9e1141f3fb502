"""Ruby's calls: their arguments, which of them is the message, and the error that is built."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import ruby_text
from errdex.languages.interface import ERROR_NAME, Draft, Source, Text, argument, placeholder
from errdex.languages.locals import local_value
from errdex.model.facts import Call

if TYPE_CHECKING:
    from tree_sitter import Node

Pairs = list[tuple[str | None, list[Text]]]

_MESSAGE_NAMES = (
    "message", "msg", "detail", "error_message", "error_description", "description", "reason",
    "error", "text", "title", "errors",
)  # fmt: skip
_BUILDERS = frozenset({"new", "exception"})
_KEPT = frozenset({"tap", "exception", "set_backtrace", "freeze", "with_context"})
_CONSTANTS = frozenset({"constant", "scope_resolution"})
STATUSES = {
    "bad_request": 400, "unauthorized": 401, "payment_required": 402, "forbidden": 403,
    "not_found": 404, "method_not_allowed": 405, "not_acceptable": 406, "request_timeout": 408,
    "conflict": 409, "gone": 410, "length_required": 411, "precondition_failed": 412,
    "payload_too_large": 413, "content_too_large": 413, "request_entity_too_large": 413,
    "uri_too_long": 414, "unsupported_media_type": 415, "im_a_teapot": 418, "locked": 423,
    "misdirected_request": 421, "unprocessable_entity": 422, "unprocessable_content": 422,
    "failed_dependency": 424, "too_early": 425, "upgrade_required": 426,
    "precondition_required": 428, "too_many_requests": 429,
    "unavailable_for_legal_reasons": 451, "internal_server_error": 500, "not_implemented": 501,
    "bad_gateway": 502, "service_unavailable": 503, "gateway_timeout": 504,
    "insufficient_storage": 507,
}  # fmt: skip


def arguments(source: Source, call: Node) -> Pairs:
    """A call's arguments: keyword (None for positional) and what each says."""
    found: Pairs = []
    for node in ruby_text.given(call.child_by_field_name("arguments")):
        if node.type == "pair":
            value = node.child_by_field_name("value")
            key = ruby_text.key_of(source, node)
            shown = value if value is not None else node.child_by_field_name("key")
            if shown is not None and value is None:
                found.append((key, ruby_text.texts_of_name(source, key, node)))
            elif shown is not None:
                found.append((key, ruby_text.texts(source, shown)))
        elif node.type in ("splat_argument", "hash_splat_argument"):
            found.append(("*", [placeholder(source, node)]))
        else:
            found.append((None, ruby_text.texts(source, node)))
    return found


def call_of(callee: str, pairs: Pairs) -> Call:
    """A call in the form that linking reads."""
    args = tuple(argument(key, texts) for key, texts in pairs)
    return Call(" ".join(callee.split())[:200], args)


def callee_of(source: Source, call: Node) -> str:
    """A call's receiver and method as written, joined by a dot."""
    method, receiver = call.child_by_field_name("method"), call.child_by_field_name("receiver")
    name = source.text(method) if method is not None else ""
    return f"{source.text(receiver)}.{name}" if receiver is not None else name


def message_texts(pairs: Pairs) -> list[Text]:
    """The argument that is the message: a named one, else the first text, else the first."""
    for name in _MESSAGE_NAMES:
        for key, texts in pairs:
            if key == name and any(text.is_text for text in texts):
                return texts
    positional = [texts for key, texts in pairs if key is None]
    said = [texts for texts in positional if any(text.is_text and text.parts for text in texts)]
    if said:
        worded = [texts for texts in said if prose(texts)]
        return said[0] if not worded or prose(said[0]) else worded[0]
    for key, texts in pairs:
        if key in _MESSAGE_NAMES:
            return texts
    return positional[0] if positional else []


def prose(texts: list[Text]) -> bool:
    """Whether some text has more than a word."""
    return any(text.is_text and " " in text.template.message for text in texts)


def is_class(source: Source, node: Node) -> bool:
    """Whether a node names a class."""
    if node.type not in _CONSTANTS:
        return False
    owner, _, last = source.text(node).rpartition("::")
    if owner.endswith("Errno"):
        return True
    return bool(last) and last[0].isupper() and (not last.isupper() or len(last) < 4)


def class_name(source: Source, node: Node) -> str:
    """A class's name as written, without what says that it starts at the top."""
    return "".join(source.text(node).split()).removeprefix("::")


def raised(source: Source, node: Node, args: list[Node], pairs: Pairs, depth: int = 0) -> Draft:
    """``raise`` with arguments: a class and its text, an object, a text alone."""
    first = args[0]
    while first.type == "parenthesized_statements" and first.named_child_count == 1:
        first = first.named_children[0]
    told = [texts for key, texts in pairs[1:] if key is None][:1]
    if first.type == "conditional" and depth < 6:
        return _chosen(source, node, first, args, pairs, depth)
    if is_class(source, first):
        name = class_name(source, first)
        given = [p for p in pairs[1:] if p[0] not in ("cause", "backtrace")]
        message = told[0] if told else message_texts(given)
        return Draft(node, "raise", message, error_class=name, call=call_of(name, given))
    if first.type == "call":
        draft = built(source, node, first, "raise")
        if draft is not None:
            if told:
                draft.texts = told[0]
            return draft
    if first.type != "identifier" and pairs[0][1][0].is_text:
        return _value(source, node, first, pairs)
    if told:
        return Draft(node, "raise", told[0], error_class=_dynamic(source, first, node))
    return _value(source, node, first, pairs)


def _chosen(
    source: Source, node: Node, first: Node, args: list[Node], pairs: Pairs, depth: int
) -> Draft:
    """``raise c ? A : B, text``: the class of the first arm, the texts of both."""
    arms = [first.child_by_field_name(name) for name in ("consequence", "alternative")]
    drafts = [
        raised(source, node, [arm, *args[1:]], _with(source, arm, pairs), depth + 1)
        for arm in arms
        if arm is not None
    ]
    drafts[0].texts = list(dict.fromkeys(text for draft in drafts for text in draft.texts))
    return drafts[0]


def _with(source: Source, arm: Node, pairs: Pairs) -> Pairs:
    return [(None, ruby_text.texts(source, arm)), *pairs[1:]]


def built(source: Source, node: Node, call: Node, kind: str) -> Draft | None:
    """A site whose error is built by ``call``; None when that builds none."""
    for _ in range(4):
        method, receiver = call.child_by_field_name("method"), call.child_by_field_name("receiver")
        name = source.text(method) if method is not None else ""
        if receiver is not None and receiver.type == "call" and name in _KEPT:
            call = receiver
            continue
        if receiver is None:
            return None
        pairs = arguments(source, call)
        if receiver.type in _CONSTANTS and name in _BUILDERS and is_class(source, receiver):
            shown = class_name(source, receiver)
            made = call_of(shown, pairs)
            return Draft(node, kind, message_texts(pairs), error_class=shown, call=made)
        if receiver.type in _CONSTANTS and ERROR_NAME.search(source.text(receiver)):
            shown = class_name(source, receiver)
            return Draft(node, kind, message_texts(pairs), error_class=shown)
        if name in _BUILDERS:  # error_class.new("text")
            return Draft(
                node, kind, message_texts(pairs), error_class=_dynamic(source, receiver, node)
            )
        return None
    return None


def _dynamic(source: Source, named: Node, use: Node) -> str | None:
    """The class that a local name stands for, where it is assigned in sight."""
    value = local_value(source, source.text(named), use) if named.type == "identifier" else None
    return class_name(source, value) if value is not None and is_class(source, value) else None


def _value(source: Source, node: Node, first: Node, pairs: Pairs) -> Draft:
    """``raise name``: a text, a local error object, or what was caught."""
    said = [text for text in pairs[0][1] if text.is_text]
    if first.type == "identifier":
        value = local_value(source, source.text(first), node)
        if value is not None and value.type == "call":
            draft = built(source, node, value, "raise")
            if draft is not None:
                draft.inline = False
                return draft
        if value is not None and is_class(source, value):
            name = class_name(source, value)
            return Draft(node, "raise", error_class=name, call=Call(name))
        if is_caught(source, source.text(first), node):
            return Draft(node, "reraise", [placeholder(source, first)], reason="raises a value")
    if said:
        return Draft(
            node, "raise", said, error_class="RuntimeError", call=call_of("RuntimeError", pairs)
        )
    if first.type == "global_variable":
        return Draft(node, "reraise", [placeholder(source, first)], reason="raises a value")
    return Draft(node, "raise", [placeholder(source, first)], reason="raises a value")


def is_caught(source: Source, name: str, node: Node) -> bool:
    """Whether a name is what an enclosing ``rescue`` caught."""
    at = node.parent
    for _ in range(60):
        if at is None or at.type in ("method", "singleton_method"):
            return False
        if at.type == "rescue":
            variable = at.child_by_field_name("variable")
            names = variable.named_children if variable is not None else []
            if names and source.text(names[0]) == name:
                return True
        at = at.parent
    return False


def status_in(source: Source, node: Node) -> int | None:
    """The HTTP status that an expression is: ``404``, ``:not_found``, ``"422"``."""
    text = source.text(node).strip(":'\"")
    if re.fullmatch(r"[1-5]\d\d", text):
        return int(text)
    return STATUSES.get(text)
