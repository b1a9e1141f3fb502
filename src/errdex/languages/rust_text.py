"""What a Rust expression says: strings, format macros, conversions, names that hold text."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from errdex.languages import rust_tokens
from errdex.languages.interface import Source, Text, joined, placeholder
from errdex.languages.locals import reaching_texts
from errdex.model.template import Part, Placeholder, Template
from errdex.template.brace import brace_parts

if TYPE_CHECKING:
    from tree_sitter import Node

    from errdex.languages.rust_tokens import Tokens

_DEDENTS = frozenset({"indoc", "formatdoc"})
_CONVERSIONS = frozenset(
    [
        "into",
        "to_string",
        "to_owned",
        "as_str",
        "into_boxed_str",
        "as_ref",
        "clone",
        "to_vec",
        "into_string",
        "into_owned",
        "as_bytes",
        "borrow",
        "unwrap",
        "to_str",
        "into_bytes",
    ]
)
_WRAPPERS = re.compile(
    r"(?:^|::)(?:String|Cow|Box|Arc|Rc|SmolStr|CompactString|EcoString|Message|SharedString|"
    r"RcStr|ArcStr|SmallStr|ByteString|CString|OsString|PathBuf)(?:::<[^()]*>)?::"
    r"(?:from|new|Borrowed|Owned|from_static|new_static|new_inline|const_new)$"
)
_PASSING = frozenset({"Some", "Ok", "Err", "Box", "Cow"})
_ESCAPE = re.compile(
    r"\\(?:\r?\n[ \t\r\n]*|([\\'\"nrt0])|x([0-9a-fA-F]{2})|u\{([0-9a-fA-F_]{1,8})\})"
)
_SIMPLE = {"\\": "\\", "'": "'", '"': '"', "n": "\n", "r": "\r", "t": "\t", "0": "\0"}
_RAW = re.compile(r'[bc]?r(#*)"(.*)"\1', re.DOTALL)
_FIELD_OPEN = re.compile(r"\{(?:[^{}]*)\}|\{\{|\}\}")
_DEPTH = 30


def texts(source: Source, node: Node, depth: int = 0) -> list[Text]:
    """What an expression says, the likeliest first; never empty."""
    rule = _RULES.get(node.type)
    if rule is None or depth > _DEPTH:
        return [placeholder(source, node)]
    return rule(source, node, depth + 1)


def literal(source: Source, node: Node) -> str:
    """A string or character literal as Rust reads it."""
    text = source.text(node)
    if node.type == "raw_string_literal":
        found = _RAW.fullmatch(text)
        return found[2].replace("\r\n", "\n") if found else text
    if node.type == "char_literal":
        return unescaped(text.lstrip("b")[1:-1])
    start = text.find('"')
    return unescaped(text[start + 1 : -1] if start >= 0 else text)


def unescaped(text: str) -> str:
    """A literal's content with its escapes and line continuations undone."""
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    return _ESCAPE.sub(_character, text) if "\\" in text else text


def _character(found: re.Match[str]) -> str:
    simple, short, long = found.groups()
    if simple:
        return _SIMPLE[simple]
    digits = short or long
    if digits is None:
        return ""
    value = int(digits.replace("_", ""), 16)
    return chr(value) if value <= 0x10FFFF else found.group()


def format_texts(source: Source, args: list[Tokens], depth: int = 0) -> list[Text]:
    """What a format macro says whose first argument is the format string.

    A first argument that holds no text is shown as it is.
    """
    if not args:
        return []
    first = rust_tokens.expression(source, args[0])
    if first is None:
        return [hole(source, args[0])]
    values: list[str] = []
    keys: dict[str, str] = {}
    for tokens in args[1:]:
        name, value = rust_tokens.named(source, tokens)
        if name is None:
            values.append(rust_tokens.shown(source, value))
        else:
            keys[name] = rust_tokens.shown(source, value)
    found = texts(source, first, depth)
    return [_formatted(text, values, keys) if text.is_text else text for text in found]


def _formatted(text: Text, values: list[str], keys: dict[str, str]) -> Text:
    parts: list[Part] = []
    for part in text.template.parts:
        parts.extend(brace(part, values, keys) if isinstance(part, str) else [part])
    return text._replace(parts=tuple(parts))


def brace(text: str, values: list[str], keys: dict[str, str]) -> list[Part]:
    """A format string's parts; values by name follow those by position, as in Rust."""
    if "{" not in text and "}" not in text:
        return [text]
    if ".*}" in text or ".*?}" in text:
        values = _without_precisions(text, values)
    return brace_parts(text, [*values, *keys.values()], keys)


def _without_precisions(text: str, values: list[str]) -> list[str]:
    """The values left for fields when each ``.*`` takes one for its precision."""
    left = list(values)
    place = 0
    for found in _FIELD_OPEN.finditer(text):
        field = found.group()
        if field in ("{{", "}}") or not re.match(r"\{\s*(?::|\})", field):
            continue
        if ".*" in field and place < len(left):
            del left[place]
        place += 1
    return left


def argument_texts(source: Source, tokens: Tokens) -> list[Text]:
    """What one argument of a macro says; a format string stands as it is written."""
    node = rust_tokens.expression(source, tokens)
    return texts(source, node) if node is not None else [hole(source, tokens)]


def hole(source: Source, tokens: Tokens) -> Text:
    """An argument that is no text, as one hole."""
    shown = rust_tokens.shown(source, tokens)
    return Text((Placeholder("{" + shown + "}", shown),), is_text=False)


def macro_name(source: Source, node: Node) -> str:
    """A macro call's name without its path."""
    name = node.child_by_field_name("macro")
    return source.text(name).rpartition("::")[2] if name is not None else ""


def macro_tree(node: Node) -> Node | None:
    """What a macro call holds."""
    last = node.children[-1] if node.child_count else None
    return last if last is not None and last.type == "token_tree" else None


def _string(source: Source, node: Node, depth: int) -> list[Text]:
    return [Text((literal(source, node),))]


def _macro(source: Source, node: Node, depth: int) -> list[Text]:
    name, tree = macro_name(source, node), macro_tree(node)
    if tree is None:
        return [placeholder(source, node)]
    if name == "concat":
        return joined(_piece(source, arg, depth) for arg in rust_tokens.split(source, tree))
    if name == "stringify":
        return [Text((" ".join(source.text(tree)[1:-1].split()),))]
    if name == "indoc":
        args = rust_tokens.split(source, tree)
        inner = rust_tokens.expression(source, args[0]) if args else None
        return [_dedented(t) for t in texts(source, inner, depth)] if inner is not None else []
    if "format" in name:
        args = rust_tokens.split(source, tree)
        while args and not _is_text(args[0]) and any(_is_text(arg) for arg in args[1:]):
            args = args[1:]
        found = format_texts(source, args, depth)
        if name in _DEDENTS:
            found = [_dedented(text) for text in found]
        return found or [placeholder(source, node)]
    return [placeholder(source, node)]


def _is_text(tokens: Tokens) -> bool:
    return bool(tokens) and (tokens[0].type in _STRINGS or tokens[-1].type == "token_tree")


def _piece(source: Source, tokens: Tokens, depth: int) -> list[Text]:
    """One argument of ``concat!``: any literal is text there."""
    if len(tokens) == 1 and tokens[0].type in ("integer_literal", "boolean_literal"):
        return [Text((source.text(tokens[0]),))]
    node = rust_tokens.expression(source, tokens)
    return texts(source, node, depth) if node is not None else [hole(source, tokens)]


def _dedented(text: Text) -> Text:
    """A text without the indentation that ``indoc!`` takes away."""
    import textwrap

    holes = list(text.template.placeholders)
    marked = "".join(p if isinstance(p, str) else "\0" for p in text.template.parts)
    parts: list[Part] = []
    for index, piece in enumerate(textwrap.dedent(marked.removeprefix("\n")).split("\0")):
        parts.extend([holes[index - 1], piece] if index else [piece])
    return text._replace(parts=tuple(parts))


def _inner(source: Source, node: Node, depth: int) -> list[Text]:
    """Borrows and parentheses say what is inside them."""
    value = node.child_by_field_name("value")
    if value is None:
        value = node.named_children[-1] if node.named_child_count else None
    return texts(source, value, depth) if value is not None else [placeholder(source, node)]


def _binary(source: Source, node: Node, depth: int) -> list[Text]:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = node.child_by_field_name("operator")
    if left is None or right is None or operator is None or operator.type != "+":
        return [placeholder(source, node)]
    both = [texts(source, left, depth), texts(source, right, depth)]
    if any(text.is_text for side in both for text in side):
        return joined(both)
    return [placeholder(source, node)]


def _call(source: Source, node: Node, depth: int) -> list[Text]:
    function = node.child_by_field_name("function")
    listing = node.child_by_field_name("arguments")
    if function is None or listing is None:
        return [placeholder(source, node)]
    args = [c for c in listing.named_children if c.type not in rust_tokens.COMMENTS]
    if function.type == "field_expression":
        field, value = function.child_by_field_name("field"), function.child_by_field_name("value")
        converts = field is not None and not args and source.text(field) in _CONVERSIONS
        found = texts(source, value, depth) if converts and value is not None else []
        return [text for text in found if text.is_text] or [placeholder(source, node)]
    if len(args) == 1:
        name = source.text(function)
        if name in _PASSING or _WRAPPERS.search(name):
            return texts(source, args[0], depth)
    return [placeholder(source, node)]


def _if(source: Source, node: Node, depth: int) -> list[Text]:
    arms = [node.child_by_field_name("consequence"), node.child_by_field_name("alternative")]
    return _either(source, node, [arm for arm in arms if arm is not None], depth)


def _match(source: Source, node: Node, depth: int) -> list[Text]:
    body = node.child_by_field_name("body")
    values = [
        arm.child_by_field_name("value")
        for arm in (body.named_children[:40] if body is not None else ())
        if arm.type == "match_arm"
    ]
    return _either(source, node, [value for value in values if value is not None], depth)


def _either(source: Source, node: Node, arms: list[Node], depth: int) -> list[Text]:
    found = [text for arm in arms for text in texts(source, arm, depth) if text.is_text]
    return found or [placeholder(source, node)]


def _block(source: Source, node: Node, depth: int) -> list[Text]:
    """A block says what its last expression says."""
    inner = [c for c in node.named_children if c.type not in rust_tokens.COMMENTS]
    last = inner[-1] if inner else None
    if last is None or last.type in ("let_declaration", "empty_statement"):
        return [placeholder(source, node)]
    if last.type == "expression_statement":
        if last.children[-1].type == ";" or not last.named_child_count:
            return [placeholder(source, node)]
        last = last.named_children[0]
    return texts(source, last, depth)


def _identifier(source: Source, node: Node, depth: int) -> list[Text]:
    name = source.text(node)
    if name.isupper():
        constant = source.constants.get(name)
        return [Text(constant.parts, inline=False)] if constant else [placeholder(source, node)]
    use = source.root.descendant_for_byte_range(node.start_byte, node.end_byte) or node
    found = [text for text in reaching_texts(source, name, use) if text.is_text]
    return found or [placeholder(source, node)]


def _scoped(source: Source, node: Node, depth: int) -> list[Text]:
    """``Self::MESSAGE`` and ``consts::MESSAGE``."""
    constant: Template | None = source.constants.get(source.text(node).rpartition("::")[2])
    return [Text(constant.parts, inline=False)] if constant else [placeholder(source, node)]


_STRINGS = frozenset({"string_literal", "raw_string_literal"})
_Rule = Callable[[Source, "Node", int], list[Text]]
_RULES: dict[str, _Rule] = {
    "string_literal": _string,
    "raw_string_literal": _string,
    "char_literal": _string,
    "macro_invocation": _macro,
    "reference_expression": _inner,
    "parenthesized_expression": _inner,
    "else_clause": _inner,
    "unsafe_block": _inner,
    "binary_expression": _binary,
    "call_expression": _call,
    "if_expression": _if,
    "match_expression": _match,
    "block": _block,
    "identifier": _identifier,
    "scoped_identifier": _scoped,
}
