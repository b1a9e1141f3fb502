"""What a Java expression says: strings, joining, formatting, builders, names that hold text."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING

from errdex.languages import java_builder
from errdex.languages.interface import Source, Text, joined, placeholder
from errdex.languages.java_nodes import bare, plain_arguments
from errdex.languages.jvm_format import (
    Split,
    as_used,
    brace_logger_parts,
    filled,
    formatter_parts,
    mapped,
)
from errdex.languages.locals import text_or_hole
from errdex.model.template import Placeholder
from errdex.template.messageformat import message_parts

if TYPE_CHECKING:
    from tree_sitter import Node

_ESCAPE = re.compile(r"\\(?:u+([0-9a-fA-F]{4})|([0-3]?[0-7]{1,2})|(\r?\n)|(.))", re.DOTALL)
_SIMPLE = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "s": " "}
_FORMATS = re.compile(
    r"_?(?:format|fmt|formatted|lenientFormat|sformat|formatMessage|formatMsg|_format|arrayFormat|"
    r"expandTemplate|substitute)$"
)
_SHOWN = re.compile(r"(?:t|tr|i18n|_|msg|localize|localized)$")
_STRIPS: dict[str, Callable[[str], str]] = {
    "trim": str.strip,
    "strip": str.strip,
    "stripLeading": str.lstrip,
    "stripTrailing": str.rstrip,
    "stripIndent": textwrap.dedent,
}
_SAME = frozenset({"toString", "intern", "build", "get", "translateEscapes", "toMessage"})
_MESSAGES: dict[str, Split] = {
    "ParameterizedMessage": brace_logger_parts,
    "StringFormattedMessage": formatter_parts,
    "MessageFormatMessage": message_parts,
}
_SIZE = re.compile(r"(?i)^[\d\s*+_]+$|(?:size|length|len|capacity|count)(?:\(\))?\b|^[A-Z_]+$")
_LITERALS = frozenset(
    {
        "decimal_integer_literal", "true", "false", "null_literal", "hex_integer_literal",
        "decimal_floating_point_literal",
    }
)  # fmt: skip
_STANDING = frozenset({"identifier", "ternary_expression", "field_access", "this"})
_AFTER = frozenset(b" \t\r\n=+.")
_GIVEN = re.compile(rb"\s*(?:\+?=[^=]|\.append\b)")
_MENTIONS = 4_000
_DEPTH = 30
_PIECES = 300


def texts(source: Source, node: Node, depth: int = 0) -> list[Text]:
    """What an expression says, the likeliest first; never empty."""
    rule = _RULES.get(node.type)
    if rule is None or depth > _DEPTH:
        return [placeholder(source, node)]
    return rule(source, node, depth + 1)


def said(source: Source, node: Node) -> list[Text]:
    """The texts of an expression that hold fixed text."""
    return [text for text in texts(source, node) if text.is_text]


# -- literals ---------------------------------------------------------------------------------


def _string(source: Source, node: Node, depth: int) -> list[Text]:
    return [Text((decoded(source.text(node)),))]


def decoded(written: str) -> str:
    """A string or character literal as Java reads it, its quotes included in ``written``."""
    if written.startswith('"""'):
        written = _block(written[3:].removesuffix('"""'))
    else:
        written = written[1:-1]
    return _ESCAPE.sub(_unescaped, written) if "\\" in written else written


def _block(text: str) -> str:
    """A text block without its common indent and trailing blanks, escapes still as written."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").partition("\n")[2]
    lines = text.split("\n")
    counted = [line for line in lines[:-1] if line.strip()] + lines[-1:]
    indent = min((len(line) - len(line.lstrip()) for line in counted), default=0)
    return "\n".join(line[indent:].rstrip(" \t\f") if line.strip() else "" for line in lines)


def _unescaped(found: re.Match[str]) -> str:
    unicode, octal, line, char = found.groups()
    if unicode:
        return chr(int(unicode, 16))
    if octal:
        return chr(int(octal, 8))
    return "" if line else _SIMPLE.get(char, char)


# -- joining ----------------------------------------------------------------------------------


def _parenthesized(source: Source, node: Node, depth: int) -> list[Text]:
    inner = bare(node)
    return [placeholder(source, node)] if inner == node else texts(source, inner, depth)


def _cast(source: Source, node: Node, depth: int) -> list[Text]:
    value = node.child_by_field_name("value")
    found = texts(source, value, depth) if value is not None else []
    return [text for text in found if text.is_text] or [placeholder(source, node)]


def _binary(source: Source, node: Node, depth: int) -> list[Text]:
    pieces = _operands(node)
    if len(pieces) < 2:
        return [placeholder(source, node)]
    shown = [operand(source, piece, depth) for piece in pieces]
    if any(text.is_text for piece in shown for text in piece):
        return joined(shown)
    return [placeholder(source, node)]


def _operands(node: Node) -> list[Node]:
    """What ``a + b + c`` joins, in order; the tree leans left, so that it is walked, not nested."""
    pieces: list[Node] = []
    at = node
    while at.type == "binary_expression" and len(pieces) < _PIECES:
        sign = at.child_by_field_name("operator")
        left, right = at.child_by_field_name("left"), at.child_by_field_name("right")
        if sign is None or sign.type != "+" or left is None or right is None:
            break
        pieces.append(right)
        at = left
    pieces.append(at)
    pieces.reverse()
    return pieces


def operand(source: Source, node: Node, depth: int) -> list[Text]:
    """One side of ``+``: a name or a choice inside a longer text stands for itself."""
    inner = bare(node)
    if inner.type in _STANDING:
        return [placeholder(source, inner)]
    if inner.type in _LITERALS:
        return [Text((source.text(inner),), is_text=False)]
    if inner.type == "method_invocation":
        return _call(source, inner, depth, follow=False)
    return texts(source, inner, depth)


def _ternary(source: Source, node: Node, depth: int) -> list[Text]:
    arms = [node.child_by_field_name(field) for field in ("consequence", "alternative")]
    return [text for arm in arms if arm is not None for text in texts(source, arm, depth)]


def _switch(source: Source, node: Node, depth: int) -> list[Text]:
    """``switch (x) { case A -> "…"; default -> "…"; }`` says one of its arms."""
    body = node.child_by_field_name("body")
    found: list[Text] = []
    for rule in body.named_children if body is not None else ():
        last = rule.named_children[-1] if rule.type == "switch_rule" else None
        if last is not None and last.type == "expression_statement" and len(found) < 6:
            found += [t for t in texts(source, last.named_children[0], depth) if t.is_text]
    return found or [placeholder(source, node)]


# -- names ------------------------------------------------------------------------------------


def _identifier(source: Source, node: Node, depth: int) -> list[Text]:
    name = source.text(node)
    if not source.once(("assigned", name), lambda: _is_assigned(source, name)):
        return _constant(source, name) or [placeholder(source, node)]
    found = [text for text in text_or_hole(source, node) if text.is_text]
    return found or _constant(source, name) or [placeholder(source, node)]


def _is_assigned(source: Source, name: str) -> bool:
    """Whether the file gives a value to a name at all; most are parameters."""
    data, word = source.data, name.encode()
    at = data.find(word)
    for _ in range(_MENTIONS):
        if at < 0:
            return False
        after = at + len(word)
        # most mentions are told by one byte, and a longer word that ends so costs only a look
        if data[after] in _AFTER and _GIVEN.match(data, after):
            return True
        at = data.find(word, after)
    return True


def _constant(source: Source, name: str) -> list[Text]:
    constant = source.constants.get(name)
    return [Text(constant.parts, inline=False)] if constant is not None else []


def _field(source: Source, node: Node, depth: int) -> list[Text]:
    """``Errors.NOT_FOUND``, ``this.message`` of this file."""
    written = source.text(node)
    return _constant(source, written.removeprefix("this.")) or [placeholder(source, node)]


# -- calls ------------------------------------------------------------------------------------


def _call(source: Source, node: Node, depth: int, *, follow: bool = True) -> list[Text]:
    """A call's text; a method of the file is followed where its text is the whole message."""
    name_node, inner = node.child_by_field_name("name"), node.child_by_field_name("object")
    name = source.text(name_node) if name_node is not None else ""
    args = plain_arguments(node.child_by_field_name("arguments"))
    if name == "append" and inner is not None:
        return java_builder.appended(source, node, depth)
    found: list[Text] | None = None
    if inner is not None:
        found = _method(source, name, inner, args, depth)
    if found is None and args:
        found = _formatting(source, node, name, inner, args, depth)
    if found is None and follow:
        found = java_builder.returned(source, node, name, args, depth)
    return found or [placeholder(source, node)]


def _method(
    source: Source, name: str, inner: Node, args: list[Node], depth: int
) -> list[Text] | None:
    """A method of a text; None when it says nothing by itself."""
    if name == "formatted":
        return _fill(source, _told(source, inner, depth), args, formatter_parts)
    if name == "concat" and len(args) == 1:
        both = [operand(source, inner, depth), operand(source, args[0], depth)]
        return joined(both) if any(t.is_text for side in both for t in side) else None
    if name in _STRIPS and not args:
        change = _STRIPS[name]
        return [mapped(t, lambda s: [change(s)]) for t in _told(source, inner, depth)] or None
    if name in _SAME and not args:
        return _told(source, inner, depth) or None
    if name in ("getMessage", "getFormattedMessage") and not args:
        if source.text(inner).startswith(("MessageFormatter.", "new ")):
            return _told(source, inner, depth) or None
        return None
    if name == "valueOf" and len(args) == 1 and source.text(inner) == "String":
        return _told(source, args[0], depth) or None
    if name == "join" and len(args) > 2 and source.text(inner) == "String":
        return _join(source, args, depth)
    return None


def _told(source: Source, node: Node, depth: int) -> list[Text]:
    return [text for text in texts(source, node, depth) if text.is_text]


def _join(source: Source, args: list[Node], depth: int) -> list[Text] | None:
    between = _told(source, args[0], depth)
    pieces = [operand(source, arg, depth) for arg in args[1:]]
    if not between or not any(t.is_text for piece in pieces for t in piece):
        return None
    return joined([one for piece in pieces for one in (between[:1], piece)][1:])


def _formatting(
    source: Source, node: Node, name: str, inner: Node | None, args: list[Node], depth: int
) -> list[Text] | None:
    """``String.format(locale, "…", x)``, ``MessageFormat.format(…)`` and what others call so."""
    is_format = bool(_FORMATS.match(name))
    if not is_format and not (_SHOWN.match(name) and args[0].type == "string_literal"):
        return None
    owner = source.flat(inner, 60) if inner is not None else ""
    if inner is not None and inner.type == "object_creation_expression":
        forms = _told(source, inner, depth)
        if forms and "MessageFormat" in owner:
            return _fill(source, forms, args, message_parts)
    for place, arg in enumerate(args[:2]):
        forms = _told(source, arg, depth)
        if forms:
            return _fill(source, forms, args[place + 1 :], _split_of(owner))
        if is_format and arg.type == "identifier" and not _is_locale(source, arg):
            # the text is the caller's, who is told by the name that stands for it
            return [
                Text((Placeholder("{" + source.flat(node, 200) + "}", source.text(arg)),), False)
            ]
    return None


def _is_locale(source: Source, node: Node) -> bool:
    return "locale" in source.text(node).lower()


def _split_of(owner: str) -> Split | None:
    if owner == "String":
        return formatter_parts
    if owner.endswith("MessageFormat"):
        return message_parts
    return brace_logger_parts if owner == "MessageFormatter" else None


def _fill(
    source: Source, forms: list[Text], args: list[Node], split: Split | None
) -> list[Text] | None:
    values = values_of(source, args)
    if split is None:
        return [as_used(form, values) for form in forms] or None
    return [filled(form, split, values) for form in forms] or None


def values_of(source: Source, args: list[Node]) -> list[str]:
    """What fills a format, as source; an array written out is its elements."""
    if len(args) == 1 and args[0].type == "array_creation_expression":
        value = args[0].child_by_field_name("value")
        if value is not None:
            args = [c for c in value.named_children if "comment" not in c.type]
    return [source.flat(arg, 200) for arg in args]


def _created(source: Source, node: Node, depth: int) -> list[Text]:
    """``new String("…")``, a builder, or one of log4j's messages."""
    type_node = node.child_by_field_name("type")
    name = source.text(type_node).rpartition(".")[2] if type_node is not None else ""
    args = plain_arguments(node.child_by_field_name("arguments"))
    if name in ("StringBuilder", "StringBuffer"):
        if not args or _SIZE.search(source.flat(args[0], 80)):
            return [Text((), is_text=False)]
        return texts(source, args[0], depth)
    if name == "String":
        first = _told(source, args[0], depth) if args else []
        return first or [placeholder(source, node)]
    if name in _MESSAGES and args:
        return _fill(source, _told(source, args[0], depth), args[1:], _MESSAGES[name]) or [
            placeholder(source, node)
        ]
    if name in ("SimpleMessage", "MessageFormat") and args:
        return texts(source, args[0], depth)
    return [placeholder(source, node)]


def _lambda(source: Source, node: Node, depth: int) -> list[Text]:
    """A supplier says what it returns."""
    body = node.child_by_field_name("body")
    if body is None:
        return [placeholder(source, node)]
    if body.type != "block":
        return _told(source, body, depth) or [placeholder(source, node)]
    last = body.named_children[-1] if body.named_children else None
    if last is not None and last.type == "return_statement" and last.named_children:
        return _told(source, last.named_children[0], depth) or [placeholder(source, node)]
    return [placeholder(source, node)]


_Rule = Callable[[Source, "Node", int], list[Text]]
_RULES: dict[str, _Rule] = {
    "string_literal": _string,
    "character_literal": _string,
    "binary_expression": _binary,
    "parenthesized_expression": _parenthesized,
    "cast_expression": _cast,
    "ternary_expression": _ternary,
    "switch_expression": _switch,
    "identifier": _identifier,
    "field_access": _field,
    "method_invocation": _call,
    "object_creation_expression": _created,
    "lambda_expression": _lambda,
}
