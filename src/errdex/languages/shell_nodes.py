"""The shell's syntax tree: commands, their words and redirections, what follows them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from errdex.languages.interface import Source

FUNCTIONS = frozenset({"function_definition"})
BLOCKS = frozenset(
    {
        "program",
        "compound_statement",
        "subshell",
        "do_group",
        "if_statement",
        "elif_clause",
        "else_clause",
        "case_item",
    }
)
_LEAVING = re.compile(r"(?:exit|return|break|continue)\b|exec\b")
_WRAPPERS = frozenset({"command", "builtin", "\\echo", "eval"})
MAX_CLIMB = 40


def name_of(source: Source, command: Node) -> str:
    """The command's name as written."""
    found = command.child_by_field_name("name")
    return source.text(found) if found is not None else ""


def words_of(source: Source, command: Node) -> list[Node]:
    """A command's words after its name.

    In ``echo >&2 "text"`` the grammar takes the text for a second target of the redirection.
    """
    found = list(command.children_by_field_name("argument"))
    whole = command.parent if command.parent is not None else command
    for holder in (command, whole) if whole.type == "redirected_statement" else (command,):
        for redirect in holder.children_by_field_name("redirect"):
            if redirect.type == "file_redirect":
                found += redirect.children_by_field_name("destination")[1:]
    if name_of(source, command) in _WRAPPERS and found:
        found = found[1:]
    return sorted(found, key=lambda node: node.start_byte)


def real_name(source: Source, command: Node) -> str:
    """The name of what is run, ``command`` and ``builtin`` left out."""
    name = name_of(source, command)
    if name in _WRAPPERS:
        first = command.child_by_field_name("argument")
        return source.text(first) if first is not None else name
    return name.lstrip("\\")


def goes_to_errors(source: Source, node: Node) -> bool:
    """Whether a node itself sends its output to the error stream."""
    for redirect in node.children_by_field_name("redirect"):
        inner = redirect.named_children if redirect.type == "heredoc_redirect" else [redirect]
        if any(_is_error_stream(source, one) for one in inner):
            return True
    return False


def to_errors(source: Source, command: Node) -> bool:
    """Whether a command's output goes to the error stream, by itself or by what is around it."""
    at: Node | None = command
    for _ in range(MAX_CLIMB):
        if at is None:
            return False
        if goes_to_errors(source, at):
            return True
        if at.type in ("function_definition", "command_substitution"):
            return False
        at = at.parent
    return False


def commands(node: Node, most: int = 400, *, everywhere: bool = False) -> Iterator[Node]:
    """The commands whose output is a node's output, in order; functions in it are their own.

    ``everywhere``: those too whose output goes somewhere else.
    """
    stack = [node]
    while stack and most:
        most -= 1
        at = stack.pop()
        if at.type == "command":
            yield at
            continue
        for child in reversed(at.named_children):
            elsewhere = child.type == "redirected_statement" and child != node and not everywhere
            if child.type in ("function_definition", "command_substitution", "variable_assignment"):
                continue
            if elsewhere and any(
                r.type == "file_redirect" for r in child.children_by_field_name("redirect")
            ):
                continue
            stack.append(child)


def _is_error_stream(source: Source, redirect: Node) -> bool:
    if redirect.type != "file_redirect":
        return False
    written = "".join(source.text(redirect).split())
    return written.startswith((">&2", "1>&2", ">/dev/stderr", ">>/dev/stderr", "1>/dev/stderr"))


def statement_of(node: Node) -> Node:
    """The statement that a command is, with its redirections and alternatives around it."""
    at = node
    while at.parent is not None and at.parent.type in ("redirected_statement", "pipeline"):
        at = at.parent
    return at


def leaves(source: Source, statement: Node | None) -> bool:
    """Whether control does not reach what follows a statement."""
    if statement is None:
        return False
    if statement.type == "redirected_statement":
        return leaves(source, statement.child_by_field_name("body"))
    if statement.type in ("compound_statement", "subshell"):
        inner = [c for c in statement.named_children if c.type != "comment"]
        return bool(inner) and leaves(source, inner[-1])
    return statement.type == "command" and bool(_LEAVING.match(source.text(statement)[:12]))


def fails_after(source: Source, node: Node) -> bool:
    """Whether a command is followed by leaving with a failure."""
    statement = statement_of(node)
    for _ in range(4):
        parent = statement.parent
        if parent is None:
            return False
        after = statement.next_named_sibling
        for _ in range(3):
            if after is None:
                break
            if after.type == "command" and _LEAVING.match(source.text(after)[:12]):
                return not re.fullmatch(r"(?:exit|return)\s+0", source.text(after).strip())
            after = after.next_named_sibling
        if parent.type == "list":
            statement = parent
            continue
        return False
    return False
