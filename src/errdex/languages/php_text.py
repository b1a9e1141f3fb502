"""What a PHP expression says: quotes, heredocs, joining, formatting, names that hold text."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from errdex.languages import php_format, php_strings
from errdex.languages.interface import Source, Text, joined, placeholder
from errdex.languages.locals import text_or_hole
from errdex.languages.php_nodes import (
    OWN,
    arguments_of,
    bare,
    function_name,
    name_of,
    own_name,
    simple_name,
)
from errdex.model.template import Placeholder

if TYPE_CHECKING:
    from tree_sitter import Node

_STANDING = frozenset(
    {"variable_name", "conditional_expression", "member_access_expression", "match_expression"}
)
_SHOWN = frozenset(
    {
        "__", "_", "_e", "_x", "_ex", "esc_html__", "esc_attr__", "esc_html_x", "esc_attr_x",
        "esc_html_e", "translate", "trans", "gettext", "t", "lang", "dgettext", "tr", "_t", "dt",
        "st", "__d", "trans_choice",
    }
)  # fmt: skip
_PLURAL = frozenset({"_n", "_nx", "ngettext", "__n", "_ngettext"})
_SAME = frozenset(
    {
        "esc_html", "esc_attr", "wp_kses_post", "wp_kses", "htmlspecialchars", "htmlentities",
        "strval", "nl2br", "trim", "rtrim", "ltrim", "h", "e", "esc_xml", "wptexturize",
    }
)  # fmt: skip
_TRANSLATES = re.compile(r"^_?(?:trans|translate|t|gettext|l|lang|__)$")
_KEY = re.compile(r"[\w-]+(?:[.:/]+[\w-]+)+")
_LOOSE_KEY = re.compile(r"[a-z0-9]+(?:[_.:/-]\w+)*")
_GIVEN = re.compile(rb"\s*(?:\.=|\?\?=|=[^=>])|\s*[,\]]")
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


def _binary(source: Source, node: Node, depth: int) -> list[Text]:
    sign = node.child_by_field_name("operator")
    if sign is not None and sign.type == "??":
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        found = said(source, left, depth) if left is not None else []
        found += said(source, right, depth) if right is not None else []
        return found or [placeholder(source, node)]
    pieces = _operands(node)
    if len(pieces) < 2:
        return [placeholder(source, node)]
    shown = [operand(source, piece, depth) for piece in pieces]
    if any(text.is_text for piece in shown for text in piece):
        return joined(shown)
    return [placeholder(source, node)]


def _operands(node: Node) -> list[Node]:
    """What ``a . b . c`` joins, in order; the tree leans left, so that it is walked, not nested."""
    pieces: list[Node] = []
    at = node
    while at.type == "binary_expression" and len(pieces) < _PIECES:
        sign = at.child_by_field_name("operator")
        left, right = at.child_by_field_name("left"), at.child_by_field_name("right")
        if sign is None or sign.type != "." or left is None or right is None:
            break
        pieces.append(right)
        at = left
    pieces.append(at)
    pieces.reverse()
    return pieces


def operand(source: Source, node: Node, depth: int) -> list[Text]:
    """One side of ``.``: a variable or a choice inside a longer text stands for itself."""
    inner = bare(node)
    if inner.type in _STANDING or _is_default(inner):
        return [placeholder(source, inner)]
    if inner.type in ("integer", "float"):
        return [Text((source.text(inner),), is_text=False)]
    if inner.type == "name" and source.text(inner) == "PHP_EOL":
        return [Text(("\n",), is_text=False)]
    return texts(source, inner, depth)


def _is_default(node: Node) -> bool:
    sign = node.child_by_field_name("operator") if node.type == "binary_expression" else None
    return sign is not None and sign.type == "??"


def _choice(source: Source, node: Node, depth: int) -> list[Text]:
    arms = [node.child_by_field_name(field) for field in ("body", "alternative")]
    if arms[0] is None:  # $given ?: 'default'
        arms[0] = node.child_by_field_name("condition")
        found = [t for arm in arms if arm is not None for t in said(source, arm, depth)]
        return found or [placeholder(source, node)]
    return [text for arm in arms if arm is not None for text in texts(source, arm, depth)]


def _match(source: Source, node: Node, depth: int) -> list[Text]:
    """``match ($x) { 1 => 'a', default => 'b' }`` says one of its arms."""
    body = node.child_by_field_name("body")
    found: list[Text] = []
    for arm in body.named_children if body is not None else ():
        value = arm.child_by_field_name("return_expression")
        if value is not None and len(found) < 8:
            found += said(source, value, depth)
    return found or [placeholder(source, node)]


def _right(source: Source, node: Node, depth: int) -> list[Text]:
    value = node.child_by_field_name("right") or node.child_by_field_name("value")
    found = said(source, value, depth) if value is not None else []
    return found or [placeholder(source, node)]


# -- names ------------------------------------------------------------------------------------


def _variable(source: Source, node: Node, depth: int) -> list[Text]:
    name = source.text(node)
    if not source.once(("assigned", name), lambda: _is_assigned(source, name)):
        return [placeholder(source, node)]
    found = [text for text in text_or_hole(source, node) if text.is_text]
    return found or [placeholder(source, node)]


def _is_assigned(source: Source, name: str) -> bool:
    """Whether the file gives a value to a name at all; most are parameters."""
    data, word = source.data, name.encode()
    at = data.find(word)
    for _ in range(_MENTIONS):
        if at < 0:
            return False
        after = at + len(word)
        if _GIVEN.match(data, after):
            return True
        at = data.find(word, after)
    return True


def constant(source: Source, name: str) -> list[Text]:
    """The text that this file gives a name."""
    found = source.constants.get(name)
    return [Text(found.parts, inline=False)] if found is not None else []


def _name(source: Source, node: Node, depth: int) -> list[Text]:
    found = constant(source, simple_name(source.text(node)))
    return found or [placeholder(source, node)]


def _class_constant(source: Source, node: Node, depth: int) -> list[Text]:
    """``self::MSG``, ``Errors::MSG``."""
    owner, _, name = source.text(node).rpartition("::")
    owner = simple_name(owner)
    if owner in OWN:
        owner = own_name(source, node)
    return constant(source, f"{owner}::{name}") or [placeholder(source, node)]


def _member(source: Source, node: Node, depth: int) -> list[Text]:
    """``$this->message`` with a default; ``Code::X->value`` of an enum."""
    owner, name = node.child_by_field_name("object"), name_of(source, node)
    if owner is not None and name:
        if owner.type == "variable_name" and source.text(owner) == "$this":
            found = constant(source, f"{own_name(source, node)}::${name}")
            return found or [placeholder(source, node)]
        if name == "value" and owner.type == "class_constant_access_expression":
            return texts(source, owner, depth)
    return [placeholder(source, node)]


# -- calls ------------------------------------------------------------------------------------


def _call(source: Source, node: Node, depth: int) -> list[Text]:
    name, args = function_name(source, node), arguments_of(node)
    return _worded(source, node, name, args, depth) or [placeholder(source, node)]


def _worded(
    source: Source, node: Node, name: str, args: list[Node], depth: int
) -> list[Text] | None:
    if not args or not name:
        return None
    if name in ("sprintf", "vsprintf", "wfSprintf"):
        return _sprintf(source, node, name, args, depth)
    if name in _SHOWN:
        return _shown(source, args, depth)
    if name in _PLURAL and len(args) > 1:
        return [t for arg in args[:2] for t in said(source, arg, depth)] or None
    if name in _SAME:
        return said(source, args[0], depth) or None
    if name == "strtr" and len(args) == 2:
        given = pairs(source, args[1])
        return [php_format.replaced(t, given) for t in said(source, args[0], depth)] or None
    if name == "str_replace" and len(args) == 3:
        return _str_replace(source, args, depth)
    if name in ("ucfirst", "lcfirst"):
        found = said(source, args[0], depth)
        return [_cased(text, upper=name == "ucfirst") for text in found] or None
    return None


def _cased(text: Text, *, upper: bool) -> Text:
    first = text.parts[0] if text.parts else None
    if not isinstance(first, str) or not first:
        return text
    head = first[0].upper() if upper else first[0].lower()
    return text._replace(parts=(head + first[1:], *text.parts[1:]))


def _sprintf(
    source: Source, node: Node, name: str, args: list[Node], depth: int
) -> list[Text] | None:
    forms = said(source, args[0], depth)
    if not forms:
        # the text is the caller's, who is told by the name that stands for it
        if args[0].type != "variable_name":
            return None
        written = "{" + source.flat(node, 200) + "}"
        return [Text((Placeholder(written, source.text(args[0])),), is_text=False)]
    values = values_of(source, args[1:], spread=name != "sprintf")
    return [php_format.formatted(form, values) for form in forms]


def values_of(source: Source, args: list[Node], *, spread: bool = False) -> list[str]:
    """What fills a format, as source; an array written out is its elements."""
    if spread:
        if len(args) != 1 or args[0].type != "array_creation_expression":
            return []
        args = [n for c in args[0].named_children if (n := element_value(c)) is not None]
    return [source.flat(arg, 200) for arg in args]


def element_value(element: Node) -> Node | None:
    """The value of an array's element."""
    if element.type != "array_element_initializer" or not element.named_children:
        return None
    return element.named_children[-1]


def pairs(source: Source, node: Node) -> dict[str, str]:
    """The keys of an array literal that are texts, with their values as source."""
    found: dict[str, str] = {}
    if node.type != "array_creation_expression":
        return found
    for element in node.named_children[:60]:
        inner = [c for c in element.named_children if c.type != "comment"]
        if element.type != "array_element_initializer" or len(inner) != 2:
            continue
        key = said(source, inner[0])
        if key:
            found[key[0].template.message] = source.flat(inner[1], 200)
    return found


def _shown(source: Source, args: list[Node], depth: int) -> list[Text] | None:
    """A translated text; a key of a catalogue is none."""
    found = said(source, args[0], depth)
    if args[0].type == "string" and _KEY.fullmatch(found[0].template.message):
        return None
    for arg in args[1:3]:
        given = pairs(source, arg)
        if given:
            found = [php_format.replaced(text, given) for text in found]
    return found or None


def _str_replace(source: Source, args: list[Node], depth: int) -> list[Text] | None:
    key = said(source, args[0], depth)
    found = said(source, args[2], depth)
    if not found or not key:
        return None
    given = {key[0].template.message: source.flat(args[1], 200)}
    return [php_format.replaced(text, given) for text in found]


def _method(source: Source, node: Node, depth: int) -> list[Text]:
    """``$this->trans('…')``, ``$translator->translate('…')``."""
    name, args = name_of(source, node), arguments_of(node)
    if args and _TRANSLATES.match(name):
        found = _shown(source, args, depth)
        if found and not _LOOSE_KEY.fullmatch(found[0].template.message):
            return found
    owner = node.child_by_field_name("object")
    if name in ("toString", "__toString", "value", "finish", "lower", "trim") and owner is not None:
        return said(source, owner, depth) or [placeholder(source, node)]
    return [placeholder(source, node)]


def _static(source: Source, node: Node, depth: int) -> list[Text]:
    name, args = name_of(source, node), arguments_of(node)
    if args and (_TRANSLATES.match(name) or name in ("_", "get", "sprintf", "format")):
        if name in ("sprintf", "format"):
            found = _sprintf(source, node, "sprintf", args, depth)
        else:
            found = _shown(source, args, depth) if name != "get" else None
        if found:
            return found
    return [placeholder(source, node)]


_Rule = Callable[[Source, "Node", int], list[Text]]
_RULES: dict[str, _Rule] = {
    "string": php_strings.single,
    "encapsed_string": php_strings.double,
    "heredoc": php_strings.heredoc,
    "nowdoc": php_strings.heredoc,
    "binary_expression": _binary,
    "parenthesized_expression": _parenthesized,
    "conditional_expression": _choice,
    "match_expression": _match,
    "cast_expression": _right,
    "assignment_expression": _right,
    "variable_name": _variable,
    "name": _name,
    "qualified_name": _name,
    "class_constant_access_expression": _class_constant,
    "member_access_expression": _member,
    "function_call_expression": _call,
    "member_call_expression": _method,
    "nullsafe_member_call_expression": _method,
    "scoped_call_expression": _static,
}
