"""Texts that a Python class keeps in its attributes: ``self.message``, ``self.messages["key"]``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages.interface import Source, Text
from errdex.languages.locals import enclosing

if TYPE_CHECKING:
    from tree_sitter import Node

_OWN = re.compile(r"(?:self|cls)\.(\w+)(?:\[(\w+)\])?")
_CLASS = frozenset({"class_definition"})


def class_texts(source: Source, node: Node, name: str, depth: int) -> list[Text]:
    """What the enclosing class's own attribute says; empty where the class has no such text.

    Args:
        source: the file.
        node: where the attribute is read.
        name: the expression without quotes and blanks: ``self.message``, ``self.texts[key]``.
        depth: how deep the reading is already.
    """
    own = _OWN.fullmatch(name)
    owner = enclosing(node, _CLASS) if own is not None else None
    body = owner.child_by_field_name("body") if owner is not None else None
    if own is None or body is None:
        return []
    value = _assigned(source, body, own[1])
    if value is None and own[2]:
        value = _assigned(source, body, f"default_{own[1]}")
    if value is not None and own[2]:
        value = _entry(source, value, own[2])
    elif value is not None and value.type == "dictionary":
        return []
    if value is None:
        return []
    said = source.language.texts(source, value)
    return [text._replace(inline=False) for text in said if text.is_text and text.parts]


def _assigned(source: Source, body: Node, name: str) -> Node | None:
    for statement in body.named_children:
        at = statement.named_children[0] if statement.named_children else statement
        left, right = at.child_by_field_name("left"), at.child_by_field_name("right")
        if at.type == "assignment" and left is not None and source.text(left) == name:
            return right
    return None


def _entry(source: Source, table: Node, key: str) -> Node | None:
    if table.type != "dictionary":
        return None
    for pair in table.named_children:
        name = pair.child_by_field_name("key")
        if name is not None and source.text(name).strip("'\"") == key:
            return pair.child_by_field_name("value")
    return None
