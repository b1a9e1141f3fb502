"""The conditions on the path to a place in Dart code."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages.curly import negation
from errdex.languages.dart_nodes import COMMENTS, plain
from errdex.languages.interface import Source
from errdex.model.facts import Guard

if TYPE_CHECKING:
    from tree_sitter import Node

NEVER = re.compile(r"(?:exit|throwToolExit|fail|usageException)\(|Error\.throwWithStackTrace\(")
_SIMPLE = re.compile(r"\w[\w.!]*(?:\([^()]*\))?")
MAX_CASES = 12


def guards(source: Source, parent: Node, child: Node) -> list[Guard]:
    """The conditions under which control goes from ``parent`` into ``child``."""
    rule = _RULES.get(parent.type)
    return rule(source, parent, child) if rule is not None else []


def condition_of(source: Source, statement: Node) -> tuple[str, int]:
    """What stands between the brackets of ``if`` or ``while``, and its line."""
    field = statement.child_by_field_name("condition")
    if field is not None and field.type == "parenthesized_expression":
        return source.flat(field, 402)[1:-1].strip(), field.start_point.row + 1
    start = end = None
    for child in statement.children:
        if child.type == "(" and start is None:
            start = child
        elif child.type == ")":
            end = child
            break
    if start is None or end is None:
        return "", statement.start_point.row + 1
    text = source.data[start.end_byte : end.start_byte].decode("utf-8", "replace")
    following = start.next_sibling
    line = (following or start).start_point.row + 1
    return " ".join(text.split())[:380], line


def _if(source: Source, parent: Node, child: Node) -> list[Guard]:
    text, line = condition_of(source, parent)
    if not text:
        return []
    if child == parent.child_by_field_name("consequence"):
        return [Guard(text, line, "if")]
    if child == parent.child_by_field_name("alternative"):
        return [turned(text, line, "else")]
    return []


def turned(text: str, line: int, kind: str) -> Guard:
    """A condition that must not hold, with its negation written out."""
    if re.fullmatch(r"!\w[\w.]*(?:\([^()]*\))?", text):
        return Guard(text[1:], line, kind, text)
    if text.startswith("!(") and text.endswith(")") and text.count("(") == 1:
        return Guard(text[2:-1], line, kind, text)
    return Guard(negation(text, simple=_SIMPLE.fullmatch(text) is not None), line, kind, text)


def _ternary(source: Source, parent: Node, child: Node) -> list[Guard]:
    first = parent.children[0]
    mark = next((c for c in parent.children if c.type == "?"), None)
    colon = next((c for c in parent.children if c.type == ":"), None)
    if mark is None or colon is None or child.start_byte < mark.start_byte:
        return []
    text = source.data[first.start_byte : mark.start_byte].decode("utf-8", "replace")
    text, line = " ".join(text.split())[:380], first.start_point.row + 1
    if child.start_byte < colon.start_byte:
        return [Guard(text, line, "if")]
    return [turned(text, line, "else")]


def _null(source: Source, parent: Node, child: Node) -> list[Guard]:
    mark = next((c for c in parent.children if c.type == "??"), None)
    if mark is None or child.start_byte < mark.start_byte:
        return []
    text = source.data[parent.start_byte : mark.start_byte].decode("utf-8", "replace")
    text = " ".join(text.split())[:380]
    return [Guard(f"{text} == null", parent.start_point.row + 1, "if", text)]


def _logical(source: Source, parent: Node, child: Node) -> list[Guard]:
    signs = ("&&", "||", "logical_and_operator", "logical_or_operator")
    sign = next((c for c in parent.children if c.type in signs), None)
    if sign is None or child.start_byte < sign.start_byte:
        return []
    text = source.data[parent.start_byte : sign.start_byte].decode("utf-8", "replace")
    text, line = " ".join(text.split())[:380], parent.start_point.row + 1
    if parent.type == "logical_and_expression":
        return [Guard(text, line, "if")]
    return [turned(text, line, "else")]


def _loop(source: Source, parent: Node, child: Node) -> list[Guard]:
    if child != parent.child_by_field_name("body"):
        return []
    line = parent.start_point.row + 1
    if parent.type == "while_statement":
        text, line = condition_of(source, parent)
        return [Guard(text, line, "loop")] if text not in ("", "true") else []
    header = source.data[parent.start_byte : child.start_byte].decode("utf-8", "replace")
    return [Guard(" ".join(header.split())[:400], line, "loop")]


def _caught(source: Source, parent: Node, child: Node) -> list[Guard]:
    """The clause of a ``try`` that a block belongs to."""
    if child.type != "block" or child == parent.child_by_field_name("body"):
        return []
    told = ""
    line = 0
    for one in parent.children:
        if one == child:
            break
        if one.type == "block":
            told = ""
        elif one.type == "finally_clause":
            return []
        elif one.type in ("type_identifier", "type_arguments"):
            told = (told if one.type == "type_arguments" else "") + source.text(one)
            line = one.start_point.row + 1
        elif one.type == "catch_clause" and not told:
            told, line = "any error", one.start_point.row + 1
    return [Guard(told, line, "catch")] if told else []


def _pattern(source: Source, entry: Node) -> str | None:
    """A case's pattern as written, None for ``default``."""
    if entry.type == "switch_statement_default":
        return None
    end = next((c for c in entry.children if c.type in (":", "=>")), None)
    first = entry.children[0]
    start = first.end_byte if first.type == "case_builtin" else first.start_byte
    stop = end.start_byte if end is not None else entry.end_byte
    text = " ".join(source.data[start:stop].decode("utf-8", "replace").split())[:160]
    return None if text == "_" else text


def _entry(source: Source, entry: Node, child: Node) -> list[Guard]:
    mark = next((c for c in entry.children if c.type in (":", "=>")), None)
    if mark is None or child.start_byte < mark.start_byte or entry.parent is None:
        return []
    block = entry.parent
    switch = block if block.type == "switch_expression" else block.parent
    subject = switch.child_by_field_name("condition") if switch is not None else None
    if subject is None:
        return []
    told, line = source.flat(subject, 202)[1:-1].strip(), entry.start_point.row + 1
    own = _pattern(source, entry)
    if own is not None:
        patterns = [own]
        before = entry.prev_named_sibling
        while before is not None and before.type == entry.type and len(patterns) < MAX_CASES:
            if before.type == "switch_expression_case" or before.children[-1].type != ":":
                break
            patterns.insert(0, _pattern(source, before) or "")
            before = before.prev_named_sibling
        return [Guard(f"{told} matches {' || '.join(patterns)}", line, "match")]
    others = [c for c in block.named_children if c.type.startswith("switch_")]
    known = [text for one in others[: MAX_CASES + 1] if (text := _pattern(source, one))]
    if not known or len(known) > MAX_CASES:
        return [Guard(f"{told} matches no other case", line, "match")]
    return [Guard(f"!({told} matches {' || '.join(known)})", line, "match", "default")]


_RULES = {
    "if_statement": _if,
    "if_element": _if,
    "conditional_expression": _ternary,
    "if_null_expression": _null,
    "logical_and_expression": _logical,
    "logical_or_expression": _logical,
    "for_statement": _loop,
    "while_statement": _loop,
    "do_statement": _loop,
    "try_statement": _caught,
    "switch_statement_case": _entry,
    "switch_statement_default": _entry,
    "switch_expression_case": _entry,
}


def early(source: Source, statement: Node) -> Guard | None:
    """``if (c) return;`` before: ``c`` does not hold."""
    if statement.type != "if_statement" or statement.child_by_field_name("alternative"):
        return None
    body = statement.child_by_field_name("consequence")
    inner = plain(body) if body is not None and body.type == "block" else [body] if body else []
    if not inner or not leaves(source, inner[-1]):
        return None
    text, line = condition_of(source, statement)
    return turned(text, line, "early") if text else None


def leaves(source: Source, statement: Node) -> bool:
    """Whether control does not reach the statement after this one."""
    if statement.type in ("return_statement", "break_statement", "continue_statement"):
        return True
    if statement.type != "expression_statement":
        return False
    first = next((c for c in statement.children if c.type not in COMMENTS), None)
    if first is None:
        return False
    if first.type in ("throw_expression", "rethrow_expression"):
        return True
    return NEVER.match(source.flat(statement, 60)) is not None


def negated(source: Source, first: Node, end: int, kind: str) -> Guard:
    """The condition from a node to an offset, which must not hold."""
    text = source.data[first.start_byte : end].decode("utf-8", "replace")
    return turned(" ".join(text.split())[:380], first.start_point.row + 1, kind)
