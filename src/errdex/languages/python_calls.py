"""Python's calls: their arguments, and which of them is the message, the status or the code."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import python_text
from errdex.languages.interface import Source, Text, argument, placeholder
from errdex.model.facts import Call

if TYPE_CHECKING:
    from tree_sitter import Node

_MESSAGE_NAMES = ("message", "msg", "detail", "description", "reason", "errmsg", "error", "text")
_STATUS = re.compile(r"(?:^|\.|_)([45]\d\d)(?:_|$)|^([45]\d\d)$")


def call_of(callee: str, pairs: list[tuple[str | None, list[Text]]]) -> Call:
    """A call in the form that linking reads."""
    args = tuple(argument(key, texts) for key, texts in pairs)
    return Call(" ".join(callee.split())[:200], args)


def arguments(source: Source, call: Node) -> list[tuple[str | None, list[Text]]]:
    """A call's arguments: keyword (None for positional) and what each says."""
    found: list[tuple[str | None, list[Text]]] = []
    listing = call.child_by_field_name("arguments")
    for node in listing.named_children if listing is not None else ():
        if node.type == "keyword_argument":
            name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
            if name is not None and value is not None:
                found.append((source.text(name), python_text.texts(source, value)))
        elif node.type == "comment":
            continue
        elif node.type in ("list_splat", "dictionary_splat"):
            found.append(("*", [placeholder(source, node)]))
        else:
            found.append((None, python_text.texts(source, node)))
    return found


def message_texts(pairs: list[tuple[str | None, list[Text]]]) -> list[Text]:
    """The argument that is the message: a named one, else the first text, else the first."""
    for name in _MESSAGE_NAMES:
        for key, texts in pairs:
            if key == name and any(text.is_text for text in texts):
                return texts
    positional = [texts for key, texts in pairs if key is None]
    said = [texts for texts in positional if any(text.is_text and text.parts for text in texts)]
    if said:
        # of a code and a sentence, the sentence is the message
        worded = [texts for texts in said if _prose(texts)]
        return said[0] if not worded or _prose(said[0]) else worded[0]
    for key, texts in pairs:
        if key in _MESSAGE_NAMES:
            return texts
    if positional:
        return positional[0]
    for key, texts in pairs:
        if key != "*" and key is not None and _prose(texts):
            return texts
    return []


def _prose(texts: list[Text]) -> bool:
    return any(text.is_text and " " in text.template.message for text in texts)


def is_class_name(name: str) -> bool:
    """Whether a name reads as a class: upper-case start with a lower-case letter somewhere."""
    bare = name.lstrip("_")
    return bool(bare) and bare[0].isupper() and (not bare.isupper() or len(bare) == 1)


def unwrapped(source: Source, call: Node) -> Node:
    """What builds, or is, the error in ``X(…).with_traceback(tb)``."""
    while True:
        function = call.child_by_field_name("function")
        if function is None or function.type != "attribute":
            return call
        inner = function.child_by_field_name("object")
        method = function.child_by_field_name("attribute")
        if inner is None or method is None:
            return call
        if source.text(method) not in ("with_traceback", "add_note", "with_cause"):
            return call
        if inner.type != "call":
            return inner
        call = inner


def is_raised_wrapped(call: Node) -> bool:
    """Whether a wrapping call is what a ``raise`` statement raises (``X(…).with_traceback``)."""
    function = call.child_by_field_name("function")
    parent = call.parent
    return (
        parent is not None
        and parent.type == "raise_statement"
        and function is not None
        and function.type == "attribute"
    )


def is_caught(source: Source, name: str, node: Node) -> bool:
    """Whether a name is what an enclosing ``except`` clause caught."""
    at = node.parent
    while at is not None and at.type != "function_definition":
        if at.type == "except_clause" and at.named_children:
            head = at.named_children[0]
            if head.type == "as_pattern" and source.text(head).endswith(f" {name}"):
                return True
        at = at.parent
    return False


def status_of(pairs: list[tuple[str | None, list[Text]]]) -> int | None:
    """An HTTP status among a call's arguments."""
    for place, (key, texts) in enumerate(pairs):
        if key in ("status_code", "status", "code", "http_status") or (key is None and place < 2):
            found = _STATUS.search(texts[0].template.message.strip("{}"))
            if found and not texts[0].is_text:
                return int(found[1] or found[2])
    return None


def code_of(pairs: list[tuple[str | None, list[Text]]]) -> str | None:
    """A stable code given by keyword: ``code="invalid_choice"``."""
    for key, texts in pairs:
        if key in ("code", "error_code", "errcode") and texts[0].is_text:
            text = texts[0].template.message
            if re.fullmatch(r"[\w.:-]{2,60}", text):
                return text
    return None
