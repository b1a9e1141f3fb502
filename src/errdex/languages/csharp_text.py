"""What a C# expression says: strings, interpolation, joining, formatting, names that hold text."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from errdex.languages import csharp_builder
from errdex.languages.csharp_format import as_used, composite_parts, decoded
from errdex.languages.csharp_nodes import Arg, arguments_of, bare, called, callee, owner_of, plain
from errdex.languages.csharp_strings import interpolated, nameof, string
from errdex.languages.interface import Source, Text, joined, placeholder
from errdex.languages.jvm_format import filled, mapped
from errdex.languages.locals import text_or_hole
from errdex.model.template import Placeholder

if TYPE_CHECKING:
    from tree_sitter import Node

RESOURCE = re.compile(
    r"(?:\w+\.)*(?:SR|SRID|\w*Strings|\w*Resources?|\w*Messages|Res|Localization|\w*ErrorMessages?|"
    r"Resx?|Texts?)$"
)
_FORMATS = re.compile(
    r"(?:FormatWith|FormatInvariant|FormatCurrentCulture|FormatCurrent|Fmt|FormatSafe|SafeFormat|"
    r"Inject|With|Format\w*|InvariantFormat|F)$"
)
_LOCALES = re.compile(
    r"(?:\w+\.)*(?:CultureInfo|NumberFormatInfo)\.|.*[cC]ulture\w*$|null$|.*[pP]rovider$"
)
_STRIPS: dict[str, Callable[[str], str]] = {
    "Trim": str.strip, "TrimEnd": str.rstrip, "TrimStart": str.lstrip,
}  # fmt: skip
_SAME = frozenset({"ToString", "Normalize", "ToStringAndClear", "ReplaceLineEndings"})
_LITERALS = frozenset({"integer_literal", "real_literal", "boolean_literal"})
_STANDING = frozenset({"identifier", "conditional_expression", "this_expression", "this"})
_LOCALIZER = re.compile(r"(?i)^_*(?:\w*localizer|[lst])$")
_AFTER = frozenset(b" \t\r\n=+.")
_GIVEN = re.compile(rb"\s*(?:\+?=[^=>]|\.Append)")
_MENTIONS = 4_000
_DEPTH = 30
_PIECES = 300


def texts(source: Source, node: Node, depth: int = 0) -> list[Text]:
    """What an expression says, the likeliest first; never empty."""
    rule = _RULES.get(node.type)
    if rule is None or depth > _DEPTH:
        return [placeholder(source, node)]
    return rule(source, node, depth + 1)


def said(source: Source, node: Node, depth: int = 0) -> list[Text]:
    """The texts of an expression that hold fixed text."""
    return [text for text in texts(source, node, depth) if text.is_text]


# -- joining ----------------------------------------------------------------------------------


def _parenthesized(source: Source, node: Node, depth: int) -> list[Text]:
    inner = bare(node)
    return [placeholder(source, node)] if inner == node else texts(source, inner, depth)


def _cast(source: Source, node: Node, depth: int) -> list[Text]:
    value = node.child_by_field_name("value")
    found = said(source, value, depth) if value is not None else []
    return found or [placeholder(source, node)]


def _binary(source: Source, node: Node, depth: int) -> list[Text]:
    sign = node.child_by_field_name("operator")
    if sign is not None and sign.type == "??":
        sides = [node.child_by_field_name(f) for f in ("left", "right")]
        found = [t for side in sides if side is not None for t in said(source, side, depth)]
        return found or [placeholder(source, node)]
    shown = _operands(source, node, depth)
    if len(shown) < 2:
        return [placeholder(source, node)]
    if any(text.is_text for piece in shown for text in piece):
        return joined(shown)
    return [placeholder(source, node)]


def _operands(source: Source, node: Node, depth: int) -> list[list[Text]]:
    """What the operands of ``a + b + c`` say, in order.

    The tree leans left, so that it is walked, not nested. The grammar reads ``"a" + b?.C`` as a
    member of the sum; the last operand is put together again from the bytes.
    """
    shown: list[list[Text]] = []
    at = node
    while len(shown) < _PIECES:
        end = at.end_byte
        whole, at = at, _sum_of(at)
        sign = at.child_by_field_name("operator") if at.type == "binary_expression" else None
        left, right = at.child_by_field_name("left"), at.child_by_field_name("right")
        if sign is None or sign.type != "+" or left is None or right is None:
            shown.append(operand(source, whole, depth))
            break
        if end > at.end_byte:
            written = source.data[right.start_byte : end].decode("utf-8", "replace")
            written = " ".join(written.split())[:200]
            shown.append([Text((Placeholder("{" + written + "}", written),), is_text=False)])
        else:
            shown.append(operand(source, right, depth))
        at = left
    shown.reverse()
    return shown


def _sum_of(node: Node) -> Node:
    """The sum that a conditional access was read to belong to, or the node itself."""
    at = node
    for _ in range(12):
        if at.type == "conditional_access_expression":
            inner = at.child_by_field_name("condition")
        elif at.type == "invocation_expression":
            inner = at.child_by_field_name("function")
        elif at.type == "member_access_expression":
            inner = at.child_by_field_name("expression")
        else:
            break
        if inner is None:
            break
        at = inner
    return at if at.type == "binary_expression" and at.end_byte <= node.end_byte else node


def _conditional(source: Source, node: Node, depth: int) -> list[Text]:
    """``"a" + b?.C``, which the grammar reads as ``("a" + b)?.C``."""
    inner = _sum_of(node)
    return [placeholder(source, node)] if inner == node else _binary(source, node, depth)


def operand(source: Source, node: Node, depth: int) -> list[Text]:
    """One side of ``+``: a name or a choice inside a longer text stands for itself."""
    inner = bare(node)
    if inner.type in _STANDING:
        return [placeholder(source, inner)]
    if inner.type == "member_access_expression":
        return [_fixed_member(source, inner) or placeholder(source, inner)]
    if inner.type == "binary_expression":
        sign = inner.child_by_field_name("operator")
        if sign is not None and sign.type == "??":
            return [placeholder(source, inner)]
    if inner.type in _LITERALS:
        return [Text((source.text(inner),), is_text=False)]
    if inner.type == "invocation_expression":
        return _call(source, inner, depth, follow=False)
    return texts(source, inner, depth)


def _choice(source: Source, node: Node, depth: int) -> list[Text]:
    arms = [node.child_by_field_name(field) for field in ("consequence", "alternative")]
    return [text for arm in arms if arm is not None for text in texts(source, arm, depth)]


def _switch(source: Source, node: Node, depth: int) -> list[Text]:
    """``x switch { A => "…", _ => "…" }`` says one of its arms."""
    found: list[Text] = []
    for arm in node.named_children:
        if arm.type == "switch_expression_arm" and len(found) < 6:
            found += said(source, plain(arm)[-1], depth)
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
        if after < len(data) and data[after] in _AFTER and _GIVEN.match(data, after):
            return True
        at = data.find(word, after)
    return True


def _constant(source: Source, name: str) -> list[Text]:
    constant = source.constants.get(name)
    return [Text(constant.parts, inline=False)] if constant is not None else []


def _fixed_member(source: Source, node: Node) -> Text | None:
    written = source.text(node)
    if written.endswith("Environment.NewLine"):
        return Text(("\n",), is_text=False)
    if written in ("string.Empty", "String.Empty"):
        return Text((), is_text=False)
    return None


def _member(source: Source, node: Node, depth: int) -> list[Text]:
    """``Errors.NotFound``, ``this.message`` of this file; a resource is named by its key."""
    fixed = _fixed_member(source, node)
    if fixed is not None:
        return [fixed]
    written = source.flat(node, 200)
    return _constant(source, written.removeprefix("this.")) or [placeholder(source, node)]


def keyed(source: Source, node: Node) -> Text | None:
    """A resource by its key: ``Strings.Foo``, ``Strings.FormatFoo(a)``, ``SR.Foo(a)``."""
    if node.type == "invocation_expression":
        owner = owner_of(node)
        name = re.sub(r"^Format(?=[A-Z])", "", called(source, node))
        if name in ("Format", "GetString", "GetResourceString", "ToString"):
            first = arguments_of(node)[:1]
            inner = keyed(source, first[0].node) if first else None
            return _whole(source, node, inner.template.message[1:-1]) if inner else None
        if owner is None or not name[:1].isupper() or not RESOURCE.match(source.flat(owner, 120)):
            return None
        key = f"{source.flat(owner, 120)}.{name}"
    elif node.type == "member_access_expression":
        owner = node.child_by_field_name("expression")
        key = source.flat(node, 200)
        if owner is None or not RESOURCE.match(source.flat(owner, 120)):
            return None
    else:
        return None
    return _whole(source, node, key)


def _whole(source: Source, node: Node, key: str) -> Text:
    """A resource shown by its key; its expression tells what fills it."""
    hole = Placeholder("{" + key + "}", source.flat(node, 300))
    return Text((hole,), is_text=False, inline=False)


# -- calls ------------------------------------------------------------------------------------


def _call(source: Source, node: Node, depth: int, *, follow: bool = True) -> list[Text]:
    """A call's text; a method of the file is followed where its text is the whole message."""
    name = called(source, node)
    if name == "nameof":
        fixed = nameof(source, node)
        return [Text((fixed,))] if fixed else [placeholder(source, node)]
    owner = owner_of(node)
    args = arguments_of(node)
    if name.startswith("Append") and owner is not None:
        return csharp_builder.appended(source, node, depth)
    found: list[Text] | None = None
    if owner is not None:
        found = _method(source, name, owner, args, depth)
    elif name in ("Invariant", "FormattableString") and len(args) == 1:
        found = said(source, args[0].node, depth) or None
    if found is None and follow:
        found = csharp_builder.returned(source, node, name, args, depth)
    if found is None:
        key = keyed(source, node)
        found = [key] if key is not None else None
    return found or [placeholder(source, node)]


def _method(
    source: Source, name: str, owner: Node, args: list[Arg], depth: int
) -> list[Text] | None:
    """A method of a text or of ``string``; None when it says nothing by itself."""
    of = source.flat(owner, 80)
    if of in ("string", "String", "System.String", "FormattableString", "FormattableStringFactory"):
        return _of_string(source, name, args, depth)
    if name == "Format" and args:
        return formatted(source, args, depth)
    if name in _STRIPS and not args:
        change = _STRIPS[name]
        return [mapped(t, lambda s: [change(s)]) for t in said(source, owner, depth)] or None
    if name in _SAME:
        return said(source, owner, depth) or None
    if _FORMATS.match(name):
        forms = said(source, owner, depth)
        if forms:
            values = values_of(source, args)
            return [filled(form, composite_parts, values) for form in forms]
        if owner.type == "member_access_expression":
            key = keyed(source, owner)
            return [key] if key is not None else None
    if name == "GetString" and args and args[0].node.type == "string_literal":
        key_text = decoded(source.text(args[0].node))
        return [Text((Placeholder("{" + key_text + "}", key_text),), is_text=False)]
    return None


def _of_string(source: Source, name: str, args: list[Arg], depth: int) -> list[Text] | None:
    if not args:
        return None
    if name in ("Format", "Invariant", "CurrentCulture", "Create"):
        return formatted(source, args, depth)
    if name == "Concat":
        pieces = [operand(source, arg.node, depth) for arg in args]
        return joined(pieces) if any(t.is_text for piece in pieces for t in piece) else None
    if name == "Join" and len(args) > 2:
        between = said(source, args[0].node, depth)
        pieces = [operand(source, arg.node, depth) for arg in args[1:]]
        if between and any(t.is_text for piece in pieces for t in piece):
            return joined([one for piece in pieces for one in (between[:1], piece)][1:])
    return None


def formatted(source: Source, args: list[Arg], depth: int) -> list[Text] | None:
    """``string.Format(culture, "…", x)``; of a resource the key is kept."""
    place = 1 if len(args) > 1 and _LOCALES.match(source.flat(args[0].node, 120)) else 0
    first = args[place].node
    forms = said(source, first, depth)
    if forms:
        values = values_of(source, args[place + 1 :])
        if first.type == "interpolated_string_expression" and not values:
            return forms
        return [filled(form, composite_parts, values) for form in forms]
    shown = texts(source, first, depth)[0]
    # the text is someone else's, who is told by the name that stands for it
    return [shown._replace(inline=False)]


def values_of(source: Source, args: list[Arg]) -> list[str]:
    """What fills a format, as source; an array written out is its elements, no culture counts."""
    nodes = [arg.node for arg in args]
    if nodes and _LOCALES.match(source.flat(nodes[0], 120)) and source.text(nodes[0]) != "null":
        nodes = nodes[1:]
    if len(nodes) == 1 and nodes[0].type.endswith("array_creation_expression"):
        inner = [c for c in nodes[0].named_children if c.type == "initializer_expression"]
        nodes = plain(inner[0]) if inner else nodes
    return [source.flat(node, 200) for node in nodes]


def _created(source: Source, node: Node, depth: int) -> list[Text]:
    """``new StringBuilder("…")``, ``new LocalizedString(key, "…")``."""
    name = callee(source, node).rpartition(".")[2]
    args = arguments_of(node)
    if name == "StringBuilder":
        first = said(source, args[0].node, depth) if args else []
        return first or [Text((), is_text=False)]
    if name in ("LocalizedString", "LocalizableString") and args:
        return said(source, args[-1].node, depth) or [placeholder(source, node)]
    return [placeholder(source, node)]


def _element(source: Source, node: Node, depth: int) -> list[Text]:
    """``localizer["…", x]``."""
    owner = node.child_by_field_name("expression")
    subscript = node.child_by_field_name("subscript")
    inner = plain(subscript) if subscript is not None else []
    if owner is None or not inner or not _LOCALIZER.match(source.flat(owner, 60)):
        return [placeholder(source, node)]
    nodes = [plain(one)[-1] for one in inner if one.type == "argument" and plain(one)]
    forms = said(source, nodes[0], depth) if nodes else []
    values = [source.flat(one, 200) for one in nodes[1:]]
    return [as_used(form, values) for form in forms] or [placeholder(source, node)]


def _lambda(source: Source, node: Node, depth: int) -> list[Text]:
    """A function that is asked for the text says what it returns."""
    body = node.child_by_field_name("body")
    told = said(source, body, depth) if body is not None and body.type != "block" else []
    return told or [placeholder(source, node)]


_Rule = Callable[[Source, "Node", int], list[Text]]
_RULES: dict[str, _Rule] = {
    "string_literal": string,
    "verbatim_string_literal": string,
    "raw_string_literal": string,
    "character_literal": string,
    "interpolated_string_expression": interpolated,
    "binary_expression": _binary,
    "parenthesized_expression": _parenthesized,
    "postfix_unary_expression": _parenthesized,
    "cast_expression": _cast,
    "conditional_access_expression": _conditional,
    "conditional_expression": _choice,
    "switch_expression": _switch,
    "identifier": _identifier,
    "member_access_expression": _member,
    "invocation_expression": _call,
    "object_creation_expression": _created,
    "implicit_object_creation_expression": _created,
    "element_access_expression": _element,
    "lambda_expression": _lambda,
}
