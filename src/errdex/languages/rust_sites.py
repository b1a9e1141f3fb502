"""Rust's raising expressions: macros, chained methods, and both inside other macros."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import rust_guards, rust_text, rust_tokens
from errdex.languages.interface import Draft, Source, Text, argument
from errdex.languages.rust_built import (
    arguments,
    associated,
    built,
    construct,
    only_texts,
    returned,
    shown,
    struct,
)
from errdex.model.facts import Call, Guard

if TYPE_CHECKING:
    from tree_sitter import Node

    from errdex.languages.rust_tokens import Tokens

# what the screen shows where no message is given
_PANICS = {
    "panic": "explicit panic",
    "unreachable": "internal error: entered unreachable code",
    "todo": "not yet implemented",
    "unimplemented": "not implemented",
}
# at which argument the message stands
_ASSERTS = {
    "assert": 1,
    "debug_assert": 1,
    "assert_eq": 2,
    "debug_assert_eq": 2,
    "assert_ne": 2,
    "debug_assert_ne": 2,
    "assert_matches": 2,
    "ensure": 1,
    "ensure_whatever": 1,
}
_RAISES = {
    "bail": "anyhow::Error",
    "anyhow": "anyhow::Error",
    "ensure": "anyhow::Error",
    "format_err": "anyhow::Error",
    "eyre": "eyre::Report",
    "miette": "miette::Report",
    "whatever": "snafu::Whatever",
    "ensure_whatever": "snafu::Whatever",
}
_REPORTS = frozenset({"error", "eprintln", "eprint", "compile_error"})
_LAZY = frozenset({"ok_or_else", "map_err", "with_context", "wrap_err_with"})
_COMMANDS = re.compile(r"(?i)(?:cmd|command|app|parser|cli|args?)(?:\(\))?$")
_OPERATORS = frozenset(["==", "!=", "<", ">", "<=", ">=", "&&", "||", "as", "+", "-", "..", "..="])
_OPPOSITES = {"eq": ("==", "!="), "ne": ("!=", "=="), "es": ("matches", "does not match")}


# -- macros -------------------------------------------------------------------------------------


def macro(source: Source, node: Node, name: str) -> Draft | None:
    """The site of a raising, asserting or reporting macro call."""
    tree = rust_text.macro_tree(node)
    return said(source, node, name, rust_tokens.split(source, tree)) if tree is not None else None


def said(source: Source, node: Node, name: str, args: list[Tokens]) -> Draft | None:
    """The same by the macro's name and arguments."""
    if name in _PANICS:
        texts = rust_text.format_texts(source, args) or [Text((_PANICS[name],))]
        return Draft(node, "panic", texts)
    if name in _ASSERTS:
        return _asserted(source, node, name, args)
    if name in _REPORTS:
        texts = rust_text.format_texts(source, _from_message(args))
        if not any(text.is_text and text.template.fixed_length > 1 for text in texts):
            return None
        return Draft(node, "report", texts)
    if name not in _RAISES:
        return None
    if name in ("whatever", "miette"):
        args = _from_message(args) or args
    return _raised(source, node, name, args)


def _error_class(source: Source, node: Node, name: str) -> str:
    """The class that a macro's crate gives its errors; a path before the name tells more."""
    path = source.text(node).partition("!")[0]
    return "eyre::Report" if "eyre::" in path else _RAISES[name]


def _from_message(args: list[Tokens]) -> list[Tokens]:
    """The arguments from the message on: before it stand fields, a logger or a target."""
    for place, tokens in enumerate(args):
        first = tokens[0].type if tokens else ""
        if len(tokens) == 1 and first in ("string_literal", "raw_string_literal"):
            return args[place:]
        if first == "macro_invocation" or (len(tokens) == 3 and tokens[1].type == "!"):
            return args[place:]
    return []


def _raised(source: Source, node: Node, name: str, args: list[Tokens]) -> Draft:
    texts = rust_text.format_texts(source, args)
    draft = Draft(node, "raise", texts, error_class=_error_class(source, node, name))
    if len(args) == 1 and texts and not texts[0].is_text:
        value = rust_tokens.expression(source, args[0])
        found = built(source, value) if value is not None else None
        if found is not None:
            draft.call, draft.error_class, draft.texts = found.call, found.call.callee, found.texts
        else:
            draft.reason = "raises a value"
    return draft


def _asserted(source: Source, node: Node, name: str, args: list[Tokens]) -> Draft:
    place = _ASSERTS[name]
    tested = [rust_tokens.shown(source, tokens, 400) for tokens in args[:place]]
    texts = rust_text.format_texts(source, args[place:])
    line = args[0][0].start_point.row + 1 if args and args[0] else node.start_point.row + 1
    if place == 1:
        whole = rust_tokens.tidy(", ".join(tested))
        guards = (_failed(whole, args[0] if args else [], line),)
        default = f"assertion failed: {whole}"
        if name in _RAISES:
            default = f"Condition failed: `{whole}`"
    else:
        sign, opposite = _OPPOSITES[name[-2:]]
        turned = f" {opposite} ".join(map(rust_tokens.tidy, tested))
        guards = (Guard(turned, line, "assert", f" {sign} ".join(map(rust_tokens.tidy, tested))),)
        default = f"assertion `left {sign} right` failed"
    kind = "raise" if name in _RAISES else "assert"
    error_class = _error_class(source, node, name) if name in _RAISES else None
    return Draft(node, kind, texts or [Text((default,))], error_class=error_class, guards=guards)


def _failed(text: str, tokens: Tokens, line: int) -> Guard:
    """An asserted condition that does not hold."""
    kinds = {token.type for token in tokens}
    if kinds & {"binary_expression", "type_cast_expression"}:
        kinds.add("==")
    simple = kinds.isdisjoint(_OPERATORS)
    if simple and text.startswith("!"):
        return Guard(text[1:], line, "assert", text)
    return Guard(f"!{text}" if simple else f"!({text})", line, "assert", text)


# -- methods ------------------------------------------------------------------------------------


def method(source: Source, node: Node, name: str) -> Draft | None:
    """``value.expect("…")``, ``value.ok_or_else(|| …)`` and their kin."""
    function = node.child_by_field_name("function")
    field = function.child_by_field_name("field") if function is not None else None
    args = arguments(node)
    if function is None or field is None or not args:
        return None
    if name == "error":
        return _usage(source, node, function, args)
    if len(args) != 1:
        return None
    value = args[0]
    if name in _LAZY:
        body = value.child_by_field_name("body") if value.type == "closure_expression" else None
        if body is None:
            return None
        value = body
    texts = only_texts(source, value)
    guards = tuple(rust_guards.receiver_guard(source, node))
    if texts:
        kind = "panic" if name.startswith("expect") else "raise"
        return Draft(node, kind, texts, anchor=field, guards=guards)
    if name.startswith(("ok_or", "map_err")):
        return construct(source, rust_guards.tail(value), () if name in _LAZY else guards)
    return None


def _usage(source: Source, node: Node, function: Node, args: list[Node]) -> Draft | None:
    """clap's ``cmd.error(kind, "…")``."""
    receiver = function.child_by_field_name("value")
    if receiver is None or not _COMMANDS.search(source.text(receiver)):
        return None
    texts = only_texts(source, args[-1])
    return Draft(node, "exit", texts, error_class="clap::Error") if texts else None


# -- inside macros ------------------------------------------------------------------------------


def held(source: Source, token: Node) -> Draft | None:
    """A site among a macro's tokens: what the macro holds is parsed on its own."""
    name = source.text(token)
    parent = rust_tokens.syntax(source, token)
    if parent is None:
        return _unparsed(source, token, name)
    if parent.type == "macro_invocation":
        return macro(source, parent, name)
    if parent.type == "struct_expression":
        return struct(source, parent)
    function = parent.child_by_field_name("function")
    if function is None:
        return None
    if function.type == "field_expression":
        return method(source, parent, name) if name in METHODS else None
    return returned(source, parent) if name == "Err" else associated(source, parent, function)


METHODS = frozenset(
    [
        "expect",
        "expect_err",
        "ok_or",
        "ok_or_else",
        "map_err",
        "context",
        "with_context",
        "wrap_err",
        "wrap_err_with",
    ]
)


def _unparsed(source: Source, token: Node, name: str) -> Draft | None:
    """A call among tokens that do not parse: a literal message is still there."""
    after = token.next_sibling
    if after is None:
        return None
    if after.type == "!":
        tree = after.next_sibling
        if tree is None or tree.type != "token_tree":
            return None
        return said(source, token, name, rust_tokens.split(source, tree))
    if name != "expect" or after.type != "token_tree":
        return None
    args = rust_tokens.split(source, after)
    value = rust_tokens.expression(source, args[0]) if len(args) == 1 else None
    texts = only_texts(source, value)
    return Draft(token, "panic", texts) if texts else None


def call_of(source: Source, node: Node) -> Call | None:
    """A call's callee and arguments; a macro's callee ends with ``!``."""
    if node.type == "macro_invocation":
        tree = rust_text.macro_tree(node)
        if tree is None:
            return None
        args = rust_tokens.split(source, tree)
        texts = [rust_text.argument_texts(source, tokens) for tokens in args]
        name = f"{rust_text.macro_name(source, node)}!"
        return Call(name, tuple(argument(None, found) for found in texts if found))
    callee = node.child_by_field_name("function")
    if callee is None:
        return None
    name = re.sub(r"::<[^()]*>", "", source.flat(callee, 200))
    args_texts = [shown(source, arg) for arg in arguments(node)]
    return Call(name, tuple(argument(None, found) for found in args_texts))
