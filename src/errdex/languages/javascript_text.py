"""What a JavaScript expression says: strings, template literals, joining, names that hold text."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING

from errdex.languages import javascript_names as names
from errdex.languages.interface import Source, Text, joined, placeholder
from errdex.languages.javascript_format import as_console_format, escaped, unescaped
from errdex.model.template import Part, Placeholder
from errdex.template.brace import brace_parts

if TYPE_CHECKING:
    from tree_sitter import Node

_TRANSLATORS = re.compile(
    r"(?:^|\.)(?:t|\$t|_|__|_t|i18n|gettext|ngettext|translate|tr|localize|formatMessage|msg|"
    r"defineMessage|getMessage|getText|__n)$"
)
_FORMATTERS = re.compile(r"(?:^|\.)(?:format|sprintf|printf|vsprintf|formatWithOptions|fmt)$")
_COLOURS = re.compile(
    r"(?:^|\.)(?:red|yellow|bold|dim|gray|grey|cyan|green|blue|magenta|white|underline|italic|"
    r"bgRed|redBright|yellowBright|reset|inverse)$|^(?:String|dedent|stripIndents?|outdent|"
    r"oneLine|trim|wrap|indent|capitalize|chalk|styleText)$"
)
_DEDENTS = re.compile(r"(?:^|\.)(?:dedent|stripIndents?|outdent|undent|stripIndent)$")
_ONE_LINE = re.compile(r"(?:^|\.)oneLine(?:Trim)?$")
_TRIMS: dict[str, Callable[[str], str]] = {
    "trim": str.strip,
    "trimStart": str.lstrip,
    "trimLeft": str.lstrip,
    "trimEnd": str.rstrip,
    "trimRight": str.rstrip,
    "toString": str,
    "toUpperCase": str.upper,
    "toLowerCase": str.lower,
    "stripIndent": textwrap.dedent,
}
_TEXTUAL = frozenset({"string", "template_string", "binary_expression", "call_expression"})
_WRAPPERS = frozenset(
    {
        "parenthesized_expression",
        "as_expression",
        "satisfies_expression",
        "non_null_expression",
        "type_assertion",
    }
)
_DEPTH = 40
MAX_TEXTS = 12


def bare(node: Node) -> Node:
    """An expression without the brackets and type syntax around it."""
    while node.type in _WRAPPERS:
        inner = [c for c in node.named_children if c.type != "comment"]
        if not inner:
            return node
        node = inner[-1] if node.type == "type_assertion" else inner[0]
    return node


def texts(source: Source, node: Node, depth: int = 0) -> list[Text]:
    """What an expression says, the likeliest first; never empty."""
    node = bare(node)
    rule = _RULES.get(node.type)
    if rule is None or depth > _DEPTH:
        return [placeholder(source, node)]
    return rule(source, node, depth + 1)[:MAX_TEXTS]


def said(source: Source, node: Node) -> list[Text]:
    """The texts of an expression; empty when it says none."""
    return [text for text in texts(source, node) if text.is_text]


def _string(source: Source, node: Node, depth: int) -> list[Text]:
    return [Text((unescaped(source.text(node)[1:-1]),))]


def _template(source: Source, node: Node, depth: int) -> list[Text]:
    return [Text(template_parts(source, node, unescaped))]


def template_parts(source: Source, node: Node, decode: Callable[[str], str]) -> tuple[Part, ...]:
    """A template literal's parts; whatever stands between its substitutions is text."""
    parts: list[Part] = []
    at = node.start_byte + 1
    for child in node.named_children:
        if child.type != "template_substitution":
            continue
        parts.append(decode(_between(source, at, child.start_byte)))
        inner = [c for c in child.named_children if c.type != "comment"]
        parts.append(
            Placeholder(source.flat(child, 200), source.flat(inner[0], 200) if inner else None)
        )
        at = child.end_byte
    parts.append(decode(_between(source, at, node.end_byte - 1)))
    return tuple(parts)


def _between(source: Source, start: int, end: int) -> str:
    return source.data[start:end].decode("utf-8", "replace").replace("\r\n", "\n")


def _binary(source: Source, node: Node, depth: int) -> list[Text]:
    operator = node.child_by_field_name("operator")
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if operator is None or left is None or right is None:
        return [placeholder(source, node)]
    if operator.type == "+":
        pieces = [_operand(source, piece, depth) for piece in _summands(node)]
        if any(text.is_text for piece in pieces for text in piece):
            parts = tuple(part for piece in pieces for part in piece[0].parts)
            return [Text(parts, inline=all(piece[0].inline for piece in pieces))]
    elif operator.type in ("||", "??"):
        both = texts(source, right, depth) + texts(source, left, depth)
        return [t for t in both if t.is_text] or [placeholder(source, node)]
    elif operator.type == "&&":
        found = texts(source, right, depth)
        return found if found[0].is_text else [placeholder(source, node)]
    return [placeholder(source, node)]


def _summands(node: Node) -> list[Node]:
    """The operands of a chain of ``+``, which leans to the left and may be thousands long."""
    chain: list[Node] = []
    at = node
    while at.type == "binary_expression":
        operator = at.child_by_field_name("operator")
        left, right = at.child_by_field_name("left"), at.child_by_field_name("right")
        if operator is None or operator.type != "+" or left is None or right is None:
            break
        chain.append(right)
        at = bare(left)
    chain.append(at)
    chain.reverse()
    return chain


def _operand(source: Source, node: Node, depth: int) -> list[Text]:
    """One side of ``+``: whatever is no literal inside a longer text stands for itself."""
    inner = bare(node)
    if inner.type in _TEXTUAL and not _is_choice(inner):
        found = texts(source, inner, depth)
        if len(found) == 1 and found[0].is_text and found[0].inline:
            return found
    return [placeholder(source, inner)]


def _is_choice(node: Node) -> bool:
    operator = node.child_by_field_name("operator")
    return operator is not None and operator.type != "+"


def _ternary(source: Source, node: Node, depth: int) -> list[Text]:
    arms = (node.child_by_field_name("consequence"), node.child_by_field_name("alternative"))
    both = [text for arm in arms if arm is not None for text in texts(source, arm, depth)]
    return [t for t in both if t.is_text] or [placeholder(source, node)]


def _identifier(source: Source, node: Node, depth: int) -> list[Text]:
    return names.name_texts(source, node) or [placeholder(source, node)]


def _member(source: Source, node: Node, depth: int) -> list[Text]:
    """``MESSAGES.key`` or ``MESSAGES["key"]`` of a table of texts in this file."""
    value = names.member_value(source, node)
    if value is not None and depth < 8:
        found = texts(source, value, depth)
        if found[0].is_text:
            return [text._replace(inline=False) for text in found]
    return names.constant(source, names.member_name(source, node)) or [placeholder(source, node)]


def _function(source: Source, node: Node, depth: int) -> list[Text]:
    """A function that only builds text, standing where its text is wanted."""
    found = names.returned(source, node, depth)
    return found or [placeholder(source, node)]


def _assigned(source: Source, node: Node, depth: int) -> list[Text]:
    right = node.child_by_field_name("right")
    return texts(source, right, depth) if right is not None else [placeholder(source, node)]


def _sequence(source: Source, node: Node, depth: int) -> list[Text]:
    return texts(source, node.named_children[-1], depth)


def plain_arguments(listing: Node | None) -> list[Node]:
    """A call's argument expressions."""
    if listing is None or listing.type != "arguments":
        return []
    return [c for c in listing.named_children if c.type != "comment"]


def _call(source: Source, node: Node, depth: int) -> list[Text]:
    function, listing = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or listing is None:
        return [placeholder(source, node)]
    if listing.type == "template_string":
        return [_tagged(source, source.flat(function, 80), listing)]
    args = plain_arguments(listing)
    if function.type == "member_expression":
        method = function.child_by_field_name("property")
        inner = function.child_by_field_name("object")
        if method is not None and inner is not None:
            found = _method(source, source.text(method), inner, args, depth)
            if found:
                return found
    name = source.flat(function, 120)
    return (_wrapped(source, name, args, depth) if args else None) or _built(
        source, node, function, args, depth
    )


def _wrapped(source: Source, name: str, args: list[Node], depth: int) -> list[Text] | None:
    """A call that shows the text it is given: a format, a translation, a colour."""
    if _FORMATTERS.search(name):
        forms = args[1:] if name.endswith("WithOptions") else args
        values = [source.flat(arg, 200) for arg in forms[1:]]
        found = [t for t in texts(source, forms[0], depth) if t.is_text] if forms else []
        return [as_console_format(text, values) for text in found] or None
    if _TRANSLATORS.search(name):
        for place, arg in enumerate(args[:2] if name.endswith("localize") else args[:1]):
            found = [t for t in texts(source, arg, depth) if t.is_text]
            if name.endswith("localize") and place == 0 and len(args) > 1:
                continue
            if found:
                values = [source.flat(arg, 200) for arg in args[place + 1 :]]
                return [_as_fields(text, values) if values else text for text in found]
    if _COLOURS.search(name):
        found = [t for t in texts(source, args[-1], depth) if t.is_text]
        if _DEDENTS.search(name):
            found = [mapped(text, _dedented) for text in found]
        return found or None
    return None


def _as_fields(text: Text, values: list[str]) -> Text:
    """A translated text with ``{0}`` or ``{name}`` fields."""
    parts: list[Part] = []
    for part in text.parts:
        parts.extend(brace_parts(part, values) if isinstance(part, str) else [part])
    return text._replace(parts=tuple(parts))


def _built(source: Source, node: Node, function: Node, args: list[Node], depth: int) -> list[Text]:
    """A call of a function of this file that only builds text: its text with the arguments in."""
    found = names.builder(source, function)
    if found is None or depth > 8:
        return [placeholder(source, node)]
    params, body = found
    shown = [text for text in names.returned(source, body, depth) if text.is_text]
    given = {p: a for p, a in zip(params, args, strict=False) if a.type != "spread_element"}

    def fill(hole: Placeholder) -> tuple[Part, ...] | None:
        arg = given.get(hole.expr or "")
        if arg is None:
            return None
        told = texts(source, arg, depth)
        if len(told) == 1 and told[0].is_text:
            return told[0].parts
        return (Placeholder(hole.text, source.flat(bare(arg), 200)),)

    filled = [text.template.substitute(fill) for text in shown]
    return [Text(one.parts, inline=False) for one in filled] or [placeholder(source, node)]


def _tagged(source: Source, tag: str, node: Node) -> Text:
    """A tagged template: ``String.raw`` keeps escapes, dedenting tags fold its lines."""
    if tag == "String.raw":
        return Text(template_parts(source, node, str))
    text = Text(template_parts(source, node, unescaped))
    if _DEDENTS.search(tag):
        return mapped(text, _dedented)
    if _ONE_LINE.search(tag):
        return mapped(text, lambda said: re.sub(r"\s*\n\s*", " ", said).strip())
    return text


def _dedented(text: str) -> str:
    return textwrap.dedent(text).strip()


def _method(
    source: Source, method: str, inner: Node, args: list[Node], depth: int
) -> list[Text] | None:
    """A method of a text or of a list of texts; None when it says nothing by itself."""
    if method == "join":
        return _join(source, bare(inner), args, depth)
    if method == "concat":
        first = [t for t in texts(source, inner, depth) if t.is_text]
        if first:
            return joined([first, *(_operand(source, arg, depth) for arg in args)])
    elif method in _TRIMS and not args:
        found = [t for t in texts(source, inner, depth) if t.is_text]
        return [mapped(text, _TRIMS[method]) for text in found] or None
    elif method in ("replace", "replaceAll") and len(args) == 2:
        found = [t for t in texts(source, inner, depth) if t.is_text]
        return [_replaced(source, text, args[0], args[1]) for text in found] or None
    elif method in ("format", "fmt", "formatUnicorn") and args:
        found = [t for t in texts(source, inner, depth) if t.is_text]
        return [_as_fields(text, [source.flat(a, 200) for a in args]) for text in found] or None
    return None


def _join(source: Source, listed: Node, args: list[Node], depth: int) -> list[Text] | None:
    if listed.type != "array":
        return None
    between = texts(source, args[0], depth)[0] if args else Text((",",))
    pieces: list[list[Text]] = []
    for item in listed.named_children:
        if item.type != "comment":
            pieces.extend([[between]] if pieces else [])
            pieces.append(_operand(source, item, depth))
    if between.is_text and any(text.is_text for piece in pieces[::2] for text in piece):
        return joined(pieces)
    return None


def _replaced(source: Source, text: Text, wanted: Node, given: Node) -> Text:
    """``"… %s".replace("%s", x)``: the replaced words become a hole, or the text put there."""
    if wanted.type == "regex":
        pattern, _, _ = source.text(wanted)[1:].rpartition("/")
        plain = re.sub(r"\\([^\w\s])", r"\1", pattern)
        if escaped(plain) != pattern and plain != pattern:
            plain = ""
        if re.fullmatch(r"(?:\\n|\\s|\\r\??|\s|\[|\]|[+*?]|\\t)+", pattern):
            spaces = texts(source, given)[0]
            filler = spaces.template.message if spaces.is_text else " "
            return mapped(text, lambda said: re.sub(pattern, lambda _: filler, said))
        wanted_text = plain
    else:
        shown = texts(source, wanted)[0]
        wanted_text = shown.template.message if shown.is_text else ""
    if not wanted_text:
        return text
    told = texts(source, given)
    if len(told) == 1 and told[0].is_text:
        hole: tuple[Part, ...] = told[0].parts
    else:
        hole = (Placeholder(wanted_text, source.flat(bare(given), 200)),)
    parts: list[Part] = []
    for part in text.parts:
        if not isinstance(part, str):
            parts.append(part)
            continue
        for index, piece in enumerate(part.split(wanted_text)):
            parts.extend(hole if index else ())
            parts.append(piece)
    return text._replace(parts=tuple(parts))


def mapped(text: Text, change: Callable[[str], str]) -> Text:
    """Apply a change of letters or whitespace to a text, keeping its placeholders in place."""
    holes = list(text.template.placeholders)
    marked = "".join(p if isinstance(p, str) else "\0" for p in text.template.parts)
    pieces = change(marked).split("\0")
    if len(pieces) != len(holes) + 1:
        return text
    parts: list[Part] = []
    for index, piece in enumerate(pieces):
        if index:
            parts.append(holes[index - 1])
        parts.append(piece)
    return text._replace(parts=tuple(parts))


_Rule = Callable[[Source, "Node", int], list[Text]]
_RULES: dict[str, _Rule] = {
    "string": _string,
    "template_string": _template,
    "binary_expression": _binary,
    "ternary_expression": _ternary,
    "identifier": _identifier,
    "member_expression": _member,
    "subscript_expression": _member,
    "call_expression": _call,
    "assignment_expression": _assigned,
    "sequence_expression": _sequence,
    "arrow_function": _function,
    "function_expression": _function,
}
