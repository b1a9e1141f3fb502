"""Swift's syntax tree: brackets off, arguments with labels, callees, modifiers, parameters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tree_sitter import Node

    from errdex.languages.interface import Source

COMMENTS = frozenset({"comment", "multiline_comment"})
FUNCTIONS = frozenset(
    {
        "function_declaration",
        "init_declaration",
        "deinit_declaration",
        "computed_property",
        "willset_didset_block",
    }
)
CLASSES = frozenset({"class_declaration", "protocol_declaration"})
CALLS = frozenset({"call_expression", "constructor_expression", "macro_invocation"})
ERROR = re.compile(r"(?:Error|Exception|Failure|Err|Abort)s?\d*$")
MAX_CLIMB = 60  # a parent is found from the root down, so that deep nesting costs its square
_AUTOCLOSURE = re.compile(rb"\b(\w+):\s*(?:@escaping\s+)?@autoclosure")
_GENERIC = re.compile(r"<[^<>]*(?:<[^<>]*>[^<>]*)*>")
_PREFIXED = frozenset({"try_expression", "await_expression", "as_expression"})


class Arg(NamedTuple):
    """One argument as written: its label, if it has one, and its expression."""

    name: str | None
    node: Node


def plain(node: Node) -> list[Node]:
    """The named children that are no comments."""
    return [child for child in node.named_children if child.type not in COMMENTS]


def bare(node: Node) -> Node:
    """An expression without brackets, ``try``, ``await``, ``as`` and the ``!`` after it."""
    while True:
        if node.type in _PREFIXED:
            inner = node.child_by_field_name("expr")
        elif node.type == "tuple_expression" and len(plain(node)) == 1:
            inner = plain(node)[0] if node.child_by_field_name("name") is None else None
        elif node.type == "postfix_expression" and node.children[-1].type == "bang":
            inner = node.child_by_field_name("target")
        else:
            return node
        if inner is None:
            return node
        node = inner


def listing_of(call: Node) -> Node | None:
    """The bracketed argument list of a call, None where only a closure follows."""
    for suffix in reversed(call.children):
        if suffix.type in ("call_suffix", "constructor_suffix"):
            return next((c for c in suffix.named_children if c.type == "value_arguments"), None)
    return None


def arguments_of(call: Node) -> list[Arg]:
    """The arguments in brackets, with their labels."""
    listing = listing_of(call)
    found: list[Arg] = []
    for child in listing.named_children if listing is not None else ():
        if child.type != "value_argument":
            continue
        label, value = child.child_by_field_name("name"), child.child_by_field_name("value")
        if value is None:
            inner = plain(child)
            value = inner[-1] if inner and inner[-1] != label else None
        if value is not None:
            name = label.text.decode("utf-8", "replace") if label is not None and label.text else ""
            found.append(Arg(name or None, value))
    return found


def is_subscript(call: Node) -> bool:
    """Whether a call is ``a[i]``."""
    listing = listing_of(call)
    return listing is not None and bool(listing.children) and listing.children[0].type == "["


def callee_node(call: Node) -> Node | None:
    """What a call calls."""
    if call.type == "constructor_expression":
        return call.child_by_field_name("constructed_type")
    return next((c for c in call.named_children if c.type not in COMMENTS), None)


def written_name(source: Source, node: Node | None) -> str:
    """A dotted name as written, without type arguments and ``?``; ``""`` for other expressions.

    An implicit member keeps its dot: ``.notFound``.
    """
    if node is None or node.end_byte - node.start_byte > 300:
        return ""
    if node.type == "prefix_expression" and node.children[0].type != ".":
        return ""
    if node.type not in (
        "simple_identifier", "navigation_expression", "prefix_expression", "user_type",
        "type_identifier", "self_expression", "super_expression",
    ):  # fmt: skip
        return ""
    text = _GENERIC.sub("", "".join(source.text(node).split()))
    text = text.replace("?", "").replace("!", "").replace("`", "")
    return text if re.fullmatch(r"\.?\w[\w.]*", text) else ""


def callee(source: Source, call: Node) -> str:
    """The dotted name of what is called; after a longer expression its last name with a dot."""
    node = callee_node(call)
    found = written_name(source, node)
    if found or node is None or node.type != "navigation_expression":
        return found
    suffix = node.child_by_field_name("suffix")
    name = suffix.child_by_field_name("suffix") if suffix is not None else None
    return "()." + source.text(name) if name is not None else ""


def called(source: Source, call: Node) -> str:
    """The simple name of what is called."""
    return callee(source, call).rpartition(".")[2]


def owner_of(call: Node) -> Node | None:
    """The expression before the last dot of a callee."""
    node = callee_node(call)
    if node is None or node.type != "navigation_expression":
        return None
    return node.child_by_field_name("target")


def modifiers(source: Source, node: Node) -> set[str]:
    """The modifiers of a declaration: ``public``, ``static``, …"""
    listing = next((c for c in node.children if c.type == "modifiers"), None)
    if listing is None:
        return set()
    return {source.text(c) for c in listing.named_children if c.type != "attribute"}


class Parameter(NamedTuple):
    """A parameter: what callers write before its value, what the body calls it, its default."""

    label: str | None
    name: str
    type: str
    default: Node | None


def parameters_of(source: Source, node: Node) -> list[Parameter]:
    """The parameters of a function, initializer or subscript."""
    found: list[Parameter] = []
    pending: Node | None = None
    waits = False
    for child in node.children:
        if child.type == "parameter":
            found.append(_parameter(source, child))
        elif child.type == "=":
            waits = True
        elif waits and child.is_named and child.type not in COMMENTS:
            pending, waits = child, False
            if found:
                found[-1] = found[-1]._replace(default=pending)
        elif child.type == "function_body":
            break
    return found


def _parameter(source: Source, node: Node) -> Parameter:
    outer, inner = node.child_by_field_name("external_name"), node.child_by_field_name("name")
    name = source.text(inner) if inner is not None else ""
    label: str | None = source.text(outer) if outer is not None else name
    kind = source.text(node).partition(":")[2].strip()
    return Parameter(None if label == "_" else label, name, kind[:120], None)


def type_text(source: Source, node: Node) -> str:
    """A declaration's name, an extension's dotted."""
    name = node.child_by_field_name("name")
    return _GENERIC.sub("", "".join(source.text(name).split())) if name is not None else ""


def bases_of(source: Source, node: Node) -> list[str]:
    """What a type inherits or conforms to."""
    found = []
    for child in node.named_children:
        if child.type == "inheritance_specifier":
            written = _GENERIC.sub("", "".join(source.text(child).split()))
            found += [one.removeprefix("@unchecked").removeprefix("@retroactive")
                      for one in written.split("&")]  # fmt: skip
    return found


def body_of(node: Node) -> Node | None:
    """The braces of a type or function with what is in them."""
    return node.child_by_field_name("body")


def statements_of(node: Node) -> list[Node]:
    """The statements directly in a body, a branch or a getter."""
    found: list[Node] = []
    for child in node.named_children:
        if child.type == "statements":
            found += plain(child)
    return found


def shown_name(source: Source, written: str) -> str:
    """An expression, ``message()`` of an autoclosure being told by the parameter's name."""
    name = written.removesuffix("()")
    if name == written or not name.isidentifier():
        return written
    return name if name.encode() in source.once("lazy", lambda: _lazy(source)) else written


def _lazy(source: Source) -> set[bytes]:
    """The names of a file's parameters that are closures made from an expression."""
    if b"@autoclosure" not in source.data:
        return set()
    return set(_AUTOCLOSURE.findall(source.data))


def climb(node: Node, limit: int = MAX_CLIMB) -> Iterator[tuple[Node, Node]]:
    """The parents of a node, nearest first, each with the child that leads to the node."""
    child, at = node, node.parent
    for _ in range(limit):
        if at is None:
            return
        yield at, child
        child, at = at, at.parent


def owner_class(node: Node) -> Node | None:
    """The type or extension around a node."""
    return next((at for at, _ in climb(node) if at.type in CLASSES), None)


def is_method(source: Source, node: Node, name: str) -> bool:
    """Whether the type around a node declares a method of a name, which it calls without self."""
    owner = owner_class(node)
    if owner is None:
        return False
    declared, start, end = f"func {name}(".encode(), owner.start_byte, owner.end_byte
    return source.once(
        ("method", owner.id, name), lambda: source.data.find(declared, start, end) >= 0
    )
