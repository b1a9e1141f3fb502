"""What a Ruby expression says: strings, formatting, joining, names that hold text."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from errdex.languages.interface import Source, Text, joined, placeholder
from errdex.languages.locals import reaching_texts, text_or_hole
from errdex.languages.ruby_changes import CHANGES, replacing
from errdex.languages.ruby_strings import heredoc_parts, string_parts
from errdex.model.template import Part, Placeholder
from errdex.template.printf import printf_parts

if TYPE_CHECKING:
    from tree_sitter import Node

VERBS = "diouxXeEfgGaAcspbB"
_DEPTH = 40
_TRANSLATORS = frozenset({"_", "N_", "s_", "n_", "p_", "gettext", "ngettext", "Nn_"})
_KEYED = frozenset({"t", "translate", "l", "human_attribute_name", "t!"})
_SAME = frozenset({
    "freeze", "to_s", "to_str", "dup", "itself", "html_safe", "clone", "b", "force_encoding",
    "encode", "red", "yellow", "green", "bold", "blue", "cyan", "magenta", "colorize", "undent",
    "unindent", "to_sym", "concat", "presence", "scrub", "inspect_text", "light_red", "fix_indent",
})  # fmt: skip
_TYPED = frozenset({"let", "must", "cast", "unsafe"})  # sorbet's T.let(value, Type)
# functions that put colour and a label around a text
_DRESSED = frozenset({"error", "warning", "colorize", "red", "yellow", "bold", "paint", "decorate"})
_NAMED_FIELD = re.compile(r"%%|%\{(\w+)\}")
_NOT_SAID = frozenset({"comment", "heredoc_body", "block_argument"})


def texts(source: Source, node: Node, depth: int = 0) -> list[Text]:
    """What an expression says, the likeliest first; never empty."""
    rule = _RULES.get(node.type)
    if rule is None or depth > _DEPTH:
        return [placeholder(source, node)]
    return rule(source, node, depth + 1)


def given(listing: Node | None) -> list[Node]:
    """The arguments in a list, comments and blocks left out."""
    if listing is None:
        return []
    return [c for c in listing.named_children if c.type not in _NOT_SAID]


def key_of(source: Source, pair: Node) -> str:
    """The key of a hash's pair, without its marks."""
    key = pair.child_by_field_name("key")
    return source.text(key).strip(":'\"") if key is not None else ""


def _string(source: Source, node: Node, depth: int) -> list[Text]:
    return [Text(tuple(string_parts(source, node)))]


def _chained(source: Source, node: Node, depth: int) -> list[Text]:
    return joined(texts(source, c, depth) for c in given(node))


def _heredoc(source: Source, node: Node, depth: int) -> list[Text]:
    parts = heredoc_parts(source, node)
    return [placeholder(source, node)] if parts is None else [Text(tuple(parts))]


def _parenthesized(source: Source, node: Node, depth: int) -> list[Text]:
    inner = given(node)
    return texts(source, inner[-1], depth) if inner else [placeholder(source, node)]


def _binary(source: Source, node: Node, depth: int) -> list[Text]:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = node.child_by_field_name("operator")
    if left is None or right is None or operator is None:
        return [placeholder(source, node)]
    sign = source.text(operator)
    if sign in ("+", "<<"):
        sides = [_operand(source, side, depth) for side in _added(source, node)]
        if any(text.is_text for side in sides for text in side):
            return joined(sides)
    elif sign == "%":
        forms = [text for text in texts(source, left, depth) if text.is_text]
        values, named = _percent_values(source, right)
        if forms:
            return [as_format(form, values, named) for form in forms]
    elif sign in ("||", "or"):
        both = texts(source, right, depth) + texts(source, left, depth)
        return [text for text in both if text.is_text] or [placeholder(source, node)]
    return [placeholder(source, node)]


def _added(source: Source, node: Node) -> list[Node]:
    """The operands of a chain of ``+`` and ``<<``, in order; a long chain nests to the left."""
    operands: list[Node] = []
    at: Node | None = node
    while at is not None and at.type == "binary":
        operator, right = at.child_by_field_name("operator"), at.child_by_field_name("right")
        if operator is None or right is None or source.text(operator) not in ("+", "<<"):
            break
        operands.append(right)
        at = at.child_by_field_name("left")
    if at is not None:
        operands.append(at)
    return operands[::-1]


def _operand(source: Source, node: Node, depth: int) -> list[Text]:
    """One side of ``+``: a name or a choice inside a longer text stands for itself."""
    bare = node
    while bare.type == "parenthesized_statements" and bare.named_child_count == 1:
        bare = bare.named_children[0]
    if bare.type in ("identifier", "conditional", "instance_variable", "if", "unless"):
        return [placeholder(source, node)]
    return texts(source, node, depth)


def _percent_values(source: Source, node: Node) -> tuple[list[str], dict[str, str]]:
    while node.type == "parenthesized_statements" and node.named_child_count == 1:
        node = node.named_children[0]
    if node.type == "array":
        return [source.flat(c, 200) for c in given(node)], {}
    if node.type == "hash":
        return [], pairs(source, given(node))
    return [source.flat(node, 200)], {}


def pairs(source: Source, nodes: list[Node]) -> dict[str, str]:
    """The values of a hash or of keyword arguments, as source text by key."""
    found: dict[str, str] = {}
    for node in nodes:
        if node.type == "pair":
            value = node.child_by_field_name("value")
            key = key_of(source, node)
            found[key] = source.flat(value, 200) if value is not None else key
    return found


def as_format(
    text: Text, values: list[str] | None = None, named: dict[str, str] | None = None
) -> Text:
    """A text whose ``%`` verbs and ``%{name}`` fields are filled; holes that it has stay."""
    taken = list(values or ())
    names = named or {}
    parts: list[Part] = []
    for part in text.template.parts:
        if not isinstance(part, str):
            parts.append(part)
            continue
        at = 0
        for found in _NAMED_FIELD.finditer(part):
            if found[1] is None:
                continue
            parts.extend(_verbs(part[at : found.start()], taken, names))
            parts.append(Placeholder(found.group(), names.get(found[1], found[1])))
            at = found.end()
        parts.extend(_verbs(part[at:], taken, names))
    return text._replace(parts=tuple(parts))


def _verbs(text: str, taken: list[str], named: dict[str, str]) -> list[Part]:
    split = printf_parts(text, taken, named, VERBS)
    del taken[: sum(isinstance(part, Placeholder) for part in split)]
    return split


def _conditional(source: Source, node: Node, depth: int) -> list[Text]:
    arms = (node.child_by_field_name("consequence"), node.child_by_field_name("alternative"))
    return [text for arm in arms if arm is not None for text in texts(source, arm, depth)][:8] or [
        placeholder(source, node)
    ]


def _block(source: Source, node: Node, depth: int) -> list[Text]:
    """The value of statements: that of the last."""
    inner = [c for c in given(node) if c.type not in ("rescue", "ensure")]
    return texts(source, inner[-1], depth) if inner else [placeholder(source, node)]


def _returned(source: Source, node: Node, depth: int) -> list[Text]:
    inner = given(node.named_children[0]) if node.named_children else []
    return texts(source, inner[0], depth) if len(inner) == 1 else [placeholder(source, node)]


def _case(source: Source, node: Node, depth: int) -> list[Text]:
    found: list[Text] = []
    for child in node.named_children:
        if child.type in ("when", "in_clause"):
            body = child.child_by_field_name("body")
            if body is not None:
                found.extend(texts(source, body, depth))
        elif child.type == "else":
            found.extend(_block(source, child, depth))
    return [text for text in found if text.is_text][:8] or [placeholder(source, node)]


def _identifier(source: Source, node: Node, depth: int) -> list[Text]:
    found = text_or_hole(source, node)
    if len(found) == 1 and not found[0].is_text:
        return _method_text(source, source.text(node), depth) or found
    return found


def _instance(source: Source, node: Node, depth: int) -> list[Text]:
    return text_or_hole(source, node)


def _method_text(source: Source, name: str, depth: int) -> list[Text]:
    """What a method of this file without parameters says, when its last expression is text."""
    key = ("method", name)
    if depth > 6 or str(key) in source.resolving:
        return []
    source.resolving.add(str(key))
    try:
        return source.once(key, lambda: _said_by(source, name, depth))
    finally:
        source.resolving.discard(str(key))


def _said_by(source: Source, name: str, depth: int) -> list[Text]:
    for found in re.finditer(rb"\bdef (?:self\.)?" + re.escape(name).encode(), source.data):
        node = source.root.descendant_for_byte_range(found.end() - 1, found.end())
        method = node.parent if node is not None else None
        if node is None or method is None or method.type not in ("method", "singleton_method"):
            continue
        body = method.child_by_field_name("body")
        if source.text(node) != name or body is None or method.child_by_field_name("parameters"):
            continue
        said = [text for text in texts(source, body, depth) if text.is_text]
        return [text._replace(inline=False) for text in said]
    return []


def _constant(source: Source, node: Node, depth: int) -> list[Text]:
    name = source.text(node)
    found = source.constants.get(name) or source.constants.get(name.rpartition("::")[2])
    return [Text(found.parts, inline=False)] if found is not None else [placeholder(source, node)]


def _element(source: Source, node: Node, depth: int) -> list[Text]:
    """``MESSAGES[:key]`` of a table of texts."""
    name = re.sub(r"\s|['\":]", "", source.text(node))
    found = source.constants.get(name)
    return [Text(found.parts, inline=False)] if found is not None else [placeholder(source, node)]


def _unary(source: Source, node: Node, depth: int) -> list[Text]:
    """``-"text"`` and ``+"text"`` are the text."""
    inner = node.child_by_field_name("operand")
    if inner is not None and inner.type in ("string", "chained_string", "call"):
        return texts(source, inner, depth)
    return [placeholder(source, node)]


def _call(source: Source, node: Node, depth: int) -> list[Text]:
    method = node.child_by_field_name("method")
    receiver = node.child_by_field_name("receiver")
    name = source.text(method) if method is not None else ""
    args = given(node.child_by_field_name("arguments"))
    found: list[Text] | None = None
    if name in ("format", "sprintf") and args:
        found = _formatted(source, args, depth)
    elif name in _TRANSLATORS and args and receiver is None:
        plain = args[1:2] if name in ("s_", "p_") and len(args) > 1 else args[:1]
        found = [text for arg in plain for text in texts(source, arg, depth)]
    elif name in _KEYED:
        found = _default(source, args, depth)
    elif receiver is not None and name in _TYPED and args and source.text(receiver) == "T":
        found = texts(source, args[0], depth)
    elif name in _DRESSED and args and args[0].type in ("identifier", "string"):
        found = [_dressed(source, node, args[0], depth)]
    elif receiver is not None:
        found = _changed(source, name, receiver, args, depth)
    return found or [placeholder(source, node)]


def _dressed(source: Source, node: Node, inner: Node, depth: int) -> Text:
    """A text in colour: a name stands for what it holds, with the whole call as its hole."""
    if inner.type != "identifier":
        return texts(source, inner, depth)[0]
    hole = Placeholder("{" + source.flat(node, 200) + "}", source.text(inner))
    return Text((hole,), is_text=False)


def _formatted(source: Source, args: list[Node], depth: int) -> list[Text]:
    forms = [text for text in texts(source, args[0], depth) if text.is_text]
    rest = args[1:]
    if len(rest) == 1 and rest[0].type == "hash":
        rest = given(rest[0])
    values = [source.flat(c, 200) for c in rest if c.type != "pair"]
    return [as_format(form, values, pairs(source, rest)) for form in forms]


def _default(source: Source, args: list[Node], depth: int) -> list[Text] | None:
    """``t("key", default: "text")``: the text that the code itself gives."""
    for arg in args:
        if arg.type == "pair" and key_of(source, arg) == "default":
            value = arg.child_by_field_name("value")
            if value is not None:
                said = [text for text in texts(source, value, depth) if text.is_text]
                return [as_format(text) for text in said] or None
    return None


def _changed(
    source: Source, name: str, receiver: Node, args: list[Node], depth: int
) -> list[Text] | None:
    """A method of a text that changes its white space or nothing; None for any other."""
    if name == "join" and receiver.type in ("array", "string_array"):
        return _joined(source, receiver, args, depth)
    change = CHANGES.get(name)
    if change is None and name in ("tr", "gsub", "sub", "delete", "gsub!", "tr_s"):
        words = [source.text(arg) for arg in args[:2]]
        change = replacing(*words, *[""] * (2 - len(words)))
    if change is None and name not in _SAME:
        return None
    inner = [text for text in texts(source, receiver, depth) if text.is_text]
    if name == "concat":
        return joined([inner, *(texts(source, arg, depth) for arg in args)]) if inner else None
    if change is not None:
        return [mapped(text, change) for text in inner]
    return inner


def _joined(source: Source, array: Node, args: list[Node], depth: int) -> list[Text] | None:
    between = texts(source, args[0], depth)[:1] if args else [Text(("",))]
    said = [texts(source, item, depth)[:1] for item in given(array)]
    if not between[0].is_text or not any(item[0].is_text for item in said):
        return None
    return joined([piece for item in said for piece in (between, item)][1:])


def mapped(text: Text, change: Callable[[str], str]) -> Text:
    """Apply a change of white space to a text, keeping its placeholders in place."""
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
    "bare_string": _string,
    "chained_string": _chained,
    "heredoc_beginning": _heredoc,
    "parenthesized_statements": _parenthesized,
    "binary": _binary,
    "conditional": _conditional,
    "if": _conditional,
    "unless": _conditional,
    "elsif": _conditional,
    "then": _block,
    "else": _block,
    "body_statement": _block,
    "block_body": _block,
    "begin": _block,
    "case": _case,
    "return": _returned,
    "identifier": _identifier,
    "instance_variable": _instance,
    "constant": _constant,
    "scope_resolution": _constant,
    "element_reference": _element,
    "unary": _unary,
    "call": _call,
    "nil": lambda s, n, d: [Text((), is_text=False)],
}


def texts_of_name(source: Source, name: str, use: Node) -> list[Text]:
    """What a keyword argument without a value (``message:``) says: the local of its name."""
    hole = Text((Placeholder("{" + name + "}", name),), is_text=False)
    return reaching_texts(source, name, use) or [hole]
