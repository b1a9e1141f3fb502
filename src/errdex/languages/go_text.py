"""What a Go expression says: literals, formatting, concatenation, names that hold text."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING

from errdex.languages import go_places
from errdex.languages.go_format import as_format
from errdex.languages.interface import Source, Text, joined, placeholder
from errdex.languages.locals import local_value, reaching_texts
from errdex.model.template import Part, Placeholder

if TYPE_CHECKING:
    from tree_sitter import Node

LITERALS = frozenset({"interpreted_string_literal", "raw_string_literal"})
_FORMATS = frozenset({"fmt.Sprintf", "fmt.Errorf"})
_SPRINTS = frozenset({"fmt.Sprint", "fmt.Sprintln"})
_ERRORS = re.compile(r"^(?:\w*err(?:or)?s?x?|eris|oops)\.(?:New|Errorf|Newf|NewPlain)$")
_TRANSLATORS = re.compile(r"(?:^|\.)(?:T|G|Tr|Trf|i18n|gettext|Gettext|NG|_)$")
_DEDENTS = re.compile(r"(?:^|\.)(?:heredoc\.Docf?|Dedent|LongDesc)$")
_STRIPS: dict[str, Callable[[str], str]] = {
    "strings.TrimSpace": str.strip,
    "strings.ToLower": str.lower,
}
_SHOWERS = {
    "strconv.Quote": "repr",
    "strconv.Itoa": "int",
    "strconv.FormatInt": "int",
    "strconv.FormatUint": "int",
    "string": None,
}
_ESCAPE = re.compile(
    r"\\(?:([abfnrtv\\'\"])|([0-7]{3})|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))"
)
_BYTES = re.compile(r"((?:\\x[0-9a-fA-F]{2}|\\[0-7]{3})+)")
_SIMPLE = dict(zip("abfnrtv\\'\"", "\a\b\f\n\r\t\v\\'\"", strict=True))
_DEPTH = 60


def texts(source: Source, node: Node, depth: int = 0) -> list[Text]:
    """What an expression says, the likeliest first; never empty."""
    rule = _RULES.get(node.type)
    if rule is None or depth > _DEPTH:
        return [placeholder(source, node)]
    if rule is _call and not source.resolving:
        # calls stand inside calls, and each is asked for
        return source.once(("texts", node.id), lambda: _call(source, node, depth + 1))
    return rule(source, node, depth + 1)


def said(source: Source, node: Node) -> list[Text]:
    """What an expression says, where it is text."""
    return [text for text in texts(source, node) if text.is_text]


def literal(source: Source, node: Node) -> str:
    """A string literal's text as Go reads it."""
    text = source.text(node)
    if node.type == "raw_string_literal":
        return text[1:-1].replace("\r", "")
    text = text[1:-1]
    return decoded(text) if "\\" in text else text


def decoded(text: str) -> str:
    """The content of an interpreted literal; runs of byte escapes are read as UTF-8."""
    return _ESCAPE.sub(_unescaped, _BYTES.sub(_from_bytes, text)) if "\\" in text else text


def _from_bytes(found: re.Match[str]) -> str:
    before = found.string[: found.start()]
    if (len(before) - len(before.rstrip("\\"))) % 2:
        return found.group()
    codes = re.findall(r"\\(?:x([0-9a-fA-F]{2})|([0-7]{3}))", found.group())
    data = bytes((int(h, 16) if h else int(o, 8)) & 0xFF for h, o in codes)
    return data.decode("utf-8", "replace").replace("\\", "\\\\")


def _unescaped(found: re.Match[str]) -> str:
    simple, octal, hex2, hex4, hex8 = found.groups()
    if simple:
        return _SIMPLE[simple]
    if octal:
        return chr(int(octal, 8))
    value = int(hex2 or hex4 or hex8, 16)
    return chr(value) if value <= 0x10FFFF else found.group()


def arguments(call: Node) -> list[Node]:
    """A call's argument nodes."""
    listing = call.child_by_field_name("arguments")
    if listing is None:
        return []
    return [child for child in listing.named_children if child.type != "comment"]


def called(source: Source, call: Node) -> str:
    """A call's callee as written, without blanks; ``""`` for a long chain."""
    function = call.child_by_field_name("function")
    if function is None or function.end_byte - function.start_byte > 300:
        return ""
    text = source.text(function)
    return text if text.isprintable() and " " not in text else "".join(text.split())


# -- rules --------------------------------------------------------------------------------------


def _literal(source: Source, node: Node, depth: int) -> list[Text]:
    return [Text((literal(source, node),))]


def _parenthesized(source: Source, node: Node, depth: int) -> list[Text]:
    inner = [c for c in node.named_children if c.type != "comment"]
    return texts(source, inner[0], depth) if len(inner) == 1 else [placeholder(source, node)]


def _binary(source: Source, node: Node, depth: int) -> list[Text]:
    """A chain of ``+``, walked without recursion: messages of forty pieces exist."""
    pieces: list[Node] = []
    at = node
    while at.type == "binary_expression":
        left, right = at.child_by_field_name("left"), at.child_by_field_name("right")
        operator = at.child_by_field_name("operator")
        if left is None or right is None or operator is None or operator.type != "+":
            return [placeholder(source, node)]
        pieces.append(right)
        at = left
    pieces.append(at)
    pieces.reverse()
    both = [_operand(source, piece, depth) for piece in pieces]
    if not any(text.is_text for side in both for text in side):
        return [placeholder(source, node)]
    return joined(both)


def _operand(source: Source, node: Node, depth: int) -> list[Text]:
    """One side of ``+``: a name inside a longer text stands for itself."""
    return [placeholder(source, node)] if node.type == "identifier" else texts(source, node, depth)


def _identifier(source: Source, node: Node, depth: int) -> list[Text]:
    name = source.text(node)
    found = reaching_texts(source, name, node)
    if found:
        return found if any(t.is_text for t in found) or is_plain(found[0]) else [_hole(name)]
    constant = source.constants.get(name)
    if constant is not None:
        return [Text(constant.parts, inline=False)]
    return [_hole(name)]


def is_plain(text: Text) -> bool:
    """Whether a text is a name alone, such as a parameter that holds the format."""
    parts = text.parts
    return (
        len(parts) == 1
        and isinstance(parts[0], Placeholder)
        and str.isidentifier(parts[0].expr or "")
    )


def _hole(name: str) -> Text:
    return Text((Placeholder("{" + name + "}", name),), is_text=False)


def _index(source: Source, node: Node, depth: int) -> list[Text]:
    """``codeText[key]`` of a table of texts, where the key is one of its keys."""
    name = re.sub(r"\s|\"", "", source.text(node))
    constant = source.constants.get(name)
    if constant is not None:
        return [Text(constant.parts, inline=False)]
    return [placeholder(source, node)]


def _call(source: Source, node: Node, depth: int) -> list[Text]:
    name, args = called(source, node), arguments(node)
    if not args:
        return [placeholder(source, node)]
    if args[-1].type == "variadic_argument" and name not in _FORMATS:
        given = passed_format(source, node, args)
        if given:
            return [_hole(given)]
    if name in _FORMATS or (_ERRORS.match(name) and name.endswith("f")):
        return formatted(source, args, depth)
    if name in _SPRINTS:
        return printed(source, args, line=name.endswith("ln"), depth=depth)
    if name == "strings.Join" and len(args) == 2:
        return _joined(source, node, args, depth)
    inner = args[0]
    if _ERRORS.match(name) or _TRANSLATORS.search(name):
        found = texts(source, inner, depth)
        return found if found[0].is_text or is_plain(found[0]) else [placeholder(source, node)]
    if name in ("error", "errors.WithStack", "template.HTML") or name in _STRIPS:
        change = _STRIPS.get(name)
        found = [text for text in texts(source, inner, depth) if text.is_text]
        if change is not None:
            found = [_mapped(text, change) for text in found]
        return found or [placeholder(source, node)]
    if _DEDENTS.search(name):
        found = [_mapped(text, textwrap.dedent) for text in texts(source, inner, depth)]
        values = [source.flat(arg, 200) for arg in args[1:]]
        return [as_format(t, values) for t in found] if name.endswith("f") else found
    if name in _SHOWERS and len(args) in (1, 2):
        shown = source.flat(inner, 200)
        if name == "string" and texts(source, inner, depth)[0].is_text:
            return texts(source, inner, depth)
        hole = Placeholder("{" + source.flat(node, 200) + "}", shown, None, _SHOWERS[name])
        return [Text((hole,), is_text=False)]
    return [placeholder(source, node)]


def _conversion(source: Source, node: Node, depth: int) -> list[Text]:
    """``[]byte("…")``."""
    operand = node.child_by_field_name("operand")
    found = texts(source, operand, depth) if operand is not None else []
    return found if found and found[0].is_text else [placeholder(source, node)]


def _joined(source: Source, node: Node, args: list[Node], depth: int) -> list[Text]:
    """``strings.Join([]string{…}, ", ")`` of pieces written out."""
    between = texts(source, args[1], depth)
    body = args[0].child_by_field_name("body") if args[0].type == "composite_literal" else None
    if body is None or not between[0].is_text:
        return [placeholder(source, node)]
    pieces = [texts(source, item, depth) for item in elements(body)]
    if not pieces or not any(piece[0].is_text for piece in pieces):
        return [placeholder(source, node)]
    return joined([part for piece in pieces for part in (between, piece)][1:])


def elements(body: Node) -> list[Node]:
    """The values of a composite literal without keys."""
    return [
        child.named_children[0]
        for child in body.named_children
        if child.type == "literal_element" and child.named_child_count
    ]


def _element(source: Source, node: Node, depth: int) -> list[Text]:
    inner = [c for c in node.named_children if c.type != "comment"]
    return texts(source, inner[0], depth) if len(inner) == 1 else [placeholder(source, node)]


def _mapped(text: Text, change: Callable[[str], str]) -> Text:
    """A text with its whitespace or letters changed, its placeholders kept in place."""
    holes = list(text.template.placeholders)
    marked = "".join(p if isinstance(p, str) else "\0" for p in text.template.parts)
    parts: list[Part] = []
    for index, piece in enumerate(change(marked).split("\0")):
        if index and index <= len(holes):
            parts.append(holes[index - 1])
        parts.append(piece)
    return text._replace(parts=tuple(parts))


# -- formatting ---------------------------------------------------------------------------------


def formatted(source: Source, args: list[Node], depth: int = 0) -> list[Text]:
    """What ``Sprintf`` makes of a format and its values; a format in a parameter is a hole."""
    forms = texts(source, args[0], depth)
    values = [value_of(source, arg) for arg in args[1:]]
    return [as_format(form, values) if form.is_text else form for form in forms]


def value_of(source: Source, node: Node) -> str:
    """The source of a value; text that a parameter brings is told by the parameter's name.

    ``fmt.Errorf("line %d: %s", n, fmt.Sprintf(format, args...))`` shows ``format``, which is what
    its callers write.
    """
    shown = node
    if node.type == "identifier" and source.once("passing", lambda: _passing(source)):
        value = local_value(source, source.text(node), node)
        shown = value if value is not None else node
    if shown.type == "call_expression":
        return passed_format(source, shown, arguments(shown)) or source.flat(node, 200)
    return source.flat(node, 200)


def passed_format(source: Source, call: Node, args: list[Node]) -> str:
    """The parameter that ``sprintf(format, args...)`` hands on as a format; ``""`` without one."""
    if len(args) < 2 or args[-1].type != "variadic_argument" or args[-2].type != "identifier":
        return ""
    if not _FORMATTERS.search(called(source, call)):
        return ""
    name = source.text(args[-2])
    return name if go_places.declared_type(source, name, call) == "string" else ""


def printed(source: Source, args: list[Node], *, line: bool, depth: int = 0) -> list[Text]:
    """What ``Sprint`` makes: blanks between values that are no strings; ``Sprintln``: always."""
    blank = [Text((" ",), is_text=False)]
    pieces: list[list[Text]] = []
    before: list[Text] | None = None
    for arg in args:
        found = texts(source, arg, depth)
        if before is not None and (line or not (before[0].is_text or found[0].is_text)):
            pieces.append(blank)
        pieces.append(found)
        before = found
    return joined(pieces)


_FORMATTERS = re.compile(r"(?i)(?:printf|errorf|format|sprint\w*|msgf?)$")
_PASSING = re.compile(rb"\w\(\w+, *\w+\.\.\.\)")


def _passing(source: Source) -> bool:
    """Whether a file has functions that are given a format and its values."""
    return _PASSING.search(source.data) is not None


_Rule = Callable[[Source, "Node", int], list[Text]]
_RULES: dict[str, _Rule] = {
    "interpreted_string_literal": _literal,
    "raw_string_literal": _literal,
    "parenthesized_expression": _parenthesized,
    "binary_expression": _binary,
    "identifier": _identifier,
    "index_expression": _index,
    "call_expression": _call,
    "type_conversion_expression": _conversion,
    "literal_element": _element,
}
