"""What a Python expression says: strings, formatting, joining, names that hold text."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import msgspec

from errdex.languages.interface import Source, Text, joined, placeholder
from errdex.languages.locals import text_or_hole
from errdex.languages.python_fields import class_texts
from errdex.model.template import Part, Placeholder
from errdex.template.brace import brace_parts, brace_type
from errdex.template.printf import printf_parts

if TYPE_CHECKING:
    from tree_sitter import Node

VERBS = "diouxXeEfFgGcrsa"
_TRANSLATORS = re.compile(
    r"(?:^|\.)(?:_|__|_t|gettext|ugettext|lgettext|gettext_lazy|ugettext_lazy|gettext_noop|"
    r"ngettext|ngettext_lazy|pgettext|pgettext_lazy|npgettext|_lazy|N_|_n|translate|tr)$"
)
_DEDENTS = re.compile(r"(?:^|\.)\w*(?:dedent|cleandoc)$")
_STRIPS = {"strip": str.strip, "lstrip": str.lstrip, "rstrip": str.rstrip}
_SHOWERS = {"str": None, "repr": "repr", "ascii": "repr", "force_str": None, "force_text": None}
_ESCAPE = re.compile(
    r"\\(?:\r?\n|([\\'\"abfnrtv])|([0-7]{1,3})|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|"
    r"U([0-9a-fA-F]{8})|N\{([^}]+)\})"
)
_SIMPLE = dict(zip("\\'\"abfnrtv", "\\'\"\a\b\f\n\r\t\v", strict=True))
_DEPTH = 40


def texts(source: Source, node: Node, depth: int = 0) -> list[Text]:
    """What an expression says, the likeliest first; never empty."""
    rule = _RULES.get(node.type)
    if rule is None or depth > _DEPTH:
        return [placeholder(source, node)]
    return rule(source, node, depth + 1)


def _string(source: Source, node: Node, depth: int) -> list[Text]:
    parts: list[Part] = []
    prefix = ""
    for child in node.children:
        if child.type == "string_start":
            prefix = source.text(child).rstrip("'\"").lower()
        elif child.type == "string_content":
            parts.append(_decoded(source.text(child), prefix))
        elif child.type == "interpolation":
            parts.extend(_interpolation(source, child))
    return [Text(tuple(parts))]


def _decoded(text: str, prefix: str) -> str:
    """A string's content as Python reads it."""
    text = text.replace("\r\n", "\n")
    if "\\" in text and "r" not in prefix:
        text = _ESCAPE.sub(_unescaped, text)
    if "f" in prefix or "t" in prefix:
        text = text.replace("{{", "{").replace("}}", "}")
    return text


def _unescaped(found: re.Match[str]) -> str:
    simple, octal, hex2, hex4, hex8, named = found.groups()
    if simple:
        return _SIMPLE[simple]
    if octal:
        return chr(int(octal, 8))
    if named:
        import unicodedata

        try:
            return unicodedata.lookup(named)
        except KeyError:
            return found.group()
    digits = hex2 or hex4 or hex8
    if digits is None:
        return ""
    value = int(digits, 16)
    return chr(value) if value <= 0x10FFFF else found.group()


def _interpolation(source: Source, node: Node) -> list[Part]:
    """A replacement field; ``{x=}`` also shows the expression's own text."""
    expression = node.child_by_field_name("expression")
    conversion = node.child_by_field_name("type_conversion")
    spec = node.child_by_field_name("format_specifier")
    converted = source.text(conversion)[1:] if conversion is not None else None
    form = source.text(spec)[1:] if spec is not None else None
    whole = "".join((f"!{converted}" if converted else "", f":{form}" if form else ""))
    shown = source.flat(expression, 200) if expression is not None else None
    hole = Placeholder(source.flat(node, 200), shown, whole or None, brace_type(converted, form))
    equals = next((c for c in node.children if c.type == "="), None)
    if equals is None:
        return [hole]
    after = equals.next_sibling
    end = after.start_byte if after is not None else equals.end_byte
    told = source.data[node.start_byte + 1 : end].decode("utf-8", "replace")
    kind = hole.type if form or converted else "repr"
    return [told, msgspec.structs.replace(hole, text=f"{{{shown}{whole}}}", type=kind)]


def _concatenated(source: Source, node: Node, depth: int) -> list[Text]:
    return joined(texts(source, c, depth) for c in node.named_children if c.type != "comment")


def _parenthesized(source: Source, node: Node, depth: int) -> list[Text]:
    inner = [c for c in node.named_children if c.type != "comment"]
    return texts(source, inner[0], depth) if len(inner) == 1 else [placeholder(source, node)]


def _binary(source: Source, node: Node, depth: int) -> list[Text]:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = node.child_by_field_name("operator")
    if left is None or right is None or operator is None:
        return [placeholder(source, node)]
    sign = source.text(operator)
    if sign == "+":
        sides = [_operand(source, side, depth) for side in _added(node)]
        if any(text.is_text for side in sides for text in side):
            return joined(sides)
    elif sign == "%":
        forms = [text for text in texts(source, left, depth) if text.is_text]
        values, named = _percent_values(source, right)
        if forms:
            return [as_format(form, values, named) for form in forms]
    return [placeholder(source, node)]


def _added(node: Node) -> list[Node]:
    """The operands of a chain of ``+``, in order; a long chain nests to the left."""
    operands: list[Node] = []
    at: Node | None = node
    while at is not None and at.type == "binary_operator":
        operator, right = at.child_by_field_name("operator"), at.child_by_field_name("right")
        if operator is None or operator.type != "+" or right is None:
            break
        operands.append(right)
        at = at.child_by_field_name("left")
    if at is not None:
        operands.append(at)
    return operands[::-1]


def _operand(source: Source, node: Node, depth: int) -> list[Text]:
    """One side of ``+``: a name or a choice inside a longer text stands for itself."""
    bare = node
    while bare.type == "parenthesized_expression" and bare.named_child_count == 1:
        bare = bare.named_children[0]
    if bare.type in ("identifier", "conditional_expression", "boolean_operator"):
        return [placeholder(source, node)]
    said = texts(source, node, depth)
    return said if said[0].inline else [placeholder(source, node)]


def _percent_values(source: Source, node: Node) -> tuple[list[str], dict[str, str]]:
    if node.type == "parenthesized_expression" and node.named_child_count == 1:
        node = node.named_children[0]
    if node.type == "tuple":
        values = [source.flat(c, 200) for c in node.named_children if c.type != "comment"]
        return values, {}
    if node.type == "dictionary":
        return [], _pairs(source, node, "pair", "key", "value")
    if node.type == "call" and source.text(node).startswith("dict("):
        listing = node.child_by_field_name("arguments")
        return [], _pairs(source, listing, "keyword_argument", "name", "value")
    return [source.flat(node, 200)], {}


def _pairs(source: Source, node: Node | None, kind: str, key: str, value: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for child in node.named_children if node is not None else ():
        if child.type == kind:
            name, shown = child.child_by_field_name(key), child.child_by_field_name(value)
            if name is not None and shown is not None:
                found[source.text(name).strip("'\"")] = source.flat(shown, 200)
    return found


def as_format(
    text: Text, values: list[str] | None = None, named: dict[str, str] | None = None
) -> Text:
    """A text whose ``%`` verbs are now filled; placeholders that it has already stay."""
    taken = list(values or ())
    parts: list[Part] = []
    for part in text.template.parts:
        if isinstance(part, str):
            split = printf_parts(part, taken, named, VERBS)
            used = sum(isinstance(p, Placeholder) for p in split)
            taken = taken[used:]
            parts.extend(split)
        else:
            parts.append(part)
    return text._replace(parts=tuple(parts))


def _conditional(source: Source, node: Node, depth: int) -> list[Text]:
    inner = [c for c in node.named_children if c.type != "comment"]
    if len(inner) != 3:
        return [placeholder(source, node)]
    return texts(source, inner[0], depth) + texts(source, inner[2], depth)


def _boolean(source: Source, node: Node, depth: int) -> list[Text]:
    """``message or "default"``: the default is text, the other side a hole."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return [placeholder(source, node)]
    both = texts(source, right, depth) + texts(source, left, depth)
    return [t for t in both if t.is_text] or [placeholder(source, node)]


def _identifier(source: Source, node: Node, depth: int) -> list[Text]:
    found = text_or_hole(source, node)
    if len(found) == 1 and not found[0].is_text:
        return _constant(source, source.text(node)) or found
    return found


def _constant(source: Source, name: str) -> list[Text]:
    constant = source.constants.get(name)
    return [Text(constant.parts, inline=False)] if constant is not None else []


def _subscript(source: Source, node: Node, depth: int) -> list[Text]:
    """``MESSAGES["key"]`` of a module's table of texts, or of the class's own."""
    name = re.sub(r"\s|['\"]", "", source.text(node))
    own = [fielded(text) for text in class_texts(source, node, name, depth)]
    return _constant(source, name) or own or [placeholder(source, node)]


def _call(source: Source, node: Node, depth: int) -> list[Text]:
    function = node.child_by_field_name("function")
    listing = node.child_by_field_name("arguments")
    if function is None or listing is None:
        return [placeholder(source, node)]
    name = source.text(function)
    args = [c for c in listing.named_children if c.type != "comment"]
    plain = [c for c in args if c.type not in ("keyword_argument", "dictionary_splat")]
    if function.type == "attribute":
        method = function.child_by_field_name("attribute")
        inner = function.child_by_field_name("object")
        if method is not None and inner is not None:
            found = _method(source, source.text(method), inner, listing, depth)
            if found is not None:
                return found
    if plain and _TRANSLATORS.search(name):
        wanted = plain[:2] if "ngettext" in name or name == "_n" else plain[:1]
        if "pgettext" in name and len(plain) > 1:
            wanted = plain[1:3] if "npgettext" in name else plain[1:2]
        return [text for arg in wanted for text in texts(source, arg, depth)]
    if plain and _DEDENTS.search(name):
        change = inspect.cleandoc if name.endswith("cleandoc") else textwrap.dedent
        return [_mapped(text, change) for text in texts(source, plain[0], depth)]
    if len(plain) == 1 and name in _SHOWERS:
        shown = texts(source, plain[0], depth)
        if shown[0].is_text and _SHOWERS[name] is None:
            return shown
        hole = Placeholder(
            "{" + source.flat(node, 200) + "}", source.flat(plain[0], 200), None, _SHOWERS[name]
        )
        return [Text((hole,), is_text=False)]
    return _told(source, name, depth) or [placeholder(source, node)]


def _attribute(source: Source, node: Node, depth: int) -> list[Text]:
    """``self.reason``: a property that tells the text, or a text of the class."""
    name = source.text(node)
    own = [fielded(text) for text in class_texts(source, node, name, depth)]
    return _told(source, name, depth) or own or [placeholder(source, node)]


def _told(source: Source, name: str, depth: int) -> list[Text]:
    """What a function or property of this file returns, where that is text."""
    simple = name.removeprefix("self.").removeprefix("cls.")
    definition = source.once(("told", simple), lambda: _definition(source, simple))
    if definition is None or simple in source.resolving:
        return []
    source.resolving.add(simple)
    try:
        found = [
            text
            for returned in inside(definition, "return_statement")
            for value in returned.named_children[:1]
            for text in texts(source, value, depth)
            if text.is_text
        ]
    finally:
        source.resolving.discard(simple)
    return [text._replace(inline=False) for text in found[:4]]


def _definition(source: Source, name: str) -> Node | None:
    """The one function or method of that name in the file; None when there are none or several.

    The bytes say where it may be, the tree whether it is there.
    """
    if not name.isidentifier():
        return None
    starts = [m.start() for m in re.finditer(rb"\bdef\s+%b\s*\(" % name.encode(), source.data)]
    if len(starts) != 1:
        return None
    node = source.root.descendant_for_byte_range(starts[0], starts[0] + 3)
    parent = node.parent if node is not None else None
    return parent if parent is not None and parent.type == "function_definition" else None


def inside(node: Node, kind: str) -> Iterator[Node]:
    """The nodes of a kind inside a function, in order, nested functions and classes left out."""
    stack = list(reversed(node.named_children))
    while stack:
        at = stack.pop()
        if at.type == kind:
            yield at
        if at.type not in ("function_definition", "class_definition", "lambda"):
            stack.extend(reversed(at.named_children))


def _method(
    source: Source, method: str, inner: Node, listing: Node, depth: int
) -> list[Text] | None:
    """A method of a text: formatting, stripping; None when it says nothing by itself."""
    if method == "format":
        forms = [text for text in texts(source, inner, depth) if text.is_text]
        values = [
            source.flat(c, 200)
            for c in listing.named_children
            if c.type not in ("keyword_argument", "comment", "dictionary_splat")
        ]
        named = _pairs(source, listing, "keyword_argument", "name", "value")
        return [as_brace(form, values, named) for form in forms] or None
    if method in _STRIPS and not listing.named_children:
        strip: Callable[[str], str] = _STRIPS[method]
        inner_texts = texts(source, inner, depth)
        if inner_texts[0].is_text:
            return [_mapped(text, strip) for text in inner_texts]
    if method == "join" and inner.type == "string":
        return None
    return None


def fielded(text: Text) -> Text:
    """A kept text: its ``{name}`` or ``%(name)s`` fields are filled where it is used."""
    said = text.template.message
    if re.search(r"\{[A-Za-z_][\w.]*(?:![rsa])?(?::[^{}]*)?\}", said):
        return as_brace(text, [], {})
    return as_format(text) if re.search(r"%\(\w+\)[a-z]", said) else text


def as_brace(text: Text, values: list[str], named: dict[str, str]) -> Text:
    """A text whose ``{}`` fields are now filled; placeholders that it has already stay."""
    parts: list[Part] = []
    for part in text.template.parts:
        parts.extend(brace_parts(part, values, named) if isinstance(part, str) else [part])
    return text._replace(parts=tuple(parts))


def _mapped(text: Text, change: Callable[[str], str]) -> Text:
    """Apply a change of whitespace to a text, keeping its placeholders in place."""
    holes = list(text.template.placeholders)
    marked = "".join(p if isinstance(p, str) else "\0" for p in text.template.parts)
    parts: list[Part] = []
    for index, piece in enumerate(change(marked).split("\0")):
        if index:
            parts.append(holes[index - 1])
        parts.append(piece)
    return text._replace(parts=tuple(parts))


_Rule = Callable[[Source, "Node", int], list[Text]]
_RULES: dict[str, _Rule] = {
    "string": _string,
    "concatenated_string": _concatenated,
    "parenthesized_expression": _parenthesized,
    "binary_operator": _binary,
    "conditional_expression": _conditional,
    "boolean_operator": _boolean,
    "identifier": _identifier,
    "attribute": _attribute,
    "subscript": _subscript,
    "call": _call,
    "named_expression": lambda s, n, d: texts(
        s, n.child_by_field_name("value") or n.children[-1], d
    ),
}
