"""Dart's syntax tree: calls as names with arguments behind them, brackets off, parameters.

A call is no node in this grammar: ``a.b(c)`` is a name followed by selectors, all of them children
of whatever the expression stands in. An expression is told here by its first node; what follows
it is found among the siblings.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tree_sitter import Node

    from errdex.languages.interface import Source

COMMENTS = frozenset({"comment", "documentation_comment"})
CLASSES = frozenset(
    {
        "class_definition", "mixin_declaration", "extension_declaration", "enum_declaration",
        "extension_type_declaration", "mixin_application_class",
    }
)  # fmt: skip
THROWS = frozenset({"throw_expression", "throw_expression_without_cascade"})
CREATIONS = frozenset({"new_expression", "const_object_expression"})
# what an expression with a call in it may stand in directly
HOLDERS = frozenset(
    {
        "expression_statement", "argument", "named_argument", "return_statement",
        "initialized_variable_definition", "await_expression", "conditional_expression",
        "if_null_expression", "parenthesized_expression", "assignment_expression",
        "function_expression_body", "switch_expression_case", "initialized_identifier",
        "static_final_declaration", "additive_expression", "list_literal", "field_initializer",
        "yield_statement", "template_substitution", *THROWS, *CREATIONS,
    }
)  # fmt: skip
ERROR = re.compile(r"(?:Error|Exception|Failure|Fault)s?\d*$")
_WRAPS = frozenset({"type_cast_expression", "await_expression"})
MAX_TAIL = 40
MAX_CLIMB = 60  # a parent is found from the root down, so that deep nesting costs its square


class Arg(NamedTuple):
    """One argument: its name, if it has one, and the first node of its expression."""

    name: str | None
    node: Node


class Chain(NamedTuple):
    """``a.B<int>.c(x).d``: the dotted name up to the first call, its arguments, what follows.

    Attributes:
        first: the first node.
        last: the last node.
        name: the dotted name; ``""`` where the expression does not start with one.
        args: the arguments of the first call, None where nothing is called.
        more: what is called or read after that call, by name.
    """

    first: Node
    last: Node
    name: str
    args: Node | None
    more: tuple[str, ...] = ()


def plain(node: Node) -> list[Node]:
    """The named children that are no comments."""
    return [child for child in node.named_children if child.type not in COMMENTS]


def tail_of(node: Node) -> list[Node]:
    """The selectors after the first node of an expression."""
    found: list[Node] = []
    at = node.next_sibling
    while at is not None and len(found) < MAX_TAIL:
        if at.type not in ("selector", "unconditional_assignable_selector"):
            break
        found.append(at)
        at = at.next_sibling
    return found


def bare(node: Node) -> Node:
    """An expression without brackets, ``await`` and ``as``; only where nothing follows it."""
    while True:
        awaits = node.type == "unary_expression" and node.children[0].type == "await_expression"
        bracketed = node.type == "parenthesized_expression" and not tail_of(node)
        inner = plain(node) if awaits or bracketed or node.type in _WRAPS else []
        if not inner:
            return node
        node = inner[0]


def whole(source: Source, node: Node, limit: int = 200) -> str:
    """The text of an expression with its selectors, on one line."""
    tail = tail_of(node)
    end = tail[-1].end_byte if tail else node.end_byte
    text = " ".join(source.data[node.start_byte : end].decode("utf-8", "replace").split())
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _step(source: Source, selector: Node) -> tuple[str, Node | None]:
    """What one selector reads or calls: a name or arguments; ``!`` and ``[i]`` are neither."""
    for child in selector.children:
        if child.type in ("unconditional_assignable_selector", "conditional_assignable_selector"):
            return _step(source, child)
        if child.type == "argument_part":
            listing = next((c for c in child.children if c.type == "arguments"), None)
            return "", listing
        if child.type == "identifier":
            return source.text(child), None
    return "", None


def chain_of(source: Source, node: Node) -> Chain:
    """The names and the call that an expression starts with."""
    if node.type in CREATIONS:
        return _created(source, node)
    words = [source.text(node)] if node.type in ("identifier", "this", "super") else []
    args: Node | None = None
    last = node
    more: list[str] = []
    generic = _generic_call(source, node)
    if generic is not None:
        return generic
    for selector in tail_of(node):
        name, listing = _step(source, selector)
        last = selector
        if args is None and name:
            words = [*words, name] if words else words
        elif args is None and listing is not None:
            args = listing
        elif name:
            more.append(name)
    return Chain(node, last, ".".join(words), args, tuple(more))


def _generic_call(source: Source, node: Node) -> Chain | None:
    """``Foo<int>("…")``, which the grammar may take for two comparisons."""
    if node.type != "relational_expression":
        return None
    found = re.match(r"([\w.]+)<[\w<>?, .]*>(?:\.\w+)?\(", source.text(node)[:300])
    last = node.children[-1]
    if found is None or last.type != "parenthesized_expression":
        return None
    return Chain(node, node, found[1], last)


def _created(source: Source, node: Node) -> Chain:
    """``new E.named(x)``, ``const E(x)``."""
    listing = next((c for c in node.children if c.type == "arguments"), None)
    words = [
        source.text(c) for c in node.named_children if c.type in ("type_identifier", "identifier")
    ]
    return Chain(node, node, ".".join(words), listing)


def arguments_of(listing: Node | None) -> list[Arg]:
    """The arguments in brackets, with their names."""
    found: list[Arg] = []
    if listing is None:
        return found
    if listing.type == "parenthesized_expression":
        return [Arg(None, inner) for inner in plain(listing)[:1]]
    for child in listing.named_children:
        if child.type == "named_argument":
            inner = plain(child)
            if len(inner) > 1:
                label = (inner[0].text or b"").decode("utf-8", "replace").rstrip(": ")
                found.append(Arg(label, inner[1]))
        elif child.type == "argument":
            inner = plain(child)
            if inner and inner[0].type == "named_argument":
                named = plain(inner[0])
                label = (named[0].text or b"").decode("utf-8", "replace").rstrip(": ")
                found.append(Arg(label, named[1] if len(named) > 1 else named[0]))
            elif inner:
                found.append(Arg(None, inner[0]))
    return found


def called_by(source: Source, listing: Node) -> tuple[Node, Chain] | None:
    """Of a list of arguments: the first node of its expression, and the chain up to this call.

    The chain's name is that of what these arguments are given to, also where other calls stand
    before it: ``log(a).severe("…")`` is ``().severe``.
    """
    part = listing.parent
    if part is None:
        return None
    if part.type in CREATIONS:
        return part, _created(source, part)
    if part.type != "argument_part" or part.parent is None:
        return None
    step = part.parent
    if step.type == "cascade_section":
        return _cascaded(source, step, listing)
    names: list[str] = []
    at = step.prev_sibling
    for _ in range(MAX_TAIL):
        if at is None:
            return None
        if at.type not in ("selector", "unconditional_assignable_selector"):
            break
        name, other = _step(source, at)
        names.append("()" if other is not None else name)
        at = at.prev_sibling
    if at is None:
        return None
    if at.type in ("identifier", "this", "super") or at.type in ("type_identifier",):
        names.append(source.text(at))
    else:
        names.append("()")
    names.reverse()
    if "()" in names:
        place = len(names) - 1 - names[::-1].index("()")
        names = names[place:]
    return at, Chain(at, step, ".".join(n for n in names if n), listing)


def _cascaded(source: Source, section: Node, listing: Node) -> tuple[Node, Chain] | None:
    selector = next((c for c in section.children if c.type == "cascade_selector"), None)
    if selector is None:
        return None
    return section, Chain(section, section, "()." + source.text(selector), listing)


class Parameter(NamedTuple):
    """A parameter: its name, its type, its default, and what it goes to besides the function.

    Attributes:
        field: whether it is ``this.name``.
        passed: whether it is ``super.name``.
    """

    name: str
    type: str
    default: Node | None
    field: bool = False
    passed: bool = False


def parameters_of(source: Source, signature: Node) -> list[Parameter]:
    """The parameters of a function, method or constructor."""
    listing = next((c for c in signature.children if c.type == "formal_parameter_list"), None)
    found: list[Parameter] = []
    stack = list(listing.children) if listing is not None else []
    waits = False
    while stack:
        child = stack.pop(0)
        if child.type == "optional_formal_parameters":
            stack = [*child.children, *stack]
        elif child.type in ("=", ":"):
            waits = True
        elif child.type == "formal_parameter":
            found.append(_parameter(source, child))
            waits = False
        elif waits and child.is_named and child.type not in COMMENTS and found:
            found[-1] = found[-1]._replace(default=child)
            waits = False
    return found


def _parameter(source: Source, node: Node) -> Parameter:
    inner = next(
        (c for c in node.children if c.type in ("constructor_param", "super_formal_parameter")),
        None,
    )
    at = inner or node
    names = [c for c in at.children if c.type == "identifier"]
    name = node.child_by_field_name("name") or (names[-1] if names else None)
    kind = " ".join(source.text(c) for c in at.children if c.type.startswith("type_"))
    return Parameter(
        source.text(name) if name is not None else "",
        kind,
        None,
        field=inner is not None and inner.type == "constructor_param",
        passed=inner is not None and inner.type == "super_formal_parameter",
    )


SIGNATURES = frozenset(
    {
        "function_signature", "getter_signature", "setter_signature", "operator_signature",
        "constructor_signature", "constant_constructor_signature",
        "factory_constructor_signature", "redirecting_factory_constructor_signature",
    }
)  # fmt: skip
CONSTRUCTORS = frozenset(
    {"constructor_signature", "constant_constructor_signature", "factory_constructor_signature"}
)


def signature_in(node: Node) -> Node | None:
    """The signature that a member's declaration holds."""
    if node.type in SIGNATURES:
        return node
    return next((c for c in node.children if c.type in SIGNATURES), None)


def signature_of(body: Node) -> Node | None:
    """The member or function before a body; a local function's stands inside the same node."""
    parent = body.parent
    if parent is not None and parent.type == "lambda_expression":
        return parent.child_by_field_name("parameters")
    at = body.prev_named_sibling
    while at is not None and at.type in COMMENTS:
        at = at.prev_named_sibling
    return at


def class_name(source: Source, node: Node) -> str:
    """The name of a class, mixin, enum or extension."""
    name = node.child_by_field_name("name")
    if name is None:
        name = next((c for c in node.children if c.type == "identifier"), None)
    return source.text(name) if name is not None else ""


def bases_of(source: Source, node: Node) -> list[str]:
    """What a class extends, mixes in and implements, without type arguments."""
    found: list[str] = []
    for child in node.named_children:
        if child.type in ("superclass", "interfaces", "mixins"):
            stack = list(child.named_children)
            while stack:
                one = stack.pop(0)
                if one.type == "type_identifier":
                    found.append(source.text(one))
                elif one.type == "mixins":
                    stack += one.named_children
    return found


def climb(node: Node, limit: int = MAX_CLIMB) -> list[tuple[Node, Node]]:
    """The parents of a node, nearest first, each with the child that leads to the node."""
    found: list[tuple[Node, Node]] = []
    child, at = node, node.parent
    while at is not None and len(found) < limit:
        found.append((at, child))
        child, at = at, at.parent
    return found


def is_method(source: Source, node: Node, name: str) -> bool:
    """Whether the class around a node declares a method of a name, which it calls without this."""
    owner = next((at for at, _ in climb(node) if at.type in CLASSES), None)
    if owner is None:
        return False
    declared = rb"(?<!return)(?<!await)(?<!throw) " + re.escape(name.encode()) + rb"\("
    start, end = owner.start_byte, owner.end_byte
    return source.once(
        ("method", owner.id, name),
        lambda: re.search(rb"[\w>?]" + declared, source.data[start:end]) is not None,
    )
