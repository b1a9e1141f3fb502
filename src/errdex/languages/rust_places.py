"""Where Rust sites stand: functions, the conditions on the path, code that only tests see."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import rust_text
from errdex.languages.rust_tokens import COMMENTS
from errdex.model.facts import Function, Guard

if TYPE_CHECKING:
    from tree_sitter import Node

    from errdex.languages.interface import Source

MAX_DOC = 4_000
CLOSURE_CALLS = frozenset(
    ["unwrap_or_else", "map_err", "ok_or_else", "or_else", "with_context", "wrap_err_with"]
    + ["inspect_err", "unwrap_or_default", "expect_err", "map_or_else"]
)
LEAVING_MACROS = frozenset(
    ["panic", "bail", "unreachable", "todo", "unimplemented", "whatever", "compile_error"]
)
_LEAVES = frozenset({"return_expression", "continue_expression", "break_expression"})
_SIMPLE = frozenset(
    ["identifier", "field_expression", "call_expression", "index_expression", "macro_invocation"]
    + ["scoped_identifier", "boolean_literal", "self"]
)
_DOC_LINE = re.compile(r"(?m)^[ \t]*(?:///|//!) ?")
_DOC_BLOCK = re.compile(r"(?m)^\s*(?:/\*[*!]|\*+/|\*)\s?|\s*\*+/\s*$")
_TEST_MARK = re.compile(
    rb"#!?\[\s*(?:cfg\s*\([^\]]*\btest\b|(?:\w+::)*"
    rb"(?:test|bench|rstest|test_case|quickcheck|proptest|wasm_bindgen_test)\b)"
)
_CFG_WORD = re.compile(r"[\w.:-]+(?:\s*=\s*\"[^\"]*\")?|[(),]")


# -- functions ----------------------------------------------------------------------------------


def function(source: Source, path: list[Node]) -> Function:
    """Describe the function or macro at the end of ``path``."""
    node = path[-1]
    name_node = node.child_by_field_name("name")
    name = source.text(name_node) if name_node is not None else ""
    owners = [owner for owner in path[:-1] if owner.type in _OWNERS]
    words = [word for owner in owners if (word := owner_name(source, owner))]
    owner = owners[-1] if owners else None
    body = node.child_by_field_name("body")
    is_macro = node.type == "macro_definition"
    header_end = node.start_byte if is_macro else body.start_byte if body else node.end_byte
    header = source.data[node.start_byte : header_end].decode("utf-8", "replace")
    doc, doc_line = documentation(source, node, body)
    typed = owner if owner is not None and owner.type in ("impl_item", "trait_item") else None
    return Function(
        name=name,
        qualname="::".join([*words, f"{name}!" if is_macro else name]),
        line=node.start_point.row + 1,
        end_line=node.end_point.row + 1,
        signature=_signature(header) or (f"macro_rules! {name}" if is_macro else ""),
        params=tuple(_metavariables(source, node) if is_macro else parameters(source, node)),
        public=_is_public(source, node, owner),
        doc=doc,
        doc_line=doc_line,
        class_name=owner_name(source, typed) if typed is not None else None,
    )


_OWNERS = frozenset({"impl_item", "trait_item", "mod_item", "function_item"})


def owner_name(source: Source, owner: Node) -> str:
    """The simple name of an impl's type, a trait, a module or an outer function."""
    name = owner.child_by_field_name("type" if owner.type == "impl_item" else "name")
    return type_name(source, name) if name is not None else ""


def type_name(source: Source, node: Node) -> str:
    """A type's simple name without path, borrow and generic arguments."""
    while node.type in ("generic_type", "reference_type", "scoped_type_identifier"):
        field = "name" if node.type == "scoped_type_identifier" else "type"
        inner = node.child_by_field_name(field)
        if inner is None:
            break
        node = inner
    return source.text(node)


def _signature(header: str) -> str:
    header = re.sub(r"//[^\n]*|/\*.*?\*/", "", header, flags=re.DOTALL)
    return " ".join(header.split()).rstrip(" ;")[:600]


def parameters(source: Source, node: Node) -> list[str]:
    """A function's parameter names in order, without receiver; a pattern stands as written."""
    listing = node.child_by_field_name("parameters")
    found: list[str] = []
    for child in listing.named_children if listing is not None else ():
        pattern = child.child_by_field_name("pattern") if child.type == "parameter" else None
        if pattern is not None:
            found.append(source.flat(pattern, 80).removeprefix("mut "))
    return found


def _metavariables(source: Source, node: Node) -> list[str]:
    """The names that a macro's first rule binds, in order."""
    rule = next((c for c in node.named_children if c.type == "macro_rule"), None)
    left = rule.child_by_field_name("left") if rule is not None else None
    return re.findall(r"\$\w+(?=\s*:)", source.text(left)) if left is not None else []


def _is_public(source: Source, node: Node, owner: Node | None) -> bool:
    if node.type == "macro_definition":
        return any("macro_export" in source.text(a) for a in attributes(node))
    if owner is not None and owner.type == "function_item":
        return False
    if owner is not None and owner.type == "impl_item" and owner.child_by_field_name("trait"):
        return True
    holder = owner if owner is not None and owner.type == "trait_item" else node
    first = next((c for c in holder.children if c.type == "visibility_modifier"), None)
    return first is not None and source.text(first) == "pub"


def attributes(node: Node) -> list[Node]:
    """The attributes right above an item, nearest first."""
    found = []
    above = node.prev_sibling
    while above is not None and (above.type == "attribute_item" or above.type in COMMENTS):
        if above.type == "attribute_item":
            found.append(above)
        above = above.prev_sibling
    return found


def documentation(source: Source, node: Node, body: Node | None) -> tuple[str, int]:
    """An item's doc comment without marks, and the line where it starts."""
    pieces: list[str] = []
    line = 0
    above = node.prev_sibling
    while above is not None and (above.type == "attribute_item" or above.type in COMMENTS):
        said = _said(source, above, "outer")
        if said is not None:
            pieces.append(said)
            line = above.start_point.row + 1
        above = above.prev_sibling
    pieces.reverse()
    for child in body.named_children if body is not None else ():
        said = _said(source, child, "inner")
        if said is None:
            break
        pieces.append(said)
        line = line or child.start_point.row + 1
    text = "\n".join(pieces).strip()
    return text[:MAX_DOC], line if text else 0


def _said(source: Source, node: Node, side: str) -> str | None:
    """What a doc comment or ``#[doc = "…"]`` says; None for anything else."""
    if node.type in COMMENTS:
        if node.child_by_field_name(side) is None:
            return None
        marks = _DOC_LINE if node.type == "line_comment" else _DOC_BLOCK
        return marks.sub("", source.text(node)).rstrip("\r\n")
    if node.type == "attribute_item" and node.named_child_count:
        attribute = node.named_children[0]
        value = attribute.child_by_field_name("value")
        if value is not None and source.text(attribute).startswith("doc"):
            return rust_text.literal(source, value).removeprefix(" ")
    return None


# -- guards -------------------------------------------------------------------------------------


def guards(source: Source, parent: Node, child: Node) -> list[Guard]:
    """The conditions under which control goes from ``parent`` into ``child``."""
    rule = _GUARDS.get(parent.type)
    return rule(source, parent, child) if rule is not None else []


def _branch(source: Source, parent: Node, child: Node) -> list[Guard]:
    condition = parent.child_by_field_name("condition")
    if condition is None:
        return []
    if child.type == "block":
        return conditions(source, condition, "if")
    if child.type == "else_clause":
        return [negated(source, condition, "else")]
    return []


def _while(source: Source, parent: Node, child: Node) -> list[Guard]:
    condition = parent.child_by_field_name("condition")
    if condition is None or child.type != "block":
        return []
    return conditions(source, condition, "loop")


def _for(source: Source, parent: Node, child: Node) -> list[Guard]:
    if child.type != "block":
        return []
    header = source.data[parent.start_byte : child.start_byte].decode("utf-8", "replace")
    text = " ".join(header.split())
    return [Guard(text[text.find("for ") :], parent.start_point.row + 1, "loop")]


def _arm(source: Source, parent: Node, child: Node) -> list[Guard]:
    pattern = parent.child_by_field_name("pattern")
    block = parent.parent
    if pattern is None or block is None or child == pattern or block.parent is None:
        return []
    subject = block.parent.child_by_field_name("value")
    shown = source.flat(subject, 200) if subject is not None else ""
    tested = pattern.child_by_field_name("condition")
    line = pattern.start_point.row + 1
    if tested is None:
        return [Guard(f"{shown} matches {source.flat(pattern)}", line, "match")]
    whole = source.data[pattern.start_byte : tested.start_byte].decode("utf-8", "replace")
    bare = " ".join(whole.split()).removesuffix("if").rstrip()
    return [Guard(f"{shown} matches {bare}", line, "match"), *conditions(source, tested, "if")]


def _let(source: Source, parent: Node, child: Node) -> list[Guard]:
    if child.type != "block" or child != parent.child_by_field_name("alternative"):
        return []
    text = _binding(source, parent)
    return [Guard(f"!({text})", parent.start_point.row + 1, "else", text)] if text else []


def _binding(source: Source, let: Node) -> str:
    pattern, value = let.child_by_field_name("pattern"), let.child_by_field_name("value")
    if pattern is None or value is None:
        return ""
    return f"let {source.flat(pattern, 160)} = {source.flat(value, 200)}"


def _closure(source: Source, parent: Node, child: Node) -> list[Guard]:
    if child != parent.child_by_field_name("body"):
        return []
    listing = parent.parent
    call = listing.parent if listing is not None and listing.type == "arguments" else None
    if call is None or call.type != "call_expression":
        return []
    return receiver_guard(source, call)


def receiver_guard(source: Source, call: Node) -> list[Guard]:
    """The expression whose failure or absence a method like ``map_err`` answers."""
    function_node = call.child_by_field_name("function")
    if function_node is None or function_node.type != "field_expression":
        return []
    field = function_node.child_by_field_name("field")
    value = function_node.child_by_field_name("value")
    if field is None or value is None:
        return []
    if source.text(field) not in CLOSURE_CALLS and call.parent is None:
        return []
    if source.text(field) not in CLOSURE_CALLS and not _is_direct(source.text(field)):
        return []
    return [Guard(_chain(source, value), value.start_point.row + 1, "closure")]


def _is_direct(method: str) -> bool:
    return method in ("expect", "expect_err", "ok_or", "context", "wrap_err")


def _chain(source: Source, node: Node) -> str:
    """An expression on one line, a method chain without the breaks before its dots."""
    return re.sub(r" (?=\.[a-z_]|\?)", "", source.flat(node))


_GUARDS = {
    "if_expression": _branch,
    "while_expression": _while,
    "for_expression": _for,
    "match_arm": _arm,
    "let_declaration": _let,
    "closure_expression": _closure,
}


def conditions(source: Source, condition: Node, kind: str) -> list[Guard]:
    """A condition that holds as written; a chain of ``let`` and tests one by one."""
    if condition.type == "let_chain":
        return [
            guard
            for part in condition.named_children
            if part.type not in COMMENTS
            for guard in conditions(source, part, kind)
        ]
    return [Guard(source.flat(condition), condition.start_point.row + 1, kind)]


def negated(source: Source, condition: Node, kind: str) -> Guard:
    """A condition that must not hold, with its negation written out."""
    while condition.type == "parenthesized_expression" and condition.named_child_count == 1:
        condition = condition.named_children[0]
    text = source.flat(condition)
    line = condition.start_point.row + 1
    if condition.type == "unary_expression" and condition.children[0].type == "!":
        inner = condition.children[-1]
        while inner.type == "parenthesized_expression" and inner.named_child_count == 1:
            inner = inner.named_children[0]
        return Guard(source.flat(inner), line, kind, text)
    turned = f"!{text}" if condition.type in _SIMPLE else f"!({text})"
    return Guard(turned, line, kind, text)


def early(source: Source, statement: Node) -> Guard | None:
    """``if c { return … }`` before: ``!(c)`` holds afterwards; ``let … else`` has matched."""
    if statement.type == "let_declaration":
        if statement.child_by_field_name("alternative") is None:
            return None
        text = _binding(source, statement)
        return Guard(text, statement.start_point.row + 1, "early") if text else None
    if statement.type != "expression_statement" or not statement.named_child_count:
        return None
    branch = statement.named_children[0]
    if branch.type != "if_expression" or branch.child_by_field_name("alternative") is not None:
        return None
    body = branch.child_by_field_name("consequence")
    condition = branch.child_by_field_name("condition")
    if body is None or condition is None or not _leaves(source, body):
        return None
    return negated(source, condition, "early")


def tail(node: Node) -> Node:
    """The expression that a block gives back; any other node is its own."""
    while node.type == "block" and node.named_child_count:
        last = node.named_children[-1]
        if last.type == "expression_statement" and last.named_child_count:
            last = last.named_children[0]
        node = last
    return node


def of_self(source: Source, node: Node, written: str) -> str | None:
    """A path that starts with ``Self`` by the type that it means; None outside impls."""
    at: Node | None = node
    while at is not None and at.type != "impl_item":
        at = at.parent or source.hosts.get(at.id)
    if at is None:
        return None
    words = written.split("::")
    if len(words) > _VARIANT_WORDS:
        alias = re.search(rf"\btype {re.escape(words[1])}\s*=\s*(?:\w+::)*(\w+)", source.text(at))
        return f"{alias[1]}::{words[-1]}" if alias is not None else None
    return "::".join([owner_name(source, at), *words[1:]])


_VARIANT_WORDS = 2


def _leaves(source: Source, body: Node) -> bool:
    last = body.named_children[-1] if body.named_child_count else None
    if last is not None and last.type == "expression_statement" and last.named_child_count:
        last = last.named_children[0]
    if last is None:
        return False
    if last.type == "macro_invocation":
        return rust_text.macro_name(source, last) in LEAVING_MACROS
    return last.type in _LEAVES


# -- code that only tests see -------------------------------------------------------------------


def is_test(source: Source, offset: int) -> bool:
    """Whether a byte lies in code that is compiled for tests alone."""
    regions = source.once("tests", lambda: _test_regions(source))
    return any(start <= offset < end for start, end in regions)


def _test_regions(source: Source) -> list[tuple[int, int]]:
    regions: list[tuple[int, int]] = []
    for found in _TEST_MARK.finditer(source.data):
        start = found.start()
        if regions and start < regions[-1][1]:
            continue
        at = source.root.descendant_for_byte_range(start, start + 1)
        while at is not None and at.type not in ("attribute_item", "inner_attribute_item"):
            at = at.parent
        if at is None or at.start_byte != start or not _needs_test(source.text(at)):
            continue
        if at.type == "inner_attribute_item":
            parent = at.parent
            if parent is not None:
                regions.append((parent.start_byte, parent.end_byte))
            continue
        item = at.next_named_sibling
        while item is not None and (item.type == "attribute_item" or item.type in COMMENTS):
            item = item.next_named_sibling
        if item is not None:
            regions.append((start, item.end_byte))
    return regions


def _needs_test(attribute: str) -> bool:
    """Whether an attribute marks a test, or code that is there only with ``cfg(test)``."""
    inner = attribute.lstrip("#![ \t\n").rstrip("] \t\n")
    if not inner.startswith("cfg"):
        return True
    words = _CFG_WORD.findall(inner[3:])
    value, _ = _cfg(words, 1)
    return value


def _cfg(words: list[str], at: int) -> tuple[bool, int]:
    """One condition of ``cfg(…)`` from a place on: whether it needs tests, and where it ends."""
    if at >= len(words):
        return False, at
    word = words[at]
    if at + 1 >= len(words) or words[at + 1] != "(":
        return word == "test", at + 1
    inner: list[bool] = []
    at += 2
    while at < len(words) and words[at] != ")":
        if words[at] == ",":
            at += 1
            continue
        value, at = _cfg(words, at)
        inner.append(value)
    if word == "all":
        return any(inner), at + 1
    return word == "any" and bool(inner) and all(inner), at + 1
