"""Rust's raising expressions: macros, chained methods, ``Err(…)`` and errors that are built."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from errdex.languages import rust_errors, rust_places, rust_text, rust_tokens
from errdex.languages.interface import Draft, Source, Text, argument, placeholder
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
_OWNER = re.compile(r"(?:Error|Err|Exception|Failure|Fault|ErrorKind|ErrorCode|Errno)s?\d*$")
_SAYING = re.compile(r"(?i)^(?:err_?)?(?:msg|message|text|reason|desc\w*|detail\w*|why|what)$")
_SAYING_FIELD = re.compile(r"(?i)msg|message|reason|detail|desc|text|err|cause|context|what|why")
_COMMANDS = re.compile(r"(?i)(?:cmd|command|app|parser|cli|args?)(?:\(\))?$")
_GENERICS = re.compile(r"(?:::)?<[^()]*>")
_NO_ERRORS = frozenset({"Some", "None", "Ok", "Err", "Box", "Vec", "String", "Option", "Result"})
_OPERATORS = frozenset(["==", "!=", "<", ">", "<=", ">=", "&&", "||", "as", "+", "-", "..", "..="])
_OPPOSITES = {"eq": ("==", "!="), "ne": ("!=", "=="), "es": ("matches", "does not match")}


class Built(NamedTuple):
    """An error that is built: its class with arguments, and what they say of the message."""

    call: Call
    texts: list[Text]


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
    draft = Draft(node, "raise", texts, error_class=_RAISES[name])
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
    shown = [rust_tokens.shown(source, tokens, 400) for tokens in args[:place]]
    texts = rust_text.format_texts(source, args[place:])
    line = args[0][0].start_point.row + 1 if args and args[0] else node.start_point.row + 1
    if place == 1:
        whole = _unbroken(", ".join(shown))
        guards = (_failed(whole, args[0] if args else [], line),)
        default = f"assertion failed: {whole}"
        if name in _RAISES:
            default = f"Condition failed: `{whole}`"
    else:
        sign, opposite = _OPPOSITES[name[-2:]]
        turned = f" {opposite} ".join(map(_unbroken, shown))
        guards = (Guard(turned, line, "assert", f" {sign} ".join(map(_unbroken, shown))),)
        default = f"assertion `left {sign} right` failed"
    kind = "raise" if name in _RAISES else "assert"
    error_class = _RAISES.get(name)
    return Draft(
        node, kind, texts or [Text((default,))], error_class=error_class, guards=guards
    )


def _failed(text: str, tokens: Tokens, line: int) -> Guard:
    """An asserted condition that does not hold."""
    kinds = {token.type for token in tokens}
    if kinds & {"binary_expression", "type_cast_expression"}:
        kinds.add("==")
    simple = kinds.isdisjoint(_OPERATORS)
    if simple and text.startswith("!"):
        return Guard(text[1:], line, "assert", text)
    return Guard(f"!{text}" if simple else f"!({text})", line, "assert", text)


def _unbroken(text: str) -> str:
    """A method chain as it is printed on one line."""
    return re.sub(r"(?<=[\w)\]?]) (?=\.[a-z_])", "", text)


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
    guards = tuple(rust_places.receiver_guard(source, node))
    if texts:
        kind = "panic" if name.startswith("expect") else "raise"
        return Draft(node, kind, texts, anchor=field, guards=guards)
    if name.startswith(("ok_or", "map_err")):
        return construct(source, rust_places.tail(value), () if name in _LAZY else guards)
    return None


def _usage(source: Source, node: Node, function: Node, args: list[Node]) -> Draft | None:
    """clap's ``cmd.error(kind, "…")``."""
    receiver = function.child_by_field_name("value")
    if receiver is None or not _COMMANDS.search(source.text(receiver)):
        return None
    texts = only_texts(source, args[-1])
    return Draft(node, "exit", texts, error_class="clap::Error") if texts else None


def only_texts(source: Source, node: Node | None) -> list[Text]:
    """What an expression says, where it is text."""
    if node is None:
        return []
    return [text for text in rust_text.texts(source, node) if text.is_text]


# -- errors that are built ----------------------------------------------------------------------


def returned(source: Source, node: Node) -> Draft | None:
    """``Err(…)`` of a text, or of an error whose text its type declares."""
    args = arguments(node)
    if len(args) != 1:
        return None
    texts = only_texts(source, args[0])
    return Draft(node, "raise", texts) if texts else construct(source, args[0], ())


def construct(source: Source, node: Node | None, guards: tuple[Guard, ...]) -> Draft | None:
    """An error that is built to be returned."""
    found = built(source, node) if node is not None else None
    if node is None or found is None:
        return None
    node = _unconverted(source, node)
    callee = found.call.callee
    return Draft(
        node, "construct", found.texts, error_class=callee, call=found.call, guards=guards
    )


def built(source: Source, node: Node) -> Built | None:
    """An error's variant or struct: ``E::V``, ``E::V(…)``, ``E::V { … }``; None for the rest."""
    node = _unconverted(source, node)
    pairs: list[tuple[str | None, list[Text]]] = []
    label: Node | None = None
    if node.type in ("scoped_identifier", "identifier"):
        label = node
    elif node.type == "call_expression":
        label = node.child_by_field_name("function")
        if label is not None and label.type not in ("scoped_identifier", "identifier"):
            return None
        pairs = [(None, rust_text.texts(source, arg)) for arg in arguments(node)]
    elif node.type == "struct_expression":
        label = node.child_by_field_name("name")
        pairs = _fields(source, node)
    name = _class_name(source, label) if label is not None else None
    return _built(name, pairs) if name is not None else None


def _built(name: str, pairs: list[tuple[str | None, list[Text]]]) -> Built:
    args = tuple(argument(key, texts) for key, texts in pairs)
    return Built(Call(name, args), message_texts(pairs))


def message_texts(pairs: list[tuple[str | None, list[Text]]]) -> list[Text]:
    """The argument that is the message; a name that means a message may turn out to be text."""
    said = [(key, texts) for key, texts in pairs if any(text.is_text for text in texts)]
    for key, texts in said:
        if key is None or _SAYING_FIELD.search(key):
            return texts
    for key, texts in pairs:
        if not said and _SAYING.match(key or texts[0].template.message.strip("{}&")):
            return texts
    return said[0][1] if said else []


def _unconverted(source: Source, node: Node) -> Node:
    """The value inside ``value.into()`` and ``Box::new(value)``."""
    for _ in range(6):
        if node.type == "parenthesized_expression" and node.named_child_count == 1:
            node = node.named_children[0]
            continue
        if node.type != "call_expression":
            break
        function = node.child_by_field_name("function")
        args = arguments(node)
        if function is None:
            break
        if function.type == "field_expression":
            field, value = (function.child_by_field_name(f) for f in ("field", "value"))
            if field is None or value is None or args or source.text(field) not in _INTO:
                break
            node = value
        elif len(args) == 1 and source.text(function) in _BOXES:
            node = args[0]
        else:
            break
    return node


_INTO = frozenset({"into", "clone", "build", "fail", "boxed", "to_owned"})
_BOXES = frozenset({"Box::new", "Box::from", "Arc::new", "anyhow::Error::new", "Error::from"})


def _class_name(source: Source, label: Node) -> str | None:
    """A type or variant without paths and generic arguments; None for functions and constants."""
    written = _GENERICS.sub("", source.flat(label, 200))
    head, _, last = written.rpartition("::")
    if not last[:1].isupper() or last in _NO_ERRORS or head in ("Err", "nom::Err", "Poll"):
        return None
    if last.isupper() and len(last) > 1 and label.type != "type_identifier":
        return None
    if written in ("fmt::Error", "std::fmt::Error", "core::fmt::Error"):
        return None
    if written.partition("::")[0] == "Self":
        return rust_places.of_self(source, label, written)
    owner = head.rpartition("::")[2]
    if owner[:1].isupper():
        return f"{owner}::{last}"
    return last if rust_errors.ERROR_TYPE.search(last) else None


def associated(source: Source, node: Node, callee: Node) -> Draft | None:
    """``XError::new(…)``, ``XError::custom("…")``, ``XError::Variant("…".into())``."""
    path, _, name = _plain_path(source.flat(callee, 200)).rpartition("::")
    owner = path.rpartition("::")[2]
    if not _OWNER.search(owner) and (owner != "Status" or not name.islower()):
        return None
    pairs = [(None, rust_text.texts(source, arg)) for arg in arguments(node)]
    has_text = any(text.is_text for _, texts in pairs for text in texts)
    always = name in ("new", "other") and owner != "Status"
    if not pairs or not (has_text or always):
        return None
    if name[:1].isupper():
        path = f"{owner}::{name}"
    found = _built(path, list(pairs))
    return Draft(node, "construct", found.texts, error_class=path, call=found.call)


def _plain_path(written: str) -> str:
    """A path without generic arguments; of ``<A as B>::f`` the type's."""
    found = re.match(r"<\s*([^<>]+?)(?: as [^>]*)?\s*>(?=::)", written)
    if found is not None:
        written = found[1] + written[found.end() :]
    return _GENERICS.sub("", written)


def struct(source: Source, node: Node) -> Draft | None:
    """``XError { message: "…".into() }``."""
    found = built(source, node)
    if found is None or not any(_OWNER.search(word) for word in found.call.callee.split("::")):
        return None
    for arg in found.call.args:
        if arg.is_text and _SAYING_FIELD.search(arg.name or ""):
            callee = found.call.callee
            return Draft(node, "construct", found.texts, error_class=callee, call=found.call)
    return None


def _fields(source: Source, node: Node) -> list[tuple[str | None, list[Text]]]:
    """A struct expression's fields by name."""
    body = node.child_by_field_name("body")
    found: list[tuple[str | None, list[Text]]] = []
    for field in body.named_children if body is not None else ():
        if field.type == "field_initializer":
            name, value = field.child_by_field_name("field"), field.child_by_field_name("value")
            if name is not None and value is not None:
                found.append((source.text(name), rust_text.texts(source, value)))
        elif field.type == "shorthand_field_initializer" and field.named_child_count:
            inner = field.named_children[-1]
            found.append((source.text(inner), rust_text.texts(source, inner)))
    return found


def arguments(call: Node) -> list[Node]:
    """A call's argument nodes."""
    listing = call.child_by_field_name("arguments")
    if listing is None:
        return []
    return [
        child
        for child in listing.named_children
        if child.type not in rust_tokens.COMMENTS and child.type != "attribute_item"
    ]


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
    args_texts = [rust_text.texts(source, arg) for arg in arguments(node)]
    return Call(name, tuple(argument(None, found) for found in args_texts))


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
    ["expect", "expect_err", "ok_or", "ok_or_else", "map_err", "context", "with_context"]
    + ["wrap_err", "wrap_err_with"]
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
