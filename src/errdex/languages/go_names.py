"""What Go sites refer to: named texts and sentinel errors, tables of texts, caught errors."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import go_codes, go_places, go_text, go_types
from errdex.languages.interface import Captures, Draft, Source, Text
from errdex.model.template import Template

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tree_sitter import Node

_SPEAKING = frozenset(
    [*go_text.LITERALS, "binary_expression", "call_expression", "parenthesized_expression"]
)
_TABLES = frozenset({"map_type", "slice_type", "array_type", "implicit_length_array_type"})
_WORDY = re.compile(r"[^\W\d_]{2,}")
_TAKING = re.compile(r"^&?(\w+)$")
MAX_ENTRIES = 2_000


def constants(source: Source, spec: Node) -> Iterator[tuple[str, Template]]:
    """The texts that a ``const`` or ``var`` at the top names."""
    listing = spec.child_by_field_name("value")
    if listing is None:
        return
    names = spec.children_by_field_name("name")
    values = [c for c in listing.named_children if c.type != "comment"]
    for name, value in zip((n for n in names if n.is_named), values, strict=False):
        named = source.text(name)
        if value.type in _SPEAKING:
            said = go_text.texts(source, value)[0]
            if said.is_text and said.template.parts:
                yield named, said.template
        elif value.type == "composite_literal":
            yield from _entries(source, named, value)


def _entries(source: Source, named: str, table: Node) -> Iterator[tuple[str, Template]]:
    kind, body = table.child_by_field_name("type"), table.child_by_field_name("body")
    if kind is None or body is None or kind.type not in _TABLES or body.named_child_count > 400:
        return
    for key, value in entries(body):
        if key is not None and value.type in go_text.LITERALS:
            text = go_text.literal(source, value)
            name = source.text(key).strip('"')
            if text and re.fullmatch(r"[\w.]+", name):
                yield f"{named}[{name}]", Template.of([text])


def entries(body: Node) -> Iterator[tuple[Node | None, Node]]:
    """Key and value of each element of a composite literal."""
    for child in body.named_children[:MAX_ENTRIES]:
        key: Node | None = None
        value: Node | None = child
        if child.type == "keyed_element":
            key, value = child.child_by_field_name("key"), child.child_by_field_name("value")
            key = key.named_children[0] if key is not None and key.named_child_count else key
        elif child.type != "literal_element":
            continue
        if value is not None and value.named_child_count:
            inner = value.named_children[0] if value.type == "literal_element" else value
            yield key, inner


def table(source: Source, body: Node) -> Iterator[Draft]:
    """Every text of a table of errors, with its key as code."""
    for key, value in entries(body):
        code = go_codes.code_of(source, key) if key is not None else None
        if value.type in go_text.LITERALS or value.type == "binary_expression":
            texts = go_text.said(source, value)
            status = None
        elif value.type == "literal_value":
            pairs = go_types.pairs_of(source, value)
            texts = go_types.message_texts([(k, t) for k, t, _ in pairs])
            texts = [t for t in texts if t.is_text and " " in t.template.message]
            found = [
                go_codes.status_of(source.text(node))
                for name, _, node in pairs
                if name is not None and re.search(r"(?i)status|code", name)
            ]
            status = next((one for one in found if one), None)
        else:
            continue
        told = [(t, t.template.message) for t in texts]
        texts = [text for text, said in told if " " in said and _WORDY.search(said)]
        if texts:
            named = code if code is not None and re.match(r"(?i)err|[A-Z]\w*Err", code) else None
            yield Draft(value, "declare", texts, named, code=code, http_status=status)


def sentinel(source: Source, draft: Draft) -> Draft:
    """An error that a ``var`` or ``const`` at the top names is declared; the name is its class."""
    node = draft.node
    listing = node.parent
    spec = listing.parent if listing is not None and listing.type == "expression_list" else None
    if spec is None or listing is None or spec.type not in ("var_spec", "const_spec"):
        return draft
    above = spec.parent
    if above is not None and above.type == "var_spec_list":
        above = above.parent
    if above is None or above.parent is None or above.parent.type != "source_file":
        return draft
    names = [n for n in spec.children_by_field_name("name") if n.is_named]
    values = [c for c in listing.named_children if c.type != "comment"]
    for name, value in zip(names, values, strict=False):
        if value.start_byte == node.start_byte:
            draft.kind, draft.error_class = "declare", source.text(name)
    return draft


def typed(source: Source, spec: Node) -> Iterator[Draft]:
    """``const ErrGone storeError = "gone"``: sentinels of a named string."""
    kind, listing = spec.child_by_field_name("type"), spec.child_by_field_name("value")
    if kind is None or listing is None:
        return
    name = go_places.type_name(source, kind)
    if not go_types.is_error_type(source, name):
        return
    names = [n for n in spec.children_by_field_name("name") if n.is_named]
    for named, value in zip(names, listing.named_children, strict=False):
        if value.type in go_text.LITERALS:
            found = go_types.built(
                source, value, name, name, [(None, go_text.texts(source, value), value)]
            )
            if found is not None:
                found.kind, found.error_class = "declare", source.text(named)
                yield found


def returned(source: Source, node: Node, name: str) -> Iterator[Draft]:
    """``return ErrGone`` of a sentinel that this file declares: one more place of its record."""
    constant = source.constants.get(name)
    if constant is not None:
        yield Draft(node, "raise", [Text(constant.parts, inline=False)], error_class=name)


def catches(source: Source, captures: Captures) -> Iterable[str]:
    """The errors that a comparison, ``errors.Is``, ``errors.As`` or a type switch looks for."""
    node = captures["catch"][0]
    if "error" in captures:
        error = captures["error"][0]
        if error.type in ("identifier", "selector_expression"):
            return [source.text(error).rpartition(".")[2]]
        return [name] if (name := go_places.type_name(source, error)) else []
    args = go_text.arguments(node)
    if source.text(captures["package"][0]) not in ("errors", "xerrors") or len(args) != 2:
        return []
    if source.text(captures["name"][0]) == "Is":
        name = source.text(args[1]).rpartition(".")[2]
        return [name] if name.isidentifier() else []
    taken = _TAKING.match(source.text(args[1]))
    return [_target(source, node, taken[1])] if taken is not None else []


def _target(source: Source, node: Node, name: str) -> str:
    """The type of the variable that ``errors.As`` fills."""
    start = max(0, node.start_byte - 2_000)
    before = source.data[start : node.start_byte].decode("utf-8", "replace")
    found = re.findall(
        rf"\b{re.escape(name)}\s*(?::?=\s*&?|\s)\*?(?:\w+\.)?([A-Z]\w*|\w+(?:Error|Err))\b", before
    )
    return str(found[-1]) if found else name
