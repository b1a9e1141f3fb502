"""Named constraints: what PostgreSQL says when a row breaks one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages.interface import Draft, Source, Text
from errdex.languages.sql_text import tokens
from errdex.model.template import Part, Placeholder

if TYPE_CHECKING:
    from tree_sitter import Node

_STATEMENTS = frozenset(
    {"CreateStmt", "AlterTableStmt", "CreateDomainStmt", "AlterDomainStmt", "IndexStmt"}
)
_NAMED = re.compile(
    r'(?is)constraint\s+(?P<name>"[^"]+"|[\w$]+)\s+(?P<kind>check|unique|primary|foreign|references|'
    r"exclude)\b"
)
_DECLARING = frozenset({"TableConstraint", "ColConstraint", "DomainConstraint", "IndexStmt"})
_TABLE = re.compile(
    r"(?i)\b(?:create|alter)\s+(?:\w+\s+){0,2}(?P<what>table|domain)\s+(?:if\s+(?:not\s+)?exists\s+)?"
    r'(?:only\s+)?(?P<name>[\w."$]+)'
)
_INDEX = re.compile(
    r"(?is)create\s+unique\s+index\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?"
    r'(?P<name>"[^"]+"|[\w$]+)\s+on\b'
)
_CLASSES = {
    "check": "check_violation",
    "unique": "unique_violation",
    "primary": "unique_violation",
    "foreign": "foreign_key_violation",
    "references": "foreign_key_violation",
    "exclude": "exclusion_violation",
}
# dialects whose servers say it otherwise
FOREIGN = re.compile(
    rb"(?im)^\s*GO\s*$|\bENGINE\s*=|\bNVARCHAR\b|\bVARCHAR2\b|`\w+`|\bIDENTITY\s*\(1"
)


def declared(source: Source, node: Node) -> Draft | None:
    """The site of a constraint or unique index that has a name."""
    if source.once(("foreign",), lambda: FOREIGN.search(source.data) is not None):
        return None
    index = node.type == "kw_index"
    start = source.data.rfind(b"\n", 0, node.start_byte) + 1 if index else node.start_byte
    text = source.data[start : start + 600].decode("utf-8", "replace")
    found = _INDEX.match(text.lstrip()) if index else _NAMED.match(text)
    if found is None:
        return None
    parent = node.parent
    if parent is not None and parent.type in _DECLARING:
        node = parent
    kind = "unique" if index else found["kind"].lower()
    name = found["name"].strip('"')
    table, domain = _owner(source, node)
    parts = _message(kind, name, table, domain=domain)
    return Draft(node, "declare", [Text(tuple(parts), inline=False)], _CLASSES[kind], name)


def _message(kind: str, name: str, table: str, *, domain: bool) -> list[Part]:
    shown: list[Part] = (
        [table] if re.fullmatch(r"[\w$ ]+", table) else [Placeholder("{table}", None)]
    )
    if kind == "check" and domain:
        return ["value for domain ", *shown, f' violates check constraint "{name}"']
    if kind == "check":
        return ['new row for relation "', *shown, f'" violates check constraint "{name}"']
    if kind in ("foreign", "references"):
        start = 'insert or update on table "'
        return [start, *shown, f'" violates foreign key constraint "{name}"']
    if kind == "exclude":
        return [f'conflicting key value violates exclusion constraint "{name}"']
    return [f'duplicate key value violates unique constraint "{name}"']


def _owner(source: Source, node: Node) -> tuple[str, bool]:
    """The table or domain that a constraint belongs to, and whether it is a domain."""
    at: Node | None = node
    while at is not None and at.type not in _STATEMENTS:
        at = at.parent
    if at is None:
        before = source.data[max(0, node.start_byte - 3_000) : node.start_byte]
        before = before[
            max(before.lower().rfind(b"table"), before.lower().rfind(b"domain"), 40) - 40 :
        ]
        named = list(_TABLE.finditer(before.decode("utf-8", "replace")))
        if not named:
            return "", False
        last = named[-1]
        return last["name"].rpartition(".")[2].strip('"'), last["what"].lower() == "domain"
    domain = "Domain" in at.type
    words = [t.text for t in tokens(source.text(at)[:400]) if t.kind in ("word", "quoted", "sign")]
    for index, word in enumerate(words):
        if word.lower() in ("table", "domain"):
            rest = [
                w for w in words[index + 1 :] if w.lower() not in ("if", "not", "exists", "only")
            ]
            name = rest[0] if rest else ""
            if len(rest) > 2 and rest[1] == ".":
                name = rest[2]
            return name.replace(" ", "").rpartition(".")[2].strip('"'), domain
    return "", domain
