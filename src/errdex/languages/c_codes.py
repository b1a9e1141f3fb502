"""The codes of C errors: SQLSTATE macros, errno constants and enum names near a report."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import c_evidence, c_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node

    from errdex.languages.interface import Source

_SQLSTATE = re.compile(r"errcode\(\s*(\w+)\s*\)")
_ERRNO = re.compile(r"\berrno\s*=\s*(E[A-Z0-9]+)\s*;")
_GIVEN_BACK = re.compile(r"(?:return|=)\s*\(?\s*-?\s*(?:\w+::)*([A-Za-z]\w+)\s*\)?\s*;?$")
_LEVELS = frozenset({"ERROR", "LOG_ERR", "LL_WARNING", "EXIT_FAILURE"})


def code_of(source: Source, node: Node, args: Sequence[Node]) -> str | None:
    """The code that a report gives, or that stands right beside it."""
    for arg in args[:6]:
        if arg.type == "identifier":
            name = source.text(arg)
            if is_code(name):
                return name
        elif arg.type in ("parenthesized_expression", "call_expression"):
            found = _SQLSTATE.search(source.text(arg)[:300])
            if found is not None:
                return found[1]
    return _beside(source, node)


def is_code(name: str) -> bool:
    """Whether an identifier is an error's code and no level."""
    if name in _LEVELS or "_LIB_" in name or c_names.level(name) is not None:
        return False
    return c_names.is_error_code(name)


def is_near_code(name: str) -> bool:
    """Whether a constant that may be a code is neither a level nor an exit status."""
    return name not in _LEVELS and c_names.level(name) is None


def _beside(source: Source, node: Node) -> str | None:
    """An errno that is set, or an error constant that is given back, next to a report."""
    statement = c_evidence.statement_of(node)
    before = statement.prev_named_sibling
    near = [*c_evidence.following(node, 2)]
    if before is not None and before.type == "expression_statement":
        near.append(before)
    for at in near:
        if at.type not in ("expression_statement", "return_statement"):
            continue
        if at.end_byte - at.start_byte > 90:
            continue
        text = source.flat(at, 90)
        errno = _ERRNO.search(text)
        if errno is not None:
            return errno[1]
        given = _GIVEN_BACK.search(text)
        if given is not None and c_names.may_be_code(given[1]) and is_near_code(given[1]):
            return given[1]
    return None
