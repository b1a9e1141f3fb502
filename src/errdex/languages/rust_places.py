"""Where Rust sites stand: functions with their documentation, code that only tests see."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import rust_text
from errdex.languages.rust_tokens import COMMENTS, tidy
from errdex.model.facts import Function

if TYPE_CHECKING:
    from tree_sitter import Node

    from errdex.languages.interface import Source

MAX_DOC = 4_000
_DOC_LINE = re.compile(r"(?m)^[ \t]*(?:///|//!) ?")
_DOC_BLOCK = re.compile(r"(?m)^\s*(?:/\*[*!]|\*+/|\*)\s?|\s*\*+/\s*$")
_TEST_MARK = re.compile(
    rb"#!?\[\s*(?:cfg\s*\([^\]]*\btest\b|(?:\w+::)*"
    rb"(?:test|bench|rstest|test_case|quickcheck|proptest|wasm_bindgen_test)\b)"
)
_TAIL_MARK = b"\n#[cfg(test)]\n"
_TAIL = re.compile(rb"\n#\[cfg\(test\)\]\n(?:#\[[^\n]*\]\n)*(?:pub(?:\([^)\n]*\))? )?mod \w+ \{")
_ITEM = re.compile(
    rb"\n(?:pub\b|fn |impl\b|struct |enum |mod |use |trait |static |const |macro_rules|unsafe |"
    rb"extern |async |type |#\[)"
)
_EXPECTING = re.compile(
    rb"should_panic|unwrap_err|expect_err|Err\(|matches!|@r?#*\"|\berr(?:or)?\b"
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
    if "//" in header or "/*" in header:
        header = re.sub(r"//[^\n]*|/\*.*?\*/", "", header, flags=re.DOTALL)
    return tidy(" ".join(header.split())).rstrip(" ;")[:600]


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


# -- code that only tests see -------------------------------------------------------------------


def trimmed(data: bytes) -> bytes:
    """A file without the module of tests that ends it, where those expect no error.

    Whether the module ends the file is told by the margin, where further items would begin.
    """
    if _TAIL_MARK not in data:
        return data
    start = data.rfind(_TAIL_MARK)
    head = _TAIL.match(data, start)
    if head is None or _ITEM.search(data, head.end()) or _EXPECTING.search(data, head.end()):
        return data
    return data[: start + 1]


def is_test(source: Source, offset: int) -> bool:
    """Whether a byte lies in code that is compiled for tests alone."""
    return any(start <= offset < end for start, end in test_regions(source))


def test_regions(source: Source) -> list[tuple[int, int]]:
    """The byte ranges of items that are compiled for tests alone."""
    return source.once("tests", lambda: _test_regions(source))


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
