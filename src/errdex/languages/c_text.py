"""What a C expression says: literals, adjacent strings, formats, gettext, locals and constants."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from errdex.languages import c_names
from errdex.languages.c_format import formatted
from errdex.languages.interface import Source, Text, joined, placeholder
from errdex.languages.locals import reaching_texts
from errdex.model.template import Part, Placeholder
from errdex.template.brace import brace_parts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tree_sitter import Node

    Rules = dict[str, Callable[[Source, Node, int], list[Text]]]

MAX_DEPTH = 8
STRINGS = frozenset({"string_literal", "concatenated_string", "raw_string_literal"})
_ESCAPE = re.compile(
    r"\\(?:([abefnrtv\\'\"?])|([0-7]{1,3})|x([0-9a-fA-F]+)|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|"
    r"\r?\n)"
)
_SIMPLE = {
    "a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v",
    "\\": "\\", "'": "'", '"': '"', "?": "?",
}  # fmt: skip
# where a format stands that is passed on
_FORMAT_PLACES = {
    "sprintf": 1, "snprintf": 2, "vsprintf": 1, "vsnprintf": 2, "asprintf": 1, "vasprintf": 1,
    "mvsnprintf": 2, "vslprintf": 2, "vmprintf": 0, "xvasprintf": 0, "vformat": 0, "strcpy": 1,
    "strncpy": 1, "strlcpy": 1,
}  # fmt: skip
_RAW = re.compile(r'(?:u8|[uUL])?R"([^(]*)\((.*)\)\1"', re.DOTALL)
_FIELD = re.compile(r"\{(?:\d{1,2})?(?::[^{}]*)?\}")
_VERB = re.compile(r"%[-+ #0]*\d*(?:\.\d+)?(?:l|h|z|j)*[sdiuxXfgcp]")
_CONCAT = re.compile(r"(?i)str_?cat$|concat(?:enate)?$|^join|strjoin|str_?append")
_EMPTY = re.compile(r"(?i)init|^null|^\{.*\}$|new|create|empty|alloc")
_LETTERS = re.compile(r"[^\W\d_]")


def texts(source: Source, node: Node, depth: int = 0) -> list[Text]:
    """What an expression says, the likeliest first; never empty."""
    rules = cast("Rules", getattr(source.language, "text_rules", RULES))
    rule = rules.get(node.type)
    if rule is None or depth > MAX_DEPTH:
        return [placeholder(source, node)]
    return rule(source, node, depth)


def literal(source: Source, node: Node) -> str:
    """A string literal's content with its escapes and line continuations undone."""
    text = source.text(node)
    if node.type == "raw_string_literal":
        found = _RAW.fullmatch(text)
        return found[2] if found is not None else text
    start = text.find('"')
    inner = (
        text[start + 1 : -1] if text.endswith('"') and len(text) > start + 1 else text[start + 1 :]
    )
    return unescaped(inner)


def unescaped(text: str) -> str:
    """Text as the compiler reads it; bytes spelled by escapes are read as UTF-8."""
    if "\\" not in text:
        return text
    made = _ESCAPE.sub(_character, text)
    if any("\udc80" <= c <= "\udcff" for c in made):
        made = made.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return made


def _character(found: re.Match[str]) -> str:
    simple, octal, hexadecimal, short, long = found.groups()
    if simple:
        return _SIMPLE[simple]
    if short or long:
        value = int(short or long, 16)
        return chr(value) if value <= 0x10FFFF else "�"
    digits = octal or hexadecimal
    if not digits:
        return ""
    value = int(digits, 8 if octal else 16)
    if value > 0xFF:
        return chr(value) if value <= 0x10FFFF else "�"
    # a byte: joined with its neighbours it may be one character of UTF-8
    return chr(value) if value < 0x80 else chr(0xDC00 + value)


def has_letters(text: Text) -> bool:
    """Whether a text has fixed words of its own."""
    return text.is_text and any(
        isinstance(part, str) and _LETTERS.search(part) is not None for part in text.parts
    )


def any_letters(found: Sequence[Text]) -> bool:
    """Whether one of several texts has fixed words of its own."""
    return any(has_letters(text) for text in found)


def arguments(node: Node) -> list[Node]:
    """A call's argument nodes."""
    listing = node.child_by_field_name("arguments")
    if listing is None:
        return []
    return [c for c in listing.named_children if c.type != "comment" and c.type != "ERROR"]


def callee_name(source: Source, node: Node) -> str:
    """The simple name that a call calls, without receiver and template arguments."""
    function = node.child_by_field_name("function")
    while function is not None:
        if function.type in ("identifier", "field_identifier", "type_identifier"):
            return source.text(function)
        if function.type == "field_expression":
            function = function.child_by_field_name("field")
        elif function.type in ("qualified_identifier", "template_function", "template_method"):
            function = function.child_by_field_name("name")
        elif function.type == "parenthesized_expression" and function.named_child_count:
            function = function.named_children[-1]
        elif function.type in ("pointer_expression", "dependent_name"):
            function = function.named_children[-1] if function.named_child_count else None
        else:
            return ""
    return ""


def values_of(source: Source, nodes: Sequence[Node]) -> list[str]:
    """The source expressions of the values that a format shows."""
    return [source.flat(node, 200) for node in nodes]


def format_texts(source: Source, args: Sequence[Node], depth: int = 0) -> list[Text]:
    """What a format and its values say; the format is the first argument."""
    if not args:
        return []
    values = values_of(source, args[1:])
    found = texts(source, args[0], depth + 1)
    return [_laid_out(source, text, values) if text.is_text else text for text in found]


def _laid_out(source: Source, text: Text, values: Sequence[str]) -> Text:
    """A format with its values: with braces where the language has them, else printf's."""
    if getattr(source.language, "braces", False):
        fixed = "\0".join(text.template.literals)
        if values and _FIELD.search(fixed) and not _VERB.search(fixed):
            parts: list[Part] = []
            for part in text.template.parts:
                parts.extend(brace_parts(part, values) if isinstance(part, str) else [part])
            return text._replace(parts=tuple(parts))
    return formatted(source, text, values)


def format_place(source: Source, args: Sequence[Node], depth: int = 0) -> int | None:
    """At which argument the first literal stands."""
    for place, arg in enumerate(args):
        if is_literal(source, arg, depth):
            return place
    return None


def is_literal(source: Source, node: Node, depth: int = 0) -> bool:
    """Whether an argument is written as text, perhaps translated or chosen between two."""
    if node.type in STRINGS:
        return True
    if depth > MAX_DEPTH:
        return False
    if node.type in ("parenthesized_expression", "cast_expression"):
        inner = node.child_by_field_name("value") or (
            node.named_children[-1] if node.named_child_count else None
        )
        return inner is not None and is_literal(source, inner, depth + 1)
    if node.type == "conditional_expression":
        arms = (node.child_by_field_name("consequence"), node.child_by_field_name("alternative"))
        return any(arm is not None and is_literal(source, arm, depth + 1) for arm in arms)
    if node.type == "call_expression":
        name = callee_name(source, node)
        if c_names.is_gettext(name) or c_names.is_builder(name):
            return any(is_literal(source, arg, depth + 1) for arg in arguments(node))
        return False
    if node.type == "binary_expression" and node.child_count == 3:
        operator, left = node.children[1].type, node.children[0]
        if operator in ("+", "<<"):
            return any(is_literal(source, c, depth + 1) for c in (left, node.children[2]))
    return False


# -- the kinds of expressions ---------------------------------------------------------------------


def _string(source: Source, node: Node, depth: int) -> list[Text]:
    return [Text((literal(source, node),))]


def _adjacent(source: Source, node: Node, depth: int) -> list[Text]:
    """Neighbouring strings, and macros between them."""
    parts: list[Part] = []
    inline = True
    for child in node.named_children:
        if child.type in ("string_literal", "raw_string_literal"):
            parts.append(literal(source, child))
        elif child.type == "comment":
            continue
        else:
            name = source.text(child)
            known = source.constants.get(name)
            if known is not None:
                parts.extend(known.parts)
                inline = False
            else:
                shown = source.flat(child, 200)
                parts.append(Placeholder("{" + shown + "}", shown))
    return [Text(tuple(parts), inline=inline)]


def _name(source: Source, node: Node, depth: int) -> list[Text]:
    name = source.text(node)
    found = reaching_texts(source, name, node)
    said = [text for text in found if text.is_text]
    if said:
        return [_begun(text) for text in said]
    if found and found[0].parts:
        return found[:1]
    known = source.constants.get(name)
    if known is not None:
        return [Text(known.parts, inline=False)]
    return [placeholder(source, node)]


def _begun(text: Text) -> Text:
    """A text that grew from an empty buffer, without the expression that made the buffer."""
    first = text.parts[0] if text.parts else ""
    if isinstance(first, Placeholder) and _EMPTY.search(first.expr or ""):
        return text._replace(parts=text.parts[1:])
    return text


def _inner(source: Source, node: Node, depth: int) -> list[Text]:
    """Casts and parentheses say what is inside them."""
    value = node.child_by_field_name("value")
    if value is None:
        value = node.named_children[-1] if node.named_child_count else None
    if value is None:
        return [placeholder(source, node)]
    found = texts(source, value, depth + 1)
    return found if any(text.is_text for text in found) else [placeholder(source, node)]


def _choice(source: Source, node: Node, depth: int) -> list[Text]:
    arms = (node.child_by_field_name("consequence"), node.child_by_field_name("alternative"))
    found = [text for arm in arms if arm is not None for text in texts(source, arm, depth + 1)]
    return found if any(text.is_text for text in found) else [placeholder(source, node)]


def _call(source: Source, node: Node, depth: int) -> list[Text]:
    name = callee_name(source, node)
    args = arguments(node)
    place = format_place(source, args, depth)
    if place is None:
        at = _FORMAT_PLACES.get(name.rpartition("_")[2])
        if at is not None and at < len(args) and args[at].type == "identifier":
            return [placeholder(source, args[at])]
        return [placeholder(source, node)]
    if _CONCAT.search(name):
        return joined(_piece(source, arg, depth) for arg in args[:60])
    if c_names.is_builder(name) and not c_names.is_gettext(name):
        return format_texts(source, args[place:], depth)
    if c_names.is_gettext(name):
        found = [t for a in args[place:] for t in texts(source, a, depth + 1) if t.is_text]
        return found or [placeholder(source, node)]
    if c_names.fills(name):
        return format_texts(source, args[place:], depth)
    return [placeholder(source, node)]


def _piece(source: Source, node: Node, depth: int) -> list[Text]:
    """One of several joined pieces; what is no text stands as a hole."""
    found = [text for text in texts(source, node, depth + 1) if text.is_text]
    return found or [placeholder(source, node)]


def _plus(source: Source, node: Node, depth: int) -> list[Text]:
    """Joined strings; anything else that is added is a number."""
    operator = node.child_by_field_name("operator")
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if operator is None or left is None or right is None or operator.type != "+":
        return [placeholder(source, node)]
    if not is_literal(source, node):
        return [placeholder(source, node)]
    return joined([texts(source, left, depth + 1), texts(source, right, depth + 1)])


RULES: dict[str, Callable[[Source, Node, int], list[Text]]] = {
    "string_literal": _string,
    "raw_string_literal": _string,
    "concatenated_string": _adjacent,
    "identifier": _name,
    "parenthesized_expression": _inner,
    "cast_expression": _inner,
    "conditional_expression": _choice,
    "call_expression": _call,
    "binary_expression": _plus,
}
