"""What a Swift expression says: literals, joining, formatting, choices, names that hold text."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from errdex.languages import swift_strings
from errdex.languages.interface import Source, Text, joined, placeholder
from errdex.languages.jvm_format import filled
from errdex.languages.locals import text_or_hole
from errdex.languages.swift_nodes import (
    Arg,
    arguments_of,
    bare,
    called,
    callee,
    callee_node,
    owner_of,
    parameters_of,
    plain,
    shown_name,
)
from errdex.model.template import Part, Placeholder
from errdex.template.printf import printf_parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tree_sitter import Node

_SAME = frozenset({"localized", "utf8", "description", "utf8CString", "unicodeScalars"})
_STRIPPED = frozenset({"trimmingCharacters", "data", "localized", "appending", "lowercased"})
_STANDING = frozenset(
    {"simple_identifier", "ternary_expression", "nil_coalescing_expression", "self_expression"}
)
_NUMBERS = frozenset({"integer_literal", "real_literal", "boolean_literal"})
_WRAPS = frozenset(
    {"String", "NSString", "Data", "LocalizedStringResource", "LocalizedStringKey", "Array",
     "StaticString", "Substring", "DiagnosticMessage", "CocoaError", "Comment"}
)  # fmt: skip
_PRIVACY = re.compile(r"%\{[^{}]*\}")
_VERBS = "@dDuUxXoOfeEgGcCsSpaAFi"
_GIVEN = re.compile(rb"\s*(?::[^=\n]{0,80})?\+?=[^=]")
_TEXTUAL = re.compile(
    rb"\bfunc (\w+)\s*\([^{}]{0,400}?\)[^{}()]{0,40}->\s*(?:String|StaticString)\s*\{"
)
_MENTIONS = 4_000
_DEPTH = 24
_FOLLOWED = 4
_PIECES = 200


def texts(source: Source, node: Node, depth: int = 0) -> list[Text]:
    """What an expression says, the likeliest first; never empty."""
    inner = bare(node)
    rule = _RULES.get(inner.type)
    if rule is None or depth > _DEPTH:
        return [placeholder(source, node)]
    return rule(source, inner, depth + 1)


def said(source: Source, node: Node, depth: int = 0) -> list[Text]:
    """The texts of an expression that hold fixed text."""
    return [text for text in texts(source, node, depth) if text.is_text]


def _literal(source: Source, node: Node, depth: int) -> list[Text]:
    return [swift_strings.string(source, node)]


# -- joining ----------------------------------------------------------------------------------


def _sum(source: Source, node: Node, depth: int) -> list[Text]:
    """``a + b + c``; the tree leans left, so that it is walked, not nested."""
    shown: list[list[Text]] = []
    at = node
    while len(shown) < _PIECES:
        called = at.named_children[0] if at.type == "call_expression" else None
        if called is not None and called.type == "additive_expression":
            # the grammar takes ``"a" + String(x)`` for a call of the sum
            right = called.child_by_field_name("rhs")
            left = called.child_by_field_name("lhs")
            if left is None or right is None:
                break
            written = source.data[right.start_byte : at.end_byte].decode("utf-8", "replace")
            expr = " ".join(written.split())[:200]
            shown.append([Text((Placeholder("{" + expr + "}", expr),), is_text=False)])
            at = left
            continue
        sign = at.child_by_field_name("op") if at.type == "additive_expression" else None
        left, right = at.child_by_field_name("lhs"), at.child_by_field_name("rhs")
        if sign is None or sign.type != "+" or left is None or right is None:
            shown.append(operand(source, at, depth))
            break
        shown.append(operand(source, right, depth))
        at = left
    shown.reverse()
    if len(shown) > 1 and any(text.is_text for piece in shown for text in piece):
        return joined(shown)
    return [placeholder(source, node)]


def operand(source: Source, node: Node, depth: int) -> list[Text]:
    """One side of ``+``: a name or a choice inside a longer text stands for itself."""
    inner = bare(node)
    if inner.type in _STANDING:
        return [placeholder(source, inner)]
    if inner.type in _NUMBERS:
        return [Text((source.text(inner),), is_text=False)]
    return texts(source, inner, depth)


def _ternary(source: Source, node: Node, depth: int) -> list[Text]:
    arms = [node.child_by_field_name(field) for field in ("if_true", "if_false")]
    return [text for arm in arms if arm is not None for text in texts(source, arm, depth)]


def _coalesced(source: Source, node: Node, depth: int) -> list[Text]:
    sides = [node.child_by_field_name(field) for field in ("value", "if_nil")]
    found = [t for side in sides if side is not None for t in said(source, side, depth)]
    return found or [placeholder(source, node)]


def _branches(source: Source, node: Node, depth: int) -> list[Text]:
    """``if`` and ``switch`` as expressions say one of their branches."""
    found = [text for value in values_of(node) for text in said(source, value, depth)]
    return found[:6] or [placeholder(source, node)]


def values_of(node: Node, depth: int = 0) -> list[Node]:
    """The expressions that a branch or block may yield: its last statements."""
    found: list[Node] = []
    if depth > 8:
        return found
    blocks = [c for c in node.named_children if c.type in ("statements", "switch_entry")]
    if node.type == "if_statement":
        blocks += [c for c in node.named_children if c.type == "if_statement"]
    for block in blocks:
        if block.type != "statements":
            found += values_of(block, depth + 1)
            continue
        inner = plain(block)
        if not inner:
            continue
        last = inner[-1]
        if last.type in ("if_statement", "switch_statement"):
            found += values_of(last, depth + 1)
        elif last.type == "control_transfer_statement":
            told = last.child_by_field_name("result")
            found += [told] if told is not None else []
        else:
            found.append(last)
    return found


# -- names ------------------------------------------------------------------------------------


def _identifier(source: Source, node: Node, depth: int) -> list[Text]:
    name = source.text(node)
    constant = _constant(source, name)
    if not source.once(("assigned", name), lambda: _is_assigned(source, name)):
        return constant or [placeholder(source, node)]
    found = [text for text in text_or_hole(source, node) if text.is_text]
    return found or constant or [placeholder(source, node)]


def _is_assigned(source: Source, name: str) -> bool:
    """Whether the file gives a value to a name at all; most are parameters."""
    data, word = source.data, name.encode()
    at = data.find(word)
    for _ in range(_MENTIONS):
        if at < 0:
            return False
        if _GIVEN.match(data, at + len(word)):
            return True
        at = data.find(word, at + len(word))
    return True


def _constant(source: Source, name: str) -> list[Text]:
    constant = source.constants.get(name)
    return [Text(constant.parts, inline=False)] if constant is not None else []


def _member(source: Source, node: Node, depth: int) -> list[Text]:
    """``Texts.missing``, ``self.message``; ``"…".utf8`` is the text before the dot."""
    target, suffix = node.child_by_field_name("target"), node.child_by_field_name("suffix")
    last = suffix.child_by_field_name("suffix") if suffix is not None else None
    if target is not None and last is not None and source.text(last) in _SAME:
        found = said(source, target, depth) if bare(target).type != "simple_identifier" else []
        if found:
            return found
    written = source.flat(node, 200)
    written = re.sub(r"^(?:self|Self)\.", "", written)
    return _constant(source, written) or [placeholder(source, node)]


def _implicit(source: Source, node: Node, depth: int) -> list[Text]:
    return [placeholder(source, node)]


# -- calls ------------------------------------------------------------------------------------


def _call(source: Source, node: Node, depth: int) -> list[Text]:
    args = arguments_of(node)
    name = called(source, node)
    owner = owner_of(node)
    if owner is not None:
        found = _method(source, name, owner, args, depth)
        if not found and source.text(owner) in ("self", "Self"):
            found = returned(source, name, args, depth)
        return found or [placeholder(source, node)]
    whole = callee(source, node).removeprefix("Swift.").removeprefix("Foundation.")
    if whole == "String" and args and args[0].name in ("format", "localizedFormat"):
        return formatted(source, args) or [placeholder(source, node)]
    if whole in ("NSLocalizedString", "LocalizedString"):
        return _localized(source, args, depth) or [placeholder(source, node)]
    if whole == "String" and args and args[0].name in ("describing", "reflecting"):
        expr = source.flat(args[0].node, 200)
        return [Text((Placeholder("{" + expr + "}", expr),), is_text=False)]
    if (whole in _WRAPS or whole.startswith(".")) and args:
        labels = (None, "localized", "stringLiteral", "string", "verbatim")
        if args[0].name in labels:
            found = said(source, args[0].node, depth)
            if found:
                return found
    function = callee_node(node)
    if not args and function is not None and function.type == "simple_identifier":
        found = returned(source, whole, args, depth)
        if found:
            return found
        shown = shown_name(source, whole + "()")
        return [Text((Placeholder("{" + whole + "()}", shown),), is_text=False)]
    if function is not None and function.type == "lambda_literal" and not args:
        found = [t for value in values_of(function) for t in said(source, value, depth)]
        return found or [placeholder(source, node)]
    found = returned(source, whole, args, depth) if owner is None else []
    return found or [placeholder(source, node)]


def returned(source: Source, name: str, args: list[Arg], depth: int) -> list[Text]:
    """The text that a function of this file returns, filled with a call's arguments."""
    if depth > _FOLLOWED or not name.isidentifier():
        return []
    function = source.once(("returns", name), lambda: _function(source, name))
    if function is None or name in source.resolving:
        return []
    source.resolving.add(name)
    try:
        values = values_of(function.children[-1])
        found = [text for value in values for text in said(source, value, depth)]
    finally:
        source.resolving.discard(name)
    params = [param.name for param in parameters_of(source, function)]
    given = dict(zip(params, args, strict=False))

    def fill(hole: Placeholder) -> Iterable[Part] | None:
        arg = given.get(hole.expr or "")
        if arg is None:
            return None
        told = texts(source, arg.node, depth)[0]
        if told.is_text:
            return told.parts
        return [Placeholder(hole.text, source.flat(arg.node, 200), hole.spec, hole.type)]

    return [Text(t.template.substitute(fill).parts, inline=False) for t in found[:4]]


def _function(source: Source, name: str) -> Node | None:
    """The one function of that name in the file, if it returns a text."""
    starts = source.once("texts", lambda: _returning(source)).get(name.encode(), ())
    if len(starts) != 1:
        return None
    at = source.root.descendant_for_byte_range(starts[0], starts[0] + 4)
    for _ in range(3):
        if at is None or at.type == "function_declaration":
            return at
        at = at.parent
    return None


def _returning(source: Source) -> dict[bytes, list[int]]:
    """Where the functions of a file stand that return a text, by name."""
    found: dict[bytes, list[int]] = {}
    for one in _TEXTUAL.finditer(source.data):
        found.setdefault(one[1], []).append(one.start())
    return found


def _method(source: Source, name: str, owner: Node, args: list[Arg], depth: int) -> list[Text]:
    """A method of a text; empty when it says nothing by itself."""
    inner = bare(owner)
    if name == "joined" and inner.type == "array_literal":
        between = said(source, args[0].node, depth)[:1] if args else [Text((), is_text=False)]
        pieces = [operand(source, one, depth) for one in plain(inner)[:_PIECES]]
        if between and any(text.is_text for piece in pieces for text in piece):
            return joined([one for piece in pieces for one in (between, piece)][1:])
    if name == "localizedString" and args and args[0].name == "forKey":
        return _localized(source, args, depth)
    if name == "localizedStringWithFormat" and args:
        return formatted(source, args)
    if name in _STRIPPED:
        return said(source, owner, depth)
    if name == "map" and inner.type in swift_strings.LITERALS:
        return said(source, owner, depth)
    return []


def _localized(source: Source, args: list[Arg], depth: int) -> list[Text]:
    """``NSLocalizedString("key", value: "text")``: the text where it stands here, else the key."""
    value = next((arg for arg in args if arg.name == "value"), None)
    if value is not None:
        found = said(source, value.node, depth)
        if found and found[0].parts:
            return found
    return said(source, args[0].node, depth) if args else []


def formatted(source: Source, args: Sequence[Arg]) -> list[Text]:
    """``String(format: "…", a, b)``; empty where the format is no text."""
    values = [source.flat(arg.node, 200) for arg in args[1:] if arg.name in (None, "arguments")]
    return [filled(form, _verbs, values) for form in said(source, args[0].node)]


def _verbs(text: str, values: Sequence[str] = ()) -> list[Part]:
    """Foundation's format; the unified log's ``%{public}@`` is written back as it stands."""
    marks = _PRIVACY.findall(text)
    if not marks:
        return printf_parts(text, values, verbs=_VERBS)
    parts: list[Part] = []
    for part in printf_parts(_PRIVACY.sub("%#", text), values, verbs=_VERBS):
        if not isinstance(part, str) and part.text.startswith("%#") and marks:
            shown = marks.pop(0) + part.text[2:]
            part = Placeholder(shown, part.expr, shown[1:], part.type)
        parts.append(part)
    return parts


_RULES: dict[str, Callable[[Source, Node, int], list[Text]]] = {
    **dict.fromkeys(swift_strings.LITERALS, _literal),
    "additive_expression": _sum,
    "ternary_expression": _ternary,
    "nil_coalescing_expression": _coalesced,
    "if_statement": _branches,
    "switch_statement": _branches,
    "simple_identifier": _identifier,
    "navigation_expression": _member,
    "call_expression": _call,
}
